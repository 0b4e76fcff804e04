/**
 * How one part of the page asks an engine, so that no stale answer reaches it. A client has one task at a time; starting a task
 * aborts the task before it. Every question of an aborted task is rejected, whether or not the worker still answers it.
 */
import { Engine, sharedEngine } from "./engine";
import type { AnswerTo, ParametersOf, QuestionName } from "./protocol";

/** Questions that belong together: they are aborted together. */
export interface Task {
  readonly signal: AbortSignal;
  /** Asks the engine; rejects as soon as the task is aborted. */
  ask<N extends QuestionName>(name: N, parameters: ParametersOf<N>): Promise<AnswerTo<N>>;
  /** Waits for something else, such as another engine; rejects as soon as the task is aborted. */
  wait<T>(promise: Promise<T>): Promise<T>;
}

/** Where a client gets its engine from. */
export interface EngineSource {
  /** The engine; a new one if the last one was closed. */
  get(): Pick<Engine, "ask">;
  /** Called when questions that the engine has not answered yet are aborted. */
  cancel(): void;
  close(): void;
}

/** The engine that all parts of the page share. What it computes is short, so it finishes what was aborted. */
export const SHARED: EngineSource = { get: sharedEngine, cancel: () => undefined, close: () => undefined };

/** An engine of its own, for long work: aborting ends the worker, because nothing else stops WebAssembly. */
export class OwnEngine implements EngineSource {
  private engine: Engine | undefined;

  get(): Engine {
    if (!this.engine?.isOpen) {
      this.engine = new Engine();
    }
    return this.engine;
  }

  cancel(): void {
    this.engine?.close();
  }

  close(): void {
    this.engine?.close();
  }
}

export class EngineClient {
  private controller = new AbortController();
  /** Questions of the current task that are not answered yet. */
  private pending = 0;

  constructor(private source: EngineSource) {}

  /** Starts a task and aborts the one before. */
  start(): Task {
    this.abort();
    const controller = new AbortController();
    this.controller = controller;
    const { signal } = controller;
    return {
      signal,
      ask: async (name, parameters) => {
        signal.throwIfAborted();
        this.pending++;
        try {
          const answer = await this.source.get().ask(name, parameters, signal);
          signal.throwIfAborted();
          return answer;
        } finally {
          // An aborted task is not the current one any more.
          if (!signal.aborted) {
            this.pending--;
          }
        }
      },
      wait: (promise) => untilAborted(promise, signal),
    };
  }

  /**
   * Runs `work` as a task and passes on its result, unless the task is aborted first: then neither function is called. Returns
   * a function that aborts the task, as effects do for their clean-up.
   */
  run<T>(
    work: (task: Task) => Promise<T>,
    onResult: (result: T) => void,
    onError: (error: unknown) => void,
  ): () => void {
    const task = this.start();
    const { controller } = this;
    work(task).then(
      (result) => task.signal.aborted || onResult(result),
      (error) => task.signal.aborted || onError(error),
    );
    return () => {
      if (controller === this.controller) {
        this.abort();
      }
    };
  }

  /** Aborts the current task, if there is one. */
  abort(): void {
    this.controller.abort();
    if (this.pending > 0) {
      this.pending = 0;
      this.source.cancel();
    }
  }

  /** Aborts the current task and ends the engine, if it belongs to this client. */
  close(): void {
    this.abort();
    this.source.close();
  }
}

/** The result of a promise; rejects with the reason of the signal as soon as it aborts. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      abort();
    }
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
