/** The backend of the page: several engines run the jobs of a plan, and one engine adds up their results. */
import { Engine } from "../engine";
import type { CountRequest, JobResult, PlanInfo } from "../protocol";
import type { CountResult } from "../results";

/** The target time of a batch of jobs, in milliseconds: long enough that messages cost little, short enough that no engine waits. */
const BATCH_TIME = 100;
/** The shortest batch that is worth a message, in milliseconds, once the time per job is known. */
const SHORTEST_BATCH = 10;

/** A count that is running. */
export interface Progress {
  plan: PlanInfo;
  workers: number;
  /** When the first job was handed out, by `performance.now()`. */
  startedAt: number;
  /** Jobs whose results are added up. */
  done: number;
  /** Jobs that have run, with the finished parts of those that are running. */
  reached: number;
  /** The sum of the jobs in `done`. */
  solutions: bigint;
}

/** A count that is complete. */
export interface CountRecord extends CountResult {
  plan: PlanInfo;
  workers: number;
  /** The time that all workers computed, added up, in milliseconds. */
  workTime: number;
  /** The time to start the workers before that, in milliseconds; 0 if they were running already. */
  startTime: number;
}

/**
 * The order in which jobs are handed out: steps of about the golden ratio. Neighbouring jobs take similar times, but the jobs
 * of a plan do not. In this order half of the jobs are about half of the work, so that the remaining time can be estimated.
 */
function handOutOrder(jobs: number): number[] {
  const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
  let step = Math.max(1, Math.round(jobs * 0.618));
  while (commonDivisor(step, jobs) !== 1) {
    step++;
  }
  return Array.from({ length: jobs }, (_, place) => (place * step) % jobs);
}

/** Engines that count together. They are kept for the next count, unless they are closed. */
export class Pool {
  private adder = new Engine();
  private adderStarted = false;
  private engines: Engine[] = [];

  get isOpen(): boolean {
    return this.adder.isOpen && this.engines.every((engine) => engine.isOpen);
  }

  /** Ends a running count at once. */
  close(): void {
    this.adder.close();
    for (const engine of this.engines) {
      engine.close();
    }
  }

  /** Counts with at most this number of workers. If one engine fails, all are closed. */
  async count(request: CountRequest, most: number, onProgress: (progress: Progress) => void): Promise<CountRecord> {
    try {
      return await this.runJobs(request, most, onProgress);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  private async runJobs(
    request: CountRequest,
    most: number,
    onProgress: (progress: Progress) => void,
  ): Promise<CountRecord> {
    let startTime = this.adderStarted ? 0 : await started([this.adder]);
    this.adderStarted = true;
    const { answer: plan, milliseconds: planTime } = await this.adder.time("plan", request);
    const { jobs } = plan;
    const workers = Math.min(most, jobs);
    const added = Array.from({ length: Math.max(0, workers - this.engines.length) }, () => new Engine());
    this.engines.push(...added);
    startTime += await started(added);

    const progress: Progress = { plan, workers, startedAt: performance.now(), done: 0, reached: 0, solutions: 0n };
    const report = () => onProgress({ ...progress });
    report();
    const order = handOutOrder(jobs);
    /** The finished part of the batch that each engine runs, in jobs. */
    const parts = new Map<Engine, number>();
    let [next, returned, workTime] = [0, 0, 0];
    let batchSize = Math.max(1, Math.min(4, Math.floor(jobs / (8 * workers))));
    let timePerJob: number | undefined;
    const reportReached = () => {
      progress.reached = returned + [...parts.values()].reduce((sum, part) => sum + part, 0);
      report();
    };
    const nextBatch = () => {
      // Towards the end batches become smaller, so that all engines finish at about the same time.
      const fair = Math.ceil((jobs - next) / (2 * workers));
      const least = timePerJob === undefined ? 1 : Math.floor(SHORTEST_BATCH / Math.max(timePerJob, 0.01));
      const batch = order.slice(next, next + Math.min(batchSize, Math.max(fair, least)));
      next += batch.length;
      return batch;
    };
    let failure: unknown;
    const fail = (error: unknown) => {
      failure ??= error;
      this.close();
    };
    const addUp = async (results: JobResult[]) => {
      const sum = await this.adder.ask("take", { results });
      // An engine answers in order, so the last answer is the sum of all.
      progress.done = sum.jobs;
      progress.solutions = sum.solutions;
      report();
    };
    const run = async (engine: Engine) => {
      const added: Promise<void>[] = [];
      for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
        const jobs = batch;
        const onProgress = (job: number, done: number) => {
          parts.set(engine, jobs.indexOf(job) + done);
          reportReached();
        };
        const { answer, milliseconds } = await engine.time("run", { of: request, jobs }, { onProgress });
        parts.delete(engine);
        returned += jobs.length;
        workTime += milliseconds;
        reportReached();
        // Added up while the next batch runs.
        added.push(addUp(answer).catch(fail));
        const measured = milliseconds / jobs.length;
        timePerJob = timePerJob === undefined ? measured : (timePerJob + measured) / 2;
        batchSize = Math.max(1, Math.min(4 * batchSize, Math.round(BATCH_TIME / Math.max(timePerJob, 0.01))));
      }
      await Promise.all(added);
    };
    await Promise.all(this.engines.slice(0, workers).map((engine) => run(engine).catch(fail)));
    if (failure !== undefined) {
      throw failure;
    }
    const milliseconds = performance.now() - progress.startedAt + planTime;
    const result = await this.adder.ask("total", { seconds: milliseconds / 1000 });
    return { ...result, plan, workers, workTime, startTime };
  }
}

/** Waits until engines answer; returns how long that took, in milliseconds. */
async function started(engines: Engine[]): Promise<number> {
  const start = performance.now();
  await Promise.all(engines.map((engine) => engine.ask("published", {})));
  return engines.length === 0 ? 0 : performance.now() - start;
}
