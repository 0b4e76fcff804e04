/** Learn: the half-board join. */
import { useState } from "preact/hooks";
import { link } from "../route";
import { columnName, type Square, squareName } from "../square";
import { binary, Code, Figure, listed, Message, Slider, Try } from "./parts";
import { allSquares, attacks, Field, Picture, Queens, UNIT } from "./pictures";
import { Screen } from "./screen";
import { FindFit } from "./tasks/engines";

const JOIN_SIZE = 8;
const CUT = JOIN_SIZE / 2;
/** The columns of the queens in each half: six lower and eight upper half-boards, six pairs that fit. */
const LOWER = [1, 2, 5, 6];
const UPPER = [0, 3, 4, 7];

/** All ways to place queens in these columns within four rows. */
function halfBoards(columns: number[], lowest: number): Square[][] {
  const found: Square[][] = [];
  const fill = (queens: Square[]) => {
    const col = columns[queens.length];
    if (col === undefined) {
      found.push(queens);
      return;
    }
    for (let row = lowest; row < lowest + CUT; row++) {
      if (!queens.some((queen) => attacks(queen, { col, row }))) {
        fill([...queens, { col, row }]);
      }
    }
  };
  fill([]);
  return found;
}

/** The diagonals that cross the cut and contain a queen, as bits. Rising diagonals are the low bits. */
const CROSSING = 2 * (JOIN_SIZE - 1);
function diagonalsOf(queens: Square[]): number {
  const places = queens.flatMap(({ col, row }) => {
    const [rising, falling] = [row - col + 3, row + col - 4];
    const within = (place: number) => place >= 0 && place < JOIN_SIZE - 1;
    return [...(within(rising) ? [rising] : []), ...(within(falling) ? [JOIN_SIZE - 1 + falling] : [])];
  });
  return places.reduce((bits, place) => bits | (1 << place), 0);
}

const lowerHalves = halfBoards(LOWER, 0);
const upperHalves = halfBoards(UPPER, CUT);

/** The line of a diagonal, from edge to edge. */
function diagonalLine(place: number): string {
  const last = JOIN_SIZE - 1;
  const rising = place < last;
  const number = rising ? place - 3 : place - last + 4;
  const ends = allSquares(JOIN_SIZE).filter(({ col, row }) => (rising ? row - col : row + col) === number);
  const [from, to] = [ends[0], ends.at(-1)];
  const at = (square: Square | undefined) =>
    `${((square?.col ?? 0) + 0.5) * UNIT} ${(last - (square?.row ?? 0) + 0.5) * UNIT}`;
  return `M${at(from)}L${at(to)}`;
}

function JoinPicture() {
  const [low, setLow] = useState(0);
  const [high, setHigh] = useState(0);
  const [lower, upper] = [lowerHalves[low] ?? [], upperHalves[high] ?? []];
  const [below, above] = [diagonalsOf(lower), diagonalsOf(upper)];
  const common = below & above;
  const fits = (one: Square[], other: Square[]) => (diagonalsOf(one) & diagonalsOf(other)) === 0;
  const pairs = lowerHalves.flatMap((one) => upperHalves.filter((other) => fits(one, other))).length;
  const places = Array.from({ length: CROSSING }, (_, place) => place);
  const kind = (place: number) => {
    const [under, over] = [(below >> place) & 1, (above >> place) & 1];
    return under && over ? "clash" : under ? "under" : over ? "over" : undefined;
  };
  const cell = 40;
  return (
    <Figure
      caption={`N = 8. Each mask has one bit for each of the ${CROSSING} diagonals that cross the cut. The lower queens are in columns ${listed(LOWER.map(columnName))}. Of ${lowerHalves.length} × ${upperHalves.length} pairs of half-boards, ${pairs} fit. For all 70 sets of four columns there are 1,760 pairs, of which 92 fit.`}
    >
      <div class="side">
        <Picture
          named
          width={JOIN_SIZE * UNIT}
          height={JOIN_SIZE * UNIT}
          label={`Lower half ${lower.map(squareName).join(" ")}, upper half ${upper.map(squareName).join(" ")}`}
        >
          <Field
            named
            size={JOIN_SIZE}
            shade={({ col, row }) => (LOWER.includes(col) === row < CUT ? undefined : "shut")}
          />
          {places.map((place) => {
            const shown = kind(place);
            return shown && <path key={place} class={`diagonal ${shown}`} d={diagonalLine(place)} />;
          })}
          <path class="cut" d={`M0 ${CUT * UNIT}H${JOIN_SIZE * UNIT}`} />
          <Queens size={JOIN_SIZE} queens={[...lower, ...upper]} />
        </Picture>
        <div class="stack">
          <Slider
            label="Upper half-board"
            value={high}
            most={upperHalves.length - 1}
            text={`${high + 1} of ${upperHalves.length}`}
            onValue={setHigh}
          />
          <Slider
            label="Lower half-board"
            value={low}
            most={lowerHalves.length - 1}
            text={`${low + 1} of ${lowerHalves.length}`}
            onValue={setLow}
          />
          <pre class="masks">
            {`upper  ${binary(above, CROSSING)}\nlower  ${binary(below, CROSSING)}\nand    ${binary(common, CROSSING)}`}
          </pre>
          <p class="note">All pairs: one row per lower and one column per upper half-board. Green pairs fit.</p>
          <Picture
            width={upperHalves.length * cell}
            height={lowerHalves.length * cell}
            class="pairs"
            label={`${pairs} of ${lowerHalves.length * upperHalves.length} pairs fit`}
          >
            {lowerHalves.map((one, row) =>
              upperHalves.map((other, col) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: a short cut for the pointer; the sliders do the same by keyboard
                <rect
                  key={`${col} ${row}`}
                  class={`${fits(one, other) ? "fits" : ""} ${row === low && col === high ? "here" : ""}`}
                  x={col * cell + 3}
                  y={row * cell + 3}
                  width={cell - 6}
                  height={cell - 6}
                  rx="5"
                  onClick={() => {
                    setLow(row);
                    setHigh(col);
                  }}
                />
              )),
            )}
          </Picture>
        </div>
      </div>
      <Message kind={common === 0 ? "good" : "bad"}>
        {common === 0
          ? "No diagonal is used in both halves: the pair is a solution."
          : `${diagonalsIn(common)} used in both halves: the pair does not fit.`}
      </Message>
    </Figure>
  );
}

function diagonalsIn(bits: number): string {
  const count = binary(bits, CROSSING).replaceAll("0", "").length;
  return count === 1 ? "One diagonal is" : `${count} diagonals are`;
}

export function Join() {
  return (
    <>
      <Screen>
        <p>
          Cut the board horizontally into two halves. A way to place the queens of one half is a <i>half-board</i>. The
          queens of the lower half use half of the columns, and the queens of the upper half use the other columns.
        </p>
        <p>
          Within each half, no queen attacks another. So two half-boards fit together if no diagonal that crosses the
          cut has queens in both halves. Nothing else has to be checked.
        </p>
        <JoinPicture />
      </Screen>
      <Screen>
        <FindFit lower={lowerHalves} upper={upperHalves} size={JOIN_SIZE} />
      </Screen>
      <Screen title="Count pairs instead of searching">
        <p>
          The method <code>join</code> takes every set of columns and lists the lower half-boards and the upper
          half-boards. Each is stored as a mask of the diagonals that cross the cut. Then it counts the pairs of masks
          that have no 1 bit in common.
        </p>
        <p>
          The lists are long, but a search would visit far more boards: the length of a list is about the square root of
          that number.
        </p>
      </Screen>
      <Screen title="Hundreds of pairs at once">
        <p>
          For N = 18, there are 2.1 × 10<sup>11</sup> pairs, so pairs are tested in blocks of 256. For each block of
          upper half-boards, tables store which of them leave certain diagonals free. Four table lookups and three AND
          operations find all half-boards of the block that fit one lower half-board. Symmetry, which the picture does
          not show, reduces the work further.
        </p>
        <p>
          With one thread and the vector instructions AVX-512, the method counts N = 18 in about a second and N = 20 in
          about a minute.
        </p>
      </Screen>
      <Screen>
        <Code methods={["join"]} />
      </Screen>
      <Try
        links={[
          [link("count", { n: 16, method: "join" }), "Count N = 16 with join"],
          [link("count", { n: 16, method: "cross" }), "Count N = 16 with cross"],
        ]}
      />
    </>
  );
}
