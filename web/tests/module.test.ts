/** The module without a page: what only 32 bits can get wrong, and limits that both sides must agree on. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { AnswerTo, ParametersOf, QuestionName } from "../src/protocol";

interface Exports {
  memory: WebAssembly.Memory;
  queens_room(length: number): number;
  queens_answer(): number;
  queens_answer_at(): number;
}

const dist = path.join(process.cwd(), "..", "crates", "queens-cli", "page");
const file = readdirSync(dist).find((name) => name.endsWith(".wasm")) ?? "";
const { instance } = await WebAssembly.instantiate(readFileSync(path.join(dist, file)), { page: { progress() {} } });
const module = instance.exports as unknown as Exports;

function ask<N extends QuestionName>(name: N, parameters: ParametersOf<N>): { ok: AnswerTo<N> } | { error: string } {
  const question = new TextEncoder().encode(JSON.stringify({ [name]: parameters }));
  // Before the buffer is read: the memory may grow here, which detaches its old buffer.
  const room = module.queens_room(question.length);
  new Uint8Array(module.memory.buffer, room, question.length).set(question);
  const length = module.queens_answer();
  const answer = new Uint8Array(module.memory.buffer, module.queens_answer_at(), length);
  return JSON.parse(new TextDecoder().decode(answer));
}

const refused = (answer: object): string => ("error" in answer ? String(answer.error) : "");

test("module: the largest boards of the page are taken, and none beyond", () => {
  const first = { step: 0 };
  assert.equal(refused(ask("watch", { method: "bitmask", size: 16, ...first })), "");
  assert.match(refused(ask("watch", { method: "bitmask", size: 17, ...first })), /1 to 16/);
  assert.equal(refused(ask("look", { position: "size:32" })), "");
  assert.match(refused(ask("look", { position: "size:33" })), /1 to 32/);
  assert.equal(refused(ask("list", { size: 14, fundamental: false })), "");
  assert.match(refused(ask("list", { size: 15, fundamental: false })), /1 to 14/);
  assert.equal(refused(ask("plan", { size: 18, method: null })), "");
  assert.match(refused(ask("plan", { size: 19, method: null })), /at most 18/);
  for (const size of [4, 16]) {
    assert.equal(refused(ask("puzzle", { rules: "regions", size, seed: 1, grade: null })), "");
  }
  assert.match(refused(ask("puzzle", { rules: "regions", size: 17, seed: 1, grade: null })), /17/);
});

test("module: a job number beyond 32 bits is none of the plan", () => {
  const of = { size: 8, method: "stacked" };
  ask("plan", of);
  const run = ask("run", { of, jobs: [1] });
  assert("ok" in run);
  const results = run.ok.results.map((result) => ({ ...result, job: 2 ** 32 + 1 }));
  assert.match(refused(ask("take", { results })), /job 4294967297/);
  assert.equal(refused(ask("take", { results: run.ok.results })), "");
});

test("module: the table of methods is the one that the page has words for", async () => {
  const { METHODS } = await import("../src/learn/methods");
  const table = ask("methods", {});
  assert("ok" in table);
  assert.deepEqual(
    Object.keys(METHODS),
    table.ok.map(({ name }) => name),
  );
});
