/** What is wrong with a request, in one line for people; or that the library failed, with the reason in `cause`. */
export class QueensError extends Error {
  override readonly name = "QueensError";
}

/** The first line of what was thrown. */
export function firstLine(thrown: unknown): string {
  return String(thrown).split("\n", 1)[0] ?? "";
}
