/** Counting one board on all cores, or on the GPU. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ClosedError, coreCount } from "../engine";
import type { Device, Published } from "../protocol";
import type { MethodResult } from "../results";
import { GpuError, type GpuInfo } from "./gpu";
import { GpuNotes, gpuFailureText } from "./gpu-notes";
import { Bar, failureText, NumberField, StartStop, useTick } from "./parts";
import { type CountRecord, Pool, type Progress } from "./pool";
import { LARGEST } from "./visit";
import { clock, duration, grouped, plural } from "./words";

/** From this size on, a method that finds solutions one by one takes minutes or hours. */
const LONG = 16;

type Shown =
  | { kind: "nothing" }
  | { kind: "running"; size: number }
  | { kind: "counted"; record: CountRecord }
  | { kind: "stopped"; size: number; progress: Progress | null; milliseconds: number }
  | { kind: "wrong"; why: string };

/** The remaining time, smoothed, because jobs take different times. */
class RemainingTime {
  private remaining: number | undefined;
  private last = 0;

  of(elapsed: number, reached: number): string {
    if (elapsed < 800 || reached < 0.02) {
      return "…";
    }
    const now = (elapsed * (1 - reached)) / reached;
    const before = this.remaining === undefined ? now : Math.max(0, this.remaining - (elapsed - this.last));
    this.remaining = before + 0.1 * (now - before);
    this.last = elapsed;
    return clock(this.remaining);
  }
}

interface TotalChoice {
  size: number | null;
  method: string | null;
  device: Device;
  workers: number | null;
}

interface TotalProps extends TotalChoice {
  methods: MethodResult[];
  /** The GPU that the browser offers. */
  gpu: GpuInfo | null;
  published: Published[];
  /** The counts of this visit. */
  records: readonly CountRecord[];
  onChange(change: Partial<TotalChoice>): void;
  go: boolean;
  /** Whether another task is running. */
  blocked: boolean;
  onRunning(running: boolean): void;
  onCounted(record: CountRecord): void;
}

export function Total(props: TotalProps) {
  const { methods, size, method, device, gpu, workers } = props;
  const [shown, setShown] = useState<Shown>({ kind: "nothing" });
  const pool = useRef<Pool | null>(null);
  const progress = useRef<Progress | null>(null);
  const remaining = useRef(new RemainingTime());
  const stopping = useRef(false);
  const running = shown.kind === "running";
  useTick(running);

  const info = methods.find((info) => info.method === method);
  const tooLarge = info !== undefined && size !== null && size > info.max_n;
  const ready = size !== null && workers !== null && !tooLarge;

  const start = async () => {
    if (size === null || workers === null || tooLarge || running || props.blocked) {
      return;
    }
    progress.current = null;
    remaining.current = new RemainingTime();
    stopping.current = false;
    setShown({ kind: "running", size });
    props.onRunning(true);
    // The engines of the last count are reused, unless they were stopped.
    const started = pool.current?.isOpen ? pool.current : new Pool();
    pool.current = started;
    try {
      const record = await started.count({ n: size, method, device }, workers, (now) => (progress.current = now));
      setShown({ kind: "counted", record });
      props.onCounted(record);
    } catch (error) {
      if (error instanceof ClosedError && stopping.current) {
        const reached = progress.current as Progress | null;
        const milliseconds = reached ? performance.now() - reached.startedAt : 0;
        setShown({ kind: "stopped", size, progress: reached, milliseconds });
      } else {
        setShown({ kind: "wrong", why: error instanceof GpuError ? error.message : failureText(error) });
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
      <h2 id="total-title">Count all solutions</h2>
      <div class="controls">
        <NumberField
          key={device}
          label="Board size N"
          value={size}
          least={1}
          most={LARGEST[device]}
          onChange={(size) => props.onChange({ size })}
          onEnter={() => void start()}
        />
        {gpu && (
          <div class="field">
            <label for="total-device">Device</label>
            <select
              id="total-device"
              value={device}
              onChange={(event) => {
                const device = event.currentTarget.value as Device;
                const fitting = size === null ? null : Math.min(size, LARGEST[device]);
                props.onChange({ device, size: fitting, ...(device === "gpu" ? { method: null } : {}) });
              }}
            >
              <option value="cpu">CPU</option>
              <option value="gpu">GPU</option>
            </select>
          </div>
        )}
        <div class="field grow">
          <label for="total-method">Method</label>
          <select
            id="total-method"
            aria-describedby="total-about"
            disabled={device === "gpu"}
            value={device === "gpu" ? "cross" : (method ?? "")}
            onChange={(event) => props.onChange({ method: event.currentTarget.value || null })}
          >
            <option value="">fastest</option>
            {methods.map(({ method, max_n }) => (
              <option key={method} value={method} disabled={size !== null && size > max_n}>
                {max_n < LARGEST.cpu ? `${method} (to ${max_n})` : method}
              </option>
            ))}
          </select>
          <span id="total-about" class="limits">
            {device === "gpu" ? `on ${gpu?.name}` : info ? info.idea : "the fastest method for this N"}
          </span>
        </div>
        {device === "cpu" && (
          <NumberField
            label="Workers"
            value={workers}
            least={1}
            most={coreCount()}
            onChange={(workers) => props.onChange({ workers })}
            onEnter={() => void start()}
          />
        )}
        <StartStop
          start="Count"
          stop="Stop"
          running={running}
          disabled={!ready}
          blocked={props.blocked}
          onStart={() => void start()}
          onStop={stop}
        />
      </div>
      {tooLarge && (
        <p class="message bad" role="alert">
          {info.method} supports N up to {info.max_n}, because larger boards need too much memory. Choose another method
          for N up to {LARGEST.cpu}.
        </p>
      )}
      {info && ready && info.lists && size >= LONG && !running && (
        <p class="note">
          {info.method} finds every solution one by one, so N = {size} takes minutes or hours. You can stop it at any
          time.
        </p>
      )}
      {device === "gpu" && gpu && !running && (
        <GpuNotes size={size} gpu={gpu} published={props.published} records={props.records} />
      )}
      {shown.kind === "running" ? (
        <Running size={shown.size} progress={progress.current} remaining={remaining.current} />
      ) : (
        <Outcome shown={shown} />
      )}
      <p class="visually-hidden" role="status">
        {spoken(shown)}
      </p>
    </section>
  );
}

function Running({ size, progress, remaining }: { size: number; progress: Progress | null; remaining: RemainingTime }) {
  const jobs = progress?.plan.jobs ?? 0;
  const elapsed = progress ? performance.now() - progress.startedAt : 0;
  // The progress of a single job is unknown until its method reports some.
  const reached = progress && (jobs > 1 || progress.reached > 0) ? progress.reached / jobs : null;
  const percent = reached === null ? "" : `${Math.floor(100 * reached)}%`;
  return (
    <div class="outcome">
      <p class="what">Solutions found for N = {size}</p>
      <p class="sum">{grouped(progress?.solutions ?? 0n)}</p>
      <div class="progress-line">
        <Bar
          label={`Counting N = ${size}`}
          reached={reached}
          text={
            progress ? `${percent && `${percent}, `}${grouped(progress.done)} of ${plural(jobs, "job")}` : "starting"
          }
        />
        <span>{percent}</span>
      </div>
      <dl class="numbers">
        <div>
          <dt>Jobs</dt>
          <dd>
            {grouped(progress?.done ?? 0)} of {grouped(jobs)}
          </dd>
        </div>
        <div>
          <dt>Elapsed</dt>
          <dd>{clock(elapsed)}</dd>
        </div>
        <div>
          <dt>Remaining</dt>
          <dd>{reached === null ? "unknown" : remaining.of(elapsed, reached)}</dd>
        </div>
        <div>
          <dt>Method</dt>
          <dd>{progress?.plan.method ?? "…"}</dd>
        </div>
      </dl>
      {progress?.gpuFailure && <p class="message bad">{gpuFailureText(progress)}</p>}
    </div>
  );
}

function Outcome({ shown }: { shown: Exclude<Shown, { kind: "running" }> }) {
  switch (shown.kind) {
    case "nothing":
      return (
        <div class="outcome empty">
          <p class="note">
            The count is divided into jobs. Each worker runs some of them, and one worker adds up the results and checks
            them. N&nbsp;=&nbsp;14 takes less than a second; from there on, each N takes on average four to five times
            as long as the one before.
          </p>
        </div>
      );
    case "wrong":
      return <p class="message bad">{shown.why}</p>;
    case "stopped":
      return <p class="message">{stopped(shown)}</p>;
    case "counted":
      return <Result record={shown.record} />;
  }
}

function stopped({ size, progress, milliseconds }: Extract<Shown, { kind: "stopped" }>): string {
  const where = progress
    ? `after ${grouped(progress.done)} of ${plural(progress.plan.jobs, "job")} and ${duration(milliseconds)}`
    : "before the first job";
  return `Stopped ${where}. The partial result for N = ${size} is discarded.`;
}

/** The comparison with the published value as a sentence. */
function compared({ solutions, plan }: CountRecord): { good: boolean; text: string } {
  if (plan.published === null) {
    return { good: true, text: "There is no published value for this N." };
  }
  return solutions === plan.published.solutions
    ? { good: true, text: "Matches the published value." }
    : {
        good: false,
        text: `Differs from the published value ${grouped(plan.published.solutions)}: one of the two is wrong.`,
      };
}

function Result({ record }: { record: CountRecord }) {
  const { n, method, solutions, seconds, plan, workers, gpu, workTime, startTime } = record;
  const { good, text } = compared(record);
  return (
    <div class="outcome">
      <p class="what">
        {solutions === 1n ? "Solution" : "Solutions"} for N = {n}
      </p>
      <p class="sum">{grouped(solutions)}</p>
      <p class={good ? "message good" : "message bad"}>
        {text} <a href="https://oeis.org/A000170">OEIS&nbsp;A000170</a>
      </p>
      <dl class="numbers">
        <div>
          <dt>Time</dt>
          <dd>{duration(1000 * seconds)}</dd>
        </div>
        <div>
          <dt>Method</dt>
          <dd>{method}</dd>
        </div>
        <div>
          <dt>{gpu ? "Device" : "Workers"}</dt>
          <dd>{gpu ? "GPU" : workers}</dd>
        </div>
        <div>
          <dt>Jobs</dt>
          <dd>{grouped(plan.jobs)}</dd>
        </div>
      </dl>
      {record.gpuFailure && <p class="message bad">{gpuFailureText(record)}</p>}
      <p class="note">
        {gpu
          ? `Counted on ${gpu}${workers > 0 ? " and by the workers" : ""}.`
          : plan.jobs === 1
            ? `${method} counts the whole board as one job, so only one worker was used.`
            : workers === 1
              ? `Worker time: ${duration(workTime)}.`
              : `Worker time: ${duration(workTime)} in total.`}
        {startTime >= 1 &&
          ` Starting the ${gpu ? "GPU" : workers === 1 ? "worker" : "workers"} took ${duration(startTime)}, which is not included.`}
      </p>
    </div>
  );
}

/** The outcome as a sentence for screen readers. */
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
      const { n, method, solutions, seconds } = shown.record;
      const found = solutions === 1n ? "1 solution" : `${grouped(solutions)} solutions`;
      return `N = ${n} has ${found}, counted by ${method} in ${duration(1000 * seconds)}. ${compared(shown.record).text}`;
    }
  }
}

function verdict({ solutions, plan }: CountRecord): string {
  return plan.published === null ? "–" : solutions === plan.published.solutions ? "matches" : "differs";
}

function deviceText({ gpu, workers }: CountRecord): string {
  const on = workers > 0 ? [plural(workers, "worker")] : [];
  return [...(gpu ? ["GPU"] : []), ...on].join(", ");
}

/** The counts of this visit. */
export function Counts({ records }: { records: readonly CountRecord[] }) {
  return (
    <section class="counts" aria-labelledby="counts-title">
      <h2 id="counts-title">Results of this visit</h2>
      {records.length === 0 ? (
        <p class="note">No results yet. Your counts are listed here until you close the page.</p>
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
                <th scope="col">Device</th>
                <th scope="col" class="number">
                  Time
                </th>
              </tr>
            </thead>
            <tbody>
              {records.map((record, place) => (
                <tr key={records.length - place}>
                  <th scope="row" class="number">
                    {record.n}
                  </th>
                  <td class="number">{grouped(record.solutions)}</td>
                  <td>{verdict(record)}</td>
                  <td>{record.method}</td>
                  <td>{deviceText(record)}</td>
                  <td class="number">{duration(1000 * record.seconds)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
