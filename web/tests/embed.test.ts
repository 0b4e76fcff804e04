/** The page for frames: shown by another site, a second server on this machine. Everything else may not be framed. */
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import type { BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { addressOf, SMALL, solutionOf, withoutLongPress } from "./board-actions";
import { accessibilityProblems } from "./harness";
import { on, visitor } from "./visits";

/** A site that shows what the fragment of its address names. Requires resources to allow it, as strict sites do. */
let site: Promise<Server> | undefined;
const start = () =>
  new Promise<Server>((resolve) => {
    const server = createServer((request, response) => {
      response.setHeader("content-type", "text/html");
      if (request.url === "/strict") {
        response.setHeader("cross-origin-embedder-policy", "require-corp");
      }
      response.end(
        '<!doctype html><title>Another site</title><button>before</button><p id="place"></p><button>after</button>',
      );
    }).listen(0, "127.0.0.1", () => resolve(server));
  });
after(async () => (await site)?.close());

interface Framed {
  page: Page;
  frame: FrameLocator;
  problems: string[];
  show(address: string): Promise<void>;
}

/** Runs a test with a frame on the other site. localhost and 127.0.0.1 are different sites for a browser. */
function framed(name: string, options: BrowserContextOptions, run: (framed: Framed) => Promise<void>, path = ""): void {
  on(["desktop"], name, {}, async ({ visit }) => {
    site ??= start();
    const { port } = (await site).address() as AddressInfo;
    const other = await visitor(options, `http://localhost:${port}/`);
    const { page } = other;
    const problems: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        problems.push(message.text());
      }
    });
    page.on("pageerror", (error) => problems.push(error.message));
    await page.goto(`http://localhost:${port}/${path}`);
    const show = async (address: string) => {
      await page.evaluate((src) => {
        const place = document.getElementById("place");
        const frame = document.createElement("iframe");
        Object.assign(frame, { src, title: "A board", width: "480", height: "640" });
        place?.replaceChildren(frame);
      }, visit.url + address);
    };
    try {
      await run({ page, frame: page.frameLocator("iframe"), problems, show });
    } finally {
      await page.context().close();
    }
  });
}

framed("embed: a search is watched in a frame of another site", {}, async ({ frame, problems, show }) => {
  await show("embed.html#/watch?method=bitmask&n=6&step=0");
  const search = frame.locator('[data-step="0"]');
  await search.waitFor();
  await frame.getByRole("button", { name: "Step forward" }).click();
  await frame.locator('[data-step="1"]').waitFor();
  const open = frame.getByRole("link", { name: "Open in Queens" });
  assert.equal(await open.getAttribute("href"), "./#/watch?method=bitmask&n=6&step=0");
  assert.equal(await open.getAttribute("target"), "_blank");
  assert.deepEqual(problems, []);
});

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
framed("embed: a position is played by touch", phone, async ({ page, frame, problems, show }) => {
  await withoutLongPress(page);
  await show("embed.html#/play?p=size:4");
  const tap = async (name: string) => {
    await frame.locator(`[data-square="${name}"]`).tap();
    await frame.locator(`[data-square="${name}"].has-queen`).waitFor();
  };
  await frame.getByText("One queen in each row and column.").waitFor();
  await frame.getByText("Tap to place a queen.").waitFor();
  assert.equal(await frame.getByText("Click").isVisible(), false);
  for (const name of ["A2", "B4", "C1", "D3"]) {
    await tap(name);
  }
  await frame.getByText("Solved!").waitFor();
  assert.deepEqual(problems, []);
});

framed("embed: a puzzle has the colours, rules and hints of the page", {}, async ({ frame, problems, show }) => {
  const regions = "AAAB/CABB/CDDB/CCDD";
  for (const view of ["play", "board"]) {
    await show(`embed.html#/${view}?p=size:4+regions:${regions}`);
    await frame.locator(".square.coloured").first().waitFor();
    const colours = await frame
      .locator(".square.coloured")
      .evaluateAll((squares) => squares.map((square) => getComputedStyle(square).backgroundColor));
    const names = [...regions.replaceAll("/", "")];
    // One colour for each region.
    assert.equal(new Set(colours).size, 4, view);
    assert.equal(new Set(names.map((name, place) => `${name} ${colours[place]}`)).size, 4, view);
  }
  await show("embed.html#/play?puzzle=regions&size=6&seed=3&difficulty=easy");
  await frame.getByText("One queen in each row, column and coloured region.").waitFor();
  await frame.getByText("Click once for a cross, twice for a queen.").waitFor();
  assert.equal(await frame.getByText("Tap once").isVisible(), false);
  await frame.getByRole("button", { name: "Hint" }).click();
  await frame.locator(".square.hint").first().waitFor();
  await frame.getByRole("button", { name: "Apply hint" }).click();
  await frame.locator(".square.crossed, .square.has-queen").first().waitFor();
  assert.deepEqual(problems, []);
});

framed("embed: a link that contains the solution is no success", {}, async ({ frame, problems, show }) => {
  const solution = await solutionOf(SMALL);
  await show(`embed.html#/${addressOf(SMALL)}&q=${solution.join(",")}`);
  await frame.getByText("This is the solution.").waitFor();
  assert.equal(await frame.getByText("Solved!").count(), 0);
  await frame.getByRole("button", { name: "Undo" }).click();
  assert.equal(await frame.locator(".has-queen").count(), 0);
  // There is nothing more to undo. The button keeps the focus.
  const undo = frame.getByRole("button", { name: "Undo" });
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  assert(await undo.evaluate((one) => one === document.activeElement));
  assert.deepEqual(problems, []);
});

framed("embed: a puzzle of a seed, a picture and a large board", {}, async ({ frame, problems, show }) => {
  await show("embed.html#/play?puzzle=regions&size=6&seed=3&difficulty=easy");
  await frame.locator('[data-square="A1"]').waitFor();
  await frame.getByRole("button", { name: "Hint" }).click();
  await frame
    .getByText(/only open square|closed/)
    .first()
    .waitFor();
  await show("embed.html#/board?p=size:8+given:A1,B5,C8");
  await frame.getByRole("img", { name: "A board of size 8: queens on A1, B5, C8" }).waitFor();
  assert.equal(await frame.getByRole("button").count(), 0);
  await show("embed.html#/large?n=100&seed=2");
  await frame.locator('.large[data-step="0"]').waitFor();
  await frame.getByRole("button", { name: "Step", exact: true }).click();
  await frame.locator('.large[data-step="1"]').waitFor();
  await show("embed.html#/board?p=nonsense");
  await frame.getByRole("alert").waitFor();
  await show("embed.html#/nothing");
  await frame.getByText("Unknown view “nothing”. The views are watch, play, board, large.").waitFor();
  assert.deepEqual(problems, []);
});

framed(
  "embed: also in a site that isolates itself",
  {},
  async ({ frame, problems, show }) => {
    await show("embed.html#/board?p=size:4");
    await frame.getByRole("img", { name: /^A board of size 4/ }).waitFor();
    assert.deepEqual(problems, []);
  },
  "strict",
);

framed("embed: the page itself may not be framed", {}, async ({ page, frame, problems, show }) => {
  for (const address of ["", "index.html", "#/watch?n=6"]) {
    problems.length = 0;
    const refused = page.waitForEvent("console", (message) => /frame-ancestors|Framing/.test(message.text()));
    await show(address);
    await refused;
    assert.equal(await frame.locator("#app").count(), 0, address);
  }
});

/** A host that sends no headers of its own, as most hosts of static pages do. */
framed("embed: without headers, the page in a frame is only a link", {}, async ({ page, frame, problems, show }) => {
  await page.route("**/*", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, "cross-origin-resource-policy": __, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  for (const address of ["", "#/watch?n=6"]) {
    await show("embed.html#/board?p=size:4");
    await frame.getByRole("img").waitFor();
    await show(address);
    const link = frame.getByRole("link", { name: "Open Queens" });
    await link.waitFor();
    assert.equal(await link.getAttribute("target"), "_blank");
    assert.equal((await frame.getByRole("link").count()) + (await frame.getByRole("button").count()), 1);
  }
  assert.deepEqual(problems, []);
});

framed("embed: Tab leads into the frame and out again", {}, async ({ page, frame, show }) => {
  await show("embed.html#/play?p=size:4");
  await frame.locator('[data-square="A1"]').waitFor();
  await page.getByRole("button", { name: "before" }).focus();
  // The focus moves into and out of a frame after the key press: the document may have it in between.
  const inside = () => page.evaluate(() => document.activeElement?.tagName === "IFRAME");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
  for (let presses = 0; presses < 12 && (await inside()); presses++) {
    await page.keyboard.press("Tab");
  }
  await page.waitForFunction(() => document.activeElement?.textContent === "after");
});

for (const colorScheme of ["light", "dark"] as const) {
  on(
    ["desktop", "phone"],
    `embed: ${colorScheme}, accessible, nothing stored`,
    { colorScheme },
    async ({ visit, page }) => {
      const other = colorScheme === "light" ? "dark" : "light";
      for (const view of ["watch?n=6&step=5", "play?p=size:6", "board?p=size:6+given:A2", "large?n=50"]) {
        await page.goto("about:blank");
        await page.goto(`${visit.url}embed.html#/${view}`);
        await page.locator(".board, canvas").first().waitFor();
        assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), colorScheme);
        assert.deepEqual(await accessibilityProblems(page), [], view);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, view);
      }
      await page.goto("about:blank");
      await page.goto(`${visit.url}embed.html#/board?p=size:6&theme=${other}`);
      await page.locator(".board").waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), other);
      assert.equal(await page.evaluate(() => localStorage.length), 0);
      assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
    },
  );
}

on(["phone"], "embed: a search fits the narrowest phone", {}, async ({ visit, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${visit.url}embed.html#/watch?n=6&step=5`);
  await page.locator('[data-step="5"]').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  const boxOf = async (what: string) => {
    const box = await page.locator(what).boundingBox();
    assert(box, what);
    return box;
  };
  const [board, sentence, controls] = [await boxOf(".board"), await boxOf(".sentence"), await boxOf(".transport")];
  assert(board.width > 180 && sentence.y >= board.y + board.height - 1);
  assert(controls.y >= sentence.y + sentence.height - 1);
});

on(["desktop"], "embed: the copied code shows the same board", {}, async ({ visit, page }) => {
  await visit.open("watch?method=arrays&n=5&step=7");
  await page.locator('[data-step="7"]').first().waitFor();
  await page.getByRole("button", { name: "Save …" }).click();
  await page.getByRole("button", { name: "Copy embed code" }).click();
  await page.getByText("Embed code copied").waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const [, address = ""] = /^<iframe src="([^"]+)"/.exec(code) ?? [];
  assert.equal(address, `${visit.url}embed.html#/watch?method=arrays&amp;n=5&amp;step=7`);
  await page.goto(address.replaceAll("&amp;", "&"));
  await page.locator('[data-step="7"]').waitFor();
  // A free board keeps its queens.
  await visit.open("play?n=5&q=A1,B3");
  await page.getByRole("button", { name: "Copy embed code" }).click();
  await page.getByText("Embed code copied").waitFor();
  const board = await page.evaluate(() => navigator.clipboard.readText());
  assert(board.includes(`src="${visit.url}embed.html#/play?n=5&amp;q=A1,B3"`), board);
});
