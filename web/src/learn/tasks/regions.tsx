/** Exercise: solve a region puzzle. */
import { useState } from "preact/hooks";
import { Board } from "../../board";
import { type Square, squareName } from "../../square";
import { listed } from "../parts";
import { same } from "./problem";
import { Exercise, useExercise, useQuestion } from "./shell";

const SOLVE = { lesson: "regions", name: "solve" };
const SIZE = 5;

export function SolveRegions() {
  const state = useExercise(SOLVE);
  const [queens, setQueens] = useState<Square[]>([]);
  const [conflicts, setConflicts] = useState<string[]>([]);
  const [hinted, setHinted] = useState<string[]>([]);
  const puzzle = useQuestion(state.variant, (task, variant) =>
    task.ask("puzzle", { rules: "regions", n: SIZE, seed: variant + 1, difficulty: "easy" }),
  );
  const regions = puzzle?.regions;
  const position = (queens: Square[]) =>
    `size:${SIZE} regions:${regions?.join("/")}${queens.length > 0 ? ` given:${queens.map(squareName).join(",")}` : ""}`;
  const place = (square: Square) => {
    if (state.finished || !regions) {
      return;
    }
    const next = queens.some((queen) => same(queen, square))
      ? queens.filter((queen) => !same(queen, square))
      : [...queens, square];
    setQueens(next);
    setHinted([]);
    state.ask(
      (task) => task.ask("look", { position: position(next) }),
      ({ conflicts, done }) => {
        setConflicts(conflicts);
        if (done) {
          state.right("Solved: one queen in each row, column and region, and no two queens touch.");
        } else if (conflicts.length > 0) {
          state.wrong(
            `The queens on ${listed(conflicts)} share a row, a column or a region, or they touch. Choose a queen to remove it.`,
          );
        } else {
          state.say(`${next.length} of ${SIZE} queens placed.`);
        }
      },
    );
  };
  /** The next queen that follows by logic. Steps that only close squares are applied in between. */
  const hint = () =>
    state.ask(
      async (task) => {
        const crossed: string[] = [];
        for (;;) {
          const answer = await task.ask("hint", { position: position(queens), crossed });
          if (answer.kind !== "step" || answer.step.queen) {
            return answer;
          }
          crossed.push(...answer.step.closed);
        }
      },
      (answer) => {
        if (answer.kind === "step") {
          setHinted(answer.step.queen ? [answer.step.queen] : []);
          state.say(`Hint: ${answer.step.text}.`);
        } else if (answer.kind === "wrong") {
          state.wrong(`This cannot be completed: ${answer.reason}.`);
        }
      },
    );
  return (
    <Exercise
      id={SOLVE}
      title="Solve a region puzzle"
      state={{
        ...state,
        another: () => {
          setQueens([]);
          setConflicts([]);
          setHinted([]);
          state.another();
        },
      }}
      task={`Choose squares to place ${SIZE} queens: one in each row, column and region. Queens may not touch, not even at a corner.`}
      actions={
        !state.finished && (
          <button type="button" disabled={!regions || conflicts.length > 0} onClick={hint}>
            Hint
          </button>
        )
      }
    >
      <div class="narrow">
        <Board
          size={SIZE}
          label={`A puzzle with ${SIZE} regions, ${queens.length} queens`}
          regions={regions}
          onSquare={place}
          look={(square) => {
            const name = squareName(square);
            if (queens.some((queen) => same(queen, square))) {
              return { queen: conflicts.includes(name) ? "conflict" : state.finished ? "found" : "set" };
            }
            return { marks: hinted.includes(name) ? ["hint"] : [] };
          }}
        />
      </div>
    </Exercise>
  );
}
