/** The texts about a game, and the look of each square of its board. */
import type { Look } from "../board";
import type { Hint, Rules } from "../protocol";
import { type Square, squareName } from "../square";
import { clockTime, inWords } from "./daily";
import { allQueens, type Game, hasNotes, isEmptyBoard, outcomeOf, type PuzzleSource, type Result } from "./game";
import { queensOf } from "./rules";

/** A hint that is a step to take. */
export type HintStep = Extract<Hint, { kind: "step" }>;

/** The rules of a position in a sentence or two. */
export function rulesOf({ fixed }: Pick<Game, "fixed">): string {
  const { stars } = fixed;
  const each = stars === 1 ? "One queen" : stars === 2 ? "Two queens" : `${stars} queens`;
  const texts: Record<Rules, string> = {
    queens: "One queen in each row and column. No queen may attack another, not even along a diagonal.",
    regions: `${each} in each row, column and coloured region. Queens may not touch, not even at a corner.`,
    torus: "Torus: a diagonal that leaves the board continues on the opposite side.",
    superqueens: "Superqueens: a queen also attacks the squares a knight's move away.",
  };
  return texts[fixed.rules];
}

const KINDS = { regions: "Region puzzle", queens: "Queens completion", stars: "Star Battle" };

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function puzzleTitle({ day, stars, rules }: PuzzleSource): string {
  if (day) {
    return "Daily puzzle";
  }
  return stars > 1 ? KINDS.stars : rules === "regions" ? KINDS.regions : KINDS.queens;
}

/** Two short texts: what it is, and its details. */
export interface Title {
  name: string;
  details: string;
}

export function titleFor(puzzle: PuzzleSource | null, size: number, isFree: boolean): Title {
  const board = `${size}×${size}`;
  if (puzzle) {
    const details = [puzzle.day ? inWords(puzzle.day) : null, board, puzzle.difficulty];
    return { name: puzzleTitle(puzzle), details: details.filter(Boolean).join(" · ") };
  }
  return { name: isFree ? "Free board" : "Position", details: board };
}

export const titleOf = ({ fixed, puzzle }: Game): Title => titleFor(puzzle, fixed.size, isEmptyBoard(fixed));

/**
 * The largest board that fits a phone. Larger boards scroll in their frame, so a drag of a finger does not mark squares, and the
 * board cannot stay in sight.
 */
const LARGEST_FITTING = 16;
export const fitsPhone = ({ fixed }: Pick<Game, "fixed">): boolean => fixed.size <= LARGEST_FITTING;

/** The board in words, for screen readers. */
export function labelOf(game: Game): string {
  return `Board of size ${game.fixed.size}. ${rulesOf(game)}`;
}

/** "1 hint", "2 hints". */
export const counted = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;

/** "no hints", "1 hint", "2 hints". */
export const hintsText = (hints: number) => (hints === 0 ? "no hints" : counted(hints, "hint"));

/** The comparison of a result with the time to beat. A challenge that was won with hints says so. */
export function compared({ seconds, hints }: Result, beat: number): { won: boolean; text: string } {
  const [own, other] = [Math.floor(seconds), Math.floor(beat)];
  const by = clockTime(Math.abs(own - other));
  if (own === other) {
    return { won: false, text: `A draw: both times are ${clockTime(own)}.` };
  }
  return own < other
    ? { won: true, text: `Challenge won with ${hintsText(hints)}: ${by} faster than ${clockTime(other)}.` }
    : { won: false, text: `Challenge lost: ${by} slower than ${clockTime(other)}.` };
}

/** A line below the board. */
export interface Message {
  kind: "" | "good" | "bad";
  text: string;
}

const sentence = (text: string) => `${capital(text)}.`;

/** A hint in words. */
export function hintMessage(hint: Hint): Message {
  switch (hint.kind) {
    case "step":
      return { kind: "", text: sentence(hint.step.text) };
    case "done":
      return { kind: "good", text: "The board is already solved." };
    case "wrong":
      return { kind: "bad", text: `This position cannot be completed: ${hint.reason}.` };
    case "crossed": {
      const which = hint.squares.join(" and ");
      return { kind: "bad", text: `Too many squares are crossed out: the solution has a queen on ${which}.` };
    }
  }
}

/** What a move changed, for screen readers. */
export function announcement(before: Game, after: Game): string {
  const { conflicts } = outcomeOf(after);
  const [had, has] = [new Set(before.now.queens), new Set(after.now.queens)];
  const [hadCross, hasCross] = [new Set(before.now.crosses), new Set(after.now.crosses)];
  const cross = hasNotes(after) ? "crossed out" : "closed";
  const added = after.now.queens.filter((name) => !had.has(name));
  const crossed = after.now.crosses.filter((name) => !hadCross.has(name));
  const removed = before.now.queens.filter((name) => !has.has(name));
  const opened = before.now.crosses.filter((name) => !hasCross.has(name) && !has.has(name));
  const few = (names: string[], what: string) =>
    names.length === 0 ? [] : [names.length > 4 ? `${names.length} squares ${what}` : `${names.join(", ")} ${what}`];
  const parts = [
    ...few(added, "queen"),
    ...few(crossed, cross),
    ...few([...removed.filter((name) => !hasCross.has(name)), ...opened], "empty"),
  ];
  if (added.some((name) => conflicts.has(name))) {
    parts.push(`conflict of ${[...conflicts].join(", ")}`);
  }
  const count = `${allQueens(after).length} of ${queensOf(after.fixed)} queens`;
  return parts.length === 0 ? "" : `${capital(parts.join(", "))}. ${count}.`;
}

/** The look of each square. */
export function lookOf(
  game: Game,
  { showAttacked, automatic }: { showAttacked: boolean; automatic: ReadonlySet<string> },
  hint: HintStep | null,
): (square: Square) => Look {
  const { fixed, now } = game;
  const outcome = outcomeOf(game);
  const notes = hasNotes(game);
  const given = new Set(fixed.given);
  const placed = new Set(now.queens);
  const closed = new Set(notes ? fixed.closed : [...fixed.closed, ...now.crosses]);
  const crossed = new Set(notes ? now.crosses : []);
  const because = new Set(hint?.because);
  const hinted = new Set(hint?.step.closed);
  return (square) => {
    const name = squareName(square);
    const marks: string[] = [];
    if (closed.has(name)) marks.push("closed");
    const queen = given.has(name) || placed.has(name);
    if (crossed.has(name) || (automatic.has(name) && !closed.has(name))) marks.push("crossed");
    if (showAttacked && !queen && !closed.has(name) && outcome.attacked.has(name)) marks.push("attacked");
    if (because.has(name)) marks.push("because");
    if (hinted.has(name) || hint?.step.queen === name) marks.push("hint");
    let kind: Look["queen"];
    if (queen) {
      const usual = given.has(name) ? "given" : "set";
      kind = outcome.conflicts.has(name) ? "conflict" : outcome.done ? "found" : usual;
    } else if (hint?.step.queen === name) {
      kind = "hint";
    }
    return { queen: kind, marks };
  };
}
