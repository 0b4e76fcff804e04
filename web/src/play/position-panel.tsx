/** The panel about the position: its title, its progress, and help from the library. */
import { useRef } from "preact/hooks";
import { Button } from "../button";
import { link } from "../route";
import { RULES, titleOf } from "./describe";
import type { Game } from "./game";
import type { GameState } from "./use-game";

export function PositionPanel({ play, state: game }: { play: Game; state: GameState }) {
  const { state, hint, message, busy } = game;
  const hintButton = useRef<HTMLButtonElement>(null);
  const done = state?.done === true;
  // These buttons disappear when they are used, and the focus would be lost.
  const keepFocus = (action: () => void) => () => {
    action();
    hintButton.current?.focus();
  };
  return (
    <section class="panel stack" aria-label="Position">
      <h2>{titleOf(play)}</h2>
      {RULES[play.fixed.rules] && <p class="note">{RULES[play.fixed.rules]}</p>}
      <p class="state">
        Queens: {play.fixed.given.length + play.now.queens.length} of {play.fixed.size}
        {state && state.conflicts.length > 0 && (
          <span class="conflict"> · attacking each other: {state.conflicts.join(", ")}</span>
        )}
      </p>
      {done && (
        <p class="message good" role="status">
          {play.puzzle ? "Solved! This is the only solution." : "Solved: no queen attacks another."}
        </p>
      )}
      <div class="controls">
        <Button class="primary" off={done} inner={hintButton} onPress={game.askHint}>
          Hint
        </Button>
        {hint && (
          <button type="button" onClick={keepFocus(game.takeHint)}>
            Apply hint
          </button>
        )}
        <Button off={done} onPress={game.solve}>
          Show a solution
        </Button>
        <Button onPress={game.countSolutions}>Count solutions</Button>
      </div>
      <div role="status" class="messages">
        {busy ? (
          <Busy what={busy} onStop={keepFocus(game.stop)} />
        ) : (
          message.text && <p class={`message ${message.kind}`}>{message.text}</p>
        )}
        {hint && !busy && (
          <p class="note">
            Rule: {hint.step.rule} ({hint.step.difficulty}). <a href={link("learn", {}, "regions")}>How hints work</a>
          </p>
        )}
      </div>
    </section>
  );
}

/** The operation that is running, and a button to stop it. */
export function Busy({ what, onStop }: { what: string; onStop(): void }) {
  return (
    <p class="message busy">
      {what} …{" "}
      <button type="button" onClick={onStop}>
        Stop
      </button>
    </p>
  );
}
