/** The frame around the sections: routes, loading of sections, the navigation, and the history. */
import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { addressed, DESKTOP, PHONE, place } from "./harness";
import { desktop, everywhere, on, type Seen, visitor } from "./visits";

/** The heading of the start page. */
const START = /^Place N queens/;
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name, exact: true });

everywhere("the first page is the start page; unknown sections and the brand lead to it", async ({ visit, page }) => {
  await page.goto(visit.url);
  await heading(page, START).waitFor();
  await page.waitForFunction(() => document.title === "The N-queens problem · Queens");
  await visit.open("nonsense/here?n=4");
  await page.getByText("There is no section “nonsense/here”").waitFor();
  await visit.open("learn");
  await heading(page, "Learn").waitFor();
  await page.getByRole("link", { name: "Queens", exact: true }).click();
  await heading(page, START).waitFor();
  assert.equal(await place(page), "");
});

on(["desktop"], "a section is loaded when it is visited", { serviceWorkers: "block" }, async ({ visit, page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(new URL(request.url()).pathname));
  const loaded = (name: string) => scripts.some((path) => path.startsWith(`/${name}-`));
  await visit.open("learn");
  await heading(page, "Learn").waitFor();
  assert(loaded("learn"));
  assert(!loaded("count"), scripts.join(" "));
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Count" }).click();
  await heading(page, "Count").waitFor();
  assert(loaded("count"));
});

for (const [screen, options] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`a section that cannot be loaded can be tried again (${screen})`, async () => {
    const visit = await visitor({ ...options, serviceWorkers: "block" });
    const { page } = visit;
    await visit.open("learn");
    await heading(page, "Learn").waitFor();
    // As if a newer version had replaced the files.
    await page.route("**/explore-*.js", (route) => route.fulfill({ status: 404, body: "not found" }));
    await visit.open("explore?n=6&rows=2,4,6,1,3,5");
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    // The other sections still work, and the failure is not permanent.
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Learn" }).click();
    await heading(page, "Learn").waitFor();
    await page.goBack();
    await again.waitFor();
    await page.unroute("**/explore-*.js");
    await again.click();
    await page.getByRole("heading", { name: "Solution 1 of 4" }).waitFor();
    assert(
      visit.problems.every((problem) => /explore-|status of 404/.test(problem)),
      visit.problems.join("; "),
    );
    visit.problems.length = 0;
    await visit.close();
  });
}

/** Sections, and the widest and narrowest phone, upright and on its side. */
const PHONES = [
  { width: 360, height: 640 },
  { width: 430, height: 932 },
  { width: 640, height: 360 },
];
for (const viewport of PHONES) {
  const name = `the bar at the bottom covers nothing, and headings fit, at ${viewport.width} × ${viewport.height}`;
  on(["phone"], name, { viewport }, async ({ visit, page }) => {
    for (const section of ["", "play", "watch", "count", "learn", "learn/dancing-links", "explore"]) {
      await visit.open(section);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const { last, bar, headings, wide } = await page.evaluate(() => {
        scrollTo(0, document.documentElement.scrollHeight);
        const box = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
        const fixed = getComputedStyle(document.querySelector("nav") as Element).position === "fixed";
        const headings = [...document.querySelectorAll("h1, h2")];
        return {
          last: box("footer a")?.bottom ?? NaN,
          bar: fixed ? (box("nav")?.top ?? NaN) : innerHeight,
          headings: headings.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1).map(String),
          wide: document.documentElement.scrollWidth - innerWidth,
        };
      });
      assert(last <= bar, `${section}: the footer ends at ${last}, the bar starts at ${bar}`);
      assert.deepEqual(headings, [], section);
      assert(wide <= 0, `${section} is ${wide} pixels too wide`);
    }
  });
}

/** In the page: a section that writes the address as the tests ask. */
interface Probe {
  /** The numbers of the visits that were mounted, and their addresses. */
  visits: string[];
  /** The functions that the mounted visits got, the oldest first. */
  writes: ((params: Record<string, unknown>, options?: { push?: boolean }) => void)[];
}

/** Runs the address helper of the page on a document of the same host, with a section that the tests control. */
async function probe({ visit, page }: Seen, hash: string): Promise<void> {
  await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
  await page.goto(`${visit.url}licences.txt#/${hash}`);
  const src = path.join(process.cwd(), "src");
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { render } from "preact";
        import { useEffect } from "preact/hooks";
        import { jsx } from "preact/jsx-runtime";
        import { useVisit } from "./address";
        import { link } from "./route";
        const probe = { visits: [], writes: [] };
        function Section({ visit: { number, route, write } }) {
          useEffect(() => {
            probe.visits.push(number + " " + link(route.section, Object.fromEntries(route.params), route.rest));
            probe.writes.push(write);
          }, []);
          return null;
        }
        function App() {
          const visit = useVisit();
          return jsx(Section, { visit }, visit.number);
        }
        render(jsx(App, {}), document.body);
        globalThis.probe = probe;`,
      resolveDir: src,
    },
    bundle: true,
    write: false,
    format: "iife",
  });
  await page.evaluate(outputFiles[0]?.text ?? "");
  await mounted(page, 1);
}

const mounted = (page: Page, count: number) =>
  page.waitForFunction((count) => (globalThis as unknown as { probe: Probe }).probe.visits.length === count, count);

const visits = (page: Page) => page.evaluate(() => (globalThis as unknown as { probe: Probe }).probe.visits);

/** Writes through a visit, the first one being 0. */
const write = (page: Page, visit: number, params: Record<string, unknown>, push = false) =>
  page.evaluate(
    ([visit, params, push]) => (globalThis as unknown as { probe: Probe }).probe.writes[visit]?.(params, { push }),
    [visit, params, push] as const,
  );

const entries = (page: Page) => page.evaluate(() => history.length);

desktop("history: an entry that is pushed keeps the visit, and the back button starts another", async (seen) => {
  const { page } = seen;
  await probe(seen, "play?day=1");
  const start = await entries(page);
  await write(page, 0, { day: 1, q: "A1" });
  assert.equal(await entries(page), start);
  await write(page, 0, { puzzle: 7 }, true);
  await addressed(page, "play?puzzle=7");
  assert.equal(await entries(page), start + 1);
  // The same visit goes on writing, into the new entry.
  await write(page, 0, { puzzle: 7, q: "B3" });
  assert.equal(await entries(page), start + 1);
  assert.deepEqual(await visits(page), ["0 #/play?day=1"]);

  await page.evaluate(() => history.back());
  await mounted(page, 2);
  await addressed(page, "play?day=1&q=A1");
  // The visit that is over writes no more.
  await write(page, 0, { puzzle: 8 }, true);
  await addressed(page, "play?day=1&q=A1");
  await page.evaluate(() => history.forward());
  await mounted(page, 3);
  await addressed(page, "play?puzzle=7&q=B3");
  assert.deepEqual(await visits(page), ["0 #/play?day=1", "1 #/play?day=1&q=A1", "2 #/play?puzzle=7&q=B3"]);
});

desktop("history: an address that is already shown adds no entry", async (seen) => {
  const { page } = seen;
  await probe(seen, "play?puzzle=7");
  const start = await entries(page);
  await write(page, 0, { puzzle: 7 }, true);
  assert.equal(await entries(page), start);
});

desktop("history: a visit writes nothing once the browser shows another address", async (seen) => {
  const { page } = seen;
  await probe(seen, "play?puzzle=7");
  // In one task: the event for the new address has not arrived yet.
  const shown = await page.evaluate(() => {
    location.hash = "#/play?puzzle=8";
    (globalThis as unknown as { probe: Probe }).probe.writes[0]?.({ puzzle: 9 }, { push: true });
    return location.hash;
  });
  assert.equal(shown, "#/play?puzzle=8");
  await mounted(page, 2);
  await addressed(page, "play?puzzle=8");
});

desktop("history: the path after the section stays in the address", async (seen) => {
  const { page } = seen;
  await probe(seen, "learn/cross");
  await write(page, 0, { step: 2 });
  await addressed(page, "learn/cross?step=2");
});
