/**
 * The GPU of the browser, used with WebGPU. The module makes the kernels and reads their counts (`crates/queens-web/src/gpu.rs`);
 * this file compiles them and runs their batches. How a batch runs: `crates/queens-gpu/src/wgsl/mod.rs`.
 */
import { AnswerError, Engine } from "../engine";
import type { CountRequest, GpuAdapter, GpuPass, JobResult } from "../protocol";

// TypeScript has no types for these objects of WebGPU.
declare const GPUShaderStage: { COMPUTE: number };
declare const GPUBufferUsage: Record<"STORAGE" | "COPY_DST" | "COPY_SRC" | "UNIFORM" | "MAP_READ", number>;
declare const GPUMapMode: { READ: number };

/** After a batch of this time, in seconds, or before the first, no batch is submitted in advance. */
const LONG_BATCH = 0.2;

/** The board of the self-test. Its count uses all kernels. */
const TEST_SIZE = 12;

/** The GPU failed or was lost. The message is one line that says why. */
export class GpuError extends Error {}

export interface GpuInfo {
  name: string;
  /** Whether it is a program that runs on the CPU. */
  software: boolean;
}

async function findAdapter(): Promise<GPUAdapter | null> {
  // Old browsers have no WebGPU, and pages of other hosts without https do not have it either.
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: "high-performance" }).catch(() => null);
  return adapter ?? null;
}

function infoOf({ info }: GPUAdapter): GpuInfo {
  const { vendor, architecture, device, description } = info;
  const software = info.isFallbackAdapter || architecture === "swiftshader";
  const name = description || [vendor, architecture, device].filter((part) => part !== "").join(" ");
  return { name, software };
}

let found: Promise<GpuInfo | null> | undefined;

/** The GPU that the browser offers, or null. */
export function findGpu(): Promise<GpuInfo | null> {
  found ??= findAdapter().then((adapter) => (adapter ? infoOf(adapter) : null));
  return found;
}

let opened: Promise<Gpu> | undefined;

/** The GPU, opened and tested once per visit, and again after it was lost. */
export async function openGpu(): Promise<Gpu> {
  const gpu = await opened?.catch(() => undefined);
  if (!gpu?.isOpen) {
    opened = Gpu.open();
  }
  return opened as Promise<Gpu>;
}

/** The buffers of a pass. */
interface Buffers {
  /** Jobs, parents, pages, saved lanes, counts. */
  storage: GPUBuffer[];
  parameters: GPUBuffer;
  /** Copies of the counts, for alternating batches. */
  reads: [GPUBuffer, GPUBuffer];
  group: GPUBindGroup;
}

/** A batch that is submitted. */
interface Batch {
  read: GPUBuffer;
  copied: Promise<void>;
  /** By `performance.now()`. */
  submittedAt: number;
}

/** An open GPU. It runs one count at a time. */
export class Gpu {
  private kernels = new Map<string, Promise<[GPUComputePipeline, GPUComputePipeline]>>();
  private layout: GPUBindGroupLayout;
  private failure: GpuError | undefined;
  /** Rejects when the device fails. */
  private failed: Promise<never>;

  private constructor(
    readonly info: GpuInfo,
    private device: GPUDevice,
    private adapter: GpuAdapter,
  ) {
    const binding = (place: number): GPUBindGroupLayoutEntry => ({
      binding: place,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type: place === 0 ? "read-only-storage" : place === 5 ? "uniform" : "storage" },
    });
    this.layout = device.createBindGroupLayout({ entries: [0, 1, 2, 3, 4, 5].map(binding) });
    this.failed = new Promise((_, reject) => {
      const fail = (message: string) => {
        this.failure ??= new GpuError(message.split("\n")[0] || "the driver gives no reason");
        reject(this.failure);
      };
      device.lost.then(({ message }) => fail(message));
      device.onuncapturederror = (event) => {
        event.preventDefault();
        fail(event.error.message);
      };
    });
    this.failed.catch(() => undefined);
  }

  /** Opens the GPU, and compares its count of a small board with the published value. */
  static async open(): Promise<Gpu> {
    const adapter = await findAdapter();
    if (!adapter) {
      throw new GpuError("the browser does not offer it any more");
    }
    const info = infoOf(adapter);
    const device = await adapter.requestDevice().catch((error: unknown) => {
      throw new GpuError(error instanceof Error ? error.message : String(error));
    });
    const gpu = new Gpu(info, device, {
      buffer_bytes: device.limits.maxStorageBufferBindingSize,
      subgroup_size: adapter.info.subgroupMaxSize ?? 0,
      software: info.software,
    });
    await gpu.test();
    return gpu;
  }

  get isOpen(): boolean {
    return this.failure === undefined;
  }

  /** Counts jobs and passes on the results of each batch. A `GpuError` says why the GPU cannot count the rest. */
  async run(
    engine: Engine,
    of: CountRequest,
    jobs: number[],
    onResults: (results: JobResult[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    let pass = await engine.ask("gpu-start", { of, jobs, adapter: this.adapter });
    while (pass) {
      await this.runPass(engine, pass, onResults, signal);
      pass = await engine.ask("gpu-pass", {});
    }
  }

  private async test(): Promise<void> {
    const engine = new Engine();
    try {
      const of: CountRequest = { n: TEST_SIZE, method: null, device: "gpu" };
      const plan = await engine.ask("plan", of);
      const jobs = Array.from({ length: plan.jobs }, (_, job) => job);
      let solutions = 0n;
      const add = (results: JobResult[]) => {
        for (const result of results) {
          solutions += result.solutions;
        }
      };
      await this.run(engine, of, jobs, add, new AbortController().signal);
      if (solutions !== plan.published?.solutions) {
        this.failure = new GpuError(`it counts ${solutions} solutions for N = ${TEST_SIZE}, which is wrong`);
        throw this.failure;
      }
    } finally {
      engine.close();
    }
  }

  private async runPass(
    engine: Engine,
    started: GpuPass,
    onResults: (results: JobResult[]) => void,
    signal: AbortSignal,
  ): Promise<void> {
    /** Waits, but not longer than the device works and the count is wanted. */
    const stopped = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    stopped.catch(() => undefined);
    const wait = <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, this.failed, stopped]);

    const kernels = await wait(this.compile(started.source));
    const [pass, buffers] = await wait(this.allocate(engine, started));
    try {
      this.device.queue.writeBuffer(buffers.storage[0] as GPUBuffer, 0, new Uint32Array(pass.jobs));
      let submitted = 0;
      const submit = (parameters: number[]): Batch => {
        const read = buffers.reads[submitted++ % 2] as GPUBuffer;
        return this.submit(pass, parameters, kernels, buffers, read);
      };
      let { parameters } = pass;
      let batch = submit(parameters);
      let endedAt = performance.now();
      let seconds = Number.POSITIVE_INFINITY;
      for (;;) {
        signal.throwIfAborted();
        // The next batch is submitted before this one is read, so that the GPU does not wait for the page.
        const next = seconds < LONG_BATCH && !this.info.software ? submit(parameters) : null;
        await wait(batch.copied);
        const startedAt = Math.max(endedAt, batch.submittedAt);
        endedAt = performance.now();
        seconds = (endedAt - startedAt) / 1000;
        const counts = Array.from(new Uint32Array(batch.read.getMappedRange()));
        batch.read.unmap();
        const answer = await this.answered(engine.ask("gpu-batch", { counts, seconds }));
        onResults(answer.results);
        if (answer.parameters === null) {
          return;
        }
        parameters = answer.parameters;
        batch = next ?? submit(parameters);
      }
    } finally {
      for (const buffer of [...buffers.storage, buffers.parameters, ...buffers.reads]) {
        buffer.destroy();
      }
    }
  }

  /** The answer to a question about a batch. If the module refuses the counts, the GPU has failed. */
  private async answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof AnswerError)) {
        throw error;
      }
      this.failure ??= new GpuError(error.message);
      throw this.failure;
    }
  }

  private compile(source: string): Promise<[GPUComputePipeline, GPUComputePipeline]> {
    const compiled = this.kernels.get(source) ?? this.compileNew(source);
    this.kernels.set(source, compiled);
    return compiled;
  }

  private async compileNew(source: string): Promise<[GPUComputePipeline, GPUComputePipeline]> {
    const module = this.device.createShaderModule({ code: source });
    const layout = this.device.createPipelineLayout({ bindGroupLayouts: [this.layout] });
    const pipeline = (entryPoint: string) =>
      this.device.createComputePipelineAsync({ layout, compute: { module, entryPoint } });
    try {
      return await Promise.all([pipeline("expand"), pipeline("drain")]);
    } catch (error) {
      throw new GpuError(`cannot compile the kernels: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** The buffers of a pass. If the memory does not suffice, the pass uses less. */
  private async allocate(engine: Engine, started: GpuPass): Promise<[GpuPass, Buffers]> {
    let pass = started;
    for (;;) {
      this.device.pushErrorScope("out-of-memory");
      const buffers = this.buffers(pass);
      if ((await this.device.popErrorScope()) === null) {
        return [pass, buffers];
      }
      for (const buffer of [...buffers.storage, buffers.parameters, ...buffers.reads]) {
        buffer.destroy();
      }
      pass = await this.answered(engine.ask("gpu-less-memory", {}));
    }
  }

  private buffers(pass: GpuPass): Buffers {
    const buffer = (size: number, usage: number) => this.device.createBuffer({ size, usage });
    const { STORAGE, COPY_DST, COPY_SRC, UNIFORM, MAP_READ } = GPUBufferUsage;
    const storage = pass.buffer_bytes.map((bytes) => buffer(bytes, STORAGE | COPY_DST | COPY_SRC));
    const parameters = buffer(4 * pass.parameters.length, UNIFORM | COPY_DST);
    const read = () => buffer(pass.buffer_bytes[4] ?? 0, MAP_READ | COPY_DST);
    const entries = [...storage, parameters].map((buffer, binding) => ({ binding, resource: { buffer } }));
    const group = this.device.createBindGroup({ layout: this.layout, entries });
    return { storage, parameters, reads: [read(), read()], group };
  }

  /** Submits a batch. At most two may be submitted and not read. */
  private submit(
    pass: GpuPass,
    parameters: number[],
    kernels: [GPUComputePipeline, GPUComputePipeline],
    { storage, parameters: uniform, group }: Buffers,
    read: GPUBuffer,
  ): Batch {
    const { queue } = this.device;
    queue.writeBuffer(uniform, 0, new Uint32Array(parameters));
    const counts = storage[4] as GPUBuffer;
    const commands = this.device.createCommandEncoder();
    commands.clearBuffer(counts, 0, pass.cleared_bytes);
    for (const [place, kernel] of kernels.entries()) {
      const compute = commands.beginComputePass();
      compute.setPipeline(kernel);
      compute.setBindGroup(0, group);
      compute.dispatchWorkgroups(pass.groups[place] ?? 0);
      compute.end();
    }
    commands.copyBufferToBuffer(counts, 0, read, 0, counts.size);
    queue.submit([commands.finish()]);
    const copied = read.mapAsync(GPUMapMode.READ).catch((error: unknown) => {
      throw this.failure ?? new GpuError(error instanceof Error ? error.message : String(error));
    });
    // The last batch may be submitted and never read.
    copied.catch(() => undefined);
    return { read, copied, submittedAt: performance.now() };
  }
}
