/** The colours of regions in the browser: what is drawn is what the library tests. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { desktop } from "./visits";

/** The colour of each region, by its number, as the browser draws it. */
const drawn = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    const colours: Record<string, string[]> = {};
    for (const cell of document.querySelectorAll<HTMLElement>('[role="gridcell"].coloured')) {
      const number = /region (\d+)/.exec(cell.getAttribute("aria-label") ?? "")?.[1] ?? "none";
      const colour = getComputedStyle(cell).backgroundColor;
      colours[number] = [...new Set([...(colours[number] ?? []), colour])];
    }
    return colours;
  });

/** The colours of a theme in the style sheet, as browsers write them. */
function palette(theme: "light" | "dark"): string[] {
  const css = readFileSync("src/style/palette.css", "utf8");
  return [...css.matchAll(new RegExp(`--${theme}: #(..)(..)(..);`, "g"))].map(([, ...parts]) => {
    const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16));
    return `rgb(${red}, ${green}, ${blue})`;
  });
}

for (const theme of ["light", "dark"] as const) {
  desktop(`colours: each region has one colour of its own in the ${theme} theme`, async ({ visit, page }) => {
    await page.emulateMedia({ colorScheme: theme });
    for (const size of [8, 12, 20]) {
      await visit.open(`play?puzzle=regions&size=${size}&seed=3`);
      await page.locator(`[role="grid"][aria-rowcount="${size}"] .coloured`).first().waitFor();
      const colours = await drawn(page);
      assert.equal(Object.keys(colours).length, size);
      const all = Object.values(colours).flat();
      // One colour per region, all different, and the first colours of the palette.
      assert.deepEqual(all.toSorted(), palette(theme).slice(0, size).toSorted());
      const names = await page.locator(".region-name").allTextContents();
      assert.deepEqual(
        names,
        Array.from({ length: size }, (_, place) => `${place + 1}`),
      );
    }
  });
}

desktop("colours: a region keeps its colour when the puzzle is solved", async ({ visit, page }) => {
  await visit.open("play?puzzle=regions&size=8&seed=3");
  await page.locator(".coloured").first().waitFor();
  const before = await drawn(page);
  await page.getByRole("button", { name: /Show (a|the) solution/ }).click();
  await page.waitForFunction(() => document.querySelectorAll(".coloured.has-queen").length === 8);
  assert.deepEqual(await drawn(page), before);
});
