// The examples, run as a user runs them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { puzzle } from "queens";

const folder = path.dirname(createRequire(import.meta.url).resolve("queens/package.json"));
const scratch = mkdtempSync(path.join(process.cwd(), "examples-"));

function run(example, ...words) {
  // Users copy the examples out of the package.
  copyFileSync(path.join(folder, "examples", example), path.join(scratch, example));
  const { status, stdout, stderr } = spawnSync(process.execPath, [example, ...words], {
    cwd: scratch,
    encoding: "utf8",
  });
  assert.equal(stderr, "");
  return { status, lines: stdout.trimEnd().split("\n") };
}

function file(name, text) {
  writeFileSync(path.join(scratch, name), text);
  return name;
}

test("validate.mjs accepts generated puzzles", () => {
  const puzzles = [5, 6, 7, 8, 9].map((n) => puzzle(n, { seed: n }));
  const { status, lines } = run(
    "validate.mjs",
    file("levels.json", JSON.stringify(puzzles.map(({ position }) => position.regions))),
  );
  assert.equal(status, 0);
  puzzles.forEach(({ solution, difficulty }, place) => {
    const [title, solutions, squares, shownDifficulty, hint] = lines.slice(5 * place);
    assert.equal(title, `levels.json level ${place + 1}`);
    assert.equal(solutions, "  solutions:  1");
    assert.equal(squares, `  solution:   ${solution.squares.join(" ")}`);
    assert.equal(shownDifficulty, `  difficulty: ${difficulty}`);
    assert.match(hint, /^ {2}hint: {7}.*(queen on|closed)/);
  });
});

test("validate.mjs reads letters, and numbers separated by spaces", () => {
  const { position, solution } = puzzle(12, { seed: 4 });
  const names = [...new Set(position.regions.join(""))];
  const numbers = position.regions.map((row) => [...row].map((name) => names.indexOf(name)).join(" "));
  const outputs = [file("letters.txt", position.regions.join("\n")), file("numbers.txt", numbers.join("\r\n"))].map(
    (name) => run("validate.mjs", name),
  );
  for (const { status, lines } of outputs) {
    assert.equal(status, 0);
    assert.equal(lines[2], `  solution:   ${solution.squares.join(" ")}`);
  }
});

test("validate.mjs reports invalid levels", () => {
  const stripes = ["AAAAA", "BBBBB", "CCCCC", "DDDDD", "EEEEE"];
  // Two regions within one column cannot both have a queen.
  const none = ["BCCCC", "BCCDD", "ACDDD", "AEEDD", "AEEEE"];
  const levels = [stripes, none, ["AAB", "AB"], ["AA!", "ABB", "CCC"], ["AAA", "AAA", "AAB"], "what"];
  const { status, lines } = run("validate.mjs", file("broken.json", JSON.stringify(levels)));
  assert.equal(status, 1);
  const reported = lines.filter((line) => line.startsWith("  "));
  assert.equal(reported[0], "  solutions:  many");
  assert.match(reported[1], /^ {2}solutions: {2}0 \(.+\)$/);
  for (const line of reported.slice(2)) {
    assert.match(line, /^ {2}invalid level: .+/);
  }
  assert.equal(reported.length, levels.length);
});

test("worker.mjs counts in a worker and stops at the time limit", () => {
  assert.deepEqual(run("worker.mjs", "10"), { status: 0, lines: ["10: 724"] });
  assert.deepEqual(run("worker.mjs", "24", "0.5"), { status: 1, lines: ["24: not finished after 0.5 s"] });
  assert.match(run("worker.mjs", "33").lines[0], /N = 33 is too large/);
});
