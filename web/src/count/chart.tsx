/** A line chart over N with a logarithmic scale, drawn as SVG. Values are shown for the N under the pointer or slider, and as a table. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { grouped } from "./words";

export interface Series {
  name: string;
  /** The class of its colour. */
  colour: string;
  mark: "circle" | "square" | "triangle" | "diamond";
  /** Value by N. A logarithmic scale has no 0, so 0 is drawn on the lower edge. */
  values: ReadonlyMap<number, bigint>;
  /** Marks without a line. */
  loose?: boolean;
  /** The place of its name: after its last point, or above or below it. */
  label: "after" | "over" | "under";
}

interface ChartProps {
  /** A description of the chart for screen readers. */
  label: string;
  sizes: readonly number[];
  /** The largest power of ten, and the interval between grid lines in powers of ten. */
  top: number;
  every: number;
  series: readonly Series[];
  /** A vertical line after an N, with a label. */
  limit?: { size: number; name: string };
  /** The N that is selected first. */
  start: number;
  /** The name of the values. */
  summary: string;
}

const HEIGHT = 320;
const LETTER = 6.6;
const ABOVE = 14;
const BELOW = 34;
const LEFT = 44;
/** Half the width of the slider's thumb. The slider extends beyond the plot by this, so that the thumb is below its N. */
const THUMB = 8;

/** The least width of a chart. */
const NARROWEST = 240;

/** The current width of an element. It is measured before the first paint, because a chart wider than the screen would make the page scroll. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(NARROWEST);
  useLayoutEffect(() => {
    const observed = element.current;
    if (!observed) {
      return;
    }
    const measure = () => setWidth(Math.max(NARROWEST, Math.round(observed.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}

function Power({ of }: { of: number }) {
  return of < 2 ? (
    10 ** of
  ) : (
    <>
      10
      <tspan class="power" dy="-5">
        {of}
      </tspan>
    </>
  );
}

function Mark({ kind, x, y, size }: { kind: Series["mark"]; x: number; y: number; size: number }) {
  const wide = 1.4 * size;
  const paths = {
    circle: `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0z`,
    square: `M${x - size} ${y - size}h${2 * size}v${2 * size}h${-2 * size}z`,
    triangle: `M${x} ${y - 1.3 * size}l${1.3 * size} ${2.2 * size}h${-2.6 * size}z`,
    diamond: `M${x} ${y - wide}l${wide} ${wide}l${-wide} ${wide}l${-wide} ${-wide}z`,
  };
  return <path class="mark" d={paths[kind]} />;
}

/** The values of all series for an N, in words. */
function reading(series: readonly Series[], size: number): string {
  const texts = series.flatMap(({ name, values }) => {
    const value = values.get(size);
    return value === undefined ? [] : [`${name} ${grouped(value)}`];
  });
  return texts.length > 0 ? texts.join(", ") : "no values";
}

export function LogChart(props: ChartProps) {
  const { sizes, series, top, every, limit } = props;
  const [element, width] = useWidth();
  const [at, setAt] = useState(props.start);
  const first = sizes[0] ?? 0;
  const last = sizes[sizes.length - 1] ?? 1;
  const after = series.filter(({ label }) => label === "after").map(({ name }) => name.length);
  const right = after.length > 0 ? 18 + LETTER * Math.max(...after) : 16;
  const [plotWidth, plotHeight] = [width - LEFT - right, HEIGHT - ABOVE - BELOW];
  const x = (size: number) => LEFT + (plotWidth * (size - first)) / (last - first);
  const y = (value: bigint) =>
    value === 0n ? HEIGHT - BELOW : ABOVE + plotHeight * (1 - Math.log10(Number(value)) / top);
  const powers = Array.from({ length: Math.floor(top / every) + 1 }, (_, place) => place * every);
  const step = Math.ceil((26 * (last - first)) / plotWidth);

  const line = (values: ReadonlyMap<number, bigint>) => {
    let path = "";
    let pen = "M";
    for (const size of sizes) {
      const value = values.get(size);
      if (value === undefined || value === 0n) {
        pen = "M";
      } else {
        path += `${pen}${x(size).toFixed(1)} ${y(value).toFixed(1)}`;
        pen = "L";
      }
    }
    return path;
  };
  const ends = series.flatMap((one) => {
    const size = sizes.filter((size) => one.values.has(size)).at(-1);
    return size === undefined ? [] : [{ one, x: x(size), y: y(one.values.get(size) ?? 0n) }];
  });
  // Names next to line ends that are close together are moved apart, the highest first.
  const places = new Map<string, number>();
  let lowest = -Infinity;
  for (const { one, y } of ends.filter(({ one }) => one.label === "after").sort((a, b) => a.y - b.y)) {
    lowest = Math.max(y, lowest + 15);
    places.set(one.name, lowest);
  }

  const point = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const place = first + ((event.clientX - box.left - LEFT) / plotWidth) * (last - first);
    setAt(Math.min(last, Math.max(first, Math.round(place))));
  };
  const read = reading(series, at);
  const slider = { marginLeft: `${LEFT - THUMB}px`, width: `${plotWidth + 2 * THUMB}px` };
  return (
    <div class="chart" ref={element}>
      <p class="reading">
        <strong>N = {at}</strong>
        {series.map(({ name, colour, values }) => {
          const value = values.get(at);
          return value === undefined ? null : (
            <span key={name}>
              <span class={`name ${colour}`}>{name}</span> {grouped(value)}
            </span>
          );
        })}
      </p>
      <svg
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={props.label}
        onPointerMove={point}
        onPointerDown={point}
      >
        {powers.map((power) => {
          const height = ABOVE + plotHeight * (1 - power / top);
          return (
            <g key={power}>
              <line class="grid" x1={LEFT} x2={LEFT + plotWidth} y1={height} y2={height} />
              <text class="tick" x={LEFT - 8} y={height + 4} text-anchor="end">
                <Power of={power} />
              </text>
            </g>
          );
        })}
        {sizes.map((size) =>
          (size - first) % step === 0 ? (
            <text class="tick" key={size} x={x(size)} y={HEIGHT - BELOW + 20} text-anchor="middle">
              {size}
            </text>
          ) : null,
        )}
        {limit && (
          <g class="limit">
            <line x1={x(limit.size + 0.5)} x2={x(limit.size + 0.5)} y1={ABOVE} y2={HEIGHT - BELOW} />
            <text x={x(limit.size + 0.5) - 6} y={ABOVE + 12} text-anchor="end">
              {limit.name}
            </text>
          </g>
        )}
        <line class="cursor" x1={x(at)} x2={x(at)} y1={ABOVE} y2={HEIGHT - BELOW} />
        {series.map(({ name, colour, mark, values, loose }) => (
          <g key={name} class={`series ${colour}${loose ? " loose" : ""}`}>
            {!loose && <path class="line" d={line(values)} />}
            {sizes.map((size) => {
              const value = values.get(size);
              const big = (size === at ? 1.5 : 1) * (loose ? 5 : 3.2);
              return value === undefined ? null : (
                <g key={size} class={value === 0n ? "none" : undefined}>
                  <Mark kind={mark} x={x(size)} y={y(value)} size={big} />
                </g>
              );
            })}
          </g>
        ))}
        {ends.map(({ one, x, y }) => {
          const where = {
            after: { x: x + 10, y: (places.get(one.name) ?? y) + 4, "text-anchor": "start" as const },
            over: { x: x - 10, y: y + 2, "text-anchor": "end" as const },
            under: { x: x + 9, y: y + 18, "text-anchor": "start" as const },
          };
          return (
            <text key={one.name} class={`name ${one.colour}`} {...where[one.label]}>
              {one.name}
            </text>
          );
        })}
      </svg>
      <input
        type="range"
        min={first}
        max={last}
        value={at}
        style={slider}
        aria-label={`Select N: ${props.summary}`}
        aria-valuetext={`N = ${at}: ${read}`}
        onInput={(event) => setAt(Number(event.currentTarget.value))}
      />
      <details>
        <summary>{props.summary} as a table</summary>
        <div class="wide" role="region" aria-label={`Table: ${props.summary}`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col" class="number">
                  N
                </th>
                {series.map(({ name }) => (
                  <th scope="col" class="number" key={name}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sizes.map((size) => (
                <tr key={size}>
                  <th scope="row" class="number">
                    {size}
                  </th>
                  {series.map(({ name, values }) => {
                    const value = values.get(size);
                    return (
                      <td class="number" key={name}>
                        {value === undefined ? "" : grouped(value)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
