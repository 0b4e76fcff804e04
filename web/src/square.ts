import type { SolutionRows } from "./results";

/** Squares: columns from A at the left, rows from 1 at the bottom; both count from 0 in code. */
export interface Square {
  col: number;
  row: number;
}

/** The letters of a column: A, B ... Z, AA. */
export function columnName(col: number): string {
  const letter = (place: number) => String.fromCharCode(65 + place);
  return col < 26 ? letter(col) : columnName(Math.floor(col / 26) - 1) + letter(col % 26);
}

export function squareName({ col, row }: Square): string {
  return columnName(col) + (row + 1);
}

/** The square of a valid name. */
export function square(name: string): Square {
  const [, letters = "", digits = ""] = /^([A-Z]+)(\d+)$/.exec(name) ?? [];
  const col = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { col, row: Number(digits) - 1 };
}

/** The squares of a solution, with this number of queens per column. */
export const squaresOf = (solution: SolutionRows, stars: number): Square[] =>
  solution.map((row, queen) => ({ col: Math.floor(queen / stars), row: row - 1 }));

/** The row of the queen in each column, counted from 0 as on boards. */
export const rowsOf = (solution: SolutionRows): number[] => solution.map((row) => row - 1);

/** Whether a set of rows, as bits, contains a row. */
export function has(rows: number | undefined, row: number): boolean {
  return (((rows ?? 0) >>> row) & 1) === 1;
}
