/**
 * The address bar. A link or the back button starts a visit. A section is mounted for one visit and writes the address through it;
 * writing has no effect once the next visit has started. This is necessary because Preact runs the clean-ups of effects after the
 * next paint, so timers of a section can fire after it has been replaced.
 */
import { useEffect, useState } from "preact/hooks";
import { link, type Params, parse, type Route } from "./route";

export interface WriteOptions {
  /**
   * Adds an entry to the history instead of replacing the current one, for a new puzzle or another thing that the back button should
   * return from. The section stays mounted. The back button then starts a visit with the address that was written before.
   */
  push?: boolean;
}

export interface Visit {
  /** Counts the visits since the page was loaded, from 0. */
  number: number;
  route: Route;
  /** Changes the parameters in the address, if this is still the current visit. An address that is already shown is not written again. */
  write(params: Params, options?: WriteOptions): void;
}

/** The properties of every section that keeps its state in the address. */
export interface SectionProps {
  params: URLSearchParams;
  write: Visit["write"];
}

/** The time after which an address that the browser refused is written again, in milliseconds. */
const RETRY = 5000;

/** The address of the current visit. If the browser shows another one, the visit is over and the event has not arrived yet. */
let address = location.hash;
let current = visitOf(0);
/** The timer of an address that the browser refused. */
let retry: ReturnType<typeof setTimeout> | undefined;
/** Called for every visit that starts. */
let onVisit: ((visit: Visit) => void) | null = null;

function visitOf(number: number): Visit {
  const route = parse(address);
  const write = (params: Params, options: WriteOptions = {}) => {
    if (number !== current.number || location.hash !== address) {
      return;
    }
    clearTimeout(retry);
    const hash = link(route.section, params, route.rest);
    if (hash === address) {
      return;
    }
    try {
      // Normally replaced, so that the steps of a search do not fill the history.
      history[options.push ? "pushState" : "replaceState"](null, "", hash);
      address = location.hash;
    } catch {
      // Browsers limit the rate of changes. This state is written later, unless a newer one is, or the visit is over by then.
      retry = setTimeout(() => write(params, options), RETRY);
    }
  };
  return { number, route, write };
}

function follow(): void {
  if (location.hash !== address) {
    address = location.hash;
    current = visitOf(current.number + 1);
    onVisit?.(current);
  }
}

// Browsers fire popstate together with the change, and hashchange in a later task. The first of them starts the visit. The
// listeners are added when the page is loaded, so that changes before the first effect are noticed.
addEventListener("popstate", follow);
addEventListener("hashchange", follow);

/** The current visit. It changes with links and the back button, not with `write`. */
export function useVisit(): Visit {
  const [visit, setVisit] = useState(current);
  useEffect(() => {
    onVisit = setVisit;
    // A visit may have started between the first render and this effect.
    setVisit(current);
    return () => {
      onVisit = null;
    };
  }, []);
  return visit;
}
