/** Learn: puzzles with regions, and how counts are verified. */
import { useState } from "preact/hooks";
import { Board, type Look } from "../board";
import { errorMessage } from "../engine";
import type { Hint } from "../protocol";
import { link } from "../route";
import { type Square, squareName, square as squareOf } from "../square";
import { useEngine } from "../use-engine";
import { Figure, grouped, Message, Slider, Try } from "./parts";
import { Field, Picture, rowsOf, squaresOf, UNIT } from "./pictures";
import { Screen } from "./screen";
import { Impossible } from "./tasks/engines";
import { SolveRegions } from "./tasks/regions";

/** A puzzle whose steps use every rule except guessing. */
const PUZZLE = { size: 6 };
const REGIONS = ["AABBCC", "AABBCD", "AAABDD", "EAABBD", "FFFBDD", "FFBBBD"];

const regionOf = ({ col, row }: Square) => REGIONS[PUZZLE.size - 1 - row]?.[col];

/** Whether a queen by the rules of regions attacks a square. */
function touches(queen: Square, square: Square): boolean {
  const [across, up] = [Math.abs(queen.col - square.col), Math.abs(queen.row - square.row)];
  return across === 0 || up === 0 || Math.max(across, up) === 1 || regionOf(queen) === regionOf(square);
}

const RULE_NAMES: Record<string, string> = {
  only: "Only",
  within: "Within",
  "all attack": "All attack",
  "no room": "No room",
  sets: "Sets",
  suppose: "Suppose",
  guess: "Guess",
};

/** A puzzle that is solved step by step; the steps come from the library. */
function ReasonsPicture() {
  const [queens, setQueens] = useState<string[]>([]);
  const [crossed, setCrossed] = useState<string[]>([]);
  const [hint, setHint] = useState<Hint | null>(null);
  const [trouble, setTrouble] = useState("");
  const engine = useEngine();

  const next = () => {
    const step = hint?.kind === "step" ? hint.step : null;
    const set = step?.queen ? [...queens, step.queen] : queens;
    const closed = step ? [...crossed, ...step.closed] : crossed;
    const given = set.length > 0 ? ` given:${set.join(",")}` : "";
    const position = `size:${PUZZLE.size} regions:${REGIONS.join("/")}${given}`;
    engine.run(
      (task) => task.ask("hint", { position, crossed: closed }),
      (answer) => {
        setQueens(set);
        setCrossed(closed);
        setHint(answer);
        setTrouble("");
      },
      (error) => setTrouble(errorMessage(error)),
    );
  };
  const again = () => {
    engine.abort();
    setQueens([]);
    setCrossed([]);
    setHint(null);
    setTrouble("");
  };

  const hinted = hint?.kind === "step" ? hint : null;
  const step = hinted?.step;
  const done = hint?.kind === "done";
  const look = (square: Square): Look => {
    const name = squareName(square);
    if (queens.includes(name)) {
      return { queen: done ? "found" : "set" };
    }
    if (step?.queen === name) {
      return { queen: "hint", marks: ["hint"] };
    }
    const gone = crossed.includes(name) || queens.some((queen) => touches(squareOf(queen), square));
    const marks = gone ? ["crossed"] : [];
    if (step?.closed.includes(name)) {
      marks.push("hint");
    } else if (hinted?.because.includes(name) && !gone) {
      marks.push("because");
    }
    return { marks };
  };
  const standing = queens.length === 0 ? "no queens yet" : `queens on ${queens.join(" ")}`;
  return (
    <Figure caption="Purple frames mark the squares that the reason refers to. Green frames mark the conclusion: a queen, or closed squares.">
      <div class="side">
        <Board size={PUZZLE.size} label={`A puzzle with six regions, ${standing}`} regions={REGIONS} look={look} />
        <div class="stack">
          <div class="controls">
            <button type="button" class="primary" disabled={done} onClick={next}>
              Next step
            </button>
            <button type="button" disabled={hint === null} onClick={again}>
              Start over
            </button>
          </div>
          <Message kind={trouble ? "bad" : done ? "good" : undefined}>
            {trouble ||
              (done
                ? "Solved: six queens, each with a reason."
                : step
                  ? `${RULE_NAMES[step.rule] ?? step.rule} (${step.difficulty}): ${step.text}.`
                  : "Exactly one queen in each row, column and region, and queens may not touch.")}
          </Message>
        </div>
      </div>
    </Figure>
  );
}

export function Regions() {
  return (
    <>
      <Screen>
        <p>
          In a region puzzle the board is divided into coloured regions. Every row, column and region contains exactly
          one queen. Queens may not touch, not even at a corner. In contrast to the usual rules, they may share a
          diagonal if they do not touch.
        </p>
        <p>
          A good puzzle has exactly one solution, and logical steps lead to it. A square is <i>open</i> if a queen is
          still possible there, and <i>closed</i> if not.
        </p>
        <ReasonsPicture />
      </Screen>
      <Screen>
        <SolveRegions />
      </Screen>
      <Screen title="How hints work">
        <p>
          A hint uses the first of these rules that makes progress. A <i>line</i> is a row, a column or a region.
        </p>
        <ol class="rules">
          <li>
            <b>Only.</b> A line has only one open square, so its queen is there.
          </li>
          <li>
            <b>Within.</b> All open squares of one line are also in another line, so the rest of the other line is
            closed.
          </li>
          <li>
            <b>All attack.</b> A queen on this square would attack every open square of a line, so the square is closed.
            In puzzles with two queens per line, this rule is <b>No room</b>: a queen on this square would leave a line
            too little room for its queens.
          </li>
          <li>
            <b>Sets.</b> All open squares of two regions are in the same two rows, so these rows are closed for other
            regions. The same works for three regions, and for columns.
          </li>
          <li>
            <b>Suppose.</b> A queen on this square would lead, by the rules above, to a line without an open square. So
            the square is closed.
          </li>
          <li>
            <b>Guess.</b> No other rule makes progress. The puzzles of this page never need it.
          </li>
        </ol>
        <p>
          Each rule has a weight. The hardest step and the weights of all steps together determine how difficult a
          puzzle is.
        </p>
      </Screen>
      <Try
        links={[
          [link("play", { p: `size:${PUZZLE.size} regions:${REGIONS.join("/")}` }), "Solve this puzzle yourself"],
          [link("play", { puzzle: "regions", size: 7, difficulty: "easy", seed: 1 }), "Play an easy puzzle"],
        ]}
      />
    </>
  );
}

/** Solutions, and those that are symmetric under rotations by 180 and by 90 degrees: OEIS A000170, A032522, A033148. */
const SYMMETRIC: Record<number, [all: number, half: number, quarter: number]> = {
  4: [2, 2, 2],
  5: [10, 2, 2],
  6: [4, 4, 0],
  7: [40, 8, 0],
  8: [92, 4, 0],
  9: [352, 16, 0],
  10: [724, 12, 0],
  11: [2680, 48, 0],
  12: [14200, 80, 8],
  13: [73712, 136, 8],
  14: [365596, 420, 0],
  15: [2279184, 1240, 0],
  16: [14772512, 3000, 64],
};

function EightsPicture() {
  const [size, setSize] = useState(12);
  const [all, half, quarter] = SYMMETRIC[size] ?? [0, 0, 0];
  const [eights, fours, twos] = [(all - half) / 8, (half - quarter) / 4, quarter / 2];
  const rows: [words: string, each: number, classes: number][] = [
    ["eight images: changed by every rotation", 8, eights],
    ["four images: unchanged by 180° only", 4, fours],
    ["two images: unchanged by 90°", 2, twos],
  ];
  return (
    <Figure caption="Three separate searches count all solutions, those unchanged by 180° and those unchanged by 90°. The numbers in the middle column must be whole numbers.">
      <Slider label="Size" value={size} least={4} most={16} text={`N = ${size}`} onValue={setSize} />
      <table>
        <thead>
          <tr>
            <th scope="col">Solutions for N = {size}</th>
            <th scope="col" class="number">
              fundamental
            </th>
            <th scope="col" class="number">
              solutions
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([words, each, classes]) => (
            <tr key={each}>
              <th scope="row">{words}</th>
              <td class="number">{grouped(classes)}</td>
              <td class="number">{grouped(each * classes)}</td>
            </tr>
          ))}
          <tr class="sum">
            <th scope="row">total</th>
            <td class="number">{grouped(eights + fours + twos)}</td>
            <td class="number">{grouped(all)}</td>
          </tr>
        </tbody>
      </table>
    </Figure>
  );
}

/** One solution, as two independent methods divide it. */
function TwoWaysPicture() {
  const size = 8;
  const queens = squaresOf(rowsOf("5 3 1 7 2 8 6 4"));
  const cut = new Set(queens.filter(({ row }) => row < size / 2).map(({ col }) => col));
  const [side, gap, top] = [size * UNIT, 96, 40];
  return (
    <Figure caption="How cross and join divide the same solution: by the queens of the middle lines, and into a lower and an upper half.">
      <Picture
        width={2 * side + gap}
        height={side + top}
        label="The same solution for N = 8 twice: with its middle lines marked, and divided into a lower and an upper half"
      >
        <text class="head" x={side / 2} y="16">
          cross
        </text>
        <text class="head" x={side * 1.5 + gap} y="16">
          join
        </text>
        <Field
          size={size}
          y={top}
          queens={queens}
          shade={({ col, row }) => ([3, 4].includes(col) || [3, 4].includes(row) ? "accent" : undefined)}
        />
        <text class="equals" x={side + gap / 2} y={top + side / 2}>
          =
        </text>
        <Field
          size={size}
          x={side + gap}
          y={top}
          queens={queens}
          shade={({ col, row }) => (cut.has(col) === row < size / 2 ? "good" : undefined)}
        />
        <path class="cut" d={`M${side + gap} ${top + side / 2}h${side}`} />
      </Picture>
    </Figure>
  );
}

export function Checks() {
  return (
    <>
      <Screen>
        <p>
          A wrong count with many digits does not look wrong. A published table had 657,378,384 solutions for N = 18,
          because numbers of 32 bits were too small for its boards. The correct count is 666,090,624. So every count
          here has to pass several checks.
        </p>
      </Screen>
      <Screen title="Two independent methods">
        <p>
          <a href={link("learn", {}, "cross")}>Cross</a> starts with the middle lines and searches.{" "}
          <a href={link("learn", {}, "join")}>Join</a> cuts the board into halves and counts pairs. The two methods
          share almost no code, so the same mistake in both is unlikely. If both give the same count, it is probably
          right.
        </p>
        <p>
          In addition, every job of a count describes the boards that it counts, so that plain backtracking can count
          them again.
        </p>
        <TwoWaysPicture />
      </Screen>
      <Screen title="Symmetry">
        <p>
          Most solutions have eight different images. So, without the solutions that a rotation leaves unchanged, the
          number of solutions must be a multiple of 8.
        </p>
        <EightsPicture />
      </Screen>
      <Screen>
        <Impossible
          unchanged={Object.fromEntries(Object.entries(SYMMETRIC).map(([size, [, half]]) => [Number(size), half]))}
        />
      </Screen>
      <Screen>
        <p>
          One check is not enough. The wrong count of the published table passes this one: 657,378,384 minus the 18,104
          solutions that are unchanged by a rotation of 180° is a multiple of 8.
        </p>
      </Screen>
      <Screen title="Residues and published numbers">
        <p>
          Each job checks every addition for overflow. The fast methods also add up two <i>residues</i>: what is left of
          the count after division by two prime numbers. If a bit of the count flips meanwhile, the count and its
          residues disagree. Up to N = 27, the total is compared with the published number.
        </p>
      </Screen>
      <Try
        links={[
          [link("count", { n: 14, method: "cross" }), "Count N = 14 with cross"],
          [link("count", { n: 14, method: "join" }), "Count N = 14 with join"],
          [link("explore", { n: 8, only: "fundamental" }), "See the 12 fundamental solutions for N = 8"],
        ]}
      />
    </>
  );
}
