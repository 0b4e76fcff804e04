/**
 * Games, results and settings in the storage of the browser. Each game and each day is an item of its own, so that two tabs with
 * different games do not overwrite each other. What is read is not trusted: a damaged item counts as missing. All functions
 * also work without storage, as in some private windows, and with a full one.
 */
import { square } from "../square";
import { dayOf } from "./daily";
import { type Game, type GameRecord, type Marks, MOST_UNDONE, type Result, sortedMarks } from "./game";
import { queensOf } from "./rules";

/** The version of the format. Items of another version are ignored. */
const VERSION = 1;
const GAME = "queens:game:";
const DAY = "queens:day:";
const SETTINGS = "queens:settings";
/** The largest item that is read, in characters. */
const LARGEST_ITEM = 200_000;
/** The longest time of a game, in seconds. */
export const LONGEST = 359_999;

/** A game as it is stored. */
export interface SavedGame {
  /** Its address without marks: `day=2026-11-15`. */
  id: string;
  /** The position in one line. The library parses it, which checks it. */
  short: string;
  size: number;
  /** The number of queens of a solution, and those on the board. */
  queens: number;
  placed: number;
  past: Marks[];
  now: Marks;
  future: Marks[];
  record: GameRecord;
  /** When it was saved last, in milliseconds since 1970. */
  at: number;
  /** Increases with every save, so that a tab notices a newer state of its game. */
  revision: number;
}

export interface Settings {
  /** Whether a queen crosses out the squares that it attacks. */
  automaticCrosses: boolean;
  showAttacked: boolean;
  /** The size and kind of the next puzzle. */
  size: number;
  kind: "regions" | "stars" | "queens";
}

export const USUAL_SETTINGS: Settings = { automaticCrosses: false, showAttacked: true, size: 8, kind: "regions" };

/** The part of `Storage` that is used. */
export type Items = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

// Encoding: the history as the differences between consecutive marks, because it has up to a thousand entries.

type Fields = Record<string, unknown>;

const difference = (one: string[], other: string[]) =>
  [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))].join(",");

const marksText = ({ queens, crosses }: Marks) => `${queens.join(",")}|${crosses.join(",")}`;

const step = (from: Marks, to: Marks) =>
  `${difference(from.queens, to.queens)}|${difference(from.crosses, to.crosses)}`;

function marksOf(text: unknown, size: number): Marks | null {
  const [queens, crosses, ...rest] = typeof text === "string" ? text.split("|").map(namesOf) : [];
  if (!queens || !crosses || rest.length > 0) {
    return null;
  }
  const all = [...queens, ...crosses];
  const isOnBoard = all.every((name) => {
    const { col, row } = square(name);
    return /^[A-Z]{1,2}[1-9]\d?$/.test(name) && col < size && row < size;
  });
  return isOnBoard && new Set(all).size === all.length ? { queens, crosses } : null;
}

const namesOf = (text: string) => text.split(",").filter((name) => name !== "");

/** Applies a difference. It is its own inverse. */
function changed(marks: Marks, difference: Marks): Marks {
  const toggled = (names: string[], by: string[]) => [
    ...names.filter((name) => !by.includes(name)),
    ...by.filter((name) => !names.includes(name)),
  ];
  return sortedMarks({
    queens: toggled(marks.queens, difference.queens),
    crosses: toggled(marks.crosses, difference.crosses),
  });
}

export function encodeGame(saved: SavedGame): string {
  const { past, now, future } = saved;
  // From the current marks backwards and forwards.
  const back = [...past, now].slice(1).map((marks, place) => step(past[place] ?? now, marks));
  const forward = future.map((marks, place) => step(future[place - 1] ?? now, marks));
  return JSON.stringify({ ...saved, version: VERSION, past: back, now: marksText(now), future: forward });
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;

const isTime = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= LONGEST;

function resultOf(value: unknown): Result | null {
  const { seconds, hints, on } = (value ?? {}) as Fields;
  return isTime(seconds) && isCount(hints, 10_000) && typeof on === "string" && dayOf(on)
    ? { seconds, hints, on }
    : null;
}

function recordOf(value: unknown): GameRecord | null {
  // Earlier versions did not write `filled`.
  const { seconds, hints, shown, filled = null, solved, beat } = (value ?? {}) as Fields;
  const result = solved === null ? null : resultOf(solved);
  const isValid =
    isTime(seconds) &&
    isCount(hints, 10_000) &&
    typeof shown === "boolean" &&
    (filled === null || typeof filled === "string") &&
    (solved === null || result !== null) &&
    (beat === null || isTime(beat));
  return isValid ? { seconds, hints, shown, filled, solved: result, beat: beat as number | null } : null;
}

function parse(text: string | null): Fields | null {
  if (text === null || text.length > LARGEST_ITEM) {
    return null;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && (value as Fields)["version"] === VERSION
      ? (value as Fields)
      : null;
  } catch {
    return null;
  }
}

/** The game of an item; null if it is missing or damaged. */
export function decodeGame(id: string, text: string | null): SavedGame | null {
  const { short, size, queens, placed, past, now, future, record, at, revision, id: own } = parse(text) ?? {};
  if (
    own !== id ||
    typeof short !== "string" ||
    !isCount(size, 32) ||
    !isCount(queens, 1024) ||
    !isCount(placed, 1024) ||
    !isCount(at, Number.MAX_SAFE_INTEGER) ||
    !isCount(revision, Number.MAX_SAFE_INTEGER)
  ) {
    return null;
  }
  const marks = marksOf(now, size);
  const counted = recordOf(record);
  const [back, forward] = [stepsOf(past, size), stepsOf(future, size)];
  if (!marks || !counted || !back || !forward) {
    return null;
  }
  const earlier: Marks[] = [];
  let state = sortedMarks(marks);
  for (const one of back.reverse()) {
    state = changed(state, one);
    earlier.unshift(state);
  }
  const after: Marks[] = [];
  state = sortedMarks(marks);
  for (const one of forward) {
    state = changed(state, one);
    after.push(state);
  }
  const isConsistent = [...earlier, ...after].every(
    ({ queens, crosses }) => !queens.some((queen) => crosses.includes(queen)),
  );
  return isConsistent
    ? {
        id,
        short,
        size,
        queens,
        placed,
        past: earlier,
        now: sortedMarks(marks),
        future: after,
        record: counted,
        at,
        revision,
      }
    : null;
}

/** The differences of a history. A move from a cross to a queen has the same square in both lists. */
function stepsOf(value: unknown, size: number): Marks[] | null {
  if (!Array.isArray(value) || value.length > MOST_UNDONE) {
    return null;
  }
  const steps = value.map((text): Marks | null => {
    const [queens, crosses] = typeof text === "string" ? text.split("|", 2) : [];
    const both = [marksOf(`${queens ?? "?"}|`, size), marksOf(`|${crosses ?? "?"}`, size)];
    return both[0] && both[1] ? { queens: both[0].queens, crosses: both[1].crosses } : null;
  });
  return steps.every((one) => one !== null) ? (steps as Marks[]) : null;
}

/** The storage of the browser; null if it is not available. */
function browserItems(): Items | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** What the browser refused to store. It lasts until the page is closed, also while other sections are shown. */
export const UNSAVED = new Map<string, string>();

export class Store {
  /** `unsaved` receives what cannot be stored; without it, that is lost. */
  constructor(
    private items: Items | null = browserItems(),
    private unsaved: Map<string, string> | null = null,
  ) {}

  private stored(key: string): string | null {
    try {
      return this.items?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  private get(key: string): string | null {
    return this.unsaved?.get(key) ?? this.stored(key);
  }

  /** Returns whether it was stored. It is not if the storage is full or not available. */
  private set(key: string, text: string): boolean {
    try {
      if (this.items) {
        this.items.setItem(key, text);
        this.unsaved?.delete(key);
        return true;
      }
    } catch {
      // It is kept below.
    }
    this.unsaved?.set(key, text);
    return false;
  }

  private keys(prefix: string): string[] {
    let stored: string[] = [];
    try {
      stored = Array.from({ length: this.items?.length ?? 0 }, (_, place) => this.items?.key(place) ?? "");
    } catch {
      // Only what is not stored is left.
    }
    const all = new Set([...stored, ...(this.unsaved?.keys() ?? [])]);
    return [...all].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  }

  /** The game in the storage, or what could not be stored if that is newer. */
  game(id: string): SavedGame | null {
    const stored = decodeGame(id, this.stored(GAME + id));
    const kept = decodeGame(id, this.unsaved?.get(GAME + id) ?? null);
    return kept && kept.revision > (stored?.revision ?? 0) ? kept : stored;
  }

  /** All saved games, the latest first. */
  games(): SavedGame[] {
    const all = this.keys(GAME).flatMap((id) => this.game(id) ?? []);
    return all.sort((a, b) => b.at - a.at);
  }

  /**
   * Saves a game whose last known revision is given. Returns its new revision, null if it cannot be stored, or the stored game if
   * another tab has saved a newer one in the meantime: then nothing is written.
   */
  save(id: string, game: Game, seconds: number, known: number, at = Date.now()): number | null | SavedGame {
    // A state that could not be stored is the caller's own.
    const stored = decodeGame(id, this.stored(GAME + id));
    if (stored && stored.revision > known) {
      return stored;
    }
    const { fixed, now, future, record } = game;
    const revision = known + 1;
    const placed = fixed.given.length + now.queens.length;
    const encoded = (past: Marks[]) =>
      encodeGame({
        id,
        short: fixed.short,
        size: fixed.size,
        queens: queensOf(fixed),
        placed,
        past,
        now,
        future,
        record: { ...record, seconds: Math.min(LONGEST, seconds) },
        at,
        revision,
      });
    let { past } = game;
    let text = encoded(past);
    while (text.length > LARGEST_ITEM && past.length > 0) {
      past = past.slice(Math.ceil(past.length / 2));
      text = encoded(past);
    }
    return this.set(GAME + id, text) ? revision : null;
  }

  remove(id: string): void {
    this.unsaved?.delete(GAME + id);
    try {
      this.items?.removeItem(GAME + id);
    } catch {
      // It stays in the list.
    }
  }

  /** Puts a removed game back. */
  restore(saved: SavedGame): void {
    this.set(GAME + saved.id, encodeGame(saved));
  }

  /** The results of daily puzzles by their day. */
  results(): Map<string, Result> {
    const days = this.keys(DAY).flatMap((day): [string, Result][] => {
      const result = dayOf(day) ? resultOf(parse(this.get(DAY + day))) : null;
      return result ? [[day, result]] : [];
    });
    return new Map(days);
  }

  /** Saves the result of a day. The first result counts. */
  saveResult(day: string, result: Result): void {
    if (!resultOf(parse(this.get(DAY + day)))) {
      this.set(DAY + day, JSON.stringify({ version: VERSION, ...result }));
    }
  }

  settings(): Settings {
    const { automaticCrosses, showAttacked, size, kind } = parse(this.get(SETTINGS)) ?? {};
    const usual = USUAL_SETTINGS;
    return {
      automaticCrosses: typeof automaticCrosses === "boolean" ? automaticCrosses : usual.automaticCrosses,
      showAttacked: typeof showAttacked === "boolean" ? showAttacked : usual.showAttacked,
      size: isCount(size, 32) && size >= 4 ? size : usual.size,
      kind: kind === "queens" || kind === "stars" ? kind : "regions",
    };
  }

  saveSettings(settings: Settings): void {
    this.set(SETTINGS, JSON.stringify({ version: VERSION, ...settings }));
  }
}

/** The game that an item of the storage belongs to; null for other items. */
export const savedId = (key: string | null): string | null => (key?.startsWith(GAME) ? key.slice(GAME.length) : null);
