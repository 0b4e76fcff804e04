/** The tables of counts: the records of this browser, and the results of this visit. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Published } from "../protocol";
import type { CountRecord } from "./pool";
import type { BestTime } from "./records";
import { duration, grouped, plural } from "./words";

interface Column<T> {
  name: string;
  isNumber?: boolean;
  of(row: T): ComponentChildren;
}

/** A table that scrolls where it is too large. The first column is the heading of each row. */
function Table<T>({ label, columns, rows }: { label: string; columns: Column<T>[]; rows: readonly T[] }) {
  const kind = ({ isNumber }: Column<T>) => (isNumber ? "number" : undefined);
  const [first, ...others] = columns;
  return (
    <div class="wide" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" class={kind(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={rows.length - place}>
              {first && (
                <th scope="row" class={kind(first)}>
                  {first.of(row)}
                </th>
              )}
              {others.map((column) => (
                <td key={column.name} class={kind(column)}>
                  {column.of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function deviceText({ gpu, workers }: { gpu: string | null; workers: number }): string {
  const on = workers > 0 ? [plural(workers, "worker")] : [];
  return [...(gpu ? ["GPU"] : []), ...on].join(", ");
}

const dateText = (at: number) => new Date(at).toLocaleDateString("en-CA");

/** The best times of this browser. */
export function Records(props: { times: readonly BestTime[]; published: Published[]; onClear(): void }) {
  const { times } = props;
  const [asked, setAsked] = useState(false);
  return (
    <section class="counts records" aria-labelledby="records-title">
      <div class="heading">
        <h2 id="records-title">Records of this browser</h2>
        {times.length > 0 && (
          <button
            type="button"
            class="clear"
            onBlur={() => setAsked(false)}
            onClick={() => {
              setAsked(!asked);
              if (asked) {
                props.onClear();
              }
            }}
          >
            {asked ? "Delete all records?" : "Delete records"}
          </button>
        )}
      </div>
      {times.length === 0 ? (
        <p class="note">No records yet. The best time of each N, method and device is kept in this browser.</p>
      ) : (
        <Table
          label="Table of records"
          rows={times}
          columns={[
            { name: "N", isNumber: true, of: ({ n }) => n },
            { name: "Time", isNumber: true, of: ({ seconds }) => duration(1000 * seconds) },
            {
              name: "Million/s",
              isNumber: true,
              // Solutions per second make boards of different sizes comparable.
              of: ({ n, seconds }) => rate(Number(props.published[n]?.solutions ?? 0) / seconds),
            },
            { name: "Device", of: (time) => <span title={time.gpu ?? undefined}>{deviceText(time)}</span> },
            { name: "Method", of: ({ method }) => method },
            { name: "Date", of: ({ at }) => <time dateTime={new Date(at).toISOString()}>{dateText(at)}</time> },
          ]}
        />
      )}
    </section>
  );
}

/** Solutions per second in millions. */
function rate(solutions: number): string {
  const millions = solutions / 1e6;
  return millions >= 99.5 ? grouped(Math.round(millions)) : millions.toPrecision(2).replace(/e.*/, "");
}

function verdict({ solutions, plan }: CountRecord): string {
  return plan.published === null ? "–" : solutions === plan.published.solutions ? "matches" : "differs";
}

/** The counts of this visit, the newest first. */
export function Counts({ records }: { records: readonly CountRecord[] }) {
  return records.length === 0 ? null : (
    <section class="counts" aria-labelledby="counts-title">
      <h2 id="counts-title">Results of this visit</h2>
      <Table
        label="Table of counts"
        rows={records}
        columns={[
          { name: "N", isNumber: true, of: ({ n }) => n },
          { name: "Solutions", isNumber: true, of: ({ solutions }) => grouped(solutions) },
          { name: "Published", of: verdict },
          { name: "Method", of: ({ method }) => method },
          { name: "Device", of: deviceText },
          { name: "Time", isNumber: true, of: ({ seconds }) => duration(1000 * seconds) },
        ]}
      />
    </section>
  );
}
