/** The free board: the number of solutions that remain, and the heat map. */
import assert from "node:assert/strict";
import { accessibilityProblems, command, horizontalOverflow } from "./harness";
import { desktop, everywhere } from "./visits";

everywhere("free board: solutions and heat map follow the queens", async ({ visit, page, screen }) => {
  await visit.open("play?n=8");
  const panel = page.getByRole("region", { name: "Solutions of this board" });
  await panel.getByText("92 solutions remain.").waitFor();
  await panel.getByRole("cell", { name: "A1: 4 of 92 solutions" }).waitFor();
  await panel.getByRole("cell", { name: "D1: 18 of 92 solutions" }).waitFor();
  assert.equal(await panel.locator("tbody td").count(), 64);
  const shown = await panel.locator("tbody td").allTextContents();
  // All solutions, one by one.
  const solutions = (await command("list 8"))
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number));
  const expected = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((row) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((col) => `${solutions.filter((rows) => rows[col] === row).length}`),
  );
  assert.deepEqual(shown, expected);
  // The strongest colour is that of the largest number, and the legend explains it.
  for (const [name, kind] of [
    ["A1: 4", "heat-2"],
    ["D1: 18", "heat-5"],
  ] as const) {
    assert.equal(await panel.getByRole("cell", { name: `${name} of 92 solutions` }).getAttribute("class"), kind);
  }
  await panel.getByText("15–18").waitFor();

  const square = page.locator('[data-square="A1"]');
  await (screen === "phone" ? square.tap() : square.click());
  await panel.getByText("4 solutions remain.").waitFor();
  await panel.getByRole("cell", { name: "A1: 4 of 4 solutions" }).waitFor();
  await panel.getByRole("cell", { name: "B2: 0 of 4 solutions" }).waitFor();
  await visit.open("play?n=8&q=A1,B2");
  await panel.getByText("No solution remains.").waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.equal(await horizontalOverflow(page), 0);
});

desktop("free board: a large board is counted on request, and can be stopped", async ({ visit, page }) => {
  await visit.open("play?n=16");
  const panel = page.getByRole("region", { name: "Solutions of this board" });
  await panel.getByText("14,772,512 solutions remain.").waitFor();
  await panel.getByRole("button", { name: "Count on each square" }).click();
  await panel.getByRole("progressbar").waitFor();
  await panel.getByRole("button", { name: "Stop" }).click();
  await panel.getByRole("button", { name: "Count on each square" }).waitFor();
  // The buttons take the place of each other; the panel keeps the focus.
  assert(await panel.evaluate((one) => one === document.activeElement));
  assert.equal(await panel.locator("table").count(), 0);
  await visit.open("play?n=13");
  await panel.getByText("73,712 solutions remain.").waitFor();
  await panel.getByRole("button", { name: "Count on each square" }).click();
  await panel.getByRole("cell", { name: "A1: 2,760 of 73,712 solutions" }).waitFor({ timeout: 120_000 });
  assert.equal(await panel.locator("tbody td").count(), 169);
});

desktop("free board: puzzles have no such panel", async ({ visit, page }) => {
  await visit.open("play?puzzle=regions&size=6&seed=1");
  await page.locator(".coloured").first().waitFor();
  assert.equal(await page.getByRole("region", { name: "Solutions of this board" }).count(), 0);
});

desktop("free board: no hopeless count is started, and a long one can be stopped", async ({ visit, page }) => {
  const panel = page.getByRole("region", { name: "Solutions of this board" });
  await visit.open("play?n=32");
  await panel.getByText("Too many solutions to count here.").waitFor();
  assert.equal(await panel.getByRole("button").count(), 0);
  // The number of an empty board is published up to N = 27.
  await visit.open("play?n=27");
  await panel.getByText("234,907,967,154,122,528 solutions remain.").waitFor();
  assert.equal(await panel.getByRole("button").count(), 0);
  await visit.open("play?n=20&q=A1");
  await panel.getByRole("button", { name: "Stop" }).click();
  await panel.getByText("The count was stopped.").waitFor();
  await panel.getByRole("button", { name: "Count again" }).click();
  await panel.getByText("Counting the solutions…").waitFor();
  // Another queen starts another count.
  await panel.getByRole("button", { name: "Stop" }).click();
  await visit.open("play?n=6&q=A2");
  await panel.getByText("Exactly 1 solution remains.").waitFor();
  await visit.open("play?n=32&q=A1,B3");
  await panel.getByText("Too many solutions to count here.").waitFor();
});

everywhere("the first hint on an empty board says where to start", async ({ visit, page }) => {
  await visit.open("play?n=8");
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.getByText("of the 92 solutions, 18 have a queen on D1, only 4 in the corner A1").waitFor();
  await page.getByText("A good first queen.").waitFor();
  assert.equal(await page.getByText("guess").count(), 0);
});
