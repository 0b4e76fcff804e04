/** The clock of a search: the step to show, and questions to the engines no faster than they answer. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ClosedError, errorMessage, isAbort } from "../engine";
import type { Task } from "../engine-client";
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
  /** The step of the method that is furthest ahead; a method that ended earlier stays at its end. */
  step: number;
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
  goTo(step: number): void;
  /** Moves by a number of steps from the last requested step, so that quick presses add up. */
  move(steps: number): void;
  play(playing: boolean): void;
  /** Goes to the next solution of the first method, if there is one within `SOLUTION_LIMIT` steps. */
  nextSolution(): Promise<void>;
}

/** A search that is shown. Its tasks, one per method, are aborted when another search is chosen. */
interface Search {
  methods: string[];
  size: number;
  tasks: Task[];
  /** Whether a request for states is pending. */
  asking: boolean;
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
  speed: number,
  start: boolean,
  ready: boolean,
): Clock {
  const key = `${size} ${methods.join(" ")}`;
  const [states, setStates] = useState<(SearchState | null)[]>([]);
  const [step, setStep] = useState(firstStep);
  const [lengths, setLengths] = useState<(number | null)[]>([]);
  const [searched, setSearched] = useState(0);
  const [playing, setPlaying] = useState(start);
  const [busy, setBusy] = useState("");
  const [message, setMessage] = useState("");
  // One engine per method, so that both search at the same time.
  const engines = [useEngine({ own: true }), useEngine({ own: true })];
  const wanted = useRef(firstStep);
  const search = useRef<Search | null>(null);
  const chosen = `${chosenSize} ${methods.join(" ")}`;
  /** The board and methods to which the wanted step belongs. */
  const chosenBefore = useRef(chosen);
  /** Whether the next solution was requested before the search started. */
  const solutionWanted = useRef(false);

  const report = (error: unknown) => {
    if (!isAbort(error) && !(error instanceof ClosedError)) {
      setMessage(errorMessage(error));
    }
  };

  /** Asks until the wanted step is shown. */
  const showWanted = async () => {
    const { current } = search;
    if (!current || current.asking) {
      return;
    }
    current.asking = true;
    const { methods, size, tasks } = current;
    try {
      let shown = -1;
      while (shown !== wanted.current) {
        shown = wanted.current;
        const question = { n: size, step: shown };
        const states = await Promise.all(
          tasks
            .slice(0, methods.length)
            .map((task, place) => task.ask("watch", { method: methods[place] ?? "", ...question })),
        );
        const reached = Math.max(...states.map((state) => state.step));
        setStates(states);
        setStep(reached);
        setLengths((known) => states.map((state, place) => state.length ?? known[place] ?? null));
        if (states.some(({ length }) => length === null)) {
          setSearched((searched) => Math.max(searched, reached));
        } else if (wanted.current === shown) {
          // The wanted step may be beyond the end.
          shown = reached;
          wanted.current = reached;
        }
        setMessage("");
      }
    } catch (error) {
      report(error);
    } finally {
      current.asking = false;
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

  /** Goes to the next solution of the first method. */
  const findSolution = async (task: Task) => {
    const [method = ""] = methods;
    try {
      const question = { method, n: size, step: wanted.current, within: SOLUTION_LIMIT };
      const { step } = await task.ask("next-solution", question);
      if (step === null) {
        const all = complete || wanted.current + SOLUTION_LIMIT < searched;
        setMessage(all ? "No more solutions." : "No solution found within the next 20 million steps.");
      } else {
        goTo(step);
      }
    } catch (error) {
      report(error);
    }
    if (!task.signal.aborted) {
      setBusy("");
    }
  };

  // The first search starts at the step of the link, every other search at step 0. The visitor may choose another one before the
  // first has started.
  useEffect(() => {
    if (search.current || chosenBefore.current !== chosen) {
      wanted.current = 0;
      setStep(0);
    }
    chosenBefore.current = chosen;
    if (!ready) {
      return;
    }
    const tasks = engines.map((engine) => engine.start());
    search.current = { methods, size, tasks, asking: false };
    setStates(methods.map(() => null));
    setLengths(methods.map(() => null));
    setSearched(0);
    const [first] = tasks;
    const findsSolution = solutionWanted.current && first !== undefined;
    solutionWanted.current = false;
    setBusy(findsSolution ? LOOKING : "");
    setMessage("");
    void showWanted();
    if (findsSolution) {
      void findSolution(first);
    }
    for (const [place, method] of methods.entries()) {
      const task = tasks[place];
      if (task) {
        void findLength(place, method, task);
      }
    }
  }, [key, ready]);

  const complete = ready && methods.every((_, place) => typeof lengths[place] === "number");
  const last = Math.max(0, ...lengths.map((length) => length ?? 0));
  const needed = 2 ** Math.ceil(Math.log2(Math.max(1, (step * 1.1) / LENGTH_LIMIT))) * LENGTH_LIMIT;
  const end = complete ? last : Math.max(LENGTH_LIMIT, needed);

  const goTo = (to: number) => {
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
    const task = search.current?.tasks[0];
    if (task) {
      await findSolution(task);
    } else {
      solutionWanted.current = true;
    }
  };

  return {
    states,
    step,
    end,
    complete,
    searched,
    playing,
    busy,
    message,
    goTo: (to) => {
      setPlaying(false);
      goTo(to);
    },
    move: (steps) => {
      setPlaying(false);
      goTo(wanted.current + steps);
    },
    play: (play) => {
      if (play && complete && wanted.current >= end) {
        goTo(0);
      }
      setPlaying(play);
    },
    nextSolution,
  };
}
