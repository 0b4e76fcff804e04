/** Stale answers: the tests hold answers back and deliver them in the wrong order. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { QuestionName } from "../src/protocol";
import { desktop } from "./visits";

/** In the page: the answers to one kind of question, kept until the test delivers them. */
interface Held {
  name: string | null;
  answers: (() => void)[];
}

/** Makes the page keep back the answers to the questions of this name, or to those that `hold` names later. */
async function holdAnswers(page: Page, name: QuestionName | null = null): Promise<void> {
  await page.addInitScript((name) => {
    const held: Held = { name, answers: [] };
    const names = new Map<string, string>();
    let workers = 0;
    class HeldWorker extends Worker {
      private number = workers++;

      override postMessage(message: { id?: number; question?: string }): void {
        if (message.question !== undefined) {
          names.set(`${this.number} ${message.id}`, Object.keys(JSON.parse(message.question))[0] ?? "");
        }
        super.postMessage(message);
      }

      override set onmessage(deliver: (event: MessageEvent) => void) {
        super.onmessage = (event: MessageEvent) => {
          if (names.get(`${this.number} ${event.data.id}`) === held.name) {
            held.answers.push(() => deliver(event));
          } else {
            deliver(event);
          }
        };
      }
    }
    Object.assign(globalThis, { Worker: HeldWorker, held });
  }, name);
}

const hold = (page: Page, name: QuestionName | null) =>
  page.evaluate((name) => {
    (globalThis as unknown as { held: Held }).held.name = name;
  }, name);

const answered = (page: Page, count: number) =>
  page.waitForFunction((count) => (globalThis as unknown as { held: Held }).held.answers.length === count, count);

/** Delivers the answers, the newest first, each in a task of its own; then waits until the page is drawn. */
const deliverReversed = (page: Page) =>
  page.evaluate(async () => {
    const { held } = globalThis as unknown as { held: Held };
    for (const deliver of held.answers.splice(0).reverse()) {
      deliver();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await new Promise(requestAnimationFrame);
  });

desktop("stale answers: the verdict belongs to the last text", async ({ visit, page }) => {
  await holdAnswers(page);
  await visit.open("explore?n=8");
  const text = page.getByLabel("Rows, squares or a board");
  await text.waitFor();
  await hold(page, "check");
  await text.fill("1 5 8 6 3 7 4 2");
  await answered(page, 1);
  await text.fill("1 5 8 6 3 7 2 4");
  await answered(page, 2);
  await deliverReversed(page);
  assert.equal(await page.locator("#verdict").textContent(), "A valid solution for N = 8");
});

desktop("stale answers: the last selected solution is shown", async ({ visit, page }) => {
  await holdAnswers(page);
  await visit.open("explore?n=8&rows=1,5,8,6,3,7,2,4");
  const chosen = page.getByRole("region", { name: "Selected solution" });
  await chosen.getByRole("heading", { name: "Solution 1 of 92" }).waitFor();
  await hold(page, "solution");
  const number = page.getByLabel("Solution number");
  for (const [count, place] of ["12", "34"].entries()) {
    await number.fill(place);
    await number.press("Enter");
    await answered(page, count + 1);
  }
  await deliverReversed(page);
  assert.equal(await chosen.getByRole("heading").textContent(), "Solution 34 of 92");
});

desktop("stale answers: a picture that was reset stays reset", async ({ visit, page }) => {
  await holdAnswers(page);
  await visit.open("learn/regions");
  const figure = page.locator("figure", { has: page.getByRole("button", { name: "Start over" }) }).first();
  const again = figure.getByRole("button", { name: "Start over" });
  const next = figure.locator("button.primary");
  await next.click();
  await figure.locator(".hint").first().waitFor();
  await hold(page, "hint");
  await next.click();
  await answered(page, 1);
  await again.click();
  await deliverReversed(page);
  assert.equal(await figure.locator(".hint").count(), 0);
  assert(await again.isDisabled());
});

desktop("stale answers: the length of a search belongs to the selected board", async ({ visit, page }) => {
  await holdAnswers(page);
  await visit.open("watch?method=arrays&n=8&step=0");
  await page.getByText(/^Step 0 of \d/).waitFor();
  await hold(page, "length");
  for (const [count, size] of ["6", "4"].entries()) {
    await page.getByLabel("Board size").selectOption(size);
    await answered(page, count + 1);
  }
  await deliverReversed(page);
  await page.getByText(/^Step 0 of 78$/).waitFor();
});

desktop("pause: a step that is chosen in the same frame is kept", async ({ visit, page }) => {
  await holdAnswers(page);
  await visit.open("watch?method=arrays&n=12&step=0&speed=1000");
  await page.getByText(/^Step 0 of/).waitFor();
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText(/^Step [1-9]/).waitFor();
  // An answer would draw the page again, and so end the frames of the search.
  await hold(page, "watch");
  await answered(page, 1);
  await page.evaluate(async () => {
    document.querySelector<HTMLButtonElement>('button[aria-label="Pause"]')?.click();
    await Promise.resolve();
    const slider = document.querySelector<HTMLInputElement>('input[aria-label="Step"]');
    if (slider) {
      slider.value = "7";
      slider.dispatchEvent(new Event("input", { bubbles: true }));
    }
    await new Promise(requestAnimationFrame);
  });
  await hold(page, null);
  await deliverReversed(page);
  await page.getByText(/^Step 7 of/).waitFor();
});

desktop("stale answers: a solution that is found late does not replace a chosen step", async ({ visit, page }) => {
  await holdAnswers(page);
  await visit.open("watch?method=arrays&n=8&step=0");
  await page.getByText(/^Step 0 of \d/).waitFor();
  await hold(page, "next-solution");
  await page.getByRole("button", { name: "Next solution" }).click();
  await answered(page, 1);
  await page.getByRole("slider", { name: "Step" }).fill("40");
  await page.getByText(/^Step 40 of/).waitFor();
  await deliverReversed(page);
  await page.getByText("Searching for the next solution").waitFor({ state: "hidden" });
  await page.getByText(/^Step 40 of/).waitFor();
  // The next request is not affected.
  await hold(page, null);
  await page.getByRole("button", { name: "Next solution" }).click();
  await page.getByText("Solution 1:").waitFor();
});

desktop("early choice: the step of the link belongs to the board of the link", async ({ visit, page }) => {
  await holdAnswers(page, "methods");
  await visit.open("watch?n=16&method=arrays&step=20000000");
  await page.getByLabel("Board size").selectOption("5");
  await answered(page, 1);
  await deliverReversed(page);
  await page.getByText(/^Step 0 of \d{3}/).waitFor();
});

desktop("early click: the next solution is searched for once the search has started", async ({ visit, page }) => {
  await holdAnswers(page, "methods");
  await visit.open("watch?n=5&step=0");
  await page.getByRole("button", { name: "Next solution" }).click();
  await page.getByText("Searching for the next solution").waitFor();
  await answered(page, 1);
  await deliverReversed(page);
  await page.getByText(/Solution 1: 1 3 5 2 4/).waitFor();
});

desktop(
  "watch: that there are no more solutions is known before the length of the search is",
  async ({ visit, page }) => {
    await holdAnswers(page, "length");
    await visit.open("watch?method=bitmask&n=4&step=0");
    for (const found of [1, 2]) {
      await page.getByRole("button", { name: "Next solution" }).click();
      await page.getByText(`Solution ${found}:`).waitFor();
    }
    await page.getByRole("button", { name: "Next solution" }).click();
    const said = page.getByRole("status").getByText(/No .*solution/);
    await said.waitFor();
    assert.equal(await said.innerText(), "No more solutions.");
  },
);

desktop("explore: the selected solution is marked as busy until it is shown", async ({ visit, page }) => {
  await holdAnswers(page, "solution");
  await visit.open("explore?n=6&rows=2,4,6,1,3,5");
  const selected = page.getByRole("region", { name: "Selected solution" });
  await answered(page, 1);
  assert.equal(await selected.getAttribute("aria-busy"), "true");
  await deliverReversed(page);
  await selected.getByRole("heading", { name: "Solution 1 of 4" }).waitFor();
  assert.equal(await selected.getAttribute("aria-busy"), "false");
});
