/** Learn: short pages with interactive pictures, from the rules to the fastest methods. */
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
  /** A one-line summary. */
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
    "Basics",
    [
      {
        id: "problem",
        title: "The problem",
        line: "What a queen attacks, why N = 2 and 3 have no solution, and some history.",
        Page: Problem,
        rows: "0 0 3 0 0 0",
        shade: (square) => (attacks({ col: 2, row: 2 }, square) ? "attacked" : undefined),
      },
      {
        id: "backtracking",
        title: "Backtracking",
        line: "Place a queen, continue, undo: Dijkstra's three arrays.",
        Page: Backtracking,
        rows: "1 3 5 0 0 0",
        shade: ({ col }) => (col === 3 ? "accent" : undefined),
      },
      {
        id: "half",
        title: "Half-board search",
        line: "Mirror symmetry halves the work.",
        Page: Half,
        rows: SOLVED,
        shade: ({ row }) => (row < 3 ? "accent" : undefined),
      },
    ],
  ],
  [
    "Faster backtracking",
    [
      {
        id: "bit-sets",
        title: "Bit sets",
        line: "A board stored in three numbers.",
        Page: BitSets,
        rows: "1 0 0 0 0 0",
        shade: ({ col, row }) => (col === row ? "good" : undefined),
      },
      {
        id: "bit-masks",
        title: "Bit masks",
        line: "All free rows of a column in one operation.",
        Page: BitMasks,
        rows: "2 4 0 0 0 0",
        shade: ({ col, row }) => (col === 2 ? (row === 0 || row === 5 ? "good" : "attacked") : undefined),
      },
      {
        id: "stacks",
        title: "Explicit stacks",
        line: "A search without recursion, which can pause and needs less memory.",
        Page: Stacks,
        rows: "2 4 0 0 0 0",
        shade: ({ col, row }) => (row < 5 - col && col < 4 ? "accent" : undefined),
      },
      {
        id: "threads",
        title: "Threads",
        line: "Why one thread per first queen does not scale.",
        Page: Threads,
        rows: "1 0 0 0 0 0",
        shade: ({ col, row }) =>
          col > 0 && col < 3 + ((row * 2) % 4) ? (row % 2 === 0 ? "accent" : "good") : undefined,
      },
    ],
  ],
  [
    "Other search strategies",
    [
      {
        id: "breadth-first",
        title: "Breadth-first search",
        line: "All boards with one queen, then all with two, kept in a queue.",
        Page: BreadthFirst,
        rows: NONE,
        shade: ({ col }) => (col % 2 === 1 ? "accent" : undefined),
      },
      {
        id: "tiles",
        title: "Tiles",
        line: "Each queen may be in its row or in its column, so solutions are found more than once.",
        Page: Tiles,
        rows: NONE,
        shade: ({ col, row }) => (col === 4 || row === 4 ? "accent" : undefined),
      },
      {
        id: "dancing-links",
        title: "Dancing links",
        line: "Exact cover: the row or column with the fewest squares comes next.",
        Page: DancingLinks,
        rows: "0 0 0 5 0 0",
        shade: ({ col, row }) => (attacks({ col: 3, row: 4 }, { col, row }) ? "dead" : undefined),
      },
    ],
  ],
  [
    "The fastest methods",
    [
      {
        id: "symmetry",
        title: "The eight symmetries",
        line: "Images, fundamental solutions and Burnside's lemma.",
        Page: Symmetry,
        rows: SOLVED,
        shade: ({ col, row }) => (col === row || col + row === 5 ? "accent" : undefined),
      },
      {
        id: "cross",
        title: "Central cross",
        line: "The middle rows and columns first, and one board for up to eight symmetric ones.",
        Page: Cross,
        rows: "0 4 6 1 3 0",
        shade: ({ col, row }) => (middle(col) || middle(row) ? "accent" : undefined),
      },
      {
        id: "join",
        title: "Half-board join",
        line: "Count pairs of half-boards that fit together.",
        Page: Join,
        rows: SOLVED,
        shade: ({ col, row }) => ([0, 3, 4].includes(col) === row < 3 ? "good" : undefined),
      },
    ],
  ],
  [
    "Puzzles and verification",
    [
      {
        id: "regions",
        title: "Region puzzles",
        line: "Logic puzzles with coloured regions, and how hints work.",
        Page: Regions,
        rows: "3 5 2 4 1 6",
        shade: ({ col, row }) => (row > 3 ? "good" : col < 3 ? "accent" : undefined),
      },
      {
        id: "checks",
        title: "How counts are checked",
        line: "Two independent methods, symmetry and residues: why a count can be trusted.",
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

/** The table of contents, with a message if a link leads to an unknown page. */
function Contents({ unknown }: { unknown: string }) {
  return (
    <div class="contents">
      <h1>Learn</h1>
      <p class="lead">Fifteen short pages with interactive pictures, from the rules to the fastest methods.</p>
      {unknown && (
        <p class="message" role="status">
          There is no page “{unknown.slice(0, 40)}”. These are the pages:
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
      {/* Not <nav>, which has the style of the main navigation. */}
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
        <div class="pager" role="navigation" aria-label="Previous and next page">
          {before ? (
            <a href={hrefOf(before)} rel="prev">
              <span class="note">Previous</span>
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
