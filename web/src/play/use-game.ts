/** The state of the section: a game, its evaluation by the library, and long operations that the player started. */
import { useEffect, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { ClosedError, errorMessage } from "../engine";
import type { Task } from "../engine-client";
import type { PositionState } from "../protocol";
import { rowsOf, squareName } from "../square";
import { useEngine } from "../use-engine";
import type { HintStep } from "./describe";
import type { Game } from "./game";
import * as game from "./game";
import { gameOf, noticeOf, paramsOf } from "./link";

/** The limit of a count: an empty board of size 32 has too many solutions. */
const MOST_SOLUTIONS = 100_000;

/** A line below the board. */
export interface Message {
  kind: "" | "good" | "bad";
  text: string;
}

export interface GameState {
  /** Null until the game of the link is there. */
  play: Game | null;
  /** The state of the position; null until the library has answered. */
  state: PositionState | null;
  /** The state to draw. Until the library has answered, it is the previous one, so that attacked squares do not flicker. */
  drawn: PositionState | null;
  hint: HintStep | null;
  message: Message;
  /** The operation that is running; empty if there is none. */
  busy: string;
  show(text: string, kind?: Message["kind"]): void;
  /** Changes the game by a move of the player. */
  move(change: (game: Game) => Game): void;
  /** Replaces the game; `what` is shown until the new game is ready. */
  replace(what: string, make: (task: Task) => Promise<Game>): void;
  askHint(): void;
  takeHint(): void;
  solve(): void;
  countSolutions(): void;
  stop(): void;
  /** Writes the game to the address. */
  share(): void;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export function useGame({ params, write }: SectionProps): GameState {
  const [play, setPlay] = useState<Game | null>(null);
  const [answered, setAnswered] = useState<{ position: string; state: PositionState } | null>(null);
  const [hint, setHint] = useState<HintStep | null>(null);
  const [message, setMessage] = useState<Message>({ kind: "", text: noticeOf(params) });
  const [busy, setBusy] = useState("");
  const observer = useEngine();
  const worker = useEngine({ own: true });

  const show = (text: string, kind: Message["kind"] = "") => setMessage({ kind, text });
  const ensureBoard = () => setPlay((play) => play ?? game.begin(game.emptyBoard(8)));

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
      "Loading the board",
      (task) => gameOf(params, task),
      ({ game, notice }) => {
        setPlay(game);
        show(notice);
      },
    );
  }, []);

  // The library evaluates the position after every move.
  const position = play && game.positionOf(play);
  useEffect(() => {
    if (!play || !position) {
      return;
    }
    write(paramsOf(play));
    return observer.run(
      (task) => task.ask("look", { position }),
      (state) => setAnswered({ position, state }),
      (error) => show(errorMessage(error), "bad"),
    );
  }, [position, play?.now]);
  const state = answered?.position === position ? (answered?.state ?? null) : null;
  const before = answered?.state.attacked.length === play?.fixed.size ? answered?.state : undefined;
  const drawn = state ?? (before ? { ...before, done: false } : null);

  const move = (change: (game: Game) => Game) => {
    abort();
    setHint(null);
    show("");
    setPlay((play) => play && change(play));
  };

  const replace = (what: string, make: (task: Task) => Promise<Game>) =>
    void work(what, make, (made) => {
      setPlay(made);
      show("");
    });

  const askHint = () => {
    if (!play || !position) {
      return;
    }
    const crossed = play.puzzle ? play.now.crosses : [];
    work(
      "Finding a hint",
      (task) => task.ask("hint", { position, crossed }),
      (hint) => {
        switch (hint.kind) {
          case "step":
            setHint(hint);
            return show(sentence(hint.step.text));
          case "done":
            return show("The board is already solved.", "good");
          case "wrong":
            return show(`This position cannot be completed: ${hint.reason}.`, "bad");
          case "crossed": {
            const which = hint.squares.join(" and ");
            return show(`Too many squares are crossed out: the solution has a queen on ${which}.`, "bad");
          }
        }
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
        if ("solution" in found) {
          const queens = rowsOf(found.solution).map((row, col) => squareName({ col, row }));
          setPlay((play) => play && game.fill(play, queens));
          show("");
        } else {
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
    play,
    state,
    drawn,
    hint,
    message,
    busy,
    show,
    move,
    replace,
    askHint,
    takeHint,
    solve,
    countSolutions,
    stop,
    share: () => play && write(paramsOf(play)),
  };
}
