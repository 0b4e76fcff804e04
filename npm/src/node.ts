/** The package in Node, Bun and Deno: the module is read from its file at the first call. */
import { readFileSync } from "node:fs";
import { provide } from "./engine.js";

provide(() => new WebAssembly.Module(readFileSync(new URL("./queens.wasm", import.meta.url))));

export * from "./index.js";
