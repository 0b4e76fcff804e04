/** Daily puzzles, streaks, results to share, challenges, and how Play fits the screens. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addressOf, button, label, place, position, press, SMALL, shows, solutionOf, square } from "./board-actions";
import { accessibilityProblems, addressed, command, horizontalOverflow, settled } from "./harness";
import { desktop, everywhere, on } from "./visits";

const daily = (page: Page) => page.getByRole("region", { name: "Daily puzzle" });
/** The puzzle of Monday, 16 November 2026. */
const MONDAY = { size: 6, seed: 20261116, difficulty: "easy" };
const TUESDAY = { size: 7, seed: 20261117, difficulty: "easy" };

everywhere("play: the daily puzzle is the same for everyone, and the first thing in Play", async ({ visit, page }) => {
  await page.clock.setFixedTime(new Date(2026, 10, 15, 12));
  await visit.open("play");
  await page.getByRole("heading", { level: 1, name: "Daily puzzle" }).waitFor();
  await page.getByText("15 November 2026 · 10×10 · hard").waitFor();
  await addressed(page, "play?day=2026-11-15");
  const labels = () => page.locator("[data-square]").evaluateAll((all) => all.map((one) => one.ariaLabel ?? ""));
  const names = (await labels()).map((text) => /region (\S+)$/.exec(text)?.[1]);
  assert.equal(names.length, 100);
  const made = await command("puzzle new --size 10 --seed 20261115 --difficulty hard --format short");
  // The same partition: squares have the same region in both or in neither.
  const letters = [...(/regions:(\S+)/.exec(made)?.[1]?.replaceAll("/", "") ?? "")];
  const pairs = new Set(letters.map((letter, place) => `${letter} ${names[place]}`));
  assert.equal(pairs.size, 10);
  // Another day from the calendar.
  await daily(page).getByRole("link", { name: "14 November 2026" }).click();
  await page.getByText("14 November 2026 · 9×9 · hard").first().waitFor();
  await addressed(page, "play?day=2026-11-14");
  assert.equal(await daily(page).getByRole("link", { name: "16 November 2026" }).count(), 0, "future days are closed");
  await daily(page).getByRole("button", { name: "Previous month" }).click();
  await daily(page).getByRole("link", { name: "31 October 2026" }).click();
  await addressed(page, "play?day=2026-10-31");
  // The calendar opens at the month of the shown day.
  await daily(page).getByRole("link", { name: "1 October 2026", exact: true }).waitFor();
  await page.reload();
  await daily(page).getByRole("link", { name: "1 October 2026", exact: true }).waitFor();
  await daily(page).getByRole("button", { name: "Next month" }).click();
  await daily(page).getByRole("link", { name: "1 November 2026", exact: true }).waitFor();
});

everywhere("play: a streak over midnight", async ({ visit, page, screen }) => {
  await page.clock.install({ time: new Date(2026, 10, 16, 22) });
  await visit.open("play");
  await page.getByText("16 November 2026 · 6×6 · easy").first().waitFor();
  await place(page, await solutionOf(MONDAY));
  await position(page).getByText("Streak: 1 day.").waitFor();
  await daily(page).getByText("Solved in").first().waitFor();
  await daily(page)
    .getByRole("link", { name: /^16 November 2026, solved in/ })
    .waitFor();
  // The date changes while the page is open.
  await page.clock.runFor(3 * 3600_000);
  await daily(page)
    .getByRole("link", { name: /^Today's puzzle 7×7 · easy/ })
    .click();
  await page.getByText("17 November 2026 · 7×7 · easy").first().waitFor();
  await place(page, await solutionOf(TUESDAY));
  await position(page).getByText("Streak: 2 days.").waitFor();
  // An earlier day can be solved, but does not count.
  await visit.open("play?day=2026-11-15");
  await press(page, screen, "A1");
  await shows(page, "A1", "cross");
  await page.reload();
  await daily(page).getByText("Streak: 2 days").waitFor();
  await shows(page, "A1", "cross");
  // A missed day ends the streak.
  await visit.open("learn");
  await page.locator('main[data-section="learn"]').waitFor();
  await page.clock.setSystemTime(new Date(2026, 10, 19, 9));
  await visit.open("play");
  await page.getByText("19 November 2026").first().waitFor();
  await daily(page).getByText("Streak: 0 days").waitFor();
  await daily(page).getByText("Longest: 2").waitFor();
});

everywhere(
  "play: a puzzle that is solved after its day, or shown, does not count for the streak",
  async ({ visit, page }) => {
    await page.clock.install({ time: new Date(2026, 10, 18, 9) });
    await visit.open("play?day=2026-11-17");
    await place(page, await solutionOf(TUESDAY));
    await position(page).getByText("Solved after its day, so it does not count for the streak.").waitFor();
    await visit.open("play?day=2026-11-18");
    await button(page, "Show the solution").click();
    await position(page).getByText("The game does not count").waitFor();
    await daily(page).getByText("Streak: 0 days").waitFor();
    await daily(page).getByText("Solved: 1").waitFor();
  },
);

everywhere("play: the link of another visit does not bring yesterday's game back", async ({ visit, page, screen }) => {
  await page.clock.install({ time: new Date(2026, 10, 16, 9) });
  await visit.open("play");
  await page.getByText("16 November 2026").first().waitFor();
  await press(page, screen, "A1");
  await settled(page, "x=A1");
  await visit.open("learn");
  await visit.open("play");
  await shows(page, "A1", "cross");
  await visit.open("learn");
  await page.locator('main[data-section="learn"]').waitFor();
  await page.clock.setSystemTime(new Date(2026, 10, 17, 9));
  await visit.open("play");
  await page.getByText("17 November 2026").first().waitFor();
  await addressed(page, "play?day=2026-11-17");
  await page.getByRole("region", { name: "Your games" }).getByText("Daily puzzle · 16 November 2026").click();
  await shows(page, "A1", "cross");
});

everywhere("play: a result is shared without spoilers", async ({ visit, page }) => {
  // Without the share menu, the text is copied.
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  await page.clock.install({ time: new Date(2026, 10, 16, 9) });
  await visit.open("play?day=2026-11-16");
  await square(page, "A1").waitFor();
  await page.clock.runFor(83_000);
  const solution = await solutionOf(MONDAY);
  await place(page, solution);
  await button(page, "Share result").click();
  await page.getByText("Result copied").waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(
    text,
    /^Daily puzzle · 16 November 2026 · 6×6 · easy\n♛ Solved in 1:2\d, no hints\nhttp\S+#\/play\?day=2026-11-16$/,
  );
  for (const name of solution) {
    assert(!text.includes(name));
  }
  await button(page, "Challenge a friend").click();
  await page.getByText("Challenge copied").waitFor();
  const challenge = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(
    challenge,
    /I solved it in 1:2\d with no hints\. Can you beat that\?\nhttp\S+#\/play\?day=2026-11-16&beat=8\d$/,
  );
  // A game that is opened again does not take the focus.
  await page.reload();
  await button(page, "Share result").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY");
});

on(["phone"], "play: a phone uses its share menu", {}, async ({ visit, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", {
      value: async ({ text }: { text: string }) => {
        document.title = text;
      },
    });
  });
  await visit.open(addressOf(SMALL));
  await place(page, await solutionOf(SMALL));
  await button(page, "Share result").click();
  await page.waitForFunction(() => document.title.startsWith("Region puzzle · 5×5 · easy"));
});

everywhere("play: a challenge is won, and lost", async ({ visit, page, screen }) => {
  await page.clock.install();
  const solution = await solutionOf(SMALL);
  await visit.open(`${addressOf(SMALL)}&beat=30`);
  await page.getByText("Time to beat: 0:30").waitFor();
  await press(page, screen, "A1");
  await settled(page, "beat=30");
  // It is still a challenge after a reload.
  await page.reload();
  await page.getByText("Time to beat: 0:30").waitFor();
  await button(page, "Clear").click();
  await place(page, solution);
  await position(page)
    .getByText(/^Challenge won with no hints: 0:\d\d faster than 0:30\.$/)
    .waitFor();
  // The second attempt is too slow.
  await button(page, "Play again").click();
  await position(page).getByText("Queens: 0 of 5").waitFor();
  await page.clock.runFor(45_000);
  await page.locator(".time.late").waitFor();
  await place(page, solution);
  await position(page)
    .getByText(/^Challenge lost: 0:\d\d slower than 0:30\.$/)
    .waitFor();
});

everywhere("play: a challenge names the hints", async ({ visit, page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
  await visit.open(`${addressOf(SMALL)}&beat=3000`);
  await button(page, "Hint").click();
  await button(page, "Apply hint").click();
  await button(page, "Clear").click();
  await place(page, await solutionOf(SMALL));
  await position(page)
    .getByText(/^Challenge won with 1 hint: \d+:\d\d faster than 50:00\.$/)
    .waitFor();
  await button(page, "Challenge a friend").click();
  await page.getByText("Challenge copied").waitFor();
  const challenge = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(challenge, /\nI solved it in \d+:\d\d with 1 hint\. Can you beat that\?\n/);
});

everywhere("play: a puzzle of a later day says when it appears, and does not count", async ({ visit, page }) => {
  await page.clock.install({ time: new Date(2026, 10, 14, 9) });
  await visit.open("play?day=2026-11-16");
  await position(page).getByText("This puzzle appears on 16 November 2026.").waitFor();
  await place(page, await solutionOf(MONDAY));
  await position(page).getByText("Solved before its day, so it does not count for the streak.").waitFor();
  // Not on its day either.
  await page.clock.setSystemTime(new Date(2026, 10, 16, 9));
  await page.reload();
  await position(page).getByText("Solved before its day").waitFor();
  await daily(page).getByText("Streak: 0 days").waitFor();
  const day = daily(page).getByRole("link", { name: /^16 November 2026, solved in \d+:\d\d, before its day$/ });
  assert.match((await day.getAttribute("class")) ?? "", /late/);
});

everywhere("play: a link with the solution of a puzzle is not a success", async ({ visit, page }) => {
  await visit.open(`${addressOf(SMALL)}&q=${(await solutionOf(SMALL)).join(",")}`);
  await position(page).getByText("The game does not count").waitFor();
  assert.equal(await position(page).getByText("Solved!").count(), 0);
});

const SMALL_PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];
for (const viewport of SMALL_PHONES) {
  on(
    ["phone"],
    `play: board, hint and its text are in sight at ${viewport.width}`,
    { viewport },
    async ({ visit, page }) => {
      await visit.open("play?puzzle=regions&size=9&seed=5&difficulty=hard");
      await button(page, "Hint").tap();
      await button(page, "Apply hint").waitFor();
      const bar = await page.getByRole("navigation", { name: "Sections" }).boundingBox();
      const header = await page.locator("header").boundingBox();
      assert(bar && header);
      for (const part of [
        page.getByRole("grid"),
        button(page, "Apply hint"),
        position(page).locator(".message"),
        button(page, "Undo"),
        page.getByRole("timer"),
      ]) {
        const box = await part.boundingBox();
        assert(
          box && box.y >= header.y + header.height - 1 && box.y + box.height <= bar.y + 1,
          `${part} ${box?.y} ${box?.height}`,
        );
      }
      assert.equal(await horizontalOverflow(page), 0);
      // No help for a mouse or a keyboard.
      assert.equal(await page.getByText("Keyboard", { exact: true }).isVisible(), false);
      await button(page, "Apply hint").tap();
      // The end of the page is above the bar.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const last = await page.getByText("Paste a position as text").boundingBox();
      assert(last && last.y + last.height <= bar.y, "nothing is behind the bar");
    },
  );
}

on(
  ["phone"],
  "play: on a phone on its side, the hint is next to the board",
  { viewport: { width: 844, height: 390 } },
  async ({ visit, page }) => {
    await visit.open("play?puzzle=regions&size=9&seed=5&difficulty=hard");
    await button(page, "Hint").tap();
    await button(page, "Apply hint").waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    for (const part of [page.getByRole("grid"), button(page, "Apply hint"), position(page).locator(".message")]) {
      const box = await part.boundingBox();
      assert(box && box.height > 30 && box.y + box.height <= 390, `${box?.y} ${box?.height}`);
    }
    const grid = await page.getByRole("grid").boundingBox();
    assert(grid && grid.height > 200, `${grid?.height}`);
    assert.equal(await horizontalOverflow(page), 0);
  },
);

desktop("play: the board stays in sight while the panels scroll", async ({ visit, page }) => {
  await visit.open(addressOf(SMALL));
  await square(page, "A1").waitFor();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => scrollY > 100);
  const box = await page.getByRole("grid").boundingBox();
  assert(box && box.y > 0 && box.y + box.height <= 860, `${box?.y}`);
});

for (const colorScheme of ["light", "dark"] as const) {
  on(
    ["desktop", "phone"],
    `play: its states are accessible, ${colorScheme}`,
    { colorScheme },
    async ({ visit, page, screen }) => {
      await page.clock.setFixedTime(new Date(2026, 10, 16, 12));
      await visit.open("play");
      await square(page, "A1").waitFor();
      assert.deepEqual(await accessibilityProblems(page), [], "daily");
      await square(page, "A1").press(" ");
      await square(page, "B2").press(" ");
      await position(page).getByText("Conflict: A1, B2").waitFor();
      assert.match(await label(page, "A1"), /under attack/);
      assert.deepEqual(await accessibilityProblems(page), [], "conflict");
      await button(page, "Clear").click();
      await button(page, "Hint").click();
      await button(page, "Apply hint").waitFor();
      assert.deepEqual(await accessibilityProblems(page), [], "hint");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await place(page, await solutionOf(MONDAY));
      await position(page).getByText("Solved!").waitFor();
      assert.deepEqual(await accessibilityProblems(page), [], "solved");
      await visit.open(`${addressOf(SMALL)}&beat=1`);
      await press(page, screen, "A1");
      await page.getByRole("region", { name: "Your games" }).getByText("Daily puzzle").waitFor();
      assert.deepEqual(await accessibilityProblems(page), [], "challenge and saved games");
    },
  );
}
