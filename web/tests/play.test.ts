import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addressed, command, place } from "./harness";
import { desktop, everywhere } from "./visits";

const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);
const label = async (page: Page, name: string) => (await square(page, name).getAttribute("aria-label")) ?? "";
const position = (page: Page) => page.getByRole("region", { name: "Position", exact: true });

everywhere("play: place queens, see attacked squares, undo and redo", async ({ visit, page, screen }) => {
  await visit.open("play?n=4");
  const touch = (name: string) => (screen === "phone" ? square(page, name).tap() : square(page, name).click());
  await touch("A1");
  await page.locator('[data-square="B2"].attacked').waitFor();
  assert.match(await label(page, "B2"), /attacked/);
  assert.doesNotMatch(await label(page, "B3"), /attacked/);
  await touch("B2");
  await position(page).getByText("attacking each other: A1, B2").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await position(page).getByText("Queens: 0 of 4").waitFor();
  await page.getByRole("button", { name: "Redo" }).click();
  await position(page).getByText("Queens: 1 of 4").waitFor();
  await touch("A1");
  for (const name of ["A2", "B4", "C1", "D3"]) {
    await touch(name);
  }
  await position(page).getByText("Solved: no queen attacks another.").waitFor();
  await addressed(page, "play?n=4&q=A2,B4,C1,D3");
});

everywhere("play: show a solution, or the reason why there is none", async ({ visit, page }) => {
  await visit.open("play?n=8&q=A1");
  await page.getByRole("button", { name: "Show a solution" }).click();
  await position(page).getByText("Solved: no queen attacks another.").waitFor();
  const queens = /q=([A-Z0-9,]+)/.exec(await place(page))?.[1] ?? "";
  assert(queens.split(",").includes("A1"));
  assert.match(await command("check -", queens.replaceAll(",", " ")), /^8 queens, none attacks another/);
  await visit.open("play?n=6&q=A1");
  await page.getByRole("button", { name: "Show a solution" }).click();
  await position(page).getByText("This position cannot be completed: no solution has a queen on A1.").waitFor();
  await page.getByRole("button", { name: "Count solutions" }).click();
  await position(page).getByText("This position has no solution.").waitFor();
});

everywhere("play: closed squares get no queen", async ({ visit, page }) => {
  await visit.open("play?n=4");
  await page.getByRole("button", { name: "Close square" }).click();
  await square(page, "A2").click();
  assert.match(await label(page, "A2"), /closed/);
  await page.getByRole("button", { name: "Count solutions" }).click();
  await position(page).getByText("This position has exactly one solution.").waitFor();
  await page.getByRole("button", { name: "Show a solution" }).click();
  await position(page).getByText("Solved").waitFor();
  assert.match(await label(page, "A3"), /queen/);
});

everywhere("play: hints solve a puzzle and give reasons", async ({ visit, page }) => {
  await visit.open("play?puzzle=regions&size=6&seed=3&difficulty=medium");
  await square(page, "A1").waitFor();
  const hint = page.getByRole("button", { name: "Hint", exact: true });
  const take = page.getByRole("button", { name: "Apply hint" });
  const solved = position(page).getByText("Solved! This is the only solution.");
  for (let taken = 0; taken < 60 && !(await solved.isVisible()); taken++) {
    // By key, because a click would wait until the button is enabled; it is disabled when the puzzle is solved.
    await hint.press("Enter");
    await take.or(solved).first().waitFor();
    if (await take.isVisible()) {
      assert.match(
        (await position(page).locator(".message").first().textContent()) ?? "",
        /open square|attack|queen|leaves|need/,
      );
      await take.click();
      await take.waitFor({ state: "detached" });
    }
  }
  await solved.waitFor();
  // The command generates the same puzzle with the same solution.
  const made = await command("puzzle new --size 6 --seed 3 --difficulty medium --format json");
  const { solution } = JSON.parse(made) as { solution: number[] };
  const queens = (/q=([A-Z0-9,]+)/.exec(await place(page))?.[1] ?? "").split(",").sort();
  assert.deepEqual(
    queens,
    solution.map((row, col) => "ABCDEF".charAt(col) + row),
  );
});

everywhere("play: wrong crosses are reported", async ({ visit, page }) => {
  await visit.open("play?puzzle=regions&size=5&seed=2&difficulty=easy");
  await square(page, "A1").waitFor();
  await page.getByRole("button", { name: "Cross out" }).click();
  for (const name of ["A1", "A2", "A3", "A4", "A5"]) {
    await square(page, name).click();
  }
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await position(page)
    .getByText(/Too many squares are crossed out: the solution has a queen on A\d/)
    .waitFor();
});

everywhere("play: the daily puzzle is the same for everyone", async ({ visit, page }) => {
  await visit.open("play?day=2026-11-15");
  await page.getByRole("heading", { name: "Daily puzzle, 15 November 2026 (hard)" }).waitFor();
  const regions = () =>
    page
      .locator("[data-square]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")?.slice(-1)).join(""));
  const first = await regions();
  assert.equal(first.length, 100);
  const made = await command("puzzle new --size 10 --seed 20261115 --difficulty hard --format short");
  assert.equal(/regions:(\S+)/.exec(made)?.[1]?.replaceAll("/", ""), first);
  await page.getByLabel("Daily puzzle").fill("2026-11-16");
  await page.getByRole("button", { name: /^Play (today's|this) puzzle$/ }).click();
  await page.getByRole("heading", { name: "Daily puzzle, 16 November 2026 (easy)" }).waitFor();
  await addressed(page, "play?day=2026-11-16");
});

everywhere("play: new puzzles of both kinds", async ({ visit, page }) => {
  await visit.open("play");
  await page.getByLabel("Puzzle size").selectOption("7");
  await page.getByLabel("Difficulty").selectOption("hard");
  await page.getByRole("button", { name: "New puzzle" }).click();
  await page.getByRole("heading", { name: "Region puzzle, hard" }).waitFor();
  assert.equal(await page.locator("[data-square]").count(), 49);
  await page.getByRole("combobox", { name: "Puzzle type" }).selectOption("queens");
  await page.getByLabel("Difficulty").selectOption("easy");
  await page.getByRole("button", { name: "New puzzle" }).click();
  await page.getByRole("heading", { name: "Queens completion, easy" }).waitFor();
  const given = page.getByRole("gridcell", { name: /given queen/ }).first();
  await given.click();
  await position(page)
    .getByText(/The queen on [A-G]\d is given/)
    .waitFor();
  await page.getByRole("button", { name: "Count solutions" }).click();
  await position(page).getByText("This position has exactly one solution.").waitFor();
});

everywhere("play: a position can be pasted, and errors in it are reported", async ({ visit, page }) => {
  await visit.open("play");
  await page.getByText("Paste a position").click();
  const text = page.getByLabel(/A board drawn as text/);
  await text.fill("..Q.\n....\n..z.\n....");
  await page.getByRole("button", { name: "Use this position" }).click();
  await position(page)
    .getByText(/line 3, column 3: unknown mark 'z'/)
    .waitFor();
  await text.fill("..Q.\n....\n....\n#...");
  await page.getByRole("button", { name: "Use this position" }).click();
  await page.getByRole("gridcell", { name: "C4, given queen" }).waitFor();
  assert.match(await label(page, "A1"), /closed/);
  await addressed(page, "play?p=size:4+given:C4+closed:A1");
});

desktop("play: the largest board", async ({ visit, page }) => {
  await visit.open("play");
  await page.getByLabel("Empty board").selectOption("32");
  await square(page, "AF32").click();
  await page.locator('[data-square="A1"].attacked').waitFor();
  await page.getByRole("button", { name: "Show a solution" }).click();
  await position(page).getByText("Solved").waitFor();
});

desktop("play: keyboard only", async ({ visit, page }) => {
  await visit.open("play?n=4");
  await square(page, "A4").waitFor();
  for (
    let press = 0;
    press < 12 && !(await square(page, "A4").evaluate((one) => one === document.activeElement));
    press++
  ) {
    await page.keyboard.press("Tab");
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
    }
  };
  await press("ArrowDown", "ArrowDown", "Enter");
  await page.getByRole("gridcell", { name: "A2, queen" }).waitFor();
  await press("ArrowRight", "PageUp", "Space", "ArrowRight", "PageDown", "Enter", "End", "ArrowUp", "ArrowUp", "Enter");
  await position(page).getByText("Solved: no queen attacks another.").waitFor();
  await press("Delete");
  await position(page).getByText("Queens: 3 of 4").waitFor();
  await press("Home", "x");
  assert.match(await label(page, "A3"), /closed/);
  await press("Control+z", "Control+z");
  await position(page).getByText("Solved: no queen attacks another.").waitFor();
  await press("Control+Shift+z");
  await position(page).getByText("Queens: 3 of 4").waitFor();
});

everywhere("play: stale answers are dropped", async ({ visit, page }) => {
  await visit.open("play?n=32");
  await square(page, "A1").waitFor();
  for (const asked of ["Show a solution", "Hint", "Count solutions"]) {
    await page.getByLabel("Empty board").selectOption("32");
    await square(page, "AF32").waitFor();
    await page.getByRole("button", { name: asked, exact: true }).click();
    await page.getByLabel("Empty board").selectOption("5");
    await page.waitForTimeout(1200);
    await position(page).getByText("Queens: 0 of 5").waitFor();
    await addressed(page, "play?n=5");
    assert.equal(await position(page).locator(".message").count(), 0, asked);
  }
});

everywhere("play: stopping a long operation ends its worker", async ({ visit, page }) => {
  await visit.open("play?puzzle=regions&size=20&seed=1&difficulty=expert");
  await page.getByRole("button", { name: "Stop" }).click();
  await position(page).getByText("Stopped.").waitFor();
  for (let press = 0; press < 4; press++) {
    await page.getByLabel("Puzzle size").selectOption("20");
    await page.getByRole("button", { name: "New puzzle" }).click();
  }
  await page.getByLabel("Empty board").selectOption("4");
  await square(page, "D4").waitFor();
  await visit.open("learn");
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Browsers need some time to end a busy worker.
  for (let wait = 0; wait < 50 && page.workers().length > 1; wait++) {
    await page.waitForTimeout(200);
  }
  assert(page.workers().length <= 1, `${page.workers().length} workers`);
});

everywhere("play: other rules are explained", async ({ visit, page }) => {
  await visit.open("play?p=size:5+rules:torus");
  await position(page).getByText("Torus: a diagonal").waitFor();
  await page.getByRole("button", { name: "Count solutions" }).click();
  await position(page).getByText("This position has 10 solutions.").waitFor();
});

everywhere("play: an invalid link shows a message and a board", async ({ visit, page }) => {
  await visit.open("play?p=size:4+given:Z9");
  await position(page).locator(".message.bad", { hasText: "Z9" }).waitFor();
  assert.equal(await page.locator("[data-square]").count(), 64);
  for (const link of [
    "day=2026-02-30",
    "puzzle=foo",
    "n=0",
    "n=33",
    "q=Z99,!",
    "q=Z9",
    "p=size:0",
    "puzzle=regions&size=5&seed=x",
    "puzzle=queens&size=5&difficulty=x",
  ]) {
    await visit.open(`play?${link}`);
    await position(page).locator(".message").waitFor();
  }
});
