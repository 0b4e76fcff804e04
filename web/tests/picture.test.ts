/** Puzzles from pictures: chosen, pasted and dropped, as PNG, JPEG and WebP; and files that are refused. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { deflateSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { accessibilityProblems, addressed, command, horizontalOverflow, settled } from "./harness";
import { desktop, everywhere, on } from "./visits";

const folder = await mkdtemp(path.join(tmpdir(), "queens-pictures-"));
after(() => rm(folder, { recursive: true }));

interface Sample {
  /** The PNG file. */
  file: string;
  /** The regions, as links contain them. */
  regions: string;
}

/** A puzzle, drawn by the command. */
async function drawn(size: number, seed: number, width = 600): Promise<Sample> {
  const [position, file] = [
    path.join(folder, `${size}-${seed}.txt`),
    path.join(folder, `${size}-${seed}-${width}.png`),
  ];
  const regions = (await command(`puzzle new --size ${size} --seed ${seed} --format text`))
    .trim()
    .replaceAll("\n", "/");
  await writeFile(position, regions.replaceAll("/", "\n"));
  await command(`draw ${position} --output ${file} --width ${width}`);
  return { file, regions };
}

/** The same picture in another format, encoded by the browser. */
async function encoded(page: Page, png: string, type: "image/jpeg" | "image/webp"): Promise<string> {
  const source = (await readFile(png)).toString("base64");
  const bytes = await page.evaluate(
    async ([source, type]) => {
      const blob = new Blob([Uint8Array.from(atob(source), (char) => char.charCodeAt(0))], { type: "image/png" });
      const picture = await createImageBitmap(blob);
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      canvas.getContext("2d")?.drawImage(picture, 0, 0);
      const converted = await canvas.convertToBlob({ type, quality: 0.85 });
      return [...new Uint8Array(await converted.arrayBuffer())];
    },
    [source, type] as const,
  );
  const file = png.replace(/png$/, type.slice(6));
  await writeFile(file, Uint8Array.from(bytes));
  return file;
}

/** Writes a file for the tests. */
async function saved(name: string, contents: Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, contents);
  return file;
}

/** The checksum of PNG. */
function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
  }
  return ~sum >>> 0;
}

/** A PNG file of grey pixels. */
function png(width: number, height: number, grey: (x: number, y: number) => number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      rows[y * (width + 1) + x + 1] = grey(x, y);
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Puzzle from a picture" });

async function choose(page: Page, file: string, button = "Open a picture"): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: button }).click();
  await (await chooser).setFiles(file);
}

/** Drags a file from outside the browser over the page and drops it. */
async function drop(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver"] as const) {
    await session.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  }
  await page.getByText("Drop the picture to read its puzzle").waitFor();
  await session.send("Input.dispatchDragEvent", { type: "drop", x: 300, y: 300, data });
  await session.detach();
}

/** Copies a PNG file to the clipboard and pastes it with the keyboard. */
async function paste(page: Page, file: string): Promise<void> {
  const source = (await readFile(file)).toString("base64");
  await page.evaluate(async (source) => {
    const blob = new Blob([Uint8Array.from(atob(source), (char) => char.charCodeAt(0))], { type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  }, source);
  await page.keyboard.press("Control+v");
}

/** Plays the puzzle that was read. */
async function play(page: Page, { regions }: Sample): Promise<void> {
  await dialog(page).getByText("Confidence: 100%.").waitFor();
  await dialog(page).getByRole("button", { name: "Play this puzzle" }).click();
  await dialog(page).waitFor({ state: "detached" });
  await addressed(page, `play?p=size:${regions.indexOf("/")}+regions:${regions}`);
}

async function refused(page: Page, message: RegExp): Promise<void> {
  await dialog(page).locator(".message.bad", { hasText: message }).waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await dialog(page).waitFor({ state: "detached" });
}

everywhere("picture: a PNG, JPEG or WebP file is chosen and played", async ({ visit, page }) => {
  await visit.open("play?n=4");
  const sample = await drawn(7, 3);
  const files = [
    sample.file,
    await encoded(page, sample.file, "image/jpeg"),
    await encoded(page, sample.file, "image/webp"),
  ];
  for (const file of files) {
    await choose(page, file);
    await play(page, sample);
    await page.getByRole("button", { name: "Count solutions" }).click();
    await page.getByText("This position has exactly one solution.").waitFor();
    await page.getByRole("link", { name: "Empty board of size 5", exact: true }).click();
    await addressed(page, "play?n=5");
  }
});

desktop("picture: a PNG, JPEG or WebP file is dropped", async ({ visit, page }) => {
  await visit.open("play?n=4");
  await page.locator('[data-square="A1"]').waitFor();
  const sample = await drawn(8, 5);
  for (const file of [
    sample.file,
    await encoded(page, sample.file, "image/jpeg"),
    await encoded(page, sample.file, "image/webp"),
  ]) {
    await drop(page, file);
    await play(page, sample);
    await page.getByRole("link", { name: "Empty board of size 5", exact: true }).click();
    await addressed(page, "play?n=5");
  }
});

desktop("picture: a picture in the clipboard is pasted, text is not", async ({ visit, page }) => {
  await visit.open("play?n=4");
  await page.locator('[data-square="A1"]').waitFor();
  const sample = await drawn(6, 4);
  await paste(page, sample.file);
  await play(page, sample);
  await page.getByText("Paste a position").click();
  await page.getByLabel(/A board drawn as text/).focus();
  await page.evaluate(() => navigator.clipboard.writeText("size:5 given:A1"));
  await page.keyboard.press("Control+v");
  assert.equal(await page.getByLabel(/A board drawn as text/).inputValue(), "size:5 given:A1");
  assert.equal(await dialog(page).count(), 0);
});

desktop("picture: pasted JPEG and WebP files are read", async ({ visit, page }) => {
  await visit.open("play?n=4");
  await page.locator('[data-square="A1"]').waitFor();
  const sample = await drawn(6, 4);
  for (const type of ["image/jpeg", "image/webp"] as const) {
    const source = (await readFile(await encoded(page, sample.file, type))).toString("base64");
    // The clipboard of the browser takes PNG only; file managers put files of every type there.
    await page.evaluate(
      ([source, type]) => {
        const clipboardData = new DataTransfer();
        const bytes = Uint8Array.from(atob(source), (char) => char.charCodeAt(0));
        clipboardData.items.add(new File([bytes], "board", { type }));
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      },
      [source, type] as const,
    );
    await play(page, sample);
    await page.getByRole("link", { name: "Empty board of size 5", exact: true }).click();
    await addressed(page, "play?n=5");
  }
});

/** Draws a board of 4 x 4 squares with four regions and a mark of this diameter, relative to a square, on B3. */
const marked = (diameter: number) => (x: number, y: number) => {
  const [col, row] = [Math.floor(x / 60), Math.floor(y / 60)];
  if (x % 60 < 2 || y % 60 < 2) {
    return 0;
  }
  const distance = Math.hypot((x % 60) - 30, (y % 60) - 30);
  return col === 1 && row === 1 && distance < 30 * diameter
    ? 0
    : ([250, 200, 150, 100][(col >> 1) + 2 * (row >> 1)] ?? 0);
};

everywhere("picture: marks are the player's, and an unclear mark has a warning", async ({ visit, page }) => {
  await visit.open("play?n=5");
  const picture = (diameter: number) => saved(`mark-${diameter}.png`, png(242, 242, marked(diameter)));
  await choose(page, await picture(0.44));
  await dialog(page).getByText("This reading may be wrong. Compare the board with your picture").waitFor();
  await dialog(page).getByText("the mark on B3 may be a queen or a cross").waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
  assert.equal(await horizontalOverflow(page), 0);
  await choose(page, await picture(0.25), "Open another picture");
  await dialog(page).getByText("4 regions, 0 queens, 1 cross").waitFor();
  assert.equal(await dialog(page).locator(".message.bad").count(), 0);
  await choose(page, await picture(0.7), "Open another picture");
  await dialog(page).getByText("4 regions, 1 queen, 0 crosses").waitFor();
  await dialog(page).getByRole("button", { name: "Play this puzzle" }).press("Enter");
  await settled(page, "regions:AABB/AABB/CCDD/CCDD&q=B3");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("gridcell", { name: "B3, region 1" }).waitFor();
});

everywhere("picture: files without a board, huge and damaged files are refused", async ({ visit, page }) => {
  await visit.open("play?n=5&q=A1");
  await page.getByRole("gridcell", { name: "A1, queen" }).waitFor();
  const { file } = await drawn(7, 3);
  const whole = await readFile(file);
  const damaged = Buffer.from(whole);
  damaged.fill(0x5a, 60, damaged.length - 40);
  let random = 1;
  const noise = () => {
    random = (random * 48271) % 2147483647;
    return random & 255;
  };
  const cases: [name: string, contents: Buffer, message: RegExp][] = [
    ["white.png", png(400, 300, () => 255), /No puzzle could be read: no grid found/],
    ["noise.png", png(300, 300, noise), /No puzzle could be read/],
    ["one.png", png(1, 1, () => 0), /No puzzle could be read: no grid found/],
    ["bomb.png", png(16_000, 5_000, () => 0), /16000 × 5000 pixels. The maximum is 67 megapixels/],
    ["large.png", Buffer.concat([whole, Buffer.alloc(34_000_000)]), /The file has 34 MB. The maximum is 32 MB/],
    ["damaged.png", damaged, /damaged|No puzzle could be read/],
    ["half.png", whole.subarray(0, whole.length >> 1), /damaged|No puzzle could be read/],
    ["short.png", whole.subarray(0, 40), /damaged/],
    ["empty.png", Buffer.alloc(0), /damaged/],
    ["text.png", Buffer.from("size:8 given:A1"), /damaged/],
    ["notes.txt", Buffer.from("size:8"), /“notes.txt” is not a picture: expected a PNG, JPEG, WebP/],
    ["board.svg", Buffer.from("<svg/>"), /“board.svg” is not a picture/],
  ];
  for (const [name, contents, message] of cases) {
    await choose(page, await saved(name, contents));
    await refused(page, message);
  }
  // The game is unchanged.
  await addressed(page, "play?n=5&q=A1");
});

desktop("picture: a large picture is scaled down and read", async ({ visit, page }) => {
  await visit.open("play?n=4");
  const sample = await drawn(9, 1, 5000);
  await choose(page, sample.file);
  await play(page, sample);
});

desktop("picture: reading can be cancelled, and Escape closes the dialog", async ({ visit, page }) => {
  await visit.open("play?n=4");
  const sample = await drawn(7, 3);
  await choose(page, sample.file);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Open a picture");
  await addressed(page, "play?n=4");
  await choose(page, sample.file);
  await play(page, sample);
});

on(["desktop"], "picture: the dialog is accessible in the dark", { colorScheme: "dark" }, async ({ visit, page }) => {
  await visit.open("play?n=4");
  await choose(page, (await drawn(7, 3)).file);
  await dialog(page).getByRole("button", { name: "Play this puzzle" }).waitFor();
  assert.deepEqual(await accessibilityProblems(page), []);
});

desktop("picture: pictures are read offline", async ({ visit, page }) => {
  await visit.open("play?n=4");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.reload();
  const sample = await drawn(7, 3);
  await choose(page, sample.file);
  await play(page, sample);
  await page.context().setOffline(false);
});
