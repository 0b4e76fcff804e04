/** Where the page is: a section and what it shows, all of it in the address, so that every state has a link. */
export const SECTIONS = ["watch", "play", "explore", "count", "learn"] as const;
export type Section = (typeof SECTIONS)[number];

export interface Route {
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
  return { section, rest: rest.join("/"), params: new URLSearchParams(query) };
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

/** A whole number of the address within its limits, or what is usual. */
export function numberOf(params: URLSearchParams, key: string, usual: number, least: number, most: number): number {
  const text = params.get(key) ?? "";
  const value = /^\d+$/.test(text) ? Number(text) : usual;
  return Math.min(most, Math.max(least, value));
}
