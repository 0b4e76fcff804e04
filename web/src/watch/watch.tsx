/** Watch: a search step by step, forward and back, alone or beside another. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { Board, type Look } from "../board";
import { Button } from "../button";
import { METHODS } from "../learn/methods";
import { useMethods } from "../methods";
import type { Step, Watched } from "../questions";
import { link, numberOf } from "../route";
import { ShareButton } from "../share";
import { has, type Square, square, squareName } from "../square";
import { type Clock, FURTHEST, useClock } from "./clock";

const LARGEST = 16;
/** Steps a second: from one to thousands, each notch the square root of ten. */
const SPEEDS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];

/** The methods that come upon each solution. */
const WATCHED = Object.keys(METHODS).filter((name) => name !== "cross" && name !== "join");
const QUEUED = ["breadth", "tiles"];

/** How long a step must stand before it is written into the address, in milliseconds. */
const SETTLED = 250;

/** What a link asks for and cannot have. */
function noticeOf(params: URLSearchParams): string {
  const asked = [params.get("method"), params.get("with")].filter((name) => name !== null && name !== "");
  const stranger = asked.find((name) => !known(name));
  if (stranger) {
    return Object.hasOwn(METHODS, stranger)
      ? `${stranger} never comes upon a single solution, so there is nothing to watch; here is another method.`
      : `There is no method “${stranger.slice(0, 30)}” to watch; here is another.`;
  }
  const limits: [string, number, number][] = [
    ["n", 1, LARGEST],
    ["step", 0, FURTHEST],
    ["speed", 1, 10_000],
  ];
  for (const [key, least, most] of limits) {
    const text = params.get(key);
    if (text !== null && !(/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)) {
      return `The link asks for ${key}=${text.slice(0, 20)}, but here it goes from ${least} to ${most.toLocaleString("en")}.`;
    }
  }
  return "";
}

const known = (name: string | null) => WATCHED.find((method) => method === name);

export function Watch({ params, write }: SectionProps) {
  const [method, setMethod] = useState(known(params.get("method")) ?? "bitmask");
  const [other, setOther] = useState(known(params.get("with")) ?? "");
  const [speed, setSpeed] = useState(numberOf(params, "speed", 10, 1, 10_000));
  const methods = other ? [method, other] : [method];
  const table = useMethods();
  const limits = table?.filter(({ name }) => methods.includes(name)).map(({ max }) => max) ?? [];
  const largest = Math.min(LARGEST, ...limits);
  const [wantedSize, setSize] = useState(numberOf(params, "n", 8, 1, LARGEST));
  const size = Math.min(wantedSize, largest);
  const first = numberOf(params, "step", 0, 0, FURTHEST);
  const [notice] = useState(() => noticeOf(params));
  // Whoever comes by without a link sees it move, unless they would rather not.
  const start = !params.has("step") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  // The table says how far each method goes; before that a board could turn out too large.
  const clock = useClock(methods, size, first, speed, start, table !== null);
  const { step, playing } = clock;

  const share = () => write({ method, with: other || null, n: size, step, speed: speed === 10 ? null : speed });
  useEffect(() => {
    if (playing || table === null) {
      return;
    }
    // Not at every step of a key that is held down.
    const settled = setTimeout(share, SETTLED);
    return () => clearTimeout(settled);
  }, [method, other, size, speed, playing, playing || step, table]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, summary")) {
      return;
    }
    const pressed = target.closest("button, a");
    const keys: Record<string, () => void> = {
      ArrowRight: () => clock.move(1),
      ArrowLeft: () => clock.move(-1),
      Home: () => clock.goTo(0),
      ...(clock.complete && { End: () => clock.goTo(clock.end) }),
      ...(!pressed && { " ": () => clock.play(!playing) }),
    };
    const action = keys[event.key];
    if (action) {
      action();
      event.preventDefault();
    }
  };
  // With the render, not after the next paint: a key pressed in between would act on the state before.
  useLayoutEffect(() => {
    // The keys work wherever nothing else wants them.
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });

  return (
    <div class="stack">
      <div>
        <h1>Watch the search</h1>
        <p class="lead">
          The real algorithms of the library, step by step: queens set and taken back, squares they attack, dead ends,
          solutions. Go back as well as forward, or let two methods run on the same clock.
        </p>
        <div class="controls">
          <MethodPicker label="Method" value={method} onChange={setMethod} />
          <label class="field">
            Board size
            <select value={size} onChange={(event) => setSize(Number(event.currentTarget.value))}>
              {Array.from({ length: largest }, (_, place) => (
                <option key={place} value={place + 1}>
                  {place + 1}
                </option>
              ))}
            </select>
          </label>
          <MethodPicker label="Beside" value={other} onChange={setOther} none="nothing" />
          <ShareButton prepare={share} />
        </div>
      </div>
      <div role="status" class="lines">
        {notice && <p class="said">{notice}</p>}
        {clock.said && <p class="said bad">{clock.said}</p>}
        {clock.busy && <p class="said">{clock.busy} …</p>}
      </div>
      <div class={other ? "sides two" : "sides"}>
        {methods.map((name, place) => (
          <Side
            key={`${place} ${name}`}
            method={name}
            size={size}
            watched={clock.shown[place] ?? null}
            playing={playing}
          />
        ))}
        <Transport clock={clock} speed={speed} onSpeed={setSpeed} solutions={methods.length === 1} />
        {methods.map((name, place) => (
          <Beside
            key={`${place} ${name}`}
            method={name}
            watched={clock.shown[place] ?? null}
            statistics={table?.find((info) => info.name === name)?.statistics ?? []}
          />
        ))}
      </div>
      <Legend />
    </div>
  );
}

function MethodPicker(props: { label: string; value: string; onChange(name: string): void; none?: string }) {
  return (
    <label class="field">
      {props.label}
      <select value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
        {props.none && <option value="">{props.none}</option>}
        {WATCHED.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The square that the last step was about. */
const squareOf = (last: Step | null) => (last && "square" in last ? square(last.square) : undefined);

function lookOf(watched: Watched | null, size: number): (square: Square) => Look {
  if (!watched) {
    return () => ({});
  }
  const { queens, attacked, last } = watched;
  const full = 2 ** size - 1;
  const at = squareOf(last);
  const found = last?.step === "solution";
  return ({ col, row }) => {
    const here = at?.col === col && at.row === row;
    if (queens[col] === row) {
      return { queen: found ? "found" : here && last?.step === "place" ? "tried" : "set" };
    }
    const marks: string[] = [];
    if (queens[col] === null && attacked[col] === full) {
      marks.push("dead");
    } else if (has(attacked[col], row)) {
      marks.push("attacked");
    }
    if (here && last?.step === "reject") {
      marks.push("tried");
    }
    return { queen: here && last?.step === "remove" ? "ghost" : undefined, marks };
  };
}

/** The last step in words. */
function sentence(watched: Watched | null, queue: boolean): string {
  const last = watched?.last;
  if (!watched || !last) {
    return watched ? "The empty board." : "";
  }
  switch (last.step) {
    case "place":
      return `Queen set on ${last.square}.`;
    case "remove":
      return `Queen taken back from ${last.square}.`;
    case "reject":
      return queue ? `With ${last.square} it cannot be finished: dropped.` : `${last.square} is attacked.`;
    case "enqueue":
      return `This board joins the queue: ${last.queued} waiting.`;
    case "dequeue":
      return `The next board is taken from the queue: ${last.queued} left.`;
    case "solution":
      return `Solution ${watched.solutions}: ${last.rows.join(" ")}`;
    case "duplicate":
      return "A solution that was found before.";
  }
}

function describe(watched: Watched | null, size: number): string {
  const queens = watched?.queens.flatMap((row, col) => (row === null ? [] : [squareName({ col, row })])) ?? [];
  return `Board of ${size}: ${queens.length > 0 ? `queens on ${queens.join(", ")}` : "no queens"}`;
}

function Side(props: { method: string; size: number; watched: Watched | null; playing: boolean }) {
  const { method, size, watched } = props;
  const ended = watched !== null && watched.step === watched.length;
  return (
    <section class="side" aria-label={`Search by ${method}`} data-step={watched?.step}>
      <h2>{METHODS[method]?.title ?? method}</h2>
      <Board size={size} label={describe(watched, size)} look={lookOf(watched, size)} />
      {/* Read aloud step by step, but not while it plays. */}
      <p class={`sentence ${watched?.last?.step ?? ""}`} aria-live={props.playing ? "off" : "polite"}>
        {ended ? "The search is over." : sentence(watched, QUEUED.includes(method))}
      </p>
    </section>
  );
}

function Beside(props: { method: string; watched: Watched | null; statistics: string[] }) {
  const { method, watched } = props;
  // Some methods see only free squares, and have nothing to reject.
  const tests = props.statistics.some((name) => name === "rejects" || name === "dropped");
  const text = METHODS[method];
  const last = watched?.last?.step;
  const number = (value: number | undefined) => (value ?? 0).toLocaleString("en");
  return (
    <section class="panel beside-board" aria-label={`What ${method} does`}>
      <dl class="numbers" data-method={method}>
        <Figure name="placements" value={number(watched?.placements)} />
        <Figure name="depth" value={number(watched?.depth)} />
        <Figure name="solutions" value={number(watched?.solutions)} />
        {tests && <Figure name={QUEUED.includes(method) ? "dropped" : "rejected"} value={number(watched?.rejects)} />}
        {QUEUED.includes(method) && <Figure name="queue" value={number(watched?.queued)} />}
      </dl>
      {text && (
        <>
          <p class="idea">
            {text.idea} <a href={link("learn", {}, text.topic)}>More</a>
          </p>
          <pre class="code" tabIndex={0} role="group" aria-label={`The idea of ${method} as code`}>
            {text.code.map((line, place) => {
              const kinds = line.step === undefined ? [] : [line.step].flat();
              const now = last !== undefined && kinds.includes(last);
              return (
                <div key={place} class={now ? `now ${last}` : ""}>
                  {line.text || " "}
                </div>
              );
            })}
          </pre>
        </>
      )}
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Transport(props: { clock: Clock; speed: number; onSpeed(speed: number): void; solutions: boolean }) {
  const { clock, speed, onSpeed } = props;
  const { step, end, complete, playing } = clock;
  const notch = SPEEDS.findIndex((known) => known >= speed);
  const more = clock.searched > 0 ? `of more than ${clock.searched.toLocaleString("en")}` : "";
  const of = complete ? `of ${end.toLocaleString("en")}` : more;
  return (
    <section class="panel transport" aria-label="Playing">
      <div class="buttons">
        <Button label="To the beginning" off={step === 0} onPress={() => clock.goTo(0)}>
          <Icon path="M6 5v14M19 5 9 12l10 7Z" />
        </Button>
        <Button label="Step back" off={step === 0} onPress={() => clock.move(-1)}>
          <Icon path="M15 5 6 12l9 7Z" />
        </Button>
        <Button class="primary" label={playing ? "Pause" : "Play"} onPress={() => clock.play(!playing)}>
          <Icon path={playing ? "M8 5v14M16 5v14" : "M7 4v16l13-8Z"} />
        </Button>
        <Button label="Step forward" off={complete && step >= end} onPress={() => clock.move(1)}>
          <Icon path="m9 5 9 7-9 7Z" />
        </Button>
        {props.solutions && (
          <Button off={clock.busy !== ""} onPress={() => void clock.nextSolution()}>
            Next solution
          </Button>
        )}
      </div>
      <label class="timeline">
        <span>
          Step {step.toLocaleString("en")} {of}
        </span>
        <input
          type="range"
          min={0}
          max={end}
          value={step}
          aria-label="Step"
          onInput={(event) => clock.goTo(event.currentTarget.valueAsNumber)}
        />
      </label>
      <label class="speed">
        <span>
          {speed.toLocaleString("en")} {speed === 1 ? "step" : "steps"} a second
        </span>
        <input
          type="range"
          min={0}
          max={SPEEDS.length - 1}
          value={notch < 0 ? SPEEDS.length - 1 : notch}
          aria-label="Speed"
          aria-valuetext={`${speed} steps a second`}
          onInput={(event) => onSpeed(SPEEDS[event.currentTarget.valueAsNumber] ?? 10)}
        />
      </label>
    </section>
  );
}

function Legend() {
  return (
    <div class="legends">
      <p class="note keys">
        <kbd>Space</kbd> play, <kbd>←</kbd> <kbd>→</kbd> a step back or forward, <kbd>Home</kbd> <kbd>End</kbd>
      </p>
      <ul class="legend note" aria-label="What the marks mean">
        <li>
          <i class="square light attacked" /> attacked
        </li>
        <li>
          <i class="square light tried" /> tried in vain
        </li>
        <li>
          <i class="square light dead" /> dead end: a column without a free square
        </li>
      </ul>
    </div>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
