// Generated from the types of the library by `cargo xtask schema`: do not edit.
// Integers are exact in JSON. Those that may be beyond 2^53 are bigints here: read the JSON with `parseResults`.

/** The fields whose numbers may be beyond 2^53, where JSON.parse would round them. */
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
  "naive",
  "choose",
  "power",
  "factorial",
]);

const EXACT_FIELD = new RegExp(`"(${[...EXACT_FIELDS].join("|")})":(\\d+)`, "g");

/** Reads the JSON of results, or of what contains results: as `JSON.parse`, but with each of these fields as a bigint. */
export function parseResults(text: string): unknown {
  let hasExact = false;
  const quoted = text.replace(EXACT_FIELD, (_, name: string, digits: string) => {
    hasExact = true;
    return `"${name}":"${digits}"`;
  });
  const revive = (name: string, value: unknown) =>
    EXACT_FIELDS.has(name) && typeof value === "string" ? BigInt(value) : value;
  // Long lists of solutions have no such field, and reviving each of their numbers would take longer than reading them.
  return hasExact ? JSON.parse(quoted, revive) : JSON.parse(text);
}

/**
 * The number of solutions of a board: `queens count`.
 *
 * The fields after `seconds` are there if they were asked for, the statistics if the method has them.
 */
export type CountResult = {
  /** The size of the board. */
  n: number;
  /** What queens attack, unless it is what queens do: torus or superqueens. */
  rules?: "torus" | "superqueens";
  /** The rotation under which the counted solutions are symmetric, if only those were counted: 180 or 90 degrees. */
  only?: "180" | "90";
  /** The name of what counted. */
  method: string;
  /** The number of solutions. */
  solutions: bigint;
  /** The time that it took. */
  seconds: number;
  /** Queens placed. */
  placements?: bigint;
  /** Squares that were tried and are attacked. */
  rejects?: bigint;
  /** States taken from the queue. */
  dequeues?: bigint;
  /** States that cannot be completed. */
  dropped?: bigint;
  /** The largest number of states in the queue. */
  queue_peak?: bigint;
  /** Solutions found, repeats included. */
  raw?: bigint;
  /** Solutions that differ by more than a rotation or reflection. */
  fundamental?: bigint;
  /** Solutions that are symmetric under the rotation by 90 degrees. */
  fixed_by_90?: bigint;
  /** Solutions that are symmetric under the rotation by 180 degrees, but not by 90. */
  fixed_by_180_only?: bigint;
  /** Solutions that are symmetric under no rotation. */
  fixed_by_none?: bigint;
  /** Solutions by the column of the queen in the first row. */
  by_first?: Array<number>;
};

/** A shard of a count that is finished: `queens count --shard`. */
export type ShardResult = {
  /** The size of the board. */
  n: number;
  /** The name of what counted. */
  method: string;
  /** Which shard of how many: 1/8. */
  shard: string;
  /** The jobs of the shard. */
  jobs: number;
  /** The solutions in them. */
  solutions: bigint;
  /** The time that it took. */
  seconds: number;
};

/** A row of the placement table: `queens table`. */
export type PlacementRow = {
  /** The size of the board. */
  n: number;
  /** Placements of distinct queens on any N squares: (N^2)! / (N^2 - N)!. */
  naive: bigint;
  /** Placements of plain backtracking (`bitmask`). */
  plain: number;
  /** Placements of the search over half of the board (`stacked`). */
  symmetric: number;
  /** The number of solutions. */
  solutions: bigint;
  /** The ways to choose N of the N^2 squares, if asked for. */
  choose?: bigint;
  /** The ways to place a queen in each column, N^N, if asked for. */
  power?: bigint;
  /** The ways to place a queen in each column and row, N!, if asked for. */
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
  /** What queens attack: queens, torus, superqueens or regions. */
  rules: "queens" | "torus" | "superqueens" | "regions";
  /** The number of solutions, or the limit. */
  solutions: bigint;
  /** Whether there are more than the limit. */
  limited: boolean;
};

/** Whether a position has exactly one solution: `queens solve --unique`. */
export type UniqueResult = {
  /** The size of the board. */
  n: number;
  /** What queens attack: queens, torus, superqueens or regions. */
  rules: "queens" | "torus" | "superqueens" | "regions";
  /** Whether there is exactly one solution. */
  unique: boolean;
  /** A solution. */
  solution: SolutionRows;
  /** Another, if there is one. */
  other?: SolutionRows;
};

/** A person's steps to the solution of a position: `queens solve --explain`. */
export type ExplanationResult = {
  /** The size of the board. */
  n: number;
  /** What queens attack: queens, torus, superqueens or regions. */
  rules: "queens" | "torus" | "superqueens" | "regions";
  /** The steps. */
  steps: Array<ExplanationStep>;
  /** How hard it is: easy, medium or hard. */
  difficulty: "easy" | "medium" | "hard";
  /** Whether it needs guesses. */
  guesses: boolean;
  /** The solution, if there is one. */
  solution: SolutionRows | null;
};

/** A step of an explanation. */
export type ExplanationStep = {
  /** The name of the rule. */
  rule: "only" | "within" | "all attack" | "sets" | "suppose" | "guess";
  /** The square of the queen that is placed. */
  queen: string | null;
  /** The squares that are closed, in addition to those that the queen attacks. */
  closed: Array<string>;
  /** How hard it is: easy, medium or hard. */
  difficulty: "easy" | "medium" | "hard";
  /** The step in words. */
  text: string;
};

/** A puzzle with one solution: `queens puzzle new`. The fields of its position are those that `queens solve` reads. */
export type PuzzleResult = {
  /** The size of the board, by the name that positions have for it. */
  size: number;
  /** What queens attack, unless it is regions where there are some, and queens otherwise. */
  rules?: "queens" | "torus" | "superqueens" | "regions";
  /** The squares of the given queens. */
  given?: Array<string>;
  /** The closed squares. */
  closed?: Array<string>;
  /** The regions, a letter per square, the top row first. */
  regions?: Array<string>;
  /** The only solution. */
  solution: SolutionRows;
  /** How hard it is: easy, medium or hard. */
  difficulty: "easy" | "medium" | "hard";
};

/** A step of a search: `queens trace`. */
export type TraceStep = {
  /** The number of the step, from 0. */
  index: number;
  /** What is done. */
  step: StepKind;
  /** Where: if a queen is placed or removed, or a square rejected. */
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

/** A method on a board, measured: `queens compare`. */
export type ComparisonResult = {
  /** The size of the board. */
  n: number;
  /** The method. */
  method: string;
  /** The number of solutions. */
  solutions: bigint;
  /** Queens placed, if the method places them one by one. */
  placements: bigint | null;
  /** The best of the runs. */
  best_seconds: number;
  /** The median of the runs. */
  median_seconds: number;
  /** Nanoseconds of the best run per solution, if there are solutions. */
  ns_per_solution: number | null;
  /** How many times as fast as the first method, if that was measured. */
  ratio: number | null;
  /** The largest possible speedup with one thread per job, for methods that are divided into jobs. */
  cap: number | null;
};

/** A plan and its estimated time: `queens plan`. */
export type PlanResult = {
  /** The size of the board. */
  n: number;
  /** The name of what counts. */
  method: string;
  /** The version of the division into jobs. */
  plan_version: number;
  /** The number of jobs. */
  jobs: number;
  /** The threads that are planned for; none on GPUs. */
  threads: number | null;
  /** The vector instructions; none on GPUs. */
  simd: string | null;
  /** The memory that the count needs. */
  memory_bytes: number;
  /** The time that it should take. */
  estimated_seconds: number;
  /** Whether the estimate is a lower bound, because not even a part of a job was finished in the time for it. */
  at_least: boolean;
  /** The jobs that were timed for the estimate, a part of one included. */
  jobs_timed: number;
  /** The time that it took, if it was run. */
  seconds: number | null;
  /** The relative error of the estimate, if it was run: 0.1 is ten percent too long. */
  error: number | null;
};

/** A method on this machine, measured: `queens bench`. */
export type BenchmarkResult = {
  /** The version of the program. */
  version: string;
  /** The version of the division into jobs. */
  plan_version: number;
  /** The name of the CPU or of the GPUs. */
  device: string;
  /** The cores of the CPU; none on GPUs. */
  cores: number | null;
  /** The vector instructions; none on GPUs. */
  simd: string | null;
  /** The method. */
  method: string;
  /** The size of the board. */
  n: number;
  /** The threads; none on GPUs. */
  threads: number | null;
  /** The number of runs. */
  runs: number;
  /** The best of the runs. */
  best_seconds: number;
  /** The number of solutions. */
  solutions: bigint;
  /** Solutions per second of the best run. */
  solutions_per_second: number;
  /** Queens placed, if the method places them one by one; by `cross` on a GPU those of the second phase. */
  placements: bigint | null;
  /** Queens placed per second of the best run. */
  placements_per_second: number | null;
  /** How many times as fast as on one thread; none on GPUs. */
  speedup: number | null;
  /** The time of the first phase of `cross` alone, on a GPU. */
  phase_first_seconds: number | null;
  /** The time of the second phase alone, on a GPU. */
  phase_second_seconds: number | null;
  /** The time of the second phase over boards with gaps alone, on a GPU. */
  phase_gaps_seconds: number | null;
};

/** How far a ledger is: `queens ledger status`. */
export type LedgerStatus = {
  /** The file. */
  ledger: string;
  /** The size of the board. */
  n: number;
  /** The method. */
  method: string;
  /** The version of the division into jobs. */
  plan_version: number;
  /** The jobs of the whole plan. */
  plan_jobs: number;
  /** Which shard of how many: 1/8; none if all jobs belong to the ledger. */
  shard: string | null;
  /** The jobs that belong to the ledger. */
  jobs: number;
  /** The jobs that are finished. */
  finished: number;
  /** The part of the jobs that is finished, from 0 to 1. */
  part: number;
  /** The solutions in the finished jobs. */
  solutions: bigint;
  /** Queens placed, if they are counted. */
  placements: bigint | null;
  /** Jobs with results that contradict each other; they are in no sum. */
  conflicts: number;
  /** The time that the jobs took, added up. */
  seconds: number;
  /** How many times a count was started or resumed. */
  sessions: number;
  /** How many times a job was started. */
  attempts: number;
};

/** The result of a job in a ledger: `queens ledger export`. */
export type JobRecord = {
  /** The job of the plan. */
  job: number;
  /** The solutions that it counts. */
  solutions: bigint;
  /** The remainder of the solutions by the first modulus, a check against overflow. */
  residue_1: number;
  /** The remainder by the second modulus. */
  residue_2: number;
  /** Queens placed, if they were counted. */
  placements: bigint | null;
  /** The time that it took. */
  seconds: number;
  /** When it was finished, as in RFC 3339. */
  finished: string;
  /** The session of the ledger that counted it. */
  session: number;
  /** What counted it. */
  device: string;
  /** The engine and its vector instructions. */
  engine: string;
  /** The program and its version. */
  program: string;
};

/** The union of ledgers: `queens ledger merge`. */
export type MergeResult = {
  /** The new file. */
  ledger: string;
  /** The jobs of the plan. */
  jobs: number;
  /** The jobs that are finished. */
  finished: number;
  /** The results that more than one ledger had. */
  duplicates: number;
  /** Jobs with results that contradict each other; they are in no sum. */
  conflicts: number;
};

/** What the verification of a ledger found: `queens verify`. */
export type VerificationResult = {
  /** The file. */
  ledger: string;
  /** Whether it is right. */
  outcome: VerificationOutcome;
  /** The size of the board; as all fields up to `recounted`, none if the ledger is wrong. */
  n: number | null;
  /** The jobs that belong to the ledger. */
  jobs: number | null;
  /** The jobs that are finished. */
  finished: number | null;
  /** The solutions in them. */
  solutions: bigint | null;
  /** The jobs that plain backtracking (`bitmask`) counted again. */
  recounted: Array<number> | null;
  /** What is wrong, and where. */
  reason: string | null;
};

/** Whether a ledger is right. */
export type VerificationOutcome = "verified" | "incomplete" | "wrong";

/** A device that can count, and whether it is ready: `queens devices`. */
export type DeviceResult = {
  /** What `--device` takes: cpu, cuda:0. */
  device: string;
  /** Its name. */
  name: string;
  /** The cores of a CPU. */
  cores: number | null;
  /** The vector instructions of a CPU. */
  simd: string | null;
  /** The multiprocessors of a GPU. */
  multiprocessors: number | null;
  /** The highest clock of a GPU. */
  megahertz: number | null;
  /** The compute capability of a GPU: 9.0. */
  compute_capability: string | null;
  /** The memory of a GPU. */
  memory_bytes: number | null;
  /** Whether it can count. */
  ready: boolean;
  /** The time it took to open a GPU and to count a known board on it. */
  ready_seconds: number | null;
  /** Why it cannot count. */
  reason: string | null;
};

/** A method: `queens methods`. */
export type MethodResult = {
  /** Its name, as typed. */
  method: string;
  /** Its idea in a line. */
  idea: string;
  /** The largest board. */
  max_n: number;
  /** The threads that it uses. */
  threads: ThreadUse;
  /** Whether it takes boards with given queens and closed squares. */
  takes_given_queens: boolean;
  /** Whether it finds solutions one by one, so that they can be listed and traced. */
  lists: boolean;
  /** The order in which it lists them, if it does. */
  order: Order | null;
  /** The names of its statistics. */
  statistics: Array<string>;
};

/** The number of threads that an engine runs on. */
export type ThreadUse = "one" | "any" | "one_per_first_queen";

/** The order in which a method lists solutions. */
export type Order = "lexicographic" | "mirrored" | "as_found";
