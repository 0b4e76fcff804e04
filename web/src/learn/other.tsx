/** Learn: breadth-first search, tiles, dancing links. */
import { useState } from "preact/hooks";
import { Board } from "../board";
import { link } from "../route";
import { columnName, type Square, squareName } from "../square";
import { Code, Figure, Message, Slider, Try } from "./parts";
import { allSquares, attacks, Field, Picture, UNIT } from "./pictures";
import { Screen } from "./screen";
import { Fewer, FewestSquares } from "./tasks/methods";
import { NextBoard } from "./tasks/search";
import { TreePicture } from "./tree";

/** The columns for N = 8 in the order in which `breadth` fills them. */
const TRACKS = [3, 5, 1, 7, 4, 6, 2, 0];

export function BreadthFirst() {
  return (
    <>
      <Screen>
        <p>
          Backtracking is a <i>depth-first</i> search: it follows one branch of the search tree to its end before it
          starts the next. A <i>breadth-first</i> search visits all boards with one queen, then all boards with two
          queens, and so on.
        </p>
        <p>
          The boards wait in a <i>queue</i>. The search takes the first board out of the queue, places the next queen in
          every possible way, and adds the new boards at the end of the queue.
        </p>
        <TreePicture size={4} orders={["breadth", "depth"]} />
      </Screen>
      <Screen>
        <NextBoard />
      </Screen>
      <Screen title="The order of the columns">
        <p>
          The method <code>breadth</code> follows a program by Ben Third. With each board it stores the free rows of
          every column, and it drops a board as soon as a column has no free row. It fills every second column first,
          from the middle outward, and then the others in the same way.
        </p>
        <Figure caption="The order of the columns for N = 8: D, F, B, H, then E, G, C, A.">
          <Picture
            width={8 * UNIT}
            height={2 * UNIT}
            class="tracks"
            label={`Columns in order: ${TRACKS.map(columnName).join(" ")}`}
          >
            {TRACKS.map((col, place) => (
              <g key={col} class={`cell ${place < 4 ? "on" : "open"}`}>
                <text class="head" x={col * UNIT + 24} y="20">
                  {columnName(col)}
                </text>
                <rect x={col * UNIT + 1} y={UNIT - 8} width={UNIT - 2} height={UNIT} rx="6" />
                <text x={col * UNIT + 24} y={UNIT + 16}>
                  {place + 1}
                </text>
              </g>
            ))}
          </Picture>
        </Figure>
      </Screen>
      <Screen title="The price is memory">
        <p>
          For N = 8, <code>breadth</code> needs 1,866 placements instead of 2,056. But up to 351 boards wait in its
          queue. The queue grows quickly: 13 MB for N = 12, 174 MB for N = 14 and 1.5 GB for N = 15. A depth-first
          search stores only one row per column.
        </p>
      </Screen>
      <Screen>
        <Code methods={["breadth"]} />
      </Screen>
      <Try
        links={[
          [link("watch", { method: "breadth", n: 6 }), "Watch the queue grow"],
          [link("watch", { method: "breadth", with: "arrays", n: 5 }), "Compare breadth-first with depth-first"],
        ]}
      />
    </>
  );
}

function TilesPicture() {
  const size = 8;
  const [queen, setQueen] = useState(6);
  return (
    <Figure caption="The squares where queen i may be placed: row i and column i, numbered from 0.">
      <Slider label="Queen" value={queen} most={size - 1} text={`${queen}`} onValue={setQueen} />
      <Picture
        width={size * UNIT}
        height={size * UNIT}
        class="narrow"
        label={`Queen ${queen} may be placed in row ${queen + 1} and in column ${columnName(queen)}`}
      >
        <Field
          size={size}
          shade={({ col, row }) => (col === queen || row === queen ? "accent" : undefined)}
          text={({ col, row }) => (col === row ? col : undefined)}
        />
      </Picture>
    </Figure>
  );
}

export function Tiles() {
  return (
    <>
      <Screen>
        <p>
          In most methods, each queen belongs to one column. Ben Third's program eightQueens gives its queens more
          freedom: queen 3 may be placed on any square (“tile”) of row 3 <i>or</i> of column 3.
        </p>
        <p>
          So the same solution can be reached in several ways, with different queens on its squares. The program has to
          notice this and drop duplicates.
        </p>
        <TilesPicture />
      </Screen>
      <Screen title="The next queen">
        <p>
          The queen with the fewest free tiles is placed next. If a queen has no free tile, this is noticed at once. If
          several queens have equally few tiles, the program also compares the tiles of their neighbours. For N = 8, it
          starts with queen 6. Boards wait in a queue, as in{" "}
          <a href={link("learn", {}, "breadth-first")}>breadth-first search</a>.
        </p>
      </Screen>
      <Screen>
        <Fewer />
      </Screen>
      <Screen title="More freedom does not help">
        <p>
          For N = 8, the program finds a solution 256 times: 92 different ones and 164 duplicates. It needs 6,401
          placements, and backtracking needs only 2,056.
        </p>
      </Screen>
      <Screen>
        <Code methods={["tiles"]} />
      </Screen>
      <Try
        links={[
          [link("watch", { method: "tiles", n: 5 }), "Watch it find duplicates"],
          [link("watch", { method: "tiles", with: "breadth", n: 6 }), "Compare tiles with breadth"],
        ]}
      />
    </>
  );
}

interface Line {
  name: string;
  /** Whether it must contain a queen. */
  must: boolean;
  has(square: Square): boolean;
}

const SIZE = 4;

/** The lines to cover. Columns and rows alternate, in the order of the method. */
const LINES: Line[] = [
  ...Array.from({ length: SIZE }, (_, at): Line[] => [
    { name: `column ${columnName(at)}`, must: true, has: ({ col }) => col === at },
    { name: `row ${at + 1}`, must: true, has: ({ row }) => row === at },
  ]).flat(),
  ...Array.from({ length: 2 * SIZE - 1 }, (_, at) => ({
    name: `rising ${at + 1}`,
    must: false,
    has: ({ col, row }: Square) => row - col + SIZE - 1 === at,
  })),
  ...Array.from({ length: 2 * SIZE - 1 }, (_, at) => ({
    name: `falling ${at + 1}`,
    must: false,
    has: ({ col, row }: Square) => row + col === at,
  })),
];

const same = (one: Square, other: Square) => one.col === other.col && one.row === other.row;

/** The table of an exact cover. Placing a queen removes lines and squares. */
function CoverPicture() {
  const [queens, setQueens] = useState<Square[]>([]);
  const squares = allSquares(SIZE);
  const stands = (square: Square) => queens.some((queen) => same(queen, square));
  const gone = (square: Square) => queens.some((queen) => attacks(queen, square));
  const open = squares.filter((square) => !stands(square) && !gone(square));
  const covered = (line: Line) => queens.some((queen) => line.has(queen));
  const left = LINES.filter((line) => line.must && !covered(line)).map((line) => ({
    name: line.name,
    count: open.filter((square) => line.has(square)).length,
  }));
  const fewest = left.reduce<(typeof left)[number] | undefined>(
    (best, line) => (!best || line.count < best.count ? line : best),
    undefined,
  );
  const choose = (square: Square) => {
    if (stands(square)) {
      setQueens(queens.filter((queen) => !same(queen, square)));
    } else if (!gone(square)) {
      setQueens([...queens, square]);
    }
  };
  const [label, head, wide, high] = [108, 34, 27, 23];
  const text = !fewest
    ? "All columns and rows are covered: a solution."
    : fewest.count === 0
      ? `A dead end: ${fewest.name} has no free square.`
      : `Of all columns and rows, ${fewest.name} has the fewest free squares (${fewest.count}). It is covered next.`;
  return (
    <Figure caption="Each square covers four lines: a column, a row and two diagonals. Place queens on the small board. The lines of each queen are covered, and all other squares on these lines are removed.">
      <div class="side cover">
        <div class="stack">
          <Board
            size={SIZE}
            label="A board of size 4 to place queens on"
            onSquare={choose}
            look={(square) => (stands(square) ? { queen: "set" } : gone(square) ? { marks: ["attacked"] } : {})}
          />
          <button type="button" disabled={queens.length === 0} onClick={() => setQueens([])}>
            Remove all queens
          </button>
        </div>
        <Picture
          width={label + 16 * wide}
          height={head + LINES.length * high + 4}
          class="matrix"
          label={`22 lines and 16 squares: ${open.length} squares free, ${LINES.filter(covered).length} lines covered`}
        >
          {squares.map((square, place) => (
            <text
              key={place}
              class={`head ${stands(square) ? "chosen" : gone(square) ? "later" : ""}`}
              x={label + (place + 0.5) * wide}
              y="16"
            >
              {squareName(square)}
            </text>
          ))}
          {LINES.map((line, place) => (
            <g key={line.name} class={covered(line) ? "covered" : line.must ? "must" : ""}>
              <rect x="0" y={head + place * high} width={label + 16 * wide} height={high - 2} rx="4" />
              <text class="name" x="8" y={head + (place + 0.5) * high}>
                {line.name}
              </text>
            </g>
          ))}
          {squares.map((square, col) =>
            LINES.map((line, row) =>
              line.has(square) ? (
                <circle
                  key={`${col} ${row}`}
                  class={stands(square) ? "chosen" : gone(square) ? "later" : "dot"}
                  cx={label + (col + 0.5) * wide}
                  cy={head + (row + 0.5) * high - 1}
                  r="6.5"
                />
              ) : null,
            ),
          )}
        </Picture>
      </div>
      <Message kind={!fewest ? "good" : fewest.count === 0 ? "bad" : undefined}>{text}</Message>
    </Figure>
  );
}

/** One square of a linked list, removed and restored. */
function LinksPicture() {
  const [out, setOut] = useState(false);
  const names = ["B4", "C4", "D4"];
  const y = 66;
  const x = (place: number) => 60 + place * 150;
  const edge = (from: number, to: number) => x(from) + (to > from ? 36 : -36);
  const links: [from: number, to: number][] = [
    [0, 1],
    [1, 2],
    [2, 1],
    [1, 0],
  ];
  return (
    <Figure caption="When C4 is removed, its neighbours point to each other. C4 still points to them (dashed), so it can be restored in one step.">
      <Picture
        width={420}
        height={100}
        class="links"
        label={out ? "B4 and D4 point to each other and skip C4" : "B4, C4 and D4 are linked in both directions"}
      >
        {links
          .filter(([from]) => !out || from === 1)
          .map(([from, to]) => {
            const way = to > from ? 1 : -1;
            const at = y - 9 * way;
            return (
              <g key={`${from} ${to}`} class={out ? "link own" : "link"}>
                <path d={`M${edge(from, to)} ${at}H${edge(to, from) - 6 * way}`} />
                <path class="tip" d={`M${edge(to, from) - way} ${at}l${-9 * way} -5v10z`} />
              </g>
            );
          })}
        {out && (
          <g class="link past">
            <path d={`M${x(0)} ${y - 32}C${x(0) + 30} 6 ${x(2) - 30} 6 ${x(2)} ${y - 32}`} />
            <path class="tip" d={`M${x(2) + 3} ${y - 24}l-11 -6l9 -7z`} />
            <path class="tip" d={`M${x(0) - 3} ${y - 24}l11 -6l-9 -7z`} />
          </g>
        )}
        {names.map((name, place) => (
          <g key={name} class={out && place === 1 ? "cell" : "cell on"}>
            <rect x={x(place) - 34} y={y - 22} width="68" height="44" rx="8" />
            <text x={x(place)} y={y + 1}>
              {name}
            </text>
          </g>
        ))}
      </Picture>
      <div class="controls centred">
        <button type="button" onClick={() => setOut(!out)}>
          {out ? "Restore C4" : "Remove C4"}
        </button>
      </div>
    </Figure>
  );
}

export function DancingLinks() {
  return (
    <>
      <Screen>
        <p>
          The problem can be described in another way: choose squares so that every column and every row is covered
          exactly once, and every diagonal at most once. This is an <i>exact cover</i> problem. Donald Knuth's algorithm
          for such problems is called <i>dancing links</i>.
        </p>
        <p>
          It does not go from left to right. The column or row with the fewest free squares comes next, so a column or
          row without a free square is noticed immediately.
        </p>
        <CoverPicture />
      </Screen>
      <Screen>
        <FewestSquares />
      </Screen>
      <Screen title="Why the links dance">
        <p>
          The squares of each line are stored in a list in which each element points to its two neighbours. When a queen
          covers a line, squares are removed from the lists of other lines. When the queen is removed, the squares are
          restored in reverse order.
        </p>
        <LinksPicture />
      </Screen>
      <Screen title="Few placements, but expensive ones">
        <p>
          Before each placement, the algorithm looks at all columns and rows. So each placement takes long, but few are
          needed: 8,943,950 for N = 14, about a third of those of backtracking. The total time is similar.
        </p>
        <p>
          The rule is most useful if queens are given or squares are closed, because then some lines are much more
          difficult than others. The solver of the Play section uses a similar rule.
        </p>
      </Screen>
      <Screen>
        <Code methods={["dancing-links"]} />
      </Screen>
      <Try
        links={[
          [link("watch", { method: "dancing-links", n: 6 }), "Watch it choose lines"],
          [link("watch", { method: "dancing-links", with: "arrays", n: 8 }), "Compare with three arrays"],
        ]}
      />
    </>
  );
}
