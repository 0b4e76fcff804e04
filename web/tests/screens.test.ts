/** What must be in view, and in full, on screens of different sizes. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { horizontalOverflow } from "./harness";
import { CONTROLS, pick } from "./person";
import { desktop, on } from "./visits";

const phone = (name: string, run: Parameters<typeof on>[3]) => on(["phone"], name, {}, run);

/** The top of the bar of sections, or the end of the window. */
const bottom = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const nav = document.querySelector("nav[aria-label='Sections']")?.getBoundingClientRect();
    return nav && nav.top > innerHeight / 2 ? nav.top : innerHeight;
  });

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  assert(box, `${what} is not visible`);
  return box;
};

/** The elements whose text is wider than they are. */
const cut = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.textContent ?? ""),
    selector,
  );

phone("start: all three doors are in view with the live board", async ({ visit, page }) => {
  for (const [width, height] of [
    [360, 740],
    [390, 844],
    [412, 915],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit.open("");
    const board = await boxOf(page.locator(".live .board"));
    assert(board.width > 200, `${width} x ${height}: the board has ${board.width} pixels`);
    for (const title of ["Play today's puzzle", "Watch it solve", "Count on your machine"]) {
      const door = await boxOf(page.getByRole("link", { name: title }));
      assert(door.y + door.height <= (await bottom(page)), `${title} at ${width} x ${height}: ${door.y + door.height}`);
    }
    assert.deepEqual(await cut(page, ".doors b"), []);
    assert.equal(await horizontalOverflow(page), 0);
  }
});

phone("play: the labels of the buttons below the board are not cut", async ({ visit, page }) => {
  await visit.open("play?puzzle=regions&size=6&seed=3&difficulty=easy");
  await page.getByRole("button", { name: "Hint", exact: true }).tap();
  await page.getByRole("button", { name: "Apply hint" }).waitFor();
  for (const width of [360, 375, 390, 412, 430, 480, 540]) {
    await page.setViewportSize({ width, height: 844 });
    assert.deepEqual(await cut(page, ".moves button"), [], `${width} pixels`);
  }
});

phone("play: a square of a large board is never behind the row names", async ({ visit, page }) => {
  await visit.open("play?n=29&q=Y27");
  const square = (name: string) => page.locator(`[data-square="${name}"]`);
  await square("AC20").focus();
  for (let col = 0; col < 28; col++) {
    await page.keyboard.press("ArrowLeft");
    const { x } = await boxOf(page.locator("[data-square]:focus"));
    const names = await boxOf(page.locator(".row-names"));
    assert(x >= names.x + names.width - 1, `column ${28 - col}: ${x} is left of ${names.x + names.width}`);
  }
});

phone("free board: the number of solutions is in view with the board", async ({ visit, page }) => {
  for (const [width, height, size, solutions] of [
    [360, 740, 8, 92],
    [390, 844, 7, 40],
  ] as const) {
    await page.setViewportSize({ width, height });
    await visit.open(`play?n=${size}`);
    const text = page.getByRole("region", { name: "Position" }).getByText(`${solutions} solutions remain.`);
    await text.waitFor();
    const box = await boxOf(text);
    assert(box.y + box.height <= (await bottom(page)), `${width} x ${height}`);
    await page.locator('[data-square="A1"]').tap();
    await page.getByRole("region", { name: "Position" }).getByText("4 solutions remain.", { exact: true }).waitFor();
  }
});

phone("learn: the link to the next lesson is not cut", async ({ visit, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const lesson of ["problem", "large-boards", "bit-masks", "symmetry"]) {
    await visit.open(`learn/${lesson}`);
    await page.locator(".lesson-bar").waitFor();
    assert.deepEqual(await cut(page, ".lesson-bar > a, .lesson-bar > a > span:not(.visually-hidden)"), [], lesson);
    assert.equal(await horizontalOverflow(page), 0);
  }
});

phone("projector: fits the width of a phone", async ({ visit, page }) => {
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 740 });
    await visit.open("learn/cross?view=projector&screen=2");
    await page.locator(".projector .board").first().waitFor();
    for (const what of [".projector .exercise", ".projector-top .note", ".projector-bar button:last-child"]) {
      const box = await boxOf(page.locator(what).first());
      assert(box.x >= 0 && box.x + box.width <= width, `${what} at ${width} pixels: ${JSON.stringify(box)}`);
    }
    await visit.open("learn");
  }
});

desktop("watch: at 1280 x 800, board, controls and the whole code are in view", async ({ visit, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const method of ["arrays", "bitmask", "breadth", "dancing-links"]) {
    await visit.open(`watch?method=${method}&n=8&step=40`);
    await page.locator(`[data-method="${method}"][data-step="40"]`).waitFor();
    await page.locator(".code").waitFor();
    assert.deepEqual(await cut(page, ".code, .code div"), [], method);
    for (const what of [".side .board", ".transport", ".details-panel"]) {
      const box = await boxOf(page.locator(what));
      assert(box.y + box.height <= 800, `${method}: ${what} ends at ${box.y + box.height}`);
    }
  }
});

phone("a phone on its side: the board, the controls and the doors are in view", async ({ visit, page }) => {
  for (const [width, height] of [
    [844, 390],
    [740, 360],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    const inView = async (what: Locator) => {
      const box = await boxOf(what);
      assert(box.y + box.height <= height, `${what} ends at ${box.y + box.height} of ${height} pixels`);
      assert(box.x >= 0 && box.x + box.width <= width);
    };
    await visit.open("watch?method=bitmask&n=8&step=300");
    await page.locator('[data-step="300"]').waitFor();
    for (const what of [".side .board", ".sentence", ".transport"]) {
      await inView(page.locator(what));
    }
    // The controls above the board are in one line.
    const tops = await page
      .locator(".bar .controls :is(select, button)")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2));
    assert(Math.max(...tops) - Math.min(...tops) < 4, tops.join(" "));
    await visit.open("");
    await inView(page.locator(".live .board"));
    for (const title of ["Play today's puzzle", "Watch it solve", "Count on your machine"]) {
      await inView(page.getByRole("link", { name: title }));
    }
    await visit.open("play?puzzle=regions&size=6&seed=3&difficulty=easy");
    await inView(page.locator(".play .board"));
    await inView(page.locator(".moves"));
    assert.deepEqual(await cut(page, ".moves button"), []);
  }
});

phone(
  "watch: nothing covers a control that is scrolled into view, however the phone is held",
  async ({ visit, page }) => {
    for (const [width, height] of [
      [390, 844],
      [360, 640],
      [844, 390],
      [932, 430],
      [640, 360],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const address of ["watch?method=bitmask&n=8&step=1", "watch?method=arrays&with=breadth&n=8&step=1"]) {
        await visit.open(address);
        await page.locator(".trees input").first().waitFor();
        const used = new Set<string>();
        for (const end of [0, 1]) {
          for (let part = 0; part < 1; part += 1 / 50) {
            await page.evaluate((end) => scrollTo(0, end * document.body.scrollHeight), end);
            const target = await pick(page, CONTROLS, part);
            assert.equal(target?.covered, null, `${target?.name} of ${address} at ${width} x ${height}`);
            used.add(target?.name ?? "");
          }
        }
        assert(used.size >= 8, `${used.size} controls`);
      }
    }
  },
);
