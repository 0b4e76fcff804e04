/** Tests as visits: each gets a page of its own on the screens it asks for, and fails if anything went wrong there. */
import { after, before, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { browser, SCREENS, type Screen, Served, SIZES, Visit } from "./harness";

let served: Served;
let running: Browser;

// Each file of tests has a browser and a server of its own.
before(async () => {
  [served, running] = await Promise.all([Served.start(), browser()]);
});

after(async () => {
  await running?.close();
  await served?.stop();
});

/** A visitor with a screen and habits of their own, of the command's page or of one elsewhere. */
export async function visitor(options: BrowserContextOptions, url = served.url): Promise<Visit> {
  const context = await running.newContext({ serviceWorkers: "allow", ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return new Visit(page, url);
}

export interface Seen {
  visit: Visit;
  page: Page;
  screen: Screen;
}

/** Tests on each of the screens. */
export function on(
  screens: Screen[],
  name: string,
  options: BrowserContextOptions,
  run: (seen: Seen) => Promise<void>,
): void {
  for (const screen of screens) {
    test(`${name} (${screen})`, async () => {
      const visit = await visitor({ ...SIZES[screen], ...options });
      try {
        await run({ visit, page: visit.page, screen });
      } catch (error) {
        await visit.page.context().close();
        throw error;
      }
      await visit.close();
    });
  }
}

export const everywhere = (name: string, run: (seen: Seen) => Promise<void>) => on(SCREENS, name, {}, run);
export const desktop = (name: string, run: (seen: Seen) => Promise<void>) => on(["desktop"], name, {}, run);
