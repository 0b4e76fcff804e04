/**
 * The clock of a search: the step to show, and questions to the engines no faster than they answer.
 *
 * Two methods share a clock. It shows the steps of the first method; the second one is `lead` steps ahead of it, or behind. Usually
 * `lead` is 0: both have made the same number of steps. "Next solution" takes each method to its own next solution, which sets `lead`.
 * From then on both move by the same number of steps, and `align` brings them back to the same step.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ClosedError, errorMessage, isAbort } from "../engine";
import type { Task } from "../engine-client";
import { methodTitle } from "../methods";
import type { SearchState } from "../protocol";
import { useEngine } from "../use-engine";

/** The length of a search is determined up to this step. */
const LENGTH_LIMIT = 1_000_000;
/** The next solution is searched for within this number of steps. */
const SOLUTION_LIMIT = 20 * LENGTH_LIMIT;
/** The last step that a link can refer to: the search runs up to it. */
export const LAST_LINKED_STEP = 20 * LENGTH_LIMIT;
/** The longest time between two frames that advances the search, in milliseconds. After a longer pause of the browser, the search resumes where it was. */
const LONGEST_FRAME = 250;

/** Shown while the next solution is searched for. */
const LOOKING = "Searching for the next solution";

export interface Clock {
  /** The state of each method; null until it is known. */
  states: (SearchState | null)[];
  /** The time of the clock: the step of the first method. A method that has ended stays at its end. */
  step: number;
  /** The steps by which the second method is ahead of the first one. */
  lead: number;
  /** The last step of the timeline. */
  end: number;
  /** Whether `end` is the end of all methods. */
  complete: boolean;
  /** The search has more steps than this. */
  searched: number;
  playing: boolean;
  /** The long operation that is running; empty if there is none. */
  busy: string;
  /** What went wrong, or what was not found. */
  message: string;
  /** Whether the message is about an error. */
  failed: boolean;
  goTo(step: number): void;
  /** Moves by a number of steps from the last requested step, so that quick presses add up. */
  move(steps: number): void;
  play(playing: boolean): void;
  /** Takes each method to its next solution, if it has one within `SOLUTION_LIMIT` steps. */
  nextSolution(): Promise<void>;
  /** Brings the second method to the step of the first one. */
  align(): void;
}

/** A search that is shown. Its tasks, one per method, are aborted when another search is chosen. */
interface Search {
  methods: string[];
  size: number;
  tasks: Task[];
  /** Ends when the wanted step is shown; null if it is. */
  asking: Promise<void> | null;
}

/**
 * A search by one or two methods on a board of a size. `chosenSize` is the size that the link or the visitor chose, which may be too
 * large for a method; `ready` is false until that is known.
 */
export function useClock(
  methods: string[],
  size: number,
  chosenSize: number,
  firstStep: number,
  firstLead: number,
  speed: number,
  start: boolean,
  ready: boolean,
): Clock {
  const key = `${size} ${methods.join(" ")}`;
  const [states, setStates] = useState<(SearchState | null)[]>([]);
  const [step, setStep] = useState(firstStep);
  const [lead, setLead] = useState(firstLead);
  const [lengths, setLengths] = useState<(number | null)[]>([]);
  const [searched, setSearched] = useState(0);
  const [playing, setPlaying] = useState(start);
  const [busy, setBusy] = useState("");
  const [{ message, failed }, setSaid] = useState({ message: "", failed: false });
  const setMessage = (message: string, failed = false) => setSaid({ message, failed });
  // One engine per method, so that both search at the same time.
  const engines = [useEngine({ own: true }), useEngine({ own: true })];
  const wanted = useRef(firstStep);
  const wantedLead = useRef(firstLead);
  const search = useRef<Search | null>(null);
  const chosen = `${chosenSize} ${methods.join(" ")}`;
  /** The board and methods to which the wanted step belongs. */
  const chosenBefore = useRef(chosen);
  /** Counts the steps that were chosen since, so that a solution which is found late does not replace a newer choice. */
  const choices = useRef(0);
  /** Whether the next solution was requested before the search started. */
  const solutionWanted = useRef(false);

  const report = (error: unknown) => {
    if (!isAbort(error) && !(error instanceof ClosedError)) {
      setMessage(errorMessage(error), true);
    }
  };

  /** The steps by which a method is ahead of the clock. */
  const leadOf = (place: number) => (place === 1 ? wantedLead.current : 0);
  /** The end of the clock: the last step of the method that ends last. */
  const endOf = (lengths: (number | null)[]) =>
    Math.max(0, ...methods.map((_, place) => (lengths[place] ?? 0) - leadOf(place)));

  /** Asks until the wanted step is shown. */
  const showWanted = (): Promise<void> => {
    const { current } = search;
    if (!current) {
      return Promise.resolve();
    }
    current.asking ??= askFor(current);
    return current.asking;
  };

  const askFor = async (current: Search) => {
    const { methods, size, tasks } = current;
    try {
      let shown = -1;
      let shownLead = 0;
      while (shown !== wanted.current || shownLead !== wantedLead.current) {
        shown = wanted.current;
        shownLead = wantedLead.current;
        const states = await Promise.all(
          tasks.slice(0, methods.length).map((task, place) => {
            const step = Math.max(0, shown + leadOf(place));
            return task.ask("watch", { method: methods[place] ?? "", n: size, step });
          }),
        );
        const lengths = states.map(({ length }) => length);
        const ended = lengths.every((length) => length !== null);
        // The wanted step may be beyond the end.
        const reached = ended ? Math.min(shown, endOf(lengths)) : shown;
        setStates(states);
        setStep(reached);
        setLead(shownLead);
        setLengths((known) => lengths.map((length, place) => length ?? known[place] ?? null));
        if (!ended) {
          setSearched((searched) => Math.max(searched, ...states.map(({ step }) => step)));
        } else if (wanted.current === shown) {
          shown = reached;
          wanted.current = reached;
        }
        setMessage("");
      }
    } catch (error) {
      report(error);
    } finally {
      // In the same turn as the last comparison, so that no wanted step is missed.
      current.asking = null;
    }
  };

  /** Asks for the number of steps of a method. */
  const findLength = (place: number, method: string, task: Task) =>
    task.ask("length", { method, n: size, limit: LENGTH_LIMIT }).then(({ length }) => {
      if (length === null) {
        setSearched((searched) => Math.max(searched, LENGTH_LIMIT));
      } else {
        setLengths((known) => methods.map((_, at) => (at === place ? length : (known[at] ?? null))));
      }
    }, report);

  /** Takes each method to its next solution. */
  const findSolutions = async (tasks: Task[]) => {
    const { methods, size } = search.current ?? { methods: [], size: 0 };
    const from = methods.map((_, place) => {
      const step = Math.max(0, wanted.current + leadOf(place));
      return Math.min(step, lengths[place] ?? step);
    });
    const find = async (place: number) => {
      const question = { method: methods[place] ?? "", n: size, step: from[place] ?? 0, within: SOLUTION_LIMIT };
      return (await tasks[place]?.ask("next-solution", question)) ?? { step: null, ended: false };
    };
    const showFound = async (found: Awaited<ReturnType<typeof find>>[]) => {
      const [first = 0, second = 0] = found.map(({ step }, place) => step ?? from[place] ?? 0);
      if (found.some(({ step }) => step !== null)) {
        wantedLead.current = methods.length > 1 ? second - first : 0;
        wanted.current = first;
        await showWanted();
      }
      const without = (ended: boolean, end: string) => {
        const missing = methods.filter((_, place) => found[place]?.step === null && found[place].ended === ended);
        const names = methods.length > 1 ? `${missing.map(methodTitle).join(" and ")}: no` : "No";
        return missing.length > 0 ? [`${names} ${end}`] : [];
      };
      const said = [
        ...without(true, "more solutions."),
        ...without(false, "solution found within the next 20 million steps."),
      ];
      if (said.length > 0) {
        setMessage(said.join(" "));
      }
    };
    const before = choices.current;
    try {
      const found = await Promise.all(methods.map((_, place) => find(place)));
      if (choices.current === before) {
        await showFound(found);
      }
    } catch (error) {
      report(error);
    }
    if (!tasks[0]?.signal.aborted) {
      setBusy("");
    }
  };

  // The first search starts at the step of the link, every other search at step 0. The visitor may choose another one before the
  // first has started.
  useEffect(() => {
    if (search.current || chosenBefore.current !== chosen) {
      wanted.current = 0;
      wantedLead.current = 0;
      setStep(0);
      setLead(0);
    }
    chosenBefore.current = chosen;
    if (!ready) {
      return;
    }
    const tasks = engines.map((engine) => engine.start());
    search.current = { methods, size, tasks, asking: null };
    setStates(methods.map(() => null));
    setLengths(methods.map(() => null));
    setSearched(0);
    setBusy(solutionWanted.current ? LOOKING : "");
    setMessage("");
    void showWanted();
    if (solutionWanted.current) {
      solutionWanted.current = false;
      void findSolutions(tasks);
    }
    for (const [place, method] of methods.entries()) {
      const task = tasks[place];
      if (task) {
        void findLength(place, method, task);
      }
    }
  }, [key, ready]);

  const complete = ready && methods.every((_, place) => typeof lengths[place] === "number");
  const needed = 2 ** Math.ceil(Math.log2(Math.max(1, (step * 1.1) / LENGTH_LIMIT))) * LENGTH_LIMIT;
  const end = complete ? endOf(lengths) : Math.max(LENGTH_LIMIT, needed);

  const goTo = (to: number) => {
    choices.current++;
    solutionWanted.current = false;
    wanted.current = Math.max(0, complete ? Math.min(to, end) : to);
    void showWanted();
  };

  // The values that a frame reads, so that changes of them do not restart the frames.
  const latest = useRef({ complete, end, speed, goTo });
  latest.current = { complete, end, speed, goTo };
  // A layout effect, because a frame between a pause and the clean-up of an ordinary effect would move on from a step that was chosen
  // after the pause.
  useLayoutEffect(() => {
    if (!playing || !ready) {
      return;
    }
    let frame = 0;
    let last = performance.now();
    let place = wanted.current;
    const tick = (time: number) => {
      const { complete, end, speed, goTo } = latest.current;
      const passed = Math.min(LONGEST_FRAME, Math.max(0, time - last));
      last = time;
      if (Math.floor(place) !== wanted.current) {
        place = wanted.current;
      }
      place += (passed / 1000) * speed;
      if (complete && place >= end) {
        goTo(end);
        setPlaying(false);
        return;
      }
      if (Math.floor(place) !== wanted.current) {
        goTo(Math.floor(place));
      }
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, key, ready]);

  const nextSolution = async () => {
    if (busy) {
      return;
    }
    setPlaying(false);
    setBusy(LOOKING);
    const tasks = search.current?.tasks;
    if (tasks) {
      await findSolutions(tasks);
    } else {
      solutionWanted.current = true;
    }
  };

  return {
    states,
    step,
    lead,
    end,
    complete,
    searched,
    playing,
    busy,
    message,
    failed,
    goTo: (to) => {
      setPlaying(false);
      goTo(to);
    },
    move: (steps) => {
      setPlaying(false);
      goTo(wanted.current + steps);
    },
    play: (play) => {
      choices.current++;
      if (play && complete && wanted.current >= end) {
        goTo(0);
      }
      setPlaying(play);
    },
    nextSolution,
    align: () => {
      wantedLead.current = 0;
      goTo(wanted.current);
    },
  };
}
