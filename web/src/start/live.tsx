/** The live board: it searches for solutions step by step. A click on a square asks for a solution with a queen there. */
import { useEffect, useState } from "preact/hooks";
import { Board, type Look } from "../board";
import { Button } from "../button";
import { errorMessage } from "../engine";
import type { SearchState } from "../protocol";
import { rowsOf, type Square, squareName } from "../square";
import { useEngine } from "../use-engine";
import { lookOf } from "../watch/search-view";

const METHOD = "bitmask";
const [SMALLEST, USUAL, LARGEST] = [4, 8, 12];
/** The time of one step and the time that a solution is shown, in milliseconds. */
const STEP_TIME = 45;
const SOLUTION_TIME = 1800;

/** A solution with a queen on a square that the visitor chose, or the reason why there is none. */
interface Completed {
  square: Square;
  rows: number[];
  text: string;
}

const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The search that plays: the current step, and the text below the board. */
function useSearch(size: number, playing: boolean) {
  const [state, setState] = useState<SearchState | null>(null);
  const [failure, setFailure] = useState("");
  const engine = useEngine();
  useEffect(() => {
    let timer = 0;
    const stop = engine.run(
      async (task) => {
        // A board at rest shows a solution.
        const { step: first } = await task.ask("next-solution", { method: METHOD, n: size, step: 0, within: 1e6 });
        let step = playing ? 0 : (first ?? 0);
        for (;;) {
          const state = await task.ask("watch", { method: METHOD, n: size, step });
          setState(state);
          setFailure("");
          if (!playing) {
            return;
          }
          const time = state.last?.step === "solution" || state.step === state.length ? SOLUTION_TIME : STEP_TIME;
          await task.wait(new Promise((resolve) => (timer = setTimeout(resolve, time) as unknown as number)));
          step = state.step === state.length ? 0 : state.step + 1;
        }
      },
      () => undefined,
      (error) => setFailure(errorMessage(error)),
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [size, playing]);
  return { state: state?.queens.length === size ? state : null, failure };
}

export function LiveBoard() {
  const [size, setSize] = useState(USUAL);
  const [playing, setPlaying] = useState(() => !reducedMotion());
  const [completed, setCompleted] = useState<Completed | null>(null);
  const { state, failure } = useSearch(size, playing && completed === null);
  const solver = useEngine();
  const resize = (by: number) => {
    solver.abort();
    setCompleted(null);
    setSize((size) => Math.min(LARGEST, Math.max(SMALLEST, size + by)));
  };
  const complete = (square: Square) => {
    const name = squareName(square);
    const position = `size:${size} given:${name}`;
    solver.run(
      async (task): Promise<Completed> => {
        const [solved, through, all] = await Promise.all([
          task.ask("solve", { position, seed: 1 }),
          task.ask("solutions", { position, limit: 1e6 }),
          task.ask("published", {}),
        ]);
        const total = all[size]?.solutions ?? 0n;
        return "solution" in solved
          ? {
              square,
              rows: rowsOf(solved.solution),
              text: `${through.solutions.toLocaleString("en")} of ${total.toLocaleString("en")} solutions use ${name}. Here is one.`,
            }
          : { square, rows: [], text: `None of the ${total.toLocaleString("en")} solutions has a queen on ${name}.` };
      },
      setCompleted,
      (error) => setCompleted({ square, rows: [], text: errorMessage(error) }),
    );
  };
  const look = (at: Square): Look => {
    if (!completed) {
      return lookOf(state, size)(at);
    }
    const { square, rows } = completed;
    const here = at.col === square.col && at.row === square.row;
    if (rows.length === 0) {
      return here ? { queen: "conflict" } : {};
    }
    return rows[at.col] === at.row ? { queen: here ? "given" : "found" } : {};
  };
  const moving = playing && completed === null;
  const found = state?.solutions ?? 0n;
  const text =
    failure ||
    completed?.text ||
    (state
      ? `${state.placements.toLocaleString("en")} queens placed, ${found.toLocaleString("en")} ${found === 1n ? "solution" : "solutions"} found`
      : "Loading the library …");
  return (
    <div class="live" data-solutions={String(found)}>
      <Board
        size={size}
        label={`Board of ${size} × ${size}. Choose a square to see a solution with a queen there.`}
        look={look}
        onSquare={complete}
      />
      {/* Not announced while the search plays. */}
      <p class="live-text" aria-live={moving ? "off" : "polite"}>
        {text}
      </p>
      <div class="live-controls">
        <div class="sizes" role="group" aria-label="Board size">
          <Button label="Smaller board" off={size === SMALLEST} onPress={() => resize(-1)}>
            −
          </Button>
          <output>N = {size}</output>
          <Button label="Larger board" off={size === LARGEST} onPress={() => resize(1)}>
            +
          </Button>
        </div>
        <button
          type="button"
          class="run"
          onClick={() => {
            solver.abort();
            setCompleted(null);
            setPlaying(!moving);
          }}
        >
          {moving ? "Pause" : "Run search"}
        </button>
      </div>
      <p class="note tip">Choose any square for a solution through it.</p>
    </div>
  );
}
