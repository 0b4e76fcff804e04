/** The search tree: every board that a search visits, in order. */
import { useState } from "preact/hooks";
import { columnName } from "../square";
import { Choice, Figure, Message, plural, Slider } from "./parts";
import { attacks, Field, Picture, squaresOf } from "./pictures";

interface Node {
  rows: number[];
  /** The index of the parent board. */
  from: number;
  x: number;
  /** Set for boards without children. */
  end?: "dead" | "good";
}

type Order = "depth" | "breadth";

/** The boards of plain backtracking, in depth-first order. */
function treeOf(size: number): Node[] {
  const nodes: Node[] = [];
  let leaves = 0;
  const grow = (rows: number[], from: number): number => {
    const node: Node = { rows, from, x: 0 };
    const place = nodes.push(node) - 1;
    const col = rows.length;
    const below: number[] = [];
    for (let row = 0; row < size && col < size; row++) {
      if (!squaresOf(rows).some((queen) => attacks(queen, { col, row }))) {
        below.push(grow([...rows, row], place));
      }
    }
    if (below.length === 0) {
      node.end = col === size ? "good" : "dead";
      node.x = leaves++;
    } else {
      node.x = ((below[0] ?? 0) + (below.at(-1) ?? 0)) / 2;
    }
    return node.x;
  };
  grow([], -1);
  return nodes;
}

const nameOf = ({ rows }: Node) =>
  rows.length === 0 ? "the empty board" : rows.map((row, col) => columnName(col) + (row + 1)).join(" ");

const [BOX, ACROSS, DOWN] = [84, 102, 120];

/** The tree of a small board, in depth-first or breadth-first order. */
export function TreePicture({ size, orders }: { size: number; orders: Order[] }) {
  const [nodes] = useState(() => treeOf(size));
  const [order, setOrder] = useState<Order>(orders[0] ?? "depth");
  const [step, setStep] = useState(nodes.length);
  const places = nodes.map((_, place) => place);
  if (order === "breadth") {
    places.sort((a, b) => (nodes[a]?.rows.length ?? 0) - (nodes[b]?.rows.length ?? 0) || a - b);
  }
  const seen = new Set(places.slice(0, step));
  const at = places[step - 1] ?? 0;
  const here = nodes[at];
  const known = nodes.filter(({ from }) => seen.has(from)).length + 1;
  const waiting = known - seen.size;
  const ends = { dead: ", a dead end", good: ", a solution" };
  const [left, top] = [9, 32];
  const corner = (node: Node) => ({ x: left + node.x * ACROSS, y: top + node.rows.length * DOWN });
  const width = 2 * left + (Math.max(...nodes.map(({ x }) => x)) + 1) * ACROSS - (ACROSS - BOX);
  const height = top + size * DOWN + BOX + 9;
  const all = nodes.length;
  const dead = nodes.filter(({ end }) => end === "dead").length;
  return (
    <Figure
      caption={`The search tree for N = ${size}: ${all} boards, ${dead} dead ends (red), ${nodes.filter(({ end }) => end === "good").length} solutions (green).`}
    >
      {orders.length > 1 && (
        <Choice
          label="Order"
          value={order}
          options={{ depth: "Depth-first", breadth: "Breadth-first" }}
          onValue={setOrder}
        />
      )}
      <Slider label="Boards visited" value={step} least={1} most={all} text={`${step} of ${all}`} onValue={setStep} />
      <Picture
        width={width}
        height={height}
        class="tree"
        label={`The search tree for N = ${size}, ${step} of ${all} boards visited`}
      >
        {nodes.map((node, place) => {
          const parent = nodes[node.from];
          if (!parent) {
            return null;
          }
          const [from, to] = [corner(parent), corner(node)];
          return (
            <path
              key={place}
              class={seen.has(place) ? "branch" : "branch later"}
              d={`M${from.x + BOX / 2} ${from.y + BOX}L${to.x + BOX / 2} ${to.y}`}
            />
          );
        })}
        {nodes.map((node, place) => {
          const { x, y } = corner(node);
          return (
            <g key={place} class={seen.has(place) ? "" : "later"}>
              <Field size={size} queens={squaresOf(node.rows)} x={x} y={y} scale={BOX / size / 48} />
              <rect
                class={`ring ${node.end ?? ""} ${place === at ? "here" : ""}`}
                x={x}
                y={y}
                width={BOX}
                height={BOX}
              />
              <circle class="badge" cx={x + 14} cy={y - 15} r="14" />
              <text class="place" x={x + 14} y={y - 15}>
                {places.indexOf(place) + 1}
              </text>
            </g>
          );
        })}
      </Picture>
      <Message>
        {here && `Board ${step}: ${nameOf(here)}${here.end ? ends[here.end] : ""}. `}
        {orders.length > 1 &&
          (order === "depth"
            ? `In memory: ${plural(here?.rows.length ?? 0, "queen")} on this board.`
            : `In memory: ${plural(waiting, "waiting board")}.`)}
      </Message>
    </Figure>
  );
}
