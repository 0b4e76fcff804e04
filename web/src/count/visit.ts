/** The results of this visit. They are kept while other sections are shown. */
import type { CountRecord } from "./pool";

/** Newest first. */
export const records: CountRecord[] = [];

/** The largest board that each device counts, as in `crates/queens-web/src/count.rs`. */
export const LARGEST = { cpu: 18, gpu: 24 } as const;

/** Smaller boards are counted by the workers, as in `crates/queens-gpu/src/work.rs`. */
export const SMALLEST_ON_GPU = 10;

/** On a GPU, larger boards have a warning that says how long they take. */
export const LARGEST_SHORT = 20;

/** The methods whose placements are compared: whole board, half-board, fewest free squares first, and symmetry classes. */
export const PLACED = ["arrays", "bitmask-half", "dancing-links", "cross"] as const;
export const PLACED_SIZES = [4, 5, 6, 7, 8, 9, 10, 11] as const;

/** Placements by method and N. */
export const placements = new Map<string, Map<number, bigint>>();
