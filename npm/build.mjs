// Builds the npm package into target/npm, ready for `npm pack`: `node npm/build.mjs MODULE.wasm`. MODULE is queens-web compiled with the
// feature `package`. Version, licence and repository are those of the Rust workspace.
import { spawnSync } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cargo, crates, licences } from "../web/licences.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.join(here, "..");
const { packages, target_directory } = JSON.parse(cargo("metadata --format-version 1 --no-deps"));
const out = path.join(target_directory, "npm");
const [wasm] = process.argv.slice(2);
if (!wasm) {
  console.error("usage: node npm/build.mjs MODULE.wasm");
  process.exit(2);
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

const compiler = createRequire(path.join(root, "web", "package.json")).resolve("typescript/package.json");
const tsc = path.join(path.dirname(compiler), "bin", "tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", here, "--outDir", out], { stdio: "inherit" });
if (status !== 0) {
  process.exit(1);
}
// Only what index.d.ts refers to is public.
for (const name of ["browser", "engine", "node"]) {
  await rm(path.join(out, `${name}.d.ts`));
}

const library = packages.find(({ name }) => name === "queens");
const { version, license, repository, homepage } = library;
const template = JSON.parse(await readFile(path.join(here, "package.json"), "utf8"));
const { name, description, keywords, ...rest } = template;
const where = repository && {
  repository: { type: "git", url: `git+${repository.replace(/(\.git)?$/, ".git")}` },
  bugs: `${repository}/issues`,
};
const manifest = { name, version, description, keywords, license, ...(homepage && { homepage }), ...where, ...rest };
await writeFile(path.join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

await cp(wasm, path.join(out, "queens.wasm"));
await cp(path.join(here, "README.md"), path.join(out, "README.md"));
await cp(path.join(here, "examples"), path.join(out, "examples"), { recursive: true });
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) {
  await cp(path.join(root, file), path.join(out, file));
}
await writeFile(path.join(out, "THIRD-PARTY-LICENSES.txt"), await licences("queens.wasm", crates()));

// The module of the page has the same file name, but does not know the questions of the package.
const { count } = await import(path.join(out, "node.js"));
try {
  count(1);
} catch (error) {
  console.error(`${wasm} is not the module of the package; build it with --features package (${error.message})`);
  process.exit(1);
}
console.log(`${name} ${version} is in ${out}`);
