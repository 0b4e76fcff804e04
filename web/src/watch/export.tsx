/** The dialog that saves steps of a search as an animation or as pictures. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { EmbedButton } from "../embed/code";
import { ClosedError, errorMessage, isAbort } from "../engine";
import { methodTitle } from "../methods";
import { save } from "../save";
import { useEngine } from "../use-engine";
import { type Format, MOST_STEPS, makeFile } from "./files";
import { FASTEST } from "./link";

/** The number of steps that is proposed. */
const USUAL_STEPS = 300;

const FORMATS: [Format, string, string][] = [
  ["gif", "GIF animation", "for chats and slides"],
  ["svg", "SVG animation", "sharp at any size, for web pages"],
  ["frames", "SVG pictures", "one per step, in a ZIP file"],
];

interface ExportProps {
  methods: string[];
  size: number;
  /** The current step of each method. */
  steps: number[];
  /** The number of steps of the first method, if it is known. */
  length: number | null;
  speed: number;
  onClose(): void;
}

export function Export(props: ExportProps) {
  const { methods, size, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const engine = useEngine({ own: true });
  const [place, setPlace] = useState(0);
  const at = props.steps[place] ?? 0;
  const [format, setFormat] = useState<Format>("gif");
  const atEnd = at === props.length;
  const [from, setFrom] = useState(atEnd ? 0 : at);
  const [to, setTo] = useState(() => Math.min(from + USUAL_STEPS, props.length ?? Number.POSITIVE_INFINITY));
  const [speed, setSpeed] = useState(props.speed);
  const [done, setDone] = useState<number | null>(null);
  const [message, setMessage] = useState("");
  const [saved, setSaved] = useState("");
  useLayoutEffect(() => dialog.current?.showModal(), []);

  const steps = to - from;
  const most = MOST_STEPS[format];
  const problem = problemOf({ from, to, speed, most, animated: format !== "frames" });
  const start = () => {
    setDone(0);
    setMessage("");
    setSaved("");
    const range = { method: methods[place] ?? "", n: size, from, steps, speed };
    engine.run(
      (task) => makeFile(task, format, range, setDone),
      ({ name, content }) => {
        setDone(null);
        setSaved(`${name} saved, ${sizeOf(content.size)}.`);
        save(name, content);
      },
      (error) => {
        setDone(null);
        if (!isAbort(error) && !(error instanceof ClosedError)) {
          setMessage(errorMessage(error));
        }
      },
    );
  };
  const stop = () => {
    engine.abort();
    setDone(null);
    setMessage("Stopped. No file was saved.");
  };

  return (
    <dialog class="panel export" ref={dialog} aria-label="Save the animation" onClose={onClose}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (!problem && done === null) {
            start();
          }
        }}
      >
        <h2>Save the animation</h2>
        {methods.length > 1 && (
          <label class="field">
            Search
            <select value={place} onChange={(event) => setPlace(Number(event.currentTarget.value))}>
              {methods.map((method, place) => (
                <option key={`${place} ${method}`} value={place}>
                  {methodTitle(method)}
                </option>
              ))}
            </select>
          </label>
        )}
        <fieldset>
          <legend>Format</legend>
          {FORMATS.map(([name, title, use]) => (
            <label key={name} class="check">
              <input type="radio" name="format" checked={format === name} onChange={() => setFormat(name)} />
              <span>
                {title} <small class="note">{use}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="controls">
          <Numeral label="From step" value={from} onChange={setFrom} />
          <Numeral label="To step" value={to} onChange={setTo} />
          {format !== "frames" && <Numeral label="Steps per second" value={speed} onChange={setSpeed} />}
        </div>
        <p class={problem ? "message bad" : "note"}>
          {problem ||
            (format === "frames"
              ? `${(steps + 1).toLocaleString("en")} ${steps === 0 ? "picture" : "pictures"}.`
              : `${steps.toLocaleString("en")} steps, about ${durationOf(steps / speed)}.`)}
        </p>
        <div class="controls">
          {done === null ? (
            <button key="save" type="submit" class="primary" aria-disabled={problem !== ""}>
              Save
            </button>
          ) : (
            // Another element than "Save": its click would otherwise submit the form again.
            <button key="stop" type="button" onClick={stop}>
              Stop
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
        {done !== null && (
          <label class="field">
            {Math.floor(done * 100)}% done
            <progress value={done} max={1} />
          </label>
        )}
        <div class="controls embedding">
          <EmbedButton
            view="watch"
            params={() => ({
              method: methods[place] ?? "",
              n: size,
              step: at,
              speed: props.speed === 10 ? null : props.speed,
            })}
            title={`Search for ${size} queens`}
          />
          <span class="note">to show this search on another page</span>
        </div>
        <div role="status">
          {message && <p class="message bad">{message}</p>}
          {saved && <p class="message good">{saved}</p>}
        </div>
      </form>
    </dialog>
  );
}

/** What is wrong with the numbers; empty if nothing is. */
function problemOf(chosen: { from: number; to: number; speed: number; most: number; animated: boolean }): string {
  const { from, to, speed, most, animated } = chosen;
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to >= from)) {
    return "The last step must not be before the first one.";
  }
  if (to - from > most) {
    return `A file has at most ${most.toLocaleString("en")} steps. Choose step ${(from + most).toLocaleString("en")} or an earlier one as the last.`;
  }
  if (animated && !(Number.isInteger(speed) && speed >= 1 && speed <= FASTEST)) {
    return `The speed is a whole number from 1 to ${FASTEST.toLocaleString("en")}.`;
  }
  return "";
}

function Numeral(props: { label: string; value: number; onChange(value: number): void }) {
  return (
    <label class="field">
      {props.label}
      <input
        type="number"
        min={0}
        inputMode="numeric"
        value={props.value}
        onInput={(event) => props.onChange(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function durationOf(seconds: number): string {
  return seconds < 100 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}
