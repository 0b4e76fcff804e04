// Uses of the package: from TypeScript, from CommonJS, bundled, and in a browser.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import * as queens from "queens";

// TypeScript, esbuild and Playwright come from the packages of the web page.
const web = createRequire(path.join(process.env.QUEENS_WEB, "package.json"));
const folder = path.dirname(createRequire(import.meta.url).resolve("queens/package.json"));
const esbuild = web("esbuild");
const scratch = mkdtempSync(path.join(process.cwd(), "consumers-"));

function node(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  return { status, stdout, stderr };
}

for (const [module, resolution] of [
  ["nodenext", "nodenext"],
  ["esnext", "bundler"],
]) {
  test(`the types compile with moduleResolution ${resolution}`, () => {
    const tsc = path.join(path.dirname(web.resolve("typescript/package.json")), "bin", "tsc");
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noEmit"];
    const words = [
      "--target",
      "es2022",
      "--lib",
      "es2022",
      "--types",
      "",
      "--module",
      module,
      "--moduleResolution",
      resolution,
    ];
    // Without --ignoreConfig, TypeScript refuses files if a parent folder has a tsconfig.json.
    const { status, stdout } = node(tsc, "--ignoreConfig", ...strict, ...words, "consumer.ts");
    assert.equal(status, 0, stdout);
  });
}

test("the package contains its files and metadata", () => {
  const { name, version, license, exports } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  assert.equal(name, "queens");
  assert.match(version, /^\d+\.\d+\.\d+/);
  assert.equal(license, "MIT OR Apache-2.0");
  for (const file of [
    ...Object.values(exports["."]),
    "queens.wasm",
    "README.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "examples/validate.mjs",
  ]) {
    assert(readFileSync(path.join(folder, file)).length > 0, file);
  }
});

test("types and exports list the same functions", () => {
  const types = readFileSync(path.join(folder, "index.d.ts"), "utf8");
  const declared = new Set([...types.matchAll(/^export declare function (\w+)/gm)].map(([, name]) => name));
  const exported = Object.entries(queens).filter(([, value]) => !/^class/.test(String(value)));
  assert.deepEqual([...declared].sort(), exported.map(([name]) => name).sort());
});

/** Runs example code, in which each `expression; // value` becomes an assertion. Returns the number of assertions. */
function runExample(name, code) {
  const checked = code.replace(
    /^(.*\S); +\/\/ (.+)$/gm,
    (_, expression, value) => `assert.deepEqual(${expression}, ${value});`,
  );
  const file = path.join(scratch, name);
  writeFileSync(file, `import assert from "node:assert/strict";\n${checked}`);
  const { status, stderr } = node(file);
  assert.equal(status, 0, `${code}\n${stderr}`);
  return checked.split("assert.deepEqual").length - 1;
}

test("the example of the README runs and gives the values in its comments", () => {
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  const [, code] = /```js\n([\s\S]*?)```/.exec(readme);
  assert(runExample("readme.mjs", code) > 5, "too few statements with a value");
});

test("every function has an example, which runs and gives the values in its comments", () => {
  const types = readFileSync(path.join(folder, "index.d.ts"), "utf8");
  const solution = readFileSync(path.join(folder, "solution.d.ts"), "utf8");
  const documented = [...types.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export declare function (\w+)/g)];
  assert.equal(documented.length, types.match(/^export declare function/gm).length);
  for (const [place, [, comment, name]] of [...documented, ["", solution, "class Solution"]].entries()) {
    const [, example] = /@example\s+\* ```js\n([\s\S]*?)```/.exec(comment) ?? assert.fail(`${name} has no example`);
    const code = example.replace(/^ *\* ?/gm, "");
    const imports = `import { ${Object.keys(queens).join(", ")} } from "queens";\n`;
    assert(runExample(`example-${place}.mjs`, imports + code) > 0, name);
  }
});

const requires = process.features.require_module;
test("CommonJS can require it", { skip: requires ? false : "this Node cannot require ES modules" }, () => {
  const file = path.join(scratch, "required.cjs");
  writeFileSync(file, 'console.log(String(require("queens").count(8).solutions));');
  assert.equal(node(file).stdout.trim(), "92");
});

test("a bundle for Node runs next to queens.wasm", async () => {
  const outfile = path.join(scratch, "node", "bundle.mjs");
  const contents = 'import { count } from "queens"; console.log(String(count(8).solutions));';
  await esbuild.build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
  });
  copyFileSync(path.join(folder, "queens.wasm"), path.join(scratch, "node", "queens.wasm"));
  assert.equal(node(outfile).stdout.trim(), "92");
});

/** A static host; `types` tells whether it knows the type of .wasm files. */
function host(root, types) {
  const kinds = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".wasm": types ? "application/wasm" : "application/octet-stream",
  };
  const server = createServer(({ url }, response) => {
    const file = path.join(root, new URL(url, "http://localhost").pathname);
    try {
      const content = readFileSync(file);
      response.writeHead(200, { "content-type": kinds[path.extname(file)] ?? "text/plain" }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const chromium = process.env.QUEENS_CHROMIUM;

test("it runs in a browser, from files and bundled, on the page and in a worker", {
  skip: chromium ? false : "QUEENS_CHROMIUM is not set",
}, async () => {
  const root = path.join(scratch, "site");
  mkdirSync(root);
  cpSync(folder, path.join(root, "queens"), { recursive: true });
  for (const name of ["empty.html", "favicon.ico"]) {
    writeFileSync(path.join(root, name), "");
  }
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  const [, code] = /```js\n(\/\/ worker.js[\s\S]*?)```/.exec(readme);
  const worker = (from) => code.replace('import("queens")', `import("${from}")`);
  writeFileSync(path.join(root, "worker.js"), worker("./queens/browser.js"));
  mkdirSync(path.join(root, "bundle"));
  copyFileSync(path.join(folder, "queens.wasm"), path.join(root, "bundle", "queens.wasm"));
  const bundled = { "page.js": 'export * from "queens";', "worker.js": worker("queens") };
  for (const [name, contents] of Object.entries(bundled)) {
    const outfile = path.join(root, "bundle", name);
    await esbuild.build({
      stdin: { contents, resolveDir: process.cwd() },
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      outfile,
    });
  }
  const browser = await web("playwright-core").chromium.launch({
    executablePath: chromium,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    for (const [types, page, background] of [
      [true, "/queens/browser.js", "/worker.js"],
      [false, "/bundle/page.js", "/bundle/worker.js"],
    ]) {
      const server = await host(root, types);
      const tab = await browser.newPage();
      const problems = [];
      tab.on("pageerror", (error) => problems.push(error.message));
      tab.on("console", (message) => message.type() === "error" && problems.push(message.text()));
      await tab.goto(`http://127.0.0.1:${server.address().port}/empty.html`);
      const found = await tab.evaluate(
        async ([page, background]) => {
          const queens = await import(page);
          const made = queens.puzzle(7, { seed: 5 });
          let refused;
          try {
            queens.count(33);
          } catch (error) {
            refused = `${error.name}: ${error.message}`;
          }
          const worker = new Worker(background, { type: "module" });
          const next = () =>
            new Promise((resolve, reject) => {
              worker.onmessage = ({ data }) => resolve(data);
              worker.onerror = reject;
            });
          worker.postMessage({ name: "count", args: [10] });
          const counted = await next();
          // This would take hours: the page stays responsive and terminates it.
          worker.postMessage({ name: "count", args: [25] });
          const slow = await Promise.race([next(), new Promise((resolve) => setTimeout(resolve, 300, "running"))]);
          worker.terminate();
          return {
            count: String(queens.count(8).solutions),
            listed: [...queens.solutions(6)].map(String),
            made,
            refused,
            counted: String(counted.solutions),
            slow,
          };
        },
        [page, background],
      );
      assert.deepEqual(found, {
        count: "92",
        listed: ["2 4 6 1 3 5", "3 6 2 5 1 4", "4 1 5 2 6 3", "5 3 1 6 4 2"],
        made: JSON.parse(JSON.stringify(queens.puzzle(7, { seed: 5 }))),
        refused: "QueensError: N = 33 is too large: boards go from 0 to 32",
        counted: "724",
        slow: "running",
      });
      assert.deepEqual(problems, []);
      await tab.close();
      server.close();
    }
  } finally {
    await browser.close();
  }
});
