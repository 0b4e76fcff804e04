import assert from "node:assert/strict";
import { LESSONS } from "../src/learn/lessons";
import { accessibilityProblems, addressed, horizontalOverflow } from "./harness";
import { desktop, everywhere, on } from "./visits";

const TOPICS = LESSONS.map(({ id }) => id);

everywhere("learn: every page has pictures, is accessible and fits the screen", async ({ visit, page }) => {
  await visit.open("learn");
  await page.getByRole("heading", { level: 1, name: "Learn" }).waitFor();
  for (const topic of TOPICS) {
    await visit.open(`learn/${topic}`);
    await page.locator("main figure").first().waitFor();
    assert((await page.locator("main figure").count()) > 0, topic);
    assert.deepEqual(await accessibilityProblems(page), [], topic);
    assert.equal(await horizontalOverflow(page), 0, topic);
  }
});

everywhere("learn: the next lesson is always in sight", async ({ visit, page }) => {
  await visit.open(`learn/${TOPICS[0]}`);
  const next = page.locator('a[rel="next"]');
  for (const topic of TOPICS.slice(1)) {
    await next.waitFor();
    const box = await next.boundingBox();
    const { height } = page.viewportSize() ?? { height: 0 };
    assert(box && box.y >= 0 && box.y + box.height <= height, `${topic}: ${JSON.stringify(box)}`);
    await next.click();
    await addressed(page, `learn/${topic}`);
  }
  await page.getByRole("heading", { level: 1, name: "How counts are checked" }).waitFor();
  assert.equal(await next.count(), 0);
});

desktop("learn: the view for the projector is operated with keys", async ({ visit, page }) => {
  await visit.open("learn/backtracking?view=projector");
  const at = (screen: number) => page.locator(`.projector[data-screen="${screen}"]`).waitFor();
  await at(1);
  assert.equal(await page.locator("header:visible, footer:visible, nav:visible").count(), 0);
  const all = Number((await page.locator(".projector [role=status]").textContent())?.split("/")[1]);
  assert(all >= 5);
  for (let screen = 2; screen <= all; screen++) {
    await page.keyboard.press(screen % 2 === 0 ? "ArrowRight" : "PageDown");
    await at(screen);
    await addressed(page, `learn/backtracking?view=projector&screen=${screen}`);
    assert.equal(await page.locator(".projector .screen").count(), 1);
    assert.equal(await horizontalOverflow(page), 0);
    assert.deepEqual(await accessibilityProblems(page), [], `screen ${screen}`);
  }
  // The next lesson, and back to the last screen of this one.
  await page.keyboard.press(" ");
  await addressed(page, "learn/breadth-first?view=projector");
  await at(1);
  await page.keyboard.press("ArrowLeft");
  await at(all);
  await page.keyboard.press("Home");
  await at(1);
  // The arrow keys belong to a slider while it has the focus.
  const slider = page.getByRole("slider");
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await slider.inputValue(), "16");
  await at(1);
  await page.reload();
  await at(1);
  await page.getByRole("button", { name: "Next screen" }).click();
  await at(2);
  await page.keyboard.press("Escape");
  await addressed(page, "learn/backtracking");
  await page.locator("header:visible").waitFor();
  await visit.open("learn/backtracking?view=projector&screen=999");
  await at(all);
});

on(
  ["phone"],
  "learn: an answer is above the bar of the lesson, whose text has one line",
  {},
  async ({ visit, page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await visit.open("learn/cross");
    const board = page.locator(".exercise .board");
    await board.evaluate((board) => scrollTo(0, scrollY + board.getBoundingClientRect().bottom - innerHeight + 130));
    await page.locator('.exercise [data-square="D4"]').tap();
    const answer = page.locator(".verdict .message");
    await answer.waitFor();
    const [message, bar] = [await answer.boundingBox(), await page.locator(".lesson-bar").boundingBox()];
    assert(message && bar && message.y + message.height <= bar.y, JSON.stringify({ message, bar }));
    const lines = await page
      .locator(".bar-progress")
      .evaluate((text) => text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight));
    assert(lines < 1.5);
  },
);

desktop("learn: every lesson fits the projector", async ({ visit, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const topic of TOPICS) {
    await visit.open(`learn/${topic}?view=projector`);
    await page.locator('.projector[data-screen="1"]').waitFor();
    const all = Number((await page.locator(".projector [role=status]").textContent())?.split("/")[1]);
    for (let screen = 1; screen <= all; screen++) {
      await page.locator(`.projector[data-screen="${screen}"]`).waitFor();
      assert.equal(await horizontalOverflow(page), 0, `${topic} ${screen}`);
      // Nothing is below the buttons.
      const fits = page.waitForFunction(() => {
        const box = document.querySelector(".projector-screen");
        return box && box.scrollHeight <= box.clientHeight + 1;
      });
      await fits.catch(() => assert.fail(`${topic} ${screen} is cut`));
      await page.keyboard.press("ArrowRight");
    }
  }
});

everywhere("learn: a board of 1,000 is solved while it is watched", async ({ visit, page }) => {
  await visit.open("learn/large-boards?n=1000&seed=5");
  const large = page.locator(".large");
  await page.locator('.large[data-step="0"]').waitFor();
  await page.getByText(/^\d+ of 1,000 queens are attacked\.$/).waitFor();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await page.locator('.large[data-step="1"]').waitFor();
  await page.getByText(/^Exchange 1: columns [A-Z]+ and [A-Z]+\./).waitFor();
  await page.getByRole("button", { name: "Step back" }).click();
  await page.locator('.large[data-step="0"]').waitFor();
  await page.getByRole("slider", { name: "Speed" }).fill("6");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator('.large[data-solved="true"]').waitFor();
  await page.getByText(/^Solved after \d+ exchanges\. [\d,]+ exchanges were tested\.$/).waitFor();
  assert(Number(await large.getAttribute("data-step")) > 200);
  await page.getByRole("img", { name: /^Attacking pairs over time: \d+ at the start, 0 now$/ }).waitFor();
  // Something is drawn: the canvas has more than one colour.
  const colours = await page.locator("canvas").evaluate((one) => {
    const canvas = one as HTMLCanvasElement;
    const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    const seen = new Set<number>();
    for (let at = 0; at < data.length; at += 4) {
      seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
    }
    return seen.size;
  });
  assert(colours > 1);
  await page.getByRole("button", { name: "Other queens" }).click();
  await addressed(page, "learn/large-boards?n=1000&seed=6");
  await page.locator('.large[data-step="0"][data-solved="false"]').waitFor();
  await page.getByLabel("Board size").selectOption("8");
  await page.getByRole("button", { name: "Careful start" }).click();
  await addressed(page, "learn/large-boards?n=8&seed=6&start=few-attacks");
  await page.getByText(/of 8 queens are attacked|^Solved/).waitFor();
});

on(
  ["desktop"],
  "learn: with reduced motion a search moves only when asked",
  { reducedMotion: "reduce" },
  async ({ visit, page }) => {
    await visit.open("learn/large-boards?n=50");
    await page.locator('.large[data-step="0"]').waitFor();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  },
);

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
