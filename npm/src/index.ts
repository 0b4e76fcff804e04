/**
 * The N-queens problem: count, list, find and solve, explain and make puzzles.
 *
 * Every function returns its result when it is there and blocks until then; long work belongs in a worker, which can be
 * terminated. What is wrong with a request is thrown as a `QueensError`.
 */
import { Engine, shared } from "./engine.js";
import { QueensError } from "./error.js";
import { type Position, type PositionLike, type Rules, size, written } from "./position.js";
import type {
  CountResult,
  ExplanationResult,
  ExplanationStep,
  MethodResult,
  PositionCount,
  PuzzleResult,
  SolutionRows,
} from "./results.js";
import { read, type Solution } from "./solution.js";

export { QueensError } from "./error.js";
export type { Position, PositionLike, PositionParts, Rules } from "./position.js";
export type { CountResult, MethodResult, PositionCount } from "./results.js";
export { Solution } from "./solution.js";

/** How hard a position is for a person: the hardest step that it needs. */
export type Difficulty = PuzzleResult["difficulty"];

export interface CountOptions {
  /** One of `methods()`; without it the fastest. */
  method?: string | undefined;
  /** Rules other than those of queens: `torus` or `superqueens`. */
  rules?: "queens" | "torus" | "superqueens" | undefined;
  /** Whether to count the steps of the method, which takes longer. */
  statistics?: boolean | undefined;
}

/** A way to find one solution of the empty board. */
export interface FindOptions {
  /** A random solution instead of the one that a formula gives. */
  random?: boolean | undefined;
  /** The seed of the random solution, 0 to 2^64 - 1; without it 0. The same seed gives the same solution. */
  seed?: number | bigint | undefined;
  /** The lexicographically first solution; practical to about N = 30. */
  first?: boolean | undefined;
}

export interface SolutionsOptions {
  /** Only one of the solutions that rotations and reflections take into each other; for empty boards up to N = 32. */
  fundamental?: boolean | undefined;
  /** At most this many. */
  limit?: number | undefined;
}

/** One step of a person who solves a position. */
export interface Step extends ExplanationStep {
  /** The squares that the reason is about, to highlight. */
  because: string[];
}

export interface Explanation extends Omit<ExplanationResult, "steps" | "solution"> {
  steps: Step[];
  /** What the steps lead to; `null` if they show that there is no solution. */
  solution: Solution | null;
}

export interface PuzzleOptions {
  /** Coloured regions (the default), or given queens by the rules of chess. */
  rules?: "regions" | "queens" | undefined;
  /** 0 to 2^64 - 1; without it 0. The same seed gives the same puzzle. */
  seed?: number | bigint | undefined;
  /** Without it a difficulty is drawn. */
  difficulty?: Difficulty | undefined;
}

/** A position with exactly one solution. */
export interface Puzzle {
  position: Position;
  solution: Solution;
  difficulty: Difficulty;
}

/** A format that positions are written in. */
export type Format = "text" | "short" | "json" | "leetcode";

function seed(value: number | bigint | undefined): string {
  const seed = value ?? 0;
  const whole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (!whole || seed < 0 || BigInt(seed) >= 2n ** 64n) {
    throw new QueensError(`seed ${String(seed)}: a whole number from 0 to 2^64 - 1 is needed, above 2^53 as a bigint`);
  }
  return String(seed);
}

function limited(limit: number | undefined): number | undefined {
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0)) {
    throw new QueensError(`limit ${String(limit)}: a whole number from 0 is needed`);
  }
  return limit;
}

function rowsOf(solution: readonly number[] | { rows: readonly number[] }): readonly number[] {
  const rows = "rows" in solution ? solution.rows : solution;
  const wrong = rows.find((row) => !Number.isInteger(row) || row < 0 || row >= 2 ** 32);
  if (wrong !== undefined) {
    throw new QueensError(`row ${String(wrong)}: rows are whole numbers from 0`);
  }
  return rows;
}

/** The methods that count. */
export function methods(): MethodResult[] {
  return shared.ask("methods", {});
}

/** Counts the solutions of the empty board of size N, 0 to 32. From about N = 19 it takes minutes. */
export function count(n: number, options?: CountOptions): CountResult;
/** Counts the solutions of a position, no further than the limit. */
export function count(position: PositionLike, options: { limit: number }): PositionCount;
/** Counts the solutions of a position. */
export function count(position: Exclude<PositionLike, number>, options?: { limit?: number | undefined }): PositionCount;
/** Counts the solutions of a position, or of the empty board if it is a number. */
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
      "method, rules and statistics go with the size of an empty board, not with a position or a limit",
    );
  }
  return empty
    ? shared.ask<CountResult>("count", { n: size(of), method, rules, statistics })
    : shared.ask<PositionCount>("count-position", { position: written(of), limit });
}

/** A solution that the module found, or none. */
const found = (solution: SolutionRows | null): Solution | null => solution && read(solution);

/** One solution of the empty board of size N, up to 10^6; `null` for 2 and 3, which have none. */
export function find(n: number, options: FindOptions = {}): Solution | null {
  const { random = false, first = false } = options;
  const drawn = random || options.seed !== undefined;
  if (first && drawn) {
    throw new QueensError("first goes with neither random nor seed");
  }
  const kind = first ? { kind: "first" } : drawn ? { kind: "random", seed: seed(options.seed) } : { kind: "formula" };
  return found(shared.ask("find", { n: size(n), ...kind }));
}

/** One solution of a position; `null` if there is none. Another seed may find another one. */
export function solve(position: PositionLike, options: { seed?: number | bigint | undefined } = {}): Solution | null {
  return found(shared.ask("solve", { position: written(position), seed: seed(options.seed) }));
}

/**
 * All solutions, found one after the other as the iterator is read. Boards up to N = 32 by the rules of queens are listed in
 * lexicographic order. Each iterator has its own instance of the module, so any number can be read side by side.
 */
export function solutions(position: PositionLike, options: SolutionsOptions = {}): IterableIterator<Solution> {
  const { fundamental = false } = options;
  const limit = limited(options.limit) ?? Infinity;
  const engine = new Engine(true);
  engine.ask("search", { position: written(position), fundamental });
  return rest(engine, limit);
}

/** The most solutions that are asked for at once. */
const LARGEST_BATCH = 256;

function* rest(engine: Engine, limit: number): Generator<Solution, undefined, undefined> {
  // Small batches first: who takes only the first solution does not wait for others.
  let batch = 1;
  for (let left = limit; left > 0; left -= batch, batch = Math.min(2 * batch, LARGEST_BATCH)) {
    batch = Math.min(batch, left);
    const solutions = engine.ask<SolutionRows[]>("next", { count: batch });
    yield* solutions.map(read);
    if (solutions.length < batch) {
      return;
    }
  }
}

/** Whether a position has exactly one solution, as a puzzle must. */
export function unique(position: PositionLike): boolean {
  const { solutions, limited } = count(position, { limit: 1 });
  return solutions === 1n && !limited;
}

/** The steps by which a person solves a position, each with its reason, and how hard they are; for boards up to N = 64. */
export function explain(position: PositionLike): Explanation {
  type Explained = { explanation: ExplanationResult; because: string[][] };
  const { explanation, because } = shared.ask<Explained>("explain", { position: written(position) });
  const steps = explanation.steps.map((step, place) => ({ ...step, because: because[place] ?? [] }));
  return { ...explanation, steps, solution: found(explanation.solution) };
}

/** Why a position has no solution, in a line; `null` if it has one, or if the board is larger than N = 64. */
export function refute(position: PositionLike): string | null {
  return shared.ask("refute", { position: written(position) });
}

/** Whether rows (counted from 0) are a solution of a position, and if not, why not. */
export function check(
  position: PositionLike,
  solution: readonly number[] | { rows: readonly number[] },
): { valid: boolean; reason: string | null } {
  return shared.ask("check", { position: written(position), rows: rowsOf(solution) });
}

/** A new puzzle with exactly one solution: 4 to 16 with regions, 4 to 32 with given queens. */
export function puzzle(n = 8, options: PuzzleOptions = {}): Puzzle {
  const { rules = "regions", difficulty } = options;
  const made = shared.ask<PuzzleResult>("puzzle", { n: size(n), rules, difficulty, seed: seed(options.seed) });
  // The result has the parts of its position that matter; `parse` returns all of them.
  return { position: parse(JSON.stringify(made)), solution: read(made.solution), difficulty: made.difficulty };
}

/** Reads a position in any format: drawn, short, JSON, LeetCode 51, CSPLib 79 and 80. `rules` replaces those of the text. */
export function parse(position: PositionLike, options: { rules?: Rules | undefined } = {}): Position {
  return shared.ask("parse", { text: written(position), rules: options.rules });
}

/** Writes a position. Each format can be parsed; `leetcode` has only the given queens. */
export function format(position: PositionLike, format: Format = "text"): string {
  return shared.ask("format", { position: written(position), format });
}

/** A picture of a position as SVG, up to N = 100; with a solution of it, if there is one. */
export function svg(
  position: PositionLike,
  solution?: readonly number[] | { rows: readonly number[] } | null | undefined,
): string {
  const rows = solution && rowsOf(solution);
  return shared.ask("svg", { position: written(position), rows });
}
