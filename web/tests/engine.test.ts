/** Engines and their clients without a browser. A fake worker answers when the test tells it to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AnswerError, ClosedError, Engine, isAbort } from "../src/engine";
import { EngineClient, type EngineSource } from "../src/engine-client";
import type { FromWorker, ToWorker } from "../src/protocol";

/** A worker that records what it receives. */
class FakeWorker {
  static last: FakeWorker;
  onmessage: ((event: { data: FromWorker }) => void) | undefined;
  onerror: unknown;
  received: ToWorker[] = [];
  terminated = false;

  constructor() {
    FakeWorker.last = this;
  }

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  /** The ids of the questions, in the order in which they arrived. */
  get ids(): number[] {
    return this.received.flatMap((message) => ("id" in message ? [message.id] : []));
  }

  answer(id: number, answer: unknown): void {
    this.onmessage?.({ data: { id, answer: JSON.stringify(answer), milliseconds: 1 } });
  }
}

/** The smallest module: its magic number and version. */
const MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
Object.assign(globalThis, {
  Worker: FakeWorker,
  WORKER_FILE: "worker.js",
  WASM_FILES: { queens: "queens.wasm" },
  document: { baseURI: "http://localhost/" },
  fetch: async () => new Response(MODULE, { headers: { "content-type": "application/wasm" } }),
});

/** Waits until pending promises and the compiler have finished. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test("engine: an aborted question is rejected, and its late answer is dropped", async () => {
  const engine = new Engine();
  const worker = FakeWorker.last;
  const controller = new AbortController();
  const aborted = engine.ask("length", { method: "arrays", n: 4, limit: 1 }, { signal: controller.signal });
  const kept = engine.ask("length", { method: "arrays", n: 5, limit: 1 });
  await settle();
  assert.deepEqual(worker.ids, [1, 2]);
  controller.abort();
  await assert.rejects(aborted, isAbort);
  worker.answer(1, { ok: { length: 4 } });
  worker.answer(2, { ok: { length: 5 } });
  assert.deepEqual(await kept, { length: 5 });
  assert(!worker.terminated);
});

test("engine: a question that is aborted before it is sent never reaches the worker", async () => {
  const engine = new Engine();
  const controller = new AbortController();
  const question = engine.ask("methods", {}, { signal: controller.signal });
  controller.abort();
  await assert.rejects(question, isAbort);
  await assert.rejects(engine.ask("methods", {}, { signal: controller.signal }), isAbort);
  await settle();
  assert.deepEqual(FakeWorker.last.ids, []);
});

test("engine: refusals, traps and closing reject with different errors", async () => {
  const engine = new Engine();
  const worker = FakeWorker.last;
  const refused = engine.ask("methods", {});
  const trapped = engine.ask("methods", {});
  const behind = engine.ask("methods", {});
  await settle();
  worker.answer(1, { error: "no" });
  await assert.rejects(refused, (error) => error instanceof AnswerError && error.message === "no");
  worker.onmessage?.({ data: { id: 2, broken: "unreachable" } });
  await assert.rejects(trapped, /unreachable/);
  await assert.rejects(behind, ClosedError);
  assert(worker.terminated && !engine.isOpen);
});

/** A source whose engine answers when the test tells it to. It ignores signals, because the client must not rely on them. */
class FakeSource implements EngineSource {
  asked: { resolve(answer: unknown): void; reject(error: unknown): void }[] = [];
  cancelled = 0;
  closed = 0;

  get() {
    const ask = () => new Promise<never>((resolve, reject) => this.asked.push({ resolve: resolve as never, reject }));
    return { ask } as unknown as ReturnType<EngineSource["get"]>;
  }

  cancel(): void {
    this.cancelled++;
  }

  close(): void {
    this.closed++;
  }
}

/** A client that records what it delivers. */
function observed() {
  const source = new FakeSource();
  const client = new EngineClient(source);
  const delivered: unknown[] = [];
  const ask = (name: string) =>
    client.run(
      (task) => task.ask("methods", {}),
      (answer) => delivered.push([name, answer]),
      (error) => delivered.push([name, String(error)]),
    );
  return { source, client, delivered, ask };
}

test("client: only the last question delivers, for any order of answers", async () => {
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const { source, delivered, ask } = observed();
    for (const name of ["a", "b", "c"]) {
      ask(name);
    }
    for (const place of order) {
      source.asked[place]?.resolve(place);
      await settle();
    }
    assert.deepEqual(delivered, [["c", 2]], order.join());
  }
});

test("client: neither answers nor errors of an aborted task are delivered", async () => {
  const { source, client, delivered, ask } = observed();
  ask("answer");
  client.abort();
  source.asked[0]?.resolve(0);
  ask("error");
  client.close();
  source.asked[1]?.reject(new Error("late"));
  // The function that an effect returns for its clean-up.
  ask("unmounted")();
  source.asked[2]?.resolve(2);
  await settle();
  assert.deepEqual(delivered, []);
});

test("client: the clean-up of an earlier task does not abort the current one", async () => {
  const { source, delivered, ask } = observed();
  const cleanUp = ask("a");
  ask("b");
  cleanUp();
  source.asked[1]?.resolve(1);
  await settle();
  assert.deepEqual(delivered, [["b", 1]]);
});

test("client: an engine is cancelled only while it works", async () => {
  const { source, client, ask } = observed();
  client.abort();
  ask("a");
  source.asked[0]?.resolve(0);
  await settle();
  client.abort();
  assert.equal(source.cancelled, 0);
  ask("b");
  ask("c");
  assert.equal(source.cancelled, 1);
  client.close();
  assert.deepEqual([source.cancelled, source.closed], [2, 1]);
});

test("client: an aborted task asks no further question", async () => {
  const { source, client } = observed();
  const steps: string[] = [];
  const task = client.start();
  const work = async () => {
    await task.ask("methods", {});
    steps.push("asked");
    await task.wait(new Promise(() => undefined));
    steps.push("waited");
  };
  const working = work();
  source.asked[0]?.resolve(0);
  await settle();
  client.abort();
  await assert.rejects(working, isAbort);
  await assert.rejects(task.ask("methods", {}), isAbort);
  assert.deepEqual([steps, source.asked.length], [["asked"], 1]);
});
