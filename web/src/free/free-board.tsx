/**
 * The free board: how many solutions remain after each queen, and a heat map of how many of them use each square. It needs only the
 * position, as text.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { errorMessage } from "../engine";
import type { PositionCount } from "../results";
import { columnName } from "../square";
import { useEngine } from "../use-engine";
import { countBySquare } from "./counts";

/** What is known about a position. */
interface Known {
  position: string;
  solutions: bigint | null;
  bySquare: number[][] | null;
  /** The jobs of a heat map that takes longer than a moment; 0 if it is computed at once. */
  jobs: number;
}

/** The largest empty board whose number of solutions is published. */
const LARGEST_PUBLISHED = 27;

interface FreeBoardProps {
  position: string;
  isHopeless: boolean;
  /** Receives the sentence about the number of solutions; empty if there is none. */
  onRemaining(sentence: string): void;
}

export function FreeBoard({ position, isHopeless, onRemaining }: FreeBoardProps) {
  const [known, setKnown] = useState<Known | null>(null);
  const [isStopped, setStopped] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState("");
  const client = useEngine({ own: true });
  const running = useRef<AbortController | undefined>(undefined);
  const panel = useRef<HTMLElement>(null);
  /** The action of a button that disappears when it is used, and would lose the focus. */
  const keepFocus = (action: () => void) => () => {
    action();
    panel.current?.focus({ preventScroll: true });
  };

  const size = Number(/^size:(\d+)$/.exec(position)?.[1] ?? Number.POSITIVE_INFINITY);
  const isUncounted = isHopeless && size > LARGEST_PUBLISHED;
  const count = () => {
    setError("");
    setStopped(false);
    const show = (known: Omit<Known, "position">) => setKnown({ position, ...known });
    if (isUncounted) {
      show({ solutions: null, bySquare: null, jobs: 0 });
      return () => undefined;
    }
    return client.run(
      async (task) => {
        const plan = await task.ask("by-square-plan", { position });
        if (plan.quick) {
          const counts = await task.ask("by-square-total", { position, results: [] });
          show({ solutions: counts.solutions, bySquare: counts.by_square ?? null, jobs: 0 });
          return;
        }
        show({ solutions: null, bySquare: null, jobs: isHopeless ? 0 : plan.jobs });
        const { solutions } = await task.ask("remaining", { position });
        // A heat map may be complete by now.
        setKnown((known) => (known?.position === position ? { ...known, solutions } : known));
      },
      () => undefined,
      (error) => setError(errorMessage(error)),
    );
  };
  useEffect(() => {
    const end = count();
    return () => {
      end();
      running.current?.abort();
      setProgress(null);
    };
  }, [position]);

  const start = (jobs: number) => {
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    setError("");
    const { signal } = controller;
    countBySquare(position, jobs, signal, (done) => signal.aborted || setProgress(done)).then(
      ({ solutions, by_square }: PositionCount) => {
        if (!signal.aborted) {
          setProgress(null);
          setKnown({ position, solutions, bySquare: by_square ?? null, jobs });
        }
      },
      (error: unknown) => {
        if (!signal.aborted) {
          setProgress(null);
          setError(errorMessage(error));
        }
      },
    );
  };
  const stop = () => {
    running.current?.abort();
    setProgress(null);
  };

  // The last counts stay until the new ones are known, so that nothing jumps; they are marked as old.
  const isOld = known?.position !== position;
  const { solutions = null, bySquare = null, jobs = 0 } = known ?? {};
  const isCounting = !isUncounted && !isStopped && error === "" && (isOld || solutions === null);
  const sentence = isUncounted
    ? "Too many solutions to count here."
    : isCounting
      ? "Counting the solutions…"
      : !isOld && solutions !== null
        ? remaining(solutions)
        : isStopped
          ? "The count was stopped."
          : "";
  useEffect(() => {
    onRemaining(sentence);
    return () => onRemaining("");
  }, [sentence]);
  return (
    <section
      class="panel stack free-board"
      aria-label="Solutions of this board"
      aria-busy={isCounting}
      ref={panel}
      tabIndex={-1}
    >
      <h2>Solutions</h2>
      <p class="remaining" role="status">
        {sentence}
      </p>
      {isUncounted && (
        <p class="note">
          The largest empty board that has been counted is N&nbsp;=&nbsp;{LARGEST_PUBLISHED}. Place more queens, and the
          rest is counted.
        </p>
      )}
      {isCounting && (
        <div class="controls loading">
          <button
            type="button"
            onClick={keepFocus(() => {
              client.abort();
              setStopped(true);
            })}
          >
            Stop
          </button>
        </div>
      )}
      {isStopped && (
        <div class="controls">
          <button type="button" onClick={keepFocus(count)}>
            Count again
          </button>
        </div>
      )}
      {bySquare && solutions !== null ? (
        <HeatMap bySquare={bySquare} solutions={solutions} isOld={isOld} />
      ) : jobs > 0 && !isOld && !isUncounted ? (
        <div class="stack">
          {progress === null ? (
            <>
              <p class="note">The number of solutions on each square takes a while on this board.</p>
              <div class="controls">
                <button type="button" onClick={keepFocus(() => start(jobs))}>
                  Count on each square
                </button>
              </div>
            </>
          ) : (
            <div class="controls">
              <progress max={1} value={progress} aria-label="Counting on each square" />
              <span>{Math.floor(100 * progress)}%</span>
              <button type="button" onClick={keepFocus(stop)}>
                Stop
              </button>
            </div>
          )}
        </div>
      ) : null}
      {error ? (
        <p class="message bad" role="alert">
          {error}
        </p>
      ) : null}
    </section>
  );
}

function remaining(solutions: bigint): string {
  if (solutions === 0n) {
    return "No solution remains.";
  }
  return solutions === 1n ? "Exactly 1 solution remains." : `${solutions.toLocaleString("en")} solutions remain.`;
}

/** The number of colours from no solution to the most. */
const STEPS = 5;

/** The colour of a number: 0 for none, otherwise 1 to STEPS. */
function step(number: number, most: number): number {
  return number === 0 ? 0 : Math.max(1, Math.ceil((STEPS * number) / most));
}

function HeatMap({ bySquare, solutions, isOld }: { bySquare: number[][]; solutions: bigint; isOld: boolean }) {
  const size = bySquare.length;
  const most = Math.max(0, ...bySquare.flat());
  const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 2 });
  const bounds = Array.from({ length: STEPS }, (_, i) => Math.floor((most * (i + 1)) / STEPS));
  return (
    <figure class={isOld ? "heat old" : "heat"}>
      <table style={{ "--size": `${size}` }}>
        <caption>How many solutions have a queen on each square</caption>
        <tbody>
          {bySquare.map((numbers, place) => {
            const row = size - place;
            return (
              <tr key={row}>
                <th scope="row">{row}</th>
                {numbers.map((number, col) => {
                  const square = `${columnName(col)}${row}`;
                  const label = `${square}: ${number.toLocaleString("en")} of ${solutions.toLocaleString("en")} solutions`;
                  return (
                    <td key={col} class={`heat-${step(number, most)}`} title={label} aria-label={label}>
                      {short.format(number)}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td />
            {bySquare.map((_, col) => (
              <th key={col} scope="col">
                {columnName(col)}
              </th>
            ))}
          </tr>
        </tfoot>
      </table>
      <figcaption class="heat-legend">
        <span>
          <i class="heat-0" /> 0
        </span>
        {most > 0
          ? bounds.map((bound, place) => {
              const from = (bounds[place - 1] ?? 0) + 1;
              const range =
                from >= bound
                  ? `${bound.toLocaleString("en")}`
                  : `${from.toLocaleString("en")}–${bound.toLocaleString("en")}`;
              return from > bound ? null : (
                <span key={bound}>
                  <i class={`heat-${place + 1}`} /> {range}
                </span>
              );
            })
          : null}
        <span>solutions</span>
      </figcaption>
    </figure>
  );
}
