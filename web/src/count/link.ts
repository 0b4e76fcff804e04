/** The parameters of links to this section, and messages for invalid ones. */
import { coreCount } from "../engine";
import type { Device } from "../protocol";
import type { MethodResult } from "../results";
import { LARGEST } from "./visit";

export const USUAL = { size: 12, raceSize: 10, least: 4, most: 13 };

/** The default methods of the race, from the oldest to the fastest. */
export const USUAL_RACERS = ["arrays", "bitset", "bitmask", "stacked", "dancing-links", "cross"];

export interface Linked {
  size: number;
  /** The name of a method; null is the fastest. */
  method: string | null;
  device: Device;
  workers: number;
  raceSize: number;
  racers: string[];
  /** The task that starts automatically. */
  go: "count" | "race" | null;
  /** Messages about invalid parameters. */
  wrong: string[];
}

/** The choices of a link. `hasGpu` is whether the browser offers a GPU. */
export function read(params: URLSearchParams, methods: MethodResult[], hasGpu: boolean): Linked {
  const wrong: string[] = [];
  const known = (name: string) => methods.some((info) => info.method === name);
  const number = (key: string, usual: number, least: number, most: number): number => {
    const text = params.get(key);
    const value = Number(text);
    if (text === null) {
      return usual;
    }
    if (!/^\d{1,9}$/.test(text) || value < least || value > most) {
      const kept = /^\d{1,9}$/.test(text) ? Math.min(most, Math.max(least, value)) : usual;
      const asked = `${key}=${text.slice(0, 20)}`;
      wrong.push(`The link asks for ${asked}. The allowed range is ${least} to ${most}; using ${kept}.`);
      return kept;
    }
    return value;
  };
  let device: Device = "cpu";
  const named = params.get("device") ?? "cpu";
  if (named === "gpu" && hasGpu) {
    device = "gpu";
  } else if (named === "gpu") {
    wrong.push("The link asks for the GPU, which this browser does not offer to pages; using the CPU.");
  } else if (named !== "cpu") {
    wrong.push(`The link asks for device=${named.slice(0, 20)}. The devices are cpu and gpu; using cpu.`);
  }
  const size = number("n", USUAL.size, 1, LARGEST[device]);
  const raceSize = number("racen", USUAL.raceSize, USUAL.least, USUAL.most);
  // A link from a machine with more cores is valid.
  const workers = Math.min(coreCount(), number("workers", coreCount(), 1, 64));
  let method = params.get("method") || null;
  if (method !== null && !known(method)) {
    wrong.push(`The link asks for the unknown method “${method.slice(0, 30)}”; using the fastest.`);
    method = null;
  }
  if (method !== null && device === "gpu") {
    wrong.push(`The link asks for the method “${method}”. On the GPU the method is always cross.`);
    method = null;
  }
  const racing = [...new Set((params.get("race") ?? "").split(",").filter((name) => name !== ""))];
  const unknown = racing.filter((name) => !known(name));
  if (unknown.length > 0) {
    wrong.push(`The link asks for unknown methods in the race: ${unknown.join(", ").slice(0, 60)}.`);
  }
  const racers = racing.filter(known);
  const go = params.get("go");
  const onlyRace = params.has("race") && !params.has("n");
  return {
    size,
    method,
    device,
    workers,
    raceSize,
    racers: racers.length > 0 ? racers : USUAL_RACERS,
    go: go === "race" || (go === "1" && onlyRace) ? "race" : go === "1" ? "count" : null,
    wrong,
  };
}
