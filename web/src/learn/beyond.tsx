/** Beyond counting: puzzles with regions, and how counts are checked. */
import { useState } from "preact/hooks";
import { Board, type Look } from "../board";
import { errorMessage } from "../engine";
import type { Hint } from "../protocol";
import { link } from "../route";
import { type Square, squareName, square as squareOf } from "../square";
import { useEngine } from "../use-engine";
import { Figure, grouped, Said, Slider, Try } from "./parts";
import { Field, Picture, rowsOf, squaresOf, UNIT } from "./pictures";

/** The puzzle `puzzle=regions size=6 difficulty=hard seed=65`: its eleven steps need every rule but guessing. */
const PUZZLE = { size: 6, difficulty: "hard", seed: 65 };
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
  sets: "Sets",
  suppose: "Suppose",
  guess: "Guess",
};

/** A puzzle that is solved reason by reason; the reasons come from the library. */
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
    <Figure caption="Purple frames show what a reason looks at, green frames what follows: a queen, or squares that are closed.">
      <div class="side">
        <Board size={PUZZLE.size} label={`A puzzle with six regions, ${standing}`} regions={REGIONS} look={look} />
        <div class="stack">
          <div class="controls">
            <button type="button" class="primary" disabled={done} onClick={next}>
              Next reason
            </button>
            <button type="button" disabled={hint === null} onClick={again}>
              Start again
            </button>
          </div>
          <Said kind={trouble ? "bad" : done ? "good" : undefined}>
            {trouble ||
              (done
                ? "Done: six queens, each with a reason."
                : step
                  ? `${RULE_NAMES[step.rule] ?? step.rule} (${step.difficulty}): ${step.text}.`
                  : "One queen in each row, column and region, and no two touch. Ask for the first reason.")}
          </Said>
        </div>
      </div>
    </Figure>
  );
}

export function Regions() {
  return (
    <>
      <p>
        In the puzzle of the newspapers the board is cut into coloured regions. Every row, every column and every region
        has exactly one queen, and queens must not touch, not even at a corner. Farther along a diagonal they may stand.
        A good puzzle has one solution, and reasons lead to it.
      </p>
      <ReasonsPicture />
      <h2>How hints reason</h2>
      <p>
        A hint is always the simplest of these that gets further. The hardest one needed is the difficulty of the puzzle.
      </p>
      <ol class="rules">
        <li>
          <b>Only.</b> A row, column or region with a single open square has its queen there. <i>Easy.</i>
        </li>
        <li>
          <b>Within.</b> All open squares of a region lie in one line, so the rest of that line is closed. <i>Easy.</i>
        </li>
        <li>
          <b>All attack.</b> Wherever the queen of a line goes, she attacks this square.{" "}
          <i>Easy with two places, medium with more.</i>
        </li>
        <li>
          <b>Sets.</b> Two regions that fit only into two rows take both rows up.{" "}
          <i>Medium; hard with three or four.</i>
        </li>
        <li>
          <b>Suppose.</b> A queen there would force others, until a line has no square left. <i>Hard.</i>
        </li>
        <li>
          <b>Guess.</b> No rule gets further. <i>Hard.</i>
        </li>
      </ol>
      <Try
        links={[
          [link("play", { puzzle: "regions", ...PUZZLE }), "Solve this one yourself"],
          [link("play", { puzzle: "regions", size: 7, difficulty: "easy", seed: 1 }), "An easy one"],
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
    ["in eights: changed by every turn", 8, eights],
    ["in fours: the half turn leaves them as they are", 4, fours],
    ["in twos: so does the quarter turn", 2, twos],
  ];
  return (
    <Figure caption="Three counts, made by three searches, must fit together like this.">
      <Slider label="Size" value={size} least={4} most={16} text={`N = ${size}`} onValue={setSize} />
      <table>
        <thead>
          <tr>
            <th scope="col">Solutions of N = {size}</th>
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
            <th scope="row">together</th>
            <td class="number">{grouped(eights + fours + twos)}</td>
            <td class="number">{grouped(all)}</td>
          </tr>
        </tbody>
      </table>
    </Figure>
  );
}

/** The same number by two independent methods. */
function TwoWaysPicture() {
  const size = 8;
  const queens = squaresOf(rowsOf("5 3 1 7 2 8 6 4"));
  const cut = new Set(queens.filter(({ row }) => row < size / 2).map(({ col }) => col));
  const [side, gap, top] = [size * UNIT, 96, 40];
  return (
    <Figure caption="One solution as cross and as join see it: by the queens of the middle lines, and by the columns of its lower half.">
      <Picture
        width={2 * side + gap}
        height={side + top}
        label="A solution of 8 twice: with its middle lines marked, and cut into a lower and an upper half"
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
      <p>
        A count of many digits looks right even when it is wrong. A published table once had 657,378,384 for N = 18,
        because its sets of 32 bits overflowed; right is 666,090,624. So a count here has to pass several checks.
      </p>
      <h2>Two ideas</h2>
      <p>
        <a href={link("learn", {}, "cross")}>Cross</a> cuts the board by its middle lines and searches;{" "}
        <a href={link("learn", {}, "join")}>join</a> cuts it by rows and searches nothing. They share no code beyond the
        plan of their jobs, so each is the other's check. And every job says which boards it counts: the plain search
        can count them again.
      </p>
      <TwoWaysPicture />
      <h2>What symmetry demands</h2>
      <EightsPicture />
      <p>
        One check is not enough. The wrong number above passes this one: 657,378,384 less the 18,104 solutions that the
        half turn leaves is a multiple of 8, as it should be.
      </p>
      <h2>Remainders and published numbers</h2>
      <p>
        Each job counts with every addition checked, and keeps two remainders of its count, added up apart from it. A
        flipped bit makes them disagree. Up to N = 27 the total is compared with the published one.
      </p>
      <Try
        links={[
          [link("count", { n: 14, method: "cross" }), "Count N = 14 by cross"],
          [link("count", { n: 14, method: "join" }), "Count N = 14 by join"],
          [link("explore", { n: 8, only: "fundamental" }), "The 12 of N = 8"],
        ]}
      />
    </>
  );
}
