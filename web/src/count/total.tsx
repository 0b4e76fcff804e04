/** Counting one board on all cores, or on the GPU. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ClosedError, coreCount } from "../engine";
import type { Device, Published } from "../protocol";
import type { MethodResult } from "../results";
import { GpuError, type GpuInfo } from "./gpu";
import { GpuNotes } from "./gpu-notes";
import { Outcome, RemainingTime, Running, type Shown, spoken } from "./outcome";
import { failureText, NumberField, StartStop, useTick } from "./parts";
import { type CountRecord, Pool, type Progress } from "./pool";
import { LARGEST } from "./visit";
import { plural } from "./words";

/** From this size on, a method that finds solutions one by one takes minutes or hours. */
const LONG = 16;
/** The sizes that can be chosen with one click. */
const SIZES = { cpu: [8, 10, 12, 14, 16, 18], gpu: [12, 14, 16, 18, 20, 22] } as const;

interface TotalChoice {
  size: number | null;
  method: string | null;
  device: Device;
  workers: number | null;
}

interface TotalProps extends TotalChoice {
  methods: MethodResult[];
  /** The GPU that the browser offers. */
  gpu: GpuInfo | null;
  published: Published[];
  /** The counts of this visit. */
  records: readonly CountRecord[];
  onChange(change: Partial<TotalChoice>): void;
  go: boolean;
  /** Whether another task is running. */
  blocked: boolean;
  onRunning(running: boolean): void;
  /** Returns whether it is a record of this browser. */
  onCounted(record: CountRecord): boolean;
}

export function Total(props: TotalProps) {
  const { methods, size, method, device, gpu, workers } = props;
  const [shown, setShown] = useState<Shown>({ kind: "nothing" });
  const pool = useRef<Pool | null>(null);
  const progress = useRef<Progress | null>(null);
  const remaining = useRef(new RemainingTime());
  const stopping = useRef(false);
  const running = shown.kind === "running";
  useTick(running);

  const info = methods.find((info) => info.method === method);
  const tooLarge = info !== undefined && size !== null && size > info.max_n;
  const ready = size !== null && workers !== null && !tooLarge;

  const start = async () => {
    if (size === null || workers === null || tooLarge || running || props.blocked) {
      return;
    }
    progress.current = null;
    remaining.current = new RemainingTime();
    stopping.current = false;
    setShown({ kind: "running", size });
    props.onRunning(true);
    // The engines of the last count are reused, unless they were stopped.
    const started = pool.current?.isOpen ? pool.current : new Pool();
    pool.current = started;
    try {
      const record = await started.count({ n: size, method, device }, workers, (now) => (progress.current = now));
      setShown({ kind: "counted", record, isBest: props.onCounted(record) });
    } catch (error) {
      if (error instanceof ClosedError && stopping.current) {
        const reached = progress.current as Progress | null;
        const milliseconds = reached ? performance.now() - reached.startedAt : 0;
        setShown({ kind: "stopped", size, progress: reached, milliseconds });
      } else {
        setShown({ kind: "wrong", why: error instanceof GpuError ? error.message : failureText(error) });
      }
    }
    props.onRunning(false);
  };
  const stop = () => {
    stopping.current = true;
    pool.current?.close();
  };
  useEffect(() => {
    if (props.go) {
      void start();
    }
    return () => pool.current?.close();
  }, []);

  return (
    <section class="total" aria-labelledby="total-title">
      <h2 id="total-title">Count all solutions</h2>
      <div class="controls">
        <NumberField
          key={device}
          label="Board size N"
          value={size}
          least={1}
          most={LARGEST[device]}
          onChange={(size) => props.onChange({ size })}
          onEnter={() => void start()}
        />
        <div class="sizes" role="group" aria-label="Common board sizes">
          {SIZES[device].map((common) => (
            <button
              key={common}
              type="button"
              aria-pressed={common === size}
              onClick={() => props.onChange({ size: common })}
            >
              {common}
            </button>
          ))}
        </div>
      </div>
      <DeviceChoice
        device={device}
        gpu={gpu}
        onChoose={(device) => {
          const fitting = size === null ? null : Math.min(size, LARGEST[device]);
          props.onChange({ device, size: fitting, ...(device === "gpu" ? { method: null } : {}) });
        }}
      />
      <div class="go">
        <StartStop
          start="Count"
          stop="Stop"
          running={running}
          disabled={!ready}
          blocked={props.blocked}
          onStart={() => void start()}
          onStop={stop}
        />
      </div>
      {tooLarge && (
        <p class="message bad" role="alert">
          {info.method} supports N up to {info.max_n}, because larger boards need too much memory. Choose another method
          for N up to {LARGEST.cpu}.
        </p>
      )}
      {info && ready && info.lists && size >= LONG && !running && (
        <p class="note">
          {info.method} finds every solution one by one, so N = {size} takes minutes or hours. You can stop it at any
          time.
        </p>
      )}
      {device === "gpu" && gpu && !running && (
        <GpuNotes size={size} gpu={gpu} published={props.published} records={props.records} />
      )}
      {shown.kind === "running" ? (
        <Running size={shown.size} progress={progress.current} remaining={remaining.current} />
      ) : (
        <Outcome shown={shown} />
      )}
      <p class="visually-hidden" role="status">
        {spoken(shown)}
      </p>
      {device === "cpu" && (
        <details class="fine" open={method !== null || workers !== coreCount() || undefined}>
          <summary>Method and workers</summary>
          <div class="controls">
            <div class="field grow">
              <label for="total-method">Method</label>
              <select
                id="total-method"
                aria-describedby="total-about"
                value={method ?? ""}
                onChange={(event) => props.onChange({ method: event.currentTarget.value || null })}
              >
                <option value="">fastest</option>
                {methods.map(({ method, max_n }) => (
                  <option key={method} value={method} disabled={size !== null && size > max_n}>
                    {max_n < LARGEST.cpu ? `${method} (to ${max_n})` : method}
                  </option>
                ))}
              </select>
              <span id="total-about" class="limits">
                {info ? info.idea : "the fastest method for this N"}
              </span>
            </div>
            <NumberField
              label="Workers"
              value={workers}
              least={1}
              most={coreCount()}
              onChange={(workers) => props.onChange({ workers })}
              onEnter={() => void start()}
            />
          </div>
          <p class="note">
            The count is divided into jobs. Each worker runs some of them, and one worker adds up the results and checks
            them.
          </p>
        </details>
      )}
    </section>
  );
}

/** The choice between the cores and the GPU. Without WebGPU, it says so. */
function DeviceChoice(props: { device: Device; gpu: GpuInfo | null; onChoose(device: Device): void }) {
  const { device, gpu } = props;
  const choices: [Device, string, string, boolean][] = [
    ["cpu", "CPU", plural(coreCount(), "core"), true],
    ["gpu", "GPU", gpu ? gpu.name : "this browser has no WebGPU", gpu !== null],
  ];
  return (
    <fieldset class="devices">
      <legend>Device</legend>
      {choices.map(([value, name, detail, isOffered]) => (
        <label key={value} class={isOffered ? "device" : "device off"}>
          <input
            type="radio"
            name="device"
            value={value}
            checked={device === value}
            disabled={!isOffered}
            onChange={() => props.onChoose(value)}
          />
          <span>
            <b>{name}</b>
            <span>{detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
