/** What was found out in this visit: it stays while other sections are shown. */
import type { Counted } from "./pool";

export interface Made extends Counted {
  size: number;
}

/** Newest first. */
export const made: Made[] = [];

/** The largest board that the engine counts. */
export const LARGEST = 18;

/** The methods whose placements are compared: the plain search, half of it, the tightest line first, and the best. */
export const PLACED = ["arrays", "bitmask-half", "dancing-links", "cross"] as const;
export const PLACED_SIZES = [4, 5, 6, 7, 8, 9, 10, 11] as const;

/** Placements by method and N. */
export const placements = new Map<string, Map<number, bigint>>();
