/** Learn: all exercises are solved as a person would, and the progress is kept. The answers come from the command or from trying. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Locator, Page } from "playwright-core";
import { LESSONS } from "../src/learn/lessons";
import { command } from "./harness";
import { desktop, everywhere, on } from "./visits";

const exercise = (page: Page, name: string) => page.locator(`[data-exercise="${name}"]`);
const isSolved = async (one: Locator) => (await one.getAttribute("data-solved")) === "true";
/** Presses or taps, as the screen does. */
const press = async (target: Locator) =>
  (await target.page().evaluate(() => matchMedia("(pointer: coarse)").matches)) ? target.tap() : target.click();
const square = (one: Locator, name: string) => one.locator(`[data-square="${name}"]`);

/** Waits until the explanation differs from an earlier one. */
async function answered(one: Locator, before: string): Promise<string> {
  const verdict = one.locator(".verdict");
  await verdict
    .filter({ hasNotText: before || "nothing yet" })
    .filter({ hasText: /\S/ })
    .waitFor();
  return (await verdict.textContent()) ?? "";
}

/** Tries the choices until one is right. Every wrong one is explained. */
async function choose(one: Locator, choices: Locator): Promise<void> {
  await choices.first().waitFor();
  for (const choice of await choices.all()) {
    const before = (await one.locator(".verdict").textContent()) ?? "";
    await press(choice);
    // Two wrong choices may have the same explanation.
    await one.locator(".verdict .message.good, .verdict .message.bad").first().waitFor();
    if (before === "") {
      assert((await answered(one, "")).length > 20);
    }
    const solved = one.and(one.page().locator('[data-solved="true"]'));
    if (
      await solved.waitFor({ timeout: 1000 }).then(
        () => true,
        () => false,
      )
    ) {
      return;
    }
  }
  assert.fail("no choice is right");
}

/** The queens that the label of a board lists. */
const queensOf = async (board: Locator) =>
  ((await board.getAttribute("aria-label")) ?? "")
    .split(": ")[1]
    ?.split(" ")
    .filter((name) => /^[A-Z]\d+$/.test(name)) ?? [];

/** The moves of a search: the board that is shown is found in the trace of the command. */
async function follow(one: Locator, method: string, moves: number, removing: boolean): Promise<void> {
  const trace = (await command(`trace ${method} 6`))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { step: string; square?: string });
  for (let move = 0; move < moves; move++) {
    await one.locator(`[data-moves="${move}"]`).waitFor();
    const shown = (await queensOf(one.getByRole("grid"))).join(" ");
    const tried = await one
      .locator(".square.tried")
      .getAttribute("data-square", { timeout: 100 })
      .catch(() => null);
    let queens: string[] = [];
    let next: { step: string; square?: string } | undefined;
    for (const [at, { step, square = "" }] of trace.entries()) {
      queens =
        step === "place" ? [...queens, square] : step === "remove" ? queens.filter((name) => name !== square) : queens;
      const last = tried === null || (step === "remove" && square === tried);
      if (queens.join(" ") === shown && last && step !== "solution") {
        next = trace.slice(at + 1).find(({ step }) => step === "place" || (removing && step === "remove"));
        break;
      }
    }
    assert(next, `${shown} is not in the trace of ${method}`);
    await press(
      next.step === "place"
        ? square(one, next.square ?? "")
        : one.getByRole("button", { name: "Remove the last queen" }),
    );
  }
}

/** Queens that solve a position, as the command finds them. */
async function solution(position: string): Promise<string[]> {
  const rows = JSON.parse(await command(`solve ${position} --format json`)) as number[];
  return rows.map((row, col) => String.fromCharCode(65 + col) + row);
}

const SOLVERS: Record<string, (one: Locator) => Promise<void>> = {
  attacked: async (one) => {
    const field = one.getByRole("textbox");
    await field.fill("3");
    await press(one.getByRole("button", { name: "Check" }));
    await one.getByText(/^Not 3\. Row and column have 5 squares each/).waitFor();
    const [, name = ""] = /queen on ([A-F]\d)/.exec((await one.textContent()) ?? "") ?? [];
    const [col, row] = [name.charCodeAt(0) - 65, Number(name[1]) - 1];
    const squares = Array.from({ length: 36 }, (_, at) => [Math.floor(at / 6) - col, (at % 6) - row] as const);
    const attacked = squares.filter(
      ([x, y]) => (x !== 0 || y !== 0) && (x === 0 || y === 0 || Math.abs(x) === Math.abs(y)),
    );
    await field.fill(`${attacked.length}`);
    await field.press("Enter");
  },
  place: async (one) => {
    await press(square(one, "A1"));
    await press(square(one, "B2"));
    await one.getByText("The queens on A1 and B2 are attacked. Choose a queen to remove it.").waitFor();
    await press(square(one, "B2"));
    await one.getByText("1 of 4 queens placed.").waitFor();
    await press(one.getByRole("button", { name: "Can it still be solved?" }));
    await one.getByText(/^No: /).waitFor();
    await press(square(one, "A1"));
    for (const name of await solution("size:4")) {
      await press(square(one, name));
    }
  },
  solve: async (one) => {
    const hint = one.getByRole("button", { name: "Hint" });
    for (let queen = 1; queen <= 5; queen++) {
      await hint.and(one.page().locator(":enabled")).waitFor();
      await press(hint);
      await press(one.locator(".square.hint"));
      await one
        .locator(".verdict")
        .getByText(queen < 5 ? `${queen} of 5 queens placed.` : /^Solved/)
        .waitFor();
    }
  },
  "next-move": async (one) => {
    await one.locator('[data-moves="0"]').waitFor();
    await press(square(one, "D1"));
    await one.getByText("D1 is attacked by another queen.").waitFor();
    await follow(one, "bitmask", 5, true);
  },
  "dead-end": async (one) => {
    await one.getByRole("grid", { name: /: A\d/ }).waitFor();
    const queens = await queensOf(one.getByRole("grid"));
    // From the right: the last one is not enough unless the others are part of a solution.
    for (const name of queens.reverse()) {
      const before = (await one.locator(".verdict").textContent()) ?? "";
      await press(square(one, name));
      if (/^Right/.test(await answered(one, before))) {
        return;
      }
    }
  },
  "next-board": (one) => choose(one, one.getByRole("button", { name: /^Board/ })),
  fewer: (one) => choose(one, one.getByRole("button", { name: /Tiles|Three arrays|same/ })),
  line: (one) => choose(one, one.getByRole("button", { name: /^(Column|Row)/ })),
  repair: async (one) => {
    await one.getByRole("grid", { name: /: A\d/ }).waitFor();
    const columns = "ABCDEF";
    for (const from of columns) {
      for (const to of columns.slice(columns.indexOf(from) + 1)) {
        const queens = (await queensOf(one.getByRole("grid"))).map((name) => Number(name.slice(1)));
        const [a, b] = [columns.indexOf(from), columns.indexOf(to)];
        const rows = queens.map((row, at) => (at === a ? queens[b] : at === b ? queens[a] : row) ?? 0);
        const ok = rows.every((row, at) =>
          rows.every((other, place) => at === place || Math.abs(row - other) !== Math.abs(at - place)),
        );
        if (ok) {
          await press(square(one, `${from}1`));
          await press(square(one, `${to}1`));
          return;
        }
      }
    }
  },
  mirror: (one) => choose(one, one.getByRole("button", { name: /^Board/ })),
  "first-queen": async (one) => {
    const question = one.getByText(/How many have a queen on/);
    await question.waitFor();
    const [, known = ""] = /, ([\d,]+) solutions? ha/.exec((await question.textContent()) ?? "") ?? [];
    await one.getByRole("textbox").fill(String(Number(known.replaceAll(",", "")) + 1));
    await press(one.getByRole("button", { name: "Check" }));
    await one.getByText(/Reflect the board/).waitFor();
    await one.getByRole("textbox").fill(known.replaceAll(",", ""));
    await press(one.getByRole("button", { name: "Check" }));
  },
  symmetric: (one) => choose(one, one.getByRole("button", { name: /^Board/ })),
  image: (one) => choose(one, one.getByRole("button", { name: /^Board/ })),
  bits: async (one) => {
    await one.getByText(/Queens are on A\d/).waitFor();
    const text = (await one.getByText(/Queens are on A\d/).textContent()) ?? "";
    await press(one.getByRole("button", { name: "Check" }));
    await one.getByText(/has a queen, so bit \d must be 1/).waitFor();
    for (const [, row] of text.matchAll(/[A-C](\d)/g)) {
      await press(one.getByRole("button", { name: `bit ${Number(row) - 1} ` }));
    }
    await press(one.getByRole("button", { name: "Check" }));
  },
  mask: async (one) => {
    await press(one.getByRole("button", { name: "Check" }));
    // Each explanation names one bit.
    for (let bit = 0; bit < 6; bit++) {
      const text = await answered(one, "");
      const [, name = ""] = /No queen attacks C(\d)/.exec(text) ?? [];
      if (!name) {
        break;
      }
      await press(one.getByRole("button", { name: `row ${name} ` }));
      await press(one.getByRole("button", { name: "Check" }));
      await one
        .locator(".verdict")
        .filter({ hasNotText: `attacks C${name},` })
        .waitFor();
    }
  },
  "next-queen": (one) => follow(one, "stacked", 4, false),
  balance: async (one) => {
    await press(one.getByRole("button", { name: "Check" }));
    await one.getByText(/A better division exists/).waitFor();
    const jobs = one.getByRole("group", { name: "Jobs" }).getByRole("button");
    const work = (await jobs.allTextContents()).map((text) =>
      Number((/A\d ([\d,]+) /.exec(text)?.[1] ?? "").replaceAll(",", "")),
    );
    assert(work.length === 6 && work.every((job) => job > 0), `${work}`);
    const all = work.reduce((sum, job) => sum + job, 0);
    const slowest = (set: number) => {
      const sum = work.reduce((sum, job, at) => sum + (((set >> at) & 1) === 1 ? job : 0), 0);
      return Math.max(sum, all - sum);
    };
    const best = Array.from({ length: 64 }, (_, set) => set).reduce((best, set) =>
      slowest(set) < slowest(best) ? set : best,
    );
    for (const [at, job] of (await jobs.all()).entries()) {
      if (((best >> at) & 1) === 1) {
        await press(job);
      }
    }
    await press(one.getByRole("button", { name: "Check" }));
  },
  strongest: async (one) => {
    await press(square(one, "A1"));
    await one.getByText(/A queen on A1 attacks 18 squares. Another square is better: 24/).waitFor();
    await press(square(one, "D4"));
  },
  fit: (one) => choose(one, one.getByRole("button", { name: /^Board/ })),
  impossible: (one) => choose(one, one.getByRole("button", { name: /^N = / })),
};

test("learn: every exercise has a test", () => {
  assert.deepEqual(new Set(LESSONS.flatMap(({ exercises }) => exercises)), new Set(Object.keys(SOLVERS)));
  assert(LESSONS.every(({ exercises }) => exercises.length > 0));
});

everywhere("learn: all exercises can be solved, and progress is kept", async ({ visit, page }) => {
  for (const { id, exercises } of LESSONS) {
    await visit.open(`learn/${id}`);
    for (const name of exercises) {
      const one = exercise(page, name);
      await one.waitFor();
      assert(!(await isSolved(one)), name);
      await SOLVERS[name]?.(one);
      const solved = one.and(page.locator('[data-solved="true"]')).waitFor();
      await solved.catch(async () => assert.fail(`${id}/${name}: ${await one.locator(".verdict").textContent()}`));
      await press(one.getByRole("button", { name: "Another one" }));
      await one.getByRole("button", { name: "Another one" }).waitFor({ state: "detached" });
    }
    await page.getByRole("status").getByText("Lesson done").waitFor();
  }
  await visit.open("learn");
  await page.getByText("16 of 16 lessons done").waitFor();
  await page.reload();
  await page.getByText("16 of 16 lessons done").waitFor();
  await press(page.getByRole("button", { name: "Reset progress" }));
  await page.getByText("0 of 16 lessons done").waitFor();
  await page.getByRole("link", { name: "Start: The problem" }).waitFor();
});

desktop("learn: the focus stays near the button that resets the progress", async ({ visit, page }) => {
  await page.addInitScript(() =>
    localStorage.setItem("queens.learn", JSON.stringify({ version: 1, solved: ["problem/place"] })),
  );
  await visit.open("learn");
  const reset = page.getByRole("button", { name: "Reset progress" });
  await reset.press("Enter");
  await reset.waitFor({ state: "detached" });
  const group = page.getByRole("group", { name: "Your progress" });
  assert(await group.evaluate((one) => one === document.activeElement));
});

desktop("learn: an exercise by keyboard alone", async ({ visit, page }) => {
  await visit.open("learn/problem");
  const one = exercise(page, "place");
  await one.getByRole("grid").waitFor();
  await square(one, "A4").focus();
  const moves = ["ArrowDown", "ArrowDown", "Enter", "ArrowRight", "ArrowUp", "ArrowUp", "Enter"];
  for (const key of [...moves, "ArrowRight", "PageDown", "Enter", "ArrowRight", "ArrowUp", "ArrowUp", "Enter"]) {
    await page.keyboard.press(key);
  }
  await one.getByText("Solved: 4 queens, and none attacks another.").waitFor();
});

on(["phone"], "learn: stored progress of other versions and other pages is ignored", {}, async ({ visit, page }) => {
  await visit.open("learn");
  await page.getByText("0 of 16 lessons done").waitFor();
  const texts = [
    "",
    "{",
    "null",
    "[1]",
    '"x"',
    '{"version":2,"solved":["regions/solve"]}',
    '{"version":1}',
    '{"version":1,"solved":"regions/solve"}',
    '{"version":1,"solved":[null,{},7,"__proto__","regions/x","<b>"]}',
  ];
  for (const text of texts) {
    await page.evaluate((text) => localStorage.setItem("queens.learn", text), text);
    await page.reload();
    await page.getByText("0 of 16 lessons done").waitFor();
  }
  await page.evaluate(() =>
    localStorage.setItem("queens.learn", '{"version":1,"solved":["regions/solve","regions/solve",3]}'),
  );
  await page.reload();
  await page.getByText("1 of 16 lessons done").waitFor();
  await page.getByRole("link", { name: "Continue: The problem" }).waitFor();
});
