/** Games as addresses, and messages about invalid links. */
import type { Task } from "../engine-client";
import type { Difficulty, Position } from "../protocol";
import { numberOf, type Params } from "../route";
import { square } from "../square";
import type { Game, Marks, PuzzleSource } from "./game";
import * as game from "./game";

/** The largest board to play on, and the largest puzzle with regions. */
export const LARGEST = 32;
export const LARGEST_REGIONS = 20;
export const DIFFICULTIES: Difficulty[] = ["easy", "medium", "hard", "expert"];

/** The name of a square. */
const NAME = /^[A-Z]{1,2}[1-9]\d?$/;
const names = (text: string | null) => (text ?? "").split(",").filter((name) => NAME.test(name));

const isWithin = (text: string, least: number, most: number) =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;

/** A message about an invalid link, as far as its text shows; empty if there is nothing wrong. */
export function noticeOf(params: URLSearchParams): string {
  const day = params.get("day");
  if (day !== null && !game.dayOf(day)) {
    return `“${day.slice(0, 20)}” is not a valid date. Showing an empty board.`;
  }
  const puzzle = params.get("puzzle");
  if (puzzle !== null && puzzle !== "regions" && puzzle !== "queens") {
    return `Unknown puzzle type “${puzzle.slice(0, 20)}”. The types are regions and queens.`;
  }
  const size = params.get("n");
  if (size !== null && !isWithin(size, 1, LARGEST)) {
    return `The link asks for n=${size.slice(0, 20)}. The allowed range is 1 to ${LARGEST}.`;
  }
  for (const [key, least, most] of [
    ["size", 4, puzzle === "queens" ? LARGEST : LARGEST_REGIONS],
    ["seed", 0, Number.MAX_SAFE_INTEGER],
  ] as const) {
    const text = params.get(key);
    if (puzzle !== null && text !== null && !isWithin(text, least, most)) {
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

/** The position of an address: a daily puzzle, another puzzle, a line of text, or an empty board. */
async function positionOf(
  params: URLSearchParams,
  task: Task,
): Promise<{ fixed: Position; puzzle: PuzzleSource | null }> {
  const day = game.dayOf(params.get("day"));
  if (day) {
    return makePuzzle({ ...game.daily(day), day }, task);
  }
  const rules = params.get("puzzle");
  if (rules === "regions" || rules === "queens") {
    const difficulty = DIFFICULTIES.find((difficulty) => difficulty === params.get("difficulty")) ?? "easy";
    const size = numberOf(params, "size", 8, 4, rules === "regions" ? LARGEST_REGIONS : LARGEST);
    const seed = numberOf(params, "seed", 1, 0, Number.MAX_SAFE_INTEGER);
    return makePuzzle({ rules, size, seed, difficulty, day: null }, task);
  }
  const text = params.get("p");
  const fixed = text ? await task.ask("read", { text }) : game.emptyBoard(numberOf(params, "n", 8, 1, LARGEST));
  return { fixed, puzzle: null };
}

async function makePuzzle(puzzle: PuzzleSource, task: Task): Promise<{ fixed: Position; puzzle: PuzzleSource }> {
  const { rules, size, seed, difficulty } = puzzle;
  const made = await task.ask("puzzle", { rules, n: size, seed, difficulty });
  // A puzzle is a position with a solution and a difficulty.
  return { fixed: await task.ask("read", { text: JSON.stringify(made) }), puzzle };
}

/** The game of an address, with a message if the link is invalid. */
export async function gameOf(params: URLSearchParams, task: Task): Promise<{ game: Game; notice: string }> {
  const { fixed, puzzle } = await positionOf(params, task);
  const { marks, notice } = marksOf(params, fixed);
  return { game: game.begin(fixed, puzzle, marks), notice: noticeOf(params) || notice };
}

export async function newPuzzle(source: PuzzleSource, task: Task): Promise<Game> {
  const { fixed, puzzle } = await makePuzzle(source, task);
  return game.begin(fixed, puzzle);
}

/** The address of a game. */
export function paramsOf({ fixed, puzzle, now }: Game): Params {
  const marks = { q: now.queens.join(",") || null, x: now.crosses.join(",") || null };
  if (puzzle?.day) {
    return { day: puzzle.day, ...marks };
  }
  if (puzzle) {
    const { rules, size, seed, difficulty } = puzzle;
    return { puzzle: rules, size, seed, difficulty, ...marks };
  }
  return game.isEmptyBoard(fixed) ? { n: fixed.size, ...marks } : { p: fixed.short, ...marks };
}
