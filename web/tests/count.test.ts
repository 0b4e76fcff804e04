import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { add, type BestTime, clear, decode, encode, type Items, load } from "../src/count/records";
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
  await page.getByText("Method and workers").click();
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
  // The fastest race takes less than 0.01 ms, so the shown time may never change. The queens move in every race.
  const ended = await page.getByRole("button", { name: "Replay in slow motion" }).evaluate(async (button) => {
    const frame = () => new Promise(requestAnimationFrame);
    const runners = [...document.querySelectorAll<HTMLElement>(".runner")];
    const isMoving = () => runners.some(({ style }) => 0 < parseFloat(style.left) && parseFloat(style.left) < 100);
    (button as HTMLButtonElement).click();
    for (let frames = 0; frames < 1000 && !isMoving(); frames++) {
      await frame();
    }
    const during = [button.textContent, button.nextElementSibling?.textContent];
    (button as HTMLButtonElement).click();
    for (let frames = 0; frames < 5; frames++) {
      await frame();
    }
    return { during, after: [button.textContent, isMoving()] };
  });
  assert.equal(ended.during[0], "Stop replay");
  assert.match(ended.during[1] ?? "", /^race time: .*\d/);
  assert.deepEqual(ended.after, ["Replay in slow motion", false]);
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
  const gpu = page.getByRole("radio", { name: /^GPU/ });
  assert(await gpu.isDisabled());
  await page.getByText("this browser has no WebGPU").waitFor();
  await addressed(page, "count?n=12");
});

everywhere("count: a common size is chosen with one click", async ({ visit, page }) => {
  await visit.open("count?n=12");
  const sizes = page.getByRole("group", { name: "Common board sizes" });
  await sizes.getByRole("button", { name: "10" }).click();
  assert.equal(await page.getByLabel("Board size N", { exact: true }).inputValue(), "10");
  await addressed(page, "count?n=10");
  await start(page).click();
  await page.getByText(/^N = 10 has 724 solutions/).waitFor();
});

everywhere("count: an invalid link shows a message", async ({ visit, page }) => {
  await visit.open("count?n=99&method=nonsense");
  await page.getByRole("alert").waitFor();
  assert.equal(await counted(page, 6), "4");
});

const records = (page: Page) => page.getByRole("region", { name: "Table of records" });
const recordSizes = async (page: Page) => (await records(page).locator("tbody th").allTextContents()).map(Number);

everywhere("count: the best times are kept in the browser until they are deleted", async ({ visit, page }) => {
  await visit.open("count?n=9");
  await page.getByText("No records yet").waitFor();
  for (const size of [9, 11, 10, 9]) {
    await counted(page, size);
  }
  assert.deepEqual(await recordSizes(page), [11, 10, 9]);
  await page.reload();
  await records(page).waitFor();
  assert.deepEqual(await recordSizes(page), [11, 10, 9]);
  await page.getByRole("button", { name: "Delete records", exact: true }).click();
  await page.getByRole("button", { name: "Delete all records?" }).click();
  await page.getByText("No records yet").waitFor();
  await page.reload();
  await page.getByText("No records yet").waitFor();
});

desktop("count: a faster count is a new record", async ({ visit, page }) => {
  const slow: BestTime = { n: 8, method: "cross", device: "cpu", workers: 1, gpu: null, seconds: 99, at: Date.now() };
  await page.addInitScript((text) => localStorage.setItem("queens:counts", text), encode([slow]));
  await visit.open("count?n=8&method=cross&go=1");
  await page.getByText("new record", { exact: true }).waitFor();
  assert.deepEqual(await recordSizes(page), [8]);
});

everywhere("count: a result can be shared as text and as a picture", async ({ visit, page }) => {
  // Without a share menu, as on computers, the text is copied.
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.addInitScript(() => delete (Navigator.prototype as Partial<Navigator>).share);
  await visit.open("count?n=12&go=1");
  await page.getByText(/^N = 12 in [\d.]+ m?s on \d+ cores?$/).waitFor();
  await page.getByRole("button", { name: "Share result" }).click();
  await page.getByText("Result copied").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(text, /^N = 12 in [\d.]+ m?s on \d+ cores?: 14,200 solutions of the N-queens problem/);
  assert(text.endsWith(`${visit.url}#/count?n=12`), text);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save picture" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "queens-12.png");
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) {
    chunks.push(chunk as Buffer);
  }
  const png = Buffer.concat(chunks);
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
});

test("records: damaged and impossible records are dropped", () => {
  const now = Date.UTC(2026, 10, 18);
  const good: BestTime = { n: 14, method: "join", device: "cpu", workers: 8, gpu: null, seconds: 0.1, at: now - 5 };
  const gpu: BestTime = { ...good, n: 20, method: "cross", device: "gpu", workers: 0, gpu: "a GPU" };
  const wrong: Partial<Record<keyof BestTime, unknown[]>> = {
    n: [0, 19, 1.5, "14", null, NaN],
    method: ["", "<b>", "x".repeat(31), 7],
    device: ["tpu", undefined],
    workers: [0, -1, 2000, "8"],
    gpu: ["a GPU", undefined],
    seconds: [0, -1, 1e9, "1", null],
    at: [0, now + 9 * 86_400_000, "today"],
  };
  const bad = Object.entries(wrong).flatMap(([key, values]) => values.map((value) => ({ ...good, [key]: value })));
  const mixed = [...bad, good, null, 5, "text", [], { ...good, seconds: 0.3 }, gpu] as BestTime[];
  assert.deepEqual(decode(encode(mixed), now), [gpu, good]);
  for (const text of [
    null,
    "",
    "{",
    "null",
    "[]",
    '{"version":2,"times":[]}',
    '{"version":1,"times":{}}',
    "9".repeat(400_000),
  ]) {
    assert.deepEqual(decode(text, now), [], String(text).slice(0, 40));
  }
});

test("records: they last without storage, and other tabs are not overwritten", () => {
  const time: BestTime = { n: 9, method: "cross", device: "cpu", workers: 1, gpu: null, seconds: 2, at: Date.now() };
  const refusing: Items = {
    getItem: () => assert.fail("refused"),
    setItem: () => assert.fail("refused"),
    removeItem: () => assert.fail("refused"),
  };
  assert.deepEqual(add(time, refusing), { times: [time], isBest: false });
  assert.deepEqual(load(refusing), [time]);
  assert.deepEqual(add({ ...time, seconds: 1 }, refusing).isBest, true);
  clear(refusing);
  const stored = new Map<string, string>([["queens:counts", encode([{ ...time, n: 12 }])]]);
  const items: Items = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  };
  add(time, items);
  assert.deepEqual(
    decode(stored.get("queens:counts") ?? "", Date.now()).map(({ n }) => n),
    [12, 9],
  );
  clear(items);
  assert.equal(stored.size, 0);
});
