/** The entry point for browsers: fetches and compiles the module before the import completes. */
import { provide } from "./engine.js";
import { QueensError } from "./error.js";

async function fetched(): Promise<WebAssembly.Module> {
  const url = new URL("./queens.wasm", import.meta.url);
  const response = await fetch(url);
  if (!response.ok) {
    throw new QueensError(`${url.href}: ${response.status} ${response.statusText}`);
  }
  try {
    // Streaming compilation needs the right content type, which some hosts do not send.
    return response.headers.get("content-type")?.startsWith("application/wasm")
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (cause) {
    throw cause instanceof WebAssembly.CompileError
      ? new QueensError(`${url.href} is not a valid module, or this browser has no WebAssembly SIMD`, {
          cause,
        })
      : cause;
  }
}

const compiled = await fetched();
provide(() => compiled);

export * from "./index.js";
