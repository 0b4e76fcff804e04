/** The worker of an engine: instantiates the module and answers questions one after the other. */
import type { FromWorker, ToWorker } from "./protocol";

/** The exports of the module: see `crates/queens-web/src/abi.rs`. */
interface Exports {
  memory: WebAssembly.Memory;
  queens_room(length: number): number;
  queens_answer(): number;
  queens_answer_at(): number;
}

/** The minimum time between two progress messages, in milliseconds. */
const PROGRESS_INTERVAL = 50;

let exports: Promise<Exports>;
/** The question whose progress is reported, and the time of its last report. */
let reported: { id: number; last: number } | null = null;

const post = (message: FromWorker) => self.postMessage(message);

function progress(job: number, done: number): void {
  const now = performance.now();
  if (reported && now - reported.last >= PROGRESS_INTERVAL) {
    reported.last = now;
    post({ id: reported.id, job, done });
  }
}

async function instantiate(module: WebAssembly.Module): Promise<Exports> {
  const instance = await WebAssembly.instantiate(module, { page: { progress, now: () => performance.now() } });
  return instance.exports as unknown as Exports;
}

function answerOf(module: Exports, question: string): string {
  const bytes = new TextEncoder().encode(question);
  const room = module.queens_room(bytes.length);
  new Uint8Array(module.memory.buffer, room, bytes.length).set(bytes);
  const length = module.queens_answer();
  // The memory may have grown, which detaches its old buffer.
  return new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.queens_answer_at(), length));
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    exports = instantiate(data.module);
    return;
  }
  const { id, question } = data;
  try {
    const module = await exports;
    reported = data.progress ? { id, last: performance.now() } : null;
    const start = performance.now();
    const answer = answerOf(module, question);
    post({ id, answer, milliseconds: performance.now() - start });
  } catch (error) {
    post({ id, broken: String(error) });
  }
};
