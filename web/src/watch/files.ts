/** Files of a search: an animated GIF or SVG file, or pictures of single steps. */
import type { Task } from "../engine-client";
import type { StepRange } from "../protocol";
import { drawn } from "../save";

export type Format = "gif" | "svg" | "frames";

/** The largest number of steps in a file. */
export const MOST_STEPS: Record<Format, number> = { gif: 5000, svg: 5000, frames: 1000 };

/** The number of frames of a GIF file per question, so that the progress is visible. */
const FRAMES_PER_QUESTION = 20;

export interface NamedFile {
  name: string;
  content: Blob;
}

/** Makes a file. `onProgress` is called with the fraction that is done. */
export async function makeFile(
  task: Task,
  format: Format,
  range: StepRange,
  onProgress: (done: number) => void,
): Promise<NamedFile> {
  const { method, n, from, steps } = range;
  const of = steps === 0 ? `step-${from}` : `steps-${from}-${from + steps}`;
  const name = `queens-${n}-${method}-${of}`;
  if (format === "gif") {
    return { name: `${name}.gif`, content: await gif(task, range, onProgress) };
  }
  if (format === "svg" || steps === 0) {
    const { svg } = await task.ask("animation", range);
    return { name: `${name}.svg`, content: new Blob([svg], { type: "image/svg+xml" }) };
  }
  const files: Record<string, Uint8Array> = {};
  for (let step = from; step <= from + steps; step++) {
    const { svg } = await task.ask("animation", { ...range, from: step, steps: 0 });
    // Equal lengths, so that the files are in order wherever they are sorted by name.
    const number = String(step).padStart(String(from + steps).length, "0");
    files[`step-${number}.svg`] = new TextEncoder().encode(svg);
    onProgress((step - from) / (steps + 1));
  }
  const { zipSync } = await task.wait(import("fflate"));
  return { name: `${name}.zip`, content: new Blob([zipSync(files) as BlobPart], { type: "application/zip" }) };
}

async function gif(task: Task, range: StepRange, onProgress: (done: number) => void): Promise<Blob> {
  const { svg, width } = await task.ask("gif-sheet", range);
  const canvas = await task.wait(drawn(svg, width));
  const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
  if (!data) {
    throw new Error("the picture could not be drawn");
  }
  const { frames } = await task.ask("gif-start", range, data.buffer);
  const parts: BlobPart[] = [];
  for (let left = frames; left > 0; ) {
    const written = await task.ask("gif-frames", { frames: FRAMES_PER_QUESTION });
    parts.push(fromBase64(written.bytes));
    left = written.left;
    onProgress((frames - left) / frames);
  }
  return new Blob(parts, { type: "image/gif" });
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
