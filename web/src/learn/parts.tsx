/** Components of the pages of Learn: figures, code, links to other sections, sliders, bars. */
import type { ComponentChildren } from "preact";
import { METHODS } from "./methods";

export function Figure(props: { caption: ComponentChildren; class?: string; children: ComponentChildren }) {
  return (
    <figure class={`figure panel ${props.class ?? ""}`}>
      {props.children}
      <figcaption>{props.caption}</figcaption>
    </figure>
  );
}

/** The pseudocode of methods, the first one open. */
export function Code({ methods }: { methods: string[] }) {
  return (
    <div class="codes">
      <h2>Pseudocode</h2>
      {methods.map((name, place) => {
        const method = METHODS[name];
        return (
          method && (
            <details key={name} class="panel" open={place === 0}>
              <summary>
                {method.title} <code>{name}</code>
              </summary>
              <pre tabIndex={0} role="region" aria-label={`Pseudocode of ${name}`}>
                {method.code.map(({ text }) => text).join("\n")}
              </pre>
            </details>
          )
        );
      })}
    </div>
  );
}

/** Links to the other sections. */
export function Try({ links }: { links: [href: string, text: string][] }) {
  return (
    <div class="try">
      <h2>Try it</h2>
      <ul>
        {links.map(([href, text]) => (
          <li key={href}>
            <a class="button" href={href}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Slider(props: {
  label: string;
  value: number;
  least?: number;
  most: number;
  /** The value as text. */
  text: string;
  onValue(value: number): void;
}) {
  return (
    <label class="field slider">
      <span>
        {props.label}: <b>{props.text}</b>
      </span>
      <input
        type="range"
        aria-label={props.label}
        aria-valuetext={props.text}
        min={props.least ?? 0}
        max={props.most}
        value={props.value}
        onInput={(event) => props.onValue(Number(event.currentTarget.value))}
      />
    </label>
  );
}

/** A group of buttons, one of which is pressed. */
export function Choice<T extends string>(props: {
  label: string;
  value: T;
  options: Record<NoInfer<T>, string>;
  onValue(value: NoInfer<T>): void;
}) {
  return (
    <div class="choice" role="group" aria-label={props.label}>
      {(Object.keys(props.options) as T[]).map((value) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onValue(value)}>
          {props.options[value]}
        </button>
      ))}
    </div>
  );
}

export interface Bar {
  name: string;
  value: number;
  kind?: "accent" | "pale" | undefined;
}

/** A bar chart with numbers. */
export function Bars({ bars, label }: { bars: Bar[]; label: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul class="bars" aria-label={label}>
      {bars.map(({ name, value, kind }) => (
        <li key={name}>
          <span>{name}</span>
          <span class="bar" aria-hidden="true">
            <span class={kind} style={{ width: `${(100 * value) / most}%` }} />
          </span>
          <span class="number">{grouped(value)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A text that depends on the state of a figure; screen readers announce it. */
export function Message({ kind, children }: { kind?: "good" | "bad" | undefined; children: ComponentChildren }) {
  return (
    <p class={`message ${kind ?? ""}`} aria-live="polite">
      {children}
    </p>
  );
}

/** A table with one column per board size. */
export function Sizes(props: {
  caption: string;
  hiddenCaption?: boolean;
  class?: string;
  sizes: number[];
  rows: [string, string[]][];
}) {
  return (
    <table class={props.class}>
      <caption class={props.hiddenCaption ? "visually-hidden" : undefined}>{props.caption}</caption>
      <thead>
        <tr>
          <th scope="col">N</th>
          {props.sizes.map((size) => (
            <th key={size} scope="col" class="number">
              {size}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(([name, figures]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {figures.map((figure, place) => (
              <td key={place} class="number">
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function grouped(number: number): string {
  return number.toLocaleString("en");
}

export function plural(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A set of bits, the highest first. */
export function binary(bits: number, length: number): string {
  return bits.toString(2).padStart(length, "0");
}

/** Names as a list in a sentence: "A, B and C". */
export function listed(names: (string | number)[], word = "and"): string {
  const last = names.at(-1) ?? "none";
  return names.length < 2 ? `${last}` : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}
