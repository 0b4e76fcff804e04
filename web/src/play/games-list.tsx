/** The games that are saved in this browser. */
import { useMemo, useRef, useState } from "preact/hooks";
import { clockTime } from "./daily";
import { titleFor } from "./describe";
import { isShown } from "./game";
import { idOf, sourceOf } from "./link";
import type { SavedGame } from "./store";
import type { GameState } from "./use-game";

/** The number of games that are listed at first. */
const SHORT_LIST = 6;

const nameOf = ({ id, size }: SavedGame) => {
  const params = new URLSearchParams(id);
  const { name, details } = titleFor(sourceOf(params), size, params.has("n"));
  return `${name} · ${details}`;
};

function progressOf(saved: SavedGame): string {
  const { record, placed, queens, id } = saved;
  if (record.solved) {
    return `Solved in ${clockTime(record.solved.seconds)}`;
  }
  if (isShown(saved)) {
    return "Solution shown";
  }
  const time = id.startsWith("n=") ? [] : [clockTime(record.seconds)];
  return [`${placed} of ${queens} queens`, ...time].join(" · ");
}

export function GamesList({ state: { store, play, version, canSave } }: { state: GameState }) {
  const [changes, setChanges] = useState(0);
  const [removed, setRemoved] = useState<SavedGame | null>(null);
  const [isLong, setIsLong] = useState(false);
  const panel = useRef<HTMLElement>(null);
  // The buttons disappear when they are used, and the focus would be lost.
  const focusPanel = () => panel.current?.focus({ preventScroll: true });
  const current = play && idOf(play);
  const games = useMemo(() => store.games(), [version, changes, current, play?.record]);
  if (games.length === 0 && !removed) {
    return null;
  }
  const remove = (saved: SavedGame) => {
    store.remove(saved.id);
    setRemoved(saved);
    setChanges(changes + 1);
    focusPanel();
  };
  const restore = () => {
    if (removed) {
      store.restore(removed);
    }
    setRemoved(null);
    setChanges(changes + 1);
    focusPanel();
  };
  const others = games.filter(({ id }) => id !== current);
  return (
    <section class="panel" aria-label="Your games" ref={panel} tabIndex={-1}>
      <h2>Your games</h2>
      {others.length === 0 && !removed && (
        <p class="note">{canSave && "This game is saved. "}Other games appear here.</p>
      )}
      <ul class="games">
        {others.slice(0, isLong ? undefined : SHORT_LIST).map((saved) => (
          <li key={saved.id}>
            <a href={`#/play?${saved.id}`}>
              <b>{nameOf(saved)}</b>
              <small>{progressOf(saved)}</small>
            </a>
            <button type="button" class="chip" aria-label={`Delete ${nameOf(saved)}`} onClick={() => remove(saved)}>
              ×
            </button>
          </li>
        ))}
      </ul>
      <div role="status">
        {removed && (
          <p class="message busy">
            {nameOf(removed)} was deleted.{" "}
            <button type="button" onClick={restore}>
              Restore
            </button>
          </p>
        )}
      </div>
      {others.length > SHORT_LIST && !isLong && (
        <button
          type="button"
          onClick={() => {
            setIsLong(true);
            focusPanel();
          }}
        >
          Show all {others.length} games
        </button>
      )}
    </section>
  );
}
