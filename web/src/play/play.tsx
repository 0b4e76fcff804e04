/** Play: a board to place queens on, puzzles, and hints that explain themselves. */
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

  // A layout effect, because a key that is pressed before the next paint would act on the previous state.
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
          Place one queen in every column and row so that no queen attacks another. Click, tap or use the keyboard. Each
          hint explains its reason.
        </p>
      </div>
      {play ? (
        <div class="two-columns">
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
      show(
        play.fixed.given.includes(name) ? `The queen on ${name} is given and cannot be removed.` : `${name} is closed.`,
      );
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
        <div class="tools" role="group" aria-label="Tool">
          <button type="button" aria-pressed={tool === "queen"} onClick={() => setTool("queen")}>
            Queen
          </button>
          <button type="button" aria-pressed={tool === "cross"} onClick={() => setTool("cross")}>
            {play.puzzle ? "Cross out" : "Close square"}
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
    <section class="panel stack" aria-label="Link and keyboard shortcuts">
      <div class="controls">
        <ShareButton prepare={onShare} />
      </div>
      <p class="note">
        Keys on the board: <kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> place a queen,{" "}
        <kbd>X</kbd> {play.puzzle ? "cross out a square" : "close a square"}, <kbd>Enter</kbd> use the selected tool,{" "}
        <kbd>Delete</kbd> clear a square, <kbd>Ctrl</kbd>+<kbd>Z</kbd> undo. Right-click to{" "}
        {play.puzzle ? "cross out" : "close"} a square.
      </p>
    </section>
  );
}
