/** The page for frames of other sites, `embed.html`: one board to watch, to play or to look at. It stores nothing. */
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board";
import { errorMessage, sharedEngine } from "../engine";
import { LAST_SEED, type LargeSearch, LargeView } from "../learn/large-view";
import { useMethods } from "../methods";
import type { Position } from "../protocol";
import { link, numberOf, parse, type Section } from "../route";
import { squareName } from "../square";
import { useEngine } from "../use-engine";
import { LAST_LINKED_STEP, useClock } from "../watch/clock";
import { FASTEST, LARGEST, watchedMethod } from "../watch/link";
import { SearchBoard } from "../watch/search-view";
import { Transport } from "../watch/transport";
import { VIEWS, type View } from "./code";
import { EmbeddedGame } from "./game";
import "../style/embed.css";

interface ViewProps {
  params: URLSearchParams;
}

/** A search with its controls. */
function WatchView({ params }: ViewProps) {
  const method = watchedMethod(params.get("method")) ?? "bitmask";
  const table = useMethods();
  const largest = Math.min(LARGEST, table?.find((one) => one.method === method)?.max_n ?? LARGEST);
  const wanted = numberOf(params, "n", 8, 1, LARGEST);
  const size = Math.min(wanted, largest);
  const [speed, setSpeed] = useState(numberOf(params, "speed", 10, 1, FASTEST));
  const step = numberOf(params, "step", 0, 0, LAST_LINKED_STEP);
  const start = !params.has("step") && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const clock = useClock([method], size, wanted, step, 0, speed, start, table !== null);
  return (
    <>
      <SearchBoard
        method={method}
        size={size}
        state={clock.states[0] ?? null}
        playing={clock.playing}
        compared={false}
        lead={0}
      />
      {clock.message && <p class={`message ${clock.failed ? "bad" : ""}`}>{clock.message}</p>}
      <Transport clock={clock} speed={speed} onSpeed={setSpeed} />
    </>
  );
}

/** A picture of a position. */
function BoardView({ params }: ViewProps) {
  const [position, setPosition] = useState<Position | null>(null);
  const [trouble, setTrouble] = useState("");
  const engine = useEngine();
  const text = params.get("p") ?? `size:${numberOf(params, "n", 8, 1, 32)}`;
  useEffect(
    () =>
      engine.run(
        (task) => task.ask("read", { text }),
        setPosition,
        (error) => setTrouble(errorMessage(error)),
      ),
    [],
  );
  if (trouble) {
    return (
      <p class="message bad" role="alert">
        {trouble}
      </p>
    );
  }
  if (!position) {
    return null;
  }
  const { size, given, closed, regions, colours } = position;
  return (
    <Board
      size={size}
      label={`A board of size ${size}: ${given.length > 0 ? `queens on ${given.join(", ")}` : "no queens"}`}
      regions={regions}
      colours={colours}
      look={(square) => {
        const name = squareName(square);
        return given.includes(name) ? { queen: "set" } : { marks: closed.includes(name) ? ["closed"] : [] };
      }}
    />
  );
}

/** Local search on a large board. */
function LargeBoardView({ params }: ViewProps) {
  const [search, setSearch] = useState<LargeSearch>(() => ({
    n: numberOf(params, "n", 200, 4, 1000),
    seed: numberOf(params, "seed", 1, 1, LAST_SEED),
    start: params.get("start") === "few-attacks" ? "few-attacks" : "shuffled",
  }));
  return <LargeView search={search} onSearch={setSearch} />;
}

/** The section of the page that shows the same. */
const SECTIONS: Record<View, [section: Section, rest: string]> = {
  watch: ["watch", ""],
  play: ["play", ""],
  board: ["play", ""],
  large: ["learn", "large-boards"],
};

const isView = (name: string): name is View => Object.hasOwn(VIEWS, name);

function Embed() {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  // Not `parse` alone: a view may have the name of a section, or not.
  const name = /^#?\/?([a-z]*)/.exec(hash)?.[1] ?? "";
  const { params } = parse(hash);
  const view = isView(name) ? name : null;
  const shown = Object.fromEntries([...params].filter(([key]) => key !== "theme"));
  const [section, rest] = view ? SECTIONS[view] : (["start", ""] as const);
  return (
    <main data-section={view === "watch" ? "watch" : "embed"} data-view={view} key={hash}>
      {view === "watch" && <WatchView params={params} />}
      {view === "play" && <EmbeddedGame params={params} />}
      {view === "board" && <BoardView params={params} />}
      {view === "large" && <LargeBoardView params={params} />}
      {view === null && (
        <p class="message" role="status">
          Unknown view “{name.slice(0, 20)}”. The views are {Object.keys(VIEWS).join(", ")}.
        </p>
      )}
      <p class="source">
        <a href={`./${link(section, shown, rest)}`} target="_blank" rel="noopener">
          Open in Queens
        </a>
      </p>
    </main>
  );
}

sharedEngine();
const app = document.getElementById("app");
if (app) {
  render(<Embed />, app);
}
