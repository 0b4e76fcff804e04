/** The workers of the page as a backend: jobs of a plan are dealt to engines, and one engine adds up what comes back. */
import { Engine } from "../engine";
import type { CountRequest, JobResult } from "../protocol";

/** How long a batch of jobs should take, in milliseconds: messages must cost little, and no engine wait long for the last. */
const BATCH = 100;
/** The shortest batch worth a message, as far as that can be known. */
const LEAST = 10;

export interface Planned {
  method: string;
  jobs: number;
  published: bigint | null;
}

/** A count under way. */
export interface Under {
  plan: Planned;
  workers: number;
  /** When the first job was dealt, by `performance.now()`. */
  begun: number;
  /** Jobs whose results are in the sum. */
  done: number;
  /** Jobs that were run, with the parts of those that are being run. */
  reached: number;
  /** The sum so far. */
  solutions: bigint;
}

export interface Counted {
  plan: Planned;
  workers: number;
  solutions: bigint;
  /** The whole count, by the clock on the wall. */
  milliseconds: number;
  /** What the workers were at, all together. */
  work: number;
  /** What starting workers took before that: nothing where they were there already. */
  start: number;
}

/**
 * The jobs in the order they are dealt in: steps of about the golden ratio. Neighbours are alike, and all jobs of a plan are
 * not; dealt like this, half of the jobs are about half of the work, and the time left can be told.
 */
export function dealt(jobs: number): number[] {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
  let step = Math.max(1, Math.round(jobs * 0.618));
  while (common(step, jobs) !== 1) {
    step++;
  }
  return Array.from({ length: jobs }, (_, place) => (place * step) % jobs);
}

/** Engines that count together. They stay for the next count, unless they are closed. */
export class Pool {
  private sum = new Engine();
  private summing = false;
  private engines: Engine[] = [];

  get isOpen(): boolean {
    return this.sum.isOpen && this.engines.every((engine) => engine.isOpen);
  }

  /** Ends whatever is being counted, at once. */
  close(): void {
    this.sum.close();
    for (const engine of this.engines) {
      engine.close();
    }
  }

  /** Counts; `tell` hears of every step. What goes wrong in one engine closes all. */
  async count(of: CountRequest, most: number, tell: (under: Under) => void): Promise<Counted> {
    try {
      return await this.shared(of, most, tell);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  private async shared(of: CountRequest, most: number, tell: (under: Under) => void): Promise<Counted> {
    let start = this.summing ? 0 : await ready([this.sum]);
    this.summing = true;
    const { answer, milliseconds: planning } = await this.sum.time("plan", of);
    const { method, jobs } = answer;
    const plan = { method, jobs, published: answer.published === null ? null : BigInt(answer.published) };
    const workers = Math.min(most, jobs);
    const fresh = Array.from({ length: Math.max(0, workers - this.engines.length) }, () => new Engine());
    this.engines.push(...fresh);
    start += await ready(fresh);

    const under: Under = { plan, workers, begun: performance.now(), done: 0, reached: 0, solutions: 0n };
    tell({ ...under });
    const order = dealt(jobs);
    const parts = new Map<Engine, number>();
    let [next, returned, work] = [0, 0, 0];
    let size = Math.max(1, Math.min(4, Math.floor(jobs / (8 * workers))));
    let pace: number | undefined;
    const reach = () => {
      under.reached = returned + [...parts.values()].reduce((sum, part) => sum + part, 0);
      tell({ ...under });
    };
    const deal = () => {
      // Towards the end batches grow small, so that all engines are done at about the same time.
      const fair = Math.ceil((jobs - next) / (2 * workers));
      const least = pace === undefined ? 1 : Math.floor(LEAST / Math.max(pace, 0.01));
      const batch = order.slice(next, next + Math.min(size, Math.max(fair, least)));
      next += batch.length;
      return batch;
    };
    let wrong: unknown;
    const failed = (error: unknown) => {
      wrong ??= error;
      this.close();
    };
    const take = async (results: JobResult[]) => {
      const sum = await this.sum.ask("take", { results });
      // Engines answer in order, so the last answer is the whole sum.
      under.done = sum.jobs;
      under.solutions = BigInt(sum.solutions);
      tell({ ...under });
    };
    const run = async (engine: Engine) => {
      const taken: Promise<void>[] = [];
      for (let batch = deal(); batch.length > 0; batch = deal()) {
        const at = batch;
        const onProgress = (job: number, done: number) => {
          parts.set(engine, at.indexOf(job) + done);
          reach();
        };
        const { answer, milliseconds } = await engine.time("run", { of, jobs: at }, { onProgress });
        parts.delete(engine);
        returned += at.length;
        work += milliseconds;
        reach();
        // Added up while the next batch is run.
        taken.push(take(answer.results).catch(failed));
        const each = milliseconds / at.length;
        pace = pace === undefined ? each : (pace + each) / 2;
        size = Math.max(1, Math.min(4 * size, Math.round(BATCH / Math.max(pace, 0.01))));
      }
      await Promise.all(taken);
    };
    await Promise.all(this.engines.slice(0, workers).map((engine) => run(engine).catch(failed)));
    if (wrong !== undefined) {
      throw wrong;
    }
    if (under.done !== jobs) {
      throw new Error(`only ${under.done} of ${jobs} jobs came back`);
    }
    const milliseconds = performance.now() - under.begun + planning;
    return { plan, workers, solutions: under.solutions, milliseconds, work, start };
  }
}

/** Waits until engines answer; how long that took. */
async function ready(engines: Engine[]): Promise<number> {
  const begun = performance.now();
  await Promise.all(engines.map((engine) => engine.ask("published", {})));
  return engines.length === 0 ? 0 : performance.now() - begun;
}
