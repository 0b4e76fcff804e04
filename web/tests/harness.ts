/** A real browser on a real server: the command serves the page, and every test fails on errors and on requests to other hosts. */
import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 860 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
};
export const SIZES = { desktop: DESKTOP, phone: PHONE };
export type Screen = keyof typeof SIZES;
export const SCREENS = Object.keys(SIZES) as Screen[];

const named = (name: string): string => {
  const value = process.env[name];
  assert(value, `${name} is not set: run the tests with 'cargo xtask test'`);
  return value;
};

/** What the command prints. */
export async function command(line: string, input = ""): Promise<string> {
  const run = promisify(execFile)(named("QUEENS_COMMAND"), line.split(" "));
  // Most commands do not read it, and may be gone already.
  run.child.stdin?.on("error", () => undefined).end(input);
  return (await run).stdout;
}

export class Served {
  private constructor(
    readonly url: string,
    private process: ChildProcess,
  ) {}

  static async start(): Promise<Served> {
    const process = spawn(named("QUEENS_COMMAND"), ["serve", "--port", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await new Promise<string[]>((resolve, reject) => {
      createInterface(process.stdout).once("line", (line) => resolve([line]));
      process.once("error", reject);
      process.once("exit", (code) => reject(new Error(`queens serve ended with ${code}`)));
    });
    assert.match(line ?? "", /^http:\/\/127\.0\.0\.1:\d+\/$/);
    return new Served(line as string, process);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGTERM");
    await ended;
  }
}

export async function browser(): Promise<Browser> {
  return chromium.launch({
    executablePath: named("QUEENS_CHROMIUM"),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page of a visitor, and what went wrong on it. */
export class Visit {
  readonly wrong: string[] = [];

  constructor(
    readonly page: Page,
    readonly url: string,
  ) {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        this.wrong.push(`${message.type()}: ${message.text()}`);
      }
    });
    page.on("pageerror", (error) => this.wrong.push(`error: ${error.message}`));
    page.on("request", (request) => {
      const to = request.url();
      if (!to.startsWith(url) && !to.startsWith("blob:") && !to.startsWith("data:")) {
        this.wrong.push(`request to a stranger: ${to}`);
      }
    });
    page.on("response", (response) => {
      if (response.status() >= 400) {
        this.wrong.push(`${response.status()} ${response.url()}`);
      }
    });
  }

  /** Opens an address of the page: `watch?method=arrays&n=8`. */
  async open(hash: string): Promise<Page> {
    await this.page.goto(`${this.url}#/${hash}`);
    return this.page;
  }

  async close(): Promise<void> {
    await this.page.context().close();
    assert.deepEqual(this.wrong, []);
  }
}

/** Waits for animations that end: text that is half faded in has too little contrast. */
async function faded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState === "finished" || one.effect?.getComputedTiming().endTime === Infinity),
  );
}

/** What axe, an accessibility checker, calls serious or critical, one line each. */
export async function barriers(page: Page): Promise<string[]> {
  await faded(page);
  const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    interface Violation {
      impact: string;
      id: string;
      help: string;
      nodes: { target: string[] }[];
    }
    const { violations } = await axe.run();
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.map(({ impact, id, help, nodes }) => {
      const where = nodes.slice(0, 3).map(({ target }) => target.join(" "));
      return `${impact} ${id}: ${help}: ${where.join(", ")}`;
    });
  });
}

/** How far the page can be scrolled sideways. */
export async function overhang(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

/** Waits until the address contains this: it is written when the state has settled. */
export async function settled(page: Page, address: string): Promise<void> {
  await page.waitForFunction((address) => decodeURIComponent(location.hash).includes(address), address);
}

/** The address of the page as it is now, after `#/`: `page.url()` learns of changes later than the page. */
export const place = async (page: Page): Promise<string> =>
  decodeURIComponent((await page.evaluate(() => location.hash)).replace(/^#\//, ""));

/** Waits until the address is exactly this, after `#/`: it is written after what it describes is shown. */
export async function addressed(page: Page, address: string): Promise<void> {
  const reached = page.waitForFunction((hash) => decodeURIComponent(location.hash) === hash, `#/${address}`);
  await reached.catch(async () => assert.equal(await place(page), address));
}
