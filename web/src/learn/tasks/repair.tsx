/** Exercise: the last exchange of a local search. */
import { useState } from "preact/hooks";
import { Board } from "../../board";
import type { Task } from "../../engine-client";
import { columnName, type Square, squareName } from "../../square";
import { listed } from "../parts";
import { squaresOf } from "../pictures";
import { positionOf } from "./problem";
import { Exercise, useExercise, useQuestion } from "./shell";

const REPAIR = { lesson: "large-boards", name: "repair" };
const SIZE = 6;

/** A board for which one exchange is missing: the last but one step of a search. */
async function lastBoard(task: Task, variant: number) {
  // A search may be solved at its start.
  for (let seed = 1 + 100 * variant; ; seed++) {
    const search = { n: SIZE, seed, start: "shuffled" as const };
    const { step } = await task.ask("local-search", { ...search, step: 10_000 });
    if (step > 1) {
      const { queens } = await task.ask("local-search", { ...search, step: step - 1 });
      const { conflicts } = await task.ask("look", { position: positionOf(SIZE, squaresOf(queens)) });
      return { queens, conflicts };
    }
  }
}

export function Repair() {
  const state = useExercise(REPAIR);
  const [chosen, setChosen] = useState<number | null>(null);
  const [shown, setShown] = useState<{ variant: number; queens: number[]; conflicts: string[] } | null>(null);
  const question = useQuestion(state.variant, lastBoard);
  const here = shown?.variant === state.variant ? shown : question;
  const tap = ({ col }: Square) => {
    if (!here || state.finished) {
      return;
    }
    if (chosen === null) {
      setChosen(col);
      state.say(`Column ${columnName(col)} is selected. Choose another column to exchange the rows of their queens.`);
      return;
    }
    setChosen(null);
    if (chosen === col) {
      state.clear();
      return;
    }
    const queens = here.queens.map(
      (row, at) => (at === chosen ? here.queens[col] : at === col ? here.queens[chosen] : row) ?? 0,
    );
    state.ask(
      (task) => task.ask("look", { position: positionOf(SIZE, squaresOf(queens)) }),
      ({ conflicts, done }) => {
        setShown({ variant: state.variant, queens, conflicts });
        if (done) {
          state.right(
            "Solved: no queen is attacked any more. A local search makes exchanges like this until it gets here.",
          );
        } else {
          state.wrong(
            `Attacked queens: ${listed(conflicts)}. Before, there were ${here.conflicts.length}. One exchange would have been enough: start again, or continue.`,
          );
        }
      },
    );
  };
  return (
    <Exercise
      id={REPAIR}
      title="Make the last exchange"
      state={state}
      task={`Every row and column has one queen, but some queens attack each other on diagonals. Choose two columns to exchange the rows of their queens. One exchange solves the board.`}
      actions={
        !state.finished && (
          <button
            type="button"
            disabled={shown?.variant !== state.variant}
            onClick={() => {
              setShown(null);
              setChosen(null);
              state.clear();
            }}
          >
            Start again
          </button>
        )
      }
    >
      <div class="narrow">
        <Board
          size={SIZE}
          label={`A board of size ${SIZE}: ${here ? squaresOf(here.queens).map(squareName).join(" ") : ""}`}
          onSquare={tap}
          look={({ col, row }) => {
            const marks = col === chosen ? ["because"] : [];
            if (here?.queens[col] !== row) {
              return { marks };
            }
            const attacked = here.conflicts.includes(squareName({ col, row }));
            return { queen: state.finished ? "found" : attacked ? "conflict" : "set", marks };
          }}
        />
      </div>
    </Exercise>
  );
}
