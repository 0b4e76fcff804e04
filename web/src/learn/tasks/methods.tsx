/** Exercises on methods: which needs fewer placements, which line is next, how to divide the work. */
import { useState } from "preact/hooks";
import { Board } from "../../board";
import { columnName, has, type Square, squareName } from "../../square";
import { METHODS } from "../methods";
import { grouped, listed, plural } from "../parts";
import { positionOf, same } from "./problem";
import { Exercise, mixed, useExercise, useQuestion } from "./shell";

const FEWER = { lesson: "tiles", name: "fewer" };
const LINE = { lesson: "dancing-links", name: "line" };
const BALANCE = { lesson: "threads", name: "balance" };

/** Pairs of methods to compare, and the size of the board. */
const PAIRS: [one: string, other: string, size: number][] = [
  ["tiles", "arrays", 7],
  ["breadth", "arrays", 8],
  ["dancing-links", "arrays", 8],
  ["arrays", "arrays-iterative", 7],
  ["tiles", "breadth", 6],
];

export function Fewer() {
  const state = useExercise(FEWER);
  const [one, other, size] = PAIRS[state.variant % PAIRS.length] ?? ["tiles", "arrays", 7];
  const titles = [one, other].map((name) => METHODS[name]?.title ?? name);
  const answer = (choice: 0 | 1 | "same") =>
    state.ask(
      async (task) => {
        const placements = [];
        for (const method of [one, other]) {
          placements.push((await task.ask("measure", { n: size, method, statistics: true })).placements ?? 0n);
        }
        return placements;
      },
      ([first = 0n, second = 0n]) => {
        const truth = first === second ? "same" : first < second ? 0 : 1;
        const figures = `${titles[0]}: ${first.toLocaleString("en")} placements. ${titles[1]}: ${second.toLocaleString("en")}.`;
        if (choice === truth) {
          state.right(`Right. ${figures}`);
        } else {
          state.wrong(`No. ${figures}`);
        }
      },
    );
  return (
    <Exercise
      id={FEWER}
      title="Which method needs fewer placements?"
      state={state}
      task={`Both methods find all solutions for N = ${size}. Which one places fewer queens on the way? Both are counted when you answer.`}
    >
      <div class="controls">
        {([0, 1] as const).map((place) => (
          <button key={place} type="button" disabled={state.finished} onClick={() => answer(place)}>
            {titles[place]}
          </button>
        ))}
        <button type="button" disabled={state.finished} onClick={() => answer("same")}>
          Both the same
        </button>
      </div>
    </Exercise>
  );
}

interface Line {
  name: string;
  free: Square[];
}

const COVER_SIZE = 6;

/** The columns and rows without a queen, with their free squares. */
function linesOf(queens: Square[], attacked: number[]): Line[] {
  const places = Array.from({ length: COVER_SIZE }, (_, at) => at);
  const isFree = ({ col, row }: Square) => !has(attacked[col], row) && !queens.some((one) => same(one, { col, row }));
  const columns = places
    .filter((col) => !queens.some((queen) => queen.col === col))
    .map((col) => ({ name: `Column ${columnName(col)}`, free: places.map((row) => ({ col, row })).filter(isFree) }));
  const rows = places
    .filter((row) => !queens.some((queen) => queen.row === row))
    .map((row) => ({ name: `Row ${row + 1}`, free: places.map((col) => ({ col, row })).filter(isFree) }));
  return [...columns, ...rows];
}

export function FewestSquares() {
  const state = useExercise(LINE);
  const random = mixed(state.variant + 1);
  const first = { col: random(COVER_SIZE), row: random(COVER_SIZE) };
  // A knight's move away from the first queen, on the board.
  const second = { col: (first.col + 2) % COVER_SIZE, row: (first.row + 3) % COVER_SIZE };
  const queens = [first, second];
  const seen = useQuestion(state.variant, (task) => task.ask("look", { position: positionOf(COVER_SIZE, queens) }));
  const lines = seen ? linesOf(queens, seen.attacked) : [];
  const fewest = Math.min(...lines.map(({ free }) => free.length));
  const answer = ({ name, free }: Line) => {
    const squares =
      free.length === 0 ? "no free square" : `${plural(free.length, "free square")} (${listed(free.map(squareName))})`;
    if (free.length === fewest) {
      state.right(`Right: ${name.toLowerCase()} has ${squares}, and no other line has fewer.`);
    } else {
      state.wrong(`${name} has ${squares}. Another line has only ${fewest}.`);
    }
  };
  return (
    <Exercise
      id={LINE}
      title="Which line is next?"
      state={state}
      task="Dancing links continues with the column or row that has the fewest free squares. Which one is it here? If several have equally few, choose any of them."
    >
      <div class="side">
        <Board
          size={COVER_SIZE}
          label={`A board of size ${COVER_SIZE} with queens on ${listed(queens.map(squareName))}`}
          look={(square) =>
            queens.some((queen) => same(queen, square))
              ? { queen: "set" }
              : { marks: has(seen?.attacked[square.col], square.row) ? ["attacked"] : [] }
          }
        />
        <div class="line-choice" role="group" aria-label="Lines">
          {lines.map((line) => (
            <button key={line.name} type="button" disabled={state.finished} onClick={() => answer(line)}>
              {line.name}
            </button>
          ))}
        </div>
      </div>
    </Exercise>
  );
}

/** The smallest possible maximum of two sums. */
function bestSplit(work: number[]): number {
  const all = work.reduce((sum, one) => sum + one, 0);
  const sums = Array.from({ length: 2 ** work.length }, (_, set) =>
    work.reduce((sum, one, place) => (has(set, place) ? sum + one : sum), 0),
  );
  return Math.min(...sums.map((sum) => Math.max(sum, all - sum)));
}

/** Jobs to divide between two threads. */
export function Balance({ work }: { work: number[] }) {
  const state = useExercise(BALANCE);
  const [set, setSet] = useState(0);
  const random = mixed(state.variant);
  const jobs = state.variant === 0 ? work : work.map((one) => Math.round(one * (0.4 + random(100) / 80)));
  const sums = [0, 1].map((thread) =>
    jobs.reduce((sum, one, place) => (has(set, place) === (thread === 1) ? sum + one : sum), 0),
  );
  const all = jobs.reduce((sum, one) => sum + one, 0);
  const slowest = Math.max(...sums);
  const check = () => {
    const best = bestSplit(jobs);
    const speedup = (all / slowest).toFixed(2);
    if (slowest === best) {
      state.right(
        `Right: no division is better. The slower thread has ${grouped(slowest)} placements, so two threads are ${speedup} times as fast as one.`,
      );
    } else {
      state.wrong(
        `The slower thread has ${grouped(slowest)} placements, so the speedup is ${speedup}. A better division exists: ${grouped(best)}.`,
      );
    }
  };
  return (
    <Exercise
      id={BALANCE}
      title="Balance the work"
      state={{
        ...state,
        another: () => {
          setSet(0);
          state.another();
        },
      }}
      task="Two threads share these jobs. Choose a job to give it to the other thread. The count is complete when the slower thread has finished, so make the longer bar as short as possible."
      actions={
        !state.finished && (
          <button type="button" class="primary" onClick={check}>
            Check
          </button>
        )
      }
    >
      <div class="threads-task">
        {[0, 1].map((thread) => (
          <div key={thread} class="thread">
            <span>
              Thread {thread + 1}: <b>{grouped(sums[thread] ?? 0)}</b>
            </span>
            <div class="thread-bar" style={{ width: `${(100 * (sums[thread] ?? 0)) / all}%` }} aria-hidden="true" />
          </div>
        ))}
        <div class="jobs" role="group" aria-label="Jobs">
          {jobs.map((one, place) => (
            <button
              key={place}
              type="button"
              disabled={state.finished}
              aria-pressed={has(set, place)}
              onClick={() => setSet(set ^ (1 << place))}
            >
              <b>A{place + 1}</b> {grouped(one)} <small>thread {has(set, place) ? 2 : 1}</small>
            </button>
          ))}
        </div>
      </div>
    </Exercise>
  );
}
