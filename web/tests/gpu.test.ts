/** Counts on a GPU. The GPU of these tests is Chromium's software adapter. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { accessibilityProblems, addressed, command, horizontalOverflow, SOFTWARE_GPU } from "./harness";
import { desktop, launchWith, on } from "./visits";

launchWith(SOFTWARE_GPU);

const start = (page: Page) => page.getByRole("button", { name: "Count", exact: true });
const device = (page: Page, name: string) =>
  page.getByRole("group", { name: "Device" }).getByRole("radio", { name: new RegExp(`^${name}`) });
const sizeField = (page: Page) => page.getByLabel("Board size N", { exact: true });
const results = (page: Page) => page.getByRole("region", { name: "Table of counts" });

async function counted(page: Page, size: number): Promise<string> {
  await sizeField(page).fill(String(size));
  await start(page).click();
  const sentence = page.getByText(new RegExp(`^N = ${size} has [\\d,]+ solutions?`));
  return /has ([\d,]+)/.exec((await sentence.textContent()) ?? "")?.[1]?.replaceAll(",", "") ?? "";
}

/**
 * Loses the device after the first batch of this pass, the first `devices` times that one is opened. The self-test and a count of
 * N = 12 have two passes each, but a number of batches that depends on the speed of the machine.
 */
async function loseDevices(page: Page, devices: number, pass: number): Promise<void> {
  await page.addInitScript(
    ({ devices, pass }) => {
      const open = GPUAdapter.prototype.requestDevice;
      let opened = 0;
      GPUAdapter.prototype.requestDevice = async function (...parameters) {
        const device = await open.apply(this, parameters);
        if (opened++ < devices) {
          const submit = device.queue.submit.bind(device.queue);
          const bind = device.createBindGroup.bind(device);
          let passes = 0;
          device.createBindGroup = (descriptor) => {
            passes += 1;
            return bind(descriptor);
          };
          device.queue.submit = (commands) => {
            submit(commands);
            if (passes === pass) {
              device.destroy();
            }
          };
        }
        return device;
      };
    },
    { devices, pass },
  );
}

desktop("gpu: the counts of N = 8 to 12 match the command", async ({ visit, page }) => {
  const lines = (await command("count 8..12")).trim().split("\n");
  await visit.open("count");
  await device(page, "GPU").check();
  for (const [size, solutions] of lines.map((line) => line.split(": "))) {
    assert.equal(await counted(page, Number(size)), solutions, `N = ${size}`);
    await page.getByText(/^Matches the published value/).waitFor();
  }
  // Boards below N = 10 are counted by the workers.
  const rows = await results(page).getByRole("row").allTextContents();
  assert.deepEqual(
    rows.slice(1).map((row) => row.includes("GPU")),
    [true, true, true, false, false],
    rows.join("; "),
  );
  await addressed(page, "count?n=12&device=gpu");
});

on(["phone"], "gpu: a link starts a count on the GPU", {}, async ({ visit, page }) => {
  await visit.open("count?n=12&device=gpu&go=1");
  await page.getByText(/^N = 12 has 14,200 solutions/).waitFor();
  assert(await device(page, "GPU").isChecked());
  await addressed(page, "count?n=12&device=gpu");
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.equal(await horizontalOverflow(page), 0);
});

desktop("gpu: a long count can be stopped, and the GPU counts again", async ({ visit, page }) => {
  await visit.open("count?n=18&device=gpu");
  await start(page).click();
  const bar = page.getByRole("progressbar", { name: "Counting N = 18" });
  await bar.waitFor();
  await page.waitForFunction(() => !document.querySelector(".numbers dd")?.textContent?.startsWith("0 of"));
  const stopping = Date.now();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page
    .getByRole("status")
    .getByText(/^Stopped after [\d,]+ of [\d,]+ jobs/)
    .waitFor();
  assert(Date.now() - stopping < 1000);
  assert.equal(await counted(page, 10), "724");
});

desktop("gpu: a GPU that is lost once is opened again, and no job is lost", async ({ visit, page }) => {
  await loseDevices(page, 1, 3);
  await visit.open("count?n=12&device=gpu&go=1");
  await page.getByText(/^N = 12 has 14,200 solutions/).waitFor();
  await page.getByText(/^The GPU was lost: .+ opened again for the missing jobs/).waitFor();
  await results(page).getByText("GPU", { exact: true }).waitFor();
  // A time with a lost GPU is no record.
  assert.equal(await page.getByRole("region", { name: "Table of records" }).count(), 0);
});

desktop("gpu: a GPU that is lost again is replaced by the workers", async ({ visit, page }) => {
  await loseDevices(page, 9, 3);
  await visit.open("count?n=12&device=gpu&go=1");
  await page.getByText(/^N = 12 has 14,200 solutions/).waitFor();
  await page.getByText(/^The GPU was lost: .+ The workers count the missing jobs/).waitFor();
});

desktop("gpu: a GPU that fails its test is not used", async ({ visit, page }) => {
  await page.addInitScript(() => {
    const read = GPUBuffer.prototype.getMappedRange;
    GPUBuffer.prototype.getMappedRange = function (...parameters) {
      const range = read.apply(this, parameters);
      const counts = new Uint32Array(range);
      counts[16] = (counts[16] ?? 0) + 1;
      return range;
    };
  });
  await visit.open("count?n=12&device=gpu&go=1");
  await page.getByText(/^N = 12 has 14,200 solutions/).waitFor();
  await page.getByText(/^The GPU was lost: it counts [\d]+ solutions for N = 12, which is wrong/).waitFor();
});

desktop("gpu: larger boards have a warning of how long they take", async ({ visit, page }) => {
  await visit.open("count?n=20&device=gpu");
  await start(page).waitFor();
  const warning = page.getByText(/^N = \d+ takes minutes to days/);
  assert.equal(await warning.count(), 0);
  for (const size of [21, 24]) {
    await sizeField(page).fill(String(size));
    await page.getByText(new RegExp(`^N = ${size} takes minutes to days`)).waitFor();
  }
  await sizeField(page).fill("25");
  assert(await start(page).isDisabled());
  // The CPU has a smaller limit.
  await sizeField(page).fill("24");
  await device(page, "CPU").check();
  assert.equal(await sizeField(page).inputValue(), "18");
  await page.getByText("Method and workers").click();
  assert(await page.getByLabel("Workers").isVisible());
});
