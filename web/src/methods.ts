/** The table of methods, from the library. */
import { useEffect, useState } from "preact/hooks";
import type { MethodResult } from "./results";
import { useEngine } from "./use-engine";

/** Loaded once per visit. */
let known: MethodResult[] | null = null;

/** All methods, the simplest first; null until the library has answered. */
export function useMethods(): MethodResult[] | null {
  const [methods, setMethods] = useState(known);
  const engine = useEngine();
  useEffect(() => {
    if (known) {
      return;
    }
    return engine.run(
      (task) => task.ask("methods", {}),
      (table) => {
        known = table;
        setMethods(table);
      },
      // The section reports the same failure when it asks for anything else.
      () => undefined,
    );
  }, []);
  return methods;
}
