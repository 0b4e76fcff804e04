/** The ideas of the fast methods: the eight symmetries, the central cross, the half-board join. */
import { useState } from "preact/hooks";
import { SmallBoard } from "../board";
import { link } from "../route";
import { columnName, type Square, square, squareName } from "../square";
import { binary, Choice, Code, Figure, listed, Said, Sizes, Slider, Try } from "./parts";
import { allSquares, attacks, Field, Picture, Queens, rowsOf, squaresOf, UNIT } from "./pictures";

/** The eight symmetries: where a square of a board with this last row goes. */
const SYMMETRIES: [name: string, of: (square: Square, last: number) => Square][] = [
  ["as it is", (square) => square],
  ["quarter turn right", ({ col, row }, last) => ({ col: row, row: last - col })],
  ["half turn", ({ col, row }, last) => ({ col: last - col, row: last - row })],
  ["quarter turn left", ({ col, row }, last) => ({ col: last - row, row: col })],
  ["upside down", ({ col, row }, last) => ({ col, row: last - row })],
  ["left and right exchanged", ({ col, row }, last) => ({ col: last - col, row })],
  ["over the diagonal of A1", ({ col, row }) => ({ col: row, row: col })],
  ["over the other diagonal", ({ col, row }, last) => ({ col: last - row, row: last - col })],
];

/** The eight images of queens, some perhaps equal. */
function imagesOf(rows: (number | null)[]): (number | null)[][] {
  return SYMMETRIES.map(([, of]) => {
    const image = new Array<number | null>(rows.length).fill(null);
    for (const queen of squaresOf(rows)) {
      const { col, row } = of(queen, rows.length - 1);
      image[col] = row;
    }
    return image;
  });
}

const SAMPLES = {
  "1 5 8 6 3 7 2 4": "Eight images",
  "3 5 2 8 1 7 4 6": "Four",
  "2 5 3 1 4": "Two",
};

function ImagesPicture() {
  const [text, setText] = useState<keyof typeof SAMPLES>("1 5 8 6 3 7 2 4");
  const [turn, setTurn] = useState(1);
  const images = imagesOf(rowsOf(text)).map((rows) => rows.map((row) => (row ?? 0) + 1).join(" "));
  const different = new Set(images).size;
  const name = SYMMETRIES[turn]?.[0] ?? "";
  const equal = SYMMETRIES.filter((_, place) => place > 0 && images[place] === text).map(([name]) => name);
  return (
    <Figure caption="A solution and its eight images. Those on green are the solution itself.">
      <Choice label="Solution" value={text} options={SAMPLES} onValue={setText} />
      <Slider label="Turn" value={turn} most={7} text={name} onValue={setTurn} />
      <div class="side">
        <SmallBoard rows={rowsOf(images[turn] ?? text)} label={`${name}: ${images[turn]}`} />
        <div class="stack">
          <ul class="boards four small images" aria-label="The eight images">
            {images.map((image, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: a short cut for the pointer; the slider does the same by keyboard
              <li
                key={place}
                class={`${place === turn ? "here" : ""} ${image === text ? "equal" : ""}`}
                onClick={() => setTurn(place)}
              >
                <SmallBoard rows={rowsOf(image)} label={`${SYMMETRIES[place]?.[0]}: ${image}`} />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Said>
        {text} has <b>{different}</b> different images.{" "}
        {equal.length === 0
          ? "No turn and no reflection leaves it as it is."
          : `These leave it as it is: ${listed(equal)}.`}
      </Said>
    </Figure>
  );
}

export function Symmetry() {
  return (
    <>
      <p>
        A board can be turned by quarters and turned over: eight ways in all, leaving it alone included. Each takes
        solutions to solutions. Those that are images of each other count as one <i>fundamental</i> solution. Mostly a
        solution has eight images. A few stay as they are under the half turn and have four, some even under the quarter
        turn and have two.
      </p>
      <ImagesPicture />
      <h2>Twelve, by counting what stays</h2>
      <p>
        There is no need to list images. Burnside's lemma says: the number of fundamental solutions is the <i>mean</i>{" "}
        number of solutions that a symmetry leaves as they are. On a board of 8:
      </p>
      <table class="burnside">
        <caption class="unseen">Solutions of N = 8 that each symmetry leaves as they are</caption>
        <tbody>
          <tr>
            <th scope="row">leaving it alone</th>
            <td class="number">92</td>
          </tr>
          <tr>
            <th scope="row">half turn</th>
            <td class="number">4</td>
          </tr>
          <tr>
            <th scope="row">two quarter turns</th>
            <td class="number">0</td>
          </tr>
          <tr>
            <th scope="row">four reflections</th>
            <td class="number">0</td>
          </tr>
          <tr class="sum">
            <th scope="row">(92 + 4 + 0) / 8</th>
            <td class="number">12</td>
          </tr>
        </tbody>
      </table>
      <p>
        A reflection never leaves a solution as it is, once N is 2 or more: a queen off its axis and her image would
        stand on one line, and N queens cannot all stand on the axis.
      </p>
      <Try
        links={[
          [link("explore", { n: 8, only: "fundamental" }), "See the 12"],
          [link("explore", { n: 5 }), "All 10 of N = 5"],
        ]}
      />
    </>
  );
}

const CROSS_SIZE = 12;
const FIRST_QUEENS = {
  cross: ["C6", "F1", "G12", "H7"],
  border: ["A8", "D1", "I12", "L5"],
};

/** Four queens on the border and on the middle lines: what they leave. */
function CrossPicture() {
  const [kind, setKind] = useState<keyof typeof FIRST_QUEENS>("border");
  const queens = FIRST_QUEENS[kind].map(square);
  const attacked = (square: Square) => queens.some((queen) => attacks(queen, square));
  const stands = ({ col, row }: Square) => queens.some((queen) => queen.col === col && queen.row === row);
  const open = allSquares(CROSS_SIZE).filter((square) => !attacked(square) && !stands(square));
  const columns = Array.from({ length: CROSS_SIZE }, (_, col) => open.filter((square) => square.col === col).length);
  const inMiddle = columns.slice(4, 8).reduce((sum, count) => sum + count, 0);
  const middle = (line: number) => line === 5 || line === 6;
  const edge = (line: number) => line === 0 || line === 11;
  const first = kind === "cross" ? middle : edge;
  return (
    <Figure caption="A board of 12. Below each column: the squares left in it. A line marks the columns and rows that are filled first.">
      <Choice
        label="First queens"
        value={kind}
        options={{ border: "On the border", cross: "On the middle lines" }}
        onValue={setKind}
      />
      <Picture
        width={CROSS_SIZE * UNIT}
        height={CROSS_SIZE * UNIT + 44}
        class="narrow"
        label={`Queens on ${listed(FIRST_QUEENS[kind])}; squares left by column: ${columns.map((count, col) => `${columnName(col)} ${count}`).join(", ")}`}
      >
        <Field
          size={CROSS_SIZE}
          shade={(square) => (attacked(square) ? "attacked" : stands(square) ? undefined : "good")}
        />
        <path
          class="first-lines"
          d={columns
            .map((_, at) => (at + 0.5) * UNIT)
            .filter((_, at) => first(at))
            .map((at) => `M${at} 0V${CROSS_SIZE * UNIT}M0 ${at}H${CROSS_SIZE * UNIT}`)
            .join("")}
        />
        <Queens size={CROSS_SIZE} queens={queens} />
        {columns.map((count, col) => (
          <text key={col} class="head" x={(col + 0.5) * UNIT} y={CROSS_SIZE * UNIT + 24}>
            {count}
          </text>
        ))}
      </Picture>
      <Said>
        {kind === "border"
          ? `${open.length} of 144 squares are left, ${inMiddle} of them in columns E to H. These are still to be filled when most of the search is done.`
          : `${open.length} of 144 squares are left. E and D come next, with ${columns[4]} and ${columns[3]} squares; the other half begins at I, with ${columns[8]}.`}
      </Said>
    </Figure>
  );
}

/** How many squares a queen attacks from each square. */
function RingsPicture() {
  const count = (queen: Square) => allSquares(CROSS_SIZE).filter((square) => attacks(queen, square)).length;
  const least = count({ col: 0, row: 0 });
  return (
    <Figure caption="How many squares a queen attacks from each square of a board of 12: 33 on the border, 43 in the middle.">
      <Picture
        width={CROSS_SIZE * UNIT}
        height={CROSS_SIZE * UNIT}
        class="narrow"
        label="Squares attacked: 33 on the border, then 35, 37, 39, 41, and 43 on the four central squares"
      >
        <Field
          size={CROSS_SIZE}
          text={count}
          shade={(square) => (count(square) > least ? `ring-${(count(square) - least) / 2}` : undefined)}
        />
      </Picture>
    </Figure>
  );
}

export function Cross() {
  const images = imagesOf(rowsOf("0 0 6 0 0 1 12 7 0 0 0 0"));
  return (
    <>
      <p>
        Which queens should be set first? Published solvers begin at the border of the board. The middle is far better.
        A queen there attacks more.
      </p>
      <RingsPicture />
      <p>
        And what counts is not only how many squares are left but where. Four queens on the border leave the middle open
        to the end. Four on the middle lines cut the board into quarters, and the columns beside them, which are filled
        next, have four or five squares left. Dead ends show early, where there are few of them.
      </p>
      <CrossPicture />
      <h2>One for eight</h2>
      <p>
        So the queens of the middle columns and rows come first, in all ways. Those that are images of each other form a
        class. Only one of a class is searched, and counts as often as it has images. Then the left half is filled from
        the middle outward, then the right half, by <a href={link("learn", {}, "bit-masks")}>bit masks</a>, 8 or 16
        boards in one step.
      </p>
      <Figure caption="A class of the central cross: eight images, one search.">
        <ul class="boards four small">
          {images.map((rows, place) => (
            <li key={place}>
              <SmallBoard
                rows={rows}
                label={`${SYMMETRIES[place]?.[0]}: ${squaresOf(rows).map(squareName).join(" ")}`}
                shaded={({ col, row }) => (col === 5 || col === 6 || row === 5 || row === 6 ? "accent" : undefined)}
              />
            </li>
          ))}
        </ul>
      </Figure>
      <Sizes
        caption="Queens set for each solution found"
        sizes={[14, 15, 16, 17, 18]}
        rows={[
          ["half of the board", ["37.4", "37.5", "38.6", "41.8", "44.6"]],
          ["cross", ["6.8", "7.2", "6.9", "7.9", "7.9"]],
        ]}
      />
      <Code methods={["cross"]} />
      <Try
        links={[
          [link("count", { n: 14, method: "cross" }), "Count N = 14 with it"],
          [link("play", { p: "size:12 given:C6,F1,G12,H7" }), "Finish this cross yourself"],
        ]}
      />
    </>
  );
}

const JOIN_SIZE = 8;
const CUT = JOIN_SIZE / 2;
/** The columns of the lower half; six half-boards there and eight above, six pairs that fit. */
const LOWER = [1, 2, 5, 6];
const UPPER = [0, 3, 4, 7];

/** All ways to fill four rows with queens in these columns. */
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

/** Diagonals that cross the cut, rising ones in the low bits, and those of them that a queen stands on. */
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

/** A diagonal across the cut, from edge to edge. */
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
      caption={`N = 8, a bit for each of the ${CROSSING} diagonals that cross the cut; lower half in columns ${listed(LOWER.map(columnName))}. Of ${lowerHalves.length} × ${upperHalves.length} pairs of half-boards ${pairs} fit. The same for all 70 sets of four columns: 1,760 pairs, of which 92 fit.`}
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
          <p class="note">All pairs, lower half-boards down and upper ones across. Green ones fit:</p>
          <Picture
            width={upperHalves.length * cell}
            height={lowerHalves.length * cell}
            class="pairs"
            label={`Which of the pairs fit: ${pairs} of ${lowerHalves.length * upperHalves.length}`}
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
      <Said kind={common === 0 ? "good" : "bad"}>
        {common === 0
          ? "No diagonal is used on both sides: the two make a solution."
          : `${diagonalsIn(common)} used on both sides: they do not fit.`}
      </Said>
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
      <p>
        Cut the board between two rows. The lower queens use half of the columns, the upper ones the other half. And no
        diagonal that crosses the cut may have queens on both sides. That is all there is to check.
      </p>
      <JoinPicture />
      <p>
        So for every set of columns list the lower half-boards and the upper ones, each as a mask of the diagonals that
        it uses across the cut, and count the pairs without a common bit. Nothing is searched. A list of half-boards is
        long, but about the square root of what a search would walk through.
      </p>
      <p>
        For N = 18 there are 2.1 × 10<sup>11</sup> pairs, so they are tested hundreds at a time. For each 256 upper
        half-boards tables say which of them leave a few diagonals free. Four lookups and three ands give all that one
        lower half-board fits. Symmetry, which the picture leaves out, saves more.
      </p>
      <p>One thread counts N = 18 in 0.83 s and N = 20 in 45 s (AMD EPYC with AVX-512).</p>
      <Code methods={["join"]} />
      <Try
        links={[
          [link("count", { n: 16, method: "join" }), "Count N = 16 with it"],
          [link("count", { n: 16, method: "cross" }), "The same by the cross"],
        ]}
      />
    </>
  );
}
