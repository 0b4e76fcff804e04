/** A real browser and server: the command serves the page. Tests fail on console errors and on requests to other hosts. */
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

/** The output of the command. */
export async function command(line: string, input = ""): Promise<string> {
  const run = promisify(execFile)(named("QUEENS_COMMAND"), line.split(" "));
  // Most commands do not read stdin, and may have exited.
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

/** The arguments of a browser without a GPU, and of one whose GPU is a program. */
export const NO_GPU = ["--disable-gpu"];
export const SOFTWARE_GPU = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

export async function browser(gpu = NO_GPU): Promise<Browser> {
  return chromium.launch({
    executablePath: named("QUEENS_CHROMIUM"),
    args: [
      "--no-sandbox",
      ...gpu,
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Messages if the page asks whether there is a GPU, and if a test runs without the service worker. */
const EXPECTED = ["No available adapters.", "Service Worker registration blocked by Playwright"];

/** A page and the problems that occurred on it. */
export class Visit {
  readonly problems: string[] = [];

  constructor(
    readonly page: Page,
    readonly url: string,
  ) {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !EXPECTED.includes(message.text())) {
        this.problems.push(`${message.type()}: ${message.text()}`);
      }
    });
    page.on("pageerror", (error) => this.problems.push(`error: ${error.message}`));
    page.on("request", (request) => {
      const to = request.url();
      if (!to.startsWith(url) && !to.startsWith("blob:") && !to.startsWith("data:")) {
        this.problems.push(`request to another host: ${to}`);
      }
    });
    page.on("response", (response) => {
      if (response.status() >= 400) {
        this.problems.push(`${response.status()} ${response.url()}`);
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
    assert.deepEqual(this.problems, []);
  }
}

/** Waits for finite animations: text that is fading in has too little contrast. */
async function faded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState === "finished" || one.effect?.getComputedTiming().endTime === Infinity),
  );
}

/** The serious and critical violations that axe, an accessibility checker, finds. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
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
    const severe = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return severe.map(({ impact, id, help, nodes }) => {
      const where = nodes.slice(0, 3).map(({ target }) => target.join(" "));
      return `${impact} ${id}: ${help}: ${where.join(", ")}`;
    });
  });
}

/** The distance that the page can be scrolled sideways, in pixels. */
export async function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

/** Waits until the address contains a text. */
export async function settled(page: Page, address: string): Promise<void> {
  await page.waitForFunction((address) => decodeURIComponent(location.hash).includes(address), address);
}

/** The current address of the page, after `#/`. `page.url()` would lag behind. */
export const place = async (page: Page): Promise<string> =>
  decodeURIComponent((await page.evaluate(() => location.hash)).replace(/^#\//, ""));

/** Waits until the address, after `#/`, equals a text. */
export async function addressed(page: Page, address: string): Promise<void> {
  const reached = page.waitForFunction((hash) => decodeURIComponent(location.hash) === hash, `#/${address}`);
  await reached.catch(async () => assert.equal(await place(page), address));
}
