/** The state of the section: a board size, its lists of solutions, and the selected solution. */
import { useEffect, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { AnswerError, ClosedError, errorMessage, LoadError } from "../engine";
import type { Task } from "../engine-client";
import type { SolutionRows } from "../results";
import { numberOf } from "../route";
import { useEngine } from "../use-engine";
import type { Chosen } from "./chosen";
import { LARGEST, Lists, written } from "./list";

/** What to select: a place of the list, or a solution. A quiet choice is not announced to screen readers. */
type Choice = { place: number; quiet?: boolean } | { rows: SolutionRows };

/** Numbers of solutions, as far as they are known. */
export interface Counts {
  all?: number;
  fundamental?: number;
}

export interface Selection {
  size: number;
  /** Whether only fundamental solutions are listed. */
  only: boolean;
  /** The lists of this size; null until they are opened. */
  lists: Lists | null;
  counts: Counts;
  /** The place of the chosen solution in the list, from 0. */
  place: number | null;
  chosen: Chosen | null;
  /** Whether the shown solution belongs to another list. It stays on the screen until the next one is loaded. */
  stale: boolean;
  notice: string;
  /** A line for screen readers. */
  announcement: string;
  /** What went wrong. */
  failure: string;
  openSize(size: number): void;
  pickPlace(place: number, quiet?: boolean): void;
  pickRows(rows: SolutionRows): void;
  restrict(only: boolean): void;
}

/** The time without a change after which a choice is written to the address, in milliseconds: browsers limit the rate of changes. */
const SETTLED = 250;

const USUAL_SIZE = 8;
const FIRST: Choice = { place: 0, quiet: true };

/** The parameters of an address. */
function read(params: URLSearchParams): { size: number; only: boolean; rows: string | null; notice: string } {
  const rows = params.get("rows") || null;
  // Without n, the number of rows is the size.
  const usual = rows && /^\d+(,\d+)*$/.test(rows) ? rows.split(",").length : USUAL_SIZE;
  const size = numberOf(params, "n", usual, 1, LARGEST);
  const n = params.get("n");
  const isWrong = n !== null && n !== String(size);
  const notice = isWrong ? `The link asks for N = ${n}. Solutions are listed for N = 1 to ${LARGEST}.` : "";
  return { size, only: params.get("only") === "fundamental", rows, notice };
}

export function useSelection({ params, write }: SectionProps): Selection {
  const [linked] = useState(() => read(params));
  const [size, setSize] = useState(linked.size);
  const [only, setOnly] = useState(linked.only);
  const [lists, setLists] = useState<Lists | null>(null);
  const [counts, setCounts] = useState<Counts>({});
  const [choice, setChoice] = useState<Choice | null>(linked.rows ? null : FIRST);
  const [place, setPlace] = useState<number | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [notice, setNotice] = useState(linked.notice);
  const [announcement, setAnnouncement] = useState("");
  const [failure, setFailure] = useState("");
  const checker = useEngine();
  const counter = useEngine();
  const chooser = useEngine();

  const addNotice = (line: string) => setNotice((before) => [before, line].filter(Boolean).join(" "));
  const fail = (error: unknown) => {
    if (!(error instanceof ClosedError)) {
      const line = errorMessage(error);
      setFailure(error instanceof LoadError ? line : `Something went wrong: ${line}. Try reloading the page.`);
    }
  };

  // The library checks whether the rows of a link are a solution.
  useEffect(() => {
    const text = linked.rows;
    if (!text) {
      return;
    }
    return checker.run(
      (task) => task.ask("check", { text }),
      ({ solution: rows }) => {
        const fits = rows.length === linked.size;
        setChoice(fits ? { rows } : FIRST);
        if (!fits) {
          const found = `The rows in the link are a solution for N = ${rows.length}, not for N = ${linked.size}.`;
          addNotice(`${found} Showing the first solution for N = ${linked.size}.`);
        }
      },
      (error) => {
        setChoice(FIRST);
        if (error instanceof AnswerError) {
          const problem = `The rows in the link are not a solution: ${error.message}.`;
          addNotice(`${problem} Showing the first solution for N = ${linked.size}.`);
        } else {
          fail(error);
        }
      },
    );
  }, []);

  // Closing the lists of the previous size ends their workers, even if the lists are incomplete.
  useEffect(() => {
    const lists = new Lists(size);
    setLists(lists);
    setCounts({});
    setPlace(null);
    return () => lists.close();
  }, [size]);

  /** Counts the list on the screen first, then the other, so that switching between them takes no time. */
  const countLists = async (lists: Lists, task: Task) => {
    for (const which of [only, !only]) {
      const count = await task.wait(lists.of(which).count);
      setCounts((counts) => ({ ...counts, [which ? "fundamental" : "all"]: count }));
    }
  };
  useEffect(() => {
    if (lists?.size !== size) {
      return;
    }
    return counter.run(
      (task) => countLists(lists, task),
      () => undefined,
      fail,
    );
  }, [lists, only]);

  /** Finds the choice in the list and asks for its details. */
  const choose = async (choice: Choice, lists: Lists, task: Task) => {
    const list = lists.of(only);
    const count = await task.wait(list.count);
    if (count === 0) {
      setChosen(null);
      setPlace(null);
      return;
    }
    const place = "rows" in choice ? await task.wait(list.place(choice.rows)) : Math.min(choice.place, count - 1);
    if (place === null && !only) {
      throw new Error("the solution is missing from the list");
    }
    if (place === null) {
      // The list contains another image of it.
      setOnly(false);
      addNotice("This solution does not represent its class, so the list now shows all solutions.");
      return;
    }
    setPlace(place);
    const rows = "rows" in choice ? choice.rows : await task.wait(list.solution(place));
    if (!rows) {
      return;
    }
    const shown = await task.ask("solution", { solution: rows });
    setChosen({ shown, place, count, fundamental: only });
    // Screen readers already read the rows of the list while the selection moves in it.
    if (!("quiet" in choice)) {
      setAnnouncement(`Solution ${place + 1} of ${count}: ${shown.text}`);
    }
  };
  useEffect(() => {
    if (lists?.size !== size || !choice) {
      return;
    }
    return chooser.run(
      (task) => choose(choice, lists, task),
      () => undefined,
      fail,
    );
  }, [lists, only, choice]);

  // The counts of the previous size do not apply to this one.
  const known = lists?.size === size ? counts : {};
  const none = (only ? known.fundamental : known.all) === 0;
  const stale = chosen !== null && (chosen.shown.solution.length !== size || chosen.fundamental !== only);

  useEffect(() => {
    if (stale || (!chosen && !none)) {
      return;
    }
    const rows = chosen && written(chosen.shown.solution, ",");
    const timer = setTimeout(() => write({ n: size, only: only ? "fundamental" : null, rows }), SETTLED);
    return () => clearTimeout(timer);
  }, [chosen, none, stale, size, only]);

  const clearLines = () => {
    setNotice("");
    setAnnouncement("");
    setFailure("");
  };
  return {
    size,
    only,
    lists: lists?.size === size ? lists : null,
    counts: known,
    place,
    chosen,
    stale,
    notice,
    announcement,
    failure,
    openSize: (size) => {
      setSize(size);
      setChoice(FIRST);
      clearLines();
    },
    pickPlace: (place, quiet = false) => {
      setPlace(place);
      setChoice(quiet ? { place, quiet } : { place });
      clearLines();
    },
    pickRows: (rows) => {
      setSize(rows.length);
      setChoice({ rows });
      clearLines();
    },
    restrict: (only) => {
      setOnly(only);
      setPlace(null);
      clearLines();
      const shown = chosen?.shown.solution.length === size ? chosen.shown : null;
      setChoice(shown ? { rows: only ? shown.smallest : shown.solution } : FIRST);
    },
  };
}
