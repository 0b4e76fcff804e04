/** What a person does on the board of Play. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Screen } from "./harness";
import { command } from "./harness";

export const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);
export const label = async (page: Page, name: string) => (await square(page, name).getAttribute("aria-label")) ?? "";
export const position = (page: Page) => page.getByRole("region", { name: "Position", exact: true });
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

/** Taps with a finger or clicks with a mouse. */
export const press = (page: Page, screen: Screen, name: string) =>
  screen === "phone" ? square(page, name).tap() : square(page, name).click();

/** Waits until a square shows this mark; `""` for none. */
export async function shows(page: Page, name: string, mark: "queen" | "cross" | ""): Promise<void> {
  const expected = { queen: "has-queen", cross: "crossed", "": null }[mark];
  await page.waitForFunction(
    ({ name, expected }) => {
      const kinds = document.querySelector(`[data-square="${name}"]`)?.classList;
      return expected === null
        ? kinds && !kinds.contains("has-queen") && !kinds.contains("crossed")
        : kinds?.contains(expected);
    },
    { name, expected },
  );
}

export async function centre(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await square(page, name).boundingBox();
  assert(box, name);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Turns long presses off, before the page is loaded: on a busy machine, the steps of a drag, or the start and the end of a tap, may be
 * half a second apart. Then the browser reports a long press too, as a request for the context menu.
 */
export const withoutLongPress = (page: Page) =>
  page.addInitScript(() => {
    const start = globalThis.setTimeout;
    const without = (run: () => void, time?: number) => start(time === 450 ? () => undefined : run, time);
    Object.assign(globalThis, { setTimeout: without });
    addEventListener("contextmenu", (event) => event.stopImmediatePropagation(), { capture: true });
  });

/** Drags over squares with a mouse, or with a finger. */
export async function drag(page: Page, screen: Screen, names: string[]): Promise<void> {
  const points = await Promise.all(names.map((name) => centre(page, name)));
  const [first, ...rest] = points;
  assert(first);
  if (screen === "desktop") {
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    for (const { x, y } of rest) {
      await page.mouse.move(x, y, { steps: 2 });
    }
    await page.mouse.up();
    return;
  }
  const client = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints });
  await send("touchStart", [first]);
  for (const point of rest) {
    await send("touchMove", [point]);
  }
  await send("touchEnd", []);
  await client.detach();
}

/** Right-clicks, or holds a finger on a square. */
export async function pressOther(page: Page, screen: Screen, name: string): Promise<void> {
  if (screen === "desktop") {
    await square(page, name).click({ button: "right" });
    return;
  }
  const client = await page.context().newCDPSession(page);
  const before = await label(page, name);
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [await centre(page, name)] });
  // Held until the board has reacted.
  await page.waitForFunction(
    ({ name, before }) => document.querySelector(`[data-square="${name}"]`)?.getAttribute("aria-label") !== before,
    { name, before },
  );
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await client.detach();
}

export interface Puzzle {
  size: number;
  seed: number;
  difficulty: string;
}

/** The squares of the solution of a puzzle, from the command. */
export async function solutionOf({ size, seed, difficulty }: Puzzle, stars = 1): Promise<string[]> {
  const many = stars > 1 ? ` --stars ${stars}` : "";
  const line = `puzzle new --size ${size} --seed ${seed} --difficulty ${difficulty}${many} --format json`;
  const { solution } = JSON.parse(await command(line)) as { solution: number[] };
  return solution.map((row, queen) => "ABCDEFGHIJKLMNOP".charAt(Math.floor(queen / stars)) + row);
}

/** Places queens with the keyboard, so that it is the same on all screens. */
export async function place(page: Page, names: string[]): Promise<void> {
  for (const name of names) {
    await square(page, name).press(" ");
    await shows(page, name, "queen");
  }
}

/** A small puzzle that the tests play, and its address. */
export const SMALL: Puzzle = { size: 5, seed: 2, difficulty: "easy" };
export const addressOf = ({ size, seed, difficulty }: Puzzle) =>
  `play?puzzle=regions&size=${size}&seed=${seed}&difficulty=${difficulty}`;
