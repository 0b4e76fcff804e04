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
 * A solution. `rows` is its only own property, so that a solution can be posted to and from a worker; what arrives there is
 * accepted wherever a solution is, and `new Solution(rows)` restores the getters.
 */
export class Solution {
  /** The row of the queen in each column. Rows count from 0 at the bottom, columns from 0 at the left. */
  readonly rows: readonly number[];

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

  /** The rows counted from 1: `1 5 8 6 3 7 2 4`. */
  toString(): string {
    return this.rows.map((row) => row + 1).join(" ");
  }

  /** One string per row, the top row first: `[".Q..", "...Q", "Q...", "..Q."]`, as in LeetCode's problem 51. */
  leetcode(): string[] {
    const n = this.n;
    const lines = Array.from({ length: n }, () => "");
    this.rows.forEach((row, col) => {
      lines[n - 1 - row] = `${".".repeat(col)}Q${".".repeat(n - 1 - col)}`;
    });
    return lines;
  }
}

/** A solution as the module writes it. */
export function read(solution: SolutionRows): Solution {
  return new Solution(solution.map((row) => row - 1));
}
