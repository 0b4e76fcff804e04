/** The backend of the page: the GPU or several engines run the jobs of a plan, and one engine adds up their results. */
import { ClosedError, Engine } from "../engine";
import type { CountRequest, JobResult, PlanInfo } from "../protocol";
import type { CountResult } from "../results";
import { type Gpu, GpuError, openGpu } from "./gpu";
import { LARGEST } from "./visit";

/** The target time of a batch of jobs, in milliseconds: long enough that messages cost little, short enough that no engine waits. */
const BATCH_TIME = 100;
/** The shortest batch that is worth a message, in milliseconds, once the time per job is known. */
const SHORTEST_BATCH = 10;

/** A count that is running. */
export interface Progress {
  plan: PlanInfo;
  /** The workers that run jobs; none while the GPU does. */
  workers: number;
  /** When the first job was handed out, by `performance.now()`. */
  startedAt: number;
  /** Jobs whose results are added up. */
  done: number;
  /** Jobs that have run, with the finished parts of those that are running. */
  reached: number;
  /** The sum of the jobs in `done`. */
  solutions: bigint;
  /** The name of the GPU, if it runs jobs. */
  gpu: string | null;
  /** Why the GPU was lost, if it was. */
  gpuFailure: string | null;
}

/** A count that is complete. */
export interface CountRecord extends CountResult {
  plan: PlanInfo;
  /** The workers that ran jobs; none if the GPU ran all. */
  workers: number;
  /** The name of the GPU, if it ran jobs. */
  gpu: string | null;
  /** Why the GPU was lost, if it was. */
  gpuFailure: string | null;
  /** The time that all workers computed, added up, in milliseconds. */
  workTime: number;
  /** The time to start the workers and the GPU before that, in milliseconds; 0 if they were running already. */
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

/** A count while it runs: the jobs without results, and their sum. */
class Run {
  readonly progress: Progress;
  /** Jobs without results, in the order in which they are handed out. */
  missing: number[];
  /** The finished part of the batch that each engine runs, in jobs. */
  readonly parts = new Map<Engine, number>();
  workTime = 0;
  private adding: Promise<void>[] = [];
  private failure: unknown;

  constructor(
    readonly request: CountRequest,
    plan: PlanInfo,
    private adder: Engine,
    private onProgress: (progress: Progress) => void,
  ) {
    const nothing = { workers: 0, done: 0, reached: 0, solutions: 0n, gpu: null, gpuFailure: null };
    this.progress = { plan, startedAt: performance.now(), ...nothing };
    this.missing = handOutOrder(plan.jobs);
    this.report();
  }

  report(): void {
    const parts = [...this.parts.values()].reduce((sum, part) => sum + part, 0);
    this.progress.reached = this.progress.plan.jobs - this.missing.length + parts;
    this.onProgress({ ...this.progress });
  }

  /** Adds up results, while the next ones are computed. */
  add(results: JobResult[]): void {
    if (results.length === 0) {
      return;
    }
    const finished = new Set(results.map(({ job }) => job));
    this.missing = this.missing.filter((job) => !finished.has(job));
    this.report();
    const take = async () => {
      const sum = await this.adder.ask("take", { results });
      // An engine answers in order, so the last answer is the sum of all.
      this.progress.done = sum.jobs;
      this.progress.solutions = sum.solutions;
      this.report();
    };
    this.adding.push(take().catch((error: unknown) => this.fail(error)));
  }

  fail(error: unknown): void {
    this.failure ??= error;
  }

  /** Waits until all results are added up. */
  async added(): Promise<void> {
    await Promise.all(this.adding);
    if (this.failure !== undefined) {
      throw this.failure;
    }
  }
}

/** Engines that count together. They are kept for the next count, unless they are closed. */
export class Pool {
  private adder = new Engine();
  private adderStarted = false;
  private engines: Engine[] = [];
  private closed = new AbortController();

  get isOpen(): boolean {
    return !this.closed.signal.aborted && this.adder.isOpen && this.engines.every((engine) => engine.isOpen);
  }

  /** Ends a running count at once. */
  close(): void {
    this.closed.abort(new ClosedError());
    this.adder.close();
    for (const engine of this.engines) {
      engine.close();
    }
  }

  /** Counts on the GPU, if it is requested, or with at most this number of workers. If one engine fails, all are closed. */
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
    const run = new Run(request, plan, this.adder, onProgress);
    if (plan.device === "gpu") {
      startTime += await this.runOnGpu(run);
    }
    if (run.missing.length > 0) {
      const { gpuFailure } = run.progress;
      if (gpuFailure !== null && plan.n > LARGEST.cpu) {
        throw new GpuError(`The GPU failed: ${gpuFailure}. Without it, N = ${plan.n} takes too long.`);
      }
      startTime += await this.runOnWorkers(run, most);
    }
    await run.added();
    const { workers, gpu, startedAt, gpuFailure } = run.progress;
    const milliseconds = performance.now() - startedAt + planTime;
    const result = await this.adder.ask("total", { seconds: milliseconds / 1000 });
    return { ...result, plan, workers, gpu, gpuFailure, workTime: run.workTime, startTime };
  }

  /** Runs jobs on the GPU. If it is lost, it is opened once more; what is missing then is left to the workers. Returns the time to open it. */
  private async runOnGpu(run: Run): Promise<number> {
    const { signal } = this.closed;
    const engine = this.engines[0] ?? new Engine();
    this.engines[0] = engine;
    let startTime = 0;
    for (let attempt = 0; attempt < 2 && run.missing.length > 0; attempt++) {
      let gpu: Gpu | undefined;
      try {
        const opening = performance.now();
        gpu = await unlessAborted(openGpu(), signal);
        if (attempt === 0) {
          run.progress.startedAt = performance.now();
          startTime = run.progress.startedAt - opening;
        }
        run.progress.gpu = gpu.info.name;
        await gpu.run(engine, run.request, run.missing, (results) => run.add(results), signal);
      } catch (error) {
        if (!(error instanceof GpuError)) {
          throw error;
        }
        run.progress.gpuFailure = error.message;
        run.report();
        if (gpu === undefined) {
          break;
        }
      }
    }
    return startTime;
  }

  /** Returns the time to start workers, in milliseconds, if no job has run before. */
  private async runOnWorkers(run: Run, most: number): Promise<number> {
    const { progress, request } = run;
    const jobs = run.missing;
    const workers = Math.min(most, jobs.length);
    const added = Array.from({ length: Math.max(0, workers - this.engines.length) }, () => new Engine());
    this.engines.push(...added);
    let startTime = await started(added);
    progress.workers = workers;
    if (progress.done > 0) {
      startTime = 0;
    } else {
      progress.startedAt = performance.now();
    }
    run.report();
    let next = 0;
    let batchSize = Math.max(1, Math.min(4, Math.floor(jobs.length / (8 * workers))));
    let timePerJob: number | undefined;
    const nextBatch = () => {
      // Towards the end batches become smaller, so that all engines finish at about the same time.
      const fair = Math.ceil((jobs.length - next) / (2 * workers));
      const least = timePerJob === undefined ? 1 : Math.floor(SHORTEST_BATCH / Math.max(timePerJob, 0.01));
      const batch = jobs.slice(next, next + Math.min(batchSize, Math.max(fair, least)));
      next += batch.length;
      return batch;
    };
    const work = async (engine: Engine) => {
      for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
        const jobs = batch;
        const onProgress = (job: number, done: number) => {
          run.parts.set(engine, jobs.indexOf(job) + done);
          run.report();
        };
        const { answer, milliseconds } = await engine.time("run", { of: request, jobs }, { onProgress });
        run.parts.delete(engine);
        run.workTime += milliseconds;
        run.add(answer);
        const measured = milliseconds / jobs.length;
        timePerJob = timePerJob === undefined ? measured : (timePerJob + measured) / 2;
        batchSize = Math.max(1, Math.min(4 * batchSize, Math.round(BATCH_TIME / Math.max(timePerJob, 0.01))));
      }
    };
    const fail = (error: unknown) => {
      run.fail(error);
      this.close();
    };
    await Promise.all(this.engines.slice(0, workers).map((engine) => work(engine).catch(fail)));
    return startTime;
  }
}

/** The promise, or the reason of the signal if it aborts first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason));
    promise.then(resolve, reject);
  });
}

/** Waits until engines answer; returns how long that took, in milliseconds. */
async function started(engines: Engine[]): Promise<number> {
  const start = performance.now();
  await Promise.all(engines.map((engine) => engine.ask("published", {})));
  return engines.length === 0 ? 0 : performance.now() - start;
}
