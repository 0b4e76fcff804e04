/** What the desk can be asked, and what it answers: the other side of `crates/queens-web`. */

export interface MethodInfo {
  name: string;
  about: string;
  max: number;
  /** Whether it comes upon solutions one by one, so that it can be watched. */
  visits: boolean;
  statistics: string[];
}

export type Step =
  | { step: "place" | "remove" | "reject"; square: string }
  | { step: "enqueue"; queued: number }
  | { step: "dequeue"; queens: string[]; queued: number }
  | { step: "solution" | "duplicate"; rows: number[] };

export interface Watched {
  step: number;
  /** How many steps there are, once the end was seen. */
  length: number | null;
  /** The row of each column's queen. */
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
  /** The position in one line: what links carry. */
  short: string;
}

export interface Looked {
  attacked: number[];
  /** Queens that another attacks. */
  fights: string[];
  done: boolean;
}

export type Hinted =
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

export interface Shown {
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

export interface Asked {
  size: number;
  method: string | null;
}

/** A result on its way from one desk to another; only they read it. */
export interface Posted {
  job: number;
  solutions: string;
  residues: [number, number];
}

/** Each question with what belongs to it and what is answered. */
export interface Questions {
  methods: [Record<string, never>, MethodInfo[]];
  published: [Record<string, never>, string[]];
  watch: [{ method: string; size: number; step: number }, Watched];
  length: [{ method: string; size: number; limit: number }, { length: number | null }];
  "next-solution": [{ method: string; size: number; step: number; within: number }, { step: number | null }];
  read: [{ text: string }, Position];
  look: [{ position: string }, Looked];
  hint: [{ position: string; crossed: string[] }, Hinted];
  finish: [{ position: string; seed: number }, { queens: string[] } | { why: string }];
  solutions: [{ position: string; limit: number }, { count: string; all: boolean }];
  puzzle: [{ rules: Rules; size: number; seed: number; grade: Grade | null }, { position: Position; grade: Grade }];
  list: [{ size: number; fundamental: boolean }, { count: number }];
  rows: [{ from: number; count: number }, { from: number; rows: number[][] }];
  place: [{ rows: number[] }, { place: number | null }];
  solution: [{ rows: number[] }, Shown];
  check: [{ text: string }, Shown];
  plan: [Asked, { method: string; jobs: number; published: string | null }];
  run: [{ of: Asked; jobs: number[] }, { results: Posted[] }];
  take: [{ results: Posted[] }, { jobs: number; solutions: string; done: boolean }];
  measure: [
    { size: number; method: string; statistics: boolean },
    { solutions: string; jobs: number; statistics: Record<string, string> | null },
  ];
}

export type Name = keyof Questions;

/** What the page sends to a worker. */
export type ToWorker = { module: WebAssembly.Module } | { id: number; question: string; progress: boolean };

/** What a worker sends back. */
export type FromWorker =
  | { id: number; answer: string; milliseconds: number }
  | { id: number; job: number; done: number }
  | { id: number; broken: string };
