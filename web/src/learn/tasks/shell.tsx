/** What all exercises share: the frame, the answer and its explanation, and the usual ways to answer. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { SmallBoard } from "../../board";
import { errorMessage } from "../../engine";
import type { Task } from "../../engine-client";
import { useEngine } from "../../use-engine";
import { exerciseKey, useProgress } from "../progress";

export interface Verdict {
  kind?: "good" | "bad" | undefined;
  text: ComponentChildren;
}

export interface ExerciseState {
  verdict: Verdict | null;
  /** Whether the current question is answered. */
  finished: boolean;
  /** The number of the question, from 0. */
  variant: number;
  /** Correct: the exercise is solved. */
  right(text: ComponentChildren): void;
  wrong(text: ComponentChildren): void;
  /** Neither: progress, or a hint. */
  say(text: ComponentChildren, kind?: Verdict["kind"]): void;
  /** Removes the explanation. */
  clear(): void;
  /** The next question. */
  another(): void;
  /** Asks the library; problems are shown. */
  ask<T>(work: (task: Task) => Promise<T>, then: (result: T) => void): void;
}

export interface ExerciseId {
  lesson: string;
  name: string;
}

export function useExercise({ lesson, name }: ExerciseId): ExerciseState {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [finished, setFinished] = useState(false);
  const [variant, setVariant] = useState(0);
  const { solve } = useProgress();
  const engine = useEngine();
  return {
    verdict,
    finished,
    variant,
    right: (text) => {
      setVerdict({ kind: "good", text });
      setFinished(true);
      solve(exerciseKey(lesson, name));
    },
    wrong: (text) => setVerdict({ kind: "bad", text }),
    say: (text, kind) => setVerdict({ kind, text }),
    clear: () => setVerdict(null),
    another: () => {
      setVariant((variant) => variant + 1);
      setVerdict(null);
      setFinished(false);
    },
    ask: (work, then) => {
      engine.run(work, then, (error) => setVerdict({ kind: "bad", text: errorMessage(error) }));
    },
  };
}

/** Loads what a question needs whenever the number of the question changes. Null until it is there. */
export function useQuestion<T>(variant: number, load: (task: Task, variant: number) => Promise<T>): T | null {
  const [question, setQuestion] = useState<{ variant: number; value: T } | null>(null);
  const engine = useEngine();
  useEffect(
    () =>
      engine.run(
        (task) => load(task, variant),
        (value) => setQuestion({ variant, value }),
        // The exercise shows the same problem when it asks for anything else.
        () => undefined,
      ),
    [variant],
  );
  return question?.variant === variant ? question.value : null;
}

/** The frame of an exercise. */
export function Exercise(props: {
  id: ExerciseId;
  title: string;
  state: ExerciseState;
  /** What to do, in one or two sentences. */
  task: ComponentChildren;
  /** Buttons next to "Another one". */
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { id, title, state } = props;
  const { solved } = useProgress();
  const done = solved.has(exerciseKey(id.lesson, id.name));
  const next = useRef<HTMLButtonElement>(null);
  const before = useRef(state.finished);
  useEffect(() => {
    // The element that had the focus may be gone, for example a button that was pressed.
    if (state.finished && !before.current && document.activeElement === document.body) {
      next.current?.focus({ preventScroll: true });
    }
    before.current = state.finished;
  }, [state.finished]);
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The bar of the lesson would cover it at the lower edge.
    if (state.verdict) {
      verdict.current?.scrollIntoView({ block: "nearest" });
    }
  }, [state.verdict]);
  return (
    <section class="exercise panel" aria-label={`Exercise: ${title}`} data-exercise={id.name} data-solved={done}>
      <h2>
        <span class="your-turn">Your turn</span> {title}
        {done && (
          <span class="solved">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m5 13 4.5 4.5L19 7" />
            </svg>
            Solved
          </span>
        )}
      </h2>
      <p>{props.task}</p>
      {props.children}
      <div class="verdict" aria-live="polite" ref={verdict}>
        {state.verdict && <p class={`message ${state.verdict.kind ?? ""}`}>{state.verdict.text}</p>}
      </div>
      {(props.actions || state.finished) && (
        <div class="controls">
          {props.actions}
          {state.finished && (
            <button type="button" ref={next} onClick={state.another}>
              Another one
            </button>
          )}
        </div>
      )}
    </section>
  );
}

/** Boards to choose from. */
export function BoardChoice(props: {
  label: string;
  boards: (number | null)[][];
  chosen?: number | null;
  disabled?: boolean;
  onChoose(place: number): void;
}) {
  return (
    <div class="board-choice" role="group" aria-label={props.label}>
      {props.boards.map((rows, place) => {
        const letter = String.fromCharCode(65 + place);
        const text = rows.map((row) => (row === null ? "·" : row + 1)).join(" ");
        return (
          <button
            key={place}
            type="button"
            aria-label={`Board ${letter}: ${text}`}
            aria-pressed={props.chosen === place}
            aria-disabled={props.disabled ?? false}
            onClick={() => props.disabled || props.onChoose(place)}
          >
            <SmallBoard rows={rows} label={text} />
            <span>{letter}</span>
          </button>
        );
      })}
    </div>
  );
}

/** A whole number to type. */
export function NumberAnswer(props: { label: string; disabled?: boolean; onAnswer(value: number): void }) {
  const [text, setText] = useState("");
  const valid = /^\d{1,9}$/.test(text.trim());
  const answer = () => valid && !props.disabled && props.onAnswer(Number(text));
  return (
    <div class="controls number-answer">
      <label class="field">
        {props.label}
        <input
          type="text"
          inputMode="numeric"
          autocomplete="off"
          size={6}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && answer()}
        />
      </label>
      <button type="button" class="primary" aria-disabled={!valid || props.disabled === true} onClick={answer}>
        Check
      </button>
    </div>
  );
}

/** Bits to switch, the highest first. */
export function BitSwitches(props: {
  label: string;
  bits: number;
  length: number;
  /** The name of a bit, above it. */
  nameOf(place: number): string;
  disabled?: boolean;
  onBits(bits: number): void;
}) {
  const places = Array.from({ length: props.length }, (_, place) => props.length - 1 - place);
  return (
    <div class="bit-switches" role="group" aria-label={props.label}>
      {places.map((place) => {
        const on = ((props.bits >> place) & 1) === 1;
        return (
          <button
            key={place}
            type="button"
            aria-pressed={on}
            aria-disabled={props.disabled ?? false}
            onClick={() => props.disabled || props.onBits(props.bits ^ (1 << place))}
          >
            <small>{props.nameOf(place)}</small> <b>{on ? 1 : 0}</b>
          </button>
        );
      })}
    </div>
  );
}

/** Numbers that look random, and are the same for the same question. */
export function mixed(seed: number): (below: number) => number {
  let state = (seed * 2654435761 + 97) >>> 0;
  return (below) => {
    // A linear congruential generator; the high bits are the better ones.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A shuffled copy. */
export function shuffled<T>(items: T[], random: (below: number) => number): T[] {
  const list = [...items];
  for (let last = list.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [list[last], list[other]] = [list[other] as T, list[last] as T];
  }
  return list;
}
