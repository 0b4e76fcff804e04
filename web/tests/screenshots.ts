/** Takes the screenshots of the documentation: `npm run screenshots`, with QUEENS_COMMAND and QUEENS_CHROMIUM as for the tests. */
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { browser, command, Served } from "./harness";

const FOLDER = path.join(process.cwd(), "..", "docs", "images");
const SCREEN = { viewport: { width: 1280, height: 960 }, colorScheme: "light" } as const;

const [served, running] = await Promise.all([Served.start(), browser()]);
try {
  const page = await (await running.newContext(SCREEN)).newPage();
  const save = async (name: string) => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    // Lets transitions end.
    await page.waitForTimeout(500);
    await page.screenshot({ path: path.join(FOLDER, name) });
  };

  await page.goto(`${served.url}#/watch?method=bitmask&n=8&step=300`);
  await page.getByText("Step 300 of 4,204").waitFor();
  await save("web-watch.png");

  // A puzzle after some hints, two of which placed queens, and the next hint.
  await page.goto(`${served.url}#/play?puzzle=regions&size=8&seed=5&difficulty=medium`);
  const hint = page.getByRole("button", { name: "Hint", exact: true });
  const apply = page.getByRole("button", { name: "Apply hint" });
  while ((await page.locator(".squares .has-queen:not(.queen-hint)").count()) < 2) {
    await hint.click();
    await apply.click();
    await apply.waitFor({ state: "detached" });
  }
  await hint.click();
  await apply.waitFor();
  await save("web-play.png");

  // A picture of a puzzle, and what is read from it.
  const picture = path.join(tmpdir(), "queens-screenshot.png");
  await command(`puzzle new --size 8 --seed 3 --output ${picture}`);
  await page.locator("input[type=file]").setInputFiles(picture);
  await page.getByRole("button", { name: "Play this puzzle" }).waitFor();
  await save("web-picture.png");
  await rm(picture);
} finally {
  await running.close();
  await served.stop();
}
