/**
 * Which exercises are solved. The list is kept in the browser. What is read from there may have been written by another version or
 * by another page of the same host, so every part of it is checked.
 */
import { useEffect, useState } from "preact/hooks";
import { LESSONS, type Lesson } from "./lessons";

const KEY = "queens.learn";
const VERSION = 1;

/** All exercises, as they are stored: `problem/place`. */
const KNOWN = new Set(LESSONS.flatMap(({ id, exercises }) => exercises.map((name) => `${id}/${name}`)));

export const exerciseKey = (lesson: string, name: string) => `${lesson}/${name}`;

/** The solved exercises in a stored text; none if the text is not what this version writes. */
export function parseProgress(text: string | null): Set<string> {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (typeof stored !== "object" || stored === null || !("version" in stored) || stored.version !== VERSION) {
      return new Set();
    }
    const solved = "solved" in stored && Array.isArray(stored.solved) ? stored.solved : [];
    return new Set(solved.filter((name): name is string => typeof name === "string" && KNOWN.has(name)));
  } catch {
    return new Set();
  }
}

export function writeProgress(solved: Set<string>): string {
  return JSON.stringify({ version: VERSION, solved: [...solved] });
}

function load(): Set<string> {
  try {
    return parseProgress(localStorage.getItem(KEY));
  } catch {
    // Without storage, progress lasts as long as the page.
    return new Set();
  }
}

let solved = load();
const listeners = new Set<() => void>();

function store(next: Set<string>): void {
  solved = next;
  try {
    localStorage.setItem(KEY, writeProgress(next));
  } catch {
    // As above.
  }
  for (const changed of listeners) {
    changed();
  }
}

// Another tab may solve exercises too.
addEventListener("storage", (event) => {
  const { key } = event as StorageEvent;
  if (key === KEY || key === null) {
    solved = load();
    for (const changed of listeners) {
      changed();
    }
  }
});

export interface Progress {
  solved: Set<string>;
  isDone(lesson: Lesson): boolean;
  /** The number of finished lessons. */
  done: number;
  /** The first lesson that is not finished; undefined if all are. */
  next: Lesson | undefined;
  solve(key: string): void;
  clear(): void;
}

export function useProgress(): Progress {
  const [, render] = useState(0);
  useEffect(() => {
    const changed = () => render((count) => count + 1);
    listeners.add(changed);
    // Something may have been solved between the first render and this effect.
    changed();
    return () => void listeners.delete(changed);
  }, []);
  const isDone = ({ id, exercises }: Lesson) => exercises.every((name) => solved.has(exerciseKey(id, name)));
  return {
    solved,
    isDone,
    done: LESSONS.filter(isDone).length,
    next: LESSONS.find((lesson) => !isDone(lesson)),
    solve: (key) => solved.has(key) || store(new Set([...solved, key])),
    clear: () => store(new Set()),
  };
}
