/** Only the current visit may write the address. Timers of the previous section must not. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addressed, place } from "./harness";
import { on, type Seen } from "./visits";

const ROUNDS = process.env["QUEENS_LONG"] ? 100 : 2;
const THROTTLING = 6;
/** The time after which Watch and Explore write their state to the address, in milliseconds. */
const SETTLED = 250;

interface Race {
  /** The address of the section that is left, as this section writes it. */
  from: string;
  /** Pressed to change the state, so that a timer to write the address starts. */
  press: string;
  /** The next address, and what its section writes there. */
  to: string;
  settled: string;
}

const WATCH: Race = {
  from: "watch?method=bitset&n=8&step=20",
  press: '[aria-label="Step forward"]',
  to: "watch?method=arrays&with=bitset&n=6",
  settled: "watch?method=arrays&with=bitset&n=6&step=0",
};
const EXPLORE: Race = {
  from: "explore?n=6&rows=2,4,6,1,3,5",
  press: '[aria-label="Next solution"]:not([aria-disabled="true"])',
  to: "explore?n=5",
  settled: "explore?n=5&rows=1,3,5,2,4",
};

/** The running timers that write the address, in the page. A timer that is held stays in the list when it is due. */
interface Timers {
  held: boolean;
  running: Map<number, { due: number; fire(): void }>;
}

/** Lists the timers of a delay in the page and tells when one starts, so that the test decides when it fires. */
async function listTimers(page: Page, delay: number): Promise<void> {
  await page.addInitScript((delay) => {
    const { setTimeout: start, clearTimeout: clear } = globalThis;
    const timers: Timers = { held: false, running: new Map() };
    const listed = (run: () => void, time = 0) => {
      if (time !== delay) {
        return start(run, time);
      }
      const fire = () => {
        timers.running.delete(id);
        run();
      };
      const id = start(() => timers.held || fire(), time) as unknown as number;
      timers.running.set(id, { due: performance.now() + time, fire });
      dispatchEvent(new Event("timer"));
      return id;
    };
    const cleared = (id: number) => {
      timers.running.delete(id);
      clear(id);
    };
    Object.assign(globalThis, { setTimeout: listed, clearTimeout: cleared, timers });
  }, delay);
}

/**
 * Leaves a section while its timer runs, keeps the page busy until the timer is due, and lets it fire first of all tasks: after the
 * next section is mounted, and before Preact has cleared it. Returns the addresses from then on.
 */
async function leave(page: Page, { press, to }: Race, by: "link" | "back"): Promise<string[]> {
  const leaving = { press, to: by === "link" ? `#/${to}` : null };
  const { forced, addresses } = await page.evaluate(async ({ press, to }) => {
    const { timers } = globalThis as unknown as { timers: Timers };
    const button = () => document.querySelector<HTMLElement>(press);
    while (button() === null || timers.running.size > 0) {
      await new Promise(requestAnimationFrame);
    }
    const started = new Promise((resolve) => addEventListener("timer", resolve, { once: true }));
    timers.held = true;
    button()?.click();
    await started;

    const section = document.querySelector("main")?.firstElementChild;
    const addresses: string[] = [];
    navigation.addEventListener("currententrychange", () => addresses.push(location.hash));
    const forced = new Promise<boolean>((resolve) => {
      // An observer is called right after the render that replaces the section, before any other task.
      const observer = new MutationObserver(() => {
        if (section?.isConnected !== false) {
          return;
        }
        observer.disconnect();
        const late = [...timers.running];
        for (const [id, { due, fire }] of late) {
          while (performance.now() < due);
          clearTimeout(id);
          fire();
        }
        timers.held = false;
        resolve(late.length > 0);
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    if (to === null) {
      history.back();
    } else {
      location.hash = to;
    }
    return { forced: await forced, addresses };
  }, leaving);
  assert(forced, "no timer was running when the next section was mounted");
  return addresses;
}

async function rounds({ page }: Seen, run: (round: number) => Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await listTimers(page, SETTLED);
  await client.send("Emulation.setCPUThrottlingRate", { rate: THROTTLING });
  for (let round = 0; round < ROUNDS; round++) {
    await run(round);
  }
}

// With reduced motion, Watch does not play, and writes its address after each link.
const race = (name: string, run: (seen: Seen) => Promise<void>) =>
  on(["desktop"], name, { reducedMotion: "reduce" }, run);

for (const [section, way] of Object.entries({ watch: WATCH, explore: EXPLORE })) {
  race(`address: a link followed within ${section} is not overwritten by the previous state`, (seen) =>
    rounds(seen, async (round) => {
      await seen.visit.open(way.from);
      const addresses = await leave(seen.page, way, "link");
      assert.equal(addresses[0], `#/${way.to}`);
      assert(
        addresses.every((address) => [way.to, way.settled].includes(address.slice(2))),
        `round ${round}: ${addresses.join(" ")}`,
      );
      await addressed(seen.page, way.settled);
    }),
  );

  race(`address: the back button leads from ${section} to the previous address`, (seen) =>
    rounds(seen, async (round) => {
      await seen.visit.open(way.to);
      await addressed(seen.page, way.settled);
      await seen.visit.open(way.from);
      const addresses = await leave(seen.page, way, "back");
      assert.deepEqual(addresses, [`#/${way.settled}`], `round ${round}`);
    }),
  );
}

race("address: an address that the browser refuses is written later", async ({ visit, page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const { replaceState } = history;
    const limit = { reached: false };
    history.replaceState = function (...changed) {
      if (limit.reached) {
        throw new DOMException("Attempt to use history.replaceState() more than 100 times", "SecurityError");
      }
      return replaceState.apply(this, changed);
    };
    Object.assign(globalThis, { limit });
  });
  const limited = (reached: boolean) =>
    page.evaluate((reached) => {
      (globalThis as unknown as { limit: { reached: boolean } }).limit.reached = reached;
    }, reached);
  await visit.open("play?n=4");
  await page.locator('[data-square="A1"]').press(" ");
  await addressed(page, "play?n=4&q=A1");
  await limited(true);
  await page.locator('[data-square="C2"]').press(" ");
  await page.locator('[data-square="C2"].has-queen').waitFor();
  await page.clock.runFor(12_000);
  assert.equal(await place(page), "play?n=4&q=A1");
  await limited(false);
  await page.clock.runFor(6000);
  await addressed(page, "play?n=4&q=A1,C2");
  // Not once another address is visited.
  await limited(true);
  await page.locator('[data-square="D4"]').press(" ");
  await page.locator('[data-square="D4"].has-queen').waitFor();
  await visit.open("play?n=5");
  await page.locator('[data-square="E5"]').waitFor();
  await limited(false);
  await page.clock.runFor(12_000);
  assert.equal(await place(page), "play?n=5");
});

race("address: a link followed before the first effect has run leads to its section", async ({ visit, page }) => {
  await page.addInitScript(() => {
    // The page is rendered by then; its effects wait for the next frame.
    addEventListener("DOMContentLoaded", () => (location.hash = "#/explore?n=5"));
  });
  await visit.open(WATCH.from);
  await page.locator('main[data-section="explore"]').waitFor();
  await addressed(page, EXPLORE.settled);
});
