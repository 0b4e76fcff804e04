/**
 * The best times of this browser, in its storage: one per board size, method and device. What is read is not trusted: a
 * damaged record is dropped. Without storage, as in some private windows, the records last until the page is closed.
 */
import type { Device } from "../protocol";
import type { CountRecord } from "./pool";
import { LARGEST } from "./visit";

/** The version of the format. Records of another version are ignored. */
const VERSION = 1;
const KEY = "queens:counts";
/** The longest text that is read, in characters, and the most records in it. */
const LONGEST_TEXT = 300_000;
const MOST = 1000;
/** The longest time that is plausible, in seconds, and the earliest date. */
const LONGEST_TIME = 1e7;
const EARLIEST = Date.UTC(2025, 0);
const DAY = 86_400_000;

export interface BestTime {
  n: number;
  method: string;
  device: Device;
  /** The workers, or 0 if the GPU ran all jobs. */
  workers: number;
  /** The name of the GPU, if it ran jobs. */
  gpu: string | null;
  seconds: number;
  /** When it was counted, in milliseconds since 1970. */
  at: number;
}

/** The part of `Storage` that is used. */
export type Items = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = ({ n, method, device }: BestTime) => `${n} ${method} ${device}`;

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

/** A record that was read; null if any of it is impossible. */
function checked(value: unknown, now: number): BestTime | null {
  const { n, method, device, workers, gpu, seconds, at } = (value ?? {}) as Record<string, unknown>;
  if (device !== "cpu" && device !== "gpu") {
    return null;
  }
  const isValid =
    isWhole(n, 1, LARGEST[device]) &&
    typeof method === "string" &&
    /^[a-z-]{1,30}$/.test(method) &&
    isWhole(workers, device === "cpu" ? 1 : 0, 1024) &&
    (device === "gpu" ? typeof gpu === "string" && gpu.length <= 100 : gpu === null) &&
    typeof seconds === "number" &&
    seconds > 0 &&
    seconds < LONGEST_TIME &&
    // The clock may have been wrong, but not by more than a day.
    isWhole(at, EARLIEST, now + DAY);
  return isValid ? ({ n, method, device, workers, gpu, seconds, at } as BestTime) : null;
}

/** The best of each kind, the largest board first, then the shortest time. */
function bestOf(times: readonly BestTime[]): BestTime[] {
  const best = new Map<string, BestTime>();
  for (const time of times) {
    const known = best.get(keyOf(time));
    if (!known || time.seconds < known.seconds) {
      best.set(keyOf(time), time);
    }
  }
  return [...best.values()].sort((a, b) => b.n - a.n || a.seconds - b.seconds).slice(0, MOST);
}

/** The records in a text; none if it is damaged. */
export function decode(text: string | null, now: number): BestTime[] {
  if (text === null || text.length > LONGEST_TEXT) {
    return [];
  }
  try {
    const { version, times } = JSON.parse(text) as { version?: unknown; times?: unknown };
    return version === VERSION && Array.isArray(times)
      ? bestOf(times.slice(0, MOST).flatMap((time) => checked(time, now) ?? []))
      : [];
  } catch {
    return [];
  }
}

export const encode = (times: readonly BestTime[]) => JSON.stringify({ version: VERSION, times });

/** A complete count as a record; null if it is not one: a wrong count, or a GPU that was lost on the way. */
export function recordOf({
  n,
  method,
  plan,
  solutions,
  workers,
  gpu,
  gpuFailure,
  seconds,
}: CountRecord): BestTime | null {
  const isRight = plan.published === null || plan.published.solutions === solutions;
  return isRight && gpuFailure === null
    ? checked(
        { n, method, device: gpu ? "gpu" : "cpu", workers, gpu: gpu?.slice(0, 100) ?? null, seconds, at: Date.now() },
        Date.now(),
      )
    : null;
}

/** The storage of the browser; null where the page may not use it. */
function items(): Items | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** The records of this visit, which also work without storage. */
let kept: BestTime[] = [];

export function load(from = items()): BestTime[] {
  let stored: BestTime[] = [];
  try {
    stored = decode(from?.getItem(KEY) ?? null, Date.now());
  } catch {
    // The browser refused to read.
  }
  kept = bestOf([...stored, ...kept]);
  return kept;
}

/** Adds a record to those that are stored, also by other tabs. Returns all of them, and whether this one is the best of its kind. */
export function add(time: BestTime, to = items()): { times: BestTime[]; isBest: boolean } {
  const before = load(to).find((known) => keyOf(known) === keyOf(time));
  kept = bestOf([...kept, time]);
  try {
    to?.setItem(KEY, encode(kept));
  } catch {
    // The storage is full or refused. The record lasts until the page is closed.
  }
  return { times: kept, isBest: before !== undefined && time.seconds < before.seconds };
}

export function clear(from = items()): void {
  kept = [];
  try {
    from?.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** Calls a function when another tab has changed the records, until the returned function is called. */
export function onChange(changed: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) {
      // What the other tab has removed is not added again.
      kept = [];
      changed();
    }
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
