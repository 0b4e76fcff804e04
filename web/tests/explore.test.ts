import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { command } from "./harness";
import { desktop, everywhere, on } from "./visits";

const list = (page: Page, size: number) =>
  page.getByRole("listbox", { name: `Solutions for N = ${size}`, exact: true });
const chosen = (page: Page) => page.getByRole("region", { name: "Selected solution" });
const heading = (page: Page, text: string) => chosen(page).getByRole("heading", { name: text }).waitFor();

everywhere("explore: all solutions and fundamental solutions", async ({ visit, page }) => {
  const lines = (await command("list 8")).trim().split("\n");
  await visit.open("explore?n=8");
  await page.getByText("92 solutions, 12 of them fundamental.").waitFor();
  await list(page, 8)
    .getByRole("option", { name: `Solution 1: ${lines[0]}`, exact: true })
    .click();
  await heading(page, "Solution 1 of 92");
  await list(page, 8).focus();
  await page.keyboard.press("End");
  await heading(page, "Solution 92 of 92");
  await list(page, 8)
    .getByRole("option", { name: `Solution 92: ${lines[91]}`, exact: true })
    .waitFor();
  await page.getByLabel("Fundamental solutions only").check();
  const some = page.getByRole("listbox", { name: "Fundamental solutions for N = 8" });
  await some.getByRole("option").first().waitFor();
  assert.equal(await some.getByRole("option").first().getAttribute("aria-setsize"), "12");
});

everywhere("explore: only visible rows of a list of 365,596 are in the document", async ({ visit, page }) => {
  await visit.open("explore?n=14");
  await page.getByText(/^365,596 solutions/).waitFor();
  await page.getByLabel("Solution number").fill("365596");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await heading(page, "Solution 365,596 of 365,596");
  await list(page, 14)
    .getByRole("option", { name: /^Solution 365,596: 14 / })
    .waitFor();
  assert((await list(page, 14).getByRole("option").count()) < 120);
  await page.getByLabel("Solution number").fill("365597");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.getByText("Enter a number from 1 to 365,596.").waitFor();
});

everywhere("explore: symmetry and the eight images", async ({ visit, page }) => {
  await visit.open("explore?n=8&rows=1,5,8,6,3,7,2,4");
  await heading(page, "Solution 1 of 92");
  await page.getByRole("heading", { name: "Symmetry: none" }).waitFor();
  const images = page.getByRole("list", { name: "The eight images" }).getByRole("button");
  assert.equal(await images.count(), 8);
  await images.nth(1).click();
  await page.getByRole("button", { name: "Show representative" }).click();
  await heading(page, "Solution 1 of 92");
  // Symmetric under 180°: four different images.
  await visit.open("explore?n=8&rows=3,5,2,8,1,7,4,6");
  await page.getByRole("heading", { name: "Symmetry: 180°" }).waitFor();
  await visit.open("explore?n=4&rows=2,4,1,3");
  await page.getByRole("heading", { name: "Symmetry: 90°" }).waitFor();
});

on(["desktop", "phone"], "explore: save and copy", { acceptDownloads: true }, async ({ visit, page }) => {
  await visit.open("explore?n=8&rows=1,5,8,6,3,7,2,4");
  await heading(page, "Solution 1 of 92");
  const save = async (name: string) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
  };
  const svg = await save("Save SVG");
  assert.equal(svg.name, "queens-8-solution-1.svg");
  assert.equal(svg.content.toString().match(/class="queen"/g)?.length, 8);
  const png = await save("Save PNG");
  assert.equal(png.name, "queens-8-solution-1.png");
  assert.equal(png.content.subarray(1, 4).toString(), "PNG");
  // The width is in the header; a blank picture of that size would be much smaller.
  assert.equal(png.content.readUInt32BE(16), 1200);
  assert(png.content.length > 15_000, `${png.content.length} bytes`);
  const copied = async (name: string, form: string) => {
    await page.getByRole("button", { name }).click();
    await page.getByText(`Copied as ${form}.`, { exact: true }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.equal(await copied("Copy as rows", "rows"), "1 5 8 6 3 7 2 4");
  assert.equal(await copied("Copy as squares", "squares"), "A1 B5 C8 D6 E3 F7 G2 H4");
  const strings = JSON.parse(await copied("Copy as LeetCode strings", "LeetCode")) as string[];
  assert.deepEqual([strings.length, strings[7]], [8, "Q......."]);
});

everywhere("explore: a solution is checked while it is typed", async ({ visit, page }) => {
  await visit.open("explore");
  const text = page.getByLabel("Rows, squares or a board");
  await text.fill("1 2 3 4");
  await page.getByText("the queens on A1 and B2 attack each other").waitFor();
  await text.fill("A2 B4 C1 D3");
  await page.getByText("A valid solution for N = 4").waitFor();
  await page.getByRole("button", { name: "Show in list" }).click();
  await heading(page, "Solution 1 of 2");
  await page.waitForFunction(() => location.hash.includes("n=4"));
});

desktop("explore: keyboard only", async ({ visit, page }) => {
  await visit.open("explore?n=6");
  const box = list(page, 6);
  await box.getByRole("option").first().waitFor();
  for (let press = 0; press < 30 && !(await box.evaluate((one) => one === document.activeElement)); press++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Home");
  await heading(page, "Solution 1 of 4");
  await page.keyboard.press("ArrowDown");
  await heading(page, "Solution 2 of 4");
  await page.keyboard.press("End");
  await heading(page, "Solution 4 of 4");
  await page.waitForFunction(() => location.hash.includes("rows=5,3,1,6,4,2"));
  await page.reload();
  await heading(page, "Solution 4 of 4");
});

desktop("explore: an error disappears with the next choice", async ({ visit, page }) => {
  await page.addInitScript(() => {
    const trap = { set: false };
    class TrappedWorker extends Worker {
      override postMessage(message: { id?: number; question?: string }): void {
        if (trap.set && message.question?.startsWith('{"solution"')) {
          this.onmessage?.(new MessageEvent("message", { data: { id: message.id, broken: "unreachable" } }));
        } else {
          super.postMessage(message);
        }
      }
    }
    Object.assign(globalThis, { Worker: TrappedWorker, trap });
  });
  const trapped = (set: boolean) =>
    page.evaluate((set) => {
      (globalThis as unknown as { trap: { set: boolean } }).trap.set = set;
    }, set);
  await visit.open("explore?n=6");
  await heading(page, "Solution 1 of 4");
  const failure = page.getByText("Something went wrong");
  await trapped(true);
  await page.getByRole("button", { name: "Next solution" }).click();
  await failure.waitFor();
  await trapped(false);
  await page.getByRole("button", { name: "Next solution" }).click();
  await heading(page, "Solution 2 of 4");
  assert.equal(await failure.count(), 0);
});

everywhere("explore: boards without solutions, and invalid links", async ({ visit, page }) => {
  await visit.open("explore?n=3");
  await page.getByRole("heading", { name: "No solutions" }).waitFor();
  await page.getByRole("button", { name: "Show N = 4" }).click();
  await page.getByText(/^2 solutions/).waitFor();
  await visit.open("explore?n=99&rows=hello");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator(".notice").filter({ hasText: /\S/ }).first().waitFor();
});
