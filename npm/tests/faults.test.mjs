// Invalid arguments and failures throw a QueensError with a message of one line, and do not affect the next call.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { check, count, explain, find, format, parse, puzzle, QueensError, solutions, solve, svg, unique } from "queens";

const folder = path.dirname(createRequire(import.meta.url).resolve("queens/package.json"));
const { Engine, shared } = await import(pathToFileURL(path.join(folder, "engine.js")));

const cyclic = { size: 4 };
cyclic.given = cyclic;

const INVALID = {
  "a size beyond the engines": [() => count(33), /N = 33 is too large: boards go from 0 to 32/],
  "a negative size": [() => count(-1), /invalid size -1/],
  "a fractional size": [() => find(4.5), /invalid size 4.5/],
  "NaN as a size": [() => find(NaN), /invalid size NaN/],
  "a huge size": [() => find(2 ** 40), /too large/],
  "a size beyond the limit of find": [() => find(1_000_001), /0 to 1000000/],
  "a size beyond positions": [() => solve(5001), /5000/],
  "a size beyond explanations": [() => explain(65), /64/],
  "a size beyond pictures": [() => svg(101), /100/],
  "a text as a size": [() => find("8"), /invalid size 8/],
  "an unknown method": [() => count(8, { method: "bitmaks" }), /did you mean 'bitmask'/],
  "unknown rules": [() => count(8, { rules: "chess" }), /unknown rules/],
  "a method for a position": [() => count("size:8", { method: "bitmask" }), /empty board/],
  "a negative limit": [() => count("size:8", { limit: -1 }), /limit -1/],
  "a negative seed": [() => solve(8, { seed: -1 }), /seed -1/],
  "an unsafe integer as a seed": [() => solve(8, { seed: 2 ** 60 }), /bigint/],
  "a seed of 65 bits": [() => solve(8, { seed: 2n ** 64n }), /2\^64/],
  "first with a seed": [() => find(8, { first: true, seed: 1 }), /cannot be combined/],
  "a square off the board": [() => parse("size:4 given:a9"), /line 1, column 14: square A9/],
  "an unknown key": [() => parse({ size: 4, givens: [] }), /unknown key 'givens'/],
  "null as a position": [() => parse(null), /invalid position/],
  "undefined as a position": [() => solve(undefined), /invalid position/],
  "a function as a position": [() => solve(() => 1), /invalid position/],
  "an empty text": [() => unique(""), /./],
  "an unpaired surrogate": [() => parse("\ud800"), /line 1, column 1/],
  "a cyclic object": [() => parse(cyclic), /invalid position/],
  "too few regions": [() => unique({ regions: ["AA", "AA"] }), /regions/],
  "regions that are not square": [() => unique({ regions: ["AAB", "AB"] }), /./],
  "regions with other names": [() => unique({ regions: ["A!", "AB"] }), /!/],
  "a number as regions": [() => unique({ regions: 7 }), /invalid regions/],
  "more regions than names": [
    () => unique({ regions: Array.from({ length: 70 }, (_, row) => Array(70).fill(row)) }),
    /62/,
  ],
  "a row below the board": [() => check(4, [0, -1, 2, 3]), /row -1/],
  "an unknown format": [() => format(4, "csplib"), /text, short, json, leetcode/],
  "a puzzle that is too small": [() => puzzle(3), /4 to 20/],
  "an unknown difficulty": [() => puzzle(8, { difficulty: "insane" }), /unknown difficulty/],
  "fundamental solutions of a position": [() => solutions("size:8 given:a1", { fundamental: true }), /empty boards/],
};

for (const [what, [call, message]] of Object.entries(INVALID)) {
  test(`${what} is refused`, () => {
    assert.throws(call, (error) => {
      assert(error instanceof QueensError, String(error));
      assert(error instanceof Error);
      assert.equal(error.name, "QueensError");
      assert.match(error.message, message);
      assert(!error.message.includes("\n") && !error.message.startsWith("invalid question"), error.message);
      return true;
    });
    assert.equal(count(6).solutions, 4n);
  });
}

/** Grows the memory of an instance to its maximum. The pages are never written, so the system does not allocate them. */
function exhaust({ exports: { memory } }) {
  memory.grow(65536 - memory.buffer.byteLength / 65536);
}

test("an instance that traps is replaced", () => {
  // A new instance: an old one may have a buffer that is large enough.
  shared.exports = undefined;
  assert.equal(count(6).solutions, 4n);
  const before = shared.exports;
  exhaust(shared);
  // There is no memory left for a question of ten megabytes.
  const failing = () => parse(" ".repeat(10_000_000));
  assert.throws(failing, (error) => error instanceof QueensError && error.cause instanceof WebAssembly.RuntimeError);
  assert.equal(count(6).solutions, 4n);
  assert.notEqual(shared.exports, before);
});

test("an iterator that traps ends, and others continue", () => {
  const other = solutions(6);
  other.next();
  const engine = new Engine(true);
  engine.ask("search", { position: "size:6", fundamental: false });
  exhaust(engine);
  assert.throws(() => engine.ask("parse", { text: " ".repeat(10_000_000), rules: null }), QueensError);
  // A new instance does not know the search, and must not restart it.
  assert.throws(() => engine.ask("next", { count: 1 }), /no search is running/);
  assert.equal([...other].length, 3);
});

test("the memory of a large call is released", () => {
  find(1_000_000);
  count(6);
  assert(shared.exports.memory.buffer.byteLength < 64 * 2 ** 20);
});
