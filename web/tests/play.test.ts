/** The board of Play: marks, hints, solutions, and links to positions. */
import assert from "node:assert/strict";
import {
  addressOf,
  button,
  centre,
  drag,
  label,
  place,
  position,
  press,
  pressOther,
  SMALL,
  shows,
  solutionOf,
  square,
  withoutLongPress,
} from "./board-actions";
import { place as address, addressed, command, settled } from "./harness";
import { desktop, everywhere } from "./visits";

everywhere("play: a tap cycles cross, queen, empty, and conflicts are red at once", async ({ visit, page, screen }) => {
  await visit.open(addressOf(SMALL));
  for (const mark of ["cross", "queen", "", "cross", "queen"] as const) {
    await press(page, screen, "A1");
    await shows(page, "A1", mark);
  }
  await press(page, screen, "B2");
  await press(page, screen, "B2");
  await position(page).getByText("Conflict: A1, B2").waitFor();
  assert.match(await label(page, "A1"), /queen under attack/);
  await button(page, "Undo").click();
  await button(page, "Undo").click();
  await position(page).getByText("Queens: 1 of 5").waitFor();
  assert.equal(await position(page).getByText("Conflict").count(), 0);
  await button(page, "Redo").click();
  await shows(page, "B2", "cross");
  await button(page, "Clear").click();
  await position(page).getByText("Queens: 0 of 5").waitFor();
  await button(page, "Undo").click();
  await shows(page, "B2", "cross");
});

everywhere("play: conflicts do not wait for the library", async ({ visit, page, screen }) => {
  await visit.open(addressOf(SMALL));
  await square(page, "A1").waitFor();
  // Without workers, the library cannot answer.
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => undefined;
  });
  for (const name of ["A1", "A1", "A3", "A3"]) {
    await press(page, screen, name);
  }
  await position(page).getByText("Conflict: A1, A3").waitFor();
});

everywhere("play: a drag crosses squares out, and erases if it starts on a cross", async ({ visit, page, screen }) => {
  await withoutLongPress(page);
  await visit.open(addressOf(SMALL));
  await square(page, "C3").press(" ");
  await shows(page, "C3", "queen");
  await drag(page, screen, ["A3", "E3"]);
  for (const name of ["A3", "B3", "D3", "E3"]) {
    await shows(page, name, "cross");
  }
  await shows(page, "C3", "queen");
  // The drag is one move.
  await button(page, "Undo").click();
  await shows(page, "A3", "");
  await shows(page, "E3", "");
  await button(page, "Redo").click();
  await drag(page, screen, ["A3", "B3", "B5"]);
  await shows(page, "A3", "");
  await shows(page, "B3", "");
  await shows(page, "B5", "");
  await shows(page, "E3", "cross");
  // After a drag, a tap works as before.
  await press(page, screen, "A1");
  await shows(page, "A1", "cross");
});

everywhere("play: a tap counts even if the browser sends no click for it", async ({ visit, page }) => {
  // Chromium sends none if a tap follows a drag within a moment.
  await visit.open(addressOf(SMALL));
  await square(page, "A1").waitFor();
  await square(page, "A1").evaluate((cell) => {
    const { left, top } = cell.getBoundingClientRect();
    const common = { bubbles: true, isPrimary: true, pointerId: 7, pointerType: "touch" };
    for (const [type, buttons] of [
      ["pointerdown", 1],
      ["pointerup", 0],
    ] as const) {
      cell.dispatchEvent(new PointerEvent(type, { ...common, buttons, clientX: left + 9, clientY: top + 9 }));
    }
  });
  await shows(page, "A1", "cross");
});

everywhere("play: a right click or long press places a queen at once", async ({ visit, page, screen }) => {
  await visit.open(addressOf(SMALL));
  await square(page, "B2").waitFor();
  await pressOther(page, screen, "B2");
  await shows(page, "B2", "queen");
  await pressOther(page, screen, "B2");
  await shows(page, "B2", "");
  // On a free board, where a tap places a queen, it closes a square.
  await visit.open("play?n=4");
  await press(page, screen, "A1");
  await shows(page, "A1", "queen");
  await pressOther(page, screen, "C4");
  assert.match(await label(page, "C4"), /closed/);
});

everywhere("play: automatic crosses follow the queens", async ({ visit, page, screen }) => {
  await visit.open(addressOf(SMALL));
  await press(page, screen, "A5");
  await square(page, "C3").press(" ");
  await page.getByLabel("Automatic crosses").check();
  for (const name of ["C1", "A3", "B2", "D4", "A5"]) {
    await shows(page, name, "cross");
  }
  // A tap on an automatic cross continues with a queen, and then goes back to the cross.
  await press(page, screen, "C1");
  await position(page).getByText("Conflict: C1, C3").waitFor();
  await press(page, screen, "C1");
  await shows(page, "C1", "cross");
  // Removing the queen removes its crosses, not those of the player.
  await square(page, "C3").press("Delete");
  await shows(page, "C1", "");
  await shows(page, "D4", "");
  await shows(page, "A5", "cross");
  // The setting is kept.
  await page.reload();
  assert(await page.getByLabel("Automatic crosses").isChecked());
});

everywhere("play: free board: place queens, see attacked squares, undo and redo", async ({ visit, page, screen }) => {
  await visit.open("play?n=4");
  const touch = (name: string) => press(page, screen, name);
  await touch("A1");
  await page.locator('[data-square="B2"].attacked').waitFor();
  assert.match(await label(page, "B2"), /attacked/);
  assert.doesNotMatch(await label(page, "B3"), /attacked/);
  await touch("B2");
  await position(page).getByText("Conflict: A1, B2").waitFor();
  await button(page, "Undo").click();
  await button(page, "Undo").click();
  await position(page).getByText("Queens: 0 of 4").waitFor();
  await button(page, "Redo").click();
  await position(page).getByText("Queens: 1 of 4").waitFor();
  await touch("A1");
  for (const name of ["A2", "B4", "C1", "D3"]) {
    await touch(name);
  }
  await position(page).getByText("Solved: no queen attacks another.").waitFor();
  await addressed(page, "play?n=4&q=A2,B4,C1,D3");
});

everywhere("play: show a solution, or the reason why there is none", async ({ visit, page }) => {
  await visit.open("play?n=8&q=A1");
  await button(page, "Show a solution").click();
  await position(page).getByText("This is a solution. Undo returns to your queens.").waitFor();
  assert.equal(await position(page).getByText("Solved").count(), 0);
  const queens = /q=([A-Z0-9,]+)/.exec(await address(page))?.[1] ?? "";
  assert(queens.split(",").includes("A1"));
  assert.match(await command("check -", queens.replaceAll(",", " ")), /^8 queens, none attacks another/);
  await visit.open("play?n=6&q=A1");
  await button(page, "Show a solution").click();
  await position(page).getByText("This position cannot be completed: no solution has a queen on A1.").waitFor();
  await button(page, "Count solutions").click();
  await position(page).getByText("This position has no solution.").waitFor();
});

everywhere("play: closed squares get no queen", async ({ visit, page, screen }) => {
  await visit.open("play?n=4");
  await square(page, "A2").waitFor();
  await pressOther(page, screen, "A2");
  assert.match(await label(page, "A2"), /closed/);
  await button(page, "Count solutions").click();
  await position(page).getByText("This position has exactly one solution.").waitFor();
  await button(page, "Show a solution").click();
  await position(page).getByText("This is a solution").waitFor();
  assert.match(await label(page, "A3"), /queen/);
});

everywhere("play: hints solve a puzzle and give reasons", async ({ visit, page }) => {
  const puzzle = { size: 6, seed: 3, difficulty: "medium" };
  await visit.open(addressOf(puzzle));
  await square(page, "A1").waitFor();
  const [hint, take] = [button(page, "Hint"), button(page, "Apply hint")];
  const solved = position(page).getByText("Solved!");
  let hints = 0;
  for (; hints < 60 && !(await solved.isVisible()); hints++) {
    await hint.click();
    await take.waitFor();
    const text = (await position(page).locator(".message").first().textContent()) ?? "";
    assert.match(text, /open square|attack|queen|leaves|need/);
    await take.click();
    await take.waitFor({ state: "detached" });
  }
  await solved.waitFor();
  await position(page).getByText(`with ${hints} hints. This is the only solution.`).waitFor();
  // The command generates the same puzzle with the same solution.
  for (const name of await solutionOf(puzzle)) {
    await shows(page, name, "queen");
  }
  // The link of a solved puzzle does not contain its solution.
  await addressed(page, addressOf(puzzle));
});

everywhere("play: a hint about a conflict that is visible does not count", async ({ visit, page, screen }) => {
  await visit.open(addressOf(SMALL));
  await square(page, "A1").waitFor();
  await pressOther(page, screen, "A1");
  await pressOther(page, screen, "B2");
  await position(page).getByText("Conflict: A1, B2").waitFor();
  await button(page, "Hint").click();
  await position(page).getByText("the queens on A1 and B2 attack each other").waitFor();
  await position(page).getByText("Hints: 0").waitFor();
  await button(page, "Clear").click();
  await button(page, "Hint").click();
  await position(page).getByText("Hints: 1").waitFor();
});

everywhere("play: wrong crosses are reported", async ({ visit, page, screen }) => {
  await withoutLongPress(page);
  await visit.open(addressOf(SMALL));
  await square(page, "A1").waitFor();
  await drag(page, screen, ["A1", "A5"]);
  await button(page, "Hint").click();
  await position(page)
    .getByText(/Too many squares are crossed out: the solution has a queen on A\d/)
    .waitFor();
});

everywhere("play: a shown solution is not a success", async ({ visit, page }) => {
  await visit.open(addressOf(SMALL));
  await button(page, "Show the solution").click();
  await position(page).getByText("This is the solution. The game does not count").waitFor();
  assert.equal(await position(page).getByText("Solved").count(), 0);
  assert.equal(await page.locator(".confetti").count(), 0);
  // The stopwatch has stopped, and solving it again does not count either.
  await button(page, "Clear").click();
  await place(page, await solutionOf(SMALL));
  await position(page).getByText("This is the solution. The game does not count").waitFor();
});

everywhere("play: a shown solution of a free board stays a shown one", async ({ visit, page }) => {
  await visit.open("play?n=6");
  await square(page, "A1").waitFor();
  await button(page, "Show a solution").click();
  const shown = position(page).getByText("This is a solution. Undo returns to your queens.");
  await shown.waitFor();
  await settled(page, "q=");
  await page.reload();
  await shown.waitFor();
  assert.equal(await position(page).getByText("Solved").count(), 0);
  await button(page, "Undo").click();
  await shown.waitFor({ state: "detached" });
  await button(page, "Redo").click();
  await shown.waitFor();
  assert.equal(await page.locator(".confetti").count(), 0);
});

everywhere("play: a drag on a board that scrolls marks squares only with a mouse", async ({ visit, page, screen }) => {
  await withoutLongPress(page);
  await visit.open("play?puzzle=queens&size=20&seed=1&difficulty=easy");
  await square(page, "A20").waitFor();
  const crosses = page.locator(".crossed");
  const help = position(page).getByText("Drag to cross out several squares").filter({ visible: true });
  if (screen === "phone") {
    assert.equal(await help.count(), 0);
    const scrolled = () => page.evaluate(() => document.querySelector(".board-scroll")?.scrollLeft ?? 0);
    await drag(page, screen, ["H12", "G12", "F12", "E12", "D12"]);
    await page.waitForFunction(() => (document.querySelector(".board-scroll")?.scrollLeft ?? 0) > 0);
    assert((await scrolled()) > 0);
    await drag(page, screen, ["H12", "H13", "H14", "H15"]);
    assert.equal(await crosses.count(), 0);
    await position(page).getByText("Hints: 0").waitFor();
  } else {
    assert.equal(await help.count(), 1);
    await drag(page, screen, ["H12", "E12"]);
    await crosses.first().waitFor();
  }
});

everywhere("play: a drag that the browser cancels changes nothing", async ({ visit, page }) => {
  await visit.open(addressOf(SMALL));
  await square(page, "A1").waitFor();
  await square(page, "B5").click();
  await shows(page, "B5", "cross");
  const points = await Promise.all(["A1", "A2", "A3"].map((name) => centre(page, name)));
  await page.evaluate((points) => {
    const send = (type: string, { x, y }: { x: number; y: number }) =>
      document.elementFromPoint(x, y)?.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          isPrimary: true,
          pointerType: "mouse",
          buttons: 1,
          clientX: x,
          clientY: y,
          bubbles: true,
        }),
      );
    // Only a real pointer can be captured.
    Element.prototype.setPointerCapture = () => undefined;
    const [first, second, third] = points as [
      { x: number; y: number },
      { x: number; y: number },
      { x: number; y: number },
    ];
    send("pointerdown", first);
    send("pointermove", second);
    send("pointermove", third);
    Object.assign(globalThis, { cancel: () => send("pointercancel", third) });
  }, points);
  await shows(page, "A3", "cross");
  await page.evaluate(() => (globalThis as unknown as { cancel(): void }).cancel());
  for (const name of ["A1", "A2", "A3"]) {
    await shows(page, name, "");
  }
  await shows(page, "B5", "cross");
});

everywhere("play: a solved puzzle celebrates, unless motion is reduced", async ({ visit, page }) => {
  const solution = await solutionOf(SMALL);
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await page.emulateMedia({ reducedMotion });
    await visit.open(addressOf(SMALL));
    await square(page, "A1").waitFor();
    if (reducedMotion === "reduce") {
      await button(page, "Play again").click();
      await position(page).getByText("Queens: 0 of 5").waitFor();
    }
    await place(page, solution);
    await position(page).getByText("Solved!").waitFor();
    await page.locator(".confetti").waitFor({ state: "attached" });
    assert.equal(await page.locator(".confetti").isVisible(), reducedMotion === "no-preference");
    // A solved board is locked: a stray tap does not change it.
    await square(page, solution[0] ?? "").click();
    await shows(page, solution[0] ?? "", "queen");
  }
});

everywhere("play: Star Battle", async ({ visit, page, screen }) => {
  const puzzle = { size: 8, seed: 4, difficulty: "easy" };
  const solution = await solutionOf(puzzle, 2);
  assert.equal(solution.length, 16);
  await visit.open(`play?puzzle=regions&size=8&stars=2&seed=4&difficulty=easy`);
  await page.getByRole("heading", { name: "Star Battle" }).waitFor();
  await position(page).getByText("Queens: 0 of 16").waitFor();
  // Two queens in a column are allowed, three are a conflict.
  for (const name of ["A1", "A3"]) {
    await pressOther(page, screen, name);
  }
  await position(page).getByText("Queens: 2 of 16").waitFor();
  assert.equal(await position(page).getByText("Conflict").count(), 0);
  await pressOther(page, screen, "A8");
  await position(page).getByText("Conflict: A1, A3, A8").waitFor();
  await button(page, "Clear").click();
  await page.getByLabel("Automatic crosses").check();
  await place(page, solution);
  await position(page).getByText("Solved!").waitFor();
});

everywhere("play: new puzzles of all kinds start with one tap", async ({ visit, page }) => {
  await visit.open("play?n=4");
  const start = page.getByRole("region", { name: "New puzzle" });
  await start.getByRole("button", { name: "Size 7" }).click();
  await start.getByRole("button", { name: "Hard" }).click();
  await page.getByText("7×7 · hard").first().waitFor();
  assert.equal(await page.locator("[data-square]").count(), 49);
  assert.match(await address(page), /^play\?puzzle=regions&size=7&seed=\d+&difficulty=hard$/);
  // The size is kept for the next puzzle.
  await start.getByRole("button", { name: "Completion" }).click();
  await start.getByRole("button", { name: "Easy" }).click();
  await page.getByRole("heading", { name: "Queens completion" }).waitFor();
  const given = page.getByRole("gridcell", { name: /given queen/ }).first();
  await given.click();
  await position(page)
    .getByText(/The queen on [A-G]\d is given/)
    .waitFor();
});

everywhere("play: a position can be pasted, and errors in it are reported", async ({ visit, page }) => {
  await visit.open("play?n=4");
  await page.getByText("Paste a position as text").click();
  const text = page.getByLabel(/A board drawn as text/);
  await text.fill("..Q.\n....\n..z.\n....");
  await button(page, "Use this position").click();
  await page.getByText(/line 3, column 3: unknown mark 'z'/).waitFor();
  await text.fill("..Q.\n....\n....\n#...");
  await button(page, "Use this position").click();
  await page.getByRole("gridcell", { name: "C4, given queen" }).waitFor();
  assert.match(await label(page, "A1"), /closed/);
  await addressed(page, "play?p=size:4+given:C4+closed:A1");
});

desktop("play: the largest board", async ({ visit, page }) => {
  await visit.open("play?n=4");
  await page.getByRole("link", { name: "Empty board of size 32" }).click();
  await square(page, "AF32").click();
  await page.locator('[data-square="A1"].attacked').waitFor();
  await button(page, "Show a solution").click();
  await position(page).getByText("This is a solution").waitFor();
});

desktop("play: keyboard only", async ({ visit, page }) => {
  await visit.open("play?n=4");
  await square(page, "A4").waitFor();
  for (
    let press = 0;
    press < 12 && !(await square(page, "A4").evaluate((one) => one === document.activeElement));
    press++
  ) {
    await page.keyboard.press("Tab");
  }
  const type = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
    }
  };
  await type("ArrowDown", "ArrowDown", "Enter");
  await page.getByRole("gridcell", { name: "A2, queen" }).waitFor();
  await type("ArrowRight", "PageUp", "Space", "ArrowRight", "PageDown", "Enter", "End", "ArrowUp", "ArrowUp", "Enter");
  await position(page).getByText("Solved: no queen attacks another.").waitFor();
  await page.getByText("D3 queen. 4 of 4 queens.").waitFor();
  await type("Delete");
  await position(page).getByText("Queens: 3 of 4").waitFor();
  await type("Home", "x");
  await page.getByRole("gridcell", { name: "A3, closed" }).waitFor();
  await type("Control+z", "Control+z");
  await position(page).getByText("Solved: no queen attacks another.").waitFor();
  await type("Control+Shift+z");
  await position(page).getByText("Queens: 3 of 4").waitFor();
});

everywhere("play: stale answers are dropped", async ({ visit, page }) => {
  await visit.open("play?n=4");
  // Each on its own board, because the answer may arrive before the board is left, and is then saved.
  for (const [size, asked] of Object.entries({ 32: "Show a solution", 31: "Hint", 30: "Count solutions" })) {
    await page.getByRole("link", { name: `Empty board of size ${size}` }).click();
    await square(page, `AA${size}`).waitFor();
    await button(page, asked).click();
    await page.getByRole("link", { name: "Empty board of size 5", exact: true }).click();
    await page.waitForTimeout(1200);
    await position(page).getByText("Queens: 0 of 5").waitFor();
    await addressed(page, "play?n=5");
    assert.equal(await position(page).locator(".message").count(), 0, asked);
  }
});

everywhere("play: stopping a long operation ends its worker", async ({ visit, page }) => {
  await visit.open("play?puzzle=regions&size=14&stars=2&seed=3&difficulty=easy");
  await page.getByRole("button", { name: "Stop" }).click();
  await position(page).getByText("Stopped.").waitFor();
  for (let press = 0; press < 4; press++) {
    await button(page, "Size 20").click();
    await button(page, "Expert").click();
  }
  await page.getByRole("link", { name: "Empty board of size 4", exact: true }).click();
  await square(page, "D4").waitFor();
  await visit.open("learn");
  await page.getByRole("heading", { level: 1 }).waitFor();
  // Browsers need some time to end a busy worker.
  for (let wait = 0; wait < 50 && page.workers().length > 1; wait++) {
    await page.waitForTimeout(200);
  }
  assert(page.workers().length <= 1, `${page.workers().length} workers`);
});

everywhere("play: other rules are explained", async ({ visit, page }) => {
  await visit.open("play?p=size:5+rules:torus");
  await position(page).getByText("Torus: a diagonal").waitFor();
  await page.getByRole("button", { name: "Count solutions" }).click();
  await position(page).getByText("This position has 10 solutions.").waitFor();
});

everywhere("play: an invalid link shows a message and a board", async ({ visit, page }) => {
  await visit.open("play?p=size:4+given:Z9");
  const read = position(page).locator(".message.bad", { hasText: "The position in this link cannot be read: " });
  await read.filter({ hasText: "Z9" }).waitFor();
  assert.equal(await page.locator("[data-square]").count(), 64);
  for (const link of [
    "day=2026-02-30",
    "puzzle=foo",
    "n=0",
    "n=33",
    "q=Z99,!",
    "q=Z9",
    "p=size:0",
    "puzzle=regions&size=5&seed=x",
    "puzzle=queens&size=5&difficulty=x",
    "puzzle=regions&size=5&stars=5",
    "n=4&beat=0",
  ]) {
    await visit.open(`play?${link}`);
    await position(page).locator(".message").waitFor();
  }
});
