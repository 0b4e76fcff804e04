/** An embedded position or puzzle to play. The frame of another site may have no storage, so nothing is kept. */
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board";
import { errorMessage } from "../engine";
import * as rules from "../play/game";
import { gameOf } from "../play/link";
import { Store } from "../play/store";
import type { PositionState } from "../protocol";
import { type Square, squareName } from "../square";
import { useEngine } from "../use-engine";

/** Nothing is saved and nothing is resumed. */
const NO_STORE = new Store(null);

export function EmbeddedGame({ params }: { params: URLSearchParams }) {
  const [game, setGame] = useState<rules.Game | null>(null);
  const [state, setState] = useState<PositionState | null>(null);
  const [text, setText] = useState("");
  const engine = useEngine();
  const looking = useEngine();
  useEffect(
    () =>
      engine.run(
        (task) => gameOf(params, NO_STORE, task),
        ({ game, notice }) => {
          show(game);
          setText(notice);
        },
        (error) => setText(errorMessage(error)),
      ),
    [],
  );
  const show = (game: rules.Game) => {
    setGame(game);
    setText("");
    looking.run(
      (task) => task.ask("look", { position: rules.positionOf(game) }),
      setState,
      (error) => setText(errorMessage(error)),
    );
  };
  if (!game) {
    return <p class="message">{text || "Loading …"}</p>;
  }
  const { fixed, now } = game;
  const done = state?.done ?? false;
  const hint = () =>
    engine.run(
      (task) => task.ask("hint", { position: rules.positionOf(game), crossed: game.puzzle ? now.crosses : [] }),
      (hint) => {
        if (hint.kind === "step") {
          setText(`${hint.step.text}.`);
        } else if (hint.kind === "wrong") {
          setText(`This cannot be completed: ${hint.reason}.`);
        } else if (hint.kind === "crossed") {
          setText(`A queen is needed on a crossed-out square: ${hint.squares.join(", ")}.`);
        }
      },
      (error) => setText(errorMessage(error)),
    );
  /** A tap changes a square: empty, cross, queen. */
  const change = (square: Square, key: string) => {
    const name = squareName(square);
    if (done || rules.isFixed(game, name)) {
      return;
    }
    if (key === "x") {
      show(rules.toggleCross(game, name));
    } else if (key === " ") {
      show(rules.toggleQueen(game, name));
    } else if (key === "Delete" || key === "Backspace") {
      show(rules.clear(game, name));
    } else if (now.queens.includes(name)) {
      show(rules.clear(game, name));
    } else {
      show(now.crosses.includes(name) ? rules.toggleQueen(game, name) : rules.toggleCross(game, name));
    }
  };
  return (
    <>
      <Board
        size={fixed.size}
        label={`A board of size ${fixed.size}, ${fixed.given.length + now.queens.length} queens`}
        regions={fixed.regions}
        onSquare={change}
        look={(square) => {
          const name = squareName(square);
          if (fixed.given.includes(name) || now.queens.includes(name)) {
            const conflict = state?.conflicts.includes(name) ?? false;
            const kind = fixed.given.includes(name) ? "given" : "set";
            return { queen: conflict ? "conflict" : done ? "found" : kind };
          }
          const marks = fixed.closed.includes(name) ? ["closed"] : now.crosses.includes(name) ? ["crossed"] : [];
          return { marks };
        }}
      />
      <p class={`message ${done ? "good" : ""}`} role="status">
        {done ? "Solved!" : text || "Tap a square: once for a cross, twice for a queen."}
      </p>
      <div class="controls">
        <button type="button" disabled={done} onClick={hint}>
          Hint
        </button>
        <button type="button" disabled={game.past.length === 0} onClick={() => show(rules.undo(game))}>
          Undo
        </button>
      </div>
    </>
  );
}
