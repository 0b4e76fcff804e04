/** The table of methods as the library has it. */
import { useEffect, useState } from "preact/hooks";
import type { MethodResult } from "./results";
import { useEngine } from "./use-engine";

/** The same for the whole visit. */
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
      // Whoever asks for more than the table reports what is wrong.
      () => undefined,
    );
  }, []);
  return methods;
}
