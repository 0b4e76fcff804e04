/** A board: a picture, or a grid that is operated with pointer and keyboard. */
import { useRef, useState } from "preact/hooks";
import { usePointer } from "./pointer";
import { columnName, type Square, squareName } from "./square";

/** What a square shows. */
export interface Look {
  queen?: "set" | "given" | "tried" | "ghost" | "hint" | "conflict" | "found" | undefined;
  /** Some of: attacked, dead, closed, crossed, tried, because, hint. */
  marks?: string[] | undefined;
}

interface BoardProps {
  size: number;
  /** A description of the board for screen readers. */
  label: string;
  look(square: Square): Look;
  /** The regions, the top row first. */
  regions?: string[] | null | undefined;
  /** The colour of each region, in the order in which the regions appear. Without it, that order. */
  colours?: number[] | null | undefined;
  /**
   * Makes the board a grid with keyboard control; without it the board is a picture. A tap or click is the key `Enter`; a right
   * click or long press is `ContextMenu`.
   */
  onSquare?: (square: Square, key: string) => void;
  /**
   * Called while a pointer is dragged over squares, with all of them from the first on; `ended` when it is lifted. A drag that is
   * cancelled ends with no squares.
   */
  onDrag?: ((squares: Square[], ended: boolean) => void) | undefined;
  /** Whether the board scrolls in its frame: then only a mouse drags. */
  scrolls?: boolean;
  class?: string;
}

/** The number of different colours of regions in style/palette.css. */
const COLOURS = 20;

/** Marks and queens in words, for screen readers. */
const WORDS: Record<string, string> = {
  attacked: "attacked",
  dead: "dead end",
  closed: "closed",
  crossed: "crossed out",
  tried: "tried",
  because: "part of the reason",
  hint: "suggested by the hint",
};
const QUEENS: Record<string, string> = {
  set: "queen",
  given: "given queen",
  tried: "queen, just placed",
  ghost: "queen just removed",
  hint: "suggested queen",
  conflict: "queen under attack",
  found: "queen, part of a solution",
};

export function QueenDrawing() {
  return (
    <svg class="queen" viewBox="0 0 48 48" aria-hidden="true">
      <use href="#queen" />
    </svg>
  );
}

export function Board(props: BoardProps) {
  const { size, label, look, regions, colours, onSquare } = props;
  const [cursor, setCursor] = useState<Square>({ col: 0, row: size - 1 });
  const grid = useRef<HTMLDivElement>(null);
  const at = { col: Math.min(cursor.col, size - 1), row: Math.min(cursor.row, size - 1) };

  const focus = (square: Square) => {
    setCursor(square);
    const cell = grid.current?.querySelector<HTMLElement>(`[data-square="${squareName(square)}"]`);
    cell?.focus();
    return cell;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const { col, row } = at;
    const last = size - 1;
    const moves: Record<string, Square> = {
      ArrowLeft: { col: Math.max(0, col - 1), row },
      ArrowRight: { col: Math.min(last, col + 1), row },
      ArrowUp: { col, row: Math.min(last, row + 1) },
      ArrowDown: { col, row: Math.max(0, row - 1) },
      Home: { col: 0, row },
      End: { col: last, row },
      PageUp: { col, row: last },
      PageDown: { col, row: 0 },
    };
    const to = moves[event.key];
    if (to) {
      // The focus alone does not move a square that is partly behind the row names.
      focus(to)?.scrollIntoView({ block: "nearest", inline: "nearest" });
      event.preventDefault();
    } else if (["Enter", " ", "x", "X", "Delete", "Backspace"].includes(event.key)) {
      onSquare?.(at, event.key.length > 1 ? event.key : event.key.toLowerCase());
      event.preventDefault();
    }
  };
  const pointer = usePointer({
    size,
    onPress: (square, key) => {
      focus(square);
      onSquare?.(square, key);
    },
    onDrag: props.onDrag,
    scrolls: props.scrolls,
  });

  const region = ({ col, row }: Square) => regions?.[size - 1 - row]?.[col];
  const names = [...new Set(regions?.join("") ?? "")];
  const cell = (square: Square) => {
    const { col, row } = square;
    const { queen, marks = [] } = look(square);
    const kinds = ["square", (col + row) % 2 === 0 ? "dark" : "light", ...marks];
    const name = region(square);
    // Sentences refer to regions by number: from 1, in the order in which they appear from the top left. The number is shown in the
    // first square of the region. The letters of files are not shown, because columns have letters too.
    const number = name === undefined ? 0 : names.indexOf(name) + 1;
    let sign = null;
    if (name !== undefined) {
      if (regions?.join("").indexOf(name) === (size - 1 - row) * size + col) {
        sign = (
          <span class="region-name" aria-hidden="true">
            {number}
          </span>
        );
      }
      kinds.push("coloured", `colour-${(colours?.[number - 1] ?? number - 1) % COLOURS}`);
      if (row < size - 1 && region({ col, row: row + 1 }) !== name) kinds.push("top");
      if (row > 0 && region({ col, row: row - 1 }) !== name) kinds.push("bottom");
      if (col > 0 && region({ col: col - 1, row }) !== name) kinds.push("left");
      if (col < size - 1 && region({ col: col + 1, row }) !== name) kinds.push("right");
    }
    if (queen) {
      kinds.push("has-queen", `queen-${queen}`);
    }
    const drawing = queen ? <QueenDrawing /> : null;
    if (!onSquare) {
      return (
        <div key={col} class={kinds.join(" ")}>
          {sign}
          {drawing}
        </div>
      );
    }
    const words = [squareName(square), queen && QUEENS[queen], ...marks.map((mark) => WORDS[mark])];
    if (name !== undefined) {
      words.push(`region ${number}`);
    }
    return (
      <div
        key={col}
        role="gridcell"
        class={kinds.join(" ")}
        data-square={squareName(square)}
        data-col={col}
        data-row={row}
        tabIndex={col === at.col && row === at.row ? 0 : -1}
        aria-label={words.filter(Boolean).join(", ")}
        onFocus={() => setCursor(square)}
      >
        {sign}
        {drawing}
      </div>
    );
  };

  const rows = Array.from({ length: size }, (_, place) => size - 1 - place);
  const cols = Array.from({ length: size }, (_, col) => col);
  const body = rows.map((row) => (
    <div key={row} class="row" role={onSquare ? "row" : undefined}>
      {cols.map((col) => cell({ col, row }))}
    </div>
  ));
  const style = { "--size": `${size}` };
  return (
    <div class={`board ${props.class ?? ""}`} style={style}>
      <div class="row-names" aria-hidden="true">
        {rows.map((row) => (
          <span key={row}>{row + 1}</span>
        ))}
      </div>
      {onSquare ? (
        <div
          class="squares"
          role="grid"
          aria-label={label}
          aria-rowcount={size}
          aria-colcount={size}
          ref={grid}
          onKeyDown={onKeyDown}
          {...pointer}
        >
          {body}
        </div>
      ) : (
        <div class="squares" role="img" aria-label={label}>
          {body}
        </div>
      )}
      <div class="column-names" aria-hidden="true">
        {cols.map((col) => (
          <span key={col}>{columnName(col)}</span>
        ))}
      </div>
    </div>
  );
}

/** A small picture of queens, one per column: `rows[c]` is the row of column c, or null. */
export function SmallBoard(props: {
  rows: (number | null)[];
  size?: number;
  label: string;
  /** Squares to shade. */
  shaded?: (square: Square) => string | undefined;
}) {
  const size = props.size ?? props.rows.length;
  const shaded: Square[] = [];
  if (props.shaded) {
    for (let col = 0; col < size; col++) {
      for (let row = 0; row < size; row++) {
        shaded.push({ col, row });
      }
    }
  }
  return (
    <svg class="small-board" viewBox={`0 0 ${size * 48} ${size * 48}`} role="img" aria-label={props.label}>
      <rect class="light" width={size * 48} height={size * 48} />
      <path class="dark" d={darkSquares(size)} />
      {shaded.map(({ col, row }) => {
        const kind = props.shaded?.({ col, row });
        return kind ? (
          <rect class={kind} key={`${col} ${row}`} x={col * 48} y={(size - 1 - row) * 48} width="48" height="48" />
        ) : null;
      })}
      {props.rows.map((row, col) =>
        row === null ? null : <use key={col} class="queen" href="#queen" x={col * 48} y={(size - 1 - row) * 48} />,
      )}
    </svg>
  );
}

function darkSquares(size: number): string {
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let col = row % 2; col < size; col += 2) {
      path += `M${col * 48} ${(size - 1 - row) * 48}h48v48h-48z`;
    }
  }
  return path;
}
