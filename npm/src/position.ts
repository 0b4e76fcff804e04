/** Converts the positions of callers to the text that the module reads. */
import { firstLine, QueensError } from "./error.js";
import type { PositionCount } from "./results.js";

/** What a queen attacks in addition to its row and column: see `PositionParts.rules`. */
export type Rules = PositionCount["rules"];

/** A position with all its parts. */
export interface Position {
  /** The size of the board. */
  size: number;
  rules: Rules;
  /** The number of queens in each row, column and region. */
  stars: number;
  /** The squares of the given queens: `["A1"]`. */
  given: string[];
  /** The closed squares, where no queen may be placed. */
  closed: string[];
  /** The region of each square: one string per row, the top row first, one letter or digit per square. */
  regions: string[] | null;
}

/** A position as an object. All parts are optional, but `size` or `regions` must be present. */
export interface PositionParts {
  /** The size of the board, 0 to 5000. Default: the number of rows of `regions`. */
  size?: number | undefined;
  /**
   * `queens`: a queen attacks its diagonals. `torus`: its diagonals, which continue at the opposite edge. `superqueens`: its
   * diagonals and a knight's move. `regions` (the default where there are regions): its region and the eight squares around it.
   */
  rules?: Rules | undefined;
  /** The number of queens in each row, column and region, with the rules `regions`: 1 (default), or more as in Star Battle. */
  stars?: number | undefined;
  /** The squares of the given queens: `["A1"]`. */
  given?: readonly string[] | undefined;
  /** The closed squares, where no queen may be placed. */
  closed?: readonly string[] | undefined;
  /**
   * The region of each square, the top row first: rows are strings with one letter or digit per square, or arrays of names or
   * numbers. Names that are not a single letter or digit, such as 10, are replaced by A, B, C ... in order of appearance.
   */
  regions?: readonly (string | readonly (string | number)[])[] | null | undefined;
}

/**
 * The forms in which functions accept a position:
 * - a text in any format of the library (drawn, short, JSON, LeetCode, CSPLib): `"size:8 given:a1,c2"`;
 * - the rows of a drawn board or of its regions, top row first: `[".Q..", "....", "....", "...."]`, `["AAB", "ABB", "CCC"]`;
 * - an object with its parts: `{ regions: ["AAB", "ABB", "CCC"], given: ["A1"] }`;
 * - a number: the empty board of this size.
 */
export type PositionLike = string | number | readonly string[] | PositionParts;

const NAMES = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"];

/** Checks the size of a board. */
export function size(n: number): number {
  if (typeof n !== "number" || !Number.isInteger(n) || n < 0) {
    throw new QueensError(`invalid size ${String(n)}: expected an integer of at least 0`);
  }
  if (n >= 2 ** 32) {
    // The module has 32-bit integers, so it could not report its own limit.
    throw new QueensError(`N = ${n} is too large`);
  }
  return n;
}

/** Replaces unpaired surrogates by U+FFFD: the module could not read their JSON, and reports the replacement as an unknown mark. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/** The text of a position, as the module reads it. */
export function written(position: PositionLike): string {
  if (typeof position === "string") {
    return wellFormed(position);
  }
  if (typeof position === "number") {
    return `size:${size(position)}`;
  }
  if (Array.isArray(position)) {
    if (!position.every((row) => typeof row === "string")) {
      throw new QueensError(
        "invalid position: an array must have one string per row; pass arrays of names or numbers as { regions: [...] }",
      );
    }
    return wellFormed(position.join("\n"));
  }
  if (typeof position !== "object" || position === null) {
    throw new QueensError(
      `invalid position '${String(position)}': expected a text, an array of rows, an object or a size`,
    );
  }
  const { regions, ...rest } = position as PositionParts;
  const parts: Record<string, unknown> = { ...rest };
  if (regions !== undefined && regions !== null) {
    parts["regions"] = regionRows(regions);
    parts["size"] ??= regions.length;
  }
  try {
    return JSON.stringify(parts);
  } catch (cause) {
    throw new QueensError(`invalid position: ${firstLine(cause)}`, { cause });
  }
}

function regionRows(regions: NonNullable<PositionParts["regions"]>): string[] {
  if (!Array.isArray(regions) || !regions.every((row) => typeof row === "string" || Array.isArray(row))) {
    throw new QueensError(
      "invalid regions: expected an array with one string, or one array of names or numbers, per row",
    );
  }
  if (regions.every((row) => typeof row === "string")) {
    return regions;
  }
  const rows: string[][] = regions.map((row: string | (string | number)[]) => [...row].map(String));
  const names = [...new Set(rows.flat())];
  if (names.every((name) => NAMES.includes(name))) {
    return rows.map((row) => row.join(""));
  }
  if (names.length > NAMES.length) {
    throw new QueensError(`too many regions: ${names.length}; the maximum is ${NAMES.length}`);
  }
  return rows.map((row) => row.map((name) => NAMES[names.indexOf(name)]).join(""));
}
