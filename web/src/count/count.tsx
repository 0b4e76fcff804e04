/** Count: one board on all cores, a race of methods, and two charts. */
import { useEffect, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { coreCount, errorMessage } from "../engine";
import type { Task } from "../engine-client";
import type { Device, Published } from "../protocol";
import type { MethodResult } from "../results";
import { useEngine } from "../use-engine";
import { Growth, Placements } from "./charts";
import { findGpu, type GpuInfo } from "./gpu";
import { read, USUAL, USUAL_RACERS } from "./link";
import type { CountRecord } from "./pool";
import { Race } from "./race";
import * as best from "./records";
import { Counts, Records } from "./tables";
import { Total } from "./total";
import { LARGEST, records } from "./visit";

interface Tables {
  methods: MethodResult[];
  published: Published[];
  /** The GPU that the browser offers. */
  gpu: GpuInfo | null;
}

/** Loaded once per visit. */
let tables: Tables | undefined;

async function load(task: Task): Promise<Tables> {
  const [methods, published, gpu] = await Promise.all([task.ask("methods", {}), task.ask("published", {}), findGpu()]);
  tables = { methods, published, gpu };
  return tables;
}

export function Count({ params, write }: SectionProps) {
  const [known, setKnown] = useState(tables);
  const [why, setWhy] = useState("");
  const engine = useEngine();
  useEffect(() => {
    if (known) {
      return;
    }
    return engine.run(load, setKnown, (error) => setWhy(errorMessage(error)));
  }, []);
  return (
    <>
      <h1>Count</h1>
      <p class="lead">
        How many ways are there to place N queens? Your browser counts them all, on every core of this computer or on
        its GPU, with the same code as the <code>queens</code> command.
      </p>
      {known ? (
        <Parts params={params} write={write} {...known} />
      ) : (
        <p class={why ? "message bad" : "note"}>{why || "Loading the library …"}</p>
      )}
    </>
  );
}

interface Chosen {
  size: number | null;
  method: string | null;
  device: Device;
  workers: number | null;
  raceSize: number | null;
  racers: string[];
}

/** The parameters of the address: only those that differ from the defaults. */
function address({ size, method, device, workers, raceSize, racers }: Chosen) {
  const same = racers.length === USUAL_RACERS.length && racers.every((name) => USUAL_RACERS.includes(name));
  return {
    n: size,
    method,
    device: device === "cpu" ? null : device,
    workers: workers === coreCount() ? null : workers,
    race: same || racers.length === 0 ? null : racers.join(","),
    racen: raceSize === USUAL.raceSize ? null : raceSize,
  };
}

type Work = "count" | "race" | "placements";

function Parts({ params, write, methods, published, gpu }: Tables & SectionProps) {
  const [linked] = useState(() => read(params, methods, gpu !== null));
  const [chosen, setChosen] = useState<Chosen>(linked);
  const [counts, setCounts] = useState<readonly CountRecord[]>([...records]);
  const [times, setTimes] = useState(best.load);
  useEffect(() => best.onChange(() => setTimes(best.load())), []);
  // Only one task runs at a time: two would share the cores and distort the times.
  const [work, setWork] = useState<Work | null>(null);
  const [untouched, setUntouched] = useState(true);

  const choose = (change: Partial<Chosen>) => {
    setChosen((chosen) => ({ ...chosen, ...change }));
    setUntouched(false);
  };
  useEffect(() => {
    // The address keeps the link until something is chosen. Only `go` is removed, so that a reload does not start the task again.
    if (!untouched || linked.go) {
      write(address(chosen));
    }
  }, [chosen, untouched]);
  const exclusive = (one: Work) => ({
    blocked: work !== null && work !== one,
    onRunning: (running: boolean) => setWork(running ? one : null),
  });
  return (
    <div class="stack">
      {linked.wrong.length > 0 && untouched && (
        <div class="message bad" role="alert">
          {linked.wrong.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </div>
      )}
      <div class="panel two-columns counting">
        <Total
          methods={methods}
          size={chosen.size}
          method={chosen.method}
          device={chosen.device}
          gpu={gpu}
          published={published}
          records={counts}
          workers={chosen.workers}
          onChange={choose}
          go={linked.go === "count"}
          onCounted={(record) => {
            records.unshift(record);
            setCounts([...records]);
            const time = best.recordOf(record);
            const added = time && best.add(time);
            if (added) {
              setTimes(added.times);
            }
            return added?.isBest ?? false;
          }}
          {...exclusive("count")}
        />
        <div class="stack">
          <Records
            times={times}
            published={published}
            onClear={() => {
              best.clear();
              setTimes([]);
            }}
          />
          <Counts records={counts} />
        </div>
      </div>
      <Race
        methods={methods}
        published={published}
        size={chosen.raceSize}
        racers={chosen.racers}
        onChange={choose}
        go={linked.go === "race"}
        {...exclusive("race")}
      />
      <div class="charts">
        <Growth published={published} records={counts} largest={LARGEST[chosen.device]} />
        <Placements published={published} {...exclusive("placements")} />
      </div>
    </div>
  );
}
