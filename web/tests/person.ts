/** A person who uses the page at random: seeded actions with real pointer, touch and keyboard events. */
import type { CDPSession, Page } from "playwright-core";

/** A generator of numbers in [0, 1) from a seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Point {
  x: number;
  y: number;
}

/** Something that can be used, scrolled into view. `covered` names what lies over it, if anything does. */
interface Target {
  at: Point;
  name: string;
  covered: string | null;
}

/**
 * In the page: picks one of the visible elements that match a selector, and scrolls it into view. Links to other pages, files to choose,
 * and texts to type are left out.
 */
export async function pick(page: Page, selector: string, random: number): Promise<Target | null> {
  return page.evaluate(
    ([selector, random]) => {
      // Only an open dialog can be used.
      const dialog = document.querySelector("dialog:modal");
      const usable = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => {
        const href = one.getAttribute("href");
        const box = one.getBoundingClientRect();
        return (
          (dialog === null || dialog.contains(one)) &&
          one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          box.width > 1 &&
          box.height > 1 &&
          (href === null || href.startsWith("#/")) &&
          !one.matches(":disabled, [aria-disabled='true'], .visually-hidden, [type='file']")
        );
      });
      const chosen = usable[Math.floor(random * usable.length)];
      if (!chosen) {
        return null;
      }
      chosen.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { left, top, right, bottom } = chosen.getBoundingClientRect();
      // The part that is in the window.
      const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
      const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
      const over = document.elementFromPoint(x, y);
      // The link to the content covers the header while it has the focus, which is its purpose.
      const free =
        over?.matches(".skip") ||
        over === null ||
        chosen.contains(over) ||
        over.contains(chosen) ||
        over.closest("label")?.contains(chosen);
      const text = chosen.getAttribute("aria-label") ?? chosen.textContent ?? "";
      return {
        at: { x, y },
        name: `${chosen.tagName.toLowerCase()} “${text.trim().slice(0, 40)}”`,
        covered: free ? null : `${over.tagName.toLowerCase()}.${over.className}`,
      };
    },
    [selector, random] as const,
  );
}

export const CONTROLS =
  "main button, main summary, main a[href], main input[type='checkbox'], main input[type='radio']";
const SQUARES = "main [role='gridcell']";
const KEYS = [
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  " ",
  "Enter",
  "x",
  "Delete",
  "Home",
  "End",
  "Tab",
  "Escape",
  "Control+z",
  "Control+y",
];

type Action = (person: Person) => Promise<string>;

/** The actions and how often each is chosen. */
const ACTIONS: [weight: number, action: Action][] = [
  [26, (person) => person.press(SQUARES)],
  [20, (person) => person.press(CONTROLS)],
  [10, (person) => person.drag()],
  [8, (person) => person.type()],
  [6, (person) => person.choose()],
  [5, (person) => person.slide()],
  [9, (person) => person.press("nav a, .brand")],
  [5, (person) => person.travel(-1)],
  [3, (person) => person.travel(1)],
  [2, (person) => person.reload()],
  [2, (person) => person.rotate()],
  [2, (person) => person.throttle()],
  [1, (person) => person.toggleNetwork()],
];

export class Person {
  /** What was done, the last action last. */
  readonly log: string[] = [];
  /** What no person should meet: controls that something covers. */
  readonly complaints: string[] = [];
  private throttled = false;
  private offline = false;

  private constructor(
    readonly page: Page,
    private random: () => number,
    private isPhone: boolean,
    private client: CDPSession,
  ) {}

  static async on(page: Page, seed: number, isPhone: boolean): Promise<Person> {
    return new Person(page, generator(seed), isPhone, await page.context().newCDPSession(page));
  }

  /** Does one thing. */
  async act(): Promise<void> {
    const total = ACTIONS.reduce((sum, [weight]) => sum + weight, 0);
    let place = this.random() * total;
    for (const [weight, action] of ACTIONS) {
      place -= weight;
      if (place < 0) {
        this.log.push(await action(this));
        return;
      }
    }
  }

  private async target(selector: string): Promise<Target | null> {
    const target = await pick(this.page, selector, this.random());
    if (target?.covered) {
      this.complaints.push(
        `${target.name} is covered by ${target.covered} on ${await this.page.evaluate(() => location.hash)}`,
      );
      return null;
    }
    return target;
  }

  async press(selector: string): Promise<string> {
    const target = await this.target(selector);
    if (!target) {
      return "nothing to press";
    }
    const { x, y } = target.at;
    const button = this.random() < 0.1 ? "right" : "left";
    if (this.isPhone) {
      await this.page.touchscreen.tap(x, y);
    } else {
      await this.page.mouse.click(x, y, { button });
    }
    return `press ${target.name}`;
  }

  /** Drags from a square of a board to another one. */
  async drag(): Promise<string> {
    const [from, to] = [await this.target(SQUARES), await this.target(SQUARES)];
    if (!from || !to) {
      return "nothing to drag";
    }
    const points = Array.from({ length: 5 }, (_, step) => ({
      x: from.at.x + ((to.at.x - from.at.x) * step) / 4,
      y: from.at.y + ((to.at.y - from.at.y) * step) / 4,
    }));
    if (this.isPhone) {
      const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: Point[]) =>
        this.client.send("Input.dispatchTouchEvent", { type, touchPoints });
      await send("touchStart", points.slice(0, 1));
      for (const point of points.slice(1)) {
        await send("touchMove", [point]);
      }
      await send("touchEnd", []);
    } else {
      await this.page.mouse.move(from.at.x, from.at.y);
      await this.page.mouse.down();
      for (const { x, y } of points.slice(1)) {
        await this.page.mouse.move(x, y);
      }
      await this.page.mouse.up();
    }
    return `drag from ${from.name} to ${to.name}`;
  }

  async type(): Promise<string> {
    const key = KEYS[Math.floor(this.random() * KEYS.length)] ?? "Tab";
    await this.page.keyboard.press(key);
    return `key ${key}`;
  }

  /** Chooses an option of a list. */
  async choose(): Promise<string> {
    const random = [this.random(), this.random()] as const;
    const chosen = await this.page.evaluate(([which, option]) => {
      const lists = [...document.querySelectorAll<HTMLSelectElement>("main select:not(:disabled)")];
      const list = lists.filter((one) => one.checkVisibility())[Math.floor(which * lists.length)];
      const options = [...(list?.options ?? [])].filter(({ disabled }) => !disabled);
      const to = options[Math.floor(option * options.length)];
      if (!list || !to) {
        return null;
      }
      list.focus();
      list.value = to.value;
      list.dispatchEvent(new Event("input", { bubbles: true }));
      list.dispatchEvent(new Event("change", { bubbles: true }));
      return to.textContent;
    }, random);
    return chosen === null ? "no list" : `choose ${chosen}`;
  }

  async slide(): Promise<string> {
    const random = [this.random(), this.random()] as const;
    const value = await this.page.evaluate(([which, part]) => {
      const all = [...document.querySelectorAll<HTMLInputElement>("main input[type='range']:not(:disabled)")];
      const slider = all.filter((one) => one.checkVisibility())[Math.floor(which * all.length)];
      if (!slider) {
        return null;
      }
      // Near the start: a step far into a search takes long to reach.
      const [least, most] = [Number(slider.min), Number(slider.max)];
      slider.value = String(Math.round(least + Math.min(most - least, 5000) * part));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      slider.dispatchEvent(new Event("change", { bubbles: true }));
      return slider.value;
    }, random);
    return value === null ? "no slider" : `slide to ${value}`;
  }

  /** Back or forward. Before the first entry of the page, nothing happens. */
  async travel(by: -1 | 1): Promise<string> {
    await this.page.evaluate((by) => {
      const at = navigation.currentEntry?.index ?? 0;
      const to = navigation.entries()[at + by];
      if (to?.sameDocument || to?.url?.includes("#/")) {
        history.go(by);
      }
    }, by);
    return by < 0 ? "back" : "forward";
  }

  async reload(): Promise<string> {
    await this.page.reload();
    await this.page.locator("main h1").first().waitFor();
    return "reload";
  }

  async rotate(): Promise<string> {
    const { width, height } = this.page.viewportSize() ?? { width: 800, height: 800 };
    await this.page.setViewportSize({ width: height, height: width });
    return "rotate";
  }

  async throttle(): Promise<string> {
    this.throttled = !this.throttled;
    await this.client.send("Emulation.setCPUThrottlingRate", { rate: this.throttled ? 4 : 1 });
    return this.throttled ? "slow CPU" : "fast CPU";
  }

  async toggleNetwork(): Promise<string> {
    const isStored = await this.page.evaluate(() => navigator.serviceWorker.controller !== null);
    if (!isStored) {
      return "online: the page is not stored yet";
    }
    this.offline = !this.offline;
    await this.page.context().setOffline(this.offline);
    return this.offline ? "offline" : "online";
  }
}
