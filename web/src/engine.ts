/**
 * Engines: the WebAssembly module of `crates/queens-web`, each in a worker of its own. An engine answers questions one after the
 * other, while the page stays responsive. Components ask through `useEngine` (use-engine.ts), which drops stale answers.
 */
import {
  type AnswerTo,
  type FromWorker,
  type ParametersOf,
  type QuestionName,
  readAnswer,
  type ToWorker,
  writeQuestion,
} from "./protocol";

declare const WORKER_FILE: string;
declare const WASM_FILES: Record<ModuleName, string>;

/** The module that answers all questions except `read-picture`, and the one that answers only that. */
export type ModuleName = "queens" | "picture";

/** The library refused a question. The message is one line of text for the user. */
export class AnswerError extends Error {}

/** The module, or the script of its worker, could not be loaded. */
export class LoadError extends Error {
  constructor() {
    super(
      "The library could not be loaded. Check the network connection and reload the page; there may be a newer version.",
    );
  }
}

/** The engine was closed before it answered. */
export class ClosedError extends Error {
  constructor() {
    super("closed");
  }
}

export interface TimedAnswer<T> {
  answer: T;
  /** Milliseconds that the answer took in the worker. */
  milliseconds: number;
}

/** Receives the number of the running job and the part of it that is done, from 0 to 1. */
export type OnProgress = (job: number, done: number) => void;

export interface AskOptions {
  /** The question is rejected with the reason of this signal when it aborts. The worker still finishes it, and the answer is dropped. */
  signal?: AbortSignal | undefined;
  /** Bytes that belong to the question. They are moved to the worker. */
  attachment?: ArrayBuffer | undefined;
  onProgress?: OnProgress | undefined;
}

/** A question that is not answered yet. */
interface Pending {
  resolve(timed: TimedAnswer<unknown>): void;
  reject(error: unknown): void;
  onProgress: OnProgress | undefined;
}

const compiled = new Map<ModuleName, Promise<WebAssembly.Module>>();

async function fetchModule(name: ModuleName): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(WASM_FILES[name], document.baseURI));
  const type = response.headers.get("content-type") ?? "";
  // Some hosts send a page of their own for a file that does not exist.
  if (!response.ok || type.startsWith("text/html")) {
    throw new LoadError();
  }
  // Some hosts do not know the type of the file, and without it browsers refuse to compile while loading.
  return type.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** A module, fetched and compiled once for all engines. After a failure the next engine tries again. */
function loadModule(name: ModuleName): Promise<WebAssembly.Module> {
  const known = compiled.get(name);
  if (known) {
    return known;
  }
  const loading = fetchModule(name).catch((error: unknown) => {
    compiled.delete(name);
    if (error instanceof WebAssembly.CompileError) {
      throw new Error("This browser is too old: the library needs WebAssembly SIMD (browsers of 2023 or later).");
    }
    // fetch reports a network failure as a TypeError.
    throw error instanceof TypeError ? new LoadError() : error;
  });
  compiled.set(name, loading);
  return loading;
}

/** The module in a worker. Questions are queued; closing the engine ends whatever it computes. */
export class Engine {
  private worker: Worker;
  private pending = new Map<number, Pending>();
  private lastId = 0;
  private hasResponded = false;
  /** Why the engine cannot answer any more. */
  private failure: Error | undefined;

  constructor(private module: ModuleName = "queens") {
    this.worker = new Worker(new URL(WORKER_FILE, document.baseURI));
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    this.worker.onerror = ({ message }) => {
      // Without a message and any response, the script itself was not loaded.
      const started = message || this.hasResponded;
      this.fail(started ? new Error(message || "a worker failed") : new LoadError());
    };
    loadModule(module).then(
      (module) => this.worker.postMessage({ module } satisfies ToWorker),
      (error: Error) => this.fail(error),
    );
  }

  get isOpen(): boolean {
    return this.failure === undefined;
  }

  /** The answer; an `AnswerError` where the library refuses the question. */
  async ask<N extends QuestionName>(name: N, parameters: ParametersOf<N>, options?: AskOptions): Promise<AnswerTo<N>> {
    return (await this.time(name, parameters, options)).answer;
  }

  /** The answer and how long it took. */
  async time<N extends QuestionName>(
    name: N,
    parameters: ParametersOf<N>,
    { signal, attachment, onProgress }: AskOptions = {},
  ): Promise<TimedAnswer<AnswerTo<N>>> {
    this.check(signal);
    // The module must be the first message that the worker receives.
    await loadModule(this.module);
    this.check(signal);
    const id = ++this.lastId;
    const question = writeQuestion(name, parameters);
    const abort = () => {
      this.pending.get(id)?.reject(signal?.reason);
      this.pending.delete(id);
    };
    signal?.addEventListener("abort", abort);
    try {
      return (await new Promise<TimedAnswer<unknown>>((resolve, reject) => {
        this.pending.set(id, { resolve, reject, onProgress });
        const message: ToWorker = { id, question, attachment, progress: onProgress !== undefined };
        this.worker.postMessage(message, attachment ? [attachment] : []);
      })) as TimedAnswer<AnswerTo<N>>;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Ends the worker; pending questions are rejected with a `ClosedError`. */
  close(): void {
    this.worker.terminate();
    this.fail(new ClosedError());
  }

  private check(signal: AbortSignal | undefined): void {
    signal?.throwIfAborted();
    if (this.failure) {
      throw this.failure;
    }
  }

  private receive(message: FromWorker): void {
    this.hasResponded = true;
    // Aborted questions are not pending any more.
    const pending = this.pending.get(message.id);
    if ("job" in message) {
      pending?.onProgress?.(message.job, message.done);
      return;
    }
    this.pending.delete(message.id);
    if ("broken" in message) {
      // After a trap the memory of the module cannot be trusted.
      pending?.reject(new Error(message.broken));
      this.close();
      return;
    }
    const answer = readAnswer(message.answer);
    if ("error" in answer) {
      pending?.reject(new AnswerError(answer.error));
    } else {
      pending?.resolve({ answer: answer.ok, milliseconds: message.milliseconds });
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.pending.values()) {
      reject(error);
    }
    this.pending.clear();
  }
}

let shared: Engine | undefined;

/** The engine for questions that take only milliseconds. */
export function sharedEngine(): Engine {
  if (!shared?.isOpen) {
    shared = new Engine();
  }
  return shared;
}

/** The number of workers that can run at the same time. */
export function coreCount(): number {
  return Math.max(1, Math.min(64, navigator.hardwareConcurrency || 1));
}

/** Whether a question was aborted, which is no failure. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** What went wrong, in one line. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
