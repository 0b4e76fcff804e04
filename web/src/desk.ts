/** Desks: workers that answer questions, while the page goes on. */
import type { FromWorker, Name, Questions, ToWorker } from "./questions";

declare const WORKER_FILE: string;
declare const WASM_FILE: string;

/** What the library says is wrong with a question: a line for people. */
export class Refusal extends Error {}

/** The library, or the worker it runs in, is not to be had. */
export class Unloaded extends Error {
  constructor() {
    super(
      "The library could not be loaded. Check the network and load the page again; perhaps there is a newer version of it.",
    );
  }
}

/** A question whose desk was closed before the answer. */
export class Closed extends Error {
  constructor() {
    super("closed");
  }
}

export interface Timed<T> {
  answer: T;
  /** Milliseconds that the answer took, in the worker. */
  milliseconds: number;
}

interface Waiting {
  resolve(timed: Timed<unknown>): void;
  reject(error: Error): void;
  tell: ((job: number, done: number) => void) | undefined;
}

let compiled: Promise<WebAssembly.Module> | undefined;

async function fetched(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(WASM_FILE, document.baseURI));
  const type = response.headers.get("content-type") ?? "";
  // Some hosts send a page of theirs for what is not there.
  if (!response.ok || type.startsWith("text/html")) {
    throw new Unloaded();
  }
  // Some do not know the type of the file, and without it compiling on the way is refused.
  return type.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** The module, fetched and compiled once for all desks. */
function module(): Promise<WebAssembly.Module> {
  compiled ??= fetched().catch((error: unknown) => {
    if (error instanceof WebAssembly.CompileError) {
      throw new Error("This browser is too old for the library: it needs WebAssembly with vectors (2023 or later).");
    }
    // A network that fails, at the start or on the way, is an error of this type.
    throw error instanceof TypeError ? new Unloaded() : error;
  });
  compiled.catch(() => (compiled = undefined));
  return compiled;
}

/** A worker with the library in it. Questions wait in line; closing it ends whatever it is at. */
export class Desk {
  private worker: Worker;
  private waiting = new Map<number, Waiting>();
  private last = 0;
  private heard = false;
  private broken: Error | undefined;

  constructor() {
    this.worker = new Worker(new URL(WORKER_FILE, document.baseURI));
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = ({ message }) => {
      // Without a word from it, it is the script itself that did not come.
      const came = message || this.heard;
      this.fail(came ? new Error(message || "a worker failed") : new Unloaded());
    };
    module().then(
      (module) => this.worker.postMessage({ module } satisfies ToWorker),
      (error: Error) => this.fail(error),
    );
  }

  /** The answer, or a `Refusal` with what is wrong. */
  async ask<N extends Name>(name: N, of: Questions[N][0]): Promise<Questions[N][1]> {
    return (await this.time(name, of)).answer;
  }

  /** The answer and how long it took; `tell` hears how far it is. */
  async time<N extends Name>(
    name: N,
    of: Questions[N][0],
    tell?: (job: number, done: number) => void,
  ): Promise<Timed<Questions[N][1]>> {
    if (this.broken) {
      throw this.broken;
    }
    // The module may not have arrived yet, and must be the first thing that does.
    await module();
    if (this.broken) {
      // Closed meanwhile: nobody would answer.
      throw this.broken;
    }
    const id = ++this.last;
    const timed = new Promise<Timed<unknown>>((resolve, reject) => this.waiting.set(id, { resolve, reject, tell }));
    const question = JSON.stringify({ [name]: of });
    this.worker.postMessage({ id, question, progress: tell !== undefined } satisfies ToWorker);
    return (await timed) as Timed<Questions[N][1]>;
  }

  /** Ends the worker; what was asked of it is rejected as `Closed`. */
  close(): void {
    this.worker.terminate();
    this.fail(new Closed());
  }

  private hear(message: FromWorker): void {
    this.heard = true;
    const waiting = this.waiting.get(message.id);
    if ("job" in message) {
      waiting?.tell?.(message.job, message.done);
      return;
    }
    this.waiting.delete(message.id);
    if ("broken" in message) {
      // After a trap the memory of the module cannot be trusted.
      waiting?.reject(new Error(message.broken));
      this.close();
      return;
    }
    const answer = JSON.parse(message.answer) as { ok: unknown } | { error: string };
    if ("error" in answer) {
      waiting?.reject(new Refusal(answer.error));
    } else {
      waiting?.resolve({ answer: answer.ok, milliseconds: message.milliseconds });
    }
  }

  private fail(error: Error): void {
    this.broken ??= error;
    for (const { reject } of this.waiting.values()) {
      reject(error);
    }
    this.waiting.clear();
  }

  get open(): boolean {
    return this.broken === undefined;
  }
}

let shared: Desk | undefined;

/** The desk for everything that is answered at once. */
export function frontDesk(): Desk {
  if (!shared?.open) {
    shared = new Desk();
  }
  return shared;
}

/** How many workers are worth having. */
export function cores(): number {
  return Math.max(1, Math.min(64, navigator.hardwareConcurrency || 1));
}

/** What went wrong, in a line. */
export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
