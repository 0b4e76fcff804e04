/** The state of the section: a board size, its lists of solutions, and the chosen solution. */
import { useEffect, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { AnswerError, ClosedError, errorMessage, LoadError } from "../engine";
import type { Task } from "../engine-client";
import type { SolutionRows } from "../results";
import { numberOf } from "../route";
import { useEngine } from "../use-engine";
import type { Chosen } from "./chosen";
import { LARGEST, Lists, written } from "./list";

/** What to choose next: a place of the list, or a solution wherever it is. A quiet choice is not announced to screen readers. */
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
  /** Whether the chosen solution is of another list: it stays on the screen until the next one is there. */
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

/** How long a choice must stay before it is written into the address, in milliseconds: browsers limit how often that may change. */
const SETTLED = 250;

const USUAL_SIZE = 8;
const FIRST: Choice = { place: 0, quiet: true };

/** What an address asks for, as far as its text shows. */
function read(params: URLSearchParams): { size: number; only: boolean; rows: string | null; notice: string } {
  const rows = params.get("rows") || null;
  // A link with rows alone tells the size of the board, too.
  const usual = rows && /^\d+(,\d+)*$/.test(rows) ? rows.split(",").length : USUAL_SIZE;
  const size = numberOf(params, "n", usual, 1, LARGEST);
  const n = params.get("n");
  const isWrong = n !== null && n !== String(size);
  const notice = isWrong ? `The link asks for N = ${n}. Solutions are listed from N = 1 to ${LARGEST}.` : "";
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
      setFailure(error instanceof LoadError ? line : `Something went wrong: ${line}. Loading the page again may help.`);
    }
  };

  // The rows of a link are a solution if the library says so.
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
          const solved = `The rows of the link are a solution of N = ${rows.length}.`;
          addNotice(`${solved} Here is N = ${linked.size} from the start.`);
        }
      },
      (error) => {
        setChoice(FIRST);
        if (error instanceof AnswerError) {
          addNotice(`The link leads to no solution: ${error.message}. Here is N = ${linked.size} from the start.`);
        } else {
          fail(error);
        }
      },
    );
  }, []);

  // Closing the lists of another size ends their workers, whether or not they are complete.
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
      throw new Error("a solution was not found among all");
    }
    if (place === null) {
      // Another image represents it in this list.
      setOnly(false);
      addNotice("This solution is not its own representative, so all solutions are listed now.");
      return;
    }
    setPlace(place);
    const rows = "rows" in choice ? choice.rows : await task.wait(list.solution(place));
    if (!rows) {
      return;
    }
    const shown = await task.ask("solution", { solution: rows });
    setChosen({ shown, place, count, fundamental: only });
    // Screen readers read the rows of a list anyway while one moves in it.
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

  // The counts of the size before say nothing about this one.
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
