/** What each lesson shows: its text, which is loaded when it is read, and the small picture in the contents. */
import { Parts } from "../loading";
import type { Square } from "../square";
import { attacks } from "./pictures";
import type { LessonPage } from "./screen";

interface Shown {
  load(): Promise<LessonPage>;
  /** The queens of a board of size 6, and the shade of a square. */
  rows: string;
  shade?: (square: Square) => string | undefined;
}

const SOLVED = "2 4 6 1 3 5";
const NONE = "0 0 0 0 0 0";
const middle = (line: number) => line === 2 || line === 3;

export const PAGES: Record<string, Shown> = {
  problem: {
    load: async () => (await import("./start")).Problem,
    rows: "0 0 3 0 0 0",
    shade: (square) => (attacks({ col: 2, row: 2 }, square) ? "attacked" : undefined),
  },
  regions: {
    load: async () => (await import("./beyond")).Regions,
    rows: "3 5 2 4 1 6",
    shade: ({ col, row }) => (row > 3 ? "good" : col < 3 ? "accent" : undefined),
  },
  backtracking: {
    load: async () => (await import("./start")).Backtracking,
    rows: "1 3 5 0 0 0",
    shade: ({ col }) => (col === 3 ? "accent" : undefined),
  },
  "breadth-first": {
    load: async () => (await import("./other")).BreadthFirst,
    rows: NONE,
    shade: ({ col }) => (col % 2 === 1 ? "accent" : undefined),
  },
  tiles: {
    load: async () => (await import("./other")).Tiles,
    rows: NONE,
    shade: ({ col, row }) => (col === 4 || row === 4 ? "accent" : undefined),
  },
  "dancing-links": {
    load: async () => (await import("./other")).DancingLinks,
    rows: "0 0 0 5 0 0",
    shade: ({ col, row }) => (attacks({ col: 3, row: 4 }, { col, row }) ? "dead" : undefined),
  },
  "large-boards": {
    load: async () => (await import("./large-boards")).LargeBoards,
    rows: "2 4 6 3 1 5",
    shade: ({ col, row }) => (col + row === 5 ? "dead" : undefined),
  },
  half: {
    load: async () => (await import("./start")).Half,
    rows: SOLVED,
    shade: ({ row }) => (row < 3 ? "accent" : undefined),
  },
  symmetry: {
    load: async () => (await import("./symmetry")).Symmetry,
    rows: SOLVED,
    shade: ({ col, row }) => (col === row || col + row === 5 ? "accent" : undefined),
  },
  "bit-sets": {
    load: async () => (await import("./bit-sets")).BitSets,
    rows: "1 0 0 0 0 0",
    shade: ({ col, row }) => (col === row ? "good" : undefined),
  },
  "bit-masks": {
    load: async () => (await import("./bit-masks")).BitMasks,
    rows: "2 4 0 0 0 0",
    shade: ({ col, row }) => (col === 2 ? (row === 0 || row === 5 ? "good" : "attacked") : undefined),
  },
  stacks: {
    load: async () => (await import("./stacks")).Stacks,
    rows: "2 4 0 0 0 0",
    shade: ({ col, row }) => (row < 5 - col && col < 4 ? "accent" : undefined),
  },
  threads: {
    load: async () => (await import("./threads")).Threads,
    rows: "1 0 0 0 0 0",
    shade: ({ col, row }) => (col > 0 && col < 3 + ((row * 2) % 4) ? (row % 2 === 0 ? "accent" : "good") : undefined),
  },
  cross: {
    load: async () => (await import("./cross")).Cross,
    rows: "0 4 6 1 3 0",
    shade: ({ col, row }) => (middle(col) || middle(row) ? "accent" : undefined),
  },
  join: {
    load: async () => (await import("./join")).Join,
    rows: SOLVED,
    shade: ({ col, row }) => ([0, 3, 4].includes(col) === row < 3 ? "good" : undefined),
  },
  checks: {
    load: async () => (await import("./beyond")).Checks,
    rows: SOLVED,
    shade: ({ row }) => (row % 2 === 0 ? "good" : undefined),
  },
};

export const TEXTS = new Parts((id: string) => PAGES[id]?.load() ?? Promise.reject(new Error(`no lesson ${id}`)));
