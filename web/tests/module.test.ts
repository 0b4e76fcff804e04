/** The module without a page: behaviour specific to 32 bits, and limits that page and module share. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnswerTo, ParametersOf, QuestionName } from "../src/protocol";
import { type ExplanationResult, parseResults } from "../src/results";
import { command } from "./harness";
import { ask, refused } from "./wasm";

test("module: the largest boards of the page are accepted, larger ones are refused", () => {
  const first = { step: 0 };
  assert.equal(refused(ask("watch", { method: "bitmask", n: 16, ...first })), "");
  assert.match(refused(ask("watch", { method: "bitmask", n: 17, ...first })), /1 to 16/);
  assert.equal(refused(ask("look", { position: "size:32" })), "");
  assert.match(refused(ask("look", { position: "size:33" })), /1 to 32/);
  assert.equal(refused(ask("list", { n: 14, fundamental: false })), "");
  assert.match(refused(ask("list", { n: 15, fundamental: false })), /1 to 14/);
  assert.equal(refused(ask("plan", { n: 18, method: null })), "");
  assert.match(refused(ask("plan", { n: 19, method: null })), /maximum is 18/);
  for (const n of [4, 12]) {
    assert.equal(refused(ask("puzzle", { rules: "regions", n, seed: 1, difficulty: null })), "");
  }
  assert.match(refused(ask("puzzle", { rules: "regions", n: 21, seed: 1, difficulty: null })), /21/);
});

test("module: jobs by square add up to the counts of the whole board", () => {
  const position = "size:9 given:C4";
  const plan = ask("by-square-plan", { position });
  assert("ok" in plan && plan.ok.quick);
  const results = Array.from({ length: plan.ok.jobs }, (_, job) => {
    const run = ask("by-square-run", { position, job });
    assert("ok" in run);
    return run.ok;
  });
  const [sum, whole] = [results, []].map((results) => ask("by-square-total", { position, results }));
  assert.deepEqual(sum, whole);
  assert(whole && "ok" in whole);
  const { solutions, by_square = [] } = whole.ok;
  assert.deepEqual(ask("remaining", { position }), { ok: { n: 9, rules: "queens", solutions, limited: false } });
  assert.equal(by_square[9 - 4]?.[2], Number(solutions));
  assert.match(refused(ask("by-square-total", { position, results: results.slice(1) })), /1 of \d+ jobs/);
  // Only small boards are counted at once.
  assert.match(refused(ask("by-square-total", { position: "size:16", results: [] })), /no result/);
});

test("module: a job number beyond 32 bits is refused", () => {
  const of = { n: 8, method: "stacked" };
  ask("plan", of);
  const run = ask("run", { of, jobs: [1] });
  assert("ok" in run);
  const results = run.ok.map((result) => ({ ...result, job: 2 ** 32 + 1 }));
  assert.match(refused(ask("take", { results })), /job 4294967297/);
  assert.equal(refused(ask("take", { results: run.ok })), "");
});

test("module: the page has a text for every method", async () => {
  const { METHODS } = await import("../src/learn/methods");
  const table = ask("methods", {});
  assert("ok" in table);
  assert.deepEqual(
    Object.keys(METHODS),
    table.ok.map(({ method }) => method),
  );
});

test("module: integers beyond 2^53 are exact in answers and questions", () => {
  const published = ask("published", {});
  assert("ok" in published);
  assert.deepEqual(published.ok[27], { n: 27, solutions: 234907967154122528n });
  // Text that looks like a field is unchanged.
  const text = '"solutions":9007199254740993';
  assert.deepEqual(parseResults(JSON.stringify({ text, solutions: 1 })), { text, solutions: 1n });
  ask("plan", { n: 8, method: "stacked" });
  const result = { job: 0, solutions: 2n ** 64n - 1n, residue_1: 0, residue_2: 0 };
  assert.match(refused(ask("take", { results: [result] })), /job 0/);
  assert.match(refused(ask("total", { seconds: 1 })), /only 0 of 4 jobs/);
});

test("module: a count includes its time", () => {
  const counted = ask("measure", { n: 9, method: "bitmask", statistics: true });
  assert("ok" in counted);
  const { seconds, ...rest } = counted.ok;
  assert(seconds > 0 && seconds < 60, String(seconds));
  assert.deepEqual(rest, { n: 9, method: "bitmask", solutions: 352n, placements: 8393n });
});

/** The results that the command prints, one per line. */
const results = async (line: string) => (await command(`${line} --format json`)).trim().split("\n").map(parseResults);

/** A result without its time, which differs from run to run. */
const timeless = (result: unknown) => ({ ...(result as object), seconds: 0 });

test("module: results match those of the command", async () => {
  const answer = <N extends QuestionName>(name: N, parameters: ParametersOf<N>): AnswerTo<N> => {
    const answered = ask(name, parameters);
    assert("ok" in answered, refused(answered));
    return answered.ok;
  };
  assert.deepEqual(answer("methods", {}), await results("methods"));
  for (const method of ["tiles", "bitmask", "cross"]) {
    const [counted] = await results(`count 8 --method ${method} --placements`);
    assert.deepEqual(timeless(answer("measure", { n: 8, method, statistics: true })), timeless(counted));
  }
  const position = "size:8 given:a1";
  for (const limit of [3, 4]) {
    const counted = await results(`solve ${position} --count --limit ${limit}`);
    assert.deepEqual([answer("solutions", { position, limit })], counted);
  }
  const [explained] = (await results(`solve ${position} --explain`)) as ExplanationResult[];
  const hint = answer("hint", { position, crossed: [] });
  assert(hint.kind === "step");
  assert.deepEqual(hint.step, explained?.steps[0]);
  const puzzle = { rules: "regions", n: 7, seed: 5, difficulty: "medium" } as const;
  const made = await results("puzzle new --size 7 --seed 5 --difficulty medium");
  assert.deepEqual([answer("puzzle", puzzle)], made);
  answer("list", { n: 6, fundamental: false });
  assert.deepEqual(answer("rows", { from: 0, count: 100 }), await results("list 6"));
  const steps = (await command("trace breadth 5")).trim().split("\n").map(parseResults);
  for (const [place, step] of steps.slice(0, 50).entries()) {
    assert.deepEqual(answer("watch", { method: "breadth", n: 5, step: place + 1 }).last, step);
  }
});
