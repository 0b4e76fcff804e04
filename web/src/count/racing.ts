/** A race: each method counts the same board on its own engine and is timed in its worker. */
import { ClosedError, type Engine, errorMessage } from "../engine";
import type { MethodResult } from "../results";
import type { EngineQueue } from "./engine-queue";

export interface Lane {
  method: string;
  state: "waiting" | "warming" | "running" | "done" | "wrong";
  /** The part of the search that is done, from 0 to 1; null where the method does not report it. */
  reached: number | null;
  /** The time of one run, measured in the worker. */
  milliseconds: number;
  runs: number;
  /** Undefined until they are counted. */
  solutions: bigint | undefined;
  /** Placed queens; undefined until they are known, null for methods that do not place single queens. */
  placements: bigint | null | undefined;
  /** Why the method failed. */
  why: string;
}

/** Each method warms up on a board of at most this size, because browsers optimize the code while it runs. */
const WARM_UP_SIZE = 10;
/** The minimum warm-up time, in milliseconds. */
const WARM_UP_TIME = 100;
/** A search shorter than this, in milliseconds, is repeated in rounds. The best round counts: it was disturbed least. */
const SHORT_SEARCH = 200;
export const ROUNDS = 5;
/** The minimum time of a round in milliseconds, because the clock of a browser is coarse, and the maximum number of runs in it. */
const ROUND_TIME = 10;
const MOST_RUNS = 20;

export function newLane({ method, statistics }: MethodResult): Lane {
  const placements = statistics.includes("placements") ? undefined : null;
  return {
    method,
    state: "waiting",
    reached: 0,
    milliseconds: 0,
    runs: 0,
    solutions: undefined,
    placements,
    why: "",
  };
}

/** Receives what changed in the lane of a method. */
export type OnUpdate = (method: string, update: Partial<Lane>) => void;

/** Times all methods, at most `most` of them at the same time; then counts their placements in the same way. */
export async function race(
  size: number,
  methods: MethodResult[],
  most: number,
  queue: EngineQueue,
  onUpdate: OnUpdate,
): Promise<void> {
  const finished = new Set<MethodResult>();
  await queue.each(methods, most, async (info, engine) => {
    try {
      await timeMethod(size, info.method, engine, onUpdate);
      finished.add(info);
    } catch (error) {
      // A method that fails leaves the race; closing the queue ends it.
      if (error instanceof ClosedError) {
        throw error;
      }
      onUpdate(info.method, { state: "wrong", why: errorMessage(error) });
    }
  });
  const counted = methods.filter((info) => finished.has(info) && info.statistics.includes("placements"));
  await queue.each(counted, most, async ({ method }, engine) => {
    try {
      const { placements } = await engine.ask("measure", { n: size, method, statistics: true });
      onUpdate(method, { placements });
    } catch (error) {
      // The time is valid; only the placements are unknown.
      if (error instanceof ClosedError) {
        throw error;
      }
    }
  });
}

async function timeMethod(size: number, method: string, engine: Engine, onUpdate: OnUpdate): Promise<void> {
  onUpdate(method, { state: "warming" });
  const { jobs } = await engine.ask("plan", { n: size, method });
  const warmUp = { n: Math.min(size, WARM_UP_SIZE), method, statistics: false };
  const start = performance.now();
  do {
    await engine.ask("measure", warmUp);
  } while (performance.now() - start < WARM_UP_TIME);

  onUpdate(method, { state: "running", reached: null });
  const question = { n: size, method, statistics: false };
  const first = await engine.time("measure", question, {
    onProgress: (job, done) => onUpdate(method, { reached: (job + done) / jobs }),
  });
  let best = first.milliseconds;
  let runs = 1;
  if (best < SHORT_SEARCH) {
    const runsPerRound = Math.max(1, Math.min(MOST_RUNS, Math.ceil(ROUND_TIME / Math.max(best, 0.1))));
    for (let round = 0; round < ROUNDS; round++) {
      let total = 0;
      for (let run = 0; run < runsPerRound; run++) {
        total += (await engine.time("measure", question)).milliseconds;
      }
      const mean = total / runsPerRound;
      best = round === 0 ? mean : Math.min(best, mean);
      runs += runsPerRound;
    }
  }
  const { solutions } = first.answer;
  onUpdate(method, { state: "done", reached: 1, milliseconds: best, runs, solutions });
}
