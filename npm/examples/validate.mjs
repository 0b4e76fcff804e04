// Validates levels of a Queens puzzle: node validate.mjs FILE...
//
// A text file contains the regions of one level, one row per line: letters or digits without spaces, or numbers separated by spaces.
// A JSON file contains an array of levels, each an array of rows. For each level, the program prints the number of solutions (0, 1
// or many), the solution, the difficulty and the first hint. The exit code is 1 if a level does not have exactly one solution.
import { readFileSync } from "node:fs";
import { count, explain, QueensError, refute } from "queens";

/** Validates one level. */
export function validate(regions) {
  try {
    const level = { regions };
    const found = count(level, { limit: 1 });
    if (found.solutions === 0n) {
      return { solutions: 0, reason: refute(level) };
    }
    if (found.limited) {
      return { solutions: "many" };
    }
    const { solution, difficulty, steps } = explain(level);
    return { solutions: 1, solution: solution.squares, difficulty, hint: steps[0]?.text };
  } catch (error) {
    if (error instanceof QueensError) {
      return { error: error.message };
    }
    throw error;
  }
}

/** The levels of a file. */
function levels(file) {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".json")) {
    return JSON.parse(text);
  }
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return [lines.map((line) => (/\s/.test(line) ? line.split(/\s+/) : line))];
}

let wrong = 0;
for (const file of process.argv.slice(2)) {
  for (const [place, regions] of levels(file).entries()) {
    const { error, solutions, reason, solution, difficulty, hint } = validate(regions);
    console.log(`${file} level ${place + 1}`);
    if (error !== undefined) {
      console.log(`  invalid level: ${error}`);
    } else {
      console.log(`  solutions:  ${solutions}${reason ? ` (${reason})` : ""}`);
    }
    if (solutions === 1) {
      console.log(
        `  solution:   ${solution.join(" ")}\n  difficulty: ${difficulty}\n  hint:       ${hint ?? "not needed"}`,
      );
    } else {
      wrong += 1;
    }
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
