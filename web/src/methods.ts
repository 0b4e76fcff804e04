/** The table of methods and their names in words, from the library. */
import { useEffect, useState } from "preact/hooks";
import { METHOD_TITLES } from "./method-titles";
import type { MethodResult } from "./results";
import { useEngine } from "./use-engine";

/** The name of a method in words. The page shows it; the name as typed is for links and the command. */
export const methodTitle = (method: string): string => METHOD_TITLES[method] ?? method;

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
