/** A list of solutions to walk through. Only the rows in sight, and a few around them, are in the page. */
import { Component } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from "preact/hooks";
import { grouped, written, type List } from "./list";

/** The height of a row in pixels. 365,596 of them are just within what browsers let a page scroll. */
const ROW = 44;
/** Rows drawn above and below those in sight. */
const MARGIN = 10;

interface Props {
  list: List;
  count: number;
  /** The place chosen, from 0. */
  place: number | null;
  label: string;
  onPick(place: number): void;
}

export function Listbox({ list, count, place, label, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [{ first, rows }, setView] = useState({ first: 0, rows: 12 });
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const from = Math.max(0, Math.min(first, count - rows) - MARGIN);
  const to = Math.min(count - 1, first + rows + MARGIN);

  const look = () => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    const seen = { first: Math.floor(scrollTop / ROW), rows: Math.ceil(clientHeight / ROW) };
    setView((view) => (view.first === seen.first && view.rows === seen.rows ? view : seen));
  };
  useLayoutEffect(() => {
    if (!box.current) {
      return;
    }
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  // What is chosen comes into sight: by as little as it takes if it is near, else to the middle.
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || place === null) {
      return;
    }
    const { scrollTop, clientHeight } = current;
    const [top, bottom] = [place * ROW, (place + 1) * ROW];
    if (top < scrollTop) {
      current.scrollTop = top > scrollTop - clientHeight ? top : top - (clientHeight - ROW) / 2;
    } else if (bottom > scrollTop + clientHeight) {
      const near = bottom < scrollTop + 2 * clientHeight;
      current.scrollTop = near ? bottom - clientHeight : top - (clientHeight - ROW) / 2;
    }
    look();
  }, [list, count, place]);

  useEffect(() => {
    let gone = false;
    list.fetch(from, to)?.then(
      () => gone || redraw(undefined),
      // A list that was closed, or is broken: the section says so.
      () => undefined,
    );
    return () => {
      gone = true;
    };
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

  const places = [];
  // Screen readers follow the chosen one, so it stays in the page wherever the list is.
  if (place !== null && place < from) {
    places.push(place);
  }
  for (let each = from; each <= to; each++) {
    places.push(each);
  }
  if (place !== null && place > to) {
    places.push(place);
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
      onScroll={look}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div class="all-rows" role="presentation" style={{ height: `${count * ROW}px` }}>
        {places.map((each) => (
          <Row
            key={each}
            place={each}
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
  count: number;
  size: number;
  rows: number[] | undefined;
  chosen: boolean;
}

/** A row of the list. Scrolling draws the list again and again, but hardly ever the same row. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const { place, count, size, rows, chosen } = this.props;
    return (
      next.place !== place ||
      next.count !== count ||
      next.size !== size ||
      next.rows !== rows ||
      next.chosen !== chosen
    );
  }

  override render({ place, count, size, rows, chosen }: RowProps) {
    const number = grouped(place + 1);
    const text = rows ? written(rows) : "…";
    return (
      <div
        id={`solution-${place}`}
        class="option"
        role="option"
        aria-selected={chosen}
        aria-setsize={count}
        aria-posinset={place + 1}
        aria-label={`Solution ${number}: ${text}`}
        data-place={place}
        style={{ top: `${place * ROW}px` }}
      >
        <Glyph rows={rows ?? []} size={size} />
        <span class="number">{number} </span>
        <span class="rows">{text}</span>
      </div>
    );
  }
}

/** A board so small that queens are dots: one path, because there are many of them on the way. */
function Glyph({ rows, size }: { rows: number[]; size: number }) {
  const dots = rows.map((row, col) => `M${col + 0.5} ${size - row - 0.5}h0`).join("");
  return (
    <svg class="glyph" viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={dots} />
    </svg>
  );
}
