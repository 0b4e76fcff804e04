/** Learn: short pages with pictures, from what a queen attacks to the fast methods. */
import type { ComponentType } from "preact";
import { SmallBoard } from "../board";
import { link } from "../route";
import type { Square } from "../square";
import { Checks, Regions } from "./beyond";
import { BitMasks } from "./bit-masks";
import { BitSets } from "./bit-sets";
import { Cross } from "./cross";
import { Join } from "./join";
import { BreadthFirst, DancingLinks, Tiles } from "./other";
import { attacks, rowsOf } from "./pictures";
import { Stacks } from "./stacks";
import { Backtracking, Half, Problem } from "./start";
import { Symmetry } from "./symmetry";
import { Threads } from "./threads";

interface Topic {
  id: string;
  title: string;
  /** What it is about, in a line. */
  line: string;
  Page: ComponentType;
  /** The small picture in the contents: the queens of a board of 6, and the shade of a square. */
  rows: string;
  shade?: (square: Square) => string | undefined;
}

const SOLVED = "2 4 6 1 3 5";
const NONE = "0 0 0 0 0 0";
const middle = (line: number) => line === 2 || line === 3;

const PARTS: [name: string, topics: Topic[]][] = [
  [
    "To begin with",
    [
      {
        id: "problem",
        title: "The problem",
        line: "What a queen attacks, why 2 and 3 have no solution, and a few dates.",
        Page: Problem,
        rows: "0 0 3 0 0 0",
        shade: (square) => (attacks({ col: 2, row: 2 }, square) ? "attacked" : undefined),
      },
      {
        id: "backtracking",
        title: "Backtracking",
        line: "Set a queen, go on, come back: Dijkstra's three arrays.",
        Page: Backtracking,
        rows: "1 3 5 0 0 0",
        shade: ({ col }) => (col === 3 ? "accent" : undefined),
      },
      {
        id: "half",
        title: "Half of the board",
        line: "A mirror halves the work.",
        Page: Half,
        rows: SOLVED,
        shade: ({ row }) => (row < 3 ? "accent" : undefined),
      },
    ],
  ],
  [
    "The same, faster",
    [
      {
        id: "bit-sets",
        title: "Bit sets",
        line: "A board in three numbers.",
        Page: BitSets,
        rows: "1 0 0 0 0 0",
        shade: ({ col, row }) => (col === row ? "good" : undefined),
      },
      {
        id: "bit-masks",
        title: "Bit masks",
        line: "All free rows of a column at once.",
        Page: BitMasks,
        rows: "2 4 0 0 0 0",
        shade: ({ col, row }) => (col === 2 ? (row === 0 || row === 5 ? "good" : "attacked") : undefined),
      },
      {
        id: "stacks",
        title: "Explicit stacks",
        line: "No recursion: a search that can pause, and keeps less.",
        Page: Stacks,
        rows: "2 4 0 0 0 0",
        shade: ({ col, row }) => (row < 5 - col && col < 4 ? "accent" : undefined),
      },
      {
        id: "threads",
        title: "Threads",
        line: "Why a thread for each first queen does not scale.",
        Page: Threads,
        rows: "1 0 0 0 0 0",
        shade: ({ col, row }) =>
          col > 0 && col < 3 + ((row * 2) % 4) ? (row % 2 === 0 ? "accent" : "good") : undefined,
      },
    ],
  ],
  [
    "Other ways to walk",
    [
      {
        id: "breadth-first",
        title: "Breadth first",
        line: "All boards with one queen, then all with two: a queue.",
        Page: BreadthFirst,
        rows: NONE,
        shade: ({ col }) => (col % 2 === 1 ? "accent" : undefined),
      },
      {
        id: "tiles",
        title: "Tiles",
        line: "Queens that may stand in a row or a column, and solutions found twice.",
        Page: Tiles,
        rows: NONE,
        shade: ({ col, row }) => (col === 4 || row === 4 ? "accent" : undefined),
      },
      {
        id: "dancing-links",
        title: "Dancing links",
        line: "Exact cover: the line with the fewest squares comes next.",
        Page: DancingLinks,
        rows: "0 0 0 5 0 0",
        shade: ({ col, row }) => (attacks({ col: 3, row: 4 }, { col, row }) ? "dead" : undefined),
      },
    ],
  ],
  [
    "The fast ideas",
    [
      {
        id: "symmetry",
        title: "The eight symmetries",
        line: "Images, fundamental solutions, and Burnside's lemma.",
        Page: Symmetry,
        rows: SOLVED,
        shade: ({ col, row }) => (col === row || col + row === 5 ? "accent" : undefined),
      },
      {
        id: "cross",
        title: "Central cross",
        line: "The middle lines first, one way of each eight.",
        Page: Cross,
        rows: "0 4 6 1 3 0",
        shade: ({ col, row }) => (middle(col) || middle(row) ? "accent" : undefined),
      },
      {
        id: "join",
        title: "Half-board join",
        line: "Two halves that fit: counting without a search.",
        Page: Join,
        rows: SOLVED,
        shade: ({ col, row }) => ([0, 3, 4].includes(col) === row < 3 ? "good" : undefined),
      },
    ],
  ],
  [
    "Beyond",
    [
      {
        id: "regions",
        title: "Region puzzles",
        line: "The puzzle of the newspapers, and how hints reason.",
        Page: Regions,
        rows: "3 5 2 4 1 6",
        shade: ({ col, row }) => (row > 3 ? "good" : col < 3 ? "accent" : undefined),
      },
      {
        id: "checks",
        title: "How counts are checked",
        line: "Two ideas, symmetry, remainders: why a number can be believed.",
        Page: Checks,
        rows: SOLVED,
        shade: ({ row }) => (row % 2 === 0 ? "good" : undefined),
      },
    ],
  ],
];

const TOPICS = PARTS.flatMap(([, topics]) => topics);

/** The title of a page, if there is one of this name. */
export function titleOf(topic: string): string | undefined {
  return TOPICS.find(({ id }) => id === topic)?.title;
}

const hrefOf = ({ id }: Topic) => link("learn", {}, id);

/** All pages with their pictures; where a link led to none, it says so. */
function Contents({ unknown }: { unknown: string }) {
  return (
    <div class="contents">
      <h1>Learn</h1>
      <p class="lead">Fifteen short pages with pictures to play with, from simple to fast.</p>
      {unknown && (
        <p class="said" role="status">
          There is no page “{unknown.slice(0, 40)}” here. Perhaps one of these?
        </p>
      )}
      {PARTS.map(([name, topics]) => (
        <section key={name}>
          <h2>{name}</h2>
          <ol class="cards">
            {topics.map((topic) => (
              <li key={topic.id}>
                <a class="panel card" href={hrefOf(topic)}>
                  <span class="card-picture" aria-hidden="true">
                    <SmallBoard
                      rows={rowsOf(topic.rows)}
                      label={topic.title}
                      {...(topic.shade && { shaded: topic.shade })}
                    />
                  </span>
                  <span>
                    <b>{topic.title}</b>
                    <span class="note">{topic.line}</span>
                  </span>
                </a>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

export function Learn({ topic }: { topic: string }) {
  const at = TOPICS.findIndex(({ id }) => id === topic);
  const here = TOPICS[at];
  if (!here) {
    return <Contents unknown={topic} />;
  }
  const [before, after] = [TOPICS[at - 1], TOPICS[at + 1]];
  const { Page } = here;
  return (
    <div class="learn">
      <h1>{here.title}</h1>
      {/* Not <nav>: that is the frame's own, at the bottom of a phone. */}
      <div class="topics" role="navigation" aria-label="Topics">
        <a href={link("learn")}>All pages</a>
        {PARTS.map(([name, topics]) => (
          <div key={name}>
            <p>{name}</p>
            <ul>
              {topics.map((topic) => (
                <li key={topic.id}>
                  <a href={hrefOf(topic)} aria-current={topic === here ? "page" : undefined}>
                    {topic.title}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <label class="field topic-choice">
        Page {at + 1} of {TOPICS.length}
        <select value={here.id} onChange={(event) => (location.hash = link("learn", {}, event.currentTarget.value))}>
          {PARTS.map(([name, topics]) => (
            <optgroup key={name} label={name}>
              {topics.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <article class="page">
        <Page />
        <div class="turn" role="navigation" aria-label="Pages">
          {before ? (
            <a href={hrefOf(before)} rel="prev">
              <span class="note">Before</span>
              {before.title}
            </a>
          ) : (
            <span />
          )}
          {after && (
            <a href={hrefOf(after)} rel="next">
              <span class="note">Next</span>
              {after.title}
            </a>
          )}
        </div>
      </article>
    </div>
  );
}
