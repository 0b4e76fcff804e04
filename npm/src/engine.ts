/** Instances of the WebAssembly module. The protocol is defined in `crates/queens-web/src/package.rs`. */
import { firstLine, QueensError } from "./error.js";
import { parseResults } from "./results.js";

interface Exports {
  memory: WebAssembly.Memory;
  queens_room(length: number): number;
  queens_attachment(length: number): number;
  queens_answer(): number;
  queens_answer_at(): number;
}

type Bytes = Uint8Array | Uint8ClampedArray;

/** The memory of an instance cannot shrink. An instance with more bytes than this is replaced. */
const LARGEST_KEPT = 64 * 2 ** 20;

let compile: (() => WebAssembly.Module) | undefined;
let compiled: WebAssembly.Module | undefined;

/** Sets the function that compiles the module. Each entry point calls this, because Node and browsers load files differently. */
export function provide(source: () => WebAssembly.Module): void {
  compile = source;
}

function instance(): Exports {
  if (!compiled) {
    if (!compile) {
      throw new QueensError("the WebAssembly module is not loaded; import 'queens', not its index.js");
    }
    compiled = compile();
  }
  // The module imports a progress callback, which is not used here, and a clock.
  const imports = { page: { progress() {}, now: () => performance.now() } };
  return new WebAssembly.Instance(compiled, imports).exports as unknown as Exports;
}

/** An instance of the module. It is replaced after a trap, because its memory may be inconsistent. */
export class Engine {
  /** Public for tests that make it fail. */
  exports: Exports | undefined;

  /** @param keeps - Whether the instance keeps state between questions, so that it must not be replaced. */
  constructor(private readonly keeps = false) {}

  /**
   * Returns the answer to a question, to which bytes can be attached. Throws a `QueensError` if the question is refused or the
   * module fails.
   */
  ask<T>(name: string, of: object, attachment?: Bytes): T {
    let answer: { ok: T } | { error: string };
    const question = JSON.stringify({ [name]: of });
    try {
      this.exports ??= instance();
      answer = parseResults(answered(this.exports, question, attachment)) as typeof answer;
    } catch (cause) {
      this.exports = undefined;
      if (cause instanceof QueensError) {
        throw cause;
      }
      throw new QueensError(`the WebAssembly instance failed, probably because memory ran out: ${firstLine(cause)}`, {
        cause,
      });
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

function answered(exports: Exports, question: string, attachment: Bytes | undefined): string {
  // The address first: the memory may grow here, which detaches its old buffer.
  const write = (address: number, bytes: Bytes) =>
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
  const text = new TextEncoder().encode(question);
  write(exports.queens_room(text.length), text);
  if (attachment) {
    write(exports.queens_attachment(attachment.length), attachment);
  }
  const length = exports.queens_answer();
  // The memory may have grown, which detaches its old buffer.
  return new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.queens_answer_at(), length));
}

/** The engine for all questions that keep no state. */
export const shared = new Engine();
