/** Benchmarks of the page: `cargo xtask bench web` prints them as a table. A missed target is reported; a wrong count is a failure. */
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

/** Milliseconds until the doors of the start page can be used, and until its board searches, with nothing cached. */
async function startPage(running: Browser, url: string): Promise<{ usable: number; searching: number }> {
  const context = await running.newContext({ ...DESKTOP, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const times: { usable?: number; searching?: number } = {};
    const look = () => {
      if (document.querySelector(".doors a")) {
        times.usable ??= performance.now();
      }
      if (/queens placed/.test(document.querySelector(".live-text")?.textContent ?? "")) {
        times.searching ??= performance.now();
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
    Object.assign(window, { times });
  });
  await page.goto(url);
  await page.waitForFunction(() => (window as unknown as { times: { searching?: number } }).times.searching);
  const times = await page.evaluate(
    () => (window as unknown as { times: { usable: number; searching: number } }).times,
  );
  await context.close();
  return times;
}

/** Frames per second while searches play. */
async function frames(page: Page, url: string, search: string): Promise<number> {
  await page.goto(`${url}#/watch?${search}&step=0`);
  await page.locator('[data-step="0"]').first().waitFor();
  await page.getByRole("button", { name: "Play" }).click();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let frames = 0;
        const end = performance.now() + 1000;
        const count = (now: number) => {
          frames++;
          if (now < end) {
            requestAnimationFrame(count);
          } else {
            resolve(frames);
          }
        };
        requestAnimationFrame(count);
      }),
  );
}

/** Milliseconds of a count with the current settings, as the page reports them. */
async function inPage(page: Page, size = SIZE): Promise<number> {
  await page.getByRole("button", { name: "Count", exact: true }).click();
  await page.getByRole("button", { name: "Count", exact: true }).waitFor();
  const sentence = page.getByText(
    new RegExp(`^N = ${size} has [\\d,]+ solutions, counted by .* matches the published value`, "i"),
  );
  const [, number = "", unit] = /in ([\d.]+) (ms|s)/.exec((await sentence.textContent()) ?? "") ?? [];
  return Number(number) * (unit === "s" ? 1000 : 1);
}

/** Milliseconds of the same count by the command, without vector instructions. It fails if the count is not the published one. */
async function native(size = SIZE, threads = 1): Promise<number> {
  const lines = (await command(`count ${size} --threads ${threads} --simd portable --format csv`)).trim().split("\n");
  const [counted, , , seconds] = lines[1]?.split(",") ?? [];
  assert.equal(counted, String(size));
  return Number(seconds) * 1000;
}

const [served, running] = await Promise.all([Served.start(), browser()]);
try {
  const loads: number[] = [];
  const doors: number[] = [];
  const searches: number[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  const page = await (await running.newContext(DESKTOP)).newPage();
  // Large counts take long on a busy machine.
  page.setDefaultTimeout(180_000);
  await page.goto(`${served.url}#/count?n=${SIZE}&workers=1`);
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`round ${round} of ${ROUNDS}`);
    loads.push(await firstAnswer(running, served.url));
    const { usable, searching } = await startPage(running, served.url);
    doors.push(usable);
    searches.push(searching);
    ours.push(await inPage(page));
    theirs.push(await native());
  }
  const ratio = best(ours) / best(theirs);
  const row = (...cells: string[]) => console.log(`| ${cells.join(" | ")} |`);
  row("what", "best", "median", "first", "compared with", "its best", "ratio of the best", "target", "result");
  row("---", "--:", "--:", "--:", "---", "--:", "--:", "---", "---");
  for (const [what, times] of [
    ["start page can be used, nothing cached", doors],
    ["board of the start page searches, nothing cached", searches],
  ] as const) {
    const cells = [shown(best(times)), shown(median(times)), shown(times[0] ?? NaN)];
    row(what, ...cells, "", "", "", "below 1 s", median(times) < 1000 ? "met" : "missed");
  }
  const load = [shown(best(loads)), shown(median(loads)), shown(loads[0] ?? NaN)];
  row(
    "first answer of the library on the page, nothing cached",
    ...load,
    "",
    "",
    "",
    "below 1 s",
    median(loads) < 1000 ? "met" : "missed",
  );
  const count = [shown(best(ours)), shown(median(ours)), shown(ours[0] ?? NaN)];
  const against = (size: number, threads: number) => `\`queens count ${size} --threads ${threads} --simd portable\``;
  row(
    `Q(${SIZE}) on one worker`,
    ...count,
    against(SIZE, 1),
    shown(best(theirs)),
    ratio.toFixed(2),
    "at most 3",
    ratio <= 3 ? "met" : "missed",
  );
  for (const [what, search] of [
    ["a search of N = 8 plays at 60 steps per second", "method=bitmask&n=8&speed=60"],
    ["a search of N = 9 and its tree play at 10,000 steps per second", "method=arrays&n=9&speed=10000"],
    ["two searches of N = 15 play at 10,000 steps per second", "method=arrays&with=breadth&n=15&speed=10000"],
  ] as const) {
    const fluent = await frames(page, served.url, search);
    // One frame may be missing at each end of the second.
    const result = fluent >= 58 ? "met" : "missed";
    row(`frames per second while ${what}`, "", "", String(fluent), "", "", "", "60", result);
  }
  const workers = await page.evaluate(() => navigator.hardwareConcurrency);
  for (const size of [16, 18]) {
    await page.goto(`${served.url}#/count?n=${size}`);
    const [once, theirs] = [await inPage(page, size), await native(size, workers)];
    row(
      `Q(${size}) on ${workers} workers, once`,
      "",
      "",
      shown(once),
      against(size, workers),
      shown(theirs),
      (once / theirs).toFixed(2),
      "",
      "",
    );
  }
} finally {
  await running.close();
  await served.stop();
}
