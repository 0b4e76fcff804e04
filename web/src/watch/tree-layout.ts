/** Where the nodes of a search tree are drawn, and how they look at a step of the search. */
import type { SearchTree } from "../protocol";
import { square } from "../square";

export interface Point {
  x: number;
  y: number;
}

/** A node that is drawn. */
export interface Placed extends Point {
  node: number;
  /** Whether nodes below it are not drawn. */
  folded: boolean;
}

export interface Layout {
  placed: Placed[];
  width: number;
  height: number;
  /** The radius of a node. */
  radius: number;
  /** Whether there is room for the names of squares. */
  named: boolean;
}

/** What a visitor needs to know about a node at a step: see the legend. */
export type Status = "unvisited" | "open" | "done" | "dead-end" | "solution" | "duplicate";

/** A tree with what is computed from it once. */
export interface Grown {
  tree: SearchTree;
  children: number[][];
  /** The number of queens of each node. */
  levels: number[];
  /** The horizontal place of each node: leaves are numbered, a parent is above the middle of its children. */
  slots: number[];
  leaves: number;
  depth: number;
  /** The number of solutions at and below each node. */
  solutions: number[];
}

export function grow(tree: SearchTree): Grown {
  const { parents, fates } = tree;
  const children: number[][] = parents.map(() => []);
  const levels: number[] = parents.map(() => 0);
  for (const [node, parent] of parents.entries()) {
    if (parent !== null) {
      children[parent]?.push(node);
      levels[node] = (levels[parent] ?? 0) + 1;
    }
  }
  // Leaves from left to right. A breadth-first search reaches them in another order, so the tree is walked.
  const slots: number[] = parents.map(() => 0);
  const solutions: number[] = fates.map((fate) => (fate === "solution" ? 1 : 0));
  let leaves = 0;
  const walk = (node: number): void => {
    const below = children[node] ?? [];
    if (below.length === 0) {
      slots[node] = leaves++;
      return;
    }
    for (const child of below) {
      walk(child);
      solutions[node] = (solutions[node] ?? 0) + (solutions[child] ?? 0);
    }
    slots[node] = ((slots[below[0] ?? 0] ?? 0) + (slots[below.at(-1) ?? 0] ?? 0)) / 2;
  };
  walk(0);
  return { tree, children, levels, slots, leaves, depth: Math.max(...levels), solutions };
}

/** The node at which the search is after some steps. */
export function nodeAt({ visits, visited }: SearchTree, step: number): number {
  let [low, high] = [0, visits.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((visits[middle] ?? 0) <= step) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return visited[low] ?? 0;
}

/** The nodes from the root to a node. */
export function pathTo({ parents }: SearchTree, node: number): number[] {
  const path: number[] = [];
  for (let at: number | null = node; at !== null; at = parents[at] ?? null) {
    path.unshift(at);
  }
  return path;
}

export function statusOf({ tree, children }: Grown, node: number, step: number): Status {
  if ((tree.steps[node] ?? 0) > step) {
    return "unvisited";
  }
  const fate = tree.fates[node] ?? "continues";
  if (fate !== "continues") {
    return fate;
  }
  return (tree.ends[node] ?? 0) <= step || (children[node] ?? []).length === 0 ? "done" : "open";
}

/** The width of a whole tree whose leaves do not overlap, in pixels. */
const GAP = 11;
const EDGE = 14;

export const wholeWidth = ({ leaves }: Grown): number => (leaves - 1) * GAP + 2 * EDGE;

/** The whole tree, at least as wide as the room. */
export function wholeLayout(grown: Grown, room: number, height: number): Layout {
  const width = Math.max(room, wholeWidth(grown));
  const gap = grown.leaves > 1 ? Math.min(64, (width - 2 * EDGE) / (grown.leaves - 1)) : 0;
  const left = (width - gap * (grown.leaves - 1)) / 2;
  const drop = levelHeight(grown.depth, height);
  const placed = grown.slots.map((slot, node) => ({
    node,
    x: left + slot * gap,
    y: EDGE + (grown.levels[node] ?? 0) * drop,
    folded: false,
  }));
  const named = gap >= 26;
  return { placed, width, height: 2 * EDGE + grown.depth * drop, radius: named ? 11 : 4, named };
}

/**
 * The path to the current node, and the children of each node on it. Queens of one column are placed by row, so that nodes do not
 * move from step to step.
 */
export function branchLayout(grown: Grown, current: number, size: number, room: number, height: number): Layout {
  const drop = levelHeight(grown.depth, height);
  const path = pathTo(grown.tree, current);
  const placed: Placed[] = [{ node: 0, x: room / 2, y: EDGE, folded: false }];
  for (const [level, parent] of path.entries()) {
    const below = grown.children[parent] ?? [];
    const squares = below.map((node) => square(grown.tree.squares[node] ?? "A1"));
    const oneColumn = squares.every(({ col }) => col === squares[0]?.col);
    const oneRow = squares.every(({ row }) => row === squares[0]?.row);
    const count = oneColumn || oneRow ? size : below.length;
    const gap = (room - 2 * EDGE) / Math.max(1, count);
    for (const [place, node] of below.entries()) {
      const { col = 0, row = 0 } = squares[place] ?? {};
      const slot = oneColumn ? row : oneRow ? col : place;
      const folded = path[level + 1] !== node && (grown.children[node] ?? []).length > 0;
      placed.push({ node, x: EDGE + (slot + 0.5) * gap, y: EDGE + (level + 1) * drop, folded });
    }
  }
  const narrow = (room - 2 * EDGE) / size;
  const named = narrow >= 24;
  return { placed, width: room, height: 2 * EDGE + grown.depth * drop, radius: named ? 11 : 6, named };
}

const levelHeight = (depth: number, height: number) =>
  Math.min(90, Math.max(26, (height - 2 * EDGE) / Math.max(1, depth)));

/** The node that is drawn nearest to a point, if it is near. */
export function nodeNear({ placed }: Layout, { x, y }: Point): number | null {
  let nearest: number | null = null;
  let least = 18 ** 2;
  for (const one of placed) {
    const distance = (one.x - x) ** 2 + (one.y - y) ** 2;
    if (distance < least) {
      least = distance;
      nearest = one.node;
    }
  }
  return nearest;
}
