/**
 * The questions and answers between the page and the WebAssembly module, and the messages that carry them between the page and a
 * worker. The other side is `crates/queens-web`: `session.rs` has the questions, the files of the sections have the answers.
 */

// Answers.

export interface MethodInfo {
  name: string;
  about: string;
  max: number;
  /** Whether the method finds solutions one by one, so that it can be watched. */
  visits: boolean;
  statistics: string[];
}

/** A step of a search. */
export type Step =
  | { step: "place" | "remove" | "reject"; square: string }
  | { step: "enqueue"; queued: number }
  | { step: "dequeue"; queens: string[]; queued: number }
  | { step: "solution" | "duplicate"; rows: number[] };

/** A search after some of its steps. */
export interface SearchState {
  step: number;
  /** The number of all steps, or null until the end was seen. */
  length: number | null;
  /** The row of the queen in each column. */
  queens: (number | null)[];
  /** The rows of each column that are attacked or taken, as bits. */
  attacked: number[];
  placements: number;
  rejects: number;
  solutions: number;
  queued: number;
  depth: number;
  last: Step | null;
}

export type Rules = "queens" | "regions" | "torus" | "superqueens";
export type Grade = "easy" | "medium" | "hard";

export interface Position {
  size: number;
  rules: Rules;
  given: string[];
  closed: string[];
  /** The names of the regions, the top row first. */
  regions: string[] | null;
  /** The position in one line, as links contain it. */
  short: string;
}

/** What the rules say about a position. */
export interface PositionState {
  attacked: number[];
  /** Queens that another queen attacks. */
  fights: string[];
  done: boolean;
}

export type Hint =
  | { kind: "done" }
  | { kind: "wrong"; why: string }
  | { kind: "crossed"; squares: string[] }
  | {
      kind: "step";
      why: string;
      rule: string;
      grade: Grade;
      queen: string | null;
      closed: string[];
      because: string[];
    };

export interface SolutionInfo {
  /** The row of the queen in each column, counted from 0. */
  rows: number[];
  text: string;
  squares: string;
  leetcode: string[];
  class: "none" | "half turn" | "quarter turn";
  orbit: number;
  canonical: boolean;
  smallest: number[];
  images: { symmetry: string; rows: number[] }[];
  svg: string;
}

/** The result of a job that one engine ran, for the engine that adds up. The page only passes it on. */
export interface JobResult {
  job: number;
  solutions: string;
  residues: [number, number];
}

// Questions.

/** What to count; without a method, by the fastest. */
export interface CountRequest {
  size: number;
  method: string | null;
}

type NoParameters = Record<string, never>;

/** Each question: its parameters and its answer. */
export interface Questions {
  methods: [NoParameters, MethodInfo[]];
  published: [NoParameters, string[]];
  watch: [{ method: string; size: number; step: number }, SearchState];
  length: [{ method: string; size: number; limit: number }, { length: number | null }];
  "next-solution": [{ method: string; size: number; step: number; within: number }, { step: number | null }];
  read: [{ text: string }, Position];
  look: [{ position: string }, PositionState];
  hint: [{ position: string; crossed: string[] }, Hint];
  finish: [{ position: string; seed: number }, { queens: string[] } | { why: string }];
  solutions: [{ position: string; limit: number }, { count: string; all: boolean }];
  puzzle: [{ rules: Rules; size: number; seed: number; grade: Grade | null }, { position: Position; grade: Grade }];
  list: [{ size: number; fundamental: boolean }, { count: number }];
  rows: [{ from: number; count: number }, { from: number; rows: number[][] }];
  place: [{ rows: number[] }, { place: number | null }];
  solution: [{ rows: number[] }, SolutionInfo];
  check: [{ text: string }, SolutionInfo];
  plan: [CountRequest, { method: string; jobs: number; published: string | null }];
  run: [{ of: CountRequest; jobs: number[] }, { results: JobResult[] }];
  take: [{ results: JobResult[] }, { jobs: number; solutions: string; done: boolean }];
  measure: [
    { size: number; method: string; statistics: boolean },
    { solutions: string; jobs: number; statistics: Record<string, string> | null },
  ];
}

export type QuestionName = keyof Questions;
export type ParametersOf<N extends QuestionName> = Questions[N][0];
export type AnswerTo<N extends QuestionName> = Questions[N][1];

// Messages.

/** From the page to a worker: first the module, then questions as JSON. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; question: string; progress: boolean };

/** From a worker to the page: an answer as JSON, the progress of a job, or the reason why the module trapped. */
export type FromWorker =
  | { id: number; answer: string; milliseconds: number }
  | { id: number; job: number; done: number }
  | { id: number; broken: string };
