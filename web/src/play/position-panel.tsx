/** The panel about the position: what it is, how far it is, and the help that the library gives. */
import { useRef } from "preact/hooks";
import { Button } from "../button";
import { link } from "../route";
import { RULES, titleOf } from "./describe";
import type { Game } from "./game";
import type { GameState } from "./use-game";

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;

export function PositionPanel({ play, state: game }: { play: Game; state: GameState }) {
  const { state, hint, message, busy } = game;
  const hintButton = useRef<HTMLButtonElement>(null);
  const done = state?.done === true;
  // These buttons vanish by being used, and would take the focus with them.
  const keepFocus = (action: () => void) => () => {
    action();
    hintButton.current?.focus();
  };
  return (
    <section class="panel stack" aria-label="The position">
      <h2>{titleOf(play)}</h2>
      {RULES[play.fixed.rules] && <p class="note">{RULES[play.fixed.rules]}</p>}
      <p class="state">
        {count(play.fixed.given.length + play.now.queens.length, "queen")} of {play.fixed.size}
        {state && state.fights.length > 0 && <span class="fights"> · {state.fights.join(", ")} under attack</span>}
      </p>
      {done && (
        <p class="said good" role="status">
          {play.puzzle ? "Solved! That is the only solution." : "A solution: every queen is safe."}
        </p>
      )}
      <div class="controls">
        <Button class="primary" off={done} inner={hintButton} onPress={game.askHint}>
          Hint
        </Button>
        {hint && (
          <button type="button" onClick={keepFocus(game.takeHint)}>
            Take the hint
          </button>
        )}
        <Button off={done} onPress={game.finish}>
          Finish it
        </Button>
        <Button onPress={game.countSolutions}>How many ways?</Button>
      </div>
      <div role="status" class="told">
        {busy ? (
          <Busy what={busy} onStop={keepFocus(game.stop)} />
        ) : (
          message.text && <p class={`said ${message.kind}`}>{message.text}</p>
        )}
        {hint && !busy && (
          <p class="note">
            By the rule “{hint.step.rule}”: {hint.step.difficulty}.{" "}
            <a href={link("learn", {}, "regions")}>How hints reason</a>
          </p>
        )}
      </div>
    </section>
  );
}

/** What is being worked on, and a button to stop it. */
export function Busy({ what, onStop }: { what: string; onStop(): void }) {
  return (
    <p class="said busy">
      {what} …{" "}
      <button type="button" onClick={onStop}>
        Stop
      </button>
    </p>
  );
}
