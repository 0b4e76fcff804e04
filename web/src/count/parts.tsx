/** Components of this section: a number field, a progress bar, a button that starts and stops. */
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { AnswerError, errorMessage, LoadError } from "../engine";

/** A whole number within limits; null while the text is not such a number. */
export function NumberField(props: {
  label: string;
  value: number | null;
  least: number;
  most: number;
  onChange(value: number | null): void;
  onEnter(): void;
}) {
  const { label, value, least, most } = props;
  const [text, setText] = useState(String(value ?? ""));
  const id = useId();
  const wrong = value === null;
  // The value may be chosen elsewhere; a text that is not a number is kept, so that it can be corrected.
  useLayoutEffect(() => {
    if (value !== null && Number(text) !== value) {
      setText(String(value));
    }
  }, [value]);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        step={1}
        value={text}
        aria-invalid={wrong}
        aria-describedby={`${id}-limits`}
        onKeyDown={(event) => event.key === "Enter" && props.onEnter()}
        onInput={(event) => {
          const typed = event.currentTarget.value;
          const number = Number(typed);
          setText(typed);
          props.onChange(/^\d+$/.test(typed) && number >= least && number <= most ? number : null);
        }}
      />
      <span id={`${id}-limits`} class={wrong ? "limits wrong" : "limits"}>
        {least} to {most}
      </span>
    </div>
  );
}

/** Progress from 0 to 1, or null where it is unknown. */
export function Bar({ label, reached, text }: { label: string; reached: number | null; text: string }) {
  const percent = reached === null ? undefined : Math.floor(100 * Math.min(1, reached));
  return (
    <div
      class={reached === null ? "bar unknown" : "bar"}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
    >
      <div style={{ width: `${100 * Math.min(1, reached ?? 1)}%` }} />
    </div>
  );
}

/** One button that starts and stops a task. Two buttons would lose the focus when one replaces the other. */
export function StartStop(props: {
  start: string;
  stop: string;
  running: boolean;
  disabled: boolean;
  /** Whether another task is running. */
  blocked: boolean;
  onStart(): void;
  onStop(): void;
}) {
  const { running } = props;
  const started = useRef(0);
  return (
    <button
      type="button"
      class={running ? "stop" : "primary"}
      disabled={!running && (props.disabled || props.blocked)}
      title={props.blocked ? "Another measurement is running" : undefined}
      onClick={() => {
        // The second click of a double click does not stop the task.
        if (!running) {
          started.current = performance.now();
          props.onStart();
        } else if (performance.now() - started.current > 350) {
          props.onStop();
        }
      }}
    >
      {running ? props.stop : props.start}
    </button>
  );
}

/** Renders ten times per second while a task runs. */
export function useTick(running: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (running) {
      const timer = setInterval(() => tick((count) => count + 1), 100);
      return () => clearInterval(timer);
    }
    return undefined;
  }, [running]);
}

/** A failure as one line of text. */
export function failureText(error: unknown): string {
  return error instanceof AnswerError || error instanceof LoadError
    ? errorMessage(error)
    : `A worker failed, possibly because memory ran out. Try a smaller board or another method. (${errorMessage(error)})`;
}
