/** A local search on a large board: the queens, the attacks, and the number of attacks over time. The search runs in the library. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../button";
import { errorMessage } from "../engine";
import type { LocalSearchStart, LocalSearchState } from "../protocol";
import { columnName } from "../square";
import { useEngine } from "../use-engine";
import { Choice, grouped, plural } from "./parts";

export const SIZES = [8, 20, 50, 100, 200, 500, 1000];
/** Exchanges per second. */
const SPEEDS = [1, 3, 10, 30, 100, 300, 1000];
/** The longest time between two frames that advances the search, in milliseconds. */
const LONGEST_FRAME = 250;
/** The last seed that a link can have. */
export const LAST_SEED = 1_000_000;

export interface LargeSearch {
  n: number;
  seed: number;
  start: LocalSearchStart;
}

interface Player {
  state: LocalSearchState | null;
  playing: boolean;
  trouble: string;
  play(playing: boolean): void;
  goTo(step: number): void;
}

/** The state of a search, which plays at a speed. */
function usePlayer({ n, seed, start }: LargeSearch, speed: number): Player {
  const [state, setState] = useState<LocalSearchState | null>(null);
  const [playing, setPlaying] = useState(false);
  const [trouble, setTrouble] = useState("");
  const engine = useEngine();
  /** The step to show, as a fraction while it plays. */
  const wanted = useRef(0);
  const asking = useRef(false);

  const show = () => {
    if (asking.current) {
      return;
    }
    asking.current = true;
    const step = Math.floor(wanted.current);
    engine.run(
      (task) => task.ask("local-search", { n, seed, start, step }),
      (state) => {
        asking.current = false;
        setState(state);
        if (state.solved) {
          wanted.current = Math.min(wanted.current, state.step);
          setPlaying(false);
        }
        if (Math.floor(wanted.current) !== step) {
          show();
        }
      },
      (error) => {
        asking.current = false;
        setPlaying(false);
        setTrouble(errorMessage(error));
      },
    );
  };

  useEffect(() => {
    // The answer to the previous search, if there is one, is dropped.
    engine.abort();
    asking.current = false;
    wanted.current = 0;
    setTrouble("");
    show();
  }, [n, seed, start]);

  const latest = useRef({ speed, show });
  latest.current = { speed, show };
  useLayoutEffect(() => {
    if (!playing) {
      return;
    }
    let last = performance.now();
    let frame = 0;
    const tick = (time: number) => {
      const passed = Math.min(LONGEST_FRAME, Math.max(0, time - last));
      last = time;
      wanted.current += (passed / 1000) * latest.current.speed;
      latest.current.show();
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, n, seed, start]);

  return {
    state,
    playing,
    trouble,
    play: setPlaying,
    goTo: (step) => {
      wanted.current = Math.max(0, step);
      show();
    },
  };
}

/** The colours of a theme, as the canvas needs them. */
function coloursOf(element: Element) {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    light: of("--light-square"),
    dark: of("--dark-square"),
    queen: of("--queen"),
    bad: of("--conflict") || of("--bad"),
    good: of("--good"),
    accent: of("--accent"),
  };
}

/** Pairs of neighbouring attacked queens on each diagonal. */
function attackLines({ queens, attacked }: LocalSearchState): [from: number, to: number][] {
  const lines: [number, number][] = [];
  for (const direction of [-1, 1]) {
    const last = new Map<number, number>();
    for (const col of attacked) {
      const diagonal = (queens[col] ?? 0) + direction * col;
      const before = last.get(diagonal);
      if (before !== undefined) {
        lines.push([before, col]);
      }
      last.set(diagonal, col);
    }
  }
  return lines;
}

function draw(canvas: HTMLCanvasElement, state: LocalSearchState, queenPath: Path2D | null): void {
  const context = canvas.getContext("2d");
  if (!context) {
    return;
  }
  const { queens, attacked, exchanged, solved } = state;
  const size = queens.length;
  const side = canvas.width;
  const cell = side / size;
  const colours = coloursOf(canvas);
  const centre = (col: number): [number, number] => [(col + 0.5) * cell, (size - 0.5 - (queens[col] ?? 0)) * cell];
  context.fillStyle = colours.light;
  context.fillRect(0, 0, side, side);
  if (cell >= 5) {
    context.fillStyle = colours.dark;
    for (let row = 0; row < size; row++) {
      for (let col = row % 2; col < size; col += 2) {
        context.fillRect(col * cell, (size - 1 - row) * cell, cell, cell);
      }
    }
  }
  context.strokeStyle = colours.bad;
  context.globalAlpha = 0.45;
  context.lineWidth = Math.max(1, Math.min(4, cell / 8));
  context.beginPath();
  for (const [from, to] of attackLines(state)) {
    context.moveTo(...centre(from));
    context.lineTo(...centre(to));
  }
  context.stroke();
  context.globalAlpha = 1;
  const hit = new Set(attacked);
  const put = (col: number, colour: string, dot: number) => {
    const [x, y] = centre(col);
    context.fillStyle = colour;
    if (queenPath && cell >= 14) {
      context.save();
      context.translate(x - cell / 2, y - cell / 2);
      context.scale(cell / 48, cell / 48);
      context.fill(queenPath);
      context.restore();
    } else {
      context.fillRect(x - dot / 2, y - dot / 2, dot, dot);
    }
  };
  const dot = Math.max(2, cell * 0.8);
  for (let col = 0; col < size; col++) {
    if (!hit.has(col)) {
      put(col, solved ? colours.good : colours.queen, dot);
    }
  }
  // Attacked queens are larger, so that they do not depend on colour alone.
  for (const col of attacked) {
    put(col, colours.bad, Math.max(4, dot * 1.3));
  }
  context.strokeStyle = colours.accent;
  context.lineWidth = Math.max(2, side / 300);
  for (const col of exchanged ?? []) {
    const [x, y] = centre(col);
    const radius = Math.max(6, cell * 0.6);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  }
}

/** Draws whenever the state, the size of the element or the theme changes. */
function Canvas({ state, label }: { state: LocalSearchState | null; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef(state);
  shown.current = state;
  const paint = useRef(() => undefined as undefined);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) {
      return;
    }
    const outline = document.getElementById("queen")?.getAttribute("d");
    const queenPath = outline ? new Path2D(outline) : null;
    paint.current = () => {
      if (shown.current) {
        draw(element, shown.current, queenPath);
      }
    };
    const resize = () => {
      const side = Math.round(element.clientWidth * Math.min(3, devicePixelRatio || 1));
      if (side > 0 && side !== element.width) {
        element.width = side;
        element.height = side;
      }
      paint.current();
    };
    const watcher = new ResizeObserver(resize);
    watcher.observe(element);
    const themed = new MutationObserver(() => paint.current());
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    resize();
    return () => {
      watcher.disconnect();
      themed.disconnect();
    };
  }, []);
  useLayoutEffect(() => paint.current(), [state]);
  return <canvas ref={canvas} class="large-board" role="img" aria-label={label} />;
}

/** The number of attacking pairs at the start and after each exchange. */
function AttackChart({ history }: { history: number[] }) {
  const [width, height] = [300, 90];
  const most = Math.max(1, ...history);
  const last = Math.max(1, history.length - 1);
  const points = history.map(
    (attacks, step) => `${((step / last) * width).toFixed(1)},${(height - (attacks / most) * height).toFixed(1)}`,
  );
  return (
    <figure class="attack-chart">
      <svg
        viewBox={`-4 -6 ${width + 8} ${height + 12}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Attacking pairs over time: ${history[0]} at the start, ${history.at(-1)} now`}
      >
        <path class="axis" d={`M0 0V${height}H${width}`} />
        <polyline points={points.join(" ")} />
      </svg>
      <figcaption>
        Attacking pairs: {grouped(history[0] ?? 0)} at the start, {grouped(history.at(-1) ?? 0)} now
      </figcaption>
    </figure>
  );
}

export function LargeView(props: { search: LargeSearch; onSearch(search: LargeSearch): void }) {
  const { search, onSearch } = props;
  const { n, seed, start } = search;
  const [notch, setNotch] = useState(n >= 200 ? 4 : n >= 50 ? 3 : 1);
  const speed = SPEEDS[notch] ?? 10;
  const player = usePlayer(search, speed);
  const { state, playing } = player;
  // The state of the previous search may still be shown.
  const current = state?.queens.length === n ? state : null;
  const solved = current?.solved ?? false;
  const attacked = current?.attacked.length ?? 0;
  const text = !current
    ? "Loading …"
    : solved
      ? `Solved after ${plural(current.step, "exchange")}. ${grouped(current.tries)} exchanges were tested.`
      : current.exchanged
        ? `Exchange ${current.step}: columns ${current.exchanged.map(columnName).join(" and ")}. ${grouped(attacked)} of ${grouped(n)} queens are attacked.`
        : `${grouped(attacked)} of ${grouped(n)} queens are attacked.`;
  return (
    <div class="large" data-step={current?.step} data-solved={solved}>
      <Canvas
        state={current}
        label={current ? `A board of size ${n}: ${attacked} of ${n} queens are attacked` : `A board of size ${n}`}
      />
      <div class="large-panel">
        <div class="controls">
          <Button
            class="primary"
            off={!current}
            onPress={() => {
              if (solved) {
                player.goTo(0);
              }
              player.play(!playing);
            }}
          >
            {playing ? "Pause" : solved ? "Play again" : "Play"}
          </Button>
          <Button
            off={!current || current.step === 0}
            onPress={() => {
              player.play(false);
              player.goTo((current?.step ?? 0) - 1);
            }}
          >
            Step back
          </Button>
          <Button
            off={!current || solved}
            onPress={() => {
              player.play(false);
              player.goTo((current?.step ?? 0) + 1);
            }}
          >
            Step
          </Button>
          <Button onPress={() => onSearch({ n, seed: seed >= LAST_SEED ? 1 : seed + 1, start })}>Other queens</Button>
        </div>
        <div class="controls">
          <label class="field">
            Board size
            <select value={n} onChange={(event) => onSearch({ n: Number(event.currentTarget.value), seed, start })}>
              {[...new Set([...SIZES, n])]
                .sort((a, b) => a - b)
                .map((size) => (
                  <option key={size} value={size}>
                    {grouped(size)}
                  </option>
                ))}
            </select>
          </label>
          <label class="field speed">
            {grouped(speed)} {speed === 1 ? "exchange" : "exchanges"} per second
            <input
              type="range"
              min={0}
              max={SPEEDS.length - 1}
              value={notch}
              aria-label="Speed"
              aria-valuetext={`${speed} exchanges per second`}
              onInput={(event) => setNotch(event.currentTarget.valueAsNumber)}
            />
          </label>
        </div>
        <Choice
          label="Queens at the start"
          value={start}
          options={{ shuffled: "Random start", "few-attacks": "Careful start" }}
          onValue={(start) => onSearch({ n, seed, start })}
        />
        <p class={`message ${player.trouble ? "bad" : solved ? "good" : ""}`} aria-live={playing ? "off" : "polite"}>
          {player.trouble || text}
        </p>
        {current && <AttackChart history={current.history} />}
      </div>
    </div>
  );
}
