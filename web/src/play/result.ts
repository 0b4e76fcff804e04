/** Texts and links to share a result, without spoilers. */
import { link, type Params } from "../route";
import { clockTime } from "./daily";
import { hintsText, titleOf } from "./describe";
import type { Game, Result } from "./game";
import { puzzleParams } from "./link";

const urlOf = (params: Params) => `${location.href.split("#", 1)[0]}${link("play", params)}`;

/** The link of the puzzle, without marks. */
export const puzzleLink = (game: Game): string => urlOf(puzzleParams(game));

/** The link of a challenge: the puzzle and the time to beat, in seconds. */
export const challengeLink = (game: Game, { seconds }: Result): string =>
  urlOf({ ...puzzleParams(game), beat: Math.max(1, Math.floor(seconds)) });

/** The result as lines of text. */
export function resultText(game: Game, result: Result, streak: number): string {
  const { name, details } = titleOf(game);
  const time = `♛ Solved in ${clockTime(result.seconds)}, ${hintsText(result.hints)}`;
  const days = game.puzzle?.day && streak > 1 ? [`Streak: ${streak} days`] : [];
  return [`${name} · ${details}`, time, ...days, puzzleLink(game)].join("\n");
}

export function challengeText(game: Game, result: Result): string {
  const { name, details } = titleOf(game);
  const time = clockTime(result.seconds);
  const own = `I solved it in ${time} with ${hintsText(result.hints)}.`;
  return `${name} · ${details}\n${own} Can you beat that?\n${challengeLink(game, result)}`;
}
