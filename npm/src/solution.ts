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
 * A solution: one queen per column and row, none attacking another; with several stars, that many per column and row.
 *
 * A solution can be posted to and from a worker. The copy that arrives has only `rows` and `stars`. All functions accept it, and
 * `new Solution(copy.rows, copy.stars)` restores the getters.
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
  /**
   * The row of the queen in each column. Rows count from 0 at the bottom, columns from 0 at the left. With several stars: the rows of
   * the queens of the first column in ascending order, then those of the second column, and so on.
   */
  readonly rows: readonly number[];
  /** The number of queens in each row and column. */
  readonly stars: number;

  /**
   * @param rows - The row of the queen in each column, counted from 0. The rows are not checked: see `check`.
   * @param stars - The number of queens in each row and column. Default: 1.
   */
  constructor(rows: readonly number[], stars = 1) {
    this.rows = rows;
    this.stars = stars;
  }

  /** The size of the board. */
  get n(): number {
    return this.rows.length / this.stars;
  }

  /** The squares of the queens, column by column: `["A1", "B5", ...]`. Row 1 is at the bottom, as on a chess board. */
  get squares(): string[] {
    return this.rows.map((row, queen) => columnName(Math.floor(queen / this.stars)) + (row + 1));
  }

  /** Returns the rows counted from 1: `1 5 8 6 3 7 2 4`. */
  toString(): string {
    return this.rows.map((row) => row + 1).join(" ");
  }

  /** Returns one string per row, top row first, as in LeetCode's problem 51: `[".Q..", "...Q", "Q...", "..Q."]`. */
  leetcode(): string[] {
    const n = this.n;
    const lines = Array.from({ length: n }, () => Array.from({ length: n }, () => "."));
    this.rows.forEach((row, queen) => {
      const line = lines[n - 1 - row];
      if (line) {
        line[Math.floor(queen / this.stars)] = "Q";
      }
    });
    return lines.map((line) => line.join(""));
  }
}

/** Converts a solution of the module, whose rows are counted from 1. */
export function read(solution: SolutionRows, stars = 1): Solution {
  return new Solution(
    solution.map((row) => row - 1),
    stars,
  );
}
