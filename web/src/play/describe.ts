/** A game in words, and what each square of its board shows. */
import type { Look } from "../board";
import type { Hint, PositionState, Rules } from "../protocol";
import { has, type Square, squareName } from "../square";
import { type Game, isEmptyBoard } from "./game";

/** A hint that is a step to take. */
export type HintStep = Extract<Hint, { kind: "step" }>;

/** What the rules add to one queen per row and column with none on a common diagonal. */
export const RULES: Record<Rules, string> = {
  queens: "",
  regions: "One queen in each row, each column and each colour. Queens may not touch, not even at a corner.",
  torus: "On a torus: a diagonal that leaves the board goes on at the other side.",
  superqueens: "Superqueens: they also attack a knight's move away.",
};

export function titleOf({ fixed, puzzle }: Game): string {
  if (puzzle?.day) {
    const date = new Date(`${puzzle.day}T00:00:00Z`);
    const day = date.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
    return `Puzzle of ${day} (${puzzle.difficulty})`;
  }
  if (puzzle) {
    return `${puzzle.rules === "regions" ? "Region puzzle" : "Queens to complete"}, ${puzzle.difficulty}`;
  }
  return isEmptyBoard(fixed) ? `A free board of ${fixed.size}` : `A position of ${fixed.size}`;
}

/** The board for people who do not see it. */
export function labelOf({ fixed }: Game): string {
  return `Board of ${fixed.size}: one queen in each row and column. ${RULES[fixed.rules]}`.trim();
}

/** What each square shows; `state` is null until the library has answered. */
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
  const fights = new Set(state?.fights);
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
      kind = fights.has(name) ? "fights" : state?.done ? "found" : given.has(name) ? "given" : "set";
    } else if (hint?.step.queen === name) {
      kind = "hint";
    }
    return { queen: kind, marks };
  };
}
