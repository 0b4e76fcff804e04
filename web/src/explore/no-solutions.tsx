/** What is shown for the boards without solutions, N = 2 and 3. */
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
          ? "On a board of 2 a queen attacks all other squares, so there is no place for a second one."
          : "On a board of 3 two queens can stand in peace, but there is never a place for the third."}{" "}
        From N = 4 on there is always a solution.
      </p>
      <div class="controls">
        <button type="button" class="primary" onClick={() => onSize(4)}>
          Go to N = 4
        </button>
        <button type="button" onClick={() => onSize(1)}>
          Go to N = 1
        </button>
      </div>
    </>
  );
}
