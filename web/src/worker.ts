/** The worker of an engine: instantiates the module and answers questions one after the other. */
import type { FromWorker, ToWorker } from "./protocol";

/** The exports of the module: see `crates/queens-web/src/abi.rs`. */
interface Exports {
  memory: WebAssembly.Memory;
  queens_room(length: number): number;
  queens_attachment(length: number): number;
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

function answerOf(module: Exports, question: string, attachment: ArrayBuffer | undefined): string {
  // The address first: the memory may grow here, which detaches its old buffer.
  const write = (address: number, bytes: Uint8Array) =>
    new Uint8Array(module.memory.buffer, address, bytes.length).set(bytes);
  const text = new TextEncoder().encode(question);
  write(module.queens_room(text.length), text);
  if (attachment) {
    write(module.queens_attachment(attachment.byteLength), new Uint8Array(attachment));
  }
  const length = module.queens_answer();
  // The memory may have grown, which detaches its old buffer.
  return new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.queens_answer_at(), length));
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    exports = instantiate(data.module);
    return;
  }
  const { id, question, attachment } = data;
  try {
    const module = await exports;
    reported = data.progress ? { id, last: performance.now() } : null;
    const start = performance.now();
    const answer = answerOf(module, question, attachment);
    post({ id, answer, milliseconds: performance.now() - start });
  } catch (error) {
    post({ id, broken: String(error) });
  }
};
