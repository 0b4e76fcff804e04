// Bundles the tests and runs them: `npm test`. QUEENS_COMMAND is the command with the page in it, QUEENS_CHROMIUM the browser.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.join(here, "..", "node_modules", ".tests");
mkdirSync(folder, { recursive: true });
const [entry = "all.test.ts"] = process.argv.slice(2);
const outfile = path.join(folder, entry.replace(/\.ts$/, ".mjs"));
await build({
  entryPoints: [path.join(here, entry)],
  bundle: true,
  outfile,
  platform: "node",
  format: "esm",
  target: "node18",
  packages: "external",
  logLevel: "error",
});
const args = entry.endsWith(".test.ts") ? ["--test", "--test-reporter=spec", outfile] : [outfile];
const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
process.exit(status ?? 1);
