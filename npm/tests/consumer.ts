// TypeScript of a user of the package. The tests compile it in strict mode, without the types of Node or browsers.
import {
  type CountResult,
  count,
  type Difficulty,
  explain,
  find,
  format,
  type MethodResult,
  methods,
  type Position,
  type PositionCount,
  type PositionLike,
  type Puzzle,
  parse,
  puzzle,
  QueensError,
  type Solution,
  type Step,
  solutions,
  solve,
  unique,
} from "queens";

const counted: CountResult = count(8, { method: "bitmask", rules: "queens", statistics: true });
const exact: bigint = counted.solutions + (counted.placements ?? 0n);
const limited: PositionCount = count("size:8", { limit: 2 });
const largest: number[] = methods().map(({ max_n }: MethodResult) => max_n);
const like: PositionLike = Math.random() < 0.5 ? 8 : "size:8";
const either: CountResult | PositionCount = count(like);
const made: Puzzle = puzzle(8, { seed: 2n ** 63n, difficulty: "easy" });
const position: Position = parse(made.position, { rules: "regions" });
const likes: PositionLike[] = [
  8,
  "size:8",
  ["AB", "AB"],
  {
    regions: [
      [1, 1],
      [2, 2],
    ] as const,
  },
  position,
];
const rows: readonly number[] | undefined = solve(position)?.rows;
const first: Solution | null = find(8, { first: true });
const steps: Step[] = explain(position).steps;
const difficulty: Difficulty = explain(position).difficulty;
let all = 0;
for (const { n, squares } of solutions(8, { fundamental: true })) {
  all += n + squares.length;
}
try {
  format(position, "short");
} catch (error) {
  if (error instanceof QueensError) {
    const message: string = error.message;
    void message;
  }
}

// @ts-expect-error Counts are bigints.
const rounded: number = counted.solutions;
// @ts-expect-error The count of a position has no time.
count("size:8").seconds;
// @ts-expect-error A position has no method.
count("size:8", { method: "bitmask" });
// @ts-expect-error There is no such difficulty.
puzzle(8, { difficulty: "insane" });
// @ts-expect-error There may be no solution.
solve(position).rows;
// @ts-expect-error There is no such format to write.
format(position, "csplib");
if (first) {
  // @ts-expect-error A solution does not change.
  first.rows[0] = 1;
}

void [exact, limited, largest, either, likes, rows, steps, difficulty, all, rounded, unique(position)];
