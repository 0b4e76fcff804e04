/** The outcome of a count: its progress, its result, and the figure to share. */
import { useState } from "preact/hooks";
import { pixels, save } from "../save";
import { CopyButton } from "../share";
import { figure, picture, shareText } from "./figure";
import { gpuFailureText } from "./gpu-notes";
import { Bar } from "./parts";
import type { CountRecord, Progress } from "./pool";
import { clock, duration, grouped, plural } from "./words";

export type Shown =
  | { kind: "nothing" }
  | { kind: "running"; size: number }
  | { kind: "counted"; record: CountRecord; isBest: boolean }
  | { kind: "stopped"; size: number; progress: Progress | null; milliseconds: number }
  | { kind: "wrong"; why: string };

/** The remaining time, smoothed, because jobs take different times. */
export class RemainingTime {
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

export function Running(props: { size: number; progress: Progress | null; remaining: RemainingTime }) {
  const { size, progress, remaining } = props;
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

export function Outcome({ shown }: { shown: Exclude<Shown, { kind: "running" }> }) {
  switch (shown.kind) {
    case "nothing":
      return (
        <div class="outcome empty">
          <p class="note">
            N&nbsp;=&nbsp;14 takes less than a second. From there on, each N takes on average four to five times as long
            as the one before.
          </p>
        </div>
      );
    case "wrong":
      return <p class="message bad">{shown.why}</p>;
    case "stopped":
      return <p class="message">{stopped(shown)}</p>;
    case "counted":
      return <Result record={shown.record} isBest={shown.isBest} />;
  }
}

function stopped({ size, progress, milliseconds }: Extract<Shown, { kind: "stopped" }>): string {
  const where = progress
    ? `after ${grouped(progress.done)} of ${plural(progress.plan.jobs, "job")} and ${duration(milliseconds)}`
    : "before the first job";
  return `Stopped ${where}. The partial result for N = ${size} is discarded.`;
}

/** The comparison with the published value as a sentence. */
function compared({ plan, solutions }: CountRecord): { good: boolean; text: string } {
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

function Result({ record, isBest }: { record: CountRecord; isBest: boolean }) {
  const { n, method, solutions, seconds, plan, workers, gpu, workTime, startTime } = record;
  const { good, text } = compared(record);
  return (
    <div class="outcome">
      <p class="what">
        {solutions === 1n ? "Solution" : "Solutions"} for N = {n}
      </p>
      <p class="sum">{grouped(solutions)}</p>
      <p class="figure">
        {figure(record)}
        {isBest && <span class="badge">new record</span>}
      </p>
      <p class={good ? "message good" : "message bad"}>
        {text} <a href="https://oeis.org/A000170">OEIS&nbsp;A000170</a>
      </p>
      {good && <ShareFigure record={record} />}
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

function ShareFigure({ record }: { record: CountRecord }) {
  const [failed, setFailed] = useState(false);
  const savePicture = async () => {
    const queen = document.getElementById("queen")?.getAttribute("d") ?? "";
    try {
      save(`queens-${record.n}.png`, await pixels(picture(record, queen), 1200));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <div class="controls share">
      <CopyButton share text={() => shareText(record)} copied="Result copied">
        Share result
      </CopyButton>
      <button type="button" onClick={() => void savePicture()}>
        Save picture
      </button>
      {failed && <span class="note">The picture could not be drawn.</span>}
    </div>
  );
}

/** The outcome as a sentence for screen readers. */
export function spoken(shown: Shown): string {
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
      const record = shown.isBest ? " A new record of this browser." : "";
      return `N = ${n} has ${found}, counted by ${method} in ${duration(1000 * seconds)}. ${compared(shown.record).text}${record}`;
    }
  }
}
