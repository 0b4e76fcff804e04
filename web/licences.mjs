// Collects the licences of the dependencies of the page and the npm package.
import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

/** The output of a cargo command. */
export function cargo(words) {
  const run = spawnSync(process.env.CARGO ?? "cargo", words.split(" "), {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) {
    throw new Error(`cargo ${words}: ${run.stderr ?? run.error}`);
  }
  return run.stdout;
}

/** The external crates in the WebAssembly module: name, version, licence and folder of each. */
export function crates() {
  // The tree lists the dependencies of this crate; the metadata has their folders.
  const target = "wasm32-unknown-unknown";
  const tree = cargo(`tree -p queens-web -e normal,no-proc-macro --target ${target} --prefix none --format {p}`);
  const needed = new Set(tree.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  const { packages } = JSON.parse(cargo(`metadata --format-version 1 --filter-platform ${target}`));
  return packages
    .filter(({ name, version, source }) => source && needed.has(`${name} v${version}`))
    .map(({ name, version, license, manifest_path }) => ({
      name,
      version,
      license,
      folder: path.dirname(manifest_path),
    }));
}

/** Concatenates the licence texts of dependencies. */
export async function licences(what, parts) {
  const texts = [`${what} contains the following third-party software.\n`];
  for (const { name, version, license, folder } of parts) {
    texts.push(`\n${"=".repeat(80)}\n${name} ${version}: ${license}\n`);
    const named = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice|copyright)/i.test(file)).sort();
    for (const file of named) {
      texts.push(`\n${(await readFile(path.join(folder, file), "utf8")).trim()}\n`);
    }
  }
  return texts.join("");
}
