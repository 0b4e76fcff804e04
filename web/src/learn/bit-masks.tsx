/** Learn: the bit masks of a column. */
import { useState } from "preact/hooks";
import { link } from "../route";
import { columnName, has, squareName } from "../square";
import { binary, Code, Figure, listed, Message, Try } from "./parts";
import { Field, Picture, rowsIn, squaresOf, UNIT } from "./pictures";
import { Screen } from "./screen";
import { FreeMask } from "./tasks/bits";

/** The attacked rows of a column, by the direction of the attack. */
export interface Masks {
  rows: number;
  rising: number;
  falling: number;
}

/** The board of the pictures, and the mask of all its rows. */
export const SIZE = 6;
export const ALL = (1 << SIZE) - 1;

/** The masks of the next column after these queens. */
export function masksAfter(queens: number[]): Masks {
  return queens.reduce<Masks>(
    ({ rows, rising, falling }, row) => {
      const queen = 1 << row;
      return { rows: rows | queen, rising: ((rising | queen) << 1) & ALL, falling: (falling | queen) >> 1 };
    },
    { rows: 0, rising: 0, falling: 0 },
  );
}

/** The masks next to the board, while the visitor places and removes queens. */
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
  const text =
    column === SIZE
      ? "Every column has a queen: a solution."
      : free === 0
        ? `No row is free in column ${columnName(column)}: a dead end. Remove the last queen.`
        : rows.length === 1
          ? `Column ${columnName(column)}: only row ${listed(rows)} is free.`
          : `Column ${columnName(column)}: rows ${listed(rows)} are free. The lowest is tried first.`;
  const [top, cell] = [34, 40];
  const strip = (place: number) => SIZE * cell + 18 + place * 72;
  return (
    <Figure caption="One bit per row of the marked column: in the row of a queen, on a rising diagonal, on a falling diagonal. A row with no bit in these three masks is free.">
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
          Remove queen
        </button>
      </div>
      <Message kind={column === SIZE ? "good" : free === 0 ? "bad" : undefined}>{text}</Message>
    </Figure>
  );
}

export function BitMasks() {
  return (
    <>
      <Screen>
        <p>
          With bit sets, a program still tests one square at a time. Bit masks handle a whole column at once. A{" "}
          <i>mask</i> is a number with one bit for each row of the column.
        </p>
        <p>
          Three masks are needed: rows that already have a queen, rows that are attacked along a rising diagonal, and
          rows that are attacked along a falling diagonal. Their bitwise OR has a 1 for every attacked row, so the bits
          that are 0 are the free rows.
        </p>
        <MaskStepper />
      </Screen>
      <Screen>
        <FreeMask />
      </Screen>
      <Screen title="From one column to the next">
        <p>
          From one column to the next, a rising diagonal moves up one row and a falling diagonal moves down one row. So
          one mask is shifted up and the other down by one bit. Bits that leave the board are dropped.
        </p>
        <p>
          The search tries the lowest free row first. The lowest 1 bit of a number x is x & −x, which a processor
          computes in one or two instructions.
        </p>
      </Screen>
      <Screen title="Seven times as fast">
        <p>
          No square is tested individually: each placement is one step of the search. For N = 14, bit masks are about
          seven times as fast as three arrays, with the same 27,358,552 placements.
        </p>
      </Screen>
      <Screen>
        <Code methods={["bitmask"]} />
      </Screen>
      <Try
        links={[
          [link("watch", { method: "bitmask", n: 6, step: 40 }), "Watch bit masks on a board of size 6"],
          [link("watch", { method: "arrays", with: "bitmask", n: 8 }), "Compare arrays with bit masks"],
          [link("count", { n: 12, method: "bitmask" }), "Count N = 12 with bit masks"],
        ]}
      />
    </>
  );
}
