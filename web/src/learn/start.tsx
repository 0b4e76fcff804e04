/** Learn: the problem, backtracking, half-board search. */
import { useState } from "preact/hooks";
import { Board, SmallBoard } from "../board";
import { link } from "../route";
import { type Square, squareName } from "../square";
import { Bars, Code, Figure, grouped, Message, Slider, Try } from "./parts";
import { allSquares, attacks, Field, Picture, rowsOf, squaresOf } from "./pictures";
import { TreePicture } from "./tree";

/** A queen that follows the pointer or the keys, and the squares that it attacks. */
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
    <Figure caption="Point at a square, tap it, or use the arrow keys.">
      <div class="narrow" onPointerOver={follow} onFocusIn={follow}>
        <Board
          size={size}
          label="A queen and the squares that it attacks"
          onSquare={setQueen}
          look={(square) =>
            attacks(queen, square)
              ? { marks: ["attacked"] }
              : { queen: square.col === queen.col && square.row === queen.row ? "set" : undefined }
          }
        />
      </div>
      <Message>
        On {squareName(queen)}, a queen attacks <b>{attacked}</b> of the other {size * size - 1} squares.
      </Message>
    </Figure>
  );
}

const shadeOf = (rows: (number | null)[]) => (square: Square) =>
  squaresOf(rows).some((queen) => attacks(queen, square)) ? "attacked" : undefined;

const TINY: [rows: string, label: string, words: string][] = [
  ["1 0", "N = 2: a queen on A1 attacks all other squares", "N = 2: no square is left."],
  ["0 2 0", "N = 3: a queen in the centre attacks all other squares", "N = 3, centre: no square is left."],
  [
    "1 0 0",
    "N = 3: a queen on A1 leaves B3 and C2",
    "N = 3, corner: two squares are left, but they attack each other.",
  ],
  ["2 0 0", "N = 3: a queen on A2 leaves C1 and C3", "N = 3, middle of a side: the same."],
];

export function Problem() {
  return (
    <>
      <p>
        Place N queens on a board of N rows and N columns so that no queen attacks another. A queen attacks all squares
        in its row, its column and its two diagonals. So every row and every column must contain exactly one queen.
      </p>
      <AttackBoard />
      <p>
        On a board of size 8, a queen at the edge attacks 21 squares. A queen on one of the four central squares attacks
        27. That is why <a href={link("learn", {}, "cross")}>a fast method</a> starts in the middle.
      </p>
      <h2>Why N = 2 and 3 have no solution</h2>
      <Figure caption="These are all positions of a first queen, up to rotation and reflection. Every other N has a solution.">
        <ul class="boards four">
          {TINY.map(([text, label, words]) => (
            <li key={label}>
              <SmallBoard rows={rowsOf(text)} label={label} shaded={shadeOf(rowsOf(text))} />
              <span>{words}</span>
            </li>
          ))}
        </ul>
      </Figure>
      <h2>History</h2>
      <dl class="dates">
        <dt>1848</dt>
        <dd>
          Max Bezzel publishes the problem of eight queens in the Berlin <i>Schachzeitung</i>, signed “a friend of
          chess”. <a href="https://goobi.tib.eu/viewer/fulltext/89768883X/34">Gauss, Werke 12</a>
        </dd>
        <dt>1850</dt>
        <dd>
          Franz Nauck publishes it again, in the Leipzig <i>Illustrirte Zeitung</i>. Gauss reads it and finds 72
          solutions. In September, Nauck publishes all 92.{" "}
          <a href="https://en.wikibooks.org/wiki/Puzzles/Chess_puzzles/Eight_Queens">Wikibooks</a>
        </dd>
        <dt>1971</dt>
        <dd>
          Edsger Dijkstra develops a program for it step by step, and again in <i>Structured Programming</i> (1972).{" "}
          <a href="https://www.cs.utexas.edu/~EWD/ewd03xx/EWD316.PDF">EWD 316</a>
        </dd>
        <dt>2016</dt>
        <dd>
          Thomas Preußer and Matthias Engelhardt count N = 27: 234,907,967,154,122,528 solutions. No larger board has
          been counted. <a href="https://oeis.org/A000170">OEIS A000170</a>
        </dd>
      </dl>
      <Try
        links={[
          [link("play", { p: "size:8" }), "Place eight queens yourself"],
          [link("explore", { n: 8 }), "See all 92 solutions"],
          [link("watch", { method: "arrays", n: 4 }), "Watch the search for N = 4"],
        ]}
      />
    </>
  );
}

/** The numbers of the diagonals, which index the arrays. */
function DiagonalNumbers() {
  const size = 5;
  const at = { col: 1, row: 3 };
  const kinds = [
    { name: "row − column", of: ({ col, row }: Square) => row - col },
    { name: "row + column", of: ({ col, row }: Square) => row + col + 2 },
  ];
  return (
    <Figure caption="Columns are numbered from A = 1. On a rising diagonal, row − column is constant. On a falling diagonal, row + column is constant.">
      <div class="boards two">
        {kinds.map(({ name, of }) => (
          <div key={name}>
            <Picture
              width={size * 48}
              height={size * 48}
              label={`A board of size 5 with ${name} on every square; the squares with the same number as B4, ${of(at)}, are marked`}
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
        Go through the columns from left to right. In each column, try the rows from the bottom and place a queen on the
        first square that is not attacked. If a column has no such square, or after a solution, go back: remove the last
        queen and try the next row for it. This is called <i>backtracking</i>. It finds every solution exactly once.
      </p>
      <TreePicture size={4} orders={["depth"]} />
      <p>
        How does a program know whether a square is free? Dijkstra's program keeps three arrays of Boolean values: one
        for the rows, one for the rising diagonals and one for the falling diagonals. Each queen changes one entry in
        each array. So three lookups are enough, and queens are never compared with each other.
      </p>
      <DiagonalNumbers />
      <p>
        Each queen that a search places is one <i>placement</i>. These pages use the number of placements to compare
        searches. Backtracking needs 2,056 placements to find the 92 solutions for N = 8, and 1,141,190,302 for N = 16.
      </p>
      <Code methods={["arrays"]} />
      <Try
        links={[
          [link("watch", { method: "arrays", n: 6, step: 40 }), "Watch it on a board of size 6"],
          [link("watch", { method: "arrays", with: "bitmask", n: 8 }), "Compare arrays with bit masks"],
        ]}
      />
    </>
  );
}

/** Solutions by the row of the first queen, for the lower half of column A and the middle row; counted by `bitmask`. */
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
    <Figure caption="Solutions by the row of the first queen. Pale bars are the mirror images of dark bars and do not need to be searched.">
      <Slider label="Size" value={size} least={4} most={12} text={`N = ${size}`} onValue={setSize} />
      <Bars bars={bars} label={`Solutions for N = ${size} by the row of the first queen`} />
      <Message>
        2 × {grouped(lower)}
        {middle > 0 && ` + ${grouped(middle)}`} = <b>{grouped(2 * lower + middle)}</b> solutions
      </Message>
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
        The mirror image of a solution, with top and bottom exchanged, is also a solution. A queen in the lower half of
        column A moves to the upper half. So it is enough to search with the first queen in the lower half and to count
        every solution twice.
      </p>
      <Figure caption="A solution that is found, and its mirror image, which does not need to be searched.">
        <div class="boards two">
          <SmallBoard rows={rows} label="A solution for N = 8 with a queen on A1: 1 5 8 6 3 7 2 4" shaded={lower} />
          <SmallBoard rows={mirrored} label="Its mirror image with a queen on A8: 8 4 1 3 6 2 7 5" shaded={lower} />
        </div>
      </Figure>
      <FirstQueens />
      <h2>The middle row</h2>
      <p>
        If N is odd, the first queen may be in the middle row, which is its own mirror image. There are two ways to
        handle this. The first way keeps the <i>second</i> queen in the lower half. The placements are then exactly half
        of those of the full search, rounded up. The second way searches the middle row completely and counts its
        solutions once, as John Hurst's programs do. For N = 9, the first way needs 4,197 placements and the second
        4,703.
      </p>
      <Code methods={["arrays-half", "bitmask-half", "bitset-half"]} />
      <Try
        links={[
          [link("watch", { method: "arrays-half", with: "arrays", n: 6 }), "Compare half with the whole board"],
          [link("watch", { method: "bitset-half", n: 5 }), "Watch the middle row for N = 5"],
        ]}
      />
    </>
  );
}
