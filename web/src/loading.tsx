/** Parts of the page that are loaded when they are first shown. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

interface LoadProps<T> {
  /** The part, if it is loaded already. */
  known: T | undefined;
  load(): Promise<T>;
  children(part: T): ComponentChildren;
}

/** Shows a part once it is loaded. A failure is shown and can be tried again. Another part needs another `key`. */
export function Load<T>({ known, load, children }: LoadProps<T>) {
  // Objects, because a part may be a function, which the state would call.
  const [shown, setShown] = useState<{ part: T } | null>(known === undefined ? null : { part: known });
  const [failed, setFailed] = useState(false);
  const start = (onFailure: () => void) => {
    let current = true;
    load().then(
      (part) => current && setShown({ part }),
      () => current && onFailure(),
    );
    return () => {
      current = false;
    };
  };
  useEffect(() => (shown ? undefined : start(() => setFailed(true))), []);
  if (shown) {
    return <>{children(shown.part)}</>;
  }
  if (!failed) {
    return <p class="note loading">Loading …</p>;
  }
  // Some browsers remember a failed import; and after an update, only the new page knows the new file. Offline, a reload would lose
  // the page.
  const retry = () => start(() => navigator.onLine && location.reload());
  return (
    <div class="message bad" role="alert">
      <p>This part of the page could not be loaded. Check the network connection; there may be a newer version.</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}

/** Parts by name, each loaded once. A part that could not be loaded can be tried again. */
export class Parts<K extends string, T> {
  private loading = new Map<K, Promise<T>>();
  private loaded = new Map<K, T>();

  constructor(private loader: (name: K) => Promise<T>) {}

  known(name: K): T | undefined {
    return this.loaded.get(name);
  }

  /** Loads a part, or does nothing if it is loaded or being loaded. */
  load(name: K): Promise<T> {
    const load = async () => {
      try {
        const part = await this.loader(name);
        this.loaded.set(name, part);
        return part;
      } catch (error) {
        this.loading.delete(name);
        throw error;
      }
    };
    const part = this.loading.get(name) ?? load();
    this.loading.set(name, part);
    return part;
  }
}
