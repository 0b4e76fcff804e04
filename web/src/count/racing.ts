/** A race: each method counts the same board in a engine of its own, and is timed there. */
import { ClosedError, type Engine, errorMessage } from "../engine";
import type { MethodInfo } from "../protocol";
import type { Crew } from "./crew";

export interface Lane {
  method: string;
  state: "waiting" | "warming" | "running" | "done" | "wrong";
  /** How much of the search is done, from 0 to 1; null where the method does not say. */
  reached: number | null;
  /** Of one run, measured in the worker. */
  milliseconds: number;
  runs: number;
  solutions: string;
  /** Queens set; undefined where they are not known, null where none are set one by one. */
  placements: string | null | undefined;
  /** What went wrong. */
  why: string;
}

/** First a search runs untimed, on a board of at most this size: a browser compiles twice, the second time while it runs. */
const WARM_SIZE = 10;
const WARM = 100;
/** A search shorter than this is run again, in rounds of which the best counts: the others were disturbed. */
const SHORT = 200;
export const ROUNDS = 5;
/** A round is that long, because the clock of a browser is coarse; but not of more runs than that. */
const ROUND = 10;
const RUNS = 20;

export function atTheStart({ name, statistics }: MethodInfo): Lane {
  const placements = statistics.includes("placements") ? undefined : null;
  return { method: name, state: "waiting", reached: 0, milliseconds: 0, runs: 0, solutions: "", placements, why: "" };
}

export type Tell = (method: string, change: Partial<Lane>) => void;

/** Times all methods, at most so many at the same time; then, in the same way, counts their placements. */
export async function race(size: number, methods: MethodInfo[], most: number, crew: Crew, tell: Tell): Promise<void> {
  const fine = new Set<MethodInfo>();
  await crew.each(methods, most, async (info, engine) => {
    try {
      await timed(size, info.name, engine, tell);
      fine.add(info);
    } catch (error) {
      refused(info.name, error, tell);
    }
  });
  const counted = methods.filter((info) => fine.has(info) && info.statistics.includes("placements"));
  await crew.each(counted, most, async ({ name }, engine) => {
    try {
      const { statistics } = await engine.ask("measure", { size, method: name, statistics: true });
      tell(name, { placements: statistics?.["placements"] });
    } catch (error) {
      // The time stands; only its placements are not known.
      if (error instanceof ClosedError) {
        throw error;
      }
    }
  });
}

/** A racer that cannot go on leaves the race to the others; a race that is stopped is over. */
function refused(method: string, error: unknown, tell: Tell): void {
  if (error instanceof ClosedError) {
    throw error;
  }
  tell(method, { state: "wrong", why: errorMessage(error) });
}

async function timed(size: number, method: string, engine: Engine, tell: Tell): Promise<void> {
  tell(method, { state: "warming" });
  const { jobs } = await engine.ask("plan", { size, method });
  const warm = { size: Math.min(size, WARM_SIZE), method, statistics: false };
  const begun = performance.now();
  do {
    await engine.ask("measure", warm);
  } while (performance.now() - begun < WARM);

  tell(method, { state: "running", reached: null });
  const asked = { size, method, statistics: false };
  const first = await engine.time("measure", asked, {
    onProgress: (job, done) => tell(method, { reached: (job + done) / jobs }),
  });
  let best = first.milliseconds;
  let runs = 1;
  if (best < SHORT) {
    const each = Math.max(1, Math.min(RUNS, Math.ceil(ROUND / Math.max(best, 0.1))));
    for (let round = 0; round < ROUNDS; round++) {
      let total = 0;
      for (let run = 0; run < each; run++) {
        total += (await engine.time("measure", asked)).milliseconds;
      }
      best = round === 0 ? total / each : Math.min(best, total / each);
      runs += each;
    }
  }
  const { solutions } = first.answer;
  tell(method, { state: "done", reached: 1, milliseconds: best, runs, solutions });
}
