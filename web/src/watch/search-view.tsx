/** The view of a search: its board, its last step in words, its statistics and its pseudocode. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Board, type Look } from "../board";
import { METHODS } from "../learn/methods";
import { methodTitle } from "../methods";
import type { SearchState } from "../protocol";
import type { TraceStep } from "../results";
import { link } from "../route";
import { has, type Square, square, squareName } from "../square";

/** The methods that keep boards in a queue. */
const QUEUED = ["breadth", "tiles"];

/** The square of the last step. */
const squareOf = (last: TraceStep | null) => (last?.square ? square(last.square) : undefined);

/** What each square of the board shows after a step. */
export function lookOf(state: SearchState | null, size: number): (square: Square) => Look {
  if (!state) {
    return () => ({});
  }
  const { queens, attacked, last } = state;
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
function sentence(state: SearchState | null, queue: boolean): string {
  const last = state?.last;
  if (!state || !last) {
    return state ? "Empty board." : "";
  }
  switch (last.step) {
    case "place":
      return `Queen placed on ${last.square}.`;
    case "remove":
      return `Queen removed from ${last.square}.`;
    case "reject":
      return queue ? `Dropped: no solution with a queen on ${last.square}.` : `${last.square} is attacked.`;
    case "enqueue":
      return `Board added to the queue (${last.queued} waiting).`;
    case "dequeue":
      return `Next board taken from the queue (${last.queued} left).`;
    case "solution":
      return `Solution ${state.solutions}: ${last.rows?.join(" ")}`;
    case "duplicate":
      return "This solution was found before.";
  }
}

function describe(state: SearchState | null, size: number): string {
  const queens = state?.queens.flatMap((row, col) => (row === null ? [] : [squareName({ col, row })])) ?? [];
  return `Board of size ${size}: ${queens.length > 0 ? `queens on ${queens.join(", ")}` : "no queens"}`;
}

/** The board of a search with its last step. */
export function SearchBoard(props: {
  method: string;
  size: number;
  state: SearchState | null;
  playing: boolean;
  /** Whether two searches are shown. */
  compared: boolean;
  /** The steps by which this search is ahead of the other one. */
  lead: number;
}) {
  const { method, size, state } = props;
  const ended = state !== null && state.step === state.length;
  return (
    <section class="side" aria-label={`Search by ${methodTitle(method)}`} data-method={method} data-step={state?.step}>
      {props.compared && (
        <h2>
          {methodTitle(method)}{" "}
          <small>
            step {(state?.step ?? 0).toLocaleString("en")}
            {props.lead !== 0 &&
              `, ${Math.abs(props.lead).toLocaleString("en")} ${props.lead > 0 ? "ahead" : "behind"}`}
          </small>
        </h2>
      )}
      <Board size={size} label={describe(state, size)} look={lookOf(state, size)} />
      {/* Screen readers announce single steps, but not while the search plays. */}
      <p class={`sentence ${state?.last?.step ?? ""}`} aria-live={props.playing ? "off" : "polite"}>
        {ended ? "Search complete." : sentence(state, QUEUED.includes(method))}
      </p>
    </section>
  );
}

/** The statistics of a search, its idea and its pseudocode. */
export function SearchDetails(props: { method: string; state: SearchState | null; statistics: string[] }) {
  const { method, state } = props;
  // Methods that try only free squares reject none.
  const tests = props.statistics.some((name) => name === "rejects" || name === "dropped");
  const text = METHODS[method];
  const last = state?.last?.step;
  const number = (value: number | bigint | undefined) => (value ?? 0).toLocaleString("en");
  const code = useRef<HTMLPreElement>(null);
  const line = text?.code.findIndex(({ step }) => last !== undefined && [step].flat().includes(last)) ?? -1;
  // The current line stays in view where there is no room for all lines.
  useLayoutEffect(() => {
    const box = code.current;
    const current = box?.children[line] as HTMLElement | undefined;
    if (box && current && box.scrollHeight > box.clientHeight) {
      const top = current.offsetTop - box.offsetTop;
      if (top < box.scrollTop || top + current.offsetHeight > box.scrollTop + box.clientHeight) {
        box.scrollTop = top - box.clientHeight / 2;
      }
    }
  }, [line]);
  return (
    <section class="panel details-panel" aria-label={`Details of ${methodTitle(method)}`} data-method={method}>
      <h2>
        {methodTitle(method)} <code>{method}</code>
      </h2>
      <dl class="numbers" data-method={method}>
        <Figure name="placements" value={number(state?.placements)} />
        <Figure name="depth" value={number(state?.depth)} />
        <Figure name="solutions" value={number(state?.solutions)} />
        {tests && <Figure name={QUEUED.includes(method) ? "dropped" : "rejected"} value={number(state?.rejects)} />}
        {QUEUED.includes(method) && <Figure name="queue" value={number(state?.queued)} />}
      </dl>
      {text && (
        <>
          <p class="idea">
            {text.idea} <a href={link("learn", {}, text.topic)}>How it works</a>
          </p>
          <pre class="code" tabIndex={0} role="group" aria-label={`Pseudocode of ${methodTitle(method)}`} ref={code}>
            {text.code.map((line, place) => {
              const kinds = line.step === undefined ? [] : [line.step].flat();
              const now = last !== undefined && kinds.includes(last);
              return (
                <div
                  key={place}
                  class={now ? `now ${last}` : ""}
                  style={{ "--indent": `${Math.max(0, line.text.search(/\S/))}` }}
                >
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
