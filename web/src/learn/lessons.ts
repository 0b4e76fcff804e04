/** The path of lessons: names and order. The texts are loaded with the section; this table is small, so that others can use it. */

export interface Lesson {
  id: string;
  title: string;
  /** A one-line summary. */
  line: string;
  /** The names of its exercises, as they are stored in the browser. */
  exercises: string[];
}

export const PARTS: [name: string, lessons: Lesson[]][] = [
  [
    "First steps",
    [
      {
        id: "problem",
        title: "The problem",
        line: "What a queen attacks, why N = 2 and 3 have no solution, and some history.",
        exercises: ["attacked", "place"],
      },
      {
        id: "regions",
        title: "Region puzzles",
        line: "Logic puzzles with coloured regions, and how hints work.",
        exercises: ["solve"],
      },
    ],
  ],
  [
    "Classic methods",
    [
      {
        id: "backtracking",
        title: "Backtracking",
        line: "Place a queen, continue, undo: the basic search.",
        exercises: ["next-move", "dead-end"],
      },
      {
        id: "breadth-first",
        title: "Breadth-first search",
        line: "All boards with one queen, then all with two.",
        exercises: ["next-board"],
      },
      {
        id: "tiles",
        title: "Tiles",
        line: "A method that finds the same solution several times.",
        exercises: ["fewer"],
      },
      {
        id: "dancing-links",
        title: "Dancing links",
        line: "The row or column with the fewest free squares comes next.",
        exercises: ["line"],
      },
      {
        id: "large-boards",
        title: "Large boards",
        line: "Local search solves a board of 1,000 while you watch.",
        exercises: ["repair"],
      },
    ],
  ],
  [
    "Symmetry",
    [
      {
        id: "half",
        title: "Half-board search",
        line: "Mirror images halve the work.",
        exercises: ["mirror", "first-queen"],
      },
      {
        id: "symmetry",
        title: "The eight symmetries",
        line: "Rotations, reflections and fundamental solutions.",
        exercises: ["symmetric", "image"],
      },
    ],
  ],
  [
    "Bit masks",
    [
      {
        id: "bit-sets",
        title: "Bit sets",
        line: "A board stored in three numbers.",
        exercises: ["bits"],
      },
      {
        id: "bit-masks",
        title: "Bit masks",
        line: "All free rows of a column in one operation.",
        exercises: ["mask"],
      },
      {
        id: "stacks",
        title: "Explicit stacks",
        line: "A search without recursion, which can pause.",
        exercises: ["next-queen"],
      },
      {
        id: "threads",
        title: "Threads",
        line: "Why one thread per first queen is not enough.",
        exercises: ["balance"],
      },
    ],
  ],
  [
    "Fast engines",
    [
      {
        id: "cross",
        title: "Central cross",
        line: "Start with the middle rows and columns.",
        exercises: ["strongest"],
      },
      {
        id: "join",
        title: "Half-board join",
        line: "Count pairs of half-boards that fit together.",
        exercises: ["fit"],
      },
      {
        id: "checks",
        title: "How counts are checked",
        line: "How to notice that a number with many digits is wrong.",
        exercises: ["impossible"],
      },
    ],
  ],
];

export const LESSONS = PARTS.flatMap(([, lessons]) => lessons);

/** The title of a lesson, if there is one of this name. */
export function titleOf(id: string): string | undefined {
  return LESSONS.find((lesson) => lesson.id === id)?.title;
}
