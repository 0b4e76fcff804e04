/** The state of the section: a game, what the library says about it, and the long work that the player asked for. */
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

/** Solutions are counted up to this number: an empty board of 32 has too many to count. */
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
  /** The same to draw: until there is an answer, attacked squares stay as they were, because they would flicker. */
  drawn: PositionState | null;
  hint: HintStep | null;
  message: Message;
  /** The long work that is under way; empty if there is none. */
  busy: string;
  show(text: string, kind?: Message["kind"]): void;
  /** Changes the game by a move of the player. */
  move(change: (game: Game) => Game): void;
  /** Replaces the game; `what` says what is being done until it is there. */
  replace(what: string, make: (task: Task) => Promise<Game>): void;
  askHint(): void;
  takeHint(): void;
  finish(): void;
  countSolutions(): void;
  stop(): void;
  /** Writes the game into the address. */
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

  /** Long work in a worker of its own; it replaces the work before. */
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
      "Laying out the board",
      (task) => gameOf(params, task),
      ({ game, notice }) => {
        setPlay(game);
        show(notice);
      },
    );
  }, []);

  // After every move the library looks at the position.
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
      "Thinking of a hint",
      (task) => task.ask("hint", { position, crossed }),
      (hint) => {
        switch (hint.kind) {
          case "step":
            setHint(hint);
            return show(sentence(hint.step.text));
          case "done":
            return show("It is done: nothing is left to hint at.", "good");
          case "wrong":
            return show(`It cannot be finished like this: ${hint.reason}.`, "bad");
          case "crossed": {
            const which = hint.squares.join(" and ");
            return show(`Too much is crossed out: there is a solution with a queen on ${which}.`, "bad");
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

  const finish = () => {
    if (!position) {
      return;
    }
    const seed = Math.floor(Math.random() * 2 ** 32);
    work(
      "Finishing it",
      (task) => task.ask("finish", { position, seed }),
      (found) => {
        if ("solution" in found) {
          const queens = rowsOf(found.solution).map((row, col) => squareName({ col, row }));
          setPlay((play) => play && game.fill(play, queens));
          show("");
        } else {
          show(`It cannot be finished: ${found.reason}.`, "bad");
        }
      },
    );
  };

  const countSolutions = () => {
    if (!position) {
      return;
    }
    work(
      "Counting the ways to finish it",
      (task) => task.ask("solutions", { position, limit: MOST_SOLUTIONS }),
      (found) => {
        const number = found.solutions.toLocaleString("en");
        if (found.limited) {
          show(`There are ${number} ways to finish it, and more.`);
        } else if (found.solutions === 0n) {
          show("There is no way to finish it.", "bad");
        } else {
          const one = found.solutions === 1n;
          show(one ? "There is exactly one way to finish it." : `There are ${number} ways to finish it.`);
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
    finish,
    countSolutions,
    stop,
    share: () => play && write(paramsOf(play)),
  };
}
