/** The search tree of a method, linked to the clock: it marks the current node, and a node leads to its step. */
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { methodTitle } from "../methods";
import type { SearchTree as Tree } from "../protocol";
import { useEngine } from "../use-engine";
import {
  branchLayout,
  type Grown,
  grow,
  type Layout,
  nodeAt,
  nodeNear,
  type Placed,
  pathTo,
  type Status,
  statusOf,
  wholeLayout,
  wholeWidth,
} from "./tree-layout";

/** Larger trees are drawn only as the current branch. */
const MOST_DRAWN = 3000;

const WORDS: Record<Status, string> = {
  unvisited: "not visited yet",
  open: "in progress",
  done: "searched completely",
  "dead-end": "dead end",
  solution: "solution",
  duplicate: "solution found before",
};

interface TreeProps {
  method: string;
  size: number;
  /** The step of this method. */
  step: number;
  /** Shows a step of this method. */
  onStep(step: number): void;
}

/** The tree; undefined until it is known, null if it is too large. */
function useTree(method: string, size: number): Grown | null | undefined {
  const [known, setKnown] = useState<{ key: string; grown: Grown | null }>();
  const engine = useEngine();
  const key = `${size} ${method}`;
  useEffect(
    () =>
      engine.run(
        (task) => task.ask("tree", { method, n: size }),
        (tree: Tree | null) => setKnown({ key, grown: tree && grow(tree) }),
        // The clock reports the same failure.
        () => undefined,
      ),
    [key],
  );
  return known?.key === key ? known.grown : undefined;
}

export function SearchTree(props: TreeProps) {
  const { method, size, step } = props;
  const grown = useTree(method, size);
  const title = methodTitle(method);
  return (
    <section class="panel tree-panel" aria-label={`Search tree of ${title}`}>
      <h2>Search tree</h2>
      {grown ? (
        <Drawing {...props} grown={grown} key={`${size} ${method}`} />
      ) : (
        <p class="note">
          {grown === null
            ? `The tree of N = ${size} has more than 20,000 boards. Choose a smaller board to see it.`
            : "Loading …"}
        </p>
      )}
      {grown && <Summary grown={grown} step={step} />}
      {grown && <TreeLegend />}
    </section>
  );
}

/** The number of visited nodes of each kind. */
function Summary({ grown, step }: { grown: Grown; step: number }) {
  const { steps, fates } = grown.tree;
  let [visited, dead, solutions] = [0, 0, 0];
  for (const [node, fate] of fates.entries()) {
    if ((steps[node] ?? 0) <= step) {
      visited++;
      dead += fate === "dead-end" ? 1 : 0;
      solutions += fate === "solution" ? 1 : 0;
    }
  }
  const counted = (count: number, what: string) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
  return (
    <p class="note tree-summary">
      {visited.toLocaleString("en")} of {counted(steps.length, "board")} visited: {counted(dead, "dead end")},{" "}
      {counted(solutions, "solution")}.
    </p>
  );
}

/** The room for the drawing, in pixels. */
function useRoom(element: { current: HTMLElement | null }) {
  const [room, setRoom] = useState({ width: 300, height: 360 });
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) {
      return;
    }
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box;
      setRoom((known) => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return room;
}

function Drawing(props: TreeProps & { grown: Grown }) {
  const { grown, size, step, onStep } = props;
  const { tree } = grown;
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const current = nodeAt(tree, step);
  const fits = wholeWidth(grown) <= room.width;
  const [wide, setWide] = useState(false);
  const whole = fits || wide;
  /** The node that the keyboard points to; null where that is the current node. */
  const [pointed, setPointed] = useState<number | null>(null);
  const [focused, setFocused] = useState(false);
  const cursor = pointed ?? current;
  // The same method can be shown twice, so its name is not enough.
  const id = useId();
  const branch = whole ? 0 : focused ? cursor : current;
  const layout = useMemo(
    () =>
      whole ? wholeLayout(grown, room.width, room.height) : branchLayout(grown, branch, size, room.width, room.height),
    [grown, whole, branch, size, room],
  );
  const path = pathTo(tree, current);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const parent = tree.parents[cursor] ?? null;
    const siblings = parent === null ? [cursor] : (grown.children[parent] ?? []);
    const place = siblings.indexOf(cursor);
    const to: Record<string, number | null | undefined> = {
      ArrowUp: parent,
      ArrowDown: grown.children[cursor]?.[0],
      ArrowLeft: siblings[place - 1],
      ArrowRight: siblings[place + 1],
      Home: 0,
    };
    if (event.key in to) {
      setPointed(to[event.key] ?? cursor);
    } else if (event.key === "Enter" || event.key === " ") {
      onStep(tree.steps[cursor] ?? 0);
      setPointed(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    const drawn = (event.currentTarget as Element).querySelector("svg")?.getBoundingClientRect();
    const node = drawn && nodeNear(layout, { x: event.clientX - drawn.left, y: event.clientY - drawn.top });
    if (typeof node === "number") {
      setPointed(null);
      onStep(tree.steps[node] ?? 0);
    }
  };

  // A wide tree scrolls to the node that is shown.
  const shown = layout.placed.find(({ node }) => node === (focused ? cursor : current));
  useLayoutEffect(() => {
    const view = box.current;
    if (whole && view && shown && (shown.x < view.scrollLeft + 20 || shown.x > view.scrollLeft + room.width - 20)) {
      view.scrollLeft = shown.x - room.width / 2;
    }
  }, [whole, shown?.x, room]);

  const siblings = grown.children[tree.parents[cursor] ?? -1] ?? [cursor];
  const marked = layout.placed.find(({ node }) => node === cursor);
  return (
    <>
      <div
        class="tree"
        ref={box}
        role="tree"
        tabIndex={0}
        aria-label={`Search tree of ${methodTitle(props.method)}. Arrow keys move, Enter shows the step of a board.`}
        aria-activedescendant={id}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          setPointed(null);
        }}
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names this element as its active descendant */}
        <span
          id={id}
          class="visually-hidden"
          role="treeitem"
          aria-level={(grown.levels[cursor] ?? 0) + 1}
          aria-posinset={siblings.indexOf(cursor) + 1}
          aria-setsize={siblings.length}
          aria-selected={cursor === current}
          data-node={cursor}
        >
          {describe(grown, cursor, step, current)}
        </span>
        <svg
          width={layout.width}
          height={layout.height}
          aria-hidden="true"
          data-current={current}
          data-layout={whole ? "whole" : "branch"}
        >
          <Nodes grown={grown} layout={layout} step={step} path={path} />
          {focused && marked && <circle class="cursor" cx={marked.x} cy={marked.y} r={layout.radius + 5} />}
        </svg>
      </div>
      {!fits && tree.parents.length <= MOST_DRAWN && (
        <label class="check tree-switch">
          <input type="checkbox" checked={wide} onChange={(event) => setWide(event.currentTarget.checked)} />
          Whole tree
        </label>
      )}
    </>
  );
}

/** A node in words. */
function describe(grown: Grown, node: number, step: number, current: number): string {
  const { squares, steps } = grown.tree;
  const queens = pathTo(grown.tree, node).flatMap((one) => squares[one] ?? []);
  const board = queens.length > 0 ? queens.join(" ") : "empty board";
  const here = node === current ? ", current board" : "";
  return `${board}: ${WORDS[statusOf(grown, node, step)]}${here}, step ${(steps[node] ?? 0).toLocaleString("en")}`;
}

/** The shapes of nodes. They differ without colour: see the legend. */
function shape(status: Status, { x, y }: Placed, radius: number): string {
  const r = radius;
  const circle = `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  switch (status) {
    case "solution":
    case "duplicate": {
      const d = r * 1.25;
      return `M${x} ${y - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z`;
    }
    case "dead-end":
      // A cross, or where the node has a name in it, a cross below the name.
      return r > 8
        ? `${circle}M${x - 3.5} ${y + r + 5}l7 7m0 -7l-7 7`
        : `M${x - r * 0.8} ${y - r * 0.8}l${1.6 * r} ${1.6 * r}m0 ${-1.6 * r}l${-1.6 * r} ${1.6 * r}`;
    default:
      return circle;
  }
}

/** All nodes, one path per kind, because thousands of elements would be too slow to update at every step. */
function Nodes(props: { grown: Grown; layout: Layout; step: number; path: number[] }) {
  const { grown, layout, step, path } = props;
  const { parents, squares } = grown.tree;
  const at = new Map<number, Placed>(layout.placed.map((placed) => [placed.node, placed]));
  const edges = { unvisited: "", visited: "", path: "" };
  const nodes: Partial<Record<Status, string>> = {};
  let folds = "";
  const names = [];
  const current = at.get(path.at(-1) ?? 0);
  for (const placed of layout.placed) {
    const { node, x, y } = placed;
    const status = statusOf(grown, node, step);
    const above = at.get(parents[node] ?? -1);
    if (above) {
      const kind = path.includes(node) ? "path" : status === "unvisited" ? "unvisited" : "visited";
      edges[kind] += `M${above.x} ${above.y}L${x} ${y}`;
    }
    nodes[status] = (nodes[status] ?? "") + shape(status, placed, layout.radius);
    if (placed.folded) {
      folds += `M${x - 4} ${y + layout.radius + 3}h8l-4 5z`;
    }
    if (layout.named && squares[node]) {
      const found = placed.folded && status === "done" ? (grown.solutions[node] ?? 0) : 0;
      names.push(
        <text key={node} class={status} x={x} y={y + 3.5}>
          {squares[node]}
        </text>,
      );
      if (found > 0) {
        names.push(
          <text key={`found ${node}`} class="found" x={x + layout.radius + 1} y={y + layout.radius + 8}>
            {found}
          </text>,
        );
      }
    }
  }
  return (
    <>
      {Object.entries(edges).map(([kind, d]) => (
        <path key={kind} class={`edge ${kind}`} d={d} />
      ))}
      {Object.entries(nodes).map(([status, d]) => (
        <path key={status} class={`node ${status}`} d={d} />
      ))}
      <path class="fold" d={folds} />
      {names}
      {current && <circle class="current" cx={current.x} cy={current.y} r={layout.radius + 2.5} />}
    </>
  );
}

/** The shapes of the nodes in words. */
function TreeLegend() {
  const entries: [Status, string][] = [
    ["open", "in progress"],
    ["done", "searched"],
    ["dead-end", "dead end"],
    ["solution", "solution"],
    ["unvisited", "not visited yet"],
  ];
  return (
    <ul class="legend note" aria-label="Legend of the search tree">
      {entries.map(([status, words]) => (
        <li key={status}>
          <svg class="tree-sign" viewBox="0 0 20 20" aria-hidden="true">
            <path class={`node ${status}`} d={shape(status, { node: 0, x: 10, y: 10, folded: false }, 6)} />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}
