/** The results of this visit. They are kept while other sections are shown. */
import type { CountRecord } from "./pool";

/** Newest first. */
export const records: CountRecord[] = [];

/** The largest board that the page counts. */
export const LARGEST = 18;

/** The methods whose placements are compared: whole board, half-board, fewest free squares first, and symmetry classes. */
export const PLACED = ["arrays", "bitmask-half", "dancing-links", "cross"] as const;
export const PLACED_SIZES = [4, 5, 6, 7, 8, 9, 10, 11] as const;

/** Placements by method and N. */
export const placements = new Map<string, Map<number, bigint>>();
