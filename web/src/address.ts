/**
 * The address bar and who may write it. Following a link or the back button starts a visit; a section is mounted for one visit
 * and writes the address through that visit, which stops working as soon as the next visit starts. A section cannot be relied
 * on to stop by itself: Preact runs the clean-ups of its effects after the next paint, so its timers outlive it.
 */
import { useEffect, useState } from "preact/hooks";
import { link, type Params, parse, type Route } from "./route";

export interface Visit {
  /** Counts the visits since the page was loaded, from 0. */
  number: number;
  route: Route;
  /** Replaces the address of this visit, or does nothing when this is not the current visit any more. */
  write(params: Params): void;
}

/** The properties of every section that keeps its state in the address. */
export interface SectionProps {
  params: URLSearchParams;
  write: Visit["write"];
}

/** The address of the current visit. If the browser has another one, the visit is over and its event is still to come. */
let address = location.hash;
let current = visitOf(0);
/** Called for every visit that starts. */
let onVisit: ((visit: Visit) => void) | null = null;

function visitOf(number: number): Visit {
  const route = parse(address);
  const write = (params: Params) => {
    const hash = link(route.section, params);
    if (number !== current.number || location.hash !== address || hash === address) {
      return;
    }
    try {
      // In place: stepping through a search is not a history of pages.
      history.replaceState(null, "", hash);
      address = location.hash;
    } catch {
      // Browsers limit how often the address may change; a later state will be written.
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

// Browsers fire popstate together with the change, also for links, and hashchange in a later task: whichever comes first starts
// the visit. The listeners are added when the page is loaded, so that no change goes unnoticed before the first effect.
addEventListener("popstate", follow);
addEventListener("hashchange", follow);

/** The current visit. It changes with links and the back button, not with `write`. */
export function useVisit(): Visit {
  const [visit, setVisit] = useState(current);
  useEffect(() => {
    onVisit = setVisit;
    // One may have started between the first render and this effect.
    setVisit(current);
    return () => {
      onVisit = null;
    };
  }, []);
  return visit;
}
