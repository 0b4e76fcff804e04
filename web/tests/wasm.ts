/** The module without a page, for tests that ask it directly. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type AnswerTo, type ParametersOf, type QuestionName, readAnswer, writeQuestion } from "../src/protocol";

interface Exports {
  memory: WebAssembly.Memory;
  queens_room(length: number): number;
  queens_answer(): number;
  queens_answer_at(): number;
}

const dist = path.join(process.cwd(), "..", "crates", "queens-cli", "page");
const file = readdirSync(dist).find((name) => /^queens-.*\.wasm$/.test(name)) ?? "";
const { instance } = await WebAssembly.instantiate(readFileSync(path.join(dist, file)), {
  page: { progress() {}, now: () => performance.now() },
});
const module = instance.exports as unknown as Exports;

export function ask<N extends QuestionName>(
  name: N,
  parameters: ParametersOf<N>,
): { ok: AnswerTo<N> } | { error: string } {
  const question = new TextEncoder().encode(writeQuestion(name, parameters));
  // Before the buffer is read: the memory may grow here, which detaches its old buffer.
  const room = module.queens_room(question.length);
  new Uint8Array(module.memory.buffer, room, question.length).set(question);
  const length = module.queens_answer();
  const answer = new Uint8Array(module.memory.buffer, module.queens_answer_at(), length);
  return readAnswer(new TextDecoder().decode(answer));
}

/** The reason why a question was refused; empty if it was answered. */
export const refused = (answer: object): string => ("error" in answer ? String(answer.error) : "");
