/** Learn: the central cross. */
import { useState } from "preact/hooks";
import { SmallBoard } from "../board";
import { link } from "../route";
import { columnName, type Square, square, squareName } from "../square";
import { Choice, Code, Figure, listed, Message, Sizes, Try } from "./parts";
import { allSquares, attacks, Field, Picture, Queens, rowsOf, squaresOf, UNIT } from "./pictures";
import { Screen } from "./screen";
import { imagesOf, SYMMETRIES } from "./symmetry";
import { Strongest } from "./tasks/engines";

const CROSS_SIZE = 12;
const FIRST_QUEENS = {
  cross: ["C6", "F1", "G12", "H7"],
  border: ["A8", "D1", "I12", "L5"],
};

/** The squares that four queens leave free: queens on the border, or on the middle lines. */
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
    <Figure caption="A board of size 12. The number below each column is the number of its free squares. Lines mark the columns and rows that are filled first.">
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
        label={`Queens on ${listed(FIRST_QUEENS[kind])}; free squares by column: ${columns.map((count, col) => `${columnName(col)} ${count}`).join(", ")}`}
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
      <Message>
        {kind === "border"
          ? `${open.length} of 144 squares are free, ${inMiddle} of them in columns E to H. These columns are filled last, so dead ends there are found late.`
          : `${open.length} of 144 squares are free. Columns E and D are filled next, with ${columns[4]} and ${columns[3]} free squares. The other half starts with column I, which has ${columns[8]}.`}
      </Message>
    </Figure>
  );
}

/** The number of squares that a queen attacks, for each square. */
function RingsPicture() {
  const count = (queen: Square) => allSquares(CROSS_SIZE).filter((square) => attacks(queen, square)).length;
  const least = count({ col: 0, row: 0 });
  return (
    <Figure caption="The number of squares that a queen attacks, for each square of a board of size 12: 33 on the border, 43 in the middle.">
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
      <Screen>
        <p>
          Which queens should be placed first? The published solvers that we know start at the border of the board.
          Starting in the middle is much better, because a queen there attacks more squares.
        </p>
        <RingsPicture />
      </Screen>
      <Screen>
        <Strongest />
      </Screen>
      <Screen title="Free squares in the right place">
        <p>
          It also matters where the free squares are. Four queens on the border leave the middle free until the end.
          Four queens on the <i>middle lines</i>, the two middle columns and the two middle rows, leave only four or
          five free squares in the columns next to them. These are filled next, so dead ends are found early.
        </p>
        <CrossPicture />
      </Screen>
      <Screen title="One search for eight boards">
        <p>
          The method <code>cross</code> places the queens of the middle lines first, in every possible way. Many of
          these arrangements are <a href={link("learn", {}, "symmetry")}>images</a> of each other. Only one of them is
          searched, and its solutions count once for each different image.
        </p>
        <Figure caption="Eight images of the same arrangement on the middle lines, but only one search.">
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
      </Screen>
      <Screen title="Filling the rest">
        <p>
          Then the method fills the left half from the middle outward, and after it the right half, with{" "}
          <a href={link("learn", {}, "bit-masks")}>bit masks</a>. Modern processors have <i>vector instructions</i>,
          which do the same operation on several numbers at once. With them, the method fills a column on 4, 8 or 16
          boards in one step. In the browser it fills one.
        </p>
        <Sizes
          caption="Placements per solution"
          sizes={[14, 15, 16, 17, 18]}
          rows={[
            ["half-board", ["37.4", "37.5", "38.6", "41.8", "44.6"]],
            ["cross", ["6.8", "7.2", "6.9", "7.9", "7.9"]],
          ]}
        />
      </Screen>
      <Screen>
        <Code methods={["cross"]} />
      </Screen>
      <Try
        links={[
          [link("count", { n: 14, method: "cross" }), "Count N = 14 with cross"],
          [link("play", { p: "size:12 given:C6,F1,G12,H7" }), "Complete this board yourself"],
        ]}
      />
    </>
  );
}
