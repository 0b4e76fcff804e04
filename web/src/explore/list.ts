/** The list of solutions of a board. It has its own engine, because closing the list must end a listing that is running. */
import { Engine } from "../engine";
import type { SolutionRows } from "../results";

/** The largest board whose solutions are listed. */
export const LARGEST = 14;

/** The number of solutions per fetch. */
const WINDOW = 200;
/** The number of windows that are kept: all of N = 14 would take too much memory on a phone. */
const MOST_WINDOWS = 50;

/** All solutions of a board, or those that differ by more than symmetry, in ascending order. */
export class List {
  /** The number of solutions, once they are listed. */
  readonly count: Promise<number>;
  private engine = new Engine();
  private windows = new Map<number, SolutionRows[]>();
  private pending = new Map<number, Promise<SolutionRows[]>>();

  constructor(
    readonly size: number,
    readonly fundamental: boolean,
  ) {
    this.count = this.engine.ask("list", { n: size, fundamental }).then(({ count }) => count);
    // Callers that await the count handle its failure. Without this, a failure that is not awaited would be reported as unhandled.
    this.count.catch(() => undefined);
  }

  /** A solution, if it is fetched already. */
  known(place: number): SolutionRows | undefined {
    return this.windows.get(Math.floor(place / WINDOW))?.[place % WINDOW];
  }

  async solution(place: number): Promise<SolutionRows | undefined> {
    return this.known(place) ?? (await this.window(Math.floor(place / WINDOW)))[place % WINDOW];
  }

  /** Fetches the missing solutions from one place to another; null if none is missing. */
  fetch(from: number, to: number): Promise<unknown> | null {
    const missing = [];
    for (let window = Math.floor(from / WINDOW); window * WINDOW <= to; window++) {
      const kept = this.windows.get(window);
      if (kept) {
        // The windows are ordered by use, because the oldest are dropped first.
        this.windows.delete(window);
        this.windows.set(window, kept);
      } else {
        missing.push(this.window(window));
      }
    }
    return missing.length > 0 ? Promise.all(missing) : null;
  }

  /** The place of a solution, or null if it is not in this list. */
  async place(solution: SolutionRows): Promise<number | null> {
    return (await this.engine.ask("place", { solution })).place;
  }

  close(): void {
    this.engine.close();
  }

  private window(window: number): Promise<SolutionRows[]> {
    let pending = this.pending.get(window);
    if (!pending) {
      pending = this.engine.ask("rows", { from: window * WINDOW, count: WINDOW }).then((rows) => {
        this.windows.set(window, rows);
        for (const oldest of this.windows.keys()) {
          if (this.windows.size <= MOST_WINDOWS) {
            break;
          }
          this.windows.delete(oldest);
        }
        return rows;
      });
      this.pending.set(window, pending);
      const forget = () => this.pending.delete(window);
      pending.then(forget, forget);
    }
    return pending;
  }
}

/** The two lists of a board, each opened at first use. */
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

export const written = (solution: SolutionRows, between = " "): string => solution.join(between);

const GROUPED = new Intl.NumberFormat("en");
export const grouped = (number: number): string => GROUPED.format(number);
