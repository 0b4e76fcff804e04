/** Watch: one search, or two side by side, step by step. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { methodTitle, useMethods } from "../methods";
import { numberOf } from "../route";
import { ShareButton } from "../share";
import { LAST_LINKED_STEP, useClock } from "./clock";
import { Export } from "./export";
import { FASTEST, LARGEST, leadOf, noticeOf, WATCHED, watchedMethod } from "./link";
import { SearchBoard, SearchDetails } from "./search-view";
import { Transport } from "./transport";
import { SearchTree } from "./tree";

/** The time without a change after which a step is written to the address, in milliseconds. */
const SETTLED = 250;
/** The time between two changes of the address while the search plays. Safari allows 100 changes in 30 seconds, others more. */
const WRITE_INTERVAL = 1000;

export function Watch({ params, write }: SectionProps) {
  const [method, setMethod] = useState(watchedMethod(params.get("method")) ?? "bitmask");
  const [other, setOther] = useState(watchedMethod(params.get("with")) ?? "");
  const [speed, setSpeed] = useState(numberOf(params, "speed", 10, 1, FASTEST));
  const methods = other ? [method, other] : [method];
  const table = useMethods();
  const limits = table?.filter(({ method }) => methods.includes(method)).map(({ max_n }) => max_n) ?? [];
  const largest = Math.min(LARGEST, ...limits);
  const [wantedSize, setSize] = useState(numberOf(params, "n", 8, 1, LARGEST));
  const size = Math.min(wantedSize, largest);
  const firstStep = numberOf(params, "step", 0, 0, LAST_LINKED_STEP);
  const [notice] = useState(() => noticeOf(params));
  // Without a step in the link, the search plays at once, unless the visitor prefers reduced motion.
  const start = !params.has("step") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  // The table has the largest board of each method. Until it is loaded, the board may be too large.
  const firstLead = other ? (leadOf(params) ?? 0) : 0;
  const clock = useClock(methods, size, wantedSize, firstStep, firstLead, speed, start, table !== null);
  const { step, lead, playing } = clock;

  const share = () =>
    write({
      method,
      with: other || null,
      n: size,
      step,
      lead: lead === 0 ? null : lead,
      speed: speed === 10 ? null : speed,
    });
  const latestShare = useRef(share);
  latestShare.current = share;
  useEffect(() => {
    if (table === null) {
      return;
    }
    if (playing) {
      const writing = setInterval(() => latestShare.current(), WRITE_INTERVAL);
      return () => clearInterval(writing);
    }
    // A key that is held down makes many steps; only the last one is written to the address.
    const settled = setTimeout(share, SETTLED);
    return () => clearTimeout(settled);
  }, [method, other, size, speed, playing, playing || step, playing || lead, table]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest("input, select, textarea, summary, dialog, [role=tree]")
    ) {
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
  // A layout effect, because a key that is pressed before the next paint would act on the previous state.
  useLayoutEffect(() => {
    // The keys work wherever no other element uses them.
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });

  const [exporting, setExporting] = useState(false);
  const steps = clock.states.map((state) => state?.step ?? 0);
  return (
    <div class="stack">
      <div class="bar">
        <h1>Watch the search</h1>
        <div class="controls">
          <MethodPicker label="Method" value={method} onChange={setMethod} />
          <select
            class="size"
            aria-label="Board size"
            value={size}
            onChange={(event) => setSize(Number(event.currentTarget.value))}
          >
            {Array.from({ length: largest }, (_, place) => (
              <option key={place} value={place + 1}>
                {place + 1} × {place + 1}
              </option>
            ))}
          </select>
          <MethodPicker label="Compare with" value={other} onChange={setOther} none="Compare …" />
          <button type="button" onClick={() => setExporting(true)}>
            Save …
          </button>
          <ShareButton prepare={share} />
        </div>
      </div>
      <div role="status" class="lines">
        {notice && <p class="message">{notice}</p>}
        {clock.message && <p class={`message ${clock.failed ? "bad" : ""}`}>{clock.message}</p>}
        {clock.busy && <p class="message">{clock.busy} …</p>}
      </div>
      <div class={other ? "sides two" : "sides"}>
        <div class="explained">
          <div class="boards">
            {methods.map((name, place) => (
              <SearchBoard
                key={`${place} ${name}`}
                method={name}
                size={size}
                state={clock.states[place] ?? null}
                playing={playing}
                lead={place === 1 ? lead : 0}
                compared={methods.length > 1}
              />
            ))}
          </div>
          <Transport clock={clock} speed={speed} onSpeed={setSpeed} />
          <div class="details">
            {methods.map((name, place) => (
              <SearchDetails
                key={`${place} ${name}`}
                method={name}
                state={clock.states[place] ?? null}
                statistics={table?.find((info) => info.method === name)?.statistics ?? []}
              />
            ))}
          </div>
        </div>
        <div class="trees">
          {table !== null &&
            methods.map((name, place) => (
              <SearchTree
                key={`${place} ${name}`}
                method={name}
                size={size}
                step={steps[place] ?? 0}
                onStep={(to) => clock.goTo(to - (place === 1 ? clock.lead : 0))}
              />
            ))}
        </div>
      </div>
      <Legend />
      {exporting && (
        <Export
          methods={methods}
          size={size}
          steps={steps}
          length={clock.states[0]?.length ?? null}
          speed={speed}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  );
}

function MethodPicker(props: { label: string; value: string; onChange(name: string): void; none?: string }) {
  return (
    <select
      class={props.none ? "other" : ""}
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    >
      {props.none && <option value="">{props.none}</option>}
      {WATCHED.map((name) => (
        <option key={name} value={name}>
          {methodTitle(name)}
        </option>
      ))}
    </select>
  );
}

function Legend() {
  return (
    <div class="legends">
      <p class="note keys">
        <kbd>Space</kbd> play or pause, <kbd>←</kbd> <kbd>→</kbd> one step, <kbd>Home</kbd> start, <kbd>End</kbd> end
      </p>
      <ul class="legend note" aria-label="Legend">
        <li>
          <i class="square light attacked" /> attacked
        </li>
        <li>
          <i class="square light tried" /> tried, but attacked
        </li>
        <li>
          <i class="square light dead" /> dead end: a column with no free square
        </li>
      </ul>
    </div>
  );
}
