/** A Web Worker: a desk of its own, which answers one question after the other. */
import type { FromWorker, ToWorker } from "./questions";

interface Desk {
  memory: WebAssembly.Memory;
  queens_room(length: number): number;
  queens_answer(): number;
  queens_answer_at(): number;
}

/** How often the page hears how far a job is, in milliseconds. */
const BREATH = 50;

let desk: Promise<Desk>;
let telling: { id: number; last: number } | null = null;

const post = (message: FromWorker) => self.postMessage(message);

function progress(job: number, done: number): void {
  const now = performance.now();
  if (telling && now - telling.last >= BREATH) {
    telling.last = now;
    post({ id: telling.id, job, done });
  }
}

async function open(module: WebAssembly.Module): Promise<Desk> {
  const instance = await WebAssembly.instantiate(module, { page: { progress } });
  return instance.exports as unknown as Desk;
}

function ask(desk: Desk, question: string): string {
  const bytes = new TextEncoder().encode(question);
  const room = desk.queens_room(bytes.length);
  new Uint8Array(desk.memory.buffer, room, bytes.length).set(bytes);
  const length = desk.queens_answer();
  // The memory may have grown, and its old buffer be gone.
  return new TextDecoder().decode(new Uint8Array(desk.memory.buffer, desk.queens_answer_at(), length));
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    desk = open(data.module);
    return;
  }
  const { id, question } = data;
  try {
    const open = await desk;
    telling = data.progress ? { id, last: performance.now() } : null;
    const start = performance.now();
    const answer = ask(open, question);
    post({ id, answer, milliseconds: performance.now() - start });
  } catch (error) {
    post({ id, broken: String(error) });
  }
};
