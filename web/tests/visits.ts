/** Browser tests: each gets its own page per screen size, and fails if a problem occurred on it. */
import { after, test } from "node:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { browser, NO_GPU, SCREENS, type Screen, Served, SIZES, Visit } from "./harness";

// Each file of tests has a browser and a server of its own, which its first visit starts.
let served: Promise<Served> | undefined;
let running: Promise<Browser> | undefined;
let gpu = NO_GPU;

/** Sets the arguments for the GPU of this file's browser. */
export function launchWith(choice: string[]): void {
  gpu = choice;
}

after(async () => {
  await (await running)?.close();
  await (await served)?.stop();
});

/** A new browser context on the page of the command, or on another URL. */
export async function visitor(options: BrowserContextOptions, elsewhere?: string): Promise<Visit> {
  served ??= Served.start();
  running ??= browser(gpu);
  const url = elsewhere ?? (await served).url;
  const context = await (await running).newContext({ serviceWorkers: "allow", ...options });
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

/** Defines a test for each of the screens. */
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
