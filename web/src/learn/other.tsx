/** Other ways to walk: breadth first, tiles, dancing links. */
import { useState } from "preact/hooks";
import { Board } from "../board";
import { link } from "../route";
import { columnName, type Square, squareName } from "../square";
import { Code, Figure, Said, Slider, Try } from "./parts";
import { allSquares, attacks, Field, Picture, UNIT } from "./pictures";
import { TreePicture } from "./tree";

/** The columns of N = 8 in the order in which `breadth` fills them. */
const TRACKS = [3, 5, 1, 7, 4, 6, 2, 0];

export function BreadthFirst() {
  return (
    <>
      <p>
        Backtracking goes down one branch to its end before it looks at the next. Breadth first takes all boards with
        one queen, then all with two, and so on. Boards wait in a queue: the first is taken out, and what comes of it
        joins at the end.
      </p>
      <TreePicture size={4} orders={["breadth", "depth"]} />
      <p>
        Ben Third's search keeps for each board the rows left to every column, and drops a board as soon as a column has
        none. It fills columns in two tracks, every other column, from the middle outward.
      </p>
      <Figure caption="The order of the columns for N = 8: D F B H, then E G C A.">
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
      <p>
        For N = 8 that is 1,866 placements instead of 2,056, with at most 351 boards waiting. The queue is the trouble:
        it takes 13 MB for N = 12, 174 MB for N = 14 and 1.5 GB for N = 15, where a search by depth needs a note for
        each column.
      </p>
      <Code methods={["breadth"]} />
      <Try
        links={[
          [link("watch", { method: "breadth", n: 6 }), "Watch the queue grow"],
          [link("watch", { method: "breadth", with: "arrays", n: 5 }), "Breadth beside depth"],
        ]}
      />
    </>
  );
}

function TilesPicture() {
  const size = 8;
  const [queen, setQueen] = useState(6);
  return (
    <Figure caption="The tiles that a queen may stand on: row i and column i, here counted from 0.">
      <Slider label="Queen" value={queen} most={size - 1} text={`${queen}`} onValue={setQueen} />
      <Picture
        width={size * UNIT}
        height={size * UNIT}
        class="narrow"
        label={`Queen ${queen} may stand on row ${queen + 1} and on column ${columnName(queen)}`}
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
      <p>
        Usually queen 3 is the queen of column 3. In Ben Third's eightQueens she may stand on any tile of row 3{" "}
        <i>or</i> of column 3. Queens are then no longer told apart by their columns, and one solution can be dealt out
        to the queens in several ways.
      </p>
      <TilesPicture />
      <p>
        The queen with the fewest tiles left comes next, a rule that finds dead ends early. Among equals the program
        looks at the neighbours too, and so it begins with queen 6. Boards wait in a queue, as in{" "}
        <a href={link("learn", {}, "breadth-first")}>breadth first</a>.
      </p>
      <p>
        For N = 8 it comes upon a solution 256 times: the 92, and 164 repeats, which are dropped. It needs 6,401
        placements where the plain search needs 2,056. A rich choice is not a gift: what can be had in several ways must
        be thrown away again.
      </p>
      <Code methods={["tiles"]} />
      <Try
        links={[
          [link("watch", { method: "tiles", n: 5 }), "Watch it find repeats"],
          [link("watch", { method: "tiles", with: "breadth", n: 6 }), "Tiles beside columns"],
        ]}
      />
    </>
  );
}

interface Line {
  name: string;
  /** Whether it needs a queen. */
  must: boolean;
  has(square: Square): boolean;
}

const SIZE = 4;

/** What squares cover, columns and rows by turns as the method looks at them. */
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

/** The table of an exact cover: queens are set on the board, and lines and squares go. */
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
  const said = !fewest
    ? "All columns and rows are covered: a solution."
    : fewest.count === 0
      ? `A dead end: no square is left in ${fewest.name}.`
      : `Of all columns and rows ${fewest.name} has the fewest squares left, ${fewest.count}. It is covered next.`;
  return (
    <Figure caption="Every square covers four lines. Set queens on the small board: their lines are covered, and with them go all squares that lie on one.">
      <div class="side cover">
        <div class="stack">
          <Board
            size={SIZE}
            label="A board of 4 to set queens on"
            onSquare={choose}
            look={(square) => (stands(square) ? { queen: "set" } : gone(square) ? { marks: ["attacked"] } : {})}
          />
          <button type="button" disabled={queens.length === 0} onClick={() => setQueens([])}>
            Take all queens back
          </button>
        </div>
        <Picture
          width={label + 16 * wide}
          height={head + LINES.length * high + 4}
          class="matrix"
          label={`22 lines and 16 squares, ${open.length} squares open, ${LINES.filter(covered).length} lines covered`}
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
      <Said kind={!fewest ? "good" : fewest.count === 0 ? "bad" : undefined}>{said}</Said>
    </Figure>
  );
}

/** One square of a list, taken out and put back. */
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
    <Figure caption="When C4 is taken out, its neighbours point at each other. C4 still knows them (dashed), so it can come back in one step.">
      <Picture
        width={420}
        height={100}
        class="links"
        label={out ? "B4 and D4 point at each other, past C4" : "B4, C4 and D4 point at each other in turn"}
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
          {out ? "Put C4 back" : "Take C4 out"}
        </button>
      </div>
    </Figure>
  );
}

export function DancingLinks() {
  return (
    <>
      <p>
        Seen differently: choose squares so that every column and every row is covered exactly once, and every diagonal
        at most once. That is an <i>exact cover</i>, and Donald Knuth has a famous way to find all of them. The line
        with the fewest squares left is covered next, whether it is a column or a row, so dead ends show at once.
      </p>
      <CoverPicture />
      <p>
        All squares of a line hang in a list with links both ways. Covering a line takes squares out of the lists,
        uncovering puts them back in reverse order. The links dance.
      </p>
      <LinksPicture />
      <p>
        It looks at every line before each queen: few placements, each expensive. At N = 14 there are 8,943,950 instead
        of 27,358,552, in 1.17 s instead of 1.36 s (one thread, AMD EPYC). Where queens are given and squares closed,
        any line may be the hard one: the solver behind Play goes on where the fewest squares are left, too.
      </p>
      <Code methods={["dancing-links"]} />
      <Try
        links={[
          [link("watch", { method: "dancing-links", n: 6 }), "Watch it choose lines"],
          [link("watch", { method: "dancing-links", with: "arrays", n: 8 }), "Beside the plain search"],
        ]}
      />
    </>
  );
}
