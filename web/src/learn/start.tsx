/** Where to begin: the problem, backtracking, half of the board. */
import { useState } from "preact/hooks";
import { Board, SmallBoard } from "../board";
import { link } from "../route";
import { type Square, squareName } from "../square";
import { Bars, Code, Figure, grouped, Said, Slider, Try } from "./parts";
import { allSquares, attacks, Field, Picture, rowsOf, squaresOf } from "./pictures";
import { TreePicture } from "./tree";

/** A queen follows the pointer or the keys, and shows the squares that it attacks. */
function AttackBoard() {
  const size = 8;
  const [queen, setQueen] = useState<Square>({ col: 3, row: 3 });
  const follow = (event: Event) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-col]");
    if (cell) {
      setQueen({ col: Number(cell.dataset["col"]), row: Number(cell.dataset["row"]) });
    }
  };
  const attacked = allSquares(size).filter((square) => attacks(queen, square)).length;
  return (
    <Figure caption="Point at a square, tap it, or walk over the board with the arrow keys.">
      <div class="narrow" onPointerOver={follow} onFocusIn={follow}>
        <Board
          size={size}
          label="A queen and the squares she attacks"
          onSquare={setQueen}
          look={(square) =>
            attacks(queen, square)
              ? { marks: ["attacked"] }
              : { queen: square.col === queen.col && square.row === queen.row ? "set" : undefined }
          }
        />
      </div>
      <Said>
        On {squareName(queen)} a queen attacks <b>{attacked}</b> of the other {size * size - 1} squares.
      </Said>
    </Figure>
  );
}

const shadeOf = (rows: (number | null)[]) => (square: Square) =>
  squaresOf(rows).some((queen) => attacks(queen, square)) ? "attacked" : undefined;

const TINY: [rows: string, label: string, words: string][] = [
  ["1 0", "N = 2: a queen on A1 attacks all other squares", "N = 2: nothing is left."],
  ["0 2 0", "N = 3: a queen in the centre attacks all other squares", "N = 3, the centre: nothing is left."],
  ["1 0 0", "N = 3: a queen on A1 leaves B3 and C2", "A corner leaves two squares, and they attack each other."],
  ["2 0 0", "N = 3: a queen on A2 leaves C1 and C3", "So does the middle of a side."],
];

export function Problem() {
  return (
    <>
      <p>
        Set N queens on a board of N rows and N columns so that none attacks another. A queen attacks along her row, her
        column and both diagonals, as far as the board goes. So every column has exactly one queen, and so has every
        row.
      </p>
      <AttackBoard />
      <p>
        At the edge of a board of 8 she attacks 21 squares, on the four squares in the middle 27. That is why{" "}
        <a href={link("learn", {}, "cross")}>a fast method</a> begins there.
      </p>
      <h2>Why 2 and 3 have none</h2>
      <Figure caption="Up to symmetry these are all places of a first queen. For every other N there is a solution.">
        <ul class="boards four">
          {TINY.map(([text, label, words]) => (
            <li key={label}>
              <SmallBoard rows={rowsOf(text)} label={label} shaded={shadeOf(rowsOf(text))} />
              <span>{words}</span>
            </li>
          ))}
        </ul>
      </Figure>
      <h2>A few dates</h2>
      <dl class="dates">
        <dt>1848</dt>
        <dd>
          Max Bezzel asks for eight queens in the <i>Schachzeitung</i> of Berlin, signed only “a friend of chess”.{" "}
          <a href="https://goobi.tib.eu/viewer/fulltext/89768883X/34">Gauss, Werke 12</a>
        </dd>
        <dt>1850</dt>
        <dd>
          Franz Nauck asks again, in the <i>Illustrirte Zeitung</i> of Leipzig. Gauss reads it, and finds 72. In
          September Nauck has all 92.{" "}
          <a href="https://en.wikibooks.org/wiki/Puzzles/Chess_puzzles/Eight_Queens">Wikibooks</a>
        </dd>
        <dt>1971</dt>
        <dd>
          Edsger Dijkstra builds a program for it step by step, and in 1972 once more in <i>Structured Programming</i>.{" "}
          <a href="https://www.cs.utexas.edu/~EWD/ewd03xx/EWD316.PDF">EWD 316</a>
        </dd>
        <dt>2016</dt>
        <dd>
          Thomas Preußer and Matthias Engelhardt count N = 27: 234,907,967,154,122,528. No larger board has been
          counted. <a href="https://oeis.org/A000170">OEIS A000170</a>
        </dd>
      </dl>
      <Try
        links={[
          [link("play", { p: "size:8" }), "Set eight queens yourself"],
          [link("explore", { n: 8 }), "See all 92 solutions"],
          [link("watch", { method: "arrays", n: 4 }), "Watch the search of N = 4"],
        ]}
      />
    </>
  );
}

/** The numbers of the diagonals, which are the indices of the arrays. */
function DiagonalNumbers() {
  const size = 5;
  const at = { col: 1, row: 3 };
  const kinds = [
    { name: "row − column", of: ({ col, row }: Square) => row - col },
    { name: "row + column", of: ({ col, row }: Square) => row + col + 2 },
  ];
  return (
    <Figure caption="Columns count from A = 1. Along a rising diagonal row − column stays the same, along a falling one row + column.">
      <div class="boards two">
        {kinds.map(({ name, of }) => (
          <div key={name}>
            <Picture
              width={size * 48}
              height={size * 48}
              label={`A board of 5 with ${name} on every square; the squares with the number of B4, ${of(at)}, are marked`}
            >
              <Field size={size} text={of} shade={(square) => (of(square) === of(at) ? "accent" : undefined)} />
            </Picture>
            <span>{name}</span>
          </div>
        ))}
      </div>
    </Figure>
  );
}

export function Backtracking() {
  return (
    <>
      <p>
        Go through the columns from left to right. In each, try the rows from the bottom, and set a queen on the first
        square that no other attacks. When a column has no such square, go back: lift the last queen and try her next
        row. This is called backtracking, and it finds every solution once.
      </p>
      <TreePicture size={4} orders={["depth"]} />
      <p>
        How does a program see whether a square is free? Dijkstra's keeps three arrays of yes and no: one for the rows,
        one for the rising diagonals, one for the falling ones. A queen changes one entry in each. Three lookups, and no
        queen needs to be compared with another.
      </p>
      <DiagonalNumbers />
      <p>
        Each queen set is one <i>placement</i>, the measure of all searches here. The plain search needs 2,056
        placements for the 92 solutions of N = 8, and 1,141,190,302 for N = 16.
      </p>
      <Code methods={["arrays"]} />
      <Try
        links={[
          [link("watch", { method: "arrays", n: 6, step: 40 }), "Watch it on a board of 6"],
          [link("watch", { method: "arrays", with: "bitmask", n: 8 }), "Beside bit masks"],
        ]}
      />
    </>
  );
}

/** Solutions by the row of the queen in column A, for half of the column and the middle; counted by `bitmask`. */
const BY_FIRST: Record<number, number[]> = {
  4: [0, 1],
  5: [2, 2, 2],
  6: [0, 1, 1],
  7: [4, 7, 6, 6],
  8: [4, 8, 16, 18],
  9: [28, 30, 47, 44, 54],
  10: [64, 48, 65, 93, 92],
  11: [96, 219, 209, 295, 346, 350],
  12: [500, 806, 1165, 1359, 1631, 1639],
};

function FirstQueens() {
  const [size, setSize] = useState(8);
  const half = BY_FIRST[size] ?? [];
  const rows = Array.from({ length: size }, (_, row) => size - 1 - row);
  const bars = rows.map((row) => ({
    name: `A${row + 1}`,
    value: half[Math.min(row, size - 1 - row)] ?? 0,
    kind: row > (size - 1) / 2 ? ("pale" as const) : row === (size - 1) / 2 ? undefined : ("accent" as const),
  }));
  const lower = bars.filter(({ kind }) => kind === "accent").reduce((sum, { value }) => sum + value, 0);
  const middle = bars.find(({ kind }) => kind === undefined)?.value ?? 0;
  return (
    <Figure caption="Solutions by the place of the first queen. What is pale is the mirror image of what is dark, and need not be searched.">
      <Slider label="Size" value={size} least={4} most={12} text={`N = ${size}`} onValue={setSize} />
      <Bars bars={bars} label={`Solutions of N = ${size} by the first queen`} />
      <Said>
        2 × {grouped(lower)}
        {middle > 0 && ` + ${grouped(middle)}`} = <b>{grouped(2 * lower + middle)}</b> solutions
      </Said>
    </Figure>
  );
}

export function Half() {
  const rows = rowsOf("1 5 8 6 3 7 2 4");
  const mirrored = rows.map((row) => (row === null ? null : 7 - row));
  const lower = ({ col, row }: Square) => (col === 0 && row < 4 ? "accent" : undefined);
  return (
    <>
      <p>
        Turn a solution upside down, and it is a solution again. A queen in the lower half of column A goes to the upper
        half. So it is enough to search the lower half, and to count every solution twice.
      </p>
      <Figure caption="A solution that is found, and its mirror image that need not be searched.">
        <div class="boards two">
          <SmallBoard rows={rows} label="A solution of 8 with a queen on A1: 1 5 8 6 3 7 2 4" shaded={lower} />
          <SmallBoard rows={mirrored} label="Its mirror image with a queen on A8: 8 4 1 3 6 2 7 5" shaded={lower} />
        </div>
      </Figure>
      <FirstQueens />
      <h2>The middle row</h2>
      <p>
        When N is odd, the first queen may stand on the middle row, which is its own mirror image. There are two ways
        on. Either keep the <i>second</i> queen to the lower half: then the placements are exactly half of the plain
        search's, rounded up. Or search the middle whole and count its solutions once, as John Hurst's programs do:
        4,703 placements for N = 9 instead of 4,197.
      </p>
      <Code methods={["arrays-half", "bitmask-half", "bitset-half"]} />
      <Try
        links={[
          [link("watch", { method: "arrays-half", with: "arrays", n: 6 }), "Watch half beside the whole"],
          [link("watch", { method: "bitset-half", n: 5 }), "Watch the middle row of N = 5"],
        ]}
      />
    </>
  );
}
