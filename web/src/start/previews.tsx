/** Small pictures of the sections. The picture of Play is today's puzzle. */
import { useEffect, useState } from "preact/hooks";
import { SmallBoard } from "../board";
import { daily } from "../play/daily";
import { useToday } from "../play/use-today";
import type { Position } from "../protocol";
import { useEngine } from "../use-engine";

/** Today's puzzle; null until it is generated. */
let generated: { day: string; position: Position } | null = null;

export function useTodaysPuzzle(): { day: string; size: number; difficulty: string; position: Position | null } {
  const day = useToday();
  const { rules, size, seed, difficulty } = daily(day);
  const [known, setKnown] = useState(generated);
  // An engine of its own: a hard puzzle takes a moment, and the live board is not to wait for it.
  const engine = useEngine({ own: true });
  useEffect(() => {
    if (generated?.day === day) {
      return;
    }
    return engine.run(
      async (task) => {
        const made = await task.ask("puzzle", { rules, n: size, seed, difficulty });
        // Read as Play reads it, which gives the regions their colours.
        return task.ask("read", { text: JSON.stringify(made) });
      },
      (position) => {
        generated = { day, position };
        setKnown(generated);
      },
      // The picture then stays without regions.
      () => undefined,
    );
  }, [day]);
  return { day, size, difficulty, position: known?.day === day ? known.position : null };
}

/** A puzzle without queens: the colours of its regions and the borders between them. */
export function PuzzlePicture({ size, position }: { size: number; position: Position | null }) {
  const { regions = null, colours = null } = position ?? {};
  const names = [...new Set(regions?.join("") ?? "")];
  const cells = (regions ?? []).flatMap((line, row) => [...line].map((name, col) => ({ name, row, col })));
  const at = (row: number, col: number) => regions?.[row]?.[col];
  const borders = cells.map(({ name, row, col }) => {
    const right = col + 1 < size && at(row, col + 1) !== name ? `M${col + 1} ${row}v1` : "";
    const below = row + 1 < size && at(row + 1, col) !== name ? `M${col} ${row + 1}h1` : "";
    return right + below;
  });
  const lines = Array.from({ length: size - 1 }, (_, place) => `M${place + 1} 0v${size}M0 ${place + 1}h${size}`);
  return (
    <svg class="puzzle-picture" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      {cells.map(({ name, row, col }) => (
        <rect
          key={row * size + col}
          x={col}
          y={row}
          width="1.01"
          height="1.01"
          class={`colour-${colours?.[names.indexOf(name)] ?? names.indexOf(name)}`}
        />
      ))}
      <path class="lines" d={lines.join("")} />
      <path class="borders" d={borders.join("")} />
    </svg>
  );
}

/** A search in a dead end: the column without a free square is red. */
export function SearchPicture() {
  const queens = [0, 2, 4, 1, 3, null, null, null];
  return (
    <SmallBoard
      rows={queens}
      label=""
      shaded={({ col, row }) => {
        if (col < 5) {
          return undefined;
        }
        const attacked = queens.some(
          (at, from) => at !== null && (at === row || Math.abs(at - row) === Math.abs(from - col)),
        );
        return attacked ? (col === 5 ? "dead" : "attacked") : "good";
      }}
    />
  );
}

/** The numbers of solutions as bars on a logarithmic scale, N = 4 to 12. */
export function GrowthPicture() {
  const heights = [2, 10, 4, 40, 92, 352, 724, 2680, 14200].map((solutions) => Math.log10(solutions) / 4.3);
  return (
    <svg class="growth-picture" viewBox="0 0 96 96" aria-hidden="true">
      {heights.map((height, place) => (
        <rect key={place} x={4 + place * 10} y={90 - 84 * height} width="7" height={84 * height} rx="1.5" />
      ))}
    </svg>
  );
}
