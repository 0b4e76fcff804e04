/** Instances of the WebAssembly module, and the questions that they answer: the other side of `crates/queens-web/src/package.rs`. */
import { firstLine, QueensError } from "./error.js";
import { parseResults } from "./results.js";

interface Exports {
  memory: WebAssembly.Memory;
  queens_room(length: number): number;
  queens_answer(): number;
  queens_answer_at(): number;
}

/** The memory of an instance only grows. One that has grown beyond this many bytes is replaced. */
const LARGEST_KEPT = 64 * 2 ** 20;

let compile: (() => WebAssembly.Module) | undefined;
let compiled: WebAssembly.Module | undefined;

/** Says where the module comes from: each entry of the package calls this, as Node and browsers load files in different ways. */
export function provide(source: () => WebAssembly.Module): void {
  compile = source;
}

function instance(): Exports {
  if (!compiled) {
    if (!compile) {
      throw new QueensError("the WebAssembly module is not loaded: import the package by its name, not its index.js");
    }
    compiled = compile();
  }
  // The module reports the progress of long counts, which nobody here listens to, and asks for the time.
  const imports = { page: { progress() {}, now: () => performance.now() } };
  return new WebAssembly.Instance(compiled, imports).exports as unknown as Exports;
}

/** An instance of the module that is replaced if it fails: after a trap its memory cannot be trusted. */
export class Engine {
  /** Visible for the tests, which make it fail. */
  exports: Exports | undefined;

  /** `keeps` says whether questions refer to earlier ones, so that the instance must not be replaced between them. */
  constructor(private readonly keeps = false) {}

  /** The answer; a `QueensError` if the question is refused or the module fails. */
  ask<T>(name: string, of: object): T {
    let answer: { ok: T } | { error: string };
    const question = JSON.stringify({ [name]: of });
    try {
      this.exports ??= instance();
      answer = parseResults(answered(this.exports, question)) as typeof answer;
    } catch (cause) {
      this.exports = undefined;
      if (cause instanceof QueensError) {
        throw cause;
      }
      throw new QueensError(`the library failed, probably because memory ran out: ${firstLine(cause)}`, { cause });
    }
    if (!this.keeps && this.exports.memory.buffer.byteLength > LARGEST_KEPT) {
      this.exports = undefined;
    }
    if ("error" in answer) {
      throw new QueensError(answer.error);
    }
    return answer.ok;
  }
}

function answered(exports: Exports, question: string): string {
  const bytes = new TextEncoder().encode(question);
  const room = exports.queens_room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const length = exports.queens_answer();
  // The memory may have grown, which detaches its old buffer.
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.queens_answer_at(), length));
}

/** Answers every question that does not refer to an earlier one. */
export const shared = new Engine();
