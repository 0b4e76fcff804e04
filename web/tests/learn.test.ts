import assert from "node:assert/strict";
import { accessibilityProblems, horizontalOverflow } from "./harness";
import { desktop, everywhere } from "./visits";

const TOPICS = [
  "problem",
  "backtracking",
  "half",
  "bit-sets",
  "bit-masks",
  "stacks",
  "threads",
  "breadth-first",
  "tiles",
  "dancing-links",
  "symmetry",
  "cross",
  "join",
  "regions",
  "checks",
];

everywhere("learn: every page has pictures, is accessible and fits the screen", async ({ visit, page }) => {
  await visit.open("learn");
  await page.getByRole("heading", { level: 1, name: "Learn" }).waitFor();
  for (const topic of TOPICS) {
    await visit.open(`learn/${topic}`);
    await page.locator("main figure, main svg").first().waitFor();
    assert((await page.locator("main figure").count()) > 0, topic);
    assert.deepEqual(await accessibilityProblems(page), [], topic);
    assert.equal(await horizontalOverflow(page), 0, topic);
  }
});

everywhere("learn: next links lead from the first page to the last", async ({ visit, page }) => {
  await visit.open(`learn/${TOPICS[0]}`);
  for (const topic of TOPICS.slice(1)) {
    await page.getByRole("link", { name: /^Next/ }).click();
    await page.waitForURL(`**/#/learn/${topic}`);
  }
  assert.equal(await page.getByRole("link", { name: /^Next/ }).count(), 0);
});

desktop("learn: links to other sections open the right state", async ({ visit, page }) => {
  const links = new Set<string>();
  for (const topic of TOPICS) {
    await visit.open(`learn/${topic}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const found = await page
      .locator('main a[href^="#/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
    for (const href of found.filter((href) => !href.startsWith("#/learn"))) {
      links.add(href);
    }
  }
  assert(links.size >= 15, `${links.size} links`);
  for (const href of links) {
    await visit.open(href.slice(2));
    const section = /^#\/(\w+)/.exec(href)?.[1];
    await page.locator(`main[data-section="${section}"]`).waitFor();
    // Watch writes its address when it has settled, the others at once.
    const asked = new URLSearchParams(href.split("?")[1] ?? "");
    const shown = {
      watch: ["method", "with", "n", "step"],
      play: ["puzzle", "seed", "n"],
      explore: ["n", "only"],
      count: ["n", "method"],
    };
    for (const key of shown[section as keyof typeof shown]) {
      const value = asked.get(key);
      if (value !== null) {
        const same = page.waitForFunction(
          ([key, value]) => new URLSearchParams(location.hash.split("?")[1]).get(key ?? "") === value,
          [key, value],
        );
        await same.catch(() => assert.fail(`${key} of ${href} at ${page.url()}`));
      }
    }
    await page.waitForTimeout(100);
    assert.equal(await page.locator('.message.bad, [role="alert"]:not(:empty)').count(), 0, href);
  }
});

everywhere("learn: an unknown page shows the table of contents", async ({ visit, page }) => {
  await visit.open("learn/no-such-page");
  await page
    .getByRole("link", { name: /Dancing links/ })
    .first()
    .waitFor();
});
