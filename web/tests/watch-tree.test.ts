import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { accessibilityProblems, settled } from "./harness";
import { desktop, everywhere } from "./visits";

const at = (page: Page, step: number) => page.locator(`.side[data-step="${step}"]`).waitFor();
const tree = (page: Page) => page.getByRole("tree");
const item = (page: Page) => page.getByRole("treeitem");
const summary = (page: Page) => page.locator(".tree-summary");
const drawing = (page: Page, layout: string) => page.locator(`.tree svg[data-layout="${layout}"]`).waitFor();

everywhere("watch tree: it follows the timeline", async ({ visit, page }) => {
  await visit.open("watch?method=bitmask&n=4&step=0");
  await summary(page).getByText("1 of 17 boards visited: 0 dead ends, 0 solutions.").waitFor();
  await drawing(page, "whole");
  for (let step = 1; step <= 34; step++) {
    await page.getByRole("button", { name: "Step forward" }).click();
    await at(page, step);
    const board = (await page.locator(".side [role=img]").getAttribute("aria-label")) ?? "";
    const queens = /queens on (.*)$/.exec(board)?.[1]?.replaceAll(",", "") ?? "empty board";
    const node = (await item(page).textContent()) ?? "";
    assert(node.startsWith(`${queens}: `) && node.includes("current board"), `step ${step}: ${board}, ${node}`);
  }
  await summary(page).getByText("17 of 17 boards visited: 4 dead ends, 2 solutions.").waitFor();
  // The shapes of dead ends and solutions are drawn.
  assert.equal(await page.locator(".tree .node.unvisited").count(), 0);
  for (const kind of ["dead-end", "solution", "done"]) {
    assert.equal(await page.locator(`.tree .node.${kind}`).count(), 1, kind);
  }
});

everywhere("watch tree: a node leads to its step", async ({ visit, page, screen }) => {
  await visit.open("watch?method=bitmask&n=5&step=12");
  await at(page, 12);
  await item(page).waitFor({ state: "attached" });
  const [, step = ""] = /step (\d+)$/.exec((await item(page).textContent()) ?? "") ?? [];
  const mark = page.locator(".tree .current");
  if (screen === "phone") {
    await tree(page).evaluate((one) => one.scrollIntoView({ block: "center" }));
  }
  const box = await mark.boundingBox();
  assert(box);
  await page.keyboard.press("Home");
  await at(page, 0);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await (screen === "phone" ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  await at(page, Number(step));
  await settled(page, `step=${step}`);
});

desktop("watch tree: keyboard only", async ({ visit, page }) => {
  await visit.open("watch?method=arrays&n=4&step=0");
  await item(page).getByText("empty board: in progress, current board, step 0").waitFor({ state: "attached" });
  for (let press = 0; press < 40 && !(await tree(page).evaluate((one) => one === document.activeElement)); press++) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("ArrowDown");
  await item(page).getByText("A1: not visited yet, step 1").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowRight");
  await item(page)
    .getByText(/^A2: not visited yet/)
    .waitFor({ state: "attached" });
  for (const square of ["B4", "C1", "D3"]) {
    await page.keyboard.press("ArrowDown");
    await item(page)
      .getByText(new RegExp(`${square}: not visited yet`))
      .waitFor({ state: "attached" });
  }
  // The keys of the timeline do not work while the tree has the focus.
  await at(page, 0);
  await page.keyboard.press("Enter");
  await page.locator(".sentence", { hasText: "Solution 1: 2 4 1 3" }).waitFor();
  await item(page)
    .getByText(/^A2 B4 C1 D3: solution, current board/)
    .waitFor({ state: "attached" });
  await page.keyboard.press("ArrowUp");
  await item(page)
    .getByText(/^A2 B4 C1: in progress, step/)
    .waitFor({ state: "attached" });
  assert.deepEqual(await accessibilityProblems(page), []);
});

everywhere("watch tree: large trees show the current branch", async ({ visit, page }) => {
  await visit.open("watch?method=bitmask&n=8&step=300");
  await drawing(page, "branch");
  await summary(page).getByText("153 of 2,057 boards visited: 56 dead ends, 2 solutions.").waitFor();
  const names = await page.locator(".tree text:not(.found)").allTextContents();
  for (const queen of ["A1", "B6", "C8", "D5", "E7", "F4", "A8"]) {
    assert(names.includes(queen), queen);
  }
  await page.getByLabel("Whole tree").check();
  await drawing(page, "whole");
  // It scrolls to the current node.
  const inside = async () => {
    const [box, mark] = await Promise.all([tree(page).boundingBox(), page.locator(".tree .current").boundingBox()]);
    return box && mark && mark.x >= box.x && mark.x + mark.width <= box.x + box.width;
  };
  assert(await inside());
  await page.getByRole("slider", { name: "Step" }).fill("4000");
  await at(page, 4000);
  assert(await inside());
  await page.getByLabel("Board size").selectOption("11");
  await page.getByText("The tree of N = 11 has more than 20,000 boards.").waitFor();
});

desktop("watch tree: the keyboard moves into folded branches", async ({ visit, page }) => {
  await visit.open("watch?method=bitmask&n=8&step=300");
  await drawing(page, "branch");
  await tree(page).focus();
  const cursor = page.locator(".tree .cursor");
  for (const key of ["Home", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown"]) {
    await page.keyboard.press(key);
    await cursor.waitFor();
  }
  await item(page)
    .getByText(/^A2 B4 C\d: /)
    .waitFor({ state: "attached" });
  // The branch of the current board is back when the focus leaves the tree.
  await page.keyboard.press("Shift+Tab");
  await cursor.waitFor({ state: "detached" });
  await page.locator(".tree .current").waitFor();
});

desktop("watch tree: a method next to itself has a tree of its own", async ({ visit, page }) => {
  await visit.open("watch?method=bitmask&with=bitmask&n=4&step=3");
  await item(page).nth(1).waitFor({ state: "attached" });
  const named = await tree(page).evaluateAll((all) => all.map((one) => one.getAttribute("aria-activedescendant")));
  const items = await item(page).evaluateAll((all) => all.map(({ id }) => id));
  assert.deepEqual(named, items);
  assert.equal(new Set(items).size, 2);
});

desktop("watch tree: every method has one", async ({ visit, page }) => {
  await visit.open("watch?method=tiles&n=5&step=0");
  const options = page.getByRole("combobox", { name: "Method", exact: true }).locator("option");
  await options.first().waitFor({ state: "attached" });
  for (const method of await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))) {
    await page.getByRole("combobox", { name: "Method", exact: true }).selectOption(method);
    await page.locator(`.side[data-method="${method}"][data-step="0"]`).waitFor();
    await summary(page).getByText("1 of").waitFor();
    await page.getByRole("button", { name: "Next solution" }).click();
    await page.locator(".sentence", { hasText: "Solution 1:" }).waitFor();
    await item(page)
      .getByText(/: solution, current board/)
      .waitFor({ state: "attached" });
  }
});
