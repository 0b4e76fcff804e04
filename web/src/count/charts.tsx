/** Two charts: the number of solutions, and the placements of methods. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ClosedError } from "../engine";
import type { Published } from "../protocol";
import { LogChart, type Series } from "./chart";
import { EngineQueue } from "./engine-queue";
import { failureText, StartStop } from "./parts";
import type { CountRecord } from "./pool";
import { PLACED, PLACED_SIZES, placements } from "./visit";
import { grouped } from "./words";

/** The published numbers end at N = 27. */
const SIZES = Array.from({ length: 27 }, (_, place) => place + 1);

interface GrowthProps {
  published: Published[];
  records: readonly CountRecord[];
  /** The largest board that can be counted. */
  largest: number;
}

export function Growth({ published, records, largest }: GrowthProps) {
  const known = new Map(SIZES.map((size) => [size, published[size]?.solutions ?? 0n]));
  const valueText = (size: number) => `${grouped(known.get(size) ?? 0)} for N = ${size}`;
  const counted = new Map(records.map(({ n, solutions }) => [n, solutions]));
  const series: Series[] = [
    { name: "published", colour: "line-1", mark: "circle", values: known, label: "over" },
    { name: "counted here", colour: "line-3", mark: "circle", values: counted, loose: true, label: "under" },
  ];
  return (
    <section class="panel" aria-labelledby="growth-title">
      <h2 id="growth-title">Growth of the number of solutions</h2>
      <p class="note">
        The scale is logarithmic: each grid line is 1,000 times the one below. N&nbsp;=&nbsp;2 and 3 have no solutions
        and are drawn at the bottom. No value beyond N&nbsp;=&nbsp;27 is known.
      </p>
      <LogChart
        label={`Number of solutions by N, on a logarithmic scale: ${[1, 8, 16, 27].map(valueText).join(", ")}`}
        sizes={SIZES}
        top={18}
        every={3}
        series={series}
        limit={{ size: largest, name: "largest N on this page" }}
        start={8}
        summary="Number of solutions"
      />
    </section>
  );
}

const MARKS = ["circle", "square", "triangle", "diamond"] as const;

export function Placements(props: { published: Published[]; blocked: boolean; onRunning(running: boolean): void }) {
  const [, redraw] = useState(0);
  const [running, setRunning] = useState(false);
  const [why, setWhy] = useState("");
  const queue = useRef<EngineQueue | null>(null);
  useEffect(() => () => queue.current?.close(), []);

  const start = async () => {
    const started = new EngineQueue();
    queue.current = started;
    placements.clear();
    setWhy("");
    setRunning(true);
    props.onRunning(true);
    try {
      // The whole measurement is short, so one engine is enough. Small boards come first, so that the lines grow to the right.
      await started.each(["all"], 1, async (_, engine) => {
        for (const size of PLACED_SIZES) {
          for (const method of PLACED) {
            const counted = await engine.ask("measure", { n: size, method, statistics: true });
            const of = placements.get(method) ?? new Map<number, bigint>();
            placements.set(method, of.set(size, counted.placements ?? 0n));
          }
          redraw((count) => count + 1);
        }
      });
    } catch (error) {
      if (!(error instanceof ClosedError)) {
        setWhy(failureText(error));
      }
    }
    setRunning(false);
    props.onRunning(false);
  };

  const complete = PLACED.every((method) => placements.get(method)?.size === PLACED_SIZES.length);
  const solutions = new Map(PLACED_SIZES.map((size) => [size, props.published[size]?.solutions ?? 0n]));
  const series: Series[] = PLACED.map((name, place) => ({
    name,
    colour: `line-${place + 1}`,
    mark: MARKS[place] ?? "circle",
    values: placements.get(name) ?? new Map<number, bigint>(),
    label: "after",
  }));
  if (placements.size > 0) {
    series.push({ name: "solutions", colour: "line-0", mark: "circle", values: solutions, label: "after" });
  }
  return (
    <section class="panel" aria-labelledby="placements-title">
      <div class="heading">
        <h2 id="placements-title">Placements by method</h2>
        <StartStop
          start={complete ? "Measure again" : "Measure placements"}
          stop="Stop measuring"
          running={running}
          disabled={false}
          blocked={props.blocked}
          onStart={() => void start()}
          onStop={() => queue.current?.close()}
        />
      </div>
      <p class="note">
        A placement is one queen placed by a search. Unlike times, placements are the same on every computer.{" "}
        <code>arrays</code> searches the whole board and <code>bitmask-half</code> one half of it.{" "}
        <code>dancing-links</code> always fills the row or column with the fewest free squares. <code>cross</code>{" "}
        searches only one of up to eight symmetric boards.
      </p>
      {why && <p class="message bad">{why}</p>}
      <p class="visually-hidden" role="status">
        {complete && !running ? "Placements measured for N = 4 to 11." : ""}
      </p>
      {placements.size > 0 ? (
        <LogChart
          label={`Placements of ${PLACED.join(", ")} for N = 4 to 11 on a logarithmic scale, with the number of solutions`}
          sizes={PLACED_SIZES}
          top={6}
          every={1}
          series={series}
          start={8}
          summary="Placements"
        />
      ) : (
        <div class="unmeasured">
          <p class="note">Four methods on boards of size 4 to 11. This takes a few seconds.</p>
        </div>
      )}
    </section>
  );
}
