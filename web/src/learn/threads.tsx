import { link } from "../route";
import { Bars, Code, Figure, grouped, Sizes, Try } from "./parts";

/** Placements for N = 12 by the row of the first queen, counted by plain backtracking. */
const PLACEMENTS_12 = [61078, 69158, 74319, 72988, 74992, 75559];
/** The greatest possible speedup, from docs/methods.md. */
const MAX_SPEEDUPS: [size: number, speedup: string][] = [
  [12, "5.67"],
  [13, "6.52"],
  [14, "6.40"],
  [15, "7.27"],
  [16, "7.14"],
];

export function Threads() {
  const most = Math.max(...PLACEMENTS_12);
  const sum = PLACEMENTS_12.reduce((sum, value) => sum + value, 0);
  return (
    <>
      <p>
        Searches with different first queens are independent, so each can run in its own thread. This is easy to write,
        and <code>columns</code> does it. The author of the program that it follows measured a speedup of six on eight
        cores and could not explain why it was not eight.
      </p>
      <Figure
        caption={`N = 12: placements of each thread. The total is ${grouped(sum)}. The slowest thread has ${grouped(most)}, so the speedup is at most ${grouped(sum)} / ${grouped(most)} = ${(sum / most).toFixed(2)}.`}
      >
        <Bars
          label="Placements for N = 12 by the row of the first queen"
          bars={PLACEMENTS_12.map((value, row) => ({
            name: `A${row + 1}`,
            value,
            kind: value === most ? ("accent" as const) : undefined,
          }))}
        />
      </Figure>
      <p>
        There are only N/2 threads, rounded up, and the count is complete when the slowest has finished. So the speedup
        is at most the total number of placements divided by the placements of the slowest thread, for any number of
        cores:
      </p>
      <Sizes
        class="speedups"
        caption="Greatest possible speedup with one thread per first queen"
        hiddenCaption
        sizes={MAX_SPEEDUPS.map(([size]) => size)}
        rows={[["at most", MAX_SPEEDUPS.map(([, speedup]) => `${speedup}×`)]]}
      />
      <p>
        The solution is to divide the work into more parts. The two fastest methods, cross and join, have hundreds or
        thousands of <i>jobs</i>. For N = 18, no job has more than 1% of the work. A thread that has finished a job
        takes the next one.
      </p>
      <Code methods={["columns"]} />
      <Try
        links={[
          [link("watch", { method: "columns", n: 6 }), "Watch the threads one after the other"],
          [link("count", { n: 16, method: "join" }), "Count with many small jobs"],
        ]}
      />
    </>
  );
}
