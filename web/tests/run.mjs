// Bundles and runs all tests, or the named ones: `node tests/run.mjs [watch.test.ts ...]`. QUEENS_COMMAND is the command, built with
// the page, and QUEENS_CHROMIUM is the browser.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = path.dirname(fileURLToPath(import.meta.url));
const outdir = path.join(here, "..", "node_modules", ".tests");
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(here).filter((name) => name.endsWith(".test.ts"));
await build({
  entryPoints: files.map((name) => path.join(here, name)),
  bundle: true,
  outdir,
  outExtension: { ".js": ".mjs" },
  platform: "node",
  format: "esm",
  target: "node20",
  packages: "external",
  logLevel: "error",
});
const built = files.map((name) => path.join(outdir, name.replace(/\.ts$/, ".mjs")));
// Two at a time: a browser mostly waits.
const testing = ["--test", "--test-concurrency=2", "--test-reporter=spec"];
const tests = files.some((name) => name.endsWith(".test.ts"));
const { status } = spawnSync(process.execPath, [...(tests ? testing : []), ...built], { stdio: "inherit" });
process.exit(status ?? 1);
