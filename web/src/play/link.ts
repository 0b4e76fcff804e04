/** Games as addresses, and messages about invalid links. */
import { AnswerError } from "../engine";
import type { Task } from "../engine-client";
import type { Difficulty, Position } from "../protocol";
import { link, numberOf, type Params } from "../route";
import { square } from "../square";
import { daily, dayOf } from "./daily";
import type { Game, Marks, PuzzleSource } from "./game";
import * as game from "./game";
import { LONGEST, type SavedGame, type Store } from "./store";

/** The largest board to play on, and the largest puzzle with regions. */
export const LARGEST = 32;
export const LARGEST_REGIONS = 20;
export const DIFFICULTIES: Difficulty[] = ["easy", "medium", "hard", "expert"];

/** The name of a square. */
const NAME = /^[A-Z]{1,2}[1-9]\d?$/;
const names = (text: string | null) => (text ?? "").split(",").filter((name) => NAME.test(name));

const isWithin = (text: string, least: number, most: number) =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

/** Whether an address describes a game; otherwise Play chooses one. */
export const namesGame = (params: URLSearchParams): boolean =>
  ["day", "puzzle", "p", "n", "q", "x"].some((key) => params.has(key));

/** A message about an invalid link, as far as its text shows; empty if there is nothing wrong. */
export function noticeOf(params: URLSearchParams): string {
  const day = params.get("day");
  if (day !== null && !dayOf(day)) {
    return `“${day.slice(0, 20)}” is not a valid date. This is the free board of size 8 instead.`;
  }
  const puzzle = params.get("puzzle");
  if (puzzle !== null && puzzle !== "regions" && puzzle !== "queens") {
    return `Unknown puzzle type “${puzzle.slice(0, 20)}”. The types are regions and queens.`;
  }
  const size = params.get("n");
  if (size !== null && !isWithin(size, 1, LARGEST)) {
    return `The link asks for n=${size.slice(0, 20)}. The allowed range is 1 to ${LARGEST}.`;
  }
  for (const [key, least, most, used] of [
    ["size", 4, puzzle === "queens" ? LARGEST : LARGEST_REGIONS, puzzle !== null],
    ["seed", 0, Number.MAX_SAFE_INTEGER, puzzle !== null],
    ["stars", 1, 4, puzzle !== null],
    ["beat", 1, LONGEST, true],
  ] as const) {
    const text = params.get(key);
    if (used && text !== null && !isWithin(text, least, most)) {
      return `The link asks for ${key}=${text.slice(0, 20)}. The allowed range is ${least} to ${most}.`;
    }
  }
  const difficulty = params.get("difficulty");
  if (puzzle !== null && difficulty !== null && !DIFFICULTIES.some((known) => known === difficulty)) {
    return `Unknown difficulty “${difficulty.slice(0, 20)}”. The difficulties are easy, medium, hard and expert.`;
  }
  const wrong = ["q", "x"]
    .flatMap((key) => (params.get(key) ?? "").split(","))
    .find((name) => name !== "" && !NAME.test(name));
  return wrong === undefined ? "" : `The link contains an invalid square: “${wrong.slice(0, 20)}”.`;
}

/** The marks of a link on a position, and a message about those that cannot be used. */
function marksOf(params: URLSearchParams, fixed: Position): { marks: Marks; notice: string } {
  const isOpen = (name: string) => {
    const { col, row } = square(name);
    const onBoard = col < fixed.size && row < fixed.size;
    return onBoard && !fixed.given.includes(name) && !fixed.closed.includes(name);
  };
  const [queens, crosses] = [new Set(names(params.get("q"))), new Set(names(params.get("x")))];
  const unusable = [...new Set([...queens, ...crosses])].filter((name) => !isOpen(name));
  const notice =
    unusable.length > 0
      ? `These squares of the link cannot be used on this board: ${unusable.slice(0, 5).join(", ")}.`
      : "";
  const marks = {
    queens: [...queens].filter(isOpen),
    crosses: [...crosses].filter((name) => isOpen(name) && !queens.has(name)),
  };
  return { marks, notice };
}

/** The parameters of the puzzle of an address; null if it has a position or an empty board. */
export function sourceOf(params: URLSearchParams): PuzzleSource | null {
  const day = dayOf(params.get("day"));
  if (day) {
    return daily(day);
  }
  const rules = params.get("puzzle");
  if (rules !== "regions" && rules !== "queens") {
    return null;
  }
  const difficulty = DIFFICULTIES.find((difficulty) => difficulty === params.get("difficulty")) ?? "easy";
  const size = numberOf(params, "size", 8, 4, rules === "regions" ? LARGEST_REGIONS : LARGEST);
  const seed = numberOf(params, "seed", 1, 0, Number.MAX_SAFE_INTEGER);
  const stars = rules === "regions" ? numberOf(params, "stars", 1, 1, 4) : 1;
  return { rules, size, stars, seed, difficulty, day: null };
}

async function makePuzzle({ rules, size, stars, seed, difficulty }: PuzzleSource, task: Task): Promise<Position> {
  const made = await task.ask("puzzle", { rules, n: size, seed, difficulty, ...(stars > 1 && { stars }) });
  // A puzzle is a position with a solution and a difficulty.
  return task.ask("read", { text: JSON.stringify(made) });
}

/** The game of a saved one; null if its position is damaged. */
async function resumed(saved: SavedGame, puzzle: PuzzleSource | null, task: Task): Promise<Game | null> {
  try {
    const fixed = await task.ask("read", { text: saved.short });
    const isFree = (name: string) => !fixed.given.includes(name) && !fixed.closed.includes(name);
    const { past, now, future, record } = saved;
    const isUsable = [...past, now, ...future].every(({ queens, crosses }) => [...queens, ...crosses].every(isFree));
    return fixed.size === saved.size && isUsable ? { fixed, puzzle, past, now, future, record } : null;
  } catch (error) {
    task.signal.throwIfAborted();
    console.debug("saved game", error);
    return null;
  }
}

/** A game, the revision of its saved state (0 if there is none), and a message if the link is invalid. */
export interface Opened {
  game: Game;
  revision: number;
  notice: string;
}

/** The position of a link. */
async function positionIn(text: string, task: Task): Promise<Position> {
  try {
    return await task.ask("read", { text });
  } catch (error) {
    throw error instanceof AnswerError
      ? new Error(`The position in this link cannot be read: ${error.message}`)
      : error;
  }
}

/** The game of an address. A saved game resumes; a solved one keeps its marks. */
export async function gameOf(params: URLSearchParams, store: Store, task: Task): Promise<Opened> {
  const puzzle = sourceOf(params);
  const text = params.get("p");
  let fixed: Position | null = null;
  if (!puzzle) {
    fixed = text ? await positionIn(text, task) : game.emptyBoard(numberOf(params, "n", 8, 1, LARGEST));
  }
  const saved = store.game(puzzle ? sourceId(puzzle) : idOf({ fixed: fixed as Position, puzzle }));
  const before = saved && (await resumed(saved, puzzle, task));
  fixed ??= before?.fixed ?? (await makePuzzle(puzzle as PuzzleSource, task));
  const { marks, notice } = marksOf(params, fixed);
  const opened = before?.record.solved ? before : game.withLinkMarks(before ?? game.begin(fixed, puzzle), marks);
  const isNew = opened !== before;
  const beat = params.has("beat") ? numberOf(params, "beat", 0, 0, LONGEST) || null : opened.record.beat;
  // A link can contain the solution of a puzzle. The player did not find it.
  const isTold = isNew && game.hasNotes(opened) && game.outcomeOf(opened).done;
  const record = { ...opened.record, beat, shown: opened.record.shown || (isTold && !opened.record.solved) };
  return { game: { ...opened, record }, revision: saved?.revision ?? 0, notice: noticeOf(params) || notice };
}

function sourceParams(puzzle: PuzzleSource): Params {
  const { rules, size, stars, seed, difficulty, day } = puzzle;
  return day ? { day } : { puzzle: rules, size, stars: stars > 1 ? stars : null, seed, difficulty };
}

/** The address of the puzzle or position of a game, without marks. */
export function puzzleParams({ fixed, puzzle }: Pick<Game, "fixed" | "puzzle">): Params {
  if (puzzle) {
    return sourceParams(puzzle);
  }
  return game.isEmptyBoard(fixed) ? { n: fixed.size } : { p: fixed.short };
}

const queryOf = (params: Params) => link("play", params).split("?", 2)[1] ?? "";

/** The name under which a game is saved: its address without marks. */
export const idOf = (of: Pick<Game, "fixed" | "puzzle">): string => queryOf(puzzleParams(of));
export const sourceId = (puzzle: PuzzleSource): string => queryOf(sourceParams(puzzle));

/** The address of a game. A solved puzzle is without its marks, so that its link does not contain the solution. */
export function paramsOf(of: Game): Params {
  const { now, record } = of;
  const marks = record.solved ? {} : { q: now.queens.join(",") || null, x: now.crosses.join(",") || null };
  return { ...puzzleParams(of), ...marks, beat: record.beat };
}
