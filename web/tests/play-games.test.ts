/** Games of Play that are saved: reload, other sections, back and forward, several tabs, damaged and full storage. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addressOf, button, place, position, press, SMALL, shows, solutionOf, square } from "./board-actions";
import { place as address, addressed, settled } from "./harness";
import { desktop, everywhere } from "./visits";

const OTHER = { size: 6, seed: 3, difficulty: "medium" };
const games = (page: Page) => page.getByRole("region", { name: "Your games" });

everywhere("play: a reload keeps marks, undo and redo, hints and time", async ({ visit, page, screen }) => {
  await page.clock.install();
  await visit.open(addressOf(SMALL));
  await press(page, screen, "A1");
  await press(page, screen, "B2");
  await press(page, screen, "B2");
  await button(page, "Undo").click();
  await button(page, "Hint").click();
  await position(page).getByText("Hints: 1").waitFor();
  await page.clock.runFor(65_000);
  await page
    .getByRole("timer")
    .getByText(/^1:0\d$/)
    .waitFor();
  await page.reload();
  await page
    .getByRole("timer")
    .getByText(/^1:0\d$/)
    .waitFor();
  await position(page).getByText("Hints: 1").waitFor();
  await shows(page, "A1", "cross");
  await shows(page, "B2", "cross");
  await button(page, "Redo").click();
  await shows(page, "B2", "queen");
  for (const mark of ["cross", ""] as const) {
    await button(page, "Undo").click();
    await shows(page, "B2", mark);
  }
  await button(page, "Undo").click();
  await shows(page, "A1", "");
});

everywhere("play: another section and back resumes the game", async ({ visit, page, screen }) => {
  await visit.open(addressOf(SMALL));
  await press(page, screen, "C3");
  await shows(page, "C3", "cross");
  await page.getByRole("link", { name: "Learn", exact: true }).first().click();
  await page.locator('main[data-section="learn"]').waitFor();
  await page.getByRole("link", { name: "Play", exact: true }).first().click();
  await shows(page, "C3", "cross");
  await addressed(page, `${addressOf(SMALL)}&x=C3`);
});

everywhere(
  "play: new puzzles are entries of the history, and back returns to their state",
  async ({ visit, page, screen }) => {
    await visit.open(addressOf(SMALL));
    await press(page, screen, "A1");
    await settled(page, "x=A1");
    await button(page, "Size 6").click();
    await button(page, "Easy").click();
    await page.getByText("6×6 · easy").first().waitFor();
    await square(page, "F6").waitFor();
    const second = await address(page);
    await press(page, screen, "F6");
    await settled(page, "x=F6");
    await page.goBack();
    await shows(page, "A1", "cross");
    await addressed(page, `${addressOf(SMALL)}&x=A1`);
    assert.equal(await page.locator("[data-square]").count(), 25);
    await press(page, screen, "B1");
    await settled(page, "x=A1,B1");
    await page.goForward();
    await shows(page, "F6", "cross");
    await addressed(page, `${second}&x=F6`);
    await page.goBack();
    await shows(page, "B1", "cross");
  },
);

everywhere(
  "play: an old link of a game resumes its latest state, other marks are a move",
  async ({ visit, page, screen }) => {
    await visit.open(addressOf(SMALL));
    await press(page, screen, "A1");
    await press(page, screen, "B1");
    await settled(page, "x=A1,B1");
    await visit.open("learn");
    await visit.open(`${addressOf(SMALL)}&x=A1`);
    await shows(page, "B1", "cross");
    await addressed(page, `${addressOf(SMALL)}&x=A1,B1`);
    await visit.open("learn");
    await visit.open(`${addressOf(SMALL)}&q=E5`);
    await shows(page, "E5", "queen");
    await shows(page, "A1", "");
    await button(page, "Undo").click();
    await shows(page, "A1", "cross");
    await shows(page, "B1", "cross");
  },
);

desktop("play: a link with other marks does not change a solved game", async ({ visit, page }) => {
  const solution = await solutionOf(SMALL);
  await visit.open(addressOf(SMALL));
  await place(page, solution);
  await position(page).getByText("Solved!").waitFor();
  await visit.open("learn");
  await visit.open(`${addressOf(SMALL)}&q=A1,B1`);
  await position(page).getByText("Solved!").waitFor();
  for (const name of solution) {
    await shows(page, name, "queen");
  }
  assert.equal(await page.locator(".has-queen").count(), 5);
  await addressed(page, addressOf(SMALL));
});

desktop("play: an open free board resumes, a completed one does not", async ({ visit, page }) => {
  await page.clock.setFixedTime(new Date(2026, 10, 15, 12));
  await visit.open("play?n=4");
  await place(page, ["A2", "B4", "C1"]);
  await visit.open("learn");
  await visit.open("play");
  await addressed(page, "play?n=4&q=A2,B4,C1");
  await place(page, ["D3"]);
  await position(page).getByText("Solved: no queen attacks another.").waitFor();
  await visit.open("learn");
  await visit.open("play");
  await addressed(page, "play?day=2026-11-15");
});

desktop("play: the focus stays near a button that disappears", async ({ visit, page }) => {
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  await visit.open(addressOf(OTHER));
  await square(page, "B2").press("x");
  await visit.open(addressOf(SMALL));
  await button(page, "Delete Region puzzle · 6×6 · medium").press("Enter");
  await games(page).getByText("was deleted").waitFor();
  assert.equal(await focused(), "Your games");
  await button(page, "Restore").press("Enter");
  await games(page).getByText("Region puzzle · 6×6 · medium").waitFor();
  assert.equal(await focused(), "Your games");
  const solution = await solutionOf(SMALL);
  await place(page, solution);
  await button(page, "Play again").press("Enter");
  await position(page).getByText("Queens: 0 of 5").waitFor();
  assert((await focused()).startsWith(`${solution.at(-1)}, `), await focused());
});

desktop("play: a link that cannot be used opens the saved free board", async ({ visit, page }) => {
  await visit.open("play?n=8");
  await square(page, "A1").press(" ");
  await settled(page, "q=A1");
  await visit.open("learn");
  await visit.open("play?p=nonsense");
  await position(page).getByText("The position in this link cannot be read").waitFor();
  await shows(page, "A1", "queen");
  await square(page, "B3").press(" ");
  await shows(page, "B3", "queen");
  await shows(page, "A1", "queen");
});

everywhere("play: saved games are listed, opened and deleted", async ({ visit, page, screen }) => {
  await visit.open(addressOf(SMALL));
  await press(page, screen, "A1");
  await visit.open(addressOf(OTHER));
  await press(page, screen, "B2");
  await visit.open("play?n=4&q=A1");
  await shows(page, "A1", "queen");
  const items = games(page).getByRole("listitem");
  await games(page).getByText("Region puzzle · 6×6 · medium").waitFor();
  assert.equal(await items.count(), 2);
  await button(page, "Delete Region puzzle · 6×6 · medium").click();
  await games(page).getByText("was deleted").waitFor();
  assert.equal(await items.count(), 1);
  await button(page, "Restore").click();
  await games(page).getByText("Region puzzle · 6×6 · medium").waitFor();
  await button(page, "Delete Region puzzle · 6×6 · medium").click();
  await games(page).getByText("was deleted").waitFor();
  await page.reload();
  await games(page).getByText("Region puzzle · 5×5 · easy").click();
  await shows(page, "A1", "cross");
  await addressed(page, `${addressOf(SMALL)}&x=A1`);
  await games(page).getByText("Free board · 4×4").waitFor();
  assert.equal(await items.count(), 1);
});

everywhere("play: a puzzle that was only looked at is not saved", async ({ visit, page }) => {
  await visit.open(addressOf(SMALL));
  await square(page, "A1").waitFor();
  await visit.open("play?n=4");
  await square(page, "D4").waitFor();
  assert.equal(await games(page).count(), 0);
});

desktop(
  "play: a second tab with the same game shows its moves, one with another game changes nothing",
  async ({ visit, page }) => {
    await visit.open(addressOf(SMALL));
    await square(page, "A1").press("x");
    await settled(page, "x=A1");
    const second = await page.context().newPage();
    await second.goto(`${visit.url}#/${addressOf(SMALL)}`);
    await shows(second, "A1", "cross");
    await square(second, "B2").press(" ");
    await shows(page, "B2", "queen");
    await square(page, "C5").press("x");
    await shows(second, "C5", "cross");
    await button(second, "Undo").click();
    await shows(page, "C5", "");
    // Another game in the second tab.
    await second.goto(`${visit.url}#/${addressOf(OTHER)}`);
    await square(second, "F6").press("x");
    await settled(second, "x=F6");
    await square(page, "E1").press("x");
    await settled(page, "x=A1,E1");
    await second.reload();
    await shows(second, "F6", "cross");
    await games(second).getByText("Region puzzle · 5×5 · easy").waitFor();
    await second.close();
  },
);

desktop("play: a puzzle that is played again starts at 0:00 in all tabs", async ({ visit, page }) => {
  await page.clock.install();
  await visit.open(addressOf(SMALL));
  await square(page, "A1").press("x");
  await page.clock.runFor(83_000);
  await button(page, "Undo").click();
  await place(page, await solutionOf(SMALL));
  await position(page).getByText("Solved!").waitFor();
  const second = await page.context().newPage();
  await second.goto(`${visit.url}#/${addressOf(SMALL)}`);
  await position(second).getByText("Solved!").waitFor();
  // As if it were in the background: it must not save on its own.
  await second.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden" }));
  const key = await page.evaluate(() => Object.keys(localStorage).find((key) => key.startsWith("queens:game:")) ?? "");
  const revision = () => page.evaluate((key) => Number(JSON.parse(localStorage.getItem(key) ?? "{}").revision), key);
  await button(page, "Play again").click();
  const restarted = await revision();
  await position(second).getByText("Queens: 0 of 5").waitFor();
  await second.getByRole("timer").getByText("0:00").waitFor();
  assert.equal(await revision(), restarted);
  // A move in one of them does not bring the old time back.
  await square(second, "A1").press("x");
  await shows(page, "A1", "cross");
  await page
    .getByRole("timer")
    .getByText(/^0:0\d$/)
    .waitFor();
  await second.close();
});

desktop("play: damaged and hostile storage does not break the page", async ({ visit, page }) => {
  await visit.open(addressOf(SMALL));
  await square(page, "A1").press("x");
  await settled(page, "x=A1");
  const key = await page.evaluate(() => Object.keys(localStorage).find((key) => key.startsWith("queens:game:")));
  assert(key);
  const good = await page.evaluate((key) => localStorage.getItem(key) ?? "", key);
  const changed = (fields: object) => JSON.stringify({ ...(JSON.parse(good) as object), ...fields });
  const damaged = [
    "{",
    "null",
    good.slice(0, -5),
    changed({ short: "size:4" }),
    changed({ short: "regions:Z" }),
    changed({ short: "<img src=x onerror=alert(1)>" }),
    changed({ now: "A1|A1" }),
    changed({ now: "A1,B1|", short: "size:5 given:A1" }),
    changed({ past: ["A1|", "Q1|"] }),
  ];
  for (const item of damaged) {
    await visit.open("learn");
    await page.evaluate(([key, item]) => localStorage.setItem(key as string, item as string), [key, item]);
    await visit.open(addressOf(SMALL));
    await position(page).getByText("Queens: 0 of 5").waitFor();
    assert.equal(await page.locator("[data-square]").count(), 25, item);
    // The game can be played and saved again.
    await square(page, "B1").press("x");
    await settled(page, "x=B1");
    await page.reload();
    await shows(page, "B1", "cross");
  }
  await page.evaluate(() => {
    localStorage.setItem("queens:settings", "[");
    localStorage.setItem("queens:day:2026-11-18", "{}");
    localStorage.setItem("queens:day:x", "1");
    localStorage.setItem("queens:game:p=%zz", good());
    function good() {
      return JSON.stringify({ version: 1 });
    }
  });
  await page.reload();
  await shows(page, "B1", "cross");
});

everywhere(
  "play: without storage the game is played, and a note says that it is not saved",
  async ({ visit, page, screen }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
    });
    await visit.open(addressOf(SMALL));
    await press(page, screen, "A1");
    await shows(page, "A1", "cross");
    await position(page).getByText("This browser does not store games").waitFor();
    // The address keeps the marks.
    await page.reload();
    await shows(page, "A1", "cross");
    await button(page, "Undo").click();
    // Another section does not end the game.
    await page.getByRole("link", { name: "Learn", exact: true }).first().click();
    await page.locator('main[data-section="learn"]').waitFor();
    await page.getByRole("link", { name: "Play", exact: true }).first().click();
    await shows(page, "A1", "");
    await addressed(page, addressOf(SMALL));
    await button(page, "Redo").click();
    await shows(page, "A1", "cross");
    await place(page, await solutionOf(SMALL));
    await position(page).getByText("Solved!").waitFor();
  },
);

desktop("play: a blocked storage is like none", async ({ visit, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("Access is denied.", "SecurityError");
      },
    });
  });
  await visit.open(addressOf(SMALL));
  await square(page, "A1").press("x");
  await shows(page, "A1", "cross");
  await position(page).getByText("This browser does not store games").waitFor();
});

everywhere("play: the timer stands still while the page is hidden", async ({ visit, page }) => {
  await page.clock.install();
  await visit.open(addressOf(SMALL));
  await square(page, "A1").press("x");
  const hide = (state: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await page.clock.runFor(10_000);
  await page
    .getByRole("timer")
    .getByText(/^0:1\d$/)
    .waitFor();
  await hide("hidden");
  await page.clock.runFor(600_000);
  await hide("visible");
  await page.clock.runFor(1000);
  assert.match((await page.getByRole("timer").textContent()) ?? "", /^0:1\d$/);
  // It does not run on another section either.
  await visit.open("learn");
  await page.clock.runFor(600_000);
  await visit.open(addressOf(SMALL));
  await shows(page, "A1", "cross");
  assert.match((await page.getByRole("timer").textContent()) ?? "", /^0:1\d$/);
});
