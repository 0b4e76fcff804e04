/** The board of a game, and the buttons below it. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Board } from "../board";
import { Button } from "../button";
import { CopyButton } from "../share";
import { type Square, squareName } from "../square";
import { Celebration } from "./celebration";
import { streak, today } from "./daily";
import { fitsPhone, labelOf, lookOf } from "./describe";
import type { Game, Result } from "./game";
import * as game from "./game";
import { randomPuzzle } from "./new-game";
import { resultText } from "./result";
import type { GameState } from "./use-game";

/** Simple drawings for buttons, on 24 by 24 pixels. */
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  clear: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v6M14 11v6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3Z",
  apply: "m5 13 4 4L19 7",
};

export function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

export function BoardView({ play, state }: { play: Game; state: GameState }) {
  const { outcome, automatic, hint, settings, move, show } = state;
  const dragged = useRef<{ base: Game; erase: boolean } | null>(null);
  const notes = game.hasNotes(play);
  const fits = fitsPhone(play);
  const isLocked = play.record.solved !== null;

  const onSquare = (square: Square, key: string) => {
    const name = squareName(square);
    if (isLocked) {
      return;
    }
    if (game.isFixed(play, name)) {
      show(
        play.fixed.given.includes(name) ? `The queen on ${name} is given and cannot be removed.` : `${name} is closed.`,
      );
    } else if (key === "Delete" || key === "Backspace") {
      move((play) => game.clear(play, name));
    } else if (key === "x") {
      move((play) => game.toggleCross(play, name));
    } else if (key === " ") {
      move((play) => game.toggleQueen(play, name));
    } else if (key === "ContextMenu") {
      move((play) => game.secondary(play, name));
    } else {
      move((play, automatic) => game.tap(play, name, automatic));
    }
  };

  const onDrag = (squares: Square[], ended: boolean) => {
    const names = squares.map(squareName);
    dragged.current ??= { base: play, erase: play.now.crosses.includes(names[0] ?? "") };
    const { base, erase } = dragged.current;
    state.drag(base, names, erase);
    if (ended) {
      dragged.current = null;
    }
  };

  const showAttacked = !notes && settings.showAttacked;
  return (
    <div class={`board-place ${fits ? "fits" : ""}`}>
      <div class={`board-scroll ${fits && notes ? "dragged" : ""}`}>
        {outcome && (
          <Board
            size={play.fixed.size}
            regions={play.fixed.regions}
            colours={play.fixed.colours}
            label={labelOf(play)}
            look={lookOf(play, { showAttacked, automatic }, hint)}
            onSquare={onSquare}
            onDrag={notes && !isLocked ? onDrag : undefined}
            scrolls={!fits}
            class={state.celebrating ? "celebrating" : ""}
          />
        )}
        {state.celebrating && <Celebration />}
      </div>
      {play.record.solved ? (
        <AfterSolved play={play} state={state} result={play.record.solved} />
      ) : (
        <Moves play={play} state={state} />
      )}
    </div>
  );
}

function Moves({ play, state: { hint, move, outcome, askHint, takeHint } }: { play: Game; state: GameState }) {
  return (
    <div class="moves">
      <Button off={play.past.length === 0} onPress={() => move(game.undo)}>
        <Icon name="undo" />
        Undo
      </Button>
      <Button off={play.future.length === 0} onPress={() => move(game.redo)}>
        <Icon name="redo" />
        Redo
      </Button>
      <Button off={play.now.queens.length + play.now.crosses.length === 0} onPress={() => move(game.wipe)}>
        <Icon name="clear" />
        Clear
      </Button>
      {/* One button, so that it keeps the focus and its place below the thumb. */}
      <Button class="primary hint-button" off={outcome?.done === true} onPress={hint ? takeHint : askHint}>
        <Icon name={hint ? "apply" : "hint"} />
        {hint ? "Apply hint" : "Hint"}
      </Button>
    </div>
  );
}

/** Takes the place of the moves in a solved game. */
function AfterSolved({ play, state, result }: { play: Game; state: GameState; result: Result }) {
  const buttons = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // If the last move was a hint, its button had the focus. A game that is opened again takes no focus.
    if (state.celebrating && document.activeElement === document.body) {
      buttons.current?.querySelector("button")?.focus({ preventScroll: true });
    }
  }, []);
  return (
    <div class="moves after-solved" ref={buttons}>
      <CopyButton
        class="primary"
        share
        text={() => resultText(play, result, streak(state.store.results(), today()))}
        copied="Result copied"
      >
        Share result
      </CopyButton>
      {play.puzzle && (
        <button type="button" onClick={() => randomPuzzle(play.puzzle)}>
          Next puzzle
        </button>
      )}
    </div>
  );
}
