/** A list of solutions with keyboard control. Only the visible rows, and a few above and below, are in the document. */
import { Component } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import type { SolutionRows } from "../results";
import { useEngine } from "../use-engine";
import { grouped, type List, written } from "./list";
import { Scale } from "./scale";

/** The height of a row in pixels. */
const ROW = 44;
/** Rows drawn above and below the visible ones. */
const MARGIN = 10;
/** The time without scrolling after which the scroll bar is corrected, in milliseconds. */
const STILL = 200;

interface Props {
  list: List;
  count: number;
  /** The selected place, from 0. */
  place: number | null;
  label: string;
  onPick(place: number): void;
}

/** The visible part of a list. */
interface View {
  first: number;
  rows: number;
  /** The distance of the rows below the scroll position of the browser: 0, unless the list is longer than browsers can scroll. */
  ahead: number;
}

export function Listbox({ list, count, place, label, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [{ first, rows, ahead }, setView] = useState<View>({ first: 0, rows: 12, ahead: 0 });
  const rowsClient = useEngine();
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const scale = new Scale(count * ROW);
  /** How far the list is scrolled: in pixels of its rows, and of the browser. */
  const at = useRef({ place: 0, bar: 0 });
  const still = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = Math.max(0, Math.min(first, count - rows) - MARGIN);
  const to = Math.min(count - 1, first + rows + MARGIN);

  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    // Some browsers scroll a list beyond its ends for a moment.
    const bar = Math.max(0, Math.min(scale.height - clientHeight, scrollTop));
    const place = scale.moved(at.current.place, at.current.bar, bar, clientHeight);
    at.current = { place, bar };
    const seen = {
      first: Math.floor(place / ROW),
      rows: Math.ceil(clientHeight / ROW),
      ahead: Math.round(place - bar),
    };
    setView((view) =>
      view.first === seen.first && view.rows === seen.rows && view.ahead === seen.ahead ? view : seen,
    );
  };
  /** Scrolls to a place, and the bar to where that is. */
  const go = (to: number) => {
    const { current } = box;
    if (current) {
      const place = Math.max(0, Math.min(scale.full - current.clientHeight, to));
      current.scrollTop = scale.bar(place, current.clientHeight);
      // Browsers round scrollTop.
      at.current = { place, bar: current.scrollTop };
      look();
    }
  };
  const onScroll = () => {
    look();
    clearTimeout(still.current);
    // In the middle of a long list, scrolling by rows moves the bar too far. It is corrected when scrolling stops.
    still.current = setTimeout(() => {
      const { place, bar } = at.current;
      if (Math.abs(scale.bar(place, box.current?.clientHeight ?? 0) - bar) >= 1) {
        go(place);
      }
    }, STILL);
  };
  useLayoutEffect(() => {
    if (!box.current) {
      return;
    }
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      clearTimeout(still.current);
    };
  }, []);

  // Scrolls to the chosen row: as little as necessary if it is near, else to the middle.
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || place === null) {
      return;
    }
    look();
    const { clientHeight } = current;
    const seen = at.current.place;
    const [top, bottom] = [place * ROW, (place + 1) * ROW];
    if (top < seen) {
      go(top > seen - clientHeight ? top : top - (clientHeight - ROW) / 2);
    } else if (bottom > seen + clientHeight) {
      const near = bottom < seen + 2 * clientHeight;
      go(near ? bottom - clientHeight : top - (clientHeight - ROW) / 2);
    }
  }, [list, count, place]);

  useEffect(() => {
    const fetched = list.fetch(from, to);
    if (!fetched) {
      return;
    }
    // A failure of the list is reported by the section.
    return rowsClient.run(
      (task) => task.wait(fetched),
      () => redraw(undefined),
      () => undefined,
    );
  }, [list, from, to]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const at = place ?? -1;
    const page = Math.max(1, rows - 2);
    const moves: Record<string, number> = {
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      PageUp: at - page,
      PageDown: at + page,
      Home: 0,
      End: count - 1,
      " ": at,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const within = Math.max(0, Math.min(count - 1, to));
      if (within !== place) {
        onPick(within);
      }
    }
  };
  const onClick = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-place]");
    if (row) {
      onPick(Number(row.dataset["place"]));
    }
  };

  /** Where the row of a place is drawn. */
  const top = (place: number) => place * ROW - ahead;
  const places: [place: number, top: number][] = [];
  for (let each = from; each <= to; each++) {
    places.push([each, top(each)]);
  }
  // Screen readers follow the selected row, so it stays in the document when it is scrolled out of view.
  if (place !== null && place < from) {
    places.unshift([place, Math.min(scale.bar(place * ROW, 0), top(from - 1))]);
  }
  if (place !== null && place > to) {
    places.push([place, Math.max(scale.bar(place * ROW, 0), top(to + 1))]);
  }
  return (
    <div
      class="listbox"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={place === null ? undefined : `solution-${place}`}
      ref={box}
      style={{ "--size": `${list.size}` }}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div class="all-rows" role="presentation" style={{ height: `${scale.height}px` }}>
        {places.map(([each, top]) => (
          <Row
            key={each}
            place={each}
            top={top}
            count={count}
            size={list.size}
            rows={list.known(each)}
            chosen={each === place}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  place: number;
  top: number;
  count: number;
  size: number;
  rows: SolutionRows | undefined;
  chosen: boolean;
}

/** A row of the list. Scrolling renders the list often, but few rows change. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { place, top, count, size, rows, chosen } = this.props;
    return (
      next.place !== place ||
      next.top !== top ||
      next.count !== count ||
      next.size !== size ||
      next.rows !== rows ||
      next.chosen !== chosen
    );
  }

  override render({ place, top, count, size, rows, chosen }: RowProps) {
    const number = grouped(place + 1);
    const text = rows ? written(rows) : "…";
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names its option by aria-activedescendant
      <div
        id={`solution-${place}`}
        class="option"
        role="option"
        aria-selected={chosen}
        aria-setsize={count}
        aria-posinset={place + 1}
        aria-label={`Solution ${number}: ${text}`}
        data-place={place}
        style={{ top: `${top}px` }}
      >
        <Glyph rows={rows ?? []} size={size} />
        <span class="number">{number} </span>
        <span class="rows">{text}</span>
      </div>
    );
  }
}

/** A board so small that queens are dots, drawn as one path because a list has many of them. */
function Glyph({ rows, size }: { rows: SolutionRows; size: number }) {
  const dots = rows.map((row, col) => `M${col + 0.5} ${size - row + 0.5}h0`).join("");
  return (
    <svg class="glyph" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={dots} />
    </svg>
  );
}
