/** Solutions, and the names of squares. */
import type { SolutionRows } from "./results.js";

/** The letters of a column, counted from 0: A, B ... Z, AA. */
function columnName(col: number): string {
  let name = "";
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/**
 * A solution: one queen per column and row, none attacking another.
 *
 * A solution can be posted to and from a worker. The copy that arrives has only `rows`. All functions accept it, and
 * `new Solution(copy.rows)` restores the getters.
 *
 * @example
 * ```js
 * const solution = find(4);
 * solution.rows; // [1, 3, 0, 2]
 * solution.squares; // ["A2", "B4", "C1", "D3"]
 * String(solution); // "2 4 1 3"
 * ```
 */
export class Solution {
  /** The row of the queen in each column. Rows count from 0 at the bottom, columns from 0 at the left. */
  readonly rows: readonly number[];

  /** @param rows - The row of the queen in each column, counted from 0. The rows are not checked: see `check`. */
  constructor(rows: readonly number[]) {
    this.rows = rows;
  }

  /** The size of the board. */
  get n(): number {
    return this.rows.length;
  }

  /** The squares of the queens, column by column: `["A1", "B5", ...]`. Row 1 is at the bottom, as on a chess board. */
  get squares(): string[] {
    return this.rows.map((row, col) => columnName(col) + (row + 1));
  }

  /** Returns the rows counted from 1: `1 5 8 6 3 7 2 4`. */
  toString(): string {
    return this.rows.map((row) => row + 1).join(" ");
  }

  /** Returns one string per row, top row first, as in LeetCode's problem 51: `[".Q..", "...Q", "Q...", "..Q."]`. */
  leetcode(): string[] {
    const n = this.n;
    const lines = Array.from({ length: n }, () => "");
    this.rows.forEach((row, col) => {
      lines[n - 1 - row] = `${".".repeat(col)}Q${".".repeat(n - 1 - col)}`;
    });
    return lines;
  }
}

/** Converts a solution of the module, whose rows are counted from 1. */
export function read(solution: SolutionRows): Solution {
  return new Solution(solution.map((row) => row - 1));
}
