/** The texts about a game, and the look of each square of its board. */
import type { Look } from "../board";
import type { Hint, PositionState, Rules } from "../protocol";
import { has, type Square, squareName } from "../square";
import { type Game, isEmptyBoard } from "./game";

/** A hint that is a step to take. */
export type HintStep = Extract<Hint, { kind: "step" }>;

/** How the rules differ from those of queens. */
export const RULES: Record<Rules, string> = {
  queens: "",
  regions: "Exactly one queen in each row, column and region. Queens may not touch, not even at a corner.",
  torus: "Torus: a diagonal that leaves the board continues on the opposite side.",
  superqueens: "Superqueens: a queen also attacks the squares a knight's move away.",
};

export function titleOf({ fixed, puzzle }: Game): string {
  if (puzzle?.day) {
    const date = new Date(`${puzzle.day}T00:00:00Z`);
    const day = date.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
    return `Daily puzzle, ${day} (${puzzle.difficulty})`;
  }
  if (puzzle) {
    return `${puzzle.rules === "regions" ? "Region puzzle" : "Queens completion"}, ${puzzle.difficulty}`;
  }
  return isEmptyBoard(fixed) ? `Board of size ${fixed.size}` : `Position of size ${fixed.size}`;
}

/** The board in words, for screen readers. */
export function labelOf({ fixed }: Game): string {
  return `Board of size ${fixed.size}: one queen in each row and column. ${RULES[fixed.rules]}`.trim();
}

/** The look of each square; `state` is null until the library has answered. */
export function lookOf(
  { fixed, now, puzzle }: Game,
  state: PositionState | null,
  showAttacked: boolean,
  hint: HintStep | null,
): (square: Square) => Look {
  const given = new Set(fixed.given);
  const placed = new Set(now.queens);
  const closed = new Set(puzzle ? fixed.closed : [...fixed.closed, ...now.crosses]);
  const crossed = new Set(puzzle ? now.crosses : []);
  const conflicts = new Set(state?.conflicts);
  const because = new Set(hint?.because);
  const hinted = new Set(hint?.step.closed);
  return (square) => {
    const name = squareName(square);
    const marks: string[] = [];
    if (closed.has(name)) marks.push("closed");
    if (crossed.has(name)) marks.push("crossed");
    const queen = given.has(name) || placed.has(name);
    if (showAttacked && !queen && !closed.has(name) && has(state?.attacked[square.col], square.row)) {
      marks.push("attacked");
    }
    if (because.has(name)) marks.push("because");
    if (hinted.has(name) || hint?.step.queen === name) marks.push("hint");
    let kind: Look["queen"];
    if (queen) {
      kind = conflicts.has(name) ? "conflict" : state?.done ? "found" : given.has(name) ? "given" : "set";
    } else if (hint?.step.queen === name) {
      kind = "hint";
    }
    return { queen: kind, marks };
  };
}
