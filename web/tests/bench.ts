/** What the page costs: `cargo xtask bench web` prints these as a table. A missed bar is said and is no failure; a wrong count is. */
import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { browser, command, DESKTOP, Served } from "./harness";

const ROUNDS = Number(process.env["QUEENS_ROUNDS"] ?? 7);
const SIZE = 14;

const sorted = (times: number[]) => [...times].sort((a, b) => a - b);
const best = (times: number[]) => sorted(times)[0] ?? NaN;
const median = (times: number[]) => sorted(times)[Math.floor(times.length / 2)] ?? NaN;
const shown = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 100 ? 1 : 0)} ms`;

/** Milliseconds from the click on a link until the first answer of the library is on the board, with nothing cached. */
async function firstAnswer(running: Browser, url: string): Promise<number> {
  const context = await running.newContext({ ...DESKTOP, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[data-step="0"]')) {
        (window as unknown as { answered: number }).answered = performance.now();
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  });
  await page.goto(`${url}#/watch?method=bitmask&n=8&step=0`);
  const answered = await page.waitForFunction(() => (window as unknown as { answered?: number }).answered);
  const time = await answered.jsonValue();
  await page.getByRole("button", { name: "Step forward" }).click();
  await page.locator('[data-step="1"]').waitFor();
  await context.close();
  return time ?? NaN;
}

/** Milliseconds of a count on one worker, as the page says them. */
async function inPage(page: Page): Promise<number> {
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await page.getByRole("button", { name: "Count", exact: true }).waitFor();
  const sentence = page.getByText(/^N = 14 has 365,596 solutions, counted by/);
  const [, number = "", unit] = /in ([\d.]+) (ms|s)/.exec((await sentence.textContent()) ?? "") ?? [];
  return Number(number) * (unit === "s" ? 1000 : 1);
}

/** Milliseconds of the same count by the command: one thread, no vector instructions. */
async function native(): Promise<number> {
  const lines = (await command(`count ${SIZE} --threads 1 --simd portable --format csv`)).trim().split("\n");
  const [size, count, seconds] = lines[1]?.split(",") ?? [];
  assert.deepEqual([size, count], [String(SIZE), "365596"]);
  return Number(seconds) * 1000;
}

const [served, running] = await Promise.all([Served.start(), browser()]);
try {
  const loads: number[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  const page = await (await running.newContext(DESKTOP)).newPage();
  await page.goto(`${served.url}#/count?n=${SIZE}&workers=1`);
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`round ${round} of ${ROUNDS}`);
    loads.push(await firstAnswer(running, served.url));
    ours.push(await inPage(page));
    theirs.push(await native());
  }
  const ratio = best(ours) / best(theirs);
  const row = (...cells: string[]) => console.log(`| ${cells.join(" | ")} |`);
  row("what", "best", "median", "first", "against", "best", "ratio of the best", "bar", "");
  row("---", "--:", "--:", "--:", "---", "--:", "--:", "---", "---");
  const load = [shown(best(loads)), shown(median(loads)), shown(loads[0] ?? NaN)];
  row("first answer of the library on the page, nothing cached", ...load, "", "", "", "below 1 s", median(loads) < 1000 ? "holds" : "missed");
  const count = [shown(best(ours)), shown(median(ours)), shown(ours[0] ?? NaN)];
  const against = `\`queens count ${SIZE} --threads 1 --simd portable\``;
  row(`Q(${SIZE}) on one worker`, ...count, against, shown(best(theirs)), ratio.toFixed(2), "at most 3", ratio <= 3 ? "holds" : "missed");
} finally {
  await running.close();
  await served.stop();
}
