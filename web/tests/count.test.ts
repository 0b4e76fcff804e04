import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addressed, command } from "./harness";
import { desktop, everywhere } from "./visits";

const start = (page: Page) => page.getByRole("button", { name: "Count", exact: true });
const grouped = (number: string) => BigInt(number).toLocaleString("en");

/** The numbers of solutions by the command. */
async function counts(sizes: string, options = ""): Promise<Map<number, string>> {
  const lines = (await command(`count ${sizes}${options}`)).trim().split("\n");
  return new Map(lines.map((line) => line.split(": ")).map(([size, count]) => [Number(size), count ?? ""]));
}

async function counted(page: Page, size: number): Promise<string> {
  await page.getByLabel("Board size N", { exact: true }).fill(String(size));
  await start(page).click();
  const sentence = page.getByText(new RegExp(`^N = ${size} has [\\d,]+ solutions?`));
  return /has ([\d,]+)/.exec((await sentence.textContent()) ?? "")?.[1] ?? "";
}

everywhere("count: the counts match the command up to N = 14", async ({ visit, page }) => {
  const known = await counts("1..14");
  await visit.open("count");
  for (const [size, count] of known) {
    assert.equal(await counted(page, size), grouped(count), `N = ${size}`);
    await page.getByText(/^Matches the published value/).waitFor();
  }
  assert.equal(await page.getByRole("region", { name: "Table of counts" }).getByRole("row").count(), 15);
  await addressed(page, "count?n=14");
});

desktop("count: all methods give the same counts", async ({ visit, page }) => {
  await visit.open("count?n=7");
  await start(page).waitFor();
  const methods = await page
    .getByLabel("Method", { exact: true })
    .locator("option")
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value).filter((value) => value !== ""));
  assert.equal(methods.length, 17);
  for (const method of methods) {
    for (const [size, count] of [
      [2, "0"],
      [7, "40"],
      [9, "352"],
    ] as const) {
      await page.getByLabel("Method", { exact: true }).selectOption(method);
      assert.equal(await counted(page, size), count, `${method} ${size}`);
    }
  }
});

everywhere("count: a long count shows its progress and can be stopped", async ({ visit, page }) => {
  await visit.open("count?n=18&workers=1");
  await start(page).click();
  const bar = page.getByRole("progressbar", { name: "Counting N = 18" });
  await bar.waitFor();
  await page.waitForFunction(
    () => Number(document.querySelector('[role="progressbar"]')?.getAttribute("aria-valuenow")) >= 1,
  );
  assert.match((await bar.getAttribute("aria-valuetext")) ?? "", /\d/);
  await page
    .locator("dl div", { hasText: "Remaining" })
    .getByText(/^\d+:\d\d$/)
    .waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await start(page).waitFor();
  assert.equal(await counted(page, 10), "724");
});

everywhere("count: a race of methods", async ({ visit, page }) => {
  await visit.open("count?race=arrays,bitmask,dancing-links,join&racen=8");
  await page.getByRole("button", { name: "Start race" }).click();
  const table = page.getByRole("region", { name: "Race results" });
  await table.getByText("Ranking for N = 8").waitFor();
  await table.getByRole("row").nth(4).waitFor();
  // The placements do not depend on the times.
  await table.getByText("2,056").first().waitFor();
  const rows = await table.getByRole("row").allTextContents();
  for (const method of ["arrays", "bitmask", "dancing-links", "join"]) {
    assert.equal(rows.filter((row) => row.includes(method)).length, 1, method);
  }
});

everywhere("count: charts are also available as tables", async ({ visit, page }) => {
  await visit.open("count");
  await page.getByText("Number of solutions as a table").click();
  const table = page.getByRole("region", { name: "Table: Number of solutions" });
  await table.getByText("234,907,967,154,122,528").waitFor();
  await page.getByRole("button", { name: "Measure placements" }).click();
  await page.getByRole("button", { name: "Measure again" }).waitFor();
  await page.getByText("Placements as a table").click();
  // OEIS A319283 less one for the empty board, and half of it.
  const placements = page.getByRole("region", { name: "Table: Placements" });
  for (const number of ["2,056", "1,028", "35,538"]) {
    await placements.getByText(number, { exact: true }).first().waitFor();
  }
  const slider = page.getByRole("slider", { name: "Select N: Number of solutions" });
  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.equal(await slider.inputValue(), "2");
});

desktop("count: keyboard only", async ({ visit, page }) => {
  await visit.open("count?n=9");
  await start(page).waitFor();
  const field = page.getByLabel("Board size N", { exact: true });
  for (let press = 0; press < 15 && !(await field.evaluate((one) => one === document.activeElement)); press++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByText(/^N = 10 has 724 solutions/).waitFor();
});

desktop("count: without a GPU the page counts on the CPU and says so", async ({ visit, page }) => {
  await visit.open("count?n=12&device=gpu&go=1");
  await page.getByRole("alert").getByText("this browser does not offer").waitFor();
  await page.getByText(/^N = 12 has 14,200 solutions/).waitFor();
  assert.equal(await page.getByLabel("Device", { exact: true }).count(), 0);
  await addressed(page, "count?n=12");
});

everywhere("count: an invalid link shows a message", async ({ visit, page }) => {
  await visit.open("count?n=99&method=nonsense");
  await page.getByRole("alert").waitFor();
  assert.equal(await counted(page, 6), "4");
});
