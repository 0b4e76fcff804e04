/** Exercises on bits: a set of rows as a number, and the mask of the free rows. */
import { useState } from "preact/hooks";
import { columnName, type Square, squareName } from "../../square";
import { binary, listed } from "../parts";
import { Field, Picture, rowsIn, UNIT } from "../pictures";
import { positionOf } from "./problem";
import { BitSwitches, Exercise, mixed, useExercise, useQuestion } from "./shell";

const BITS = { lesson: "bit-sets", name: "bits" };
const MASK = { lesson: "bit-masks", name: "mask" };

/** Queens in the first columns that do not attack each other: the library completes the first one. */
function useQueens(variant: number, size: number, count: number): Square[] | null {
  const random = mixed(variant + 7);
  const first = random(size);
  const solved = useQuestion(variant, (task) =>
    task.ask("solve", { position: `size:${size} given:A${first + 1}`, seed: variant }),
  );
  if (!solved) {
    return null;
  }
  // Some squares of column A of small boards are in no solution. The board of the exercises is large enough.
  const rows = "solution" in solved ? solved.solution : [];
  return rows.slice(0, count).map((row, col) => ({ col, row: row - 1 }));
}

export function RowBits() {
  const size = 8;
  const state = useExercise(BITS);
  const [bits, setBits] = useState(0);
  const queens = useQueens(state.variant, size, 3) ?? [];
  const right = queens.reduce((set, { row }) => set | (1 << row), 0);
  const check = () => {
    if (bits === right) {
      const sum = rowsIn(bits)
        .map((row) => `${2 ** row}`)
        .reverse()
        .join(" + ");
      state.right(`Right: ${binary(bits, size)} is the number ${sum} = ${bits}.`);
      return;
    }
    const missing = rowsIn(right & ~bits);
    state.wrong(
      missing.length > 0
        ? `Row ${(missing[0] ?? 0) + 1} has a queen, so bit ${missing[0]} must be 1. Bits are counted from 0.`
        : `Row ${(rowsIn(bits & ~right)[0] ?? 0) + 1} has no queen, so its bit must be 0.`,
    );
  };
  return (
    <Exercise
      id={BITS}
      title="Store the rows in a number"
      state={{
        ...state,
        another: () => {
          setBits(0);
          state.another();
        },
      }}
      task={`Queens are on ${listed(queens.map(squareName))}. Set the bits of rows: bit 0 is row 1, the highest bit is row ${size}.`}
      actions={
        !state.finished && (
          <button type="button" class="primary" disabled={queens.length === 0} onClick={check}>
            Check
          </button>
        )
      }
    >
      <div class="side">
        <Picture
          named
          width={size * UNIT}
          height={size * UNIT}
          label={`A board of size ${size} with queens on ${listed(queens.map(squareName))}`}
        >
          <Field named size={size} queens={queens} />
        </Picture>
        <div class="stack">
          <BitSwitches
            label="Bits of rows"
            bits={bits}
            length={size}
            nameOf={(place) => `bit ${place}`}
            disabled={state.finished}
            onBits={setBits}
          />
          <p class="note">rows = {bits}</p>
        </div>
      </div>
    </Exercise>
  );
}

export function FreeMask() {
  const size = 6;
  const state = useExercise(MASK);
  const [bits, setBits] = useState(0);
  const random = mixed(state.variant + 2);
  // Every other row has two solutions at least.
  const first = 1 + random(size - 2);
  const solved = useQuestion(state.variant, (task) =>
    task.ask("solve", { position: `size:${size} given:A${first + 1}`, seed: 1 }),
  );
  const rows = solved && "solution" in solved ? solved.solution : [];
  const queens = rows.slice(0, 2).map((row, col) => ({ col, row: row - 1 }));
  const column = queens.length;
  const check = () =>
    state.ask(
      (task) => task.ask("look", { position: positionOf(size, queens) }),
      ({ attacked }) => {
        const free = (2 ** size - 1) & ~(attacked[column] ?? 0);
        if (bits === free) {
          state.right(
            `Right: free = ${binary(free, size)}. The search tries row ${(rowsIn(free)[0] ?? 0) + 1} first, the lowest bit that is 1.`,
          );
          return;
        }
        const missed = rowsIn(free & ~bits)[0];
        const wrong = rowsIn(bits & ~free)[0] ?? 0;
        state.wrong(
          missed === undefined
            ? `${squareName({ col: column, row: wrong })} is attacked, so its bit must be 0.`
            : `No queen attacks ${squareName({ col: column, row: missed })}, so its bit must be 1.`,
        );
      },
    );
  return (
    <Exercise
      id={MASK}
      title="Write the mask"
      state={{
        ...state,
        another: () => {
          setBits(0);
          state.another();
        },
      }}
      task={`Which rows of column ${columnName(column)} are free? Set their bits to 1. The lowest bit is row 1.`}
      actions={
        !state.finished && (
          <button type="button" class="primary" disabled={queens.length === 0} onClick={check}>
            Check
          </button>
        )
      }
    >
      <div class="side">
        <Picture
          named
          width={size * UNIT}
          height={size * UNIT}
          label={`A board of size ${size} with queens on ${listed(queens.map(squareName))}`}
        >
          <Field
            named
            size={size}
            queens={queens}
            shade={({ col }) => (queens.length > 0 && col === column ? "pale" : undefined)}
          />
        </Picture>
        <BitSwitches
          label={`Free rows of column ${columnName(column)}`}
          bits={bits}
          length={size}
          nameOf={(place) => `row ${place + 1}`}
          disabled={state.finished}
          onBits={setBits}
        />
      </div>
    </Exercise>
  );
}
