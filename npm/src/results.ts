// Generated from the types of the library by `cargo xtask schema`: do not edit.
// Integers are exact in JSON. Those that may exceed 2^53 are bigints here: parse the JSON with `parseResults`.

/** The fields whose numbers may exceed 2^53, where JSON.parse would round them. */
export const EXACT_FIELDS: ReadonlySet<string> = new Set([
  "solutions",
  "placements",
  "rejects",
  "dequeues",
  "dropped",
  "queue_peak",
  "raw",
  "fundamental",
  "fixed_by_90",
  "fixed_by_180_only",
  "fixed_by_none",
  "published",
  "naive",
  "choose",
  "power",
  "factorial",
]);

const EXACT_FIELD = new RegExp(`"(${[...EXACT_FIELDS].join("|")})":(\\d+)`, "g");

/** Parses JSON that is or contains results. As `JSON.parse`, but with each of these fields as a bigint. */
export function parseResults(text: string): unknown {
  let hasExact = false;
  const quoted = text.replace(EXACT_FIELD, (_, name: string, digits: string) => {
    hasExact = true;
    return `"${name}":"${digits}"`;
  });
  const revive = (name: string, value: unknown) =>
    EXACT_FIELDS.has(name) && typeof value === "string" ? BigInt(value) : value;
  // Long lists of solutions have no such field, and calling the reviver for each number would take longer than parsing them.
  return hasExact ? JSON.parse(quoted, revive) : JSON.parse(text);
}

/**
 * The number of solutions of a board: `queens count`.
 *
 * The fields after `seconds` are present only if they were requested. Which statistics there are depends on the method.
 */
export type CountResult = {
  /** The size of the board. */
  n: number;
  /** The rules, if they are not those of queens: torus, superqueens, semiqueens or reflecting. */
  rules?: "torus" | "superqueens" | "semiqueens" | "reflecting";
  /** The number of queens, if it is not N: a number, any, maximal or with-pawn. */
  queens?: string;
  /** The rotation in degrees, 180 or 90, if only solutions symmetric under it were counted. */
  only?: "180" | "90";
  /** The name of the method or engine. */
  method: string;
  /** The number of solutions. */
  solutions: bigint;
  /** The time of the count. */
  seconds: number;
  /** The number of queens placed. */
  placements?: bigint;
  /** For each column, the number of queens placed in it. */
  by_level?: Array<number>;
  /** The number of tried squares that are attacked. */
  rejects?: bigint;
  /** The number of states taken from the queue. */
  dequeues?: bigint;
  /** The number of states that cannot be completed. */
  dropped?: bigint;
  /** The largest number of states in the queue. */
  queue_peak?: bigint;
  /** The number of solutions including duplicates. */
  raw?: bigint;
  /** The number of solutions that differ by more than a rotation or reflection. */
  fundamental?: bigint;
  /** The number of solutions symmetric under the rotation by 90 degrees. */
  fixed_by_90?: bigint;
  /** The number of solutions symmetric under the rotation by 180 degrees, but not by 90. */
  fixed_by_180_only?: bigint;
  /** The number of solutions symmetric under no rotation. */
  fixed_by_none?: bigint;
  /** For each row of the first column, the number of solutions with a queen there. */
  by_first?: Array<number>;
};

/** A finished shard of a count: `queens count --shard`. */
export type ShardResult = {
  /** The size of the board. */
  n: number;
  /** The rules, if they are not those of queens: torus, superqueens, semiqueens or reflecting. */
  rules?: "torus" | "superqueens" | "semiqueens" | "reflecting";
  /** The number of queens, if it is not N: a number, any, maximal or with-pawn. */
  queens?: string;
  /** The rotation in degrees, 180 or 90, if only solutions symmetric under it are counted. */
  only?: "180" | "90";
  /** The name of the method. */
  method: string;
  /** The shard and the number of shards: 1/8. */
  shard: string;
  /** The number of jobs of the shard. */
  jobs: number;
  /** The number of solutions of these jobs. */
  solutions: bigint;
  /** The time of the count. */
  seconds: number;
};

/** An estimate of the number of solutions: `queens estimate`. */
export type EstimateResult = {
  /** The size of the board. */
  n: number;
  /** The estimated number of solutions; null if it is too large for a floating-point number. */
  estimate: number | null;
  /** The lower end of the confidence interval; null if it is too large. */
  low: number | null;
  /** The upper end of the confidence interval; null if it is too large. */
  high: number | null;
  /** The decimal logarithm of the estimate; null if the estimate is 0. */
  log10_estimate: number | null;
  /** The decimal logarithm of the lower end; null if the estimate is 0. */
  log10_low: number | null;
  /** The decimal logarithm of the upper end; null if the estimate is 0. */
  log10_high: number | null;
  /** The relative error: the upper end divided by the estimate, minus 1. */
  error: number;
  /** The probability with which the interval contains the true number. */
  confidence: number;
  /** The number of samples; 0 for the exact numbers of N = 0 to 3. */
  samples: number;
  /** The seed. */
  seed: number;
  /** The number of threads. */
  threads: number;
  /** The time of the samples. */
  seconds: number;
  /** Samples per second and thread; null without samples. */
  samples_per_second_per_thread: number | null;
  /** The published number, if it is known. */
  published: bigint | null;
};

/** A row of the placement table: `queens table`. */
export type PlacementRow = {
  /** The size of the board. */
  n: number;
  /** The number of ways to place N distinct queens on any N squares: (N^2)! / (N^2 - N)!. */
  naive: bigint;
  /** The placements of plain backtracking (`bitmask`). */
  plain: number;
  /** The placements of half-board search (`stacked`). */
  symmetric: number;
  /** The number of solutions. */
  solutions: bigint;
  /** The number of ways to choose N of the N^2 squares, if requested. */
  choose?: bigint;
  /** The number of ways to place one queen in each column, N^N, if requested. */
  power?: bigint;
  /** The number of ways to place one queen in each column and row, N!, if requested. */
  factorial?: bigint;
};

/** A solution: the row of the queen in each column, counted from 1. `queens list`, `find` and `solve`. */
export type SolutionRows = Array<number>;

/** A solution and its mirror image: `queens list --mirror`. */
export type SolutionPair = [SolutionRows, SolutionRows];

/** The number of solutions of a position: `queens solve --count`. */
export type PositionCount = {
  /** The size of the board. */
  n: number;
  /** The rules: queens, torus, superqueens or regions. */
  rules: "queens" | "torus" | "superqueens" | "regions";
  /** The number of queens in each row, column and region. Absent if it is 1. */
  stars?: number;
  /** The number of solutions, or the limit. */
  solutions: bigint;
  /** Whether there are more than the limit. */
  limited: boolean;
  /** The number of solutions with a queen on each square: one list per row, the top row first. Only with `--by-square`. */
  by_square?: Array<Array<number>>;
};

/** Whether a position has exactly one solution: `queens solve --unique`. */
export type UniqueResult = {
  /** The size of the board. */
  n: number;
  /** The rules: queens, torus, superqueens or regions. */
  rules: "queens" | "torus" | "superqueens" | "regions";
  /** The number of queens in each row, column and region. Absent if it is 1. */
  stars?: number;
  /** Whether there is exactly one solution. */
  unique: boolean;
  /** A solution. */
  solution: SolutionRows;
  /** Another solution, if there is one. */
  other?: SolutionRows;
};

/** The steps by which a person can solve a position: `queens solve --explain`. */
export type ExplanationResult = {
  /** The size of the board. */
  n: number;
  /** The rules: queens, torus, superqueens or regions. */
  rules: "queens" | "torus" | "superqueens" | "regions";
  /** The number of queens in each row, column and region. Absent if it is 1. */
  stars?: number;
  /** The steps. */
  steps: Array<ExplanationStep>;
  /** How hard the position is: easy, medium, hard or expert. */
  difficulty: "easy" | "medium" | "hard" | "expert";
  /**
   * The difficulty as a number: 10 times the weight of the hardest step, and 10 times the sum of all weights divided by the
   * number of queens of a solution.
   */
  score: number;
  /** Whether a step is a guess. */
  guesses: boolean;
  /** The solution, if there is one. */
  solution: SolutionRows | null;
  /** Another solution, if there is one. */
  other?: SolutionRows;
};

/** A step of an explanation. */
export type ExplanationStep = {
  /** The name of the rule. */
  rule: "only" | "within" | "all attack" | "no room" | "sets" | "suppose" | "guess";
  /** The square of the queen that is placed. */
  queen: string | null;
  /** The squares that are closed, in addition to those that the queen attacks. */
  closed: Array<string>;
  /** How hard the step is: easy, medium, hard or expert. */
  difficulty: "easy" | "medium" | "hard" | "expert";
  /** How hard the step is, as a number. */
  weight: number;
  /** The step as a sentence. */
  text: string;
};

/** A puzzle with exactly one solution: `queens puzzle new`. `queens solve` accepts it as a position. */
export type PuzzleResult = {
  /** The size of the board, with the key that positions use. */
  size: number;
  /** The rules. Absent if they are `regions` on a board with regions, or `queens` on a board without. */
  rules?: "queens" | "torus" | "superqueens" | "regions";
  /** The number of queens in each row, column and region. Absent if it is 1. */
  stars?: number;
  /** The squares of the given queens. */
  given?: Array<string>;
  /** The closed squares. */
  closed?: Array<string>;
  /** The regions, one letter per square, the top row first. */
  regions?: Array<string>;
  /** The only solution. */
  solution: SolutionRows;
  /** How hard the puzzle is: easy, medium, hard or expert. */
  difficulty: "easy" | "medium" | "hard" | "expert";
  /** The difficulty as a number: see `ExplanationResult`. */
  score: number;
  /** The seed that made it. */
  seed: number;
};

/** A position read from a picture: `queens puzzle read`. `queens solve` accepts it as a position. */
export type PictureResult = {
  /** The size of the board, with the key that positions use. */
  size: number;
  /** The number of queens in each row, column and region. Absent if it is 1. */
  stars?: number;
  /** The squares with a queen. */
  given?: Array<string>;
  /** The closed squares: hatched ones, and crosses if they are to be closed. */
  closed?: Array<string>;
  /** The regions, one letter per square, the top row first. */
  regions: Array<string>;
  /** The squares with a cross or dot. */
  crosses: Array<string>;
  /** How certain the reading is, from 0 to 1. */
  confidence: number;
  /** Whether the confidence is high. Otherwise compare the position with the picture: it may be wrong. */
  certain: boolean;
  /** What may be wrong, in words. */
  warnings: Array<string>;
};

/** A step of a search: `queens trace`. */
export type TraceStep = {
  /** The number of the step, from 0. */
  index: number;
  /** What the step does. */
  step: StepKind;
  /** The square, if a queen is placed or removed or a square is rejected. */
  square?: string;
  /** The queens of the state that is taken from the queue. */
  queens?: Array<string>;
  /** The number of states in the queue, if the step changes it. */
  queued?: number;
  /** The solution that is found: the row of the queen in each column, counted from 1. */
  rows?: Array<number>;
};

/** What a step of a search does. */
export type StepKind = "place" | "remove" | "reject" | "enqueue" | "dequeue" | "solution" | "duplicate";

/** The speed of a method on a board: `queens compare`. */
export type ComparisonResult = {
  /** The size of the board. */
  n: number;
  /** The method. */
  method: string;
  /** The number of solutions. */
  solutions: bigint;
  /** The number of queens placed, if the method places them one by one. */
  placements: bigint | null;
  /** The time of the fastest run. */
  best_seconds: number;
  /** The median time of the runs. */
  median_seconds: number;
  /** Nanoseconds per solution in the fastest run, if there are solutions. */
  ns_per_solution: number | null;
  /** The speed relative to the first method, if that was measured: 2 is twice as fast. */
  ratio: number | null;
  /** The largest possible speedup with one thread per job, for methods that are divided into jobs. */
  max_speedup: number | null;
};

/** A plan and its estimated time: `queens plan`. */
export type PlanResult = {
  /** The size of the board. */
  n: number;
  /** The rules, if they are not those of queens: torus, superqueens, semiqueens or reflecting. */
  rules?: "torus" | "superqueens" | "semiqueens" | "reflecting";
  /** The number of queens, if it is not N: a number, any, maximal or with-pawn. */
  queens?: string;
  /** The rotation in degrees, 180 or 90, if only solutions symmetric under it are counted. */
  only?: "180" | "90";
  /** The name of the method or engine. */
  method: string;
  /** The version of the division into jobs. */
  plan_version: number;
  /** The number of jobs. */
  jobs: number;
  /** The number of threads; null on GPUs. */
  threads: number | null;
  /** The vector instructions; null on GPUs. */
  simd: string | null;
  /** The memory that the count needs. */
  memory_bytes: number;
  /** The estimated time of the count. */
  estimated_seconds: number;
  /** The lower end of the range in which the time is expected to be with a probability of 95%. */
  estimated_seconds_low: number;
  /** The upper end of the range. */
  estimated_seconds_high: number;
  /** What was timed for the estimate. */
  basis: PlanBasis;
  /** The number of jobs, parts of jobs or smaller boards that were timed. */
  samples: number;
  /** The measured time of the count, if it was run. */
  seconds: number | null;
  /** The relative error of the estimate, if the count was run: 0.1 means that the estimate is ten percent too long. */
  error: number | null;
};

/** The speed of a method on this machine: `queens bench`. */
export type BenchmarkResult = {
  /** The version of the program. */
  version: string;
  /** The version of the division into jobs. */
  plan_version: number;
  /** The name of the CPU or of the GPUs. */
  device: string;
  /** The number of cores of the CPU; null on GPUs. */
  cores: number | null;
  /** The vector instructions; null on GPUs. */
  simd: string | null;
  /** The method. */
  method: string;
  /** The size of the board. */
  n: number;
  /** The number of threads; null on GPUs. */
  threads: number | null;
  /** The number of runs. */
  runs: number;
  /** The time of the fastest run. */
  best_seconds: number;
  /** The median time of the runs. */
  median_seconds: number;
  /** The time of the slowest run. */
  slowest_seconds: number;
  /** The number of solutions. */
  solutions: bigint;
  /** Solutions per second in the fastest run. */
  solutions_per_second: number;
  /** The number of queens placed, if the method places them one by one; for `cross` on a GPU, in the second phase only. */
  placements: bigint | null;
  /** Placements per second in the fastest run. */
  placements_per_second: number | null;
  /** The speedup over one thread; null on GPUs. */
  speedup: number | null;
  /** The time of the first phase of `cross` on a GPU. */
  phase_first_seconds: number | null;
  /** The time of the second phase of `cross` on a GPU for jobs without gaps. */
  phase_second_seconds: number | null;
  /** The time of the second phase of `cross` on a GPU for jobs with gaps. */
  phase_gaps_seconds: number | null;
};

/** The progress of a ledger, or of several ledgers of a plan together: `queens ledger status`. */
export type LedgerStatus = {
  /** The file; `total` for several ledgers together. */
  ledger: string;
  /** The size of the board. */
  n: number;
  /** The rules, if they are not those of queens: torus, superqueens, semiqueens or reflecting. */
  rules?: "torus" | "superqueens" | "semiqueens" | "reflecting";
  /** The number of queens, if it is not N: a number, any, maximal or with-pawn. */
  queens?: string;
  /** The rotation in degrees, 180 or 90, if only solutions symmetric under it are counted. */
  only?: "180" | "90";
  /** The method. */
  method: string;
  /** The version of the division into jobs. */
  plan_version: number;
  /** The number of jobs of the whole plan. */
  plan_jobs: number;
  /** The shard and the number of shards, such as 1/8; null if the ledger is for all jobs. */
  shard: string | null;
  /** The number of jobs that the ledger is for. */
  jobs: number;
  /** The number of finished jobs. */
  finished: number;
  /** The fraction of jobs that are finished, from 0 to 1. */
  fraction: number;
  /** The number of solutions of the finished jobs. */
  solutions: bigint;
  /** The number of queens placed, if they are counted. */
  placements: bigint | null;
  /** The number of jobs with contradictory results, which are excluded from all sums. */
  conflicts: number;
  /** The number of finished jobs that another worker counted too, with the same result. */
  audited: number;
  /** The number of results and audits that were withdrawn, because their worker was wrong. */
  withdrawn: number;
  /** The sum of the times of all jobs. */
  seconds: number;
  /** The number of times that a count was started or resumed. */
  sessions: number;
  /** The number of times that a job was started. */
  attempts: number;
  /** The finished jobs per second of elapsed time, in the last session with results; null if there is none. */
  jobs_per_second: number | null;
  /** The estimated time until all jobs are finished, at this rate; null if they are, or if there is no rate. */
  remaining_seconds: number | null;
};

/** The result of a job in a ledger: `queens ledger export`. */
export type JobRecord = {
  /** The id of the job. */
  job: number;
  /** The number of solutions of the job. */
  solutions: bigint;
  /** The residue of the number of solutions modulo the first prime, a check against overflow. */
  residue_1: number;
  /** The residue modulo the second prime. */
  residue_2: number;
  /** The number of queens placed, if they were counted. */
  placements: bigint | null;
  /** The time of the job. */
  seconds: number;
  /** When the job was finished, in the format of RFC 3339. */
  finished: string;
  /** The session of the ledger that ran the job. */
  session: number;
  /** The device that ran the job. */
  device: string;
  /** The engine and its vector instructions. */
  engine: string;
  /** The name and version of the program. */
  program: string;
};

/** The union of ledgers: `queens ledger merge`. */
export type MergeResult = {
  /** The new file. */
  ledger: string;
  /** The number of jobs of the plan. */
  jobs: number;
  /** The number of finished jobs. */
  finished: number;
  /** The number of results that were in more than one ledger. */
  duplicates: number;
  /** The number of jobs with contradictory results, which are excluded from all sums. */
  conflicts: number;
  /** The number of solutions of the finished jobs; null if there are contradictory results. */
  solutions: bigint | null;
  /** Whether all jobs are finished, without contradictory results. */
  complete: boolean;
};

/** What is left of a damaged ledger: `queens ledger repair`. */
export type RepairResult = {
  /** The new file. */
  ledger: string;
  /** The damaged file, which is unchanged. */
  damaged: string;
  /** The number of jobs that the ledger is for. */
  jobs: number;
  /** The number of finished jobs, whose results are in the new file. */
  finished: number;
  /** The number of jobs with contradictory results, which are excluded from all sums. */
  conflicts: number;
  /**
   * The jobs that were started, as far as the log is readable, and have no result: it is damaged, or they were interrupted.
   * All jobs without a result if the ledger has no log, as after a merge.
   */
  lost_jobs: Array<number>;
};

/** The result of the verification of a ledger: `queens verify`. */
export type VerificationResult = {
  /** The file. */
  ledger: string;
  /** Whether the ledger is correct and complete. */
  outcome: VerificationOutcome;
  /** The size of the board. This and all fields up to `recounted` are null if the ledger is wrong. */
  n: number | null;
  /** The rules, if they are not those of queens: torus, superqueens, semiqueens or reflecting. */
  rules?: "torus" | "superqueens" | "semiqueens" | "reflecting";
  /** The number of queens, if it is not N: a number, any, maximal or with-pawn. */
  queens?: string;
  /** The rotation in degrees, 180 or 90, if only solutions symmetric under it are counted. */
  only?: "180" | "90";
  /** The shard and the number of shards, such as 1/8; null if the ledger is for all jobs. */
  shard: string | null;
  /** The number of jobs that the ledger is for. */
  jobs: number | null;
  /** The number of finished jobs. */
  finished: number | null;
  /** The number of solutions of the finished jobs. */
  solutions: bigint | null;
  /** The ids of the jobs that plain backtracking recounted. */
  recounted: Array<number> | null;
  /** What is wrong, and where. */
  reason: string | null;
};

/** Whether a ledger is correct and complete. */
export type VerificationOutcome = "verified" | "checked" | "incomplete" | "wrong";

/** What an estimate is based on. */
export type PlanBasis = "plan" | "parts" | "jobs" | "smaller_boards";

/** A device that can count, and whether it is ready: `queens devices`. */
export type DeviceResult = {
  /** The value for `--device`: cpu, cuda:0, wgpu:0. */
  device: string;
  /** The name of the CPU or GPU. */
  name: string;
  /** The interface of a GPU: cuda, vulkan, metal or dx12. */
  api: string | null;
  /** The kind of a GPU that is used through wgpu: discrete, integrated, virtual, software or other. */
  kind: string | null;
  /** The number of cores of a CPU. */
  cores: number | null;
  /** The vector instructions of a CPU. */
  simd: string | null;
  /** The number of multiprocessors of a GPU. */
  multiprocessors: number | null;
  /** The highest clock rate of a GPU. */
  megahertz: number | null;
  /** The compute capability of a GPU: 9.0. */
  compute_capability: string | null;
  /** The memory of a GPU. */
  memory_bytes: number | null;
  /** Whether the device can count. */
  ready: boolean;
  /** The time to open a GPU and to count a known board on it. */
  ready_seconds: number | null;
  /** Why the device cannot count. */
  reason: string | null;
};

/** A method: `queens methods`. */
export type MethodResult = {
  /** The name, as typed. */
  method: string;
  /** The name in words. */
  title: string;
  /** The idea in one line. */
  idea: string;
  /** The size of the largest supported board. */
  max_n: number;
  /** The number of threads that the method uses. */
  threads: ThreadUse;
  /** Whether the method supports given queens and closed squares. */
  takes_given_queens: boolean;
  /** Whether the method finds solutions one by one, so that they can be listed and traced. */
  lists: boolean;
  /** The order in which the method lists solutions, if it does. */
  order: Order | null;
  /** The names of the statistics that the method reports. */
  statistics: Array<string>;
};

/** The number of threads that an engine runs on. */
export type ThreadUse = "one" | "any" | "one_per_first_queen";

/** The order in which a method lists solutions. */
export type Order = "lexicographic" | "mirrored" | "as_found";
