/** Learn: the problem, backtracking, half-board search. */
import { useState } from "preact/hooks";
import { Board, SmallBoard } from "../board";
import { link } from "../route";
import { type Square, squareName } from "../square";
import { Bars, Code, Figure, grouped, Message, Slider, Try } from "./parts";
import { allSquares, attacks, Field, Picture, rowsOf, squaresOf } from "./pictures";
import { Screen } from "./screen";
import { CountAttacked, PlaceQueens } from "./tasks/problem";
import { DeadEnd, NextMove } from "./tasks/search";
import { FindMirror, FirstQueen } from "./tasks/symmetry";
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
    <Figure
      caption={
        <>
          <span class="for-mouse">Point at a square, or use the arrow keys.</span>
          <span class="for-touch">Tap a square.</span>
        </>
      }
    >
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
      <Screen>
        <p>
          Place N queens on a board of N rows and N columns so that no queen attacks another. A queen attacks all
          squares in its row, in its column and on its two diagonals.
        </p>
        <p>
          Columns have letters from the left, rows have numbers from the bottom: A1 is the lower left corner. The usual
          chessboard has N = 8.
        </p>
        <AttackBoard />
      </Screen>
      <Screen>
        <CountAttacked />
      </Screen>
      <Screen title="One queen per row and column">
        <p>
          Two queens in the same row would attack each other, so every row has at most one queen. There are as many
          queens as rows, so every row has exactly one. The same is true for columns.
        </p>
        <PlaceQueens />
      </Screen>
      <Screen title="Why N = 2 and 3 have no solution">
        <Figure caption="Every other position of the first queen is a rotation of one of these. Boards of all other sizes have solutions.">
          <ul class="boards four">
            {TINY.map(([text, label, words]) => (
              <li key={label}>
                <SmallBoard rows={rowsOf(text)} label={label} shaded={shadeOf(rowsOf(text))} />
                <span>{words.replaceAll(" = ", "\u00a0=\u00a0")}</span>
              </li>
            ))}
          </ul>
        </Figure>
      </Screen>
      <Screen title="History">
        <dl class="dates">
          <dt>1848</dt>
          <dd>
            Max Bezzel publishes the problem of eight queens in the Berlin <i>Schachzeitung</i>, a chess journal.{" "}
            <a href="https://goobi.tib.eu/viewer/fulltext/89768883X/34">Gauss, Werke 12</a>
          </dd>
          <dt>1850</dt>
          <dd>
            Franz Nauck publishes it again, in the Leipzig <i>Illustrirte Zeitung</i>. The mathematician Carl Friedrich
            Gauss reads it and finds 72 solutions. In September, Nauck publishes all 92.{" "}
            <a href="https://en.wikibooks.org/wiki/Puzzles/Chess_puzzles/Eight_Queens">Wikibooks</a>
          </dd>
          <dt>1971</dt>
          <dd>
            Edsger Dijkstra uses it to show how a program is developed step by step.{" "}
            <a href="https://www.cs.utexas.edu/~EWD/ewd03xx/EWD316.PDF">EWD 316</a>
          </dd>
          <dt>2016</dt>
          <dd>
            Thomas Preußer and Matthias Engelhardt count the solutions for N = 27: 234,907,967,154,122,528. No larger
            board has been counted. <a href="https://oeis.org/A000170">OEIS A000170</a>
          </dd>
        </dl>
      </Screen>
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
      <Screen>
        <p>
          Go through the columns from left to right. In each column, try the rows from the bottom and place a queen on
          the first square that is not attacked.
        </p>
        <p>
          A column without such a square is a <i>dead end</i>. Then go back: remove the last queen and try the next rows
          for it. This is called <i>backtracking</i>. After a solution, go back in the same way. So the search finds
          every solution exactly once.
        </p>
        <TreePicture size={4} orders={["depth"]} />
      </Screen>
      <Screen>
        <NextMove />
      </Screen>
      <Screen>
        <DeadEnd />
      </Screen>
      <Screen title="Which squares are free?">
        <p>
          A program must find out quickly whether a square is attacked. Edsger Dijkstra's program of 1971 has three
          arrays of true and false values: one entry for each row, for each rising diagonal and for each falling
          diagonal. Placing a queen changes one entry in each array. To test a square, the program looks at three
          entries. It never compares queens with each other.
        </p>
        <DiagonalNumbers />
      </Screen>
      <Screen title="Measuring the work">
        <p>
          Each time that a search puts a queen on the board, this is one <i>placement</i>. The lessons compare searches
          by the number of their placements. To find the 92 solutions for N = 8, backtracking needs 2,056 placements.
          For N = 16, it needs 1,141,190,302.
        </p>
      </Screen>
      <Screen>
        <Code methods={["arrays"]} />
      </Screen>
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
      <Screen>
        <p>
          Exchange the top and the bottom of a solution. The result, its <i>mirror image</i>, is also a solution. A
          queen in the lower half of column A moves to the upper half.
        </p>
        <p>
          So a program only needs to search with the first queen in the lower half. It counts every solution twice: once
          for itself and once for its mirror image.
        </p>
        <Figure caption="A solution that is found, and its mirror image, which does not need to be searched.">
          <div class="boards two">
            <SmallBoard rows={rows} label="A solution for N = 8 with a queen on A1: 1 5 8 6 3 7 2 4" shaded={lower} />
            <SmallBoard rows={mirrored} label="Its mirror image with a queen on A8: 8 4 1 3 6 2 7 5" shaded={lower} />
          </div>
        </Figure>
      </Screen>
      <Screen>
        <FindMirror />
      </Screen>
      <Screen title="Solutions by first queen">
        <FirstQueens />
      </Screen>
      <Screen>
        <FirstQueen />
      </Screen>
      <Screen title="The middle row">
        <p>
          If N is odd, the first queen can also be in the middle row. The mirror image leaves it there, so these
          solutions would be found twice. There are two ways to handle this:
        </p>
        <ul>
          <li>
            Keep the <i>second</i> queen in the lower half. This needs exactly half of the placements of the full
            search, rounded up: 4,197 for N = 9.
          </li>
          <li>
            Search the middle row completely and count its solutions once, as the programs of John Hurst do. This needs
            4,703 placements for N = 9.
          </li>
        </ul>
      </Screen>
      <Screen>
        <Code methods={["arrays-half", "bitmask-half", "bitset-half"]} />
      </Screen>
      <Try
        links={[
          [link("watch", { method: "arrays-half", with: "arrays", n: 6 }), "Compare half with the whole board"],
          [link("watch", { method: "bitset-half", n: 5 }), "Watch the middle row for N = 5"],
        ]}
      />
    </>
  );
}
