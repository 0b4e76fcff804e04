// Runs long work in a worker thread that can be terminated: node worker.mjs N SECONDS counts the solutions of the empty board, and
// stops after the time limit. This file is the main program and also the code of the worker.
//
// In a browser, the worker uses `self.onmessage` and `self.postMessage`, and the page starts it with
// `new Worker(new URL("worker.js", import.meta.url), { type: "module" })`.
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import * as queens from "queens";

/** Runs a function of the package, given by its name, in a worker. Aborting the signal terminates the worker. */
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
