/** The entry point for Node, Bun and Deno: reads the module from its file at the first call. */
import { readFileSync } from "node:fs";
import { provide } from "./engine.js";

provide(() => new WebAssembly.Module(readFileSync(new URL("./queens.wasm", import.meta.url))));

export * from "./index.js";
