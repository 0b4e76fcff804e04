/** Where the page is: a section and what it shows, all of it in the address, so that every state has a link. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

export const SECTIONS = ["watch", "play", "explore", "count", "learn"] as const;
export type Section = (typeof SECTIONS)[number];

export interface Route {
  /** The address as it came. */
  hash: string;
  section: Section;
  /** What comes after the section: `#/learn/cross`. */
  rest: string;
  params: URLSearchParams;
}

/** What a section writes into the address; what is null or undefined is left out. */
export type Params = Record<string, string | number | boolean | null | undefined>;

/** The route of an address: `#/watch?method=bitmask&n=8`. What is unknown leads to the first section. */
export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [name = "", ...rest] = path.split("/");
  const section = SECTIONS.find((section) => section === name) ?? "watch";
  return { hash, section, rest: rest.join("/"), params: new URLSearchParams(query) };
}

export function link(section: Section, params: Params = {}, rest = ""): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== false) {
      query.set(key, value === true ? "1" : String(value));
    }
  }
  // Colons and commas may stand in a fragment, and read better.
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/");
  return `#/${section}${rest && `/${rest}`}${text && `?${text}`}`;
}

/** The address that is shown. Where the browser has another, somebody has just gone there, and will be followed. */
let followed = globalThis.location?.hash ?? "";

/** Writes what is shown into the address, in place: stepping through a search is not a history of pages. */
export function show(section: Section, params: Params, rest = ""): void {
  const hash = link(section, params, rest);
  if (hash === location.hash || location.hash !== followed || parse(location.hash).section !== section) {
    return;
  }
  try {
    history.replaceState(null, "", hash);
    followed = location.hash;
  } catch {
    // Browsers allow so many changes in some time; a later one will be written.
  }
}

/** The route at hand and the number of visits: it changes with links and the back button, not with `show`. */
export function useRoute(): [Route, number] {
  const [[route, visit], set] = useState<[Route, number]>(() => [parse(location.hash), 0]);
  useEffect(() => {
    const changed = () => set(([, visit]) => [parse(location.hash), visit + 1]);
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  // Only now is what was shown before gone, with whatever it was still about to write.
  useLayoutEffect(() => {
    followed = route.hash;
  }, [route]);
  return [route, visit];
}

/** A whole number of the address within its limits, or what is usual. */
export function numberOf(params: URLSearchParams, key: string, usual: number, least: number, most: number): number {
  const text = params.get(key) ?? "";
  const value = /^\d+$/.test(text) ? Number(text) : usual;
  return Math.min(most, Math.max(least, value));
}
