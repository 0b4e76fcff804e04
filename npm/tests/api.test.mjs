// The functions of the package, against published values and an independent search.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as queens from "queens";
import { brute } from "./brute.mjs";

const {
  count,
  find,
  solve,
  solutions,
  unique,
  explain,
  refute,
  check,
  puzzle,
  parse,
  format,
  svg,
  methods,
  Solution,
  QueensError,
} = queens;

// OEIS A000170, A002562; A007705 (torus, odd sizes); A051223 (superqueens).
const ALL = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];
const FUNDAMENTAL = [1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92];
const rows = (found) => [...found].map((solution) => [...solution.rows]);

test("counts match the published values", () => {
  for (const [n, solutions] of ALL.entries()) {
    assert.equal(count(n).solutions, BigInt(solutions), `N = ${n}`);
  }
  assert.equal(count(13).solutions, 73712n);
  assert.equal(count(7, { rules: "torus" }).solutions, 28n);
  assert.equal(count(7, { rules: "torus" }).rules, "torus");
  assert.equal(count(11, { rules: "torus" }).solutions, 88n);
  assert.equal(count(10, { rules: "superqueens" }).solutions, 4n);
});

test("all methods give the same count and report their statistics", () => {
  for (const { method, idea, max_n, lists, order, statistics } of methods()) {
    assert(max_n >= 8 && idea.length > 10);
    assert.equal(lists, order !== null);
    const { seconds, ...rest } = count(8, { method });
    assert(seconds >= 0 && seconds < 60);
    assert.deepEqual(rest, { n: 8, method, solutions: 92n });
    if (statistics.length > 0) {
      const counted = count(8, { method, statistics: true });
      assert.deepEqual(Object.keys(counted), ["n", "method", "solutions", "seconds", ...statistics]);
      for (const name of statistics) {
        assert.equal(typeof counted[name], "bigint", name);
      }
    }
  }
  // OEIS A319283 minus the root of the search tree: the placements of plain backtracking.
  assert.equal(count(8, { method: "bitmask", statistics: true }).placements, 2056n);
});

test("solutions are listed lazily, completely and in order", () => {
  ALL.forEach((number, n) => {
    const listed = rows(solutions(n));
    assert.deepEqual(listed, brute({ size: n, rules: "queens", given: [], closed: [] }), `N = ${n}`);
    assert.equal(listed.length, number);
    assert.equal(rows(solutions(n, { fundamental: true })).length, FUNDAMENTAL[n]);
  });
  assert.equal(solutions(32).next().value.n, 32);
  assert.equal(rows(solutions(20, { limit: 5 })).length, 5);
  assert.deepEqual(rows(solutions(8, { limit: 0 })), []);
});

test("iterators are independent", () => {
  const [one, other] = [solutions(6), solutions("size:7 rules:torus")];
  const sizes = [one.next(), other.next(), one.next(), other.next()].map(({ value }) => value.n);
  assert.deepEqual(sizes, [6, 7, 6, 7]);
  assert.equal([...one].length, 2);
  assert.equal([...other].length, 26);
  for (let i = 0; i < 500; i++) {
    // Unfinished iterators must not exhaust memory.
    solutions(8).next();
  }
});

test("a solution is found for every size, except 2 and 3", () => {
  for (const n of [0, 1, 4, 5, 8, 9, 26, 27, 100, 703, 1000]) {
    for (const options of [{}, { random: true }, { seed: 2n ** 64n - 1n }]) {
      const found = find(n, options);
      assert.deepEqual(check(n, found), { valid: true, reason: null });
    }
  }
  assert.equal(find(2), null);
  assert.equal(find(3, { random: true }), null);
  assert.equal(find(8, { first: true }).toString(), "1 5 8 6 3 7 2 4");
  assert.deepEqual(find(50, { seed: 7 }), find(50, { seed: 7n }));
  assert.notDeepEqual(find(50, { seed: 7 }), find(50, { seed: 8 }));
  assert.equal(find(1_000_000).n, 1_000_000);
});

test("a solution is written as squares, text and rows", () => {
  const solution = solve({ size: 8, given: ["A1", "B5", "C8"] });
  assert.equal(String(solution), "1 5 8 6 3 7 2 4");
  assert.deepEqual(solution.squares, ["A1", "B5", "C8", "D6", "E3", "F7", "G2", "H4"]);
  assert.deepEqual(find(4).leetcode(), [".Q..", "...Q", "Q...", "..Q."]);
  // Column names beyond Z match the library.
  const large = find(800);
  assert.deepEqual(parse({ size: 800, given: large.squares }).given.toSorted(), large.squares.toSorted());
  // It can be posted to a worker.
  const copy = structuredClone(solution);
  assert.deepEqual(new Solution(copy.rows, copy.stars), solution);
  assert.equal(check(8, structuredClone(solution)).valid, true);
});

test("positions are solved or refuted", () => {
  assert.equal(count("size:8 given:a1").solutions, 4n);
  const counted = (solutions, limited) => ({ n: 8, rules: "queens", solutions, limited });
  assert.deepEqual(count(8, { limit: 10 }), counted(10n, true));
  assert.deepEqual(count("size:8 given:a1", { limit: 4 }), counted(4n, false));
  assert.deepEqual(count("size:8 given:a1"), counted(4n, false));
  assert.deepEqual(count(8, { limit: 0 }), counted(0n, true));
  assert.equal(solve(2), null);
  assert.equal(solve({ size: 4, given: ["A1"] }), null);
  assert.match(refute({ size: 4, given: ["A1"] }), /A1/);
  assert.equal(refute(8), null);
  assert.equal(solve(300).n, 300);
  assert.deepEqual(check(4, [0, 1, 2, 3]), { valid: false, reason: "the queens on A1 and B2 attack each other" });
  const position = parse({ size: 7, given: ["A3"], closed: ["B1", "C5"] });
  assert.deepEqual(rows(solutions(position)), brute(position));
});

test("puzzles have exactly one solution, by an independent search", () => {
  for (const rules of ["regions", "queens"]) {
    for (let seed = 0; seed < 12; seed++) {
      const made = puzzle(5 + (seed % 4), { rules, seed });
      assert.deepEqual(brute(made.position), [[...made.solution.rows]]);
      assert.equal(unique(made.position), true);
      assert.deepEqual(solve(made.position), made.solution);
      const { difficulty, solution, guesses } = explain(made.position);
      assert.deepEqual([difficulty, solution], [made.difficulty, made.solution]);
      assert.equal(typeof guesses, "boolean");
      assert.deepEqual(made, puzzle(5 + (seed % 4), { rules, seed: BigInt(seed) }));
    }
  }
  for (const difficulty of ["easy", "medium", "hard"]) {
    assert.equal(puzzle(8, { difficulty, seed: 1 }).difficulty, difficulty);
  }
});

test("steps lead to the solution and have reasons", () => {
  const { position, solution, ...made } = puzzle(8, { seed: 3 });
  const { steps, difficulty } = explain(position);
  for (const { queen, closed, because, text } of steps) {
    assert(queen === null || solution.squares.includes(queen));
    assert(!closed.some((square) => solution.squares.includes(square)));
    assert(because.length > 0);
    assert.match(text, /^[^\n]{10,}$/);
  }
  assert.equal(difficulty, made.difficulty);
});

test("positions are parsed and formatted in every format", () => {
  const { position } = puzzle(6, { seed: 9 });
  for (const form of ["text", "short", "json"]) {
    assert.deepEqual(parse(format(position, form)), position);
  }
  assert.equal(format({ size: 4, given: ["B4"] }, "leetcode"), '[".Q..","....","....","...."]');
  const given = { size: 4, rules: "queens", stars: 1, given: ["B4"], closed: [], regions: null };
  for (const text of [
    ".Q..\n....\n....\n....",
    "size:4 given:b4",
    '{"size": 4, "given": ["B4"]}',
    '[".Q..", "....", "....", "...."]',
    "letting n = 4\nletting init = [[3, 1]]",
  ]) {
    assert.deepEqual(parse(text), given);
  }
  assert.deepEqual(parse([".Q..", "....", "....", "...."]), given);
  assert.deepEqual(parse(given), given);
  assert.equal(parse("size:5", { rules: "torus" }).rules, "torus");
  assert.equal(parse(4).size, 4);
});

test("regions are strings, or arrays of names or numbers", () => {
  const letters = ["AABB", "AABB", "CCDD", "CCDD"];
  assert.deepEqual(parse(letters).regions, letters);
  assert.deepEqual(parse({ regions: letters }).regions, letters);
  const numbers = (add) => letters.map((row) => [...row].map((letter) => "ABCD".indexOf(letter) + add));
  assert.deepEqual(parse({ regions: numbers(0) }).regions, ["0011", "0011", "2233", "2233"]);
  assert.deepEqual(parse({ regions: numbers(8) }).regions, letters);
  assert.deepEqual(parse({ regions: letters.map((row) => [...row].map((name) => `region ${name}`)) }).regions, letters);
});

test("positions with two stars are solved, listed, explained and made", () => {
  const regions = "AABBBBGG AABBBEEG AABBBEGG CFFBBEGG CFFFBHHG CFFHHHHH CCFFHHDH CCCFDDDD".split(" ");
  const position = parse({ regions, stars: 2 });
  assert.equal(position.stars, 2);
  const all = brute(position);
  assert.equal(all.length, 1);
  const solution = solve(position);
  assert.deepEqual([solution.n, solution.stars, ...solution.rows], [8, 2, ...all[0]]);
  assert.deepEqual(solution.squares.slice(0, 4), ["A2", "A4", "B6", "B8"]);
  assert.equal(solution.leetcode()[0], ".Q.Q....");
  assert.deepEqual(rows(solutions(position)), all);
  assert.equal(count(position).solutions, 1n);
  assert.equal(unique(position), true);
  assert.equal(unique({ regions }), false);
  assert.deepEqual(explain(position).solution, solution);
  assert.equal(check(position, solution).valid, true);
  const moved = solution.rows.with(0, 0);
  assert.equal(check(position, moved).valid, false);
  assert.equal(format(position, "short"), `size:8 stars:2 regions:${regions.join("/")}`);
  const made = puzzle(8, { stars: 2, seed: 1 });
  assert.equal(made.position.stars, 2);
  assert.deepEqual(brute(made.position), [[...made.solution.rows]]);
  assert.match(svg(made.position, made.solution), /^<svg /);
});

test("a position is drawn", () => {
  const { position, solution } = puzzle(6, { seed: 2 });
  assert.match(svg(position), /^<svg [\s\S]*<\/svg>\s*$/);
  assert(svg(position, solution).length > svg(position).length);
  assert.throws(() => svg(position, [0, 1, 2, 3, 4, 5]), QueensError);
});
