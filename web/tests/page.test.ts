/** Tests of all sections: accessibility, width, themes, offline use, size. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { test } from "node:test";
import { accessibilityProblems, DESKTOP, horizontalOverflow, PHONE } from "./harness";
import { desktop, everywhere, on, visitor } from "./visits";

const SECTIONS = ["watch", "play", "explore", "count", "learn"];
/** Addresses of each section, and a selector that matches once the section is shown. */
const STATES: [address: string, shown: string][] = [
  ["watch?method=arrays&n=8&step=982", '[data-step="982"]'],
  ["watch?method=arrays&n=8&step=300&with=breadth", '[aria-label="Search by breadth"][data-step="300"]'],
  ["play?n=8&q=A1,B3,C5,F6", "[data-square].attacked"],
  ["play?puzzle=regions&size=8&seed=5&difficulty=medium", "[data-square]"],
  ["explore?n=8", '[role="option"]'],
  ["count?n=12", '[aria-label="Select N: Number of solutions"]'],
  ["learn", 'main a[href^="#/learn/"]'],
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

for (const width of [320, 390, 768, 1024, 1440]) {
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
  await visit.open("watch?n=5&step=0");
  for (const section of SECTIONS.slice(1)) {
    const name = section.charAt(0).toUpperCase() + section.slice(1);
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name }).click();
    await page.locator(`main[data-section="${section}"]`).waitFor();
    await page.waitForFunction((title) => document.title === title, `${name} · Queens`);
    assert(await page.getByRole("link", { name, exact: true }).first().getAttribute("aria-current"));
  }
  await page.goBack();
  await page.locator('main[data-section="count"]').waitFor();
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
  for (const section of SECTIONS) {
    await visit.open(section);
    await page.getByRole("heading", { level: 1 }).waitFor();
  }
  await visit.open("play?n=8");
  await page.getByRole("button", { name: "Show a solution" }).click();
  await page.getByText("Solved: no queen attacks another.").waitFor();
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

test("the first load is below 500 kB", async () => {
  const visit = await visitor({ ...PHONE, serviceWorkers: "block" });
  let bytes = 0;
  const client = await visit.page.context().newCDPSession(visit.page);
  await client.send("Network.enable");
  client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await visit.open("watch?n=8&step=0");
  await visit.page.getByText("Empty board.").waitFor();
  await visit.page.waitForTimeout(300);
  assert(bytes > 100_000 && bytes < 500_000, `${bytes} bytes`);
  console.log(`first load: ${bytes} bytes`);
  // The compressed size of all files, including those that are loaded later.
  const dist = path.join(process.cwd(), "..", "crates", "queens-cli", "page");
  const small = readdirSync(dist).filter((name) => name.endsWith(".br"));
  const all = small.reduce((sum, name) => sum + statSync(path.join(dist, name)).size, 0);
  assert(all < 500_000, `${all} bytes in all`);
  await visit.page.context().close();
});
