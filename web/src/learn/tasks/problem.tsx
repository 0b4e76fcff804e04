/** Exercises: count attacked squares, place queens without a conflict. */
import { useState } from "preact/hooks";
import { Board } from "../../board";
import { has, type Square, squareName } from "../../square";
import { Choice, listed } from "../parts";
import { allSquares } from "../pictures";
import { Exercise, mixed, NumberAnswer, useExercise } from "./shell";

const ATTACKED = { lesson: "problem", name: "attacked" };
const PLACE = { lesson: "problem", name: "place" };

export const same = (one: Square, other: Square) => one.col === other.col && one.row === other.row;

/** The position with these queens, as the library reads it. */
export const positionOf = (size: number, queens: Square[]) =>
  `size:${size}${queens.length > 0 ? ` given:${queens.map(squareName).join(",")}` : ""}`;

/** The squares of sets of rows, one set per column. */
export const squaresIn = (columns: number[], size: number) =>
  allSquares(size).filter(({ col, row }) => has(columns[col], row));

export function CountAttacked() {
  const state = useExercise(ATTACKED);
  const [shown, setShown] = useState<Square[]>([]);
  const size = 6;
  const random = mixed(state.variant + 3);
  const queen = { col: random(size), row: random(size) };
  const answer = (value: number) =>
    state.ask(
      (task) => task.ask("look", { position: positionOf(size, [queen]) }),
      ({ attacked }) => {
        const squares = squaresIn(attacked, size);
        const onLines = squares.filter(({ col, row }) => col === queen.col || row === queen.row).length;
        const onDiagonals = squares.length - onLines;
        if (value === squares.length) {
          setShown(squares);
          state.right(
            `Right: ${onLines} squares in its row and column, and ${onDiagonals} on its diagonals, ${squares.length} together.`,
          );
        } else {
          state.wrong(
            `Not ${value}. Row and column have ${size - 1} squares each without the queen. Now add the squares on both diagonals, up to the edges of the board.`,
          );
        }
      },
    );
  return (
    <Exercise
      id={ATTACKED}
      title="Count attacked squares"
      state={{
        ...state,
        another: () => {
          setShown([]);
          state.another();
        },
      }}
      task={`How many squares does the queen on ${squareName(queen)} attack? The square of the queen does not count.`}
    >
      <div class="side">
        <Board
          size={size}
          label={`A board of size ${size} with a queen on ${squareName(queen)}`}
          look={(square) =>
            same(square, queen)
              ? { queen: "set" }
              : { marks: shown.some((one) => same(one, square)) ? ["attacked"] : [] }
          }
        />
        <NumberAnswer key={state.variant} label="Attacked squares" disabled={state.finished} onAnswer={answer} />
      </div>
    </Exercise>
  );
}

const SIZES = { 4: "N = 4", 5: "N = 5", 6: "N = 6", 8: "N = 8" };

export function PlaceQueens() {
  const state = useExercise(PLACE);
  const [chosen, setChosen] = useState<keyof typeof SIZES>(4);
  const size = Number(chosen);
  const [queens, setQueens] = useState<Square[]>([]);
  const [conflicts, setConflicts] = useState<string[]>([]);
  const clear = () => {
    setQueens([]);
    setConflicts([]);
    state.clear();
  };
  const place = (square: Square) => {
    if (state.finished) {
      return;
    }
    const next = queens.some((queen) => same(queen, square))
      ? queens.filter((queen) => !same(queen, square))
      : [...queens, square];
    setQueens(next);
    state.ask(
      (task) => task.ask("look", { position: positionOf(size, next) }),
      ({ conflicts, done }) => {
        setConflicts(conflicts);
        if (done) {
          state.right(`Solved: ${size} queens, and none attacks another.`);
        } else if (conflicts.length > 0) {
          state.wrong(`The queens on ${listed(conflicts)} are attacked. Choose a queen to remove it.`);
        } else {
          state.say(`${next.length} of ${size} queens placed.`);
        }
      },
    );
  };
  const test = () =>
    state.ask(
      (task) => task.ask("solve", { position: positionOf(size, queens), seed: 1 }),
      (answer) =>
        "solution" in answer
          ? state.say("Yes: these queens are part of a solution.", "good")
          : state.wrong(`No: ${answer.reason}. Remove a queen.`),
    );
  return (
    <Exercise
      id={PLACE}
      title="Place queens without conflict"
      state={{
        ...state,
        another: () => {
          setQueens([]);
          setConflicts([]);
          setChosen(({ 4: 5, 5: 6, 6: 8, 8: 4 } as const)[chosen]);
          state.another();
        },
      }}
      task={`Choose squares to place ${size} queens so that no queen attacks another.`}
      actions={
        !state.finished && (
          <>
            <button type="button" disabled={queens.length === 0 || conflicts.length > 0} onClick={test}>
              Can it still be solved?
            </button>
            <button type="button" disabled={queens.length === 0} onClick={clear}>
              Remove all
            </button>
          </>
        )
      }
    >
      <Choice
        label="Size of the board"
        value={`${chosen}`}
        options={Object.fromEntries(Object.entries(SIZES)) as Record<string, string>}
        onValue={(value) => {
          setChosen(Number(value) as keyof typeof SIZES);
          setQueens([]);
          setConflicts([]);
          state.another();
        }}
      />
      <div class="narrow">
        <Board
          key={size}
          size={size}
          label={`A board of size ${size}, ${queens.length} queens`}
          onSquare={place}
          look={(square) => {
            const name = squareName(square);
            if (!queens.some((queen) => same(queen, square))) {
              return {};
            }
            return { queen: conflicts.includes(name) ? "conflict" : state.finished ? "found" : "set" };
          }}
        />
      </div>
    </Exercise>
  );
}
