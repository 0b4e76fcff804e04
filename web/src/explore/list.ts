/** The solutions of a board as a list, on a engine of its own: listing takes a moment, and may be given up. */
import { Engine } from "../engine";

/** The largest board whose solutions are listed. */
export const LARGEST = 14;

/** Rows come so many at a time, */
const WINDOW = 200;
/** and so many times are kept: all of N = 14 would fill the memory of a phone. */
const KEPT = 50;

/** All solutions of a board, or those that differ by more than symmetry, in ascending order. */
export class List {
  /** How many there are, once they are listed. */
  readonly count: Promise<number>;
  private engine = new Engine();
  private windows = new Map<number, number[][]>();
  private asked = new Map<number, Promise<number[][]>>();

  constructor(
    readonly size: number,
    readonly fundamental: boolean,
  ) {
    this.count = this.engine.ask("list", { size, fundamental }).then(({ count }) => count);
    // Who waits for it hears of it; where nobody does, nothing is wrong.
    this.count.catch(() => undefined);
  }

  /** A solution, if it is here already. */
  known(place: number): number[] | undefined {
    return this.windows.get(Math.floor(place / WINDOW))?.[place % WINDOW];
  }

  async solution(place: number): Promise<number[] | undefined> {
    return this.known(place) ?? (await this.window(Math.floor(place / WINDOW)))[place % WINDOW];
  }

  /** Fetches what is missing from one place to another; null where nothing is. */
  fetch(from: number, to: number): Promise<unknown> | null {
    const missing = [];
    for (let window = Math.floor(from / WINDOW); window * WINDOW <= to; window++) {
      const kept = this.windows.get(window);
      if (kept) {
        // The oldest go first, and this one is in use.
        this.windows.delete(window);
        this.windows.set(window, kept);
      } else {
        missing.push(this.window(window));
      }
    }
    return missing.length > 0 ? Promise.all(missing) : null;
  }

  /** Where a solution is, or null if it is not of this list. */
  async place(rows: number[]): Promise<number | null> {
    return (await this.engine.ask("place", { rows })).place;
  }

  close(): void {
    this.engine.close();
  }

  private window(window: number): Promise<number[][]> {
    let asked = this.asked.get(window);
    if (!asked) {
      asked = this.engine.ask("rows", { from: window * WINDOW, count: WINDOW }).then(({ rows }) => {
        this.windows.set(window, rows);
        for (const oldest of this.windows.keys()) {
          if (this.windows.size <= KEPT) {
            break;
          }
          this.windows.delete(oldest);
        }
        return rows;
      });
      this.asked.set(window, asked);
      const forget = () => this.asked.delete(window);
      asked.then(forget, forget);
    }
    return asked;
  }
}

/** The two lists of a board, each opened when it is first asked for. */
export class Lists {
  private all: List | undefined;
  private fundamental: List | undefined;

  constructor(readonly size: number) {}

  of(only: boolean): List {
    if (only) {
      this.fundamental ??= new List(this.size, true);
      return this.fundamental;
    }
    this.all ??= new List(this.size, false);
    return this.all;
  }

  close(): void {
    this.all?.close();
    this.fundamental?.close();
  }
}

/** Rows as people write them, counted from 1. */
export const written = (rows: number[], between = " "): string => rows.map((row) => row + 1).join(between);

const GROUPED = new Intl.NumberFormat("en");
export const grouped = (number: number): string => GROUPED.format(number);
