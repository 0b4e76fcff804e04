import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { accessibilityProblems, command, horizontalOverflow, place } from "./harness";
import { everywhere, on } from "./visits";

const side = (page: Page, method: string) => page.locator(`.side[data-method="${method}"]`);
const at = (page: Page, method: string, step: number) =>
  side(page, method)
    .and(page.locator(`[data-step="${step}"]`))
    .waitFor();
const stepOf = async (page: Page) => Number(await page.locator(".side").first().getAttribute("data-step"));

/** The numbers of steps after which a method has found each solution. */
async function solutionSteps(method: string, size: number): Promise<number[]> {
  const lines = (await command(`trace ${method} ${size}`)).trim().split("\n");
  return lines.flatMap((line, number) => (JSON.parse(line).step === "solution" ? [number + 1] : []));
}

everywhere("watch compare: each method goes to its own next solution", async ({ visit, page }) => {
  const [arrays, bitmask] = await Promise.all([solutionSteps("arrays", 6), solutionSteps("bitmask", 6)]);
  await visit.open("watch?method=arrays&with=bitmask&n=6&step=0");
  await at(page, "bitmask", 0);
  for (let solution = 0; solution < arrays.length; solution++) {
    await page.getByRole("button", { name: "Next solution" }).click();
    await Promise.all([at(page, "arrays", arrays[solution] ?? 0), at(page, "bitmask", bitmask[solution] ?? 0)]);
    await side(page, "bitmask")
      .getByText(`Solution ${solution + 1}:`)
      .waitFor();
  }
  await page.getByRole("button", { name: "Next solution" }).click();
  await page.getByText("Three arrays and Bit masks: no more solutions.").waitFor();
  // Both move by the same number of steps.
  const [first = 0, second = 0] = [arrays.at(-1), bitmask.at(-1)];
  await page.getByRole("button", { name: "Step forward" }).click();
  await Promise.all([at(page, "arrays", first + 1), at(page, "bitmask", second + 1)]);
  await side(page, "bitmask")
    .getByText(`step ${(second + 1).toLocaleString("en")}, ${(first - second).toLocaleString("en")} behind`)
    .waitFor();
  // The address already has the lead of the solution; the step is written after it.
  await page.waitForFunction(
    ([step, lead]) => location.hash.includes(`step=${step}&lead=${lead}`),
    [first + 1, second - first],
  );
  await page.reload();
  await Promise.all([at(page, "arrays", first + 1), at(page, "bitmask", second + 1)]);
  await page.getByRole("button", { name: "Align steps" }).click();
  await at(page, "arrays", first + 1);
  // The second method has ended before that step.
  await side(page, "bitmask").getByText("Search complete.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Align steps" }).count(), 0);
  assert.equal(await horizontalOverflow(page), 0);
});

everywhere("watch compare: a link with an invalid lead shows a message", async ({ visit, page }) => {
  await visit.open("watch?method=arrays&with=bitmask&n=6&step=10&lead=1e9");
  await page.getByText(/The link asks for lead=1e9/).waitFor();
  await Promise.all([at(page, "arrays", 10), at(page, "bitmask", 10)]);
});

everywhere("watch address: it is current while a search plays, and exact after a pause", async ({ visit, page }) => {
  await page.addInitScript(() => {
    const { replaceState } = history;
    const counted = window as unknown as { written: number };
    counted.written = 0;
    history.replaceState = function (...changed) {
      counted.written++;
      return replaceState.apply(this, changed);
    };
  });
  await visit.open("watch?method=arrays&n=10&step=5&speed=300");
  await at(page, "arrays", 5);
  await page.getByRole("button", { name: "Play" }).click();
  const started = Date.now();
  const stepInAddress = async () => Number(/step=(\d+)/.exec(await place(page))?.[1]);
  await page.waitForFunction(() => Number(/step=(\d+)/.exec(location.hash)?.[1]) > 400);
  await page.getByRole("button", { name: "Pause" }).waitFor();
  const written = await page.evaluate(() => (window as unknown as { written: number }).written);
  // Browsers allow at least 100 changes in 30 seconds.
  assert(written <= 3 + (Date.now() - started) / 500, `${written} changes`);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.waitForFunction(() =>
    location.hash.includes(`step=${document.querySelector(".side")?.getAttribute("data-step")}&`),
  );
  const paused = await stepInAddress();
  await page.reload();
  await at(page, "arrays", paused);
  await page.getByRole("button", { name: "Play" }).waitFor();
  assert.equal(await stepOf(page), paused);
});

/** The parts of an element list that are outside the visible area between two heights. */
const outside = (page: Page, selectors: string[], top: number, bottom: number) =>
  page.evaluate(
    ({ selectors, top, bottom }) =>
      selectors.filter((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return !box || box.width === 0 || box.top < top - 1 || box.bottom > bottom + 1;
      }),
    { selectors, top, bottom },
  );

for (const address of [
  "watch?method=columns&n=8&step=300",
  "watch?method=arrays&with=breadth&n=8&step=982&lead=-800",
]) {
  on(
    ["desktop"],
    `watch layout: all in view at 1280 x 800: ${address}`,
    { viewport: { width: 1280, height: 800 } },
    async ({ visit, page }) => {
      await visit.open(address);
      await page.locator(".sentence:not(:empty)").first().waitFor();
      const parts = [".bar", ".side .board", ".sentence", ".transport", ".numbers", ".code .now"];
      assert.deepEqual(await outside(page, parts, 0, 800), []);
      assert.deepEqual(await accessibilityProblems(page), []);
    },
  );
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]) {
  on(
    ["phone"],
    `watch layout: the board stays in view on a phone of ${viewport.width} x ${viewport.height}`,
    { viewport },
    async ({ visit, page }) => {
      await visit.open("watch?method=bitmask&n=8&step=300");
      await page.locator(".code .now").waitFor();
      assert.equal(await horizontalOverflow(page), 0);
      const bars = await page.evaluate(() => document.querySelector("nav")?.getBoundingClientRect().top ?? 0);
      assert.deepEqual(
        await outside(page, [".side .board", ".sentence", ".transport .buttons", ".timeline"], 0, bars),
        [],
      );
      await page.evaluate(() => {
        const board = document.querySelector(".boards")?.getBoundingClientRect();
        const line = document.querySelector(".code .now")?.getBoundingClientRect();
        scrollBy(0, (line?.top ?? 0) - (board?.height ?? 0) - 20);
      });
      const transport = await page.evaluate(
        () => document.querySelector(".transport")?.getBoundingClientRect().top ?? 0,
      );
      assert.deepEqual(await outside(page, [".side .board", ".sentence"], 0, transport), []);
      const under = await page.evaluate(() => document.querySelector(".boards")?.getBoundingClientRect().bottom ?? 0);
      assert.deepEqual(await outside(page, [".code .now"], under, transport), []);
      await page.getByRole("button", { name: "Step forward" }).tap();
      await page.locator('.side[data-step="301"]').waitFor();
      assert.deepEqual(await accessibilityProblems(page), []);
    },
  );
}
