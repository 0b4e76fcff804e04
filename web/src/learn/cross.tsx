/** Learn: the central cross. */
import { useState } from "preact/hooks";
import { SmallBoard } from "../board";
import { link } from "../route";
import { columnName, type Square, square, squareName } from "../square";
import { Choice, Code, Figure, listed, Said, Sizes, Try } from "./parts";
import { allSquares, attacks, Field, Picture, Queens, rowsOf, squaresOf, UNIT } from "./pictures";
import { imagesOf, SYMMETRIES } from "./symmetry";

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
