/** The hook by which components ask an engine. It guarantees that an aborted question never delivers its answer to a component. */
import { useLayoutEffect, useState } from "preact/hooks";
import { EngineClient, OwnEngine, SHARED } from "./engine-client";

/**
 * The client of one use of an engine in a component. A new task of the client aborts the one before; unmounting the component
 * aborts the last one. `own` is for long work: the client gets a worker of its own, and aborting ends what the worker computes.
 */
export function useEngine({ own = false }: { own?: boolean } = {}): EngineClient {
  const [client] = useState(() => new EngineClient(own ? new OwnEngine() : SHARED));
  useLayoutEffect(() => () => client.close(), [client]);
  return client;
}
