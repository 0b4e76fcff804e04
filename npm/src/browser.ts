/** The package in browsers: the module is fetched and compiled before the import completes. */
import { provide } from "./engine.js";
import { QueensError } from "./error.js";

async function fetched(): Promise<WebAssembly.Module> {
  const url = new URL("./queens.wasm", import.meta.url);
  const response = await fetch(url);
  if (!response.ok) {
    throw new QueensError(`${url.href}: ${response.status} ${response.statusText}`);
  }
  try {
    // Compiling while the file arrives needs the right type, which some hosts do not send.
    return response.headers.get("content-type")?.startsWith("application/wasm")
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (cause) {
    throw cause instanceof WebAssembly.CompileError
      ? new QueensError(`${url.href} is not the module, or this browser lacks WebAssembly with vectors (2023)`, {
          cause,
        })
      : cause;
  }
}

const compiled = await fetched();
provide(() => compiled);

export * from "./index.js";
