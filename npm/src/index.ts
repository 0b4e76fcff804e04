/**
 * The N-queens problem: count, list and find solutions, and solve, explain and generate puzzles.
 *
 * All functions are synchronous and block until they return. Run long work in a worker, which can be terminated. Invalid arguments
 * and failures throw a `QueensError`.
 *
 * @packageDocumentation
 */
import { Engine, shared } from "./engine.js";
import { QueensError } from "./error.js";
import { type Position, type PositionLike, type Rules, size, written } from "./position.js";
import type {
  CountResult,
  ExplanationResult,
  ExplanationStep,
  MethodResult,
  PictureResult,
  PositionCount,
  PuzzleResult,
  SolutionRows,
} from "./results.js";
import { read, type Solution } from "./solution.js";

export { QueensError } from "./error.js";
export type { Position, PositionLike, PositionParts, Rules } from "./position.js";
export type { CountResult, MethodResult, PositionCount } from "./results.js";
export { Solution } from "./solution.js";

/** How hard a position is for a person. */
export type Difficulty = PuzzleResult["difficulty"];

/** Options of `count` for an empty board. */
export interface CountOptions {
  /** The name of a method, see `methods()`. Default: the fastest. */
  method?: string | undefined;
  /** What a queen attacks. Default: `queens`. */
  rules?: "queens" | "torus" | "superqueens" | "semiqueens" | "reflecting" | undefined;
  /** Whether to collect statistics such as `placements`, which takes longer. Default: false. */
  statistics?: boolean | undefined;
}

/** Options of `find`. */
export interface FindOptions {
  /** Find a random solution. Default: false, the solution of a closed formula. */
  random?: boolean | undefined;
  /** The seed of the random solution, 0 to 2^64 - 1. Default: 0. The same seed gives the same solution. Implies `random`. */
  seed?: number | bigint | undefined;
  /** Find the lexicographically first solution. Practical up to about N = 30. Default: false. */
  first?: boolean | undefined;
}

/** Options of `solutions`. */
export interface SolutionsOptions {
  /** Only fundamental solutions: one of each set of rotations and reflections. For empty boards up to N = 32. Default: false. */
  fundamental?: boolean | undefined;
  /** The maximum number of solutions. Default: no limit. */
  limit?: number | undefined;
}

/** One deduction: a queen that is placed or squares that are closed, with the reason. */
export interface Step extends ExplanationStep {
  /** The squares that the reason refers to, for highlighting. */
  because: string[];
}

/** The steps by which a person can solve a position. */
export interface Explanation extends Omit<ExplanationResult, "steps" | "solution" | "other"> {
  steps: Step[];
  /** The solution; `null` if the steps show that there is none. */
  solution: Solution | null;
  /** Another solution; `null` if there is at most one. */
  other: Solution | null;
}

/** Options of `puzzle`. */
export interface PuzzleOptions {
  /** `regions`: a puzzle with coloured regions (default). `queens`: given queens to complete. */
  rules?: "regions" | "queens" | undefined;
  /** The seed, 0 to 2^64 - 1. Default: 0. The same seed gives the same puzzle. */
  seed?: number | bigint | undefined;
  /** The difficulty. Default: random. */
  difficulty?: Difficulty | undefined;
  /** The queens in each row, column and region: 1 (default) to 4. */
  stars?: number | undefined;
  /** The shapes of the regions: `mixed` (default), `balanced` or `snakes`. */
  theme?: "mixed" | "balanced" | "snakes" | undefined;
  /** The most regions of a single square. Default: 0 from size 6 on, any number on smaller boards. */
  singles?: number | undefined;
}

/** A position with exactly one solution, its solution and its difficulty. */
export interface Puzzle {
  position: Position;
  solution: Solution;
  difficulty: Difficulty;
  /** The difficulty as a number. */
  score: number;
}

/**
 * The pixels of a picture: an `ImageData` of a canvas, or an object with the same fields. `data` has four bytes per pixel, row by row
 * from the top left: red, green, blue and opacity.
 */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

/** A puzzle that was read from a picture. */
export interface PictureReading {
  /** The regions, the queens as given queens, and hatched squares as closed squares. */
  position: Position;
  /** The squares with a cross or dot. */
  crosses: string[];
  /** How certain the reading is, from 0 to 1. */
  confidence: number;
  /** Whether the confidence is high. Otherwise compare the position with the picture: it may be wrong. */
  certain: boolean;
  /** What may be wrong, in words. */
  warnings: string[];
}

/** A format of another solver: DIMACS CNF, OPB, LP, MPS, MiniZinc, or QUBO as JSON. */
export type ExportFormat = "cnf" | "opb" | "lp" | "mps" | "minizinc" | "qubo";

/** An output format of positions. */
export type Format = "text" | "short" | "json" | "leetcode";

function seed(value: number | bigint | undefined): string {
  const seed = value ?? 0;
  const whole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!whole || seed < 0 || BigInt(seed) >= 2n ** 64n) {
    throw new QueensError(`invalid seed ${String(seed)}: expected an integer from 0 to 2^64 - 1 (a bigint above 2^53)`);
  }
  return String(seed);
}

function limited(limit: number | undefined): number | undefined {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new QueensError(`invalid limit ${String(limit)}: expected an integer of at least 0`);
  }
  return limit;
}

function rowsOf(solution: readonly number[] | { rows: readonly number[] }): readonly number[] {
  const rows = "rows" in solution ? solution.rows : solution;
  const wrong = rows.find((row) => !Number.isInteger(row) || row < 0 || row >= 2 ** 32);
  if (wrong !== undefined) {
    throw new QueensError(`invalid row ${String(wrong)}: rows are integers counted from 0`);
  }
  return rows;
}

/**
 * Lists the methods that count solutions.
 *
 * @returns One entry per method: its name (`method`), a short description (`idea`), the largest N (`max_n`), whether it finds
 *   solutions one by one (`lists`) and the names of its `statistics`.
 * @example
 * ```js
 * methods()[0].method; // "arrays"
 * ```
 */
export function methods(): MethodResult[] {
  return shared.ask("methods", {});
}

/**
 * Counts the solutions of the empty board of size N.
 *
 * @param n - The size of the board, 0 to 32. From about N = 19, a count takes minutes.
 * @param options - The method, the rules, and whether to collect statistics.
 * @returns The number of solutions as a `bigint`, the method and the time in seconds.
 * @throws {@link QueensError} for an invalid size or an unknown method.
 * @example
 * ```js
 * count(8).solutions; // 92n
 * count(8, { method: "bitmask", statistics: true }).placements; // 2056n
 * ```
 */
export function count(n: number, options?: CountOptions): CountResult;
/**
 * Counts the solutions of a position, up to a limit.
 *
 * @param position - The position, in any form of {@link PositionLike}.
 * @param options - `limit`: stop counting after this number of solutions.
 * @returns The number of solutions, at most `limit`. `limited` is true if there are more.
 * @throws {@link QueensError} for an invalid position or limit.
 * @example
 * ```js
 * count("size:8 given:a1", { limit: 2 }); // { n: 8, rules: "queens", solutions: 2n, limited: true }
 * ```
 */
export function count(position: PositionLike, options: { limit: number }): PositionCount;
/**
 * Counts the solutions of a position.
 *
 * @param position - The position, in any form of {@link PositionLike} except a number.
 * @param options - `limit`: stop counting after this number of solutions. Default: no limit.
 * @returns The number of solutions. `limited` is true if there are more than `limit`.
 * @throws {@link QueensError} for an invalid position or limit.
 * @example
 * ```js
 * count({ regions: ["BBBB", "ABBD", "ACCD", "CCCC"] }).solutions; // 2n
 * ```
 */
export function count(position: Exclude<PositionLike, number>, options?: { limit?: number | undefined }): PositionCount;
/**
 * Counts the solutions of a position, or of the empty board if `position` is a number.
 *
 * @param position - The position, in any form of {@link PositionLike}.
 * @param options - `limit`: stop counting after this number of solutions. Default: no limit.
 * @returns A `CountResult` for a number without a limit, otherwise a `PositionCount`.
 * @throws {@link QueensError} for an invalid position or limit.
 * @example
 * ```js
 * count(6).solutions; // 4n
 * ```
 */
export function count(position: PositionLike, options?: { limit?: number | undefined }): CountResult | PositionCount;
export function count(
  of: PositionLike,
  options: CountOptions & { limit?: number | undefined } = {},
): CountResult | PositionCount {
  const limit = limited(options.limit);
  const { method, rules, statistics = false } = options;
  const empty = typeof of === "number" && limit === undefined;
  if (!empty && (method !== undefined || rules !== undefined || statistics)) {
    throw new QueensError(
      "method, rules and statistics are available only for the size of an empty board, without a limit",
    );
  }
  return empty
    ? shared.ask<CountResult>("count", { n: size(of), method, rules, statistics })
    : shared.ask<PositionCount>("count-position", { position: written(of), limit });
}

/** Converts a solution of the module. */
const found = (solution: SolutionRows | null, stars?: number): Solution | null => solution && read(solution, stars);

/**
 * Finds one solution of the empty board of size N.
 *
 * @param n - The size of the board, 0 to 1,000,000.
 * @param options - Which solution: by formula (default), random, or lexicographically first.
 * @returns The solution; `null` for N = 2 and 3, which have none.
 * @throws {@link QueensError} for an invalid size or contradictory options.
 * @example
 * ```js
 * find(8, { first: true }).toString(); // "1 5 8 6 3 7 2 4"
 * find(1000, { random: true, seed: 7 }).n; // 1000
 * ```
 */
export function find(n: number, options: FindOptions = {}): Solution | null {
  const { random = false, first = false } = options;
  const drawn = random || options.seed !== undefined;
  if (first && drawn) {
    throw new QueensError("first cannot be combined with random or seed");
  }
  const kind = first ? { kind: "first" } : drawn ? { kind: "random", seed: seed(options.seed) } : { kind: "formula" };
  return found(shared.ask("find", { n: size(n), ...kind }));
}

/**
 * Finds one solution of a position.
 *
 * @param position - The position, in any form of {@link PositionLike}.
 * @param options - `seed`: 0 to 2^64 - 1, default 0. Different seeds may find different solutions.
 * @returns The solution; `null` if there is none.
 * @throws {@link QueensError} for an invalid position or seed.
 * @example
 * ```js
 * solve("size:4 given:b4").squares; // ["A2", "B4", "C1", "D3"]
 * solve("size:4 given:a1"); // null
 * ```
 */
export function solve(position: PositionLike, options: { seed?: number | bigint | undefined } = {}): Solution | null {
  const wanted = { position: written(position), seed: seed(options.seed) };
  const { solution, stars } = shared.ask<{ solution: SolutionRows | null; stars: number }>("solve", wanted);
  return found(solution, stars);
}

/**
 * Lists all solutions of a position. The search runs while the iterator is read.
 *
 * Boards up to N = 32 with the rules of queens are listed in lexicographic order. Each iterator has its own WebAssembly instance, so
 * several iterators can be read at the same time.
 *
 * @param position - The position, in any form of {@link PositionLike}.
 * @param options - A limit, and whether to list only fundamental solutions.
 * @returns A lazy iterator of the solutions.
 * @throws {@link QueensError} for an invalid position or limit.
 * @example
 * ```js
 * [...solutions(6)].map(String); // ["2 4 6 1 3 5", "3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2"]
 * [...solutions(8, { fundamental: true })].length; // 12
 * ```
 */
export function solutions(position: PositionLike, options: SolutionsOptions = {}): IterableIterator<Solution> {
  const { fundamental = false } = options;
  const limit = limited(options.limit) ?? Infinity;
  const engine = new Engine(true);
  const { stars } = engine.ask<{ stars: number }>("search", { position: written(position), fundamental });
  return rest(engine, stars, limit);
}

/** The maximum number of solutions per call of the module. */
const LARGEST_BATCH = 256;

function* rest(engine: Engine, stars: number, limit: number): Generator<Solution, undefined, undefined> {
  // Small batches first, so that the first solution is available at once.
  let batch = 1;
  for (let left = limit; left > 0; left -= batch, batch = Math.min(2 * batch, LARGEST_BATCH)) {
    batch = Math.min(batch, left);
    const solutions = engine.ask<SolutionRows[]>("next", { count: batch });
    yield* solutions.map((solution) => read(solution, stars));
    if (solutions.length < batch) {
      return;
    }
  }
}

/**
 * Tells whether a position has exactly one solution, as a puzzle must.
 *
 * @param position - The position, in any form of {@link PositionLike}.
 * @returns `true` if there is exactly one solution.
 * @throws {@link QueensError} for an invalid position.
 * @example
 * ```js
 * unique("size:4"); // false
 * unique("size:4 given:b4"); // true
 * ```
 */
export function unique(position: PositionLike): boolean {
  const { solutions, limited } = count(position, { limit: 1 });
  return solutions === 1n && !limited;
}

/**
 * Explains how a person can solve a position, step by step.
 *
 * @param position - The position, in any form of {@link PositionLike}, up to N = 64.
 * @returns The steps with their reasons, the solution, another one if there are several, and the difficulty of the position.
 * @throws {@link QueensError} for an invalid or too large position.
 * @example
 * ```js
 * const { position } = puzzle(8, { seed: 3 });
 * explain(position).difficulty; // "hard"
 * explain(position).steps[0].text; // "D1, D2, D3, D6, D7 and D8 are closed: the open squares of region 6 (D4, D5) are all in column D"
 * ```
 */
export function explain(position: PositionLike): Explanation {
  type Explained = { explanation: ExplanationResult; because: string[][] };
  const { explanation, because } = shared.ask<Explained>("explain", { position: written(position) });
  const steps = explanation.steps.map((step, place) => ({ ...step, because: because[place] ?? [] }));
  const { solution, other = null } = explanation;
  // The result does not contain the number of stars.
  const { stars } = parse(position);
  return { ...explanation, steps, solution: found(solution, stars), other: found(other, stars) };
}

/**
 * Finds a reason why a position has no solution.
 *
 * @param position - The position, in any form of {@link PositionLike}.
 * @returns The reason as one line of text; `null` if the position has a solution, or if no short reason was found.
 * @throws {@link QueensError} for an invalid position.
 * @example
 * ```js
 * refute("size:8 given:a1,b2"); // "the given queens on A1 and B2 attack each other"
 * ```
 */
export function refute(position: PositionLike): string | null {
  return shared.ask("refute", { position: written(position) });
}

/**
 * Checks whether rows are a solution of a position.
 *
 * @param position - The position, in any form of {@link PositionLike}.
 * @param solution - The row of the queen in each column, counted from 0, or a {@link Solution}.
 * @returns `valid`, and the `reason` if it is not a solution.
 * @throws {@link QueensError} for an invalid position or rows that are not integers.
 * @example
 * ```js
 * check(4, [1, 3, 0, 2]); // { valid: true, reason: null }
 * check(4, [0, 1, 2, 3]).valid; // false
 * ```
 */
export function check(
  position: PositionLike,
  solution: readonly number[] | { rows: readonly number[] },
): { valid: boolean; reason: string | null } {
  return shared.ask("check", { position: written(position), rows: rowsOf(solution) });
}

/**
 * Generates a puzzle: a position with exactly one solution.
 *
 * @param n - The size of the board: 4 to 20 with regions (8 to 14 with 2 stars, 12 to 14 with 3, 16 or 17 with 4), 4 to 32 with given
 *   queens. Default: 8.
 * @param options - The rules, the seed, the difficulty and the regions.
 * @returns The position, its solution and its difficulty.
 * @throws {@link QueensError} for an invalid size, seed or difficulty.
 * @example
 * ```js
 * const { position, solution } = puzzle(8, { seed: 3, difficulty: "medium" });
 * check(position, solution).valid; // true
 * ```
 */
export function puzzle(n = 8, options: PuzzleOptions = {}): Puzzle {
  const { rules = "regions", difficulty, stars, theme, singles } = options;
  const wanted = { n: size(n), rules, difficulty, stars, theme, singles, seed: seed(options.seed) };
  const made = shared.ask<PuzzleResult>("puzzle", wanted);
  const { difficulty: level, score } = made;
  // The result omits empty parts of the position; `parse` returns all of them.
  return { position: parse(JSON.stringify(made)), solution: read(made.solution, made.stars), difficulty: level, score };
}

/**
 * Parses a position in any format: drawn as text, short, JSON, LeetCode 51, CSPLib 79 and 80.
 *
 * @param position - The position, in any form of {@link PositionLike}.
 * @param options - `rules` replaces the rules of the position.
 * @returns All parts of the position.
 * @throws {@link QueensError} for an invalid position.
 * @example
 * ```js
 * parse(".Q..\n....\n....\n....").given; // ["B4"]
 * ```
 */
export function parse(position: PositionLike, options: { rules?: Rules | undefined } = {}): Position {
  return shared.ask("parse", { text: written(position), rules: options.rules });
}

/**
 * Formats a position as text.
 *
 * @param position - The position, in any form of {@link PositionLike}.
 * @param format - `text` (a drawn board, default), `short`, `json`, or `leetcode`, which contains only the given queens.
 * @returns The text. `parse` reads every format.
 * @throws {@link QueensError} for an invalid position or an unknown format.
 * @example
 * ```js
 * format({ size: 4, given: ["B4"] }, "short"); // "size:4 given:B4"
 * ```
 */
export function format(position: PositionLike, format: Format = "text"): string {
  return shared.ask("format", { position: written(position), format });
}

/**
 * Draws a position as SVG.
 *
 * @param position - The position, in any form of {@link PositionLike}, up to N = 100.
 * @param solution - A solution to draw on it: rows counted from 0, or a {@link Solution}.
 * @returns The SVG document.
 * @throws {@link QueensError} for an invalid or too large position, or if the rows are not a solution of it.
 * @example
 * ```js
 * svg(8, find(8)).startsWith("<svg"); // true
 * ```
 */
export function svg(
  position: PositionLike,
  solution?: readonly number[] | { rows: readonly number[] } | null | undefined,
): string {
  const rows = solution && rowsOf(solution);
  return shared.ask("svg", { position: written(position), rows });
}

/**
 * Reads the region puzzle in a picture: a screenshot or another rendered board, not a photo.
 *
 * @param pixels - The decoded picture, up to 64 megapixels. In a browser, draw it on a canvas and call `getImageData`; in Node, use
 *   any decoder.
 * @returns The position, the crosses, and how certain the reading is.
 * @throws {@link QueensError} if there is no board in the picture, or if it is not clear.
 * @example
 * ```js
 * // Squares of 20 pixels with black lines, in four shades of grey.
 * const data = new Uint8ClampedArray(80 * 80 * 4).map((_, byte) => {
 *   const [x, y] = [(byte >> 2) % 80, Math.floor(byte / 320)];
 *   return byte % 4 === 3 ? 255 : x % 20 && y % 20 ? 60 + 60 * Math.floor(x / 40) + 30 * Math.floor(y / 40) : 0;
 * });
 * readPicture({ width: 80, height: 80, data }).position.regions; // ["AABB", "AABB", "CCDD", "CCDD"]
 * ```
 */
export function readPicture(pixels: Pixels): PictureReading {
  const { width, height, data } = pixels;
  const isSize = (size: number) => Number.isInteger(size) && size >= 0 && size < 2 ** 32;
  if (!isSize(width) || !isSize(height)) {
    throw new QueensError(`invalid size of a picture: ${String(width)} x ${String(height)} pixels`);
  }
  if (!(data instanceof Uint8ClampedArray || data instanceof Uint8Array)) {
    throw new QueensError("invalid pixels: expected a Uint8ClampedArray with four bytes per pixel");
  }
  const result = shared.ask<PictureResult>("read-picture", { width, height }, data);
  const { crosses, confidence, certain, warnings } = result;
  return { position: parse(JSON.stringify(result)), crosses, confidence, certain, warnings };
}

/**
 * Writes a position in the format of another solver. The solutions of the text are those of the position.
 *
 * A variable `q_C_R` is 1 if there is a queen in column C and row R, both counted from 1. Comments in the text say which variable is
 * which square.
 *
 * @param position - The position, in any form of {@link PositionLike}, with at most 10^6 open squares.
 * @param format - `cnf` (with exactly one model per solution), `opb`, `lp`, `mps`, `minizinc` or `qubo` (as JSON).
 * @returns The text of the file.
 * @throws {@link QueensError} for an invalid or too large position, or an unknown format.
 * @example
 * ```js
 * exportPosition("size:4 given:a2", "lp").includes("row_1: q_3_1 + q_4_1 = 1"); // true
 * ```
 */
export function exportPosition(position: PositionLike, format: ExportFormat): string {
  return shared.ask("export", { position: written(position), format });
}
