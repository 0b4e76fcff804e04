/** The game of the section, its stopwatch, and its saved state, which other tabs may change. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { today } from "./daily";
import type { Game } from "./game";
import { isEmptyBoard, isShown, outcomeOf } from "./game";
import { idOf, type Opened } from "./link";
import { Stopwatch } from "./stopwatch";
import { type SavedGame, type Store, savedId } from "./store";

/** The interval at which the time is saved, in milliseconds. */
const SAVE_INTERVAL = 5000;

/** Whether a game has a time and a result. A free board has neither. */
export const isTimed = ({ fixed }: Game): boolean => !isEmptyBoard(fixed);

/** Whether there is something to lose. A puzzle that was only looked at is not saved. */
const isTouched = ({ past, future, now, record }: Game, revision: number): boolean =>
  revision > 0 ||
  past.length + future.length + now.queens.length + now.crosses.length + record.hints > 0 ||
  record.shown;

export interface SavedPlay {
  /** Null until the game of the link is there. */
  play: Game | null;
  watch: Stopwatch;
  /** Whether the stopwatch runs while the page is visible. */
  running: boolean;
  /** Whether games can be saved in this browser. */
  canSave: boolean;
  /** Counts changes of the storage: of results, and by other tabs. */
  version: number;
  /** Whether the player has solved the board since it was opened. */
  celebrating: boolean;
  /** The current game, also before the next render. */
  current(): Game | null;
  open(opened: Opened): void;
  /** Replaces the game by the result of a move and saves it. Only a move of the player can solve it. */
  put(game: Game, byPlayer?: boolean): void;
}

export function useSavedGame(store: Store): SavedPlay {
  const [play, setPlay] = useState<Game | null>(null);
  const [watch] = useState(() => new Stopwatch());
  const [canSave, setCanSave] = useState(true);
  const [version, setVersion] = useState(0);
  const [celebrating, setCelebrating] = useState(false);
  const latest = useRef<Game | null>(null);
  const revision = useRef(0);

  const show = (game: Game) => {
    latest.current = game;
    setPlay(game);
  };

  /** Continues with the state that another tab has saved. */
  const adopt = (saved: SavedGame) => {
    const game = latest.current;
    revision.current = saved.revision;
    if (game && saved.short === game.fixed.short) {
      const { past, now, future, record } = saved;
      // A solved game that is open again was restarted.
      const isRestarted = game.record.solved !== null && record.solved === null;
      watch.set(isRestarted ? record.seconds : Math.max(record.seconds, watch.seconds));
      show({ ...game, past, now, future, record });
    }
  };

  const save = () => {
    const game = latest.current;
    if (!game || !isTouched(game, revision.current)) {
      return;
    }
    const saved = store.save(idOf(game), game, watch.seconds, revision.current);
    if (saved !== null && typeof saved === "object") {
      adopt(saved);
    } else {
      revision.current = saved ?? revision.current;
      setCanSave(saved !== null);
    }
  };

  const refresh = () => {
    const game = latest.current;
    const saved = game && store.game(idOf(game));
    if (saved && saved.revision > revision.current) {
      adopt(saved);
    }
  };

  const running = play !== null && isTimed(play) && !play.record.solved && !play.record.shown;
  // Layout effects, because their clean-ups run before the next section reads the storage.
  useLayoutEffect(() => {
    const follow = () => {
      const isVisible = document.visibilityState === "visible";
      watch.run(running && isVisible);
      if (isVisible) {
        refresh();
      }
    };
    const onVisibility = () => {
      follow();
      if (document.visibilityState === "hidden") {
        save();
      }
    };
    const onStorage = ({ key }: StorageEvent) => {
      setVersion((version) => version + 1);
      if (key === null || savedId(key) !== null) {
        refresh();
      }
    };
    follow();
    // A hidden tab has saved already. Another save would be a newer state than what the player does in a visible tab.
    const saveVisible = () => document.visibilityState === "visible" && save();
    const timer = running ? setInterval(saveVisible, SAVE_INTERVAL) : undefined;
    document.addEventListener("visibilitychange", onVisibility);
    addEventListener("pagehide", save);
    addEventListener("storage", onStorage);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisibility);
      removeEventListener("pagehide", save);
      removeEventListener("storage", onStorage);
    };
  }, [running]);
  useLayoutEffect(
    () => () => {
      watch.run(false);
      save();
    },
    [],
  );

  /** Records the result when a move solves the game. */
  const settled = (game: Game): Game => {
    const wasDone = latest.current && outcomeOf(latest.current).done;
    if (game.record.solved || isShown(game) || wasDone || !outcomeOf(game).done) {
      return game;
    }
    setCelebrating(true);
    if (!isTimed(game)) {
      return game;
    }
    const solved = { seconds: watch.seconds, hints: game.record.hints, on: today() };
    const day = game.puzzle?.day;
    if (day) {
      store.saveResult(day, solved);
      setVersion((version) => version + 1);
    }
    return { ...game, record: { ...game.record, solved } };
  };

  return {
    play,
    watch,
    running,
    canSave,
    version,
    celebrating,
    current: () => latest.current,
    open: ({ game, revision: known }) => {
      revision.current = known;
      watch.set(game.record.seconds);
      show(game);
      // After a link that cannot be used, a board is opened without its saved state.
      refresh();
    },
    put: (game, byPlayer = true) => {
      setCelebrating(false);
      show(byPlayer ? settled(game) : game);
      save();
    },
  };
}
