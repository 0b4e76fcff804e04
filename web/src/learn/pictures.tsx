/** Components for the pictures of Learn. A square has 48 units; row 1 is at the bottom. */
import type { ComponentChildren } from "preact";
import { columnName, has, type Square } from "../square";

export const UNIT = 48;

/** Parses rows as they are printed: `2 4 1 3` is A2 B4 C1 D3, and 0 is no queen. */
export function rowsOf(text: string): (number | null)[] {
  return text.split(" ").map((row) => (row === "0" ? null : Number(row) - 1));
}

export function squaresOf(rows: (number | null)[]): Square[] {
  return rows.flatMap((row, col) => (row === null ? [] : [{ col, row }]));
}

export function attacks(one: Square, other: Square): boolean {
  const [across, up] = [Math.abs(one.col - other.col), Math.abs(one.row - other.row)];
  return across + up > 0 && (across === 0 || up === 0 || across === up);
}

/** All squares of a board, column by column. */
export function allSquares(size: number): Square[] {
  return Array.from({ length: size * size }, (_, place) => ({ col: Math.floor(place / size), row: place % size }));
}

/** The rows of a set of bits, counted from 0. */
export function rowsIn(bits: number): number[] {
  return Array.from({ length: 32 }, (_, row) => row).filter((row) => has(bits, row));
}

/** An SVG drawing with its own coordinates. */
export function Picture(props: {
  width: number;
  height: number;
  label: string;
  class?: string;
  /** With room at the left and below for the names of rows and columns. */
  named?: boolean;
  children: ComponentChildren;
}) {
  const room = props.named ? 30 : 0;
  return (
    <svg
      class={`picture ${props.class ?? ""}`}
      viewBox={`${-room} 0 ${props.width + room} ${props.height + room}`}
      role="img"
      aria-label={props.label}
    >
      {props.children}
    </svg>
  );
}

/** A board within a drawing. */
export function Field(props: {
  size: number;
  queens?: Square[];
  x?: number;
  y?: number;
  scale?: number;
  /** The CSS class of a shaded square. */
  shade?: (square: Square) => string | undefined;
  /** Text on a square. */
  text?: (square: Square) => string | number | undefined;
  /** Names of rows and columns, in a `named` picture. */
  named?: boolean;
}) {
  const { size, queens = [], x = 0, y = 0, scale = 1, shade, text } = props;
  const squares = allSquares(size);
  const place = ({ col, row }: Square) => ({ x: col * UNIT, y: (size - 1 - row) * UNIT });
  return (
    <g class="field-drawing" transform={`translate(${x} ${y}) scale(${scale})`}>
      {squares.map((square) => (
        <rect
          key={`${square.col} ${square.row}`}
          class={(square.col + square.row) % 2 === 0 ? "dark" : "light"}
          {...place(square)}
          width={UNIT}
          height={UNIT}
        />
      ))}
      {squares.map((square) => {
        const kind = shade?.(square);
        return (
          kind && (
            <rect key={`${square.col} ${square.row}`} class={kind} {...place(square)} width={UNIT} height={UNIT} />
          )
        );
      })}
      {squares.map((square) => {
        const words = text?.(square);
        const { x, y } = place(square);
        return (
          words !== undefined && (
            <text key={`${square.col} ${square.row}`} x={x + UNIT / 2} y={y + UNIT / 2} class="on-square">
              {words}
            </text>
          )
        );
      })}
      {props.named &&
        Array.from({ length: size }, (_, at) => [
          <text key={`column ${at}`} class="name-of-line" x={(at + 0.5) * UNIT} y={size * UNIT + 18 / scale}>
            {columnName(at)}
          </text>,
          <text key={`row ${at}`} class="name-of-line" x={-16 / scale} y={(size - at - 0.5) * UNIT}>
            {at + 1}
          </text>,
        ])}
      <Queens size={size} queens={queens} />
      <rect class="frame" width={size * UNIT} height={size * UNIT} />
    </g>
  );
}

/** Queens without a board, to be drawn over other shapes. */
export function Queens({ size, queens }: { size: number; queens: Square[] }) {
  return (
    <>
      {queens.map(({ col, row }) => (
        <use key={`${col} ${row}`} class="queen" href="#queen" x={col * UNIT} y={(size - 1 - row) * UNIT} />
      ))}
    </>
  );
}
