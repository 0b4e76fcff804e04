/** A game: a fixed position, the marks of the player, earlier and later marks for undo and redo, and its record. */
import type { Difficulty, Position, Rules } from "../protocol";
import { square, squareName } from "../square";
import { evaluate, type Outcome } from "./rules";

/** The marks of the player: queens, and squares that are crossed out (in a puzzle) or closed (otherwise). Both are sorted. */
export interface Marks {
  queens: string[];
  crosses: string[];
}

/** The parameters from which a puzzle was generated. */
export interface PuzzleSource {
  rules: Rules;
  size: number;
  /** The number of queens in each row, column and region. */
  stars: number;
  seed: number;
  difficulty: Difficulty;
  /** The date, if it is a daily puzzle. */
  day: string | null;
}

/** How a game was solved. */
export interface Result {
  seconds: number;
  hints: number;
  /** The date on which it was solved. */
  on: string;
}

/** What is counted in addition to the marks. */
export interface GameRecord {
  /** The time of the last save; the stopwatch has the current time. */
  seconds: number;
  hints: number;
  /** Whether the player saw a solution before the game was solved. Such a game has no result. */
  shown: boolean;
  /** The queens of the solution that was shown on a board without a result. */
  filled: string | null;
  solved: Result | null;
  /** The time to beat, in seconds, if it is a challenge. */
  beat: number | null;
}

export interface Game {
  fixed: Position;
  /** Set if the position is a generated puzzle. It then has exactly one solution. */
  puzzle: PuzzleSource | null;
  past: Marks[];
  now: Marks;
  future: Marks[];
  record: GameRecord;
}

/** The maximum number of moves that can be undone. */
export const MOST_UNDONE = 1000;

export function emptyBoard(size: number): Position {
  return {
    size,
    rules: "queens",
    stars: 1,
    given: [],
    closed: [],
    regions: null,
    short: `size:${size}`,
    colours: null,
  };
}

/** Whether it is an empty board with the rules of queens. */
export const isEmptyBoard = (fixed: Position) => fixed.short === `size:${fixed.size}`;

/** Whether crosses are notes of the player. On other boards they close squares, which changes the position. */
export const hasNotes = ({ fixed, puzzle }: Pick<Game, "fixed" | "puzzle">) =>
  puzzle !== null || fixed.regions !== null;

export const NO_MARKS: Marks = { queens: [], crosses: [] };
const NEW_RECORD: GameRecord = { seconds: 0, hints: 0, shown: false, filled: null, solved: null, beat: null };

export function begin(fixed: Position, puzzle: PuzzleSource | null = null, now: Marks = NO_MARKS): Game {
  return { fixed, puzzle, past: [], now: sortedMarks(now), future: [], record: NEW_RECORD };
}

/** The names of different squares by column, then by row. */
export function sorted(names: Iterable<string>): string[] {
  const keys = [...new Set(names)].map((name) => ({ name, ...square(name) }));
  return keys.sort((a, b) => a.col - b.col || a.row - b.row).map(({ name }) => name);
}

export const sortedMarks = ({ queens, crosses }: Marks): Marks => ({
  queens: sorted(queens),
  crosses: sorted(crosses),
});

/** All queens on the board. */
export const allQueens = ({ fixed, now }: Pick<Game, "fixed" | "now">): string[] => [...fixed.given, ...now.queens];

const outcomes = new WeakMap<Marks, { fixed: Position; outcome: Outcome }>();

/** The conflicts and attacked squares of a game. Several parts of the page need them after each move, so they are kept. */
export function outcomeOf(game: Pick<Game, "fixed" | "now">): Outcome {
  const { fixed, now } = game;
  const known = outcomes.get(now);
  if (known?.fixed === fixed) {
    return known.outcome;
  }
  const outcome = evaluate(fixed, allQueens(game));
  outcomes.set(now, { fixed, outcome });
  return outcome;
}

/** The position on the board, as a line for the library. */
export function positionOf(game: Game): string {
  const { fixed, now } = game;
  const list = (key: string, names: string[]) => (names.length > 0 ? ` ${key}:${names.join(",")}` : "");
  const closed = hasNotes(game) ? fixed.closed : [...fixed.closed, ...now.crosses];
  const regions = fixed.regions ? ` regions:${fixed.regions.join("/")}` : "";
  const rules = fixed.rules === "queens" || fixed.rules === "regions" ? "" : ` rules:${fixed.rules}`;
  const stars = fixed.stars > 1 ? ` stars:${fixed.stars}` : "";
  return `size:${fixed.size}${rules}${stars}${list("given", allQueens(game))}${list("closed", closed)}${regions}`;
}

const isSame = (one: Marks, other: Marks) =>
  String(one.queens) === String(other.queens) && String(one.crosses) === String(other.crosses);

/** The game with other marks; the same game if they are equal. */
export function withMarks(game: Game, marks: Marks): Game {
  const now = sortedMarks(marks);
  return isSame(now, game.now)
    ? game
    : { ...game, past: [...game.past, game.now].slice(-MOST_UNDONE), now, future: [] };
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
  return withMarks(game, { queens: without(queens, name), crosses: without(crosses, name) });
}

/**
 * A tap. In a puzzle: empty, cross, queen, empty; a square that is crossed out automatically counts as crossed out. On other boards
 * a tap places a queen or clears the square.
 */
export function tap(game: Game, name: string, automatic: ReadonlySet<string>): Game {
  const { queens, crosses } = game.now;
  if (queens.includes(name)) {
    return clear(game, name);
  }
  if (!hasNotes(game)) {
    return crosses.includes(name) ? clear(game, name) : toggleQueen(game, name);
  }
  return crosses.includes(name) || automatic.has(name) ? toggleQueen(game, name) : toggleCross(game, name);
}

/** The other mark: a queen in a puzzle, where a tap starts with a cross, and a closed square on other boards. */
export const secondary = (game: Game, name: string): Game =>
  hasNotes(game) ? toggleQueen(game, name) : toggleCross(game, name);

/** Crosses out the squares of a drag, or erases their crosses, as one move. Queens are not changed. */
export function stroke(game: Game, names: string[], erase: boolean, automatic: ReadonlySet<string>): Game {
  const { queens, crosses } = game.now;
  const marked = erase
    ? crosses.filter((name) => !names.includes(name))
    : [...crosses, ...names.filter((name) => !isFixed(game, name) && !queens.includes(name) && !automatic.has(name))];
  return withMarks(game, { queens, crosses: marked });
}

/** Applies the step of a hint. */
export function take(game: Game, queen: string | null, closed: string[]): Game {
  const queens = [...game.now.queens, ...(queen && !isFixed(game, queen) ? [queen] : [])];
  const crosses = [...game.now.crosses, ...closed];
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

/** Whether the solution on the board was shown by the library. */
export const isShown = ({ now, record }: Pick<Game, "now" | "record">): boolean =>
  record.shown || (record.filled !== null && String(now.queens) === record.filled);

/** The number of squares that are neither closed nor attacked, in each column without a queen. */
export function openInColumns(game: Game): number[] {
  const { attacked } = outcomeOf(game);
  const { size, closed } = game.fixed;
  const queens = allQueens(game);
  const taken = new Set([...attacked, ...closed, ...(hasNotes(game) ? [] : game.now.crosses)]);
  const filled = new Set(queens.map((name) => square(name).col));
  return Array.from({ length: size }, (_, col) => col)
    .filter((col) => !filled.has(col))
    .map((col) => Array.from({ length: size }, (_, row) => squareName({ col, row })))
    .map((names) => names.filter((name) => !taken.has(name)).length);
}

export const wipe = (game: Game): Game => withMarks(game, NO_MARKS);

/** The same puzzle from the start. A solution that was shown is still known. */
export const restart = (game: Game): Game => ({
  ...begin(game.fixed, game.puzzle),
  record: { ...NEW_RECORD, shown: game.record.shown, beat: game.record.beat },
});

export function undo(game: Game): Game {
  const now = game.past.at(-1);
  return now ? { ...game, past: game.past.slice(0, -1), now, future: [game.now, ...game.future] } : game;
}

export function redo(game: Game): Game {
  const [now, ...future] = game.future;
  return now ? { ...game, past: [...game.past, game.now], now, future } : game;
}

/**
 * A saved game with the marks of a link. Marks that the saved game has, or had, are an older state of the same game: it resumes
 * with its latest marks. Other marks become a move, which can be undone.
 */
export function withLinkMarks(saved: Game, link: Marks): Game {
  const marks = sortedMarks(link);
  const had = [NO_MARKS, saved.now, ...saved.past, ...saved.future];
  return had.some((one) => isSame(one, marks)) ? saved : withMarks(saved, marks);
}
