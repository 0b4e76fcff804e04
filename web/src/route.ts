/** Routes: a section and its parameters. The state of a section is in the address, so that it can be shared as a link. */

/** The sections of the navigation, in its order. */
export const SECTIONS = ["play", "watch", "count", "learn", "explore"] as const;
export type Section = (typeof SECTIONS)[number] | "start";

export interface Route {
  /** `start` is the start page, `#/`, and what every unknown section leads to. */
  section: Section;
  /** The path after the section: `cross` in `#/learn/cross`. After `start`, the path that no section has. */
  rest: string;
  params: URLSearchParams;
}

/** The parameters of a section in the address; null, undefined and false are omitted. */
export type Params = Record<string, string | number | boolean | null | undefined>;

/** The route of an address: `#/watch?method=bitmask&n=8`. */
export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [name = "", ...rest] = path.split("/");
  const params = new URLSearchParams(query);
  const section = SECTIONS.find((section) => section === name);
  return section ? { section, rest: rest.join("/"), params } : { section: "start", rest: path, params };
}

export function link(section: Section, params: Params = {}, rest = ""): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && value !== false) {
      query.set(key, value === true ? "1" : String(value));
    }
  }
  // Colons, commas and slashes are allowed in a fragment, and easier to read.
  const text = query.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%2F", "/");
  const path = section === "start" ? rest : `${section}${rest && `/${rest}`}`;
  return `#/${path}${text && `?${text}`}`;
}

/** An integer parameter, clamped to its limits; `usual` if it is missing or invalid. */
export function numberOf(params: URLSearchParams, key: string, usual: number, least: number, most: number): number {
  const text = params.get(key) ?? "";
  const value = /^\d+$/.test(text) ? Number(text) : usual;
  return Math.min(most, Math.max(least, value));
}
