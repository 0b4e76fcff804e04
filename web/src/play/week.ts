// Generated from `Day::WEEK` by `cargo xtask schema`: do not edit.
import type { Difficulty } from "../protocol";

/** The size and difficulty of the puzzle of each day of the week, Monday first. */
export const WEEK: readonly [number, Difficulty][] = [
  [6, "easy"],
  [7, "easy"],
  [7, "medium"],
  [8, "medium"],
  [8, "hard"],
  [9, "hard"],
  [10, "hard"],
];
