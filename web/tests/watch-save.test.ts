import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { accessibilityProblems, command } from "./harness";
import { desktop, everywhere } from "./visits";

/** Chooses the range and saves the file. */
async function saved(page: Page, format: string, from: number, to: number, speed?: number) {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(format).check();
  await dialog.getByLabel("From step").fill(String(from));
  await dialog.getByLabel("To step").fill(String(to));
  if (speed !== undefined) {
    await dialog.getByLabel("Steps per second").fill(String(speed));
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save", exact: true }).click(),
  ]);
  await dialog.getByText(`${download.suggestedFilename()} saved`).waitFor();
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The frames of a GIF file: their times in milliseconds, and the squares with a queen. */
const frames = (page: Page, bytes: Buffer, size: number) =>
  page.evaluate(
    async ({ text, size }) => {
      const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: "image/gif" });
      await Promise.all([decoder.completed, decoder.tracks.ready]);
      const frames = [];
      for (let place = 0; place < (decoder.tracks.selectedTrack?.frameCount ?? 0); place++) {
        const { image } = await decoder.decode({ frameIndex: place });
        const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        context?.drawImage(image, 0, 0);
        const cell = image.displayWidth / size;
        const queens = [];
        for (let col = 0; col < size; col++) {
          for (let row = 0; row < size; row++) {
            // The middle of the band of a queen is dark; nothing else is.
            const [x, y] = [(col + 0.5) * cell, (size - 1 - row + 0.65) * cell];
            const [red = 255] = context?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? [];
            if (red < 80) {
              queens.push(`${String.fromCharCode(65 + col)}${row + 1}`);
            }
          }
        }
        frames.push({ milliseconds: (image.duration ?? 0) / 1000, queens: queens.join(" ") });
        image.close();
      }
      return frames;
    },
    { text: bytes.toString("base64"), size },
  );

everywhere("watch save: a GIF file has the boards of the search", async ({ visit, page }) => {
  await visit.open("watch?method=bitmask&n=5&step=0");
  await page.locator('.side[data-step="0"]').waitFor();
  await page.getByRole("button", { name: "Save …" }).click();
  const { name, bytes } = await saved(page, "GIF animation", 3, 23, 10);
  assert.equal(name, "queens-5-bitmask-steps-3-23.gif");
  const shown = await frames(page, bytes, 5);
  assert.equal(shown.length, 21);
  const steps = (await command("trace bitmask 5"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const board = new Set<string>();
  for (const [number, { step, square }] of steps.slice(0, 23).entries()) {
    if (step === "place") board.add(square);
    if (step === "remove") board.delete(square);
    const frame = shown[number + 1 - 3];
    if (frame) {
      assert.equal(frame.queens, [...board].sort().join(" "), `step ${number + 1}`);
      const held = step === "solution" ? 1500 : number === 22 ? 2500 : 100;
      assert.equal(frame.milliseconds, held, `step ${number + 1}`);
    }
  }
  assert.deepEqual(await accessibilityProblems(page), []);
});

desktop("watch save: an animation and pictures as SVG", async ({ visit, page }) => {
  await visit.open("watch?method=arrays&with=breadth&n=6&step=40");
  await page.locator('.side[data-step="40"]').first().waitFor();
  await page.getByRole("button", { name: "Save …" }).click();
  const animation = await saved(page, "SVG animation", 0, 50, 5);
  assert.equal(animation.name, "queens-6-arrays-steps-0-50.svg");
  assert.match(animation.bytes.toString(), /^<svg .*@keyframes/s);
  await page.getByRole("dialog").getByRole("combobox").selectOption("Breadth-first search");
  const pictures = await saved(page, "SVG pictures", 98, 101);
  assert.equal(pictures.name, "queens-6-breadth-steps-98-101.zip");
  const files = unzipSync(pictures.bytes);
  assert.deepEqual(Object.keys(files), ["step-098.svg", "step-099.svg", "step-100.svg", "step-101.svg"]);
  for (const content of Object.values(files)) {
    const svg = Buffer.from(content).toString();
    assert(svg.startsWith("<svg ") && !svg.includes("@keyframes"));
  }
});

desktop("watch save: limits, progress and stop", async ({ visit, page }) => {
  await visit.open("watch?method=arrays&n=12&step=0");
  await page.locator('.side[data-step="0"]').waitFor();
  await page.getByRole("button", { name: "Save …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("To step").fill("6000");
  await dialog.getByText("A file has at most 5,000 steps.").waitFor();
  await dialog.getByLabel("From step").fill("1000");
  await dialog.getByText("5,000 steps, about 8 min.").waitFor();
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByRole("progressbar").waitFor();
  await dialog.getByRole("button", { name: "Stop" }).click();
  await dialog.getByText("Stopped. No file was saved.").waitFor();
  // A stopped engine is replaced.
  const { bytes } = await saved(page, "GIF animation", 0, 2, 10);
  assert.equal((await frames(page, bytes, 12)).length, 3);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
});
