// Long work in a worker thread that can be ended: node worker.mjs N SECONDS counts the solutions of the empty board, and gives up
// after the time. The file is both sides: the main thread starts it again as the worker.
//
// In a browser the worker side is the same with `self.onmessage` and `self.postMessage`, the other side
// `new Worker(new URL("worker.js", import.meta.url), { type: "module" })`.
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import * as queens from "queens";

/** Runs a function of the package, by its name, in a worker that is terminated when the signal says so. */
export function run(name, args, signal) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { name, args } });
    const end = () => {
      worker.terminate();
      reject(signal.reason);
    };
    signal?.addEventListener("abort", end, { once: true });
    worker.once("message", ({ ok, error }) =>
      error === undefined ? resolve(ok) : reject(new queens.QueensError(error)),
    );
    worker.once("error", reject);
    worker.once("exit", () => signal?.removeEventListener("abort", end));
  });
}

if (isMainThread) {
  const [n = "12", seconds = "10"] = process.argv.slice(2);
  try {
    const { solutions } = await run("count", [Number(n)], AbortSignal.timeout(Number(seconds) * 1000));
    console.log(`${n}: ${solutions}`);
  } catch (error) {
    console.log(error.name === "TimeoutError" ? `${n}: not finished after ${seconds} s` : error.message);
    process.exitCode = 1;
  }
} else {
  const { name, args } = workerData;
  try {
    parentPort.postMessage({ ok: queens[name](...args) });
  } catch (error) {
    parentPort.postMessage({ error: error.message });
  }
}
