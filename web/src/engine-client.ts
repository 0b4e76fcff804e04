/**
 * A client of an engine, which drops stale answers. A client has one task at a time; starting a task aborts the previous one. All
 * questions of an aborted task are rejected, even if the worker still answers them.
 */
import { Engine, type ModuleName, sharedEngine } from "./engine";
import type { AnswerTo, ParametersOf, QuestionName } from "./protocol";

/** A sequence of questions that are aborted together. */
export interface Task {
  readonly signal: AbortSignal;
  /** Asks the engine, with bytes where the question needs them; rejects as soon as the task is aborted. */
  ask<N extends QuestionName>(name: N, parameters: ParametersOf<N>, attachment?: ArrayBuffer): Promise<AnswerTo<N>>;
  /** Waits for something else, such as another engine; rejects as soon as the task is aborted. */
  wait<T>(promise: Promise<T>): Promise<T>;
}

/** The source of the engine of a client. */
export interface EngineSource {
  /** The engine; a new one if the last one was closed. */
  get(): Pick<Engine, "ask">;
  /** Called when questions that the engine has not answered yet are aborted. */
  cancel(): void;
  close(): void;
}

/** The engine that all components share. Its computations are short, so aborted ones run to their end. */
export const SHARED: EngineSource = { get: sharedEngine, cancel: () => undefined, close: () => undefined };

/** A separate engine for long work. Aborting ends the worker, because a WebAssembly computation cannot be stopped otherwise. */
export class OwnEngine implements EngineSource {
  private engine: Engine | undefined;

  constructor(private module: ModuleName = "queens") {}

  get(): Engine {
    if (!this.engine?.isOpen) {
      this.engine = new Engine(this.module);
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

  /** Starts a task and aborts the previous one. */
  start(): Task {
    this.abort();
    const controller = new AbortController();
    this.controller = controller;
    const { signal } = controller;
    return {
      signal,
      ask: async (name, parameters, attachment) => {
        signal.throwIfAborted();
        this.pending++;
        try {
          const answer = await this.source.get().ask(name, parameters, { signal, attachment });
          signal.throwIfAborted();
          return answer;
        } finally {
          // `abort` has already reset the number for aborted tasks.
          if (!signal.aborted) {
            this.pending--;
          }
        }
      },
      wait: (promise) => untilAborted(promise, signal),
    };
  }

  /**
   * Runs `work` as a task and passes its result or error to a function. If the task is aborted first, neither function is called.
   * Returns a function that aborts the task, for the clean-up of effects.
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
