/**
 * People use the page at random: no error occurs, no control is covered, no game is lost, and address and view agree. They agree if
 * a new load of the address shows the same view: the same section and heading, and within it what `view` below reads.
 *
 * `QUEENS_LONG=1` runs ten sessions of 500 actions. `QUEENS_SESSIONS=4,7` runs sessions of these seeds and `QUEENS_ACTIONS` sets their
 * length, to repeat a failure.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { type Square, square } from "../src/square";
import { DESKTOP, PHONE } from "./harness";
import { Person } from "./person";
import { visitor } from "./visits";

const LONG = process.env["QUEENS_LONG"] !== undefined;
const SEEDS = (process.env["QUEENS_SESSIONS"] ?? (LONG ? "1,2,3,4,5,6,7,8,9,10" : "1,2")).split(",").map(Number);
const LENGTH = Number(process.env["QUEENS_ACTIONS"] ?? (LONG ? 500 : 60));
/** The number of actions between two checks. */
const BETWEEN = 10;
/** The longest time to wait for a view to come to rest, in milliseconds, and the time without a change that counts as rest. */
const LONGEST = 30_000;
const REST = 500;

interface View {
  address: string;
  section: string;
  shown: string[];
  /** Whether something is being computed or loaded, so that the view will still change. */
  isBusy: boolean;
}

/** What the page shows, without what is not in the address: results of counts, hints, answers to lessons, the live board. */
const view = (page: Page): Promise<View> =>
  page.evaluate(() => {
    const main = document.querySelector("main");
    const section = main?.dataset["section"] ?? "";
    const texts = (selector: string) =>
      [...(main?.querySelectorAll(selector) ?? [])].map((one) => one.textContent ?? "");
    const values = (selector: string) =>
      [...(main?.querySelectorAll<HTMLInputElement>(selector) ?? [])].map((one) =>
        ["checkbox", "radio"].includes(one.type) ? `${one.value}: ${one.checked}` : one.value,
      );
    /** The queens and crosses of the first board, and the names of its regions. */
    const marks = () =>
      [...(main?.querySelectorAll<HTMLElement>(".squares .square") ?? [])].map((one) => {
        const queen = /queen-(set|given|tried|conflict|found)/.test(one.className) ? "Q" : "";
        const cross = /\b(crossed|closed)\b/.test(one.className) ? "x" : "";
        return queen + cross || ".";
      });
    const shown = texts("h1");
    if (section === "watch") {
      shown.push(
        ...values(".controls select"),
        ...[...document.querySelectorAll("[data-step]")].map((one) => one.getAttribute("data-step") ?? ""),
      );
      shown.push(marks().join(""));
    } else if (section === "play") {
      shown.push(marks().join(""));
    } else if (section === "explore") {
      shown.push(...values(".controls select"), ...texts("[aria-label='Selected solution'] h2"));
    } else if (section === "count") {
      shown.push(...values("input[type='number'], .fine select, .devices input, .racers input"));
    }
    const isPlaying = section === "watch" && main?.querySelector("[aria-label='Pause']") !== null;
    const isLoading = main?.querySelector(".loading, .busy, [data-busy], [aria-busy='true']") != null;
    const hasBoard = section === "play" ? main?.querySelector(".squares") != null : true;
    return {
      address: location.hash,
      section,
      shown,
      isBusy: isPlaying || isLoading || !hasBoard || shown.length === 0,
    };
  });

/** Waits until the view is at rest; null if it does not come to rest. A search that plays is paused. */
async function rested(page: Page): Promise<View | null> {
  const end = Date.now() + LONGEST;
  let [last, since] = ["", Date.now()];
  while (Date.now() < end) {
    const pause = page.locator("main[data-section='watch'] [aria-label='Pause']");
    if ((await pause.count()) > 0) {
      await pause
        .first()
        .click({ timeout: 2000 })
        .catch(() => undefined);
    }
    const now = await view(page);
    const text = JSON.stringify(now);
    if (text !== last || now.isBusy) {
      [last, since] = [text, Date.now()];
    } else if (Date.now() - since >= REST) {
      return now;
    }
    await page.waitForTimeout(100);
  }
  return null;
}

/** Whether the game of an address is saved and not finished, so that the link to Play resumes it. */
const isOpenGame = async (page: Page): Promise<boolean> => !isFullBoard(page.url()) && (await isOpenRecord(page));

/** Whether the address is that of a free board with N queens that do not attack each other. */
function isFullBoard(address: string): boolean {
  const params = new URLSearchParams(address.replace(/^.*#\/play\?/, ""));
  const queens = (params.get("q") ?? "").split(",").map((name) => square(name));
  const areDifferent = (line: (queen: Square) => number) => new Set(queens.map(line)).size === queens.length;
  const lines = [({ col }: Square) => col, ({ row }: Square) => row];
  const diagonals = [({ col, row }: Square) => col - row, ({ col, row }: Square) => col + row];
  return Number(params.get("n")) === queens.length && [...lines, ...diagonals].every(areDifferent);
}

const isOpenRecord = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const params = location.hash.replace(/^#\/play\?/, "");
    const ids = Object.keys(localStorage).filter((key) => key.startsWith("queens:game:"));
    const key = ids.find((key) => `${params}&`.startsWith(`${key.slice("queens:game:".length)}&`));
    const { record } = JSON.parse((key && localStorage.getItem(key)) || "{}");
    return record !== undefined && !record.solved && !record.shown;
  });

for (const seed of SEEDS) {
  const isPhone = seed % 2 === 0;
  test(`session ${seed} of ${LENGTH} actions (${isPhone ? "phone" : "desktop"})`, { timeout: 3_600_000 }, async () => {
    const visit = await visitor(isPhone ? PHONE : DESKTOP);
    const { page } = visit;
    await page.goto(visit.url);
    await page.locator("main h1").first().waitFor();
    const person = await Person.on(page, seed, isPhone);
    const story = () => `seed ${seed}, after ${person.log.length} actions: ${person.log.slice(-25).join("; ")}`;
    let [checks, rests, games] = [0, 0, 0];
    /** Loads the address again: the same view must appear. Leaves a game and returns to it: it must resume. */
    const check = async () => {
      checks++;
      const before = await rested(page);
      if (before === null) {
        return;
      }
      rests++;
      await page.reload();
      await page.locator("main h1").first().waitFor();
      const after = await rested(page);
      assert.deepEqual(after, before, `address and view disagree. ${story()}`);
      if (before.section === "play" && (await isOpenGame(page))) {
        games++;
        await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Learn" }).click();
        await page.locator("main[data-section='learn']").waitFor();
        await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Play" }).click();
        assert.deepEqual(await rested(page), before, `the game is lost. ${story()}`);
      }
    };
    try {
      for (let action = 1; action <= LENGTH; action++) {
        await person.act();
        assert.deepEqual(visit.problems, [], story());
        assert.deepEqual(person.complaints, [], story());
        if (action % BETWEEN === 0) {
          await check();
        }
      }
      console.log(`seed ${seed}: ${checks} checks, ${rests} views at rest, ${games} games resumed`);
      assert(rests >= 0.8 * checks, `only ${rests} of ${checks} views came to rest. ${story()}`);
    } catch (error) {
      if (error instanceof Error && !error.message.includes("seed")) {
        error.message = `${error.message} ${story()}`;
      }
      throw error;
    } finally {
      await page.context().close();
    }
    assert.deepEqual(visit.problems, [], story());
  });
}
