/** The parameters of links to this section, and messages for invalid ones. */
import { METHODS } from "../learn/methods";
import { methodTitle } from "../methods";
import { LAST_LINKED_STEP } from "./clock";

/** The largest board to watch. */
export const LARGEST = 16;
/** The highest speed, in steps per second. */
export const FASTEST = 10_000;

/** The methods that find solutions one by one. */
export const WATCHED = Object.keys(METHODS).filter((name) => name !== "cross" && name !== "join");

export const watchedMethod = (name: string | null) => WATCHED.find((method) => method === name);

/** A message about an invalid link; empty if the link is valid. */
export function noticeOf(params: URLSearchParams): string {
  const named = [params.get("method"), params.get("with")].filter((name) => name !== null && name !== "");
  const unknown = named.find((name) => !watchedMethod(name));
  if (unknown) {
    return Object.hasOwn(METHODS, unknown)
      ? `${methodTitle(unknown)} does not find solutions one by one, so it has no steps to watch. Showing the default instead.`
      : `Unknown method “${unknown.slice(0, 30)}”. Showing the default instead.`;
  }
  const limits: [string, number, number][] = [
    ["n", 1, LARGEST],
    ["step", 0, LAST_LINKED_STEP],
    ["speed", 1, FASTEST],
  ];
  for (const [key, least, most] of limits) {
    const text = params.get(key);
    if (text !== null && !(/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)) {
      return `The link asks for ${key}=${text.slice(0, 20)}. The allowed range is ${least} to ${most.toLocaleString("en")}.`;
    }
  }
  const lead = params.get("lead");
  if (lead !== null && leadOf(params) === null) {
    return `The link asks for lead=${lead.slice(0, 20)}. The allowed range is ${(-LAST_LINKED_STEP).toLocaleString("en")} to ${LAST_LINKED_STEP.toLocaleString("en")}.`;
  }
  return "";
}

/** The steps by which the second method is ahead of the first one; null if the link has no valid number. */
export function leadOf(params: URLSearchParams): number | null {
  const text = params.get("lead") ?? "";
  const lead = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(lead) <= LAST_LINKED_STEP ? lead : null;
}
