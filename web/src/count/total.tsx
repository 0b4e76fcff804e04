/** Counting one board on all cores. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ClosedError, coreCount } from "../engine";
import type { MethodInfo } from "../protocol";
import { Bar, NumberField, StartStop, sorry, useTick } from "./parts";
import { Pool, type Under } from "./pool";
import { LARGEST, type Made } from "./visit";
import { about, duration, grouped, passed, plural } from "./words";

/** From here on a search that sets queen by queen takes minutes, then hours. */
const LONG = 16;

type Shown =
  | { kind: "nothing" }
  | { kind: "running"; size: number }
  | { kind: "counted"; made: Made }
  | { kind: "stopped"; size: number; under: Under | null; milliseconds: number }
  | { kind: "wrong"; why: string };

/** The time left, smoothed: jobs are not equally long. */
class Left {
  private left: number | undefined;
  private last = 0;

  of(elapsed: number, reached: number): string {
    if (elapsed < 800 || reached < 0.02) {
      return "…";
    }
    const now = (elapsed * (1 - reached)) / reached;
    const before = this.left === undefined ? now : Math.max(0, this.left - (elapsed - this.last));
    this.left = before + 0.1 * (now - before);
    this.last = elapsed;
    return about(this.left);
  }
}

interface TotalProps {
  methods: MethodInfo[];
  size: number | null;
  method: string | null;
  workers: number | null;
  onChange(change: { size?: number | null; method?: string | null; workers?: number | null }): void;
  go: boolean;
  /** Whether something else is at work. */
  elsewhere: boolean;
  onRunning(running: boolean): void;
  onMade(made: Made): void;
}

export function Total(props: TotalProps) {
  const { methods, size, method, workers } = props;
  const [shown, setShown] = useState<Shown>({ kind: "nothing" });
  const pool = useRef<Pool | null>(null);
  const under = useRef<Under | null>(null);
  const left = useRef(new Left());
  const stopping = useRef(false);
  const running = shown.kind === "running";
  useTick(running);

  const info = methods.find(({ name }) => name === method);
  const tooLarge = info !== undefined && size !== null && size > info.max;
  const ready = size !== null && workers !== null && !tooLarge;

  const start = async () => {
    if (size === null || workers === null || tooLarge || running || props.elsewhere) {
      return;
    }
    under.current = null;
    left.current = new Left();
    stopping.current = false;
    setShown({ kind: "running", size });
    props.onRunning(true);
    // After a stop the engines are gone; otherwise they are warm.
    const at = pool.current?.isOpen ? pool.current : new Pool();
    pool.current = at;
    try {
      const counted = await at.count({ size, method }, workers, (now) => (under.current = now));
      const made = { ...counted, size };
      setShown({ kind: "counted", made });
      props.onMade(made);
    } catch (error) {
      if (error instanceof ClosedError && stopping.current) {
        const reached = under.current as Under | null;
        const milliseconds = reached ? performance.now() - reached.begun : 0;
        setShown({ kind: "stopped", size, under: reached, milliseconds });
      } else {
        setShown({ kind: "wrong", why: sorry(error) });
      }
    }
    props.onRunning(false);
  };
  const stop = () => {
    stopping.current = true;
    pool.current?.close();
  };
  useEffect(() => {
    if (props.go) {
      void start();
    }
    return () => pool.current?.close();
  }, []);

  return (
    <section class="total" aria-labelledby="total-title">
      <h2 id="total-title">All solutions of a board</h2>
      <div class="controls">
        <NumberField
          label="Board size N"
          value={size}
          least={1}
          most={LARGEST}
          onChange={(size) => props.onChange({ size })}
          onEnter={() => void start()}
        />
        <div class="field grow">
          <label for="total-method">Method</label>
          <select
            id="total-method"
            aria-describedby="total-about"
            value={method ?? ""}
            onChange={(event) => props.onChange({ method: event.currentTarget.value || null })}
          >
            <option value="">the fastest</option>
            {methods.map(({ name, max }) => (
              <option key={name} value={name} disabled={size !== null && size > max}>
                {max < LARGEST ? `${name} (to ${max})` : name}
              </option>
            ))}
          </select>
          <span id="total-about" class="limits">
            {info ? info.about : "the one that is quickest for this N"}
          </span>
        </div>
        <NumberField
          label="Workers"
          value={workers}
          least={1}
          most={coreCount()}
          onChange={(workers) => props.onChange({ workers })}
          onEnter={() => void start()}
        />
        <StartStop
          start="Count"
          stop="Stop"
          running={running}
          disabled={!ready}
          elsewhere={props.elsewhere}
          onStart={() => void start()}
          onStop={stop}
        />
      </div>
      {tooLarge && (
        <p class="said bad" role="alert">
          {info.name} goes to N = {info.max}: it would need too much memory beyond that. The fastest goes to {LARGEST}.
        </p>
      )}
      {info && ready && info.visits && size >= LONG && !running && (
        <p class="note">
          {info.name} comes upon every solution one by one, so N = {size} takes minutes or hours. You can stop it at any
          time.
        </p>
      )}
      {shown.kind === "running" ? (
        <Running size={shown.size} under={under.current} left={left.current} />
      ) : (
        <Outcome shown={shown} />
      )}
      <p class="unseen" role="status">
        {spoken(shown)}
      </p>
    </section>
  );
}

function Running({ size, under, left }: { size: number; under: Under | null; left: Left }) {
  const jobs = under?.plan.jobs ?? 0;
  const elapsed = under ? performance.now() - under.begun : 0;
  // A method that is one job and does not tell how far it is: nobody knows.
  const reached = under && (jobs > 1 || under.reached > 0) ? under.reached / jobs : null;
  const percent = reached === null ? "" : `${Math.floor(100 * reached)} %`;
  return (
    <div class="outcome">
      <p class="what">Solutions of N = {size} so far</p>
      <p class="sum">{grouped(under?.solutions ?? 0n)}</p>
      <div class="going">
        <Bar
          label={`Counting N = ${size}`}
          reached={reached}
          text={
            under ? `${percent && `${percent}, `}${grouped(under.done)} of ${plural(jobs, "job")}` : "starting workers"
          }
        />
        <span>{percent}</span>
      </div>
      <dl class="numbers">
        <div>
          <dt>Jobs done</dt>
          <dd>
            {grouped(under?.done ?? 0)} of {grouped(jobs)}
          </dd>
        </div>
        <div>
          <dt>Elapsed</dt>
          <dd>{passed(elapsed)}</dd>
        </div>
        <div>
          <dt>Time left</dt>
          <dd>{reached === null ? "not known" : left.of(elapsed, reached)}</dd>
        </div>
        <div>
          <dt>Method</dt>
          <dd>{under?.plan.method ?? "…"}</dd>
        </div>
      </dl>
    </div>
  );
}

function Outcome({ shown }: { shown: Exclude<Shown, { kind: "running" }> }) {
  switch (shown.kind) {
    case "nothing":
      return (
        <div class="outcome empty">
          <p class="note">
            The board is cut into jobs, every worker runs some of them, and one adds up what comes back and checks it. N
            = 14 takes moments; each further queen takes some four or five times as long.
          </p>
        </div>
      );
    case "wrong":
      return <p class="said bad">{shown.why}</p>;
    case "stopped":
      return <p class="said">{stopped(shown)}</p>;
    case "counted":
      return <Result made={shown.made} />;
  }
}

function stopped({ size, under, milliseconds }: Extract<Shown, { kind: "stopped" }>): string {
  const where = under
    ? `after ${grouped(under.done)} of ${plural(under.plan.jobs, "job")} and ${duration(milliseconds)}`
    : "before the first job";
  return `Stopped ${where}. A part of a sum is no count, so N = ${size} is not kept.`;
}

/** Whether the count is the published one, in words. */
function compared({ solutions, plan }: Made): { good: boolean; text: string } {
  if (plan.published === null) {
    return { good: true, text: "There is no published value to compare with." };
  }
  return solutions === plan.published
    ? { good: true, text: "Equal to the published value." }
    : { good: false, text: `The published value is ${grouped(plan.published)}: one of the two is wrong.` };
}

function Result({ made }: { made: Made }) {
  const { size, solutions, plan, workers, milliseconds, work, start } = made;
  const { good, text } = compared(made);
  return (
    <div class="outcome">
      <p class="what">
        {solutions === 1n ? "Solution" : "Solutions"} of N = {size}
      </p>
      <p class="sum">{grouped(solutions)}</p>
      <p class={good ? "said good" : "said bad"}>
        {text} <a href="https://oeis.org/A000170">OEIS&nbsp;A000170</a>
      </p>
      <dl class="numbers">
        <div>
          <dt>Time</dt>
          <dd>{duration(milliseconds)}</dd>
        </div>
        <div>
          <dt>Method</dt>
          <dd>{plan.method}</dd>
        </div>
        <div>
          <dt>Workers</dt>
          <dd>{workers}</dd>
        </div>
        <div>
          <dt>Jobs</dt>
          <dd>{grouped(plan.jobs)}</dd>
        </div>
      </dl>
      <p class="note">
        {plan.jobs === 1
          ? `To ${plan.method} the whole board is one job, so one worker did it all.`
          : workers === 1
            ? `The worker was at it for ${duration(work)}.`
            : `The workers were at it for ${duration(work)}, all together.`}
        {start > 0 && ` Starting ${workers === 1 ? "it" : "them"} took another ${duration(start)}, once.`}
      </p>
    </div>
  );
}

/** The outcome as a sentence, for those who hear it. */
function spoken(shown: Shown): string {
  switch (shown.kind) {
    case "nothing":
      return "";
    case "running":
      return `Counting N = ${shown.size}.`;
    case "wrong":
      return shown.why;
    case "stopped":
      return stopped(shown);
    case "counted": {
      const { size, solutions, plan, milliseconds } = shown.made;
      const found = solutions === 1n ? "1 solution" : `${grouped(solutions)} solutions`;
      return `N = ${size} has ${found}, counted by ${plan.method} in ${duration(milliseconds)}. ${compared(shown.made).text}`;
    }
  }
}

function verdict({ solutions, plan }: Made): string {
  return plan.published === null ? "–" : solutions === plan.published ? "equal" : "differs";
}

/** The counts of this visit. */
export function Counts({ made }: { made: readonly Made[] }) {
  return (
    <section class="counts" aria-labelledby="counts-title">
      <h2 id="counts-title">Counted in this visit</h2>
      {made.length === 0 ? (
        <p class="note">Nothing yet. What you count is listed here until you leave the page.</p>
      ) : (
        <div class="wide" role="region" aria-label="Table of counts" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col" class="number">
                  N
                </th>
                <th scope="col" class="number">
                  Solutions
                </th>
                <th scope="col">Published</th>
                <th scope="col">Method</th>
                <th scope="col" class="number">
                  Workers
                </th>
                <th scope="col" class="number">
                  Time
                </th>
              </tr>
            </thead>
            <tbody>
              {made.map((one, place) => (
                <tr key={made.length - place}>
                  <th scope="row" class="number">
                    {one.size}
                  </th>
                  <td class="number">{grouped(one.solutions)}</td>
                  <td>{verdict(one)}</td>
                  <td>{one.plan.method}</td>
                  <td class="number">{one.workers}</td>
                  <td class="number">{duration(one.milliseconds)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
