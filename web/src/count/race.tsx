/** The race of methods: its lanes, and the table of its results. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { QueenDrawing } from "../board";
import { ClosedError, coreCount } from "../engine";
import { methodTitle } from "../methods";
import type { Published } from "../protocol";
import type { MethodResult } from "../results";
import { EngineQueue } from "./engine-queue";
import { USUAL, USUAL_RACERS } from "./link";
import { failureText, NumberField, StartStop } from "./parts";
import { type Lane, newLane, ROUNDS, race } from "./racing";
import { duration, grouped, plural, times } from "./words";

/** The duration of a replay, in milliseconds. */
const REPLAY = 6000;

interface RaceProps {
  methods: MethodResult[];
  published: Published[];
  size: number | null;
  racers: string[];
  onChange(change: { raceSize?: number | null; racers?: string[] }): void;
  go: boolean;
  blocked: boolean;
  onRunning(running: boolean): void;
}

interface Shown {
  size: number;
  lanes: Lane[];
  state: "running" | "counting placements" | "over" | "stopped";
  /** Why the whole race failed. */
  why: string;
}

export function Race(props: RaceProps) {
  const { methods, size, racers } = props;
  const [shown, setShown] = useState<Shown | null>(null);
  // While the race is replayed: its time in milliseconds.
  const [replay, setReplay] = useState<number | null>(null);
  const queue = useRef<EngineQueue | null>(null);
  const running = shown?.state === "running" || shown?.state === "counting placements";
  const most = coreCount();

  const start = async () => {
    const chosen = methods.filter(({ method }) => racers.includes(method));
    if (size === null || chosen.length === 0 || running || props.blocked) {
      return;
    }
    const started = new EngineQueue();
    queue.current = started;
    setReplay(null);
    setShown({ size, lanes: chosen.map(newLane), state: "running", why: "" });
    props.onRunning(true);
    const change = (change: (shown: Shown) => Partial<Shown>) =>
      setShown((shown) => (shown && started === queue.current ? { ...shown, ...change(shown) } : shown));
    let remaining = chosen.length;
    try {
      await race(size, chosen, most, started, (method, update) => {
        change(({ lanes }) => ({
          lanes: lanes.map((lane) => (lane.method === method ? { ...lane, ...update } : lane)),
        }));
        if ((update.state === "done" || update.state === "wrong") && --remaining === 0) {
          change(() => ({ state: "counting placements" }));
        }
      });
      change(() => ({ state: "over" }));
    } catch (error) {
      change(() =>
        error instanceof ClosedError ? { state: "stopped" } : { state: "stopped", why: failureText(error) },
      );
    }
    props.onRunning(false);
  };
  useEffect(() => {
    if (props.go) {
      void start();
    }
    return () => queue.current?.close();
  }, []);

  const done = (shown?.lanes ?? []).filter(({ state }) => state === "done");
  done.sort((a, b) => a.milliseconds - b.milliseconds);
  const slowest = done[done.length - 1]?.milliseconds ?? 0;
  const replaying = replay !== null;
  // A layout effect, because a frame between the end of a replay and the clean-up of an ordinary effect would start it again.
  useLayoutEffect(() => {
    if (!replaying) {
      return;
    }
    const begun = performance.now();
    let frame = 0;
    const draw = (now: number) => {
      const part = (now - begun) / REPLAY;
      setReplay(part < 1 ? Math.max(0, part) * slowest : null);
      frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [replaying]);

  const toggle = (name: string, on: boolean) => {
    const names = methods.map(({ method }) => method);
    props.onChange({ racers: names.filter((other) => (other === name ? on : racers.includes(other))) });
  };
  const few = racers.length === 0;
  return (
    <section class="panel race" aria-labelledby="race-title">
      <h2 id="race-title">Race of methods</h2>
      <p class="lead">Each method counts the same board in its own worker.</p>
      <div class="controls">
        <NumberField
          label="Race size N"
          value={size}
          least={USUAL.least}
          most={USUAL.most}
          onChange={(raceSize) => props.onChange({ raceSize })}
          onEnter={() => void start()}
        />
        <StartStop
          start="Start race"
          stop="Stop race"
          running={running}
          disabled={size === null || few}
          blocked={props.blocked}
          onStart={() => void start()}
          onStop={() => queue.current?.close()}
        />
      </div>
      {few && <p class="note">Choose at least one method.</p>}
      {size !== null && size > 11 && racers.includes("tiles") && (
        <p class="note">
          <code>tiles</code> finds every solution several times and keeps its states in memory. Beyond N = 11 it is slow
          and needs a lot of memory.
        </p>
      )}
      {shown && (
        <div class="two-columns course">
          <div class="stack">
            <Lanes shown={shown} done={done} replay={replay} />
            {shown.state === "over" && done.length > 1 && (
              <p class="again">
                <button type="button" onClick={() => setReplay(replaying ? null : 0)}>
                  {replaying ? "Stop replay" : "Replay in slow motion"}
                </button>
                {replaying && <span class="note">race time: {duration(replay)}</span>}
              </p>
            )}
          </div>
          <Results shown={shown} done={done} published={props.published[shown.size]?.solutions} />
        </div>
      )}
      <fieldset class="racers">
        <legend>Methods in the race</legend>
        {methods.map(({ method, idea }) => (
          <label key={method} class="check" title={idea}>
            <input
              type="checkbox"
              checked={racers.includes(method)}
              onChange={(event) => toggle(method, event.currentTarget.checked)}
            />
            <MethodName method={method} />
          </label>
        ))}
      </fieldset>
      <div class="controls picks">
        <button type="button" class="pick" onClick={() => props.onChange({ racers: USUAL_RACERS })}>
          Default methods
        </button>
        <button
          type="button"
          class="pick"
          onClick={() => props.onChange({ racers: methods.map(({ method }) => method) })}
        >
          All methods
        </button>
      </div>
      <p class="note last">
        At most {plural(most, "method")} {most === 1 ? "runs" : "run"} at a time, one per core; the others wait. Each
        method warms up on a board of size 10 or smaller before it is timed. Short searches run in {ROUNDS} rounds, and
        the best round counts. Times in a browser vary by about 10%, or more when the computer is busy.
      </p>
      <p class="visually-hidden" role="status">
        {shown ? spoken(shown, done) : ""}
      </p>
    </section>
  );
}

/** The name of a method in words, and as the command has it. */
function MethodName({ method }: { method: string }) {
  return (
    <span>
      {methodTitle(method)} <code>{method}</code>
    </span>
  );
}

const STATES: Record<Lane["state"], string> = {
  waiting: "waiting",
  warming: "warming up",
  running: "running",
  done: "done",
  wrong: "failed",
};

function Lanes({ shown, done, replay }: { shown: Shown; done: Lane[]; replay: number | null }) {
  return (
    <ul class="lanes" aria-label={`Race for N = ${shown.size}`}>
      {shown.lanes.map((lane) => (
        <LaneOf
          key={lane.method}
          lane={lane}
          place={done.indexOf(lane) + 1}
          stopped={shown.state === "stopped"}
          replay={replay}
        />
      ))}
    </ul>
  );
}

function LaneOf(props: { lane: Lane; place: number; stopped: boolean; replay: number | null }) {
  const { lane, place, stopped, replay } = props;
  const { method, state, milliseconds } = lane;
  const again = replay !== null && state === "done";
  const reached = again ? Math.min(1, replay / Math.max(milliseconds, 1e-6)) : lane.reached;
  const home = state === "done" && reached === 1;
  let text = STATES[state];
  if (home) {
    text = duration(milliseconds);
  } else if (again) {
    text = "";
  } else if (stopped && state !== "wrong") {
    text = "stopped";
  }
  const kinds = ["lane", home ? "home" : state];
  if (reached === null && state === "running" && !stopped) {
    kinds.push("unknown");
  }
  if (home && place === 1) {
    kinds.push("first");
  }
  return (
    <li class={kinds.join(" ")}>
      <span class="method-name">
        <MethodName method={method} />
      </span>
      <div
        class="track"
        role="progressbar"
        aria-label={methodTitle(method)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={reached === null ? undefined : Math.floor(100 * reached)}
        aria-valuetext={home ? `rank ${place}, ${text}` : text}
      >
        <div class="runner" style={{ left: `${100 * (reached ?? 0)}%` }}>
          <QueenDrawing />
        </div>
      </div>
      <span class="time">{text}</span>
    </li>
  );
}

function Results({ shown, done, published }: { shown: Shown; done: Lane[]; published: bigint | undefined }) {
  const fastest = done[0]?.milliseconds ?? 0;
  const odd = done.filter(({ solutions }) => published !== undefined && solutions !== published);
  const wrong = shown.lanes.filter(({ state }) => state === "wrong");
  const over = shown.state === "over" || shown.state === "counting placements";
  return (
    <div class="stack">
      {done.length > 0 && (
        <div class="wide" role="region" aria-label="Race results" tabIndex={0}>
          <table class="results">
            <caption>Ranking for N = {shown.size}</caption>
            <thead>
              <tr>
                <th scope="col" class="number">
                  <span aria-hidden="true">#</span>
                  <span class="visually-hidden">Rank</span>
                </th>
                <th scope="col">Method</th>
                <th scope="col" class="number">
                  Time
                </th>
                <th scope="col" class="number">
                  Ratio
                </th>
                <th scope="col" class="number">
                  Placements
                </th>
              </tr>
            </thead>
            <tbody>
              {done.map((lane, place) => (
                <tr key={lane.method}>
                  <td class="number">{place + 1}</td>
                  <th scope="row" title={lane.runs > 1 ? `${lane.runs} runs, best of ${ROUNDS} rounds` : "one run"}>
                    <MethodName method={lane.method} />
                  </th>
                  <td class="number">{duration(lane.milliseconds)}</td>
                  <td class="number">{fastest > 0 ? times(lane.milliseconds / fastest) : "–"}</td>
                  <td class="number">{placed(lane, shown)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {wrong.map(({ method, why }) => (
        <p key={method} class="message bad">
          {methodTitle(method)} failed: {why}
        </p>
      ))}
      {odd.length > 0 ? (
        <p class="message bad">
          Different from the published value {grouped(published ?? 0)}:{" "}
          {odd.map(({ method, solutions }) => `${methodTitle(method)} found ${grouped(solutions ?? 0)}`).join(", ")}.
        </p>
      ) : (
        over &&
        done.length > 0 && (
          <p class="message good">
            {done[0] && done.length === 1 ? methodTitle(done[0].method) : "All methods"} found{" "}
            {plural(Number(published), "solution")}, the published value.
          </p>
        )
      )}
      {shown.state === "stopped" && <p class="message">{shown.why || "Stopped. Completed measurements are kept."}</p>}
    </div>
  );
}

/** The placements of a lane: known, being counted, or none. */
function placed({ placements }: Lane, { state }: Shown): string {
  if (placements !== undefined && placements !== null) {
    return grouped(placements);
  }
  return placements === undefined && state === "counting placements" ? "…" : "–";
}

/** The start and the end of the race, for screen readers. */
function spoken({ size, state, why }: Shown, done: Lane[]): string {
  if (state === "stopped") {
    return why || "The race was stopped.";
  }
  const first = done[0];
  if (state === "running" || !first) {
    return `The race for N = ${size} is running.`;
  }
  return `The race is complete: ${methodTitle(first.method)} is fastest, with ${duration(first.milliseconds)}.`;
}
