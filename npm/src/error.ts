/** An invalid argument, or a failure of the WebAssembly instance, which is then the `cause`. The message is one line. */
export class QueensError extends Error {
  override readonly name = "QueensError";
}

/** The first line of a thrown value. */
export function firstLine(thrown: unknown): string {
  return String(thrown).split("\n", 1)[0] ?? "";
}
