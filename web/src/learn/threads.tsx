import { link } from "../route";
import { Bars, Code, Figure, grouped, Sizes, Try } from "./parts";

/** Placements of N = 12 by the place of the first queen, counted by plain backtracking. */
const PLACEMENTS_12 = [61078, 69158, 74319, 72988, 74992, 75559];
/** The most that can be gained, from docs/methods.md. */
const CAPS: [size: number, cap: string][] = [
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
        Different first queens have nothing to do with each other, so each can have a thread of its own. That is quickly
        written, and <code>columns</code> does it. The author of the project it is from measured a gain of six times on
        eight cores, and wondered where the rest had gone.
      </p>
      <Figure
        caption={`N = 12: placements of each thread. Together ${grouped(sum)}; the last thread has ${grouped(most)} of them, and ${grouped(sum)} / ${grouped(most)} = ${(sum / most).toFixed(2)}.`}
      >
        <Bars
          label="Placements of N = 12 by the first queen"
          bars={PLACEMENTS_12.map((value, row) => ({
            name: `A${row + 1}`,
            value,
            kind: value === most ? ("accent" as const) : undefined,
          }))}
        />
      </Figure>
      <p>
        There are only N/2 threads, rounded up, and all wait for the slowest. So the gain is at most all placements
        divided by those of the hardest place, on any number of cores:
      </p>
      <Sizes
        class="caps"
        caption="The most that one thread for each first queen can gain"
        unseen
        sizes={CAPS.map(([size]) => size)}
        rows={[["at most", CAPS.map(([, cap]) => `${cap}×`)]]}
      />
      <p>
        The remedy is a finer cut. The two fast methods have hundreds or thousands of jobs, none with more than a
        hundredth of the work at N = 18, and a thread that is done takes the next one.
      </p>
      <Code methods={["columns"]} />
      <Try
        links={[
          [link("watch", { method: "columns", n: 6 }), "Watch the threads one by one"],
          [link("count", { n: 16, method: "join" }), "See many small jobs at work"],
        ]}
      />
    </>
  );
}
