/** The state of the section: a game, the settings, and long operations that the player started. */
import { useEffect, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { ClosedError, errorMessage } from "../engine";
import type { Task } from "../engine-client";
import { squareName, squaresOf } from "../square";
import { useEngine } from "../use-engine";
import { today } from "./daily";
import { announcement, type HintStep, hintMessage, type Message } from "./describe";
import type { Game } from "./game";
import * as game from "./game";
import { gameOf, namesGame, noticeOf, paramsOf, sourceOf } from "./link";
import type { Outcome } from "./rules";
import { type Settings, Store, UNSAVED } from "./store";
import { isTimed, type SavedPlay, useSavedGame } from "./use-saved-game";

/** The limit of a count: an empty board of size 32 has too many solutions. */
const MOST_SOLUTIONS = 100_000;

export interface GameState extends Omit<SavedPlay, "open" | "put" | "current"> {
  store: Store;
  settings: Settings;
  setSettings(settings: Partial<Settings>): void;
  /** Conflicts, attacked squares, and whether it is solved; null until there is a game. */
  outcome: Outcome | null;
  /** Squares that are crossed out because a queen attacks them. */
  automatic: ReadonlySet<string>;
  /** Whether the solution on the board was shown by the library. */
  isShown: boolean;
  hint: HintStep | null;
  message: Message;
  /** What the last move changed, for screen readers. */
  announced: string;
  /** The operation that is running; empty if there is none. */
  busy: string;
  show(text: string, kind?: Message["kind"]): void;
  /** Changes the game by a move of the player. */
  move(change: (game: Game, automatic: ReadonlySet<string>) => Game): void;
  /** Marks the squares of a drag from its first square on. Later calls with the same `base` replace the marks of the drag. */
  drag(base: Game, names: string[], erase: boolean): void;
  restart(): void;
  askHint(): void;
  takeHint(): void;
  solve(): void;
  countSolutions(): void;
  stop(): void;
}

const NONE: ReadonlySet<string> = new Set();

/** The game of `#/play`: the last game, if it was played today and is not finished, else the puzzle of the day. */
export function usualGame(store: Store): URLSearchParams {
  const [last] = store.games();
  // A free board has no result.
  const isDone = last?.id.startsWith("n=") && game.outcomeOf({ fixed: game.emptyBoard(last.size), now: last.now }).done;
  const isOpen = last && !isDone && !last.record.solved && !game.isShown(last) && today(new Date(last.at)) === today();
  return new URLSearchParams(isOpen ? last.id : { day: today() });
}

export function useGame({ params: asked, write }: SectionProps): GameState {
  const [store] = useState(() => new Store(undefined, UNSAVED));
  const [settings, setSettings] = useState(() => store.settings());
  const [params] = useState(() => (namesGame(asked) ? asked : usualGame(store)));
  const saved = useSavedGame(store);
  const { play, watch, current, open, put } = saved;
  const [hint, setHint] = useState<HintStep | null>(null);
  const [hinted, setHinted] = useState("");
  const [message, setMessage] = useState<Message>({ kind: "", text: noticeOf(params) });
  const [announced, setAnnounced] = useState("");
  const [busy, setBusy] = useState("");
  const worker = useEngine({ own: true });

  const show = (text: string, kind: Message["kind"] = "") => setMessage({ kind, text });
  const ensureBoard = () => current() ?? open({ game: game.begin(game.emptyBoard(8)), revision: 0, notice: "" });

  const abort = () => {
    worker.abort();
    setBusy("");
  };

  /** Runs a long operation in its own worker; aborts the previous one. */
  const work = <T>(what: string, ask: (task: Task) => Promise<T>, onResult: (result: T) => void) => {
    setHint(null);
    setBusy(what);
    return worker.run(
      ask,
      (result) => {
        setBusy("");
        onResult(result);
      },
      (error) => {
        setBusy("");
        if (!(error instanceof ClosedError)) {
          show(errorMessage(error), "bad");
        }
        ensureBoard();
      },
    );
  };

  useEffect(() => {
    work(
      sourceOf(params) ? "Creating the puzzle" : "Loading the board",
      (task) => gameOf(params, store, task),
      (opened) => {
        open(opened);
        show(opened.notice);
      },
    );
  }, []);

  useEffect(() => {
    if (play) {
      write(paramsOf(play));
    }
  }, [play]);

  const outcome = play && game.outcomeOf(play);
  const isAutomatic = settings.automaticCrosses && play !== null && game.hasNotes(play);
  const automaticOf = (of: Game) => (isAutomatic ? game.outcomeOf(of).attacked : NONE);

  const changed = (before: Game, after: Game) => {
    if (after !== before) {
      put(after);
      setAnnounced(announcement(before, after));
    }
  };

  const move: GameState["move"] = (change) => {
    const before = current();
    if (!before || before.record.solved) {
      return;
    }
    abort();
    setHint(null);
    show("");
    changed(before, change(before, automaticOf(before)));
  };

  const restart = () => {
    const before = current();
    if (before) {
      watch.set(0);
      setHinted("");
      setHint(null);
      show("");
      put(game.restart(before));
    }
  };

  const position = play && game.positionOf(play);

  /** Counts a hint, unless it is about the same marks as the last one. */
  const countHint = () => {
    const before = current();
    const marks = JSON.stringify(before?.now);
    if (before && isTimed(before) && !before.record.solved && marks !== hinted) {
      setHinted(marks);
      put({ ...before, record: { ...before.record, hints: before.record.hints + 1 } });
    }
  };

  const askHint = () => {
    if (!play || !position) {
      return;
    }
    const crossed = game.hasNotes(play) ? play.now.crosses : [];
    work(
      "Finding a hint",
      (task) => task.ask("hint", { position, crossed }),
      (hint) => {
        // That queens attack each other is visible: it is no help.
        if (hint.kind !== "done" && !outcome?.conflicts.size) {
          countHint();
        }
        setHint(hint.kind === "step" ? hint : null);
        setMessage(hintMessage(hint));
      },
    );
  };

  const takeHint = () => {
    if (hint) {
      const { queen, closed } = hint.step;
      move((play) => game.take(play, queen, closed));
    }
  };

  const solve = () => {
    if (!position) {
      return;
    }
    const seed = Math.floor(Math.random() * 2 ** 32);
    work(
      "Finding a solution",
      (task) => task.ask("solve", { position, seed }),
      (found) => {
        const before = current();
        if (before && "solution" in found) {
          const queens = squaresOf(found.solution, before.fixed.stars).map(squareName);
          const filled = game.fill(before, queens);
          const record = isTimed(before) ? { shown: true } : { filled: String(filled.now.queens) };
          put({ ...filled, record: { ...before.record, ...record } }, false);
          show("");
        } else if ("reason" in found) {
          show(`This position cannot be completed: ${found.reason}.`, "bad");
        }
      },
    );
  };

  const countSolutions = () => {
    if (!position) {
      return;
    }
    work(
      "Counting solutions",
      (task) => task.ask("solutions", { position, limit: MOST_SOLUTIONS }),
      (found) => {
        const number = found.solutions.toLocaleString("en");
        if (found.limited) {
          show(`This position has more than ${number} solutions.`);
        } else if (found.solutions === 0n) {
          show("This position has no solution.", "bad");
        } else {
          const one = found.solutions === 1n;
          show(one ? "This position has exactly one solution." : `This position has ${number} solutions.`);
        }
      },
    );
  };

  const stop = () => {
    abort();
    show("Stopped.");
    ensureBoard();
  };

  return {
    ...saved,
    store,
    settings,
    setSettings: (some) => {
      const next = { ...settings, ...some };
      setSettings(next);
      store.saveSettings(next);
    },
    outcome,
    automatic: isAutomatic ? (outcome?.attacked ?? NONE) : NONE,
    isShown: play !== null && game.isShown(play),
    hint,
    message,
    announced,
    busy,
    show,
    move,
    drag: (base, names, erase) => {
      const before = current();
      if (before && !before.record.solved) {
        abort();
        setHint(null);
        show("");
        changed(before, game.stroke(base, names, erase, automaticOf(base)));
      }
    },
    restart,
    askHint,
    takeHint,
    solve,
    countSolutions,
    stop,
  };
}
