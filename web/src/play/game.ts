/** A game: a fixed position, the marks of the player, and earlier and later marks for undo and redo. */
import type { Difficulty, Position, Rules } from "../protocol";

/** The marks of the player: queens, and squares that are crossed out (in a puzzle) or closed (otherwise). */
export interface Marks {
  queens: string[];
  crosses: string[];
}

/** The parameters from which a puzzle was generated. */
export interface PuzzleSource {
  rules: Rules;
  size: number;
  seed: number;
  difficulty: Difficulty;
  /** The date, if it is a daily puzzle. */
  day: string | null;
}

export interface Game {
  fixed: Position;
  /** Set if the position is a puzzle. It then has exactly one solution, and crosses are notes of the player. */
  puzzle: PuzzleSource | null;
  past: Marks[];
  now: Marks;
  future: Marks[];
}

/** The maximum number of moves that can be undone. */
const MOST_UNDONE = 1000;

export function emptyBoard(size: number): Position {
  return { size, rules: "queens", given: [], closed: [], regions: null, short: `size:${size}` };
}

/** Whether it is an empty board with the rules of queens. */
export const isEmptyBoard = (fixed: Position) => fixed.short === `size:${fixed.size}`;

export function begin(fixed: Position, puzzle: PuzzleSource | null = null, now?: Marks): Game {
  return { fixed, puzzle, past: [], now: now ?? { queens: [], crosses: [] }, future: [] };
}

/** The position on the board, as a line for the library. Outside puzzles, crosses are closed squares. */
export function positionOf({ fixed, puzzle, now }: Game): string {
  const list = (key: string, names: string[]) => (names.length > 0 ? ` ${key}:${names.join(",")}` : "");
  const closed = puzzle ? fixed.closed : [...fixed.closed, ...now.crosses];
  const regions = fixed.regions ? ` regions:${fixed.regions.join("/")}` : "";
  const rules = fixed.rules === "queens" || fixed.rules === "regions" ? "" : ` rules:${fixed.rules}`;
  return `size:${fixed.size}${rules}${list("given", [...fixed.given, ...now.queens])}${list("closed", closed)}${regions}`;
}

function withMarks(game: Game, now: Marks): Game {
  return { ...game, past: [...game.past.slice(-MOST_UNDONE), game.now], now, future: [] };
}

const without = (names: string[], name: string) => names.filter((other) => other !== name);

export const isFixed = ({ fixed }: Game, name: string) => fixed.given.includes(name) || fixed.closed.includes(name);

/** Places a queen, or removes it. */
export function toggleQueen(game: Game, name: string): Game {
  if (isFixed(game, name)) {
    return game;
  }
  const { queens, crosses } = game.now;
  return queens.includes(name)
    ? withMarks(game, { queens: without(queens, name), crosses })
    : withMarks(game, { queens: [...queens, name], crosses: without(crosses, name) });
}

/** Crosses a square out, or opens it again. */
export function toggleCross(game: Game, name: string): Game {
  if (isFixed(game, name)) {
    return game;
  }
  const { queens, crosses } = game.now;
  return crosses.includes(name)
    ? withMarks(game, { queens, crosses: without(crosses, name) })
    : withMarks(game, { queens: without(queens, name), crosses: [...crosses, name] });
}

/** Removes the mark of the player from a square. */
export function clear(game: Game, name: string): Game {
  const { queens, crosses } = game.now;
  return queens.includes(name) || crosses.includes(name)
    ? withMarks(game, { queens: without(queens, name), crosses: without(crosses, name) })
    : game;
}

/** Applies the step of a hint. */
export function take(game: Game, queen: string | null, closed: string[]): Game {
  const added = queen && !isFixed(game, queen) ? [queen] : [];
  const queens = [...new Set([...game.now.queens, ...added])];
  const crosses = [...new Set([...game.now.crosses, ...closed])];
  return withMarks(game, {
    queens,
    crosses: crosses.filter((name) => !queens.includes(name) && !isFixed(game, name)),
  });
}

/** Places all queens of a solution. */
export function fill(game: Game, solution: string[]): Game {
  return withMarks(game, {
    queens: solution.filter((name) => !game.fixed.given.includes(name)),
    crosses: game.now.crosses.filter((name) => !solution.includes(name)),
  });
}

export function wipe(game: Game): Game {
  const { queens, crosses } = game.now;
  return queens.length + crosses.length > 0 ? withMarks(game, { queens: [], crosses: [] }) : game;
}

export function undo(game: Game): Game {
  const now = game.past.at(-1);
  return now ? { ...game, past: game.past.slice(0, -1), now, future: [game.now, ...game.future] } : game;
}

export function redo(game: Game): Game {
  const [now, ...future] = game.future;
  return now ? { ...game, past: [...game.past, game.now], now, future } : game;
}

/** The daily puzzle, the same for everyone: small and easy on Mondays, large and hard on Sundays. */
export function daily(day: string): { rules: Rules; size: number; seed: number; difficulty: Difficulty } {
  const week: [number, Difficulty][] = [
    [10, "hard"],
    [6, "easy"],
    [7, "easy"],
    [7, "medium"],
    [8, "medium"],
    [8, "hard"],
    [9, "hard"],
  ];
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const [size, difficulty] = week[weekday] ?? [8, "medium"];
  return { rules: "regions", size, seed: Number(day.replaceAll("-", "")), difficulty };
}

/** The text if it is a valid date such as `2026-11-15`, else null. */
export function dayOf(text: string | null): string | null {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) {
    return null;
  }
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** The current date in the time zone of the player. */
export function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
