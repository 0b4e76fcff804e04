/** Reads region puzzles from pictures with the library. */
import { AnswerError, errorMessage, sharedEngine } from "../engine";
import type { Task } from "../engine-client";
import type { Position } from "../protocol";
import { decode, PictureError } from "./decode";

/** What was read from a picture. */
export interface PictureReading {
  /** The board with its regions and closed squares, without the marks below. */
  position: Position;
  /** Squares with a large mark. */
  queens: string[];
  /** Squares with a small mark or an X. */
  crosses: string[];
  /** How certain the reading is, from 0 to 1. */
  confidence: number;
  /** Whether the confidence is high. Otherwise the player should compare the position with the picture. */
  certain: boolean;
  /** What may be wrong, in words. */
  warnings: string[];
}

/** Reads the puzzle in a picture file. `address` is an object URL of the file. */
export async function readPicture(file: File, address: string, task: Task): Promise<PictureReading> {
  const { width, height, data } = await task.wait(decode(file, address));
  const found = await task.ask("read-picture", { width, height }, data.buffer);
  const { size, stars, regions, closed = [], given = [], crosses, confidence, certain, warnings } = found;
  // In a screenshot of a running game, the queens are those of the player.
  const text = JSON.stringify({ size, stars, regions, closed });
  const position = await task.wait(sharedEngine().ask("read", { text }));
  return { position, queens: given, crosses, confidence, certain, warnings };
}

/** Why a picture was refused, as one sentence. */
export function refusal(error: unknown): string {
  if (error instanceof PictureError) {
    return error.message;
  }
  return error instanceof AnswerError
    ? `No puzzle could be read: ${error.message}.`
    : `The picture could not be read: ${errorMessage(error)}`;
}
