/**
 * The protocol between the page and the WebAssembly module: questions and answers as JSON, and the messages that carry them to
 * and from a worker. Bytes that are no text, such as pixels, are attached to their question. The module is `crates/queens-web`: `session.rs` has the questions, the files of the sections the answers.
 *
 * Answers that the command prints too have the generated types of `results.ts`. This file has the types of the other answers. All
 * integers are exact: `readAnswer` returns those that may exceed 2^53 as bigints, and `writeQuestion` writes bigints as strings,
 * because JSON.stringify does not accept them.
 *
 * Messages are called questions and answers, because a request is something else in the library: see docs/glossary.md.
 */
import {
  type CountResult,
  type ExplanationStep,
  type MethodResult,
  type PictureResult,
  type PositionCount,
  type PuzzleResult,
  parseResults,
  type SolutionRows,
  type TraceStep,
} from "./results";

// Answers.

/** A search after some of its steps. */
export interface SearchState {
  step: number;
  /** The number of all steps, or null until the end was seen. */
  length: number | null;
  /** The row of the queen in each column. */
  queens: (number | null)[];
  /** The rows of each column that are attacked or taken, as bits. */
  attacked: number[];
  placements: bigint;
  rejects: bigint;
  solutions: bigint;
  queued: number;
  depth: number;
  last: TraceStep | null;
}

/** A local search after some of its steps: see `crates/queens/src/find/local.rs`. */
export interface LocalSearchState {
  step: number;
  /** The row of the queen in each column. */
  queens: number[];
  /** The columns whose queens are attacked. */
  attacked: number[];
  /** The columns that exchanged their rows in the last step. */
  exchanged: [number, number] | null;
  /** The number of exchanges that were tested. */
  tries: number;
  solved: boolean;
  /** The number of attacking pairs at the start and after each step. */
  history: number[];
}

/** How a local search places its queens at the start. */
export type LocalSearchStart = "shuffled" | "few-attacks";

/** A search tree as lists with one element per node: the empty board first, every node after its parent. */
export interface SearchTree {
  parents: (number | null)[];
  /** The queen that a node adds to its parent. */
  squares: (string | null)[];
  fates: ("continues" | "dead-end" | "solution" | "duplicate")[];
  /** The number of steps after which the node is reached. */
  steps: number[];
  /** The number of steps after which nothing below the node changes any more. */
  ends: number[];
  /** From each of these numbers of steps on, the search is at the node of the same place in `visited`. */
  visits: number[];
  visited: number[];
}

export type Rules = PositionCount["rules"];
export type Difficulty = PuzzleResult["difficulty"];

export interface Position {
  size: number;
  rules: Rules;
  /** The number of queens in each row, column and region. */
  stars: number;
  given: string[];
  closed: string[];
  /** The names of the regions, the top row first. */
  regions: string[] | null;
  /** The position in one line, as links contain it. */
  short: string;
  /** The colour of each region, in the order in which the regions appear from the top left: adjacent ones differ most. */
  colours: number[] | null;
}

/** The state of a position: attacked squares, conflicts, and whether it is solved. */
export interface PositionState {
  /**
   * The rows of each column where no further queen can be placed, as bits: a queen attacks the square or, with several stars, its
   * row, column or region has all its queens.
   */
  attacked: number[];
  /** Queens that break a rule together with others. */
  conflicts: string[];
  done: boolean;
}

export type Hint =
  | { kind: "done" }
  | { kind: "wrong"; reason: string }
  | { kind: "crossed"; squares: string[] }
  /** A step, and the squares that its reason refers to. */
  | { kind: "step"; step: ExplanationStep; because: string[] };

export interface SolutionInfo {
  solution: SolutionRows;
  text: string;
  squares: string;
  leetcode: string[];
  /** The rotation under which it is symmetric, in degrees. */
  symmetry_class: "none" | "180" | "90";
  /** The number of different images. */
  orbit: number;
  canonical: boolean;
  /** The smallest of its images. */
  smallest: SolutionRows;
  images: { symmetry: string; solution: SolutionRows }[];
  svg: string;
}

/** A published number of solutions. */
export interface Published {
  n: number;
  solutions: bigint;
}

/** The plan of a count. */
export interface PlanInfo {
  n: number;
  method: string;
  jobs: number;
  /** What runs the jobs. */
  device: Device;
  published: Published | null;
}

/** The result of a job. The page passes it from the engine that ran the job to the engine that adds up. */
export interface JobResult {
  job: number;
  solutions: bigint;
  residue_1: number;
  residue_2: number;
}

/** The result of a job that counts by square. The page passes it on to the engine that adds up. */
export interface SquareJob {
  job: number;
  counts: string[];
}

/** What the browser says about a GPU. */
export interface GpuAdapter {
  /** The bytes of the largest storage buffer. */
  buffer_bytes: number;
  /** The most lanes that are executed together; 0 if it is unknown. */
  subgroup_size: number;
  /** Whether it is a program that runs on the CPU. */
  software: boolean;
}

/** Jobs that one set of kernels counts on a GPU: see `crates/queens-gpu/src/wgsl/mod.rs`. */
export interface GpuPass {
  source: string;
  jobs: number[];
  buffer_bytes: number[];
  cleared_bytes: number;
  groups: number[];
  /** The parameters of the first batch. */
  parameters: number[];
}

// Questions.

/** Some steps of a search, starting at the state after `from` steps, at a speed in steps per second. */
export interface StepRange {
  method: string;
  n: number;
  from: number;
  steps: number;
  speed: number;
}

/** What counts: the workers of the page, or the GPU of the browser. */
export type Device = "cpu" | "gpu";

/** What to count; without a method, the fastest is used, without a device, the workers. */
export interface CountRequest {
  n: number;
  method: string | null;
  device?: Device;
}

/** The puzzle to generate. */
export interface PuzzleRequest {
  rules: Rules;
  n: number;
  seed: number;
  difficulty: Difficulty | null;
  /** The queens in each row, column and region: 1 (default) or 2. */
  stars?: number;
  /** The shapes of the regions; default: `mixed`. */
  theme?: "mixed" | "balanced" | "snakes";
  /** The most regions of a single square. */
  singles?: number;
}

type NoParameters = Record<string, never>;

/** Each question: its parameters and its answer. */
export interface Questions {
  methods: [NoParameters, MethodResult[]];
  /** From N = 0 on. */
  published: [NoParameters, Published[]];
  watch: [{ method: string; n: number; step: number }, SearchState];
  length: [{ method: string; n: number; limit: number }, { length: number | null }];
  /** The next step after `step` that finds a solution, at most `within` steps away; `ended` if there are no more. */
  "next-solution": [
    { method: string; n: number; step: number; within: number },
    { step: number | null; ended: boolean },
  ];
  /** The state after a number of steps, or at the end if there are fewer. */
  "local-search": [{ n: number; seed: number; start: LocalSearchStart; step: number }, LocalSearchState];
  /** The search tree; null if it has too many nodes to be drawn. */
  tree: [{ method: string; n: number }, SearchTree | null];
  /** An animated SVG file, or a picture of one state if there are no steps. */
  animation: [StepRange, { svg: string }];
  /** The drawing that the page renders for a GIF file, and its width in pixels. */
  "gif-sheet": [StepRange, { svg: string; width: number }];
  /** Starts a GIF file with the pixels of its sheet, which are attached. The answer has the number of frames. */
  "gif-start": [StepRange, { frames: number }];
  /** The bytes of up to this number of further frames as base64, and the number of frames that are left. */
  "gif-frames": [{ frames: number }, { bytes: string; left: number }];
  read: [{ text: string }, Position];
  /** Reads a region puzzle. The pixels, four bytes each (red, green, blue and opacity), are attached. */
  "read-picture": [{ width: number; height: number }, PictureResult];
  look: [{ position: string }, PositionState];
  hint: [{ position: string; crossed: string[] }, Hint];
  /** With several stars, a solution has the rows of all queens of column A first, then those of column B, and so on. */
  solve: [{ position: string; seed: number }, { solution: SolutionRows } | { reason: string }];
  solutions: [{ position: string; limit: number }, PositionCount];
  puzzle: [PuzzleRequest, PuzzleResult];
  /** The number of solutions of a position, exactly. */
  remaining: [{ position: string }, PositionCount];
  /** The jobs that count a position by square, and whether all together take only a fraction of a second. */
  "by-square-plan": [{ position: string }, { jobs: number; quick: boolean }];
  "by-square-run": [{ position: string; job: number }, SquareJob];
  /** The counts of all squares: the sum of all jobs or, without results, at once if the position is small. */
  "by-square-total": [{ position: string; results: SquareJob[] }, PositionCount];
  list: [{ n: number; fundamental: boolean }, { count: number }];
  rows: [{ from: number; count: number }, SolutionRows[]];
  place: [{ solution: SolutionRows }, { place: number | null }];
  solution: [{ solution: SolutionRows }, SolutionInfo];
  check: [{ text: string }, SolutionInfo];
  plan: [CountRequest, PlanInfo];
  run: [{ of: CountRequest; jobs: number[] }, JobResult[]];
  take: [{ results: JobResult[] }, { jobs: number; solutions: bigint; done: boolean }];
  total: [{ seconds: number }, CountResult];
  measure: [{ n: number; method: string; statistics: boolean }, CountResult];
  /** Starts to count jobs on a GPU. The answer is the first pass. */
  "gpu-start": [{ of: CountRequest; jobs: number[]; adapter: GpuAdapter }, GpuPass | null];
  /** The next pass; null after the last one. */
  "gpu-pass": [NoParameters, GpuPass | null];
  /** Reads the counts of a batch. The answer has the parameters of the next one, or null if the pass is complete. */
  "gpu-batch": [{ counts: number[]; seconds: number }, { results: JobResult[]; parameters: number[] | null }];
  /** The same pass with half the memory. */
  "gpu-less-memory": [NoParameters, GpuPass];
}

export type QuestionName = keyof Questions;
export type ParametersOf<N extends QuestionName> = Questions[N][0];
export type AnswerTo<N extends QuestionName> = Questions[N][1];

/** The text of a question. */
export function writeQuestion<N extends QuestionName>(name: N, parameters: ParametersOf<N>): string {
  return JSON.stringify({ [name]: parameters }, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

/** Parses the text of an answer: the answer, or the reason why the question was refused. */
export function readAnswer<N extends QuestionName>(text: string): { ok: AnswerTo<N> } | { error: string } {
  return parseResults(text) as { ok: AnswerTo<N> } | { error: string };
}

// Messages.

/** From the page to a worker: first the module, then questions as JSON, with bytes where a question needs them. */
export type ToWorker =
  | { module: WebAssembly.Module }
  | { id: number; question: string; attachment: ArrayBuffer | undefined; progress: boolean };

/** From a worker to the page: an answer as JSON, the progress of a job, or the reason why the module trapped. */
export type FromWorker =
  | { id: number; answer: string; milliseconds: number }
  | { id: number; job: number; done: number }
  | { id: number; broken: string };
