/** The start page: the live board and the doors. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { place } from "./harness";
import { everywhere, on } from "./visits";

const live = (page: Page) => page.locator(".live");
const queens = (page: Page) => live(page).locator(".has-queen");

everywhere("start: the board searches for solutions, and can be paused", async ({ visit, page }) => {
  await visit.open("");
  const smaller = page.getByRole("button", { name: "Smaller board" });
  for (let size = 8; size > 4; size--) {
    await smaller.click();
  }
  await page.getByText("N = 4", { exact: true }).waitFor();
  assert.equal(await smaller.getAttribute("aria-disabled"), "true");
  // The two solutions, then again from the start.
  await page.getByText(/queens placed, 1 solution found/).waitFor();
  await page.getByText(/queens placed, 2 solutions found/).waitFor();
  await page.getByText(/queens placed, 0 solutions found/).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  // A board at rest shows a solution.
  await page.getByText(/queens placed, 1 solution found/).waitFor();
  assert.equal(await live(page).locator(".queen-found").count(), 4);
});

everywhere(
  "start: a square is completed to a solution, by pointer and by keyboard",
  async ({ visit, page, screen }) => {
    await visit.open("");
    const corner = live(page).locator('[data-square="A1"]');
    await (screen === "phone" ? corner.tap() : corner.click());
    await page.getByText("4 of 92 solutions use A1. Here is one.").waitFor();
    assert.equal(await queens(page).count(), 8);
    // The focus is on A1 of the bottom row; two squares up is A3.
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByText("16 of 92 solutions use A3. Here is one.").waitFor();
    await page.getByRole("button", { name: "Smaller board" }).click();
    await page.getByRole("button", { name: "Smaller board" }).click();
    await page.getByText("N = 6", { exact: true }).waitFor();
    await live(page).locator('[data-square="F6"]').click();
    await page.getByText("None of the 4 solutions has a queen on F6.").waitFor();
    await page.getByRole("button", { name: "Run search" }).click();
    await page.getByText(/queens placed/).waitFor();
  },
);

on(["desktop", "phone"], "start: nothing moves with reduced motion", { reducedMotion: "reduce" }, async (seen) => {
  const { visit, page } = seen;
  await visit.open("");
  await page.getByText("113 queens placed, 1 solution found").waitFor();
  assert.equal(await live(page).locator(".queen-found").count(), 8);
  await page.getByRole("button", { name: "Run search" }).click();
  await page.getByText(/^\d+ queens placed, 0 solutions found/).waitFor();
});

everywhere("start: the doors lead to the sections", async ({ visit, page }) => {
  const doors = { "Play today's puzzle": "play", "Watch it solve": "watch", "Count on your machine": "count" };
  for (const [name, section] of Object.entries({
    ...doors,
    "Short lessons": "learn",
    "All solutions up to": "explore",
  })) {
    await visit.open("");
    await page.locator("main").getByRole("link", { name }).click();
    await page.locator(`main[data-section="${section}"]`).waitFor();
    assert(((await place(page)).split("?")[0] ?? "") === section);
    await page.goBack();
    await page.locator('main[data-section="start"]').waitFor();
  }
  // The first door leads to the puzzle that it shows, whatever was played last.
  const puzzle = page.locator("main").getByRole("link", { name: "Play today's puzzle" });
  assert.match((await puzzle.getAttribute("href")) ?? "", /^#\/play\?day=\d{4}-\d\d-\d\d$/);
  // The picture of the first door is today's puzzle.
  const sizes = await page.locator(".puzzle-picture").evaluate(async (picture) => {
    while (picture.querySelectorAll("rect").length === 0) {
      await new Promise(requestAnimationFrame);
    }
    return [picture.querySelectorAll("rect").length, Number(picture.getAttribute("viewBox")?.split(" ")[2])];
  });
  assert.equal(sizes[0], (sizes[1] ?? 0) ** 2);
});

on(
  ["desktop", "phone"],
  "start: the page can be used before the library is loaded",
  { serviceWorkers: "block" },
  async (seen) => {
    const { visit, page } = seen;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/*.wasm", async (route) => {
      await held;
      await route.continue();
    });
    await visit.open("");
    await page.getByRole("heading", { level: 1, name: /^Place N queens/ }).waitFor();
    await page.getByText("Loading the library …").waitFor();
    await page.locator("main").getByRole("link", { name: "Short lessons" }).click();
    await page.locator('main[data-section="learn"] h1').waitFor();
    await page.goBack();
    await page.getByText("Loading the library …").waitFor();
    release();
    await page.getByText(/queens placed/).waitFor();
  },
);

on(
  ["desktop", "phone"],
  "start: a library that cannot be loaded is reported",
  { serviceWorkers: "block" },
  async (seen) => {
    const { visit, page } = seen;
    await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "not found" }));
    await visit.open("");
    await page.getByText(/The library could not be loaded/).waitFor();
    assert(
      visit.problems.every((problem) => /404/.test(problem)),
      visit.problems.join("; "),
    );
    visit.problems.length = 0;
  },
);
