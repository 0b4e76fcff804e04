/** What a link to this section may ask for, and what it asks for that does not exist. */
import { METHODS } from "../learn/methods";
import { LAST_LINKED_STEP } from "./clock";

/** The largest board to watch. */
export const LARGEST = 16;
/** The highest speed, in steps per second. */
export const FASTEST = 10_000;

/** The methods that find solutions one by one. */
export const WATCHED = Object.keys(METHODS).filter((name) => name !== "cross" && name !== "join");

export const watchedMethod = (name: string | null) => WATCHED.find((method) => method === name);

/** What is wrong with a link; empty if nothing is. */
export function noticeOf(params: URLSearchParams): string {
  const named = [params.get("method"), params.get("with")].filter((name) => name !== null && name !== "");
  const unknown = named.find((name) => !watchedMethod(name));
  if (unknown) {
    return Object.hasOwn(METHODS, unknown)
      ? `${unknown} never comes upon a single solution, so there is nothing to watch; here is another method.`
      : `There is no method “${unknown.slice(0, 30)}” to watch; here is another.`;
  }
  const limits: [string, number, number][] = [
    ["n", 1, LARGEST],
    ["step", 0, LAST_LINKED_STEP],
    ["speed", 1, FASTEST],
  ];
  for (const [key, least, most] of limits) {
    const text = params.get(key);
    if (text !== null && !(/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)) {
      return `The link asks for ${key}=${text.slice(0, 20)}, but here it goes from ${least} to ${most.toLocaleString("en")}.`;
    }
  }
  return "";
}
