/** Exercises on searches: predict the next move, the next queen, the next board; find the way out of a dead end. */
import { useState } from "preact/hooks";
import { Board, type Look } from "../../board";
import type { Task } from "../../engine-client";
import type { SearchState } from "../../protocol";
import { columnName, has, type Square, squareName, square as squareOf } from "../../square";
import { listed, plural } from "../parts";
import { squaresOf } from "../pictures";
import { positionOf } from "./problem";
import { BoardChoice, Exercise, mixed, shuffled, useExercise, useQuestion } from "./shell";

const NEXT_MOVE = { lesson: "backtracking", name: "next-move" };
const DEAD_END = { lesson: "backtracking", name: "dead-end" };
const NEXT_QUEEN = { lesson: "stacks", name: "next-queen" };
const NEXT_BOARD = { lesson: "breadth-first", name: "next-board" };

const SIZE = 6;
/** Right answers that solve the exercise. */
const MOVES = 5;

const watch = (task: Task, method: string, n: number, step: number) => task.ask("watch", { method, n, step });

/** The state after a step, and the first later one that places or removes a queen. */
async function moveAfter(task: Task, method: string, n: number, step: number, kinds: string[]) {
  const now = await watch(task, method, n, step);
  let next = now;
  do {
    next = await watch(task, method, n, next.step + 1);
  } while (next.last && !kinds.includes(next.last.step) && next.step !== next.length);
  return { now, next };
}

type Moves = Awaited<ReturnType<typeof moveAfter>>;

const namesOf = (state: SearchState) => squaresOf(state.queens).map(squareName).join(" ") || "no queens";

const lookOf =
  ({ queens }: SearchState) =>
  ({ col, row }: Square): Look =>
    queens[col] === row ? { queen: "set" } : {};

/** Why a square is not the next one. */
function whyNot(tapped: Square, { now, next }: Moves): string {
  const name = squareName(tapped);
  const right = next.last?.square ? squareOf(next.last.square) : undefined;
  if (now.queens[tapped.col] === tapped.row) {
    return `There is already a queen on ${name}.`;
  }
  const placing = next.last?.step === "place";
  const column = now.queens.indexOf(null);
  if (placing && right && tapped.col !== right.col) {
    return `The next queen goes into column ${columnName(right.col)}.`;
  }
  if (!placing && tapped.col !== column) {
    return `Look at column ${columnName(column)}, the first column without a queen.`;
  }
  if (has(now.attacked[tapped.col], tapped.row)) {
    return `${name} is attacked by another queen.`;
  }
  if (placing && right && tapped.row > right.row) {
    return `${name} is free, but rows are tried from the bottom, and a lower square is free too.`;
  }
  return `${name} was tried before. The search continues with the rows above it.`;
}

/** The steps at which questions start: shortly before a dead end, and at other places. */
const STARTS = [3, 25, 60, 110, 170];

export function NextMove() {
  const state = useExercise(NEXT_MOVE);
  const [moved, setMoved] = useState<{ variant: number; moves: Moves; count: number } | null>(null);
  const next = (task: Task, step: number) => moveAfter(task, "bitmask", SIZE, step, ["place", "remove"]);
  const first = useQuestion(state.variant, (task, variant) => next(task, STARTS[variant % STARTS.length] ?? 0));
  const here = moved?.variant === state.variant ? moved : first && { moves: first, count: 0 };
  const answer = (right: boolean, wrong: () => string) => {
    if (!here || state.finished) {
      return;
    }
    if (!right) {
      state.wrong(wrong());
      return;
    }
    const { now, next: after } = here.moves;
    const count = here.count + 1;
    const solution = after.step > now.step + 1;
    const last = after.last;
    const column = columnName(now.queens.indexOf(null));
    const text =
      last?.step === "place"
        ? `Right: ${last.square} is the lowest free square that was not tried before.`
        : solution
          ? "Right: this is a solution. The search continues, so the last queen is removed."
          : `Right: column ${column} has no free square left to try, so the queen on ${last?.square} is removed.`;
    state.ask(
      (task) => next(task, after.step),
      (moves) => {
        setMoved({ variant: state.variant, moves, count });
        if (count === MOVES) {
          state.right(`${text} You predicted ${MOVES} moves.`);
        } else {
          state.say(`${text} ${plural(MOVES - count, "move")} to go.`, "good");
        }
      },
    );
  };
  const tap = (square: Square) => {
    const last = here?.moves.next.last;
    answer(last?.step === "place" && last.square === squareName(square), () =>
      here ? whyNot(square, here.moves) : "",
    );
  };
  const remove = () =>
    answer(
      here?.moves.next.last?.step === "remove",
      () => `A square above is still free: column ${columnName(squareOf(here?.moves.next.last?.square ?? "A1").col)}.`,
    );
  return (
    <Exercise
      id={NEXT_MOVE}
      title="Predict the next move"
      state={state}
      task="What does backtracking do next? Choose the square where it places the next queen, or remove the last queen."
      actions={
        !state.finished && (
          <button type="button" disabled={!here} onClick={remove}>
            Remove the last queen
          </button>
        )
      }
    >
      <div class="narrow" data-moves={here?.count}>
        <Board
          size={SIZE}
          label={`A search on a board of size ${SIZE}: ${here ? namesOf(here.moves.now) : ""}`}
          onSquare={tap}
          look={(square) => {
            if (!here) {
              return {};
            }
            const { now } = here.moves;
            // The queen that was just removed shows which rows were tried.
            const removed = now.last?.step === "remove" && now.last.square === squareName(square);
            return removed ? { marks: ["tried"] } : lookOf(now)(square);
          }}
        />
      </div>
    </Exercise>
  );
}

/** The next queens of `stacked`. */
export function NextQueen() {
  const state = useExercise(NEXT_QUEEN);
  const [moved, setMoved] = useState<{ variant: number; moves: Moves; count: number } | null>(null);
  const next = (task: Task, step: number) => moveAfter(task, "stacked", SIZE, step, ["place"]);
  const first = useQuestion(state.variant, (task, variant) => next(task, 4 + 9 * (variant % 5)));
  const here = moved?.variant === state.variant ? moved : first && { moves: first, count: 0 };
  const needed = 4;
  const tap = (tapped: Square) => {
    if (!here || state.finished) {
      return;
    }
    const { now, next: after } = here.moves;
    const right = after.last?.square ?? "";
    const back = squareOf(right).col < squaresOf(now.queens).length;
    const column = columnName(squareOf(right).col);
    if (right !== squareName(tapped)) {
      state.wrong(
        back && tapped.col !== squareOf(right).col
          ? `The next column has no free square. The search returns to the last column that has rows left to try: ${column}.`
          : whyNot(tapped, here.moves),
      );
      return;
    }
    const count = here.count + 1;
    const text = back
      ? `Right: the search took column ${column} from the stack and continued there.`
      : `Right: ${right} is the lowest free square of column ${column}.`;
    state.ask(
      (task) => next(task, after.step),
      (moves) => {
        setMoved({ variant: state.variant, moves, count });
        if (count === needed) {
          state.right(text);
        } else {
          state.say(`${text} ${plural(needed - count, "queen")} to go.`, "good");
        }
      },
    );
  };
  return (
    <Exercise
      id={NEXT_QUEEN}
      title="Where is the next queen placed?"
      state={state}
      task={
        <>
          The method <code>stacked</code> searches a board of size {SIZE}. Choose the square of the next queen. If the
          next column has no free square, the search returns to the last column with rows left to try.
        </>
      }
    >
      <div class="narrow" data-moves={here?.count}>
        <Board
          size={SIZE}
          label={`A search on a board of size ${SIZE}: ${here ? namesOf(here.moves.now) : ""}`}
          onSquare={tap}
          look={(square) => (here ? lookOf(here.moves.now)(square) : {})}
        />
      </div>
    </Exercise>
  );
}

const DEAD_END_SIZE = 8;

/** A board of the search whose next column has no free square. */
async function deadEnd(task: Task, variant: number): Promise<Square[]> {
  const all = 2 ** DEAD_END_SIZE - 1;
  let step = 4 + 370 * (variant % 8);
  for (;;) {
    const { queens, attacked } = await watch(task, "bitmask", DEAD_END_SIZE, step++);
    const column = queens.indexOf(null);
    if (column >= 3 && attacked[column] === all) {
      return squaresOf(queens);
    }
  }
}

export function DeadEnd() {
  const state = useExercise(DEAD_END);
  const queens = useQuestion(state.variant, deadEnd);
  const column = columnName(queens?.length ?? 0);
  const tap = (tapped: Square) => {
    const place = queens?.findIndex((queen) => squareName(queen) === squareName(tapped)) ?? -1;
    if (!queens || state.finished) {
      return;
    }
    if (place < 0) {
      state.wrong("Choose a queen.");
      return;
    }
    const solutions = (task: Task, count: number) =>
      task.ask("solutions", { position: positionOf(DEAD_END_SIZE, queens.slice(0, count)), limit: 1000 });
    const name = squareName(tapped);
    const left = listed(queens.slice(0, place).map(squareName));
    state.ask(
      async (task) => ({ without: await solutions(task, place), with: await solutions(task, place + 1) }),
      (counts) => {
        if (counts.with.solutions > 0n) {
          state.wrong(
            `The queen on ${name} can stay: ${plural(Number(counts.with.solutions), "solution")} begin${counts.with.solutions === 1n ? "s" : ""} with ${listed(queens.slice(0, place + 1).map(squareName))}. Choose a later queen.`,
          );
        } else if (counts.without.solutions === 0n) {
          state.wrong(`Removing ${name} is not enough: no solution begins with ${left}. Choose an earlier queen.`);
        } else {
          state.right(
            `Right: ${plural(Number(counts.without.solutions), "solution")} begin${counts.without.solutions === 1n ? "s" : ""} with ${place === 0 ? "another square of column A" : left}, and none if ${name} is added. Backtracking finds this out by trying.`,
          );
        }
      },
    );
  };
  return (
    <Exercise
      id={DEAD_END}
      title="Fix the dead end"
      state={state}
      task={`Column ${column} has no free square. Backtracking removes queens from the right until the board can be completed. Choose the leftmost queen that must be removed.`}
    >
      <div class="narrow">
        <Board
          size={DEAD_END_SIZE}
          label={`A dead end in column ${column}: ${queens?.map(squareName).join(" ") ?? ""}`}
          onSquare={tap}
          look={({ col, row }) => {
            if (queens?.[col]?.row === row) {
              return { queen: "set" };
            }
            return { marks: queens && col === queens.length ? ["dead"] : [] };
          }}
        />
      </div>
    </Exercise>
  );
}

interface BoardQuestion {
  boards: (number | null)[][];
  /** The board that was added last. */
  newest: string;
  /** The place of the right one. */
  right: number;
}

const BREADTH_SIZE = 5;
const textOf = (rows: (number | null)[]) => rows.map((row) => row ?? "-").join(" ");

/** Boards in the queue of a breadth-first search, and the one that is taken out next. */
async function nextBoard(task: Task, variant: number): Promise<BoardQuestion | null> {
  const wanted = 7 + 6 * (variant % 4);
  let queue: (number | null)[][] = [];
  let enqueued = 0;
  for (let step = 1; ; step++) {
    const { last, queens, length } = await watch(task, "breadth", BREADTH_SIZE, step);
    if (last?.step === "enqueue") {
      queue.push(queens);
      enqueued++;
    } else if (last?.step === "dequeue") {
      if (enqueued >= wanted && queue.length >= 4) {
        // The library says which board it is: the rows of its queens.
        const right = textOf(queens);
        const random = mixed(variant);
        const others = [queue.at(-1) ?? [], queue[1 + random(queue.length - 2)] ?? []];
        const boards = shuffled([queens, ...others.filter((board) => textOf(board) !== right)], random);
        return {
          boards,
          newest: textOf(queue.at(-1) ?? []),
          right: boards.findIndex((board) => textOf(board) === right),
        };
      }
      queue = queue.filter((board) => textOf(board) !== textOf(queens));
    }
    if (step === length) {
      return null;
    }
  }
}

export function NextBoard() {
  const state = useExercise(NEXT_BOARD);
  const question = useQuestion(state.variant, nextBoard);
  const [chosen, setChosen] = useState<number | null>(null);
  const choose = (place: number) => {
    if (!question) {
      return;
    }
    setChosen(place);
    const board = question.boards[place] ?? [];
    const [queens, right] = [board, question.boards[question.right] ?? []].map((rows) => squaresOf(rows).length);
    if (place === question.right) {
      state.right("Right: it was added to the queue before the others.");
    } else if (textOf(board) === question.newest) {
      state.wrong(
        "This board was added last. A depth-first search would continue with it. A queue takes out the board that was added first.",
      );
    } else {
      state.wrong(
        queens === right
          ? "Another board with as many queens was added earlier. Boards with the first queen in a lower row come first."
          : "A board with fewer queens is still waiting. All boards with few queens are visited before those with more.",
      );
    }
  };
  return (
    <Exercise
      id={NEXT_BOARD}
      title="Which board is next?"
      state={{
        ...state,
        another: () => {
          setChosen(null);
          state.another();
        },
      }}
      task="These boards wait in the queue of a breadth-first search. Which one is taken out first?"
    >
      {question && (
        <BoardChoice
          label="Waiting boards"
          boards={question.boards}
          chosen={chosen}
          disabled={state.finished}
          onChoose={choose}
        />
      )}
    </Exercise>
  );
}
