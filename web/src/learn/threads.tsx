/** Learn: one thread per first queen. */
import { link } from "../route";
import { Bars, Code, Figure, grouped, Sizes, Try } from "./parts";
import { Screen } from "./screen";
import { Balance } from "./tasks/methods";

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
      <Screen>
        <p>
          A processor has several cores, and a program uses them by running several <i>threads</i> at the same time.
          Searches with different first queens are independent, so each can have its own thread. The method{" "}
          <code>columns</code> does this. Its author measured a speedup of six on eight cores and could not explain why
          it was not eight.
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
      </Screen>
      <Screen>
        <Balance work={PLACEMENTS_12} />
      </Screen>
      <Screen title="The slowest thread decides">
        <p>
          The search uses <a href={link("learn", {}, "half")}>mirror images</a>, so there are only N/2 threads, rounded
          up. The count is complete when the slowest thread has finished. So the speedup is at most the total number of
          placements divided by the placements of the slowest thread, for any number of cores:
        </p>
        <Sizes
          class="speedups"
          caption="Greatest possible speedup with one thread per first queen"
          hiddenCaption
          sizes={MAX_SPEEDUPS.map(([size]) => size)}
          rows={[["at most", MAX_SPEEDUPS.map(([, speedup]) => `${speedup}×`)]]}
        />
      </Screen>
      <Screen title="More and smaller parts">
        <p>
          The solution is to divide the work into many small <i>jobs</i>. A thread that has finished a job takes the
          next one, so all threads work until the end. The two fastest methods, <code>cross</code> and <code>join</code>
          , have hundreds or thousands of jobs. For N = 18, no job has more than 1% of the work.
        </p>
      </Screen>
      <Screen>
        <Code methods={["columns"]} />
      </Screen>
      <Try
        links={[
          [link("watch", { method: "columns", n: 6 }), "Watch the threads one after the other"],
          [link("count", { n: 16, method: "join" }), "Count with many small jobs"],
        ]}
      />
    </>
  );
}
