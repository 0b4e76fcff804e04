// Packs target/npm, installs the tarball into an empty folder as a user would, and runs the tests there: `node npm/tests/run.mjs [NAME.test.mjs
// ...]`. QUEENS_CHROMIUM is the browser; without it the tests in a browser are skipped.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cargo } from "../../web/licences.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const { target_directory } = JSON.parse(cargo("metadata --format-version 1 --no-deps"));
const built = path.join(target_directory, "npm");
const project = path.join(target_directory, "npm-test");

// Offline, and independent of the npm settings of the user.
const npm = (words, cwd) =>
  execFileSync("npm", [...words, "--loglevel=error", "--offline", "--no-audit", "--no-fund"], {
    cwd,
    encoding: "utf8",
    shell: process.platform === "win32",
  });

rmSync(project, { recursive: true, force: true });
mkdirSync(project, { recursive: true });
const [packed] = JSON.parse(npm(["pack", built, "--json"], project));
writeFileSync(path.join(project, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
const start = performance.now();
npm(["install", `./${packed.filename}`], project);
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(
  `${packed.filename}: ${packed.size} bytes packed, ${packed.unpackedSize} unpacked, installed in ${seconds} s`,
);

cpSync(here, project, { recursive: true });
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(here).filter((name) => name.endsWith(".test.mjs"));
const env = { ...process.env, QUEENS_WEB: path.join(here, "..", "..", "web") };
const { status } = spawnSync(process.execPath, ["--test", "--test-reporter=spec", ...files], {
  cwd: project,
  env,
  stdio: "inherit",
});
process.exit(status ?? 1);
