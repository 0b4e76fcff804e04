/** What the pages of Learn are made of: figures, code, links to the other sections, sliders, bars. */
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

/** Methods in code, the first one open. */
export function Code({ methods }: { methods: string[] }) {
  return (
    <div class="codes">
      <h2>In code</h2>
      {methods.map((name, place) => {
        const method = METHODS[name];
        return (
          method && (
            <details key={name} class="panel" open={place === 0}>
              <summary>
                {method.title} <code>{name}</code>
              </summary>
              <pre tabIndex={0} role="region" aria-label={`Code of ${name}`}>
                {method.code.map(({ text }) => text).join("\n")}
              </pre>
            </details>
          )
        );
      })}
    </div>
  );
}

/** Links to what a page describes. */
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
  /** The value in words. */
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

/** Buttons of which one is pressed. */
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

/** Bars from the left, with their numbers. */
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

/** A result that changes with a choice; screen readers announce it. */
export function Said({ kind, children }: { kind?: "good" | "bad" | undefined; children: ComponentChildren }) {
  return (
    <p class={`said ${kind ?? ""}`} aria-live="polite">
      {children}
    </p>
  );
}

/** Figures by the size of the board, a row each. */
export function Sizes(props: {
  caption: string;
  unseen?: boolean;
  class?: string;
  sizes: number[];
  rows: [string, string[]][];
}) {
  return (
    <table class={props.class}>
      <caption class={props.unseen ? "unseen" : undefined}>{props.caption}</caption>
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

/** A set of bits, the highest first. */
export function binary(bits: number, length: number): string {
  return bits.toString(2).padStart(length, "0");
}

/** Names as a list in a sentence: "A, B and C". */
export function listed(names: (string | number)[], word = "and"): string {
  const last = names.at(-1) ?? "none";
  return names.length < 2 ? `${last}` : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}
