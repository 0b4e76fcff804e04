/** The plain searches made faster: bit sets, bit masks, explicit stacks, threads. */
import { useState } from "preact/hooks";
import { link } from "../route";
import { columnName, has, type Square, squareName } from "../square";
import { Bars, binary, Code, Figure, grouped, listed, Said, Sizes, Slider, Try } from "./parts";
import { Field, Picture, rowsIn, squaresOf, UNIT } from "./pictures";

/** The bits of a set, the highest first; some are marked. */
function Bits(props: { bits: number; length: number; marked?: number | undefined; label: string }) {
  const { bits, length, marked } = props;
  return (
    <span class="bits" role="img" aria-label={`${props.label}: ${binary(bits, length)}`}>
      {Array.from({ length }, (_, place) => length - 1 - place).map((place) => (
        <span key={place} class={`bit ${has(bits, place) ? "on" : ""} ${place === marked ? "marked" : ""}`}>
          {has(bits, place) ? 1 : 0}
        </span>
      ))}
    </span>
  );
}

/** Three queens as three sets, and the three bits that a square asks for. */
function SetsPicture() {
  const size = 8;
  const queens: Square[] = [
    { col: 0, row: 0 },
    { col: 1, row: 5 },
    { col: 2, row: 7 },
  ];
  const [row, setRow] = useState(4);
  const column = queens.length;
  const lines = [
    { name: "rows", rule: "row", length: size, of: ({ row }: Square) => row },
    { name: "falling", rule: "column + row", length: 2 * size - 1, of: ({ col, row }: Square) => col + row },
    {
      name: "rising",
      rule: `column − row + ${size - 1}`,
      length: 2 * size - 1,
      of: ({ col, row }: Square) => col - row + size - 1,
    },
  ].map((line) => ({ ...line, bits: queens.reduce((bits, queen) => bits | (1 << line.of(queen)), 0) }));
  const square = { col: column, row };
  const hit = lines.filter(({ bits, of }) => has(bits, of(square))).map(({ name }) => name);
  return (
    <Figure caption="Queens on A1, B6 and C8. Columns and rows count from 0 here. A square asks for one bit of each set.">
      <div class="side">
        <Picture named width={size * UNIT} height={size * UNIT} label="A board of 8 with queens on A1, B6 and C8">
          <Field
            named
            size={size}
            queens={queens}
            shade={({ col, row: other }) => (col === column ? (other === row ? "accent" : "pale") : undefined)}
          />
        </Picture>
        <div class="stack">
          <Slider label="Square" value={row} most={size - 1} text={squareName(square)} onValue={setRow} />
          <dl class="sets">
            {lines.map(({ name, rule, bits, length, of }) => (
              <div key={name}>
                <dt>
                  {name} = {bits}{" "}
                  <span class="note">
                    bit {of(square)}: {rule}
                  </span>
                </dt>
                <dd>
                  <Bits bits={bits} length={length} marked={of(square)} label={name} />
                </dd>
              </div>
            ))}
          </dl>
          <Said kind={hit.length === 0 ? "good" : "bad"}>
            {squareName(square)} is{" "}
            {hit.length === 0 ? "free: all three bits are 0." : `attacked: found in ${listed(hit)}.`}
          </Said>
        </div>
      </div>
    </Figure>
  );
}

export function BitSets() {
  return (
    <>
      <p>
        A number is a row of bits, and a row of bits is a set: bit 5 is 1 if 5 belongs to it. So three numbers hold what
        three arrays held. John Hurst's board is just that. To ask whether a square is free is to look at three bits; to
        set a queen is to make a new board with three more.
      </p>
      <SetsPicture />
      <p>
        The old board never changes, so nothing needs to be taken back: the program forgets the new one. That suits a
        pipeline of filter, map and sum just as well as a loop. (Hurst's board fills rows; here it lies on its side, so
        that all methods can be compared.)
      </p>
      <p>
        Sets must be wide enough. A board of 32 has 63 diagonals in each direction, which 64 bits hold. With 32 bits the
        shifts wrap around from N = 17 on: so a published table came to 657,378,384 for N = 18. Right is 666,090,624.
      </p>
      <Code methods={["bitset", "bitset-pipeline", "bitset-mutable"]} />
      <Try
        links={[
          [link("watch", { method: "bitset", n: 8, step: 20 }), "Watch the board of bit sets"],
          [link("watch", { method: "bitset-pipeline", with: "bitset", n: 6 }), "Pipeline beside loop"],
        ]}
      />
    </>
  );
}

interface Masks {
  rows: number;
  rising: number;
  falling: number;
}

const SIZE = 6;
const ALL = (1 << SIZE) - 1;

/** The sets with which a column is entered after these queens. */
function masksAfter(queens: number[]): Masks {
  return queens.reduce<Masks>(
    ({ rows, rising, falling }, row) => {
      const queen = 1 << row;
      return { rows: rows | queen, rising: ((rising | queen) << 1) & ALL, falling: (falling | queen) >> 1 };
    },
    { rows: 0, rising: 0, falling: 0 },
  );
}

/** The masks beside the board, bit by row, while queens are set and taken back. */
function MaskStepper() {
  const [queens, setQueens] = useState<number[]>([1]);
  const column = queens.length;
  const masks = masksAfter(queens);
  const closed = masks.rows | masks.rising | masks.falling;
  const free = column === SIZE ? 0 : ALL & ~closed;
  const strips = [
    { name: "rows", bits: masks.rows, kind: "on" },
    { name: "rising", bits: masks.rising, kind: "on" },
    { name: "falling", bits: masks.falling, kind: "on" },
    { name: "free", bits: free, kind: "open" },
  ];
  const rows = rowsIn(free).map((row) => row + 1);
  const said =
    column === SIZE
      ? "Every column has its queen: a solution."
      : free === 0
        ? `No row is free in column ${columnName(column)}: a dead end. Take the last queen back.`
        : rows.length === 1
          ? `Column ${columnName(column)}: only row ${listed(rows)} is free.`
          : `Column ${columnName(column)}: rows ${listed(rows)} are free. The lowest comes first.`;
  const [top, cell] = [34, 40];
  const strip = (place: number) => SIZE * cell + 18 + place * 72;
  return (
    <Figure caption="A bit for every row of the marked column: taken, hit by a rising diagonal, hit by a falling one. What is in none of the three is free.">
      <Picture
        named
        width={strip(4)}
        height={top + SIZE * cell}
        class="masks-drawing"
        label={`Queens on ${squaresOf(queens).map(squareName).join(" ") || "no square"}; ${strips.map(({ name, bits }) => `${name} ${binary(bits, SIZE)}`).join(", ")}`}
      >
        <Field
          named
          size={SIZE}
          y={top}
          scale={cell / UNIT}
          queens={squaresOf(queens)}
          shade={({ col, row }) => (col === column ? (has(free, row) ? "good" : "attacked") : undefined)}
        />
        {column < SIZE && <rect class="ring here" x={column * cell} y={top} width={cell} height={SIZE * cell} />}
        {strips.map(({ name, bits, kind }, place) => (
          <g key={name} transform={`translate(${strip(place)} ${top})`}>
            <text class="head" x="30" y="-14">
              {name}
            </text>
            {Array.from({ length: SIZE }, (_, row) => (
              <g key={row} class={`cell ${has(bits, row) ? kind : ""}`}>
                <rect x="7" y={(SIZE - 1 - row) * cell + 2} width="46" height={cell - 4} rx="6" />
                <text x="30" y={(SIZE - 0.5 - row) * cell}>
                  {has(bits, row) ? 1 : 0}
                </text>
              </g>
            ))}
          </g>
        ))}
      </Picture>
      <div class="controls">
        <button
          type="button"
          class="primary"
          disabled={free === 0}
          onClick={() => setQueens([...queens, rowsIn(free)[0] ?? 0])}
        >
          Lowest free row
        </button>
        {rowsIn(free)
          .slice(1)
          .map((row) => (
            <button key={row} type="button" onClick={() => setQueens([...queens, row])}>
              Row {row + 1}
            </button>
          ))}
        <button type="button" disabled={column === 0} onClick={() => setQueens(queens.slice(0, -1))}>
          Take back
        </button>
      </div>
      <Said kind={column === SIZE ? "good" : free === 0 ? "bad" : undefined}>{said}</Said>
    </Figure>
  );
}

export function BitMasks() {
  return (
    <>
      <p>
        A bit set still asks square by square. Bit masks answer for a whole column at once. On entering a column there
        are three sets of its rows: those with a queen, those hit by a rising diagonal, those hit by a falling one. Or
        them together, flip all bits, and what is left is free.
      </p>
      <MaskStepper />
      <p>
        Going one column on, a rising diagonal climbs one row and a falling one drops one row. So one set is shifted up
        and one down; bits that leave the board are gone. The lowest bit of a number x is x & −x, a single step for a
        processor.
      </p>
      <p>
        There is no test of a square any more, only a step for each queen. At N = 14 this takes 0.215 s instead of 1.36
        s by three arrays, for the same 27,358,552 placements (one thread, AMD EPYC).
      </p>
      <Code methods={["bitmask"]} />
      <Try
        links={[
          [link("watch", { method: "bitmask", n: 6, step: 40 }), "Watch bit masks on a board of 6"],
          [link("watch", { method: "arrays", with: "bitmask", n: 8 }), "Arrays beside bit masks"],
          [link("count", { n: 12, method: "bitmask" }), "Count N = 12 with them"],
        ]}
      />
    </>
  );
}

interface Column extends Masks {
  column: number;
  free: number;
}

interface Moment {
  queens: number[];
  here: Column;
  waiting: Column[];
  said: string;
  solution: boolean;
}

/** What `stacked` does on a board of 6, moment by moment. */
function momentsOfStacked(): Moment[] {
  const moments: Moment[] = [];
  const waiting: Column[] = [];
  let queens: number[] = [];
  let here: Column = { column: 0, free: ALL >> (SIZE / 2), rows: 0, rising: 0, falling: 0 };
  const note = (said: string, solution = false) =>
    moments.push({ queens, here, waiting: [...waiting], said, solution });
  note("Column A: the lower half is to be tried.");
  for (;;) {
    const queen = here.free & -here.free;
    const row = 31 - Math.clz32(queen);
    const name = columnName(here.column);
    here = { ...here, free: here.free - queen };
    queens = [...queens.slice(0, here.column), row];
    const masks = masksAfter(queens);
    const next = { ...masks, column: here.column + 1, free: ALL & ~(masks.rows | masks.rising | masks.falling) };
    const set = `Queen on ${name}${row + 1}. `;
    if (next.free !== 0) {
      const left = here.free !== 0;
      if (left) {
        waiting.push(here);
      }
      here = next;
      note(
        set + (left ? `Column ${name} has rows left: onto the stack.` : `Column ${name} has no row left: not kept.`),
      );
      continue;
    }
    const solution = masks.rows === ALL;
    note(
      set + (solution ? "A solution, and its mirror image." : "The next column has no free row: it is not entered."),
      solution,
    );
    if (here.free === 0) {
      const last = waiting.pop();
      if (!last) {
        return moments;
      }
      here = last;
    }
    queens = queens.slice(0, here.column);
    note(`Back to column ${columnName(here.column)}, where row ${(rowsIn(here.free)[0] ?? 0) + 1} is next.`);
  }
}

function StackPicture() {
  const [moments] = useState(momentsOfStacked);
  const [step, setStep] = useState(11);
  const moment = moments[step];
  if (!moment) {
    return null;
  }
  const { queens, here, waiting, said, solution } = moment;
  const rowsLeft = ({ column, free }: Column) =>
    `${columnName(column)}: ${free === 0 ? "no row" : (rowsIn(free).length === 1 ? "row " : "rows ") + listed(rowsIn(free).map((row) => row + 1))} left`;
  return (
    <Figure caption="The method stacked on a board of 6. Columns without rows left are never kept, so what comes off the stack always has work.">
      <Slider
        label="Step"
        value={step}
        most={moments.length - 1}
        text={`${step} of ${moments.length - 1}`}
        onValue={setStep}
      />
      <div class="side">
        <Picture
          named
          width={SIZE * UNIT}
          height={SIZE * UNIT}
          label={`Queens on ${squaresOf(queens).map(squareName).join(" ") || "no square"}`}
        >
          <Field
            named
            size={SIZE}
            queens={squaresOf(queens)}
            shade={({ col, row }) => {
              const of = col === here.column ? here : waiting.find(({ column }) => column === col);
              return of && has(of.free, row) ? (of === here ? "good" : "accent") : undefined;
            }}
          />
        </Picture>
        <div class="stack">
          <ol class="pile" aria-label="The stack, the top first">
            <li class="hand">at hand, {rowsLeft(here)}</li>
            {[...waiting].reverse().map((column) => (
              <li key={column.column}>{rowsLeft(column)}</li>
            ))}
          </ol>
          <dl class="numbers">
            <div>
              <dt>columns filled</dt>
              <dd>{queens.length}</dd>
            </div>
            <div>
              <dt>kept on the stack</dt>
              <dd>{waiting.length}</dd>
            </div>
          </dl>
        </div>
      </div>
      <Said kind={solution ? "good" : undefined}>{said}</Said>
    </Figure>
  );
}

export function Stacks() {
  return (
    <>
      <p>
        A recursive program leaves a note at every call, where to go on when it comes back. An explicit stack is that
        list of notes, kept by hand. The steps are the same, and three things are gained.
      </p>
      <ul>
        <li>
          <b>No calls.</b> <code>arrays-iterative</code> walks in a loop. The rows of its queens are all it needs to
          remember.
        </li>
        <li>
          <b>A pause.</b> The stack of <code>bitmask-iterative</code> is a value. It runs to the next solution and waits
          there until someone asks for another: so solutions can be listed as slowly as you read.
        </li>
        <li>
          <b>Less to keep.</b> <code>stacked</code>, after Sylvain Bugat's stacked bit flags, keeps the column at hand
          in registers and puts it aside only if rows are left in it. A dead column is never entered.
        </li>
      </ul>
      <StackPicture />
      <Code methods={["stacked", "bitmask-iterative", "arrays-iterative"]} />
      <Try
        links={[
          [link("watch", { method: "stacked", n: 6, step: 15 }), "Watch stacked on a board of 6"],
          [link("watch", { method: "arrays", with: "arrays-iterative", n: 5 }), "Recursion beside the loop"],
        ]}
      />
    </>
  );
}

/** Placements of N = 12 by the place of the first queen, counted by the plain search. */
const PLACEMENTS_12 = [61078, 69158, 74319, 72988, 74992, 75559];
/** The most that can be gained, from docs/algorithms.md. */
const CAPS: [size: number, cap: string][] = [
  [12, "5.67"],
  [13, "6.52"],
  [14, "6.40"],
  [15, "7.27"],
  [16, "7.14"],
];

export function Threads() {
  const most = Math.max(...PLACEMENTS_12);
  const sum = PLACEMENTS_12.reduce((sum, value) => sum + value, 0);
  return (
    <>
      <p>
        Different first queens have nothing to do with each other, so each can have a thread of its own. That is quickly
        written, and <code>columns</code> does it. The author of the project it is from measured a gain of six times on
        eight cores, and wondered where the rest had gone.
      </p>
      <Figure
        caption={`N = 12: placements of each thread. Together ${grouped(sum)}; the last thread has ${grouped(most)} of them, and ${grouped(sum)} / ${grouped(most)} = ${(sum / most).toFixed(2)}.`}
      >
        <Bars
          label="Placements of N = 12 by the first queen"
          bars={PLACEMENTS_12.map((value, row) => ({
            name: `A${row + 1}`,
            value,
            kind: value === most ? ("accent" as const) : undefined,
          }))}
        />
      </Figure>
      <p>
        There are only N/2 threads, rounded up, and all wait for the slowest. So the gain is at most all placements
        divided by those of the hardest place, on any number of cores:
      </p>
      <Sizes
        class="caps"
        caption="The most that one thread for each first queen can gain"
        unseen
        sizes={CAPS.map(([size]) => size)}
        rows={[["at most", CAPS.map(([, cap]) => `${cap}×`)]]}
      />
      <p>
        The remedy is a finer cut. The two fast methods have hundreds or thousands of jobs, none with more than a
        hundredth of the work at N = 18, and a thread that is done takes the next one.
      </p>
      <Code methods={["columns"]} />
      <Try
        links={[
          [link("watch", { method: "columns", n: 6 }), "Watch the threads one by one"],
          [link("count", { n: 16, method: "join" }), "See many small jobs at work"],
        ]}
      />
    </>
  );
}
