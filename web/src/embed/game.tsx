/** An embedded position or puzzle to play. The frame of another site may have no storage, so nothing is kept. */
import { useEffect, useState } from "preact/hooks";
import { Board } from "../board";
import { Button } from "../button";
import { errorMessage } from "../engine";
import { type HintStep, hintMessage, labelOf, lookOf, type Message, rulesOf } from "../play/describe";
import * as rules from "../play/game";
import { gameOf } from "../play/link";
import { Store } from "../play/store";
import { type Square, squareName } from "../square";
import { useEngine } from "../use-engine";

/** Nothing is saved and nothing is resumed. */
const NO_STORE = new Store(null);
const NONE: ReadonlySet<string> = new Set();
const NO_MESSAGE: Message = { kind: "", text: "" };

export function EmbeddedGame({ params }: { params: URLSearchParams }) {
  const [game, setGame] = useState<rules.Game | null>(null);
  const [hint, setHint] = useState<HintStep | null>(null);
  const [message, setMessage] = useState(NO_MESSAGE);
  const engine = useEngine();
  const fail = (error: unknown) => setMessage({ kind: "bad", text: errorMessage(error) });
  useEffect(
    () =>
      engine.run(
        (task) => gameOf(params, NO_STORE, task),
        ({ game, notice }) => {
          setGame(game);
          setMessage({ kind: "", text: notice });
        },
        fail,
      ),
    [],
  );
  if (!game) {
    return <p class={`message ${message.kind}`}>{message.text || "Loading …"}</p>;
  }
  const { done } = rules.outcomeOf(game);
  // A link can contain the solution of a puzzle.
  const isTold = done && rules.isShown(game);
  const notes = rules.hasNotes(game);
  const show = (game: rules.Game) => {
    engine.abort();
    setGame(game);
    setHint(null);
    setMessage(NO_MESSAGE);
  };
  const askHint = () =>
    engine.run(
      (task) => task.ask("hint", { position: rules.positionOf(game), crossed: notes ? game.now.crosses : [] }),
      (hint) => {
        setHint(hint.kind === "step" ? hint : null);
        setMessage(hintMessage(hint));
      },
      fail,
    );
  /** The same taps and keys as in the page. */
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
    } else if (key === "ContextMenu") {
      show(rules.secondary(game, name));
    } else {
      show(rules.tap(game, name, NONE));
    }
  };
  const how = notes ? "once for a cross, twice for a queen" : "to place a queen";
  return (
    <>
      <p class="rules note">{rulesOf(game)}</p>
      <Board
        size={game.fixed.size}
        label={labelOf(game)}
        regions={game.fixed.regions}
        colours={game.fixed.colours}
        onSquare={change}
        look={lookOf(game, { showAttacked: !notes, automatic: NONE }, hint)}
      />
      <div role="status">
        {done || message.text ? (
          <p class={`message ${isTold ? "" : done ? "good" : message.kind}`}>
            {isTold ? "This is the solution." : done ? "Solved!" : message.text}
          </p>
        ) : (
          <>
            <p class="message for-mouse">Click {how}.</p>
            <p class="message for-touch">Tap {how}.</p>
          </>
        )}
      </div>
      <div class="controls">
        <Button off={done} onPress={hint ? () => show(rules.take(game, hint.step.queen, hint.step.closed)) : askHint}>
          {hint ? "Apply hint" : "Hint"}
        </Button>
        <Button off={game.past.length === 0} onPress={() => show(rules.undo(game))}>
          Undo
        </Button>
      </div>
    </>
  );
}
