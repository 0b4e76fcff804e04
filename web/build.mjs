// Builds the page into crates/queens-cli/page, which is compiled into the command: `node build.mjs FOLDER`. The folder contains the
// modules queens.wasm and picture.wasm. File names contain a hash of the content. Every file has a copy that is compressed with
// Brotli.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { crates, licences } from "./licences.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const source = (name) => path.join(here, "src", name);
const dist = path.join(here, "..", "crates", "queens-cli", "page");
const [modulesFolder] = process.argv.slice(2);
if (!modulesFolder) {
  console.error("usage: node build.mjs FOLDER");
  process.exit(2);
}

const files = new Map();

/** Adds a file under a name with the hash of its content, and returns that name. */
function hashed(stem, extension, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  const name = `${stem}-${hash}.${extension}`;
  files.set(name, Buffer.from(content));
  return name;
}

const settings = (define) => ({
  bundle: true,
  write: false,
  minify: true,
  target: ["chrome100", "firefox100", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  outdir: dist,
  define: Object.fromEntries(Object.entries(define).map(([key, value]) => [key, JSON.stringify(value)])),
});

/** A script without imports. */
async function script(entry, define = {}) {
  const { outputFiles } = await build({ ...settings(define), entryPoints: [source(entry)], format: "iife" });
  return outputFiles[0].contents;
}

/** A style with what it imports. */
async function style(entry) {
  const { outputFiles } = await build({ ...settings({}), entryPoints: [source(entry)] });
  return outputFiles[0].contents;
}

/**
 * The modules of the pages and of what they load on demand; shared code is in modules of its own. Returns the module and the style of
 * an entry point, and the modules that one imports.
 */
async function modules(entries, define) {
  const { outputFiles, metafile } = await build({
    ...settings(define),
    entryPoints: entries.map(source),
    format: "esm",
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    metafile: true,
    absWorkingDir: here,
  });
  for (const { path: file, contents } of outputFiles) {
    files.set(path.basename(file), Buffer.from(contents));
  }
  const outputs = Object.entries(metafile.outputs).map(([file, output]) => ({ ...output, name: path.basename(file) }));
  const at = (file) => outputs.find(({ name }) => name === path.basename(file));
  const of = (entry) => {
    const found = outputs.find(({ entryPoint }) => entryPoint === `src/${entry}`);
    if (!found) {
      throw new Error(`${entry} is not loaded by any page`);
    }
    return found;
  };
  const imports = (output, seen = new Set()) => {
    for (const { path: file, kind } of output.imports) {
      if (kind === "import-statement" && !seen.has(path.basename(file))) {
        seen.add(path.basename(file));
        imports(at(file), seen);
      }
    }
    return seen;
  };
  return {
    file: (entry) => of(entry).name,
    style: (entry) => path.basename(of(entry).cssBundle),
    /** The module and all that it imports at once, without those that `base` has already loaded. */
    needs: (entry, base = null) => {
      const loaded = base ? new Set([of(base).name, ...imports(of(base))]) : new Set();
      return [of(entry).name, ...imports(of(entry))].filter((name) => !loaded.has(name));
    },
  };
}

// The page, the icon and the pictures of the library use the same drawing of a queen.
const drawing = await readFile(path.join(here, "..", "crates", "queens-draw", "src", "board.rs"), "utf8");
const queen = /const QUEEN: &str = "([^"]+)"/.exec(drawing)?.[1]?.replaceAll(/\\\n\s*/g, "");
if (!queen) {
  throw new Error("constant QUEEN not found in board.rs");
}

// The content security policy of the server is also added to the page, for other hosts. frame-ancestors works only as a header.
const commands = path.join(here, "..", "crates", "queens-cli", "src", "commands");
const server = await readFile(path.join(commands, "serve", "answer.rs"), "utf8");
const policy = [...(/concat!\(([^$]+)\$frames/.exec(server)?.[1] ?? "").matchAll(/"([^"]+)"/g)]
  .map(([, part]) => part)
  .join("")
  .replace(/;\s*frame-ancestors.*/, "");
if (!policy.startsWith("default-src 'none'")) {
  throw new Error("macro policy! not found in serve/answer.rs");
}

const wasmFiles = {};
for (const name of ["queens", "picture"]) {
  wasmFiles[name] = hashed(name, "wasm", await readFile(path.join(modulesFolder, `${name}.wasm`)));
}
const workerFile = hashed("worker", "js", await script("worker.ts"));
const SECTIONS = ["start", "play", "watch", "count", "learn", "explore"];
const sectionStyles = {};
for (const name of SECTIONS) {
  sectionStyles[name] = hashed(name, "css", await style(`style/sections/${name}.css`));
}
const forcedFile = hashed("forced", "css", await style("style/forced.css"));
const built = await modules(["app.tsx", "embed/embed.tsx"], {
  WASM_FILES: wasmFiles,
  WORKER_FILE: workerFile,
  SECTION_STYLES: sectionStyles,
});
const sectionFiles = SECTIONS.map((name) => [
  name,
  [sectionStyles[name], ...built.needs(`${name}/${name}.tsx`, "app.tsx")],
]);
const early = await script("early.ts", { SECTION_FILES: Object.fromEntries(sectionFiles) });
const earlyFile = hashed("early", "js", early);
const text = async (name) => (await readFile(source(name), "utf8")).replaceAll("QUEEN_PATH", queen);
const preloads = built.needs("app.tsx").map((name) => `<link rel="modulepreload" href="${name}" />`);
const page = (await text("index.html"))
  .replaceAll("CONTENT_POLICY", policy)
  .replaceAll("STYLE_FILE", built.style("app.tsx"))
  .replaceAll("FORCED_FILE", forcedFile)
  .replaceAll("APP_FILE", built.file("app.tsx"))
  .replaceAll("EARLY_FILE", earlyFile)
  .replaceAll("PRELOADS", preloads.join("\n    "));
files.set("index.html", Buffer.from(page));
// The page for frames of other sites. It loads neither the sections nor the service worker.
const themeFile = hashed("theme", "js", await script("embed/theme.ts"));
const embedPreloads = built.needs("embed/embed.tsx").map((name) => `<link rel="modulepreload" href="${name}" />`);
const embed = (await text("embed/embed.html"))
  .replaceAll("CONTENT_POLICY", policy)
  .replaceAll("STYLE_FILE", built.style("embed/embed.tsx"))
  .replaceAll("APP_FILE", built.file("embed/embed.tsx"))
  .replaceAll("THEME_FILE", themeFile)
  .replaceAll("PRELOADS", embedPreloads.join("\n    "));
files.set("embed.html", Buffer.from(embed));
files.set("icon.svg", Buffer.from(await text("icon.svg")));
files.set("manifest.webmanifest", Buffer.from(await text("manifest.webmanifest")));
const contents = createHash("sha256");
for (const [name, content] of files) {
  contents.update(name).update(content);
}
const version = contents.digest("hex").slice(0, 8);
const kept = ["./", ...[...files.keys()].filter((name) => name !== "index.html")];
files.set("sw.js", Buffer.from(await script("sw.ts", { FILES: kept, VERSION: version })));
/** A package whose code is part of the page. */
const dependency = async (name) => {
  const folder = path.join(here, "node_modules", name);
  return { name, folder, ...JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) };
};
const parts = [...crates(), ...(await Promise.all(["preact", "fflate"].map(dependency)))];
files.set("licences.txt", Buffer.from(await licences("This page", parts)));

await mkdir(dist, { recursive: true });
for (const name of await readdir(dist)) {
  if (name !== ".gitignore") {
    await rm(path.join(dist, name), { recursive: true });
  }
}
let [all, brotli, gzip] = [0, 0, 0];
for (const [name, content] of files) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const small = brotliCompressSync(content, { params });
  await writeFile(path.join(dist, name), content);
  await writeFile(path.join(dist, `${name}.br`), small);
  const size = gzipSync(content, { level: 9 }).length;
  console.log(`${name.padEnd(24)} ${content.length} bytes, ${small.length} with Brotli, ${size} with gzip`);
  [all, brotli, gzip] = [all + content.length, brotli + small.length, gzip + size];
}
console.log(`${"all".padEnd(24)} ${all} bytes, ${brotli} with Brotli, ${gzip} with gzip`);
