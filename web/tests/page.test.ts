/** Tests of all sections: accessibility, width, themes, offline use, size. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { test } from "node:test";
import { accessibilityProblems, DESKTOP, horizontalOverflow, PHONE } from "./harness";
import { desktop, everywhere, on, visitor } from "./visits";

const SECTIONS = ["play", "watch", "count", "learn", "explore"];
/** The limit of the first load of any section with the library, compressed, in bytes. */
const FIRST_LOAD = 500_000;
/** Addresses of each section, and a selector that matches once the section is shown. */
const STATES: [address: string, shown: string][] = [
  ["", 'main[data-section="start"] h1'],
  ["watch?method=arrays&n=8&step=982", '[data-step="982"]'],
  ["watch?method=arrays&n=8&step=300&with=breadth", '.side[data-method="breadth"][data-step="300"]'],
  ["play?n=8&q=A1,B3,C5,F6", "[data-square].attacked"],
  ["play?puzzle=regions&size=8&seed=5&difficulty=medium", "[data-square]"],
  ["explore?n=8", '[role="option"]'],
  ["count?n=12", '[aria-label="Select N: Number of solutions"]'],
  ["learn", 'main a[href^="#/learn/"]'],
  ["learn/cross", "main figure"],
];

for (const colorScheme of ["light", "dark"] as const) {
  on(["desktop", "phone"], `every section is accessible, ${colorScheme}`, { colorScheme }, async ({ visit, page }) => {
    for (const [address, shown] of STATES) {
      await visit.open(address);
      await page.locator(shown).first().waitFor();
      assert.deepEqual(await accessibilityProblems(page), [], address);
    }
  });
}

for (const width of [320, 360, 390, 768, 1024, 1440]) {
  on(
    ["desktop"],
    `no section scrolls sideways at ${width}`,
    { viewport: { width, height: 800 } },
    async ({ visit, page }) => {
      for (const [address, shown] of STATES) {
        await visit.open(address);
        await page.locator(shown).first().waitFor();
        assert.equal(await horizontalOverflow(page), 0, address);
      }
    },
  );
}

everywhere("links and the back button switch between sections", async ({ visit, page }) => {
  await visit.open("");
  for (const section of SECTIONS) {
    const name = section.charAt(0).toUpperCase() + section.slice(1);
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name }).click();
    await page.locator(`main[data-section="${section}"]`).waitFor();
    await page.waitForFunction((title) => document.title === title, `${name} · Queens`);
    assert(await page.getByRole("link", { name, exact: true }).first().getAttribute("aria-current"));
  }
  await page.goBack();
  await page.locator('main[data-section="learn"]').waitFor();
});

desktop("the theme follows the system until one is chosen, and the choice is stored", async ({ visit, page }) => {
  const dark = "rgb(22, 20, 26)";
  const light = "rgb(250, 247, 242)";
  const ground = (colour: string) =>
    page.waitForFunction((colour) => getComputedStyle(document.body).backgroundColor === colour, colour);
  await page.emulateMedia({ colorScheme: "dark" });
  await visit.open("learn");
  await ground(dark);
  await page.emulateMedia({ colorScheme: "light" });
  await ground(light);
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await ground(dark);
  await page.reload();
  await page.getByRole("button", { name: "Switch to light theme" }).waitFor();
  await ground(dark);
});

desktop("the skip link leads to the content", async ({ visit, page }) => {
  await visit.open("learn");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to main content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
});

test("the page works offline once it is loaded", async () => {
  const visit = await visitor(DESKTOP);
  const { page } = visit;
  await visit.open("watch?n=5&step=0");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The service worker controls the page once all files are stored.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Next solution" }).click();
  await page.getByText(/Solution 1: 1 3 5 2 4/).waitFor();
  for (const section of ["", ...SECTIONS]) {
    await visit.open(section);
    await page
      .locator(`main[data-section="${section || "start"}"]`)
      .getByRole("heading", { level: 1 })
      .waitFor();
  }
  await visit.open("play?n=8");
  await page.getByRole("button", { name: "Show a solution" }).click();
  await page.getByText("This is a solution.").waitFor();
  await page.context().setOffline(false);
  await visit.close();
});

test("any static host can serve the page, under any path and without special headers", async () => {
  const dist = path.join(process.cwd(), "..", "crates", "queens-cli", "page");
  const types: Record<string, string> = {
    html: "text/html",
    js: "text/javascript",
    css: "text/css",
    svg: "image/svg+xml",
  };
  const host = createServer((request, response) => {
    const name = (request.url ?? "").replace(/^\/some\/where\//, "").replace(/[?#].*/, "") || "index.html";
    const known = readdirSync(dist).includes(name);
    // This host does not know the type of WebAssembly files.
    const type = types[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    response.writeHead(known ? 200 : 404, { "content-type": type });
    response.end(known ? readFileSync(path.join(dist, name)) : "");
  });
  await new Promise<void>((ready) => host.listen(0, "127.0.0.1", ready));
  const { port } = host.address() as AddressInfo;
  try {
    const visit = await visitor(DESKTOP, `http://127.0.0.1:${port}/some/where/`);
    await visit.open("watch?n=5&step=0");
    await visit.page.getByRole("button", { name: "Next solution" }).click();
    await visit.page.getByText(/Solution 1: 1 3 5 2 4/).waitFor();
    await visit.open("count?n=9&go=1");
    await visit.page.getByText(/^N = 9 has 352 solutions/).waitFor();
    await visit.close();
  } finally {
    // An open server would keep the process of the tests alive.
    host.closeAllConnections();
    host.close();
  }
});

/** The compressed sizes of the files of the page, by name. */
function compressed(): Map<string, number> {
  const dist = path.join(process.cwd(), "..", "crates", "queens-cli", "page");
  const small = readdirSync(dist).filter((name) => name.endsWith(".br"));
  return new Map(small.map((name) => [name.slice(0, -3), statSync(path.join(dist, name)).size]));
}

test("the README states the limit of the first load", () => {
  const readme = readFileSync(path.join(process.cwd(), "..", "README.md"), "utf8");
  assert.equal(/A first visit loads less than (\d+) kB/.exec(readme)?.[1], String(FIRST_LOAD / 1000));
});

// A lesson loads its text in addition to the section.
for (const [address, shown] of STATES.filter(([address]) => !address.startsWith("learn/"))) {
  test(`the first load of #/${address} is below 500 kB`, async () => {
    const visit = await visitor({ ...PHONE, serviceWorkers: "block" });
    const sizes = compressed();
    const files = new Set<string>();
    visit.page.on("request", (request) => files.add(new URL(request.url()).pathname.slice(1) || "index.html"));
    await visit.open(address);
    await visit.page.locator(shown).first().waitFor();
    const module = [...sizes.keys()].find((name) => /^queens-.*\.wasm$/.test(name)) ?? "";
    files.add(module);
    const bytes = [...files].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    assert(bytes > 100_000 && bytes < FIRST_LOAD, `${bytes} bytes: ${[...files].join(" ")}`);
    console.log(`first load of #/${address}: ${bytes} bytes`);
    await visit.page.context().close();
  });
}
