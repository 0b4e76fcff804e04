/** The hook with which components use an engine. The answer to an aborted question never reaches a component. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { ModuleName } from "./engine";
import { EngineClient, OwnEngine, SHARED } from "./engine-client";

/**
 * Returns a client of an engine. A new task of the client aborts its previous task; unmounting the component aborts the last one.
 * `own` is for long work: the client gets its own worker, and aborting a task ends the computation. `module` is the
 * module of that worker.
 */
export function useEngine({ own = false, module }: { own?: boolean; module?: ModuleName } = {}): EngineClient {
  const [client] = useState(() => new EngineClient(own ? new OwnEngine(module) : SHARED));
  useLayoutEffect(() => () => client.close(), [client]);
  return client;
}
