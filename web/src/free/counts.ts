/** Counts the solutions of a position by square on several engines. */
import { coreCount, Engine } from "../engine";
import type { SquareJob } from "../protocol";
import type { PositionCount } from "../results";

/** The estimate above which a browser would count for weeks. */
const MOST = 1e13;

/**
 * Whether a position has far too many solutions to count them here. `open` has the number of open squares of each column without a
 * queen. The estimate multiplies these numbers times 0.143: the number of solutions of an empty board is about (0.143 N)^N.
 */
export const isHopeless = (open: number[]): boolean =>
  open.reduce((product, squares) => product * 0.143 * squares, 1) > MOST;

/** Runs all jobs and adds up their results. When the signal aborts, the engines end. `onProgress` receives the finished part, 0 to 1. */
export async function countBySquare(
  position: string,
  jobs: number,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<PositionCount> {
  const engines = Array.from({ length: Math.min(jobs, coreCount()) }, () => new Engine());
  const close = () => {
    for (const engine of engines) {
      engine.close();
    }
  };
  signal.addEventListener("abort", close);
  try {
    const results: SquareJob[] = [];
    let next = 0;
    const work = async (engine: Engine) => {
      while (next < jobs) {
        results.push(await engine.ask("by-square-run", { position, job: next++ }, { signal }));
        onProgress(results.length / jobs);
      }
    };
    await Promise.all(engines.map(work));
    const [adder] = engines;
    if (!adder) {
      throw new Error("there are no jobs");
    }
    return await adder.ask("by-square-total", { position, results }, { signal });
  } finally {
    signal.removeEventListener("abort", close);
    close();
  }
}
