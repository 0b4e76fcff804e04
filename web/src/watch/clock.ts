/** The clock of a search: where to be, and asking the desks no faster than they answer. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Closed, Desk, said } from "../desk";
import type { Watched } from "../questions";

/** How far the end of a search is looked for. */
const FAR = 1_000_000;

export interface Clock {
  /** What each method shows, as soon as it is known. */
  shown: (Watched | null)[];
  /** The step all of them are at; a method that ended before stays at its end. */
  step: number;
  /** The last step of the timeline, and whether it is the end of all methods. */
  end: number;
  complete: boolean;
  playing: boolean;
  error: string;
  goTo(step: number): void;
  /** So many steps forward, or back, from where it is to be: quick presses add up. */
  move(steps: number): void;
  play(playing: boolean): void;
  /** Goes to the next solution of the first method, if there is one near. */
  nextSolution(): Promise<void>;
}

export function useClock(methods: string[], size: number, first: number, speed: number, start: boolean): Clock {
  const key = `${size} ${methods.join(" ")}`;
  const [shown, setShown] = useState<(Watched | null)[]>(methods.map(() => null));
  const [step, setStep] = useState(first);
  const [lengths, setLengths] = useState<(number | null)[]>([]);
  const [horizon, setHorizon] = useState(FAR);
  const [playing, setPlaying] = useState(start);
  const [error, setError] = useState("");
  const desks = useRef<Desk[]>([]);
  const wanted = useRef(first);
  const asking = useRef(false);
  const alive = useRef(true);

  const deskOf = (place: number) => {
    const desk = desks.current[place];
    if (desk?.open) {
      return desk;
    }
    return (desks.current[place] = new Desk());
  };

  /** Asks until what is shown is what is wanted. */
  const pump = async (key: string) => {
    if (asking.current) {
      return;
    }
    asking.current = true;
    try {
      let served = -1;
      while (alive.current && current.current === key && served !== wanted.current) {
        served = wanted.current;
        const at = served;
        const all = await Promise.all(
          methods.map((method, place) => deskOf(place).ask("watch", { method, size, step: at })),
        );
        if (!alive.current || current.current !== key) {
          break;
        }
        setShown(all);
        setStep(at);
        setLengths((known) => all.map((watched, place) => watched.length ?? known[place] ?? null));
        setError("");
      }
    } catch (error) {
      if (!(error instanceof Closed)) {
        setError(said(error));
      }
    } finally {
      asking.current = false;
    }
    if (alive.current && current.current !== key) {
      void pump(current.current);
    }
  };
  const current = useRef(key);
  const pumpNow = useRef(pump);
  current.current = key;
  pumpNow.current = pump;

  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
      desks.current.forEach((desk) => desk.close());
    };
  }, []);

  // Another search: from its beginning, unless it is the first.
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== key) {
      before.current = key;
      wanted.current = 0;
      setStep(0);
      setHorizon(FAR);
    }
    setLengths(methods.map(() => null));
    setShown(methods.map(() => null));
    void pumpNow.current(key);
    methods.forEach((method, place) => {
      deskOf(place)
        .ask("length", { method, size, limit: FAR })
        .then(({ length }) => {
          if (alive.current && current.current === key && length !== null) {
            setLengths((known) => methods.map((_, at) => (at === place ? length : (known[at] ?? null))));
          }
        })
        .catch(() => undefined);
    });
  }, [key]);

  const complete = methods.every((_, place) => typeof lengths[place] === "number");
  const end = complete ? Math.max(...lengths.map((length) => length ?? 0)) : horizon;

  const goTo = (to: number) => {
    const bounded = Math.max(0, complete ? Math.min(to, end) : to);
    wanted.current = bounded;
    if (!complete && bounded > 0.9 * horizon) {
      setHorizon(horizon * 2);
    }
    void pumpNow.current(key);
  };

  // What the frames need, without starting them anew.
  const now = useRef({ complete, end, speed, goTo });
  now.current = { complete, end, speed, goTo };
  useEffect(() => {
    if (!playing) {
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
  }, [playing, key]);

  return {
    shown,
    step,
    end,
    complete,
    playing,
    error,
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
      setPlaying(false);
      const [method = ""] = methods;
      const { step } = await deskOf(0).ask("next-solution", {
        method,
        size,
        step: wanted.current,
        within: 20 * FAR,
      });
      if (current.current === key) {
        if (step === null) {
          setError("No further solution was found.");
        } else {
          goTo(step);
        }
      }
    },
  };
}
