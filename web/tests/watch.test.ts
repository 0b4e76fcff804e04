import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { command, settled } from "./harness";
import { desktop, everywhere, on } from "./visits";

const side = (page: Page, method: string) => page.locator(`.side[data-method="${method}"]`);
const at = (page: Page, method: string, step: number) =>
  side(page, method)
    .and(page.locator(`[data-step="${step}"]`))
    .waitFor();
/** All visible parts of a search. */
const seen = (page: Page, method: string) =>
  page.evaluate((method) => {
    const side = document.querySelector(`.side[data-method="${method}"]`);
    const lines = document.querySelectorAll(`.details-panel[data-method="${method}"] .now`);
    return {
      board: side?.querySelector('[role="img"]')?.getAttribute("aria-label"),
      squares: [...(side?.querySelectorAll(".square") ?? [])].map((one) => one.className),
      sentence: side?.querySelector(".sentence")?.textContent,
      numbers: document.querySelector(`dl[data-method="${method}"]`)?.textContent,
      line: [...lines].map((one) => one.textContent),
    };
  }, method);

everywhere("watch: stepping forward and back shows the same boards", async ({ visit, page }) => {
  await visit.open("watch?method=arrays&n=6&step=0");
  await at(page, "arrays", 0);
  const before = [];
  for (let step = 0; step < 25; step++) {
    const shown = await seen(page, "arrays");
    assert(shown.board && shown.sentence && shown.numbers && shown.squares.length === 36, JSON.stringify(shown));
    before.push(shown);
    await page.getByRole("button", { name: "Step forward" }).click();
    await at(page, "arrays", step + 1);
  }
  for (let step = 24; step >= 0; step--) {
    await page.getByRole("button", { name: "Step back" }).click();
    await at(page, "arrays", step);
    assert.deepEqual(await seen(page, "arrays"), before[step], `step ${step}`);
  }
  assert(before.some(({ squares }) => squares.some((one) => one.includes("queen-ghost"))));
  assert(before.some(({ squares }) => squares.some((one) => one.includes("tried"))));
  assert(
    before.every(({ line }, step) => step === 0 || line.length > 0),
    "a line of code for each step",
  );
});

everywhere("watch: the steps match queens trace", async ({ visit, page }) => {
  const trace = (await command("trace bitmask 5")).trim().split("\n");
  const steps = trace.map((line) => JSON.parse(line) as { step: string; square?: string });
  await visit.open("watch?method=bitmask&n=5&step=0");
  await at(page, "bitmask", 0);
  for (const [number, { step, square }] of steps.slice(0, 30).entries()) {
    await page.getByRole("button", { name: "Step forward" }).click();
    await at(page, "bitmask", number + 1);
    const sentence = (await seen(page, "bitmask")).sentence ?? "";
    const words = { place: "placed on", remove: "removed from", solution: "Solution" }[step] ?? step;
    assert(sentence.includes(words) && sentence.includes(square ?? ""), `step ${number}: ${sentence}`);
  }
});

everywhere("watch: playing to the end gives the known statistics", async ({ visit, page }) => {
  await visit.open("watch?method=bitmask&n=6&step=0&speed=3000");
  await at(page, "bitmask", 0);
  await page.getByRole("button", { name: "Play" }).click();
  await side(page, "bitmask").getByText("Search complete.").waitFor();
  const numbers = page.locator('dl[data-method="bitmask"]');
  assert.match((await numbers.textContent()) ?? "", /placements152depth0solutions4/);
  await settled(page, "step=308");
});

everywhere("watch: scrub, next solution, link", async ({ visit, page }) => {
  await visit.open("watch?method=arrays&n=8&step=0");
  await at(page, "arrays", 0);
  await page.getByRole("button", { name: "Next solution" }).click();
  await at(page, "arrays", 982);
  await side(page, "arrays").getByText("Solution 1: 1 5 8 6 3 7 2 4").waitFor();
  assert.equal(await side(page, "arrays").locator(".queen-found").count(), 8);
  await settled(page, "step=982");
  const link = page.url();
  const shown = await seen(page, "arrays");
  await page.getByRole("slider", { name: "Step" }).fill("5000");
  await at(page, "arrays", 5000);
  await page.goto("about:blank");
  await page.goto(link);
  await at(page, "arrays", 982);
  assert.deepEqual(await seen(page, "arrays"), shown);
});

everywhere("watch: two methods side by side", async ({ visit, page }) => {
  await visit.open("watch?method=arrays&n=6&step=40");
  await at(page, "arrays", 40);
  await page.getByLabel("Compare with").selectOption("breadth");
  await at(page, "breadth", 0);
  for (let step = 1; step <= 12; step++) {
    await page.getByRole("button", { name: "Step forward" }).click();
    await Promise.all([at(page, "arrays", step), at(page, "breadth", step)]);
  }
  assert.match((await page.locator('dl[data-method="breadth"]').textContent()) ?? "", /queue[1-9]/);
  await settled(page, "with=breadth");
});

desktop("watch: every method can be watched on every board", async ({ visit, page }) => {
  await visit.open("watch?method=tiles&n=4&step=3");
  const options = page.getByRole("combobox", { name: "Method", exact: true }).locator("option");
  await options.first().waitFor({ state: "attached" });
  const methods = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  assert.equal(methods.length, 15);
  for (const method of methods) {
    await page.getByRole("combobox", { name: "Method", exact: true }).selectOption(method);
    await side(page, method).locator(".sentence", { hasText: "Empty board." }).waitFor();
    await page.getByRole("button", { name: "Next solution" }).click();
    await side(page, method)
      .getByText(/Solution 1: [23]/)
      .waitFor();
  }
  for (const size of [1, 2, 3, 16]) {
    await page.getByRole("combobox", { name: "Method", exact: true }).selectOption("bitmask");
    await page.getByLabel("Board size").selectOption(String(size));
    await side(page, "bitmask")
      .getByRole("img", { name: `Board of size ${size}: no queens` })
      .waitFor();
    assert.equal(await side(page, "bitmask").locator(".square").count(), size * size);
  }
});

desktop("watch: the page stays responsive far into a large search", async ({ visit, page }) => {
  await visit.open("watch?method=arrays&n=16&step=0&speed=10000");
  await at(page, "arrays", 0);
  await page.getByRole("slider", { name: "Step" }).fill("900000");
  await at(page, "arrays", 900_000);
  const shown = await seen(page, "arrays");
  await page.getByRole("button", { name: "Play" }).click();
  await side(page, "arrays").and(page.locator(':not([data-step="900000"])')).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("slider", { name: "Step" }).fill("900001");
  await at(page, "arrays", 900_001);
  await page.getByRole("button", { name: "Step back" }).click();
  await at(page, "arrays", 900_000);
  assert.deepEqual(await seen(page, "arrays"), shown);
});

desktop("watch: keyboard only", async ({ visit, page }) => {
  await visit.open("watch?method=arrays&n=5&step=10");
  await at(page, "arrays", 10);
  await page.keyboard.press("ArrowRight");
  await at(page, "arrays", 11);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await at(page, "arrays", 9);
  await page.keyboard.press("Home");
  await at(page, "arrays", 0);
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Play" }).waitFor();
  // End works as soon as the length of the search is known.
  await page.getByText(/^Step \d+ of \d+$/).waitFor();
  await page.keyboard.press("End");
  await side(page, "arrays").getByText("Search complete.").waitFor();
  // By Tab from the top: the skip link, the sections, the controls, the timeline.
  const slider = page.getByRole("slider", { name: "Step" });
  for (let press = 0; press < 30 && !(await slider.evaluate((one) => one === document.activeElement)); press++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowLeft");
  await side(page, "arrays").getByText("Search complete.").waitFor({ state: "detached" });
});

on(
  ["desktop", "phone"],
  "watch: with reduced motion the search does not start by itself",
  { reducedMotion: "reduce" },
  async ({ visit, page }) => {
    await visit.open("watch");
    await at(page, "bitmask", 0);
    await page.getByRole("button", { name: "Play" }).waitFor();
    await page.waitForTimeout(400);
    await at(page, "bitmask", 0);
  },
);

on(
  ["phone"],
  "watch: a phone shows what happens above the controls, and the tree without the board",
  {},
  async ({ visit, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await visit.open("watch?method=arrays&n=8&step=20");
    await page.locator('[data-step="20"]').first().waitFor();
    const bottomOf = (what: string) =>
      page.evaluate((what) => document.querySelector(what)?.getBoundingClientRect().bottom ?? -1, what);
    const topOf = (what: string) =>
      page.evaluate((what) => document.querySelector(what)?.getBoundingClientRect().top ?? -1, what);
    assert((await bottomOf(".sentence")) <= (await topOf(".transport")));
    // The board stays while the explanation is read.
    await page.evaluate(() => document.querySelector(".code")?.scrollIntoView({ block: "end" }));
    assert.equal(await topOf(".boards"), 0);
    assert((await bottomOf(".boards")) < (await topOf(".transport")) - 180);
    await page.evaluate(() => document.querySelector(".tree-panel")?.scrollIntoView({ block: "end" }));
    assert((await bottomOf(".boards")) < 100);
  },
);

everywhere("watch: having no more solutions is not an error", async ({ visit, page }) => {
  await visit.open("watch?method=bitmask&n=3&step=0");
  await page.getByText("Step 0 of 10").waitFor();
  await page.getByRole("button", { name: "Next solution" }).click();
  await page.getByText("No more solutions.").waitFor();
  assert.equal(await page.locator(".message.bad").count(), 0);
});

everywhere("watch: an invalid link shows a message and a board", async ({ visit, page }) => {
  await visit.open("watch?method=nonsense&n=999&step=-4&speed=x&with=%3Cscript%3E");
  await side(page, "bitmask").getByRole("img").waitFor();
  await page.getByText("Unknown method “nonsense”. Showing the default instead.").waitFor();
  await visit.open("watch?method=tiles&n=16&step=5");
  await at(page, "tiles", 5);
  assert.equal(await side(page, "tiles").locator(".square").count(), 169);
  assert.equal(await page.locator(".message.bad").count(), 0);
  await visit.open("watch?method=arrays&n=4&step=99999");
  await page.getByText("Step 78 of 78").waitFor();
});

everywhere("watch: a step beyond the limit does not block another search", async ({ visit, page }) => {
  await visit.open("watch?n=16&method=arrays&step=9007199254740991");
  await page.getByText(/The link asks for step=/).waitFor();
  await page.getByLabel("Board size").selectOption("5");
  await at(page, "arrays", 0);
  await page.getByText(/^Step 0 of \d{3}/).waitFor();
});
