/** The methods as the library has them. */
import { useEffect, useState } from "preact/hooks";
import { frontDesk } from "./desk";
import type { MethodInfo } from "./questions";

let table: Promise<MethodInfo[]> | undefined;
let known: MethodInfo[] | null = null;

/** The table of all methods, the simplest first; null until the library is there. */
export function useMethods(): MethodInfo[] | null {
  const [methods, setMethods] = useState(known);
  useEffect(() => {
    table ??= frontDesk().ask("methods", {});
    table.then(
      (methods) => {
        known = methods;
        setMethods(methods);
      },
      () => {
        table = undefined;
      },
    );
  }, []);
  return methods;
}
