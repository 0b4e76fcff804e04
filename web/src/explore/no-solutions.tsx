/** The view for N = 2 and 3, which have no solutions. */
import { Board } from "../board";

export function NoSolutions({ size, onSize }: { size: number; onSize(size: number): void }) {
  return (
    <>
      <div class="head">
        <h2>No solutions</h2>
      </div>
      <Board
        size={size}
        label={size === 2 ? "A queen on A1 attacks all other squares" : "Queens on A1 and B3 attack all other squares"}
        look={({ col, row }) => {
          const stands = (col === 0 && row === 0) || (size === 3 && col === 1 && row === 2);
          return stands ? { queen: "set" } : { marks: ["attacked"] };
        }}
      />
      <p>
        {size === 2
          ? "On a board of size 2, a queen attacks all other squares, so a second queen cannot be placed."
          : "On a board of size 3, two queens can be placed without attacking each other, but never a third."}{" "}
        Every board with N ≥ 4 has a solution.
      </p>
      <div class="controls">
        <button type="button" class="primary" onClick={() => onSize(4)}>
          Show N = 4
        </button>
        <button type="button" onClick={() => onSize(1)}>
          Show N = 1
        </button>
      </div>
    </>
  );
}
