// Builds the page into crates/queens-cli/page, which is compiled into the command: `node build.mjs MODULE.wasm`. File names contain
// a hash of the content. Every file has a copy that is compressed with Brotli.

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
const [wasm] = process.argv.slice(2);
if (!wasm) {
  console.error("usage: node build.mjs MODULE.wasm");
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

async function bundle(entry, define = {}) {
  const defined = Object.entries(define).map(([key, value]) => [key, JSON.stringify(value)]);
  const { outputFiles } = await build({
    entryPoints: [source(entry)],
    bundle: true,
    write: false,
    minify: true,
    format: entry === "app.tsx" ? "esm" : "iife",
    target: ["chrome100", "firefox100", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    outdir: dist,
    define: Object.fromEntries(defined),
  });
  const of = (extension) => outputFiles.find((file) => file.path.endsWith(extension))?.contents;
  return { script: of(".js"), style: of(".css") };
}

// The page, the icon and the pictures of the library use the same drawing of a queen.
const drawing = await readFile(path.join(here, "..", "crates", "queens", "src", "draw", "svg.rs"), "utf8");
const queen = /const QUEEN: &str = "([^"]+)"/.exec(drawing)?.[1]?.replaceAll(/\\\n\s*/g, "");
if (!queen) {
  throw new Error("constant QUEEN not found in draw/svg.rs");
}

// The content security policy of the server is also added to the page, for other hosts. frame-ancestors works only as a header.
const commands = path.join(here, "..", "crates", "queens-cli", "src", "commands");
const server = await readFile(path.join(commands, "serve", "answer.rs"), "utf8");
const allowed = /"content-security-policy",\s*"([^"]+)"/.exec(server)?.[1]?.replaceAll(/\\\n\s*/g, "");
if (!allowed) {
  throw new Error("content-security-policy not found in serve/answer.rs");
}
const policy = allowed.replace(/;\s*frame-ancestors [^;]+/, "");

const wasmFile = hashed("queens", "wasm", await readFile(wasm));
const worker = await bundle("worker.ts");
const workerFile = hashed("worker", "js", worker.script);
const app = await bundle("app.tsx", { WASM_FILE: wasmFile, WORKER_FILE: workerFile });
const appFile = hashed("app", "js", app.script);
const themeFile = hashed("theme", "js", (await bundle("theme.ts")).script);
const styleFile = hashed("style", "css", app.style);
const text = async (name) => (await readFile(source(name), "utf8")).replaceAll("QUEEN_PATH", queen);
const page = (await text("index.html"))
  .replaceAll("CONTENT_POLICY", policy)
  .replaceAll("STYLE_FILE", styleFile)
  .replaceAll("APP_FILE", appFile)
  .replaceAll("THEME_FILE", themeFile);
files.set("index.html", Buffer.from(page));
files.set("icon.svg", Buffer.from(await text("icon.svg")));
files.set("manifest.webmanifest", Buffer.from(await text("manifest.webmanifest")));
const contents = createHash("sha256");
for (const [name, content] of files) {
  contents.update(name).update(content);
}
const version = contents.digest("hex").slice(0, 8);
const kept = ["./", ...[...files.keys()].filter((name) => name !== "index.html")];
const { script } = await bundle("sw.ts", { FILES: kept, VERSION: version });
files.set("sw.js", Buffer.from(script));
const preact = path.join(here, "node_modules", "preact");
const parts = [
  ...crates(),
  { name: "preact", folder: preact, ...JSON.parse(await readFile(path.join(preact, "package.json"), "utf8")) },
];
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
