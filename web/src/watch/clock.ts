/** The clock of a search: where to be, and asking the desks no faster than they answer. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Closed, Desk, said } from "../desk";
import type { Watched } from "../questions";

/** How far the end of a search is looked for. */
const FAR = 1_000_000;
/** How far ahead the next solution is looked for. */
const AHEAD = 20 * FAR;
/** The furthest step that a link leads to: the search is run up to there. */
export const FURTHEST = 20 * FAR;

export interface Clock {
  /** What each method shows, as soon as it is known. */
  shown: (Watched | null)[];
  /** The step that the furthest of them is at; a method that ended before stays at its end. */
  step: number;
  /** The last step of the timeline. */
  end: number;
  /** Whether that is the end of all methods. */
  complete: boolean;
  /** There are more steps than this. */
  searched: number;
  playing: boolean;
  /** What it is at, if that takes long. */
  busy: string;
  said: string;
  goTo(step: number): void;
  /** So many steps forward, or back, from where it is to be: quick presses add up. */
  move(steps: number): void;
  play(playing: boolean): void;
  /** Goes to the next solution of the first method, if there is one near. */
  nextSolution(): Promise<void>;
}

/** The desks of the methods, one each. A desk that is at something nobody wants any more is closed. */
class Desks {
  private desks: Desk[] = [];
  private busy = 0;

  async ask<T>(place: number, question: (desk: Desk) => Promise<T>): Promise<T> {
    let desk = this.desks[place];
    if (!desk?.open) {
      desk = this.desks[place] = new Desk();
    }
    this.busy++;
    try {
      return await question(desk);
    } finally {
      this.busy--;
    }
  }

  /** For another search: what is still being answered is of no use. */
  clear(): void {
    if (this.busy > 0) {
      this.close();
    }
  }

  close(): void {
    for (const desk of this.desks) {
      desk.close();
    }
  }
}

/** A search by some methods on a board of some size; `ready` is false as long as the size may still change. */
export function useClock(
  methods: string[],
  size: number,
  first: number,
  speed: number,
  start: boolean,
  ready: boolean,
): Clock {
  const key = `${size} ${methods.join(" ")}`;
  const [shown, setShown] = useState<(Watched | null)[]>([]);
  const [step, setStep] = useState(first);
  const [lengths, setLengths] = useState<(number | null)[]>([]);
  const [searched, setSearched] = useState(0);
  const [playing, setPlaying] = useState(start);
  const [busy, setBusy] = useState("");
  const [line, setLine] = useState("");
  const desks = useRef(new Desks());
  const wanted = useRef(first);
  const asking = useRef(false);
  /** The search at hand; null once the section is left. */
  const current = useRef<string | null>(null);

  const failed = (error: unknown, of: string) => {
    if (!(error instanceof Closed) && current.current === of) {
      setLine(said(error));
    }
  };

  /** Asks until what is shown is what is wanted. */
  const pump = async () => {
    if (asking.current) {
      return;
    }
    asking.current = true;
    const of = key;
    try {
      let served = -1;
      while (current.current === of && served !== wanted.current) {
        served = wanted.current;
        const at = served;
        const all = await Promise.all(
          methods.map((method, place) =>
            desks.current.ask(place, (desk) => desk.ask("watch", { method, size, step: at })),
          ),
        );
        if (current.current !== of) {
          break;
        }
        const reached = Math.max(...all.map((watched) => watched.step));
        setShown(all);
        setStep(reached);
        setLengths((known) => all.map((watched, place) => watched.length ?? known[place] ?? null));
        if (all.some(({ length }) => length === null)) {
          setSearched((searched) => Math.max(searched, reached));
        } else if (wanted.current === at) {
          // It was wanted beyond the end.
          wanted.current = served = reached;
        }
        setLine("");
      }
    } catch (error) {
      failed(error, of);
    } finally {
      asking.current = false;
    }
    if (current.current !== null && current.current !== of) {
      void latest.current();
    }
  };
  const latest = useRef(pump);
  latest.current = pump;

  useEffect(
    () => () => {
      current.current = null;
      desks.current.close();
    },
    [],
  );

  // Another search begins at its beginning; the first one where the link says.
  useEffect(() => {
    if (!ready) {
      return;
    }
    if (current.current !== null) {
      wanted.current = 0;
      setStep(0);
      desks.current.clear();
    }
    current.current = key;
    setShown(methods.map(() => null));
    setLengths(methods.map(() => null));
    setSearched(0);
    setBusy("");
    setLine("");
    void pump();
    methods.forEach((method, place) => {
      desks.current
        .ask(place, (desk) => desk.ask("length", { method, size, limit: FAR }))
        .then(
          ({ length }) => {
            if (current.current !== key) {
              return;
            }
            if (length === null) {
              setSearched((searched) => Math.max(searched, FAR));
            } else {
              setLengths((known) => methods.map((_, at) => (at === place ? length : (known[at] ?? null))));
            }
          },
          (error) => failed(error, key),
        );
    });
  }, [key, ready]);

  const complete = ready && methods.every((_, place) => typeof lengths[place] === "number");
  const last = Math.max(0, ...lengths.map((length) => length ?? 0));
  const end = complete ? last : Math.max(FAR, 2 ** Math.ceil(Math.log2(Math.max(1, (step * 1.1) / FAR))) * FAR);

  const goTo = (to: number) => {
    wanted.current = Math.max(0, complete ? Math.min(to, end) : to);
    if (current.current !== null) {
      void latest.current();
    }
  };

  // What the frames need, without starting them anew.
  const now = useRef({ complete, end, speed, goTo });
  now.current = { complete, end, speed, goTo };
  useEffect(() => {
    if (!playing || !ready) {
      return;
    }
    let frame = 0;
    let last = performance.now();
    let place = wanted.current;
    const tick = (time: number) => {
      const { complete, end, speed, goTo } = now.current;
      // After a pause of the browser the search goes on, not away.
      const passed = Math.min(250, Math.max(0, time - last));
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

  return {
    shown,
    step,
    end,
    complete,
    searched,
    playing,
    busy,
    said: line,
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
    nextSolution: async () => {
      if (busy) {
        return;
      }
      setPlaying(false);
      setBusy("Looking for the next solution");
      const [method = ""] = methods;
      const question = { method, size, step: wanted.current, within: AHEAD };
      try {
        const { step } = await desks.current.ask(0, (desk) => desk.ask("next-solution", question));
        if (current.current !== key) {
          return;
        }
        if (step === null) {
          const all = complete || wanted.current + AHEAD < searched;
          setLine(all ? "There is no further solution." : "There is none within the next 20 million steps.");
        } else {
          goTo(step);
        }
      } catch (error) {
        failed(error, key);
      }
      if (current.current === key) {
        setBusy("");
      }
    },
  };
}
