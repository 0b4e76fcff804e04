/** Play: a board to place queens on, puzzles, and hints with their reasons. */
import { useLayoutEffect, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { Board } from "../board";
import { Button } from "../button";
import { ShareButton } from "../share";
import { type Square, squareName } from "../square";
import { labelOf, lookOf } from "./describe";
import type { Game } from "./game";
import * as game from "./game";
import { NewBoard } from "./new-board";
import { Busy, PositionPanel } from "./position-panel";
import { type GameState, useGame } from "./use-game";

export function Play(props: SectionProps) {
  const state = useGame(props);
  const { play, move } = state;

  // With the render, not after the next paint: a key pressed in between would act on the state before.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest("input, select, textarea");
      if (isTyping || !(event.ctrlKey || event.metaKey)) {
        return;
      }
      const key = event.key.toLowerCase();
      if (key === "z" || key === "y") {
        move(key === "y" || event.shiftKey ? game.redo : game.undo);
        event.preventDefault();
      }
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });

  return (
    <div class="stack play">
      <div>
        <h1>Play</h1>
        <p class="lead">
          One queen in every column and row, none attacking another. Set them by click, touch or keyboard; ask for a
          hint, and it says why.
        </p>
      </div>
      {play ? (
        <div class="beside">
          <BoardWithTools play={play} state={state} />
          <div class="stack">
            <PositionPanel play={play} state={state} />
            <NewBoard play={play} state={state} />
            <LinkAndKeys play={play} onShare={state.share} />
          </div>
        </div>
      ) : (
        <div role="status">
          <Busy what={state.busy} onStop={state.stop} />
        </div>
      )}
    </div>
  );
}

function BoardWithTools({ play, state: { drawn, hint, move, show } }: { play: Game; state: GameState }) {
  const [showAttacked, setShowAttacked] = useState(true);
  const [tool, setTool] = useState<"queen" | "cross">("queen");

  const onSquare = (square: Square, key: string) => {
    const name = squareName(square);
    if (game.isFixed(play, name)) {
      show(play.fixed.given.includes(name) ? `The queen on ${name} is given.` : `${name} is closed.`);
    } else if (key === "Delete" || key === "Backspace") {
      move((play) => game.clear(play, name));
    } else if (key === "x" || (tool === "cross" && key !== " ")) {
      move((play) => game.toggleCross(play, name));
    } else {
      move((play) => game.toggleQueen(play, name));
    }
  };

  return (
    <div class="stack">
      <div class="board-scroll">
        <Board
          size={play.fixed.size}
          regions={play.fixed.regions}
          label={labelOf(play)}
          look={lookOf(play, drawn, showAttacked, hint)}
          onSquare={onSquare}
        />
      </div>
      <div class="controls moves">
        <div class="tools" role="group" aria-label="What a click sets">
          <button type="button" aria-pressed={tool === "queen"} onClick={() => setTool("queen")}>
            Queen
          </button>
          <button type="button" aria-pressed={tool === "cross"} onClick={() => setTool("cross")}>
            {play.puzzle ? "Cross" : "Close"}
          </button>
        </div>
        <Button off={play.past.length === 0} onPress={() => move(game.undo)}>
          Undo
        </Button>
        <Button off={play.future.length === 0} onPress={() => move(game.redo)}>
          Redo
        </Button>
        <button type="button" onClick={() => move(game.wipe)}>
          Clear
        </button>
        <label class="check">
          <input
            type="checkbox"
            checked={showAttacked}
            onChange={(event) => setShowAttacked(event.currentTarget.checked)}
          />
          Show attacked squares
        </label>
      </div>
    </div>
  );
}

function LinkAndKeys({ play, onShare }: { play: Game; onShare(): void }) {
  return (
    <section class="panel stack" aria-label="Link and keys">
      <div class="controls">
        <ShareButton prepare={onShare} />
      </div>
      <p class="note">
        On the board: <kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> a queen,{" "}
        <kbd>Enter</kbd> what is chosen below the board, <kbd>X</kbd> {play.puzzle ? "cross out" : "close"},{" "}
        <kbd>Delete</kbd> clear, <kbd>Ctrl</kbd> <kbd>Z</kbd> undo. A click with the right button{" "}
        {play.puzzle ? "crosses out" : "closes"}.
      </p>
    </section>
  );
}
