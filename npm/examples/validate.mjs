// Checks levels of a Queens puzzle: node validate.mjs LEVEL...
//
// Each file has the regions of one level, a row per line: letters or digits without blanks between them, or numbers with blanks
// between them. A JSON file has an array of levels, each an array of rows. Prints for each level how many solutions it has
// (0, 1 or many), its solution, how hard it is, and the first hint. The exit code is 1 if a level does not have one solution.
import { readFileSync } from "node:fs";
import { count, explain, QueensError, refute } from "queens";

/** What there is to know about a level. */
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
      console.log(`  not a level: ${error}`);
    } else {
      console.log(`  solutions: ${solutions}${reason ? ` (${reason})` : ""}`);
    }
    if (solutions === 1) {
      console.log(
        `  solution:  ${solution.join(" ")}\n  difficulty: ${difficulty}\n  hint:      ${hint ?? "none is needed"}`,
      );
    } else {
      wrong += 1;
    }
  }
}
process.exitCode = wrong === 0 ? 0 : 1;
