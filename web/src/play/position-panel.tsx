/** The panel about the position: its rules and progress, hints, and the result. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../button";
import { EmbedButton } from "../embed/code";
import { link } from "../route";
import { CopyButton } from "../share";
import { clockTime, inWords, streak } from "./daily";
import { compared, counted, fitsPhone, hintsText, rulesOf } from "./describe";
import type { Game, Result } from "./game";
import { allQueens, hasNotes } from "./game";
import { paramsOf, puzzleParams } from "./link";
import { challengeText, puzzleLink } from "./result";
import { queensOf } from "./rules";
import type { GameState } from "./use-game";
import { isTimed } from "./use-saved-game";

interface PositionPanelProps {
  play: Game;
  state: GameState;
  today: string;
  /** The sentence about the number of solutions of a free board; empty for others. */
  remaining: string;
}

export function PositionPanel({ play, state, today, remaining }: PositionPanelProps) {
  const { outcome, hint, message, busy } = state;
  const panel = useRef<HTMLElement>(null);
  const { solved, hints } = play.record;
  const done = outcome?.done === true;
  const conflicts = [...(outcome?.conflicts ?? [])];
  const day = play.puzzle?.day;
  const scrolls = !fitsPhone(play);
  // A large board cannot stay at the top of a phone: what is said about it comes into view instead.
  useLayoutEffect(() => {
    if (scrolls && message.text) {
      panel.current?.querySelector(".messages")?.scrollIntoView({ block: "nearest" });
    }
  }, [message, scrolls]);
  const isEmpty = play.past.length + play.now.queens.length + play.now.crosses.length === 0;
  // These buttons disappear when they are used, and the focus would be lost.
  const keepFocus = (action: () => void) => () => {
    action();
    panel.current?.closest(".game")?.querySelector<HTMLElement>(".hint-button")?.focus();
  };
  const playAgain = () => {
    state.restart();
    const cell = panel.current?.closest(".game")?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
    cell?.focus({ preventScroll: true });
  };
  return (
    <section class="position panel" aria-label="Position" ref={panel}>
      {!solved && (
        <p class="state">
          <span>
            Queens: {allQueens(play).length} of {queensOf(play.fixed)}
          </span>
          {isTimed(play) && <span>Hints: {hints}</span>}
          {remaining && (
            <span class="near-board" aria-hidden="true">
              {remaining}
            </span>
          )}
          {conflicts.length > 0 && <span class="conflict">Conflict: {conflicts.join(", ")}</span>}
        </p>
      )}
      <div role="status" class="messages">
        {busy ? (
          <Busy what={busy} onStop={keepFocus(state.stop)} />
        ) : (
          message.text && <p class={`message ${message.kind}`}>{message.text}</p>
        )}
        {done && !solved && (
          <p class={`message ${state.isShown ? "" : "good"}`}>
            {!state.isShown
              ? "Solved: no queen attacks another."
              : isTimed(play)
                ? "This is the solution. The game does not count, because the solution was shown."
                : "This is a solution. Undo returns to your queens."}
          </p>
        )}
        {hint && !busy && (
          <p class="note">
            {hint.step.rule !== "guess"
              ? `Rule: ${hint.step.rule} (${hint.step.difficulty}).`
              : allQueens(play).length === 0
                ? "A good first queen."
                : "A queen of a solution."}{" "}
            <a href={link("learn", {}, "regions")}>How hints work</a>
          </p>
        )}
        {solved && <Solved play={play} state={state} result={solved} today={today} />}
      </div>
      {solved && (
        <div class="controls after">
          <CopyButton share text={() => challengeText(play, solved)} copied="Challenge copied">
            Challenge a friend
          </CopyButton>
          <button type="button" onClick={playAgain}>
            Play again
          </button>
        </div>
      )}
      {day && day > today && !solved && (
        <p class="note">This puzzle appears on {inWords(day)}. Before its day, it does not count for the streak.</p>
      )}
      {isEmpty && !message.text && !busy ? (
        <Help play={play} />
      ) : (
        isUnusual(play) && <p class="note">{rulesOf(play)}</p>
      )}
      <p class="visually-hidden" role="status">
        {state.announced}
      </p>
      <div class="controls options">
        {hasNotes(play) ? (
          <label class="check">
            <input
              type="checkbox"
              checked={state.settings.automaticCrosses}
              onChange={(event) => state.setSettings({ automaticCrosses: event.currentTarget.checked })}
            />
            Automatic crosses
          </label>
        ) : (
          <label class="check">
            <input
              type="checkbox"
              checked={state.settings.showAttacked}
              onChange={(event) => state.setSettings({ showAttacked: event.currentTarget.checked })}
            />
            Show attacked squares
          </label>
        )}
        <Button off={done} onPress={state.solve}>
          {play.puzzle ? "Show the solution" : "Show a solution"}
        </Button>
        {!play.puzzle && <Button onPress={state.countSolutions}>Count solutions</Button>}
        <CopyButton text={() => (isTimed(play) ? puzzleLink(play) : location.href)} copied="Link copied">
          Copy link
        </CopyButton>
        <EmbedButton
          view="play"
          params={() => (isTimed(play) ? puzzleParams(play) : paramsOf(play))}
          title={`A puzzle of size ${play.fixed.size}`}
        />
      </div>
      {!state.canSave && (
        <p class="note">
          This browser does not store games: its storage is full or not allowed. The game is lost when you close the
          tab.
        </p>
      )}
      <details class="keys">
        <summary>Keyboard</summary>
        <p class="note">
          <kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd> move, <kbd>Enter</kbd>: same as a click, <kbd>Space</kbd>{" "}
          queen, <kbd>X</kbd> {hasNotes(play) ? "cross" : "closed square"}, <kbd>Delete</kbd> clear, <kbd>Ctrl</kbd>+
          <kbd>Z</kbd> undo.
        </p>
      </details>
    </section>
  );
}

/** Whether the rules are not those that the board suggests. */
const isUnusual = ({ fixed: { rules, stars } }: Game) => rules === "torus" || rules === "superqueens" || stars > 1;

/** How to play, until the first mark. */
function Help({ play }: { play: Game }) {
  const notes = hasNotes(play);
  return (
    <div class="help">
      <p>{rulesOf(play)}</p>
      <p class="note for-mouse">
        {notes
          ? "Click once for a cross, twice for a queen. Drag to cross out several squares. Right-click for a queen at once."
          : "Click to place a queen. Right-click to close a square."}
      </p>
      <p class="note for-touch">
        {notes
          ? `Tap once for a cross, twice for a queen. ${fitsPhone(play) ? "Drag to cross out several squares. " : ""}Hold for a queen at once.`
          : "Tap to place a queen. Hold to close a square."}
      </p>
    </div>
  );
}

/** The result of the game. */
function Solved(props: { play: Game; state: GameState; result: Result; today: string }) {
  const { play, state, result, today } = props;
  const { beat } = play.record;
  const challenge = beat === null ? null : compared(result, beat);
  const day = play.puzzle?.day;
  const days = streak(state.store.results(), today);
  return (
    <div class="solved">
      <p class="headline">Solved!</p>
      <p>
        {clockTime(result.seconds)} with {hintsText(result.hints)}
        {play.puzzle ? ". This is the only solution." : "."}
      </p>
      {challenge && <p class={`challenge ${challenge.won ? "won" : "lost"}`}>{challenge.text}</p>}
      {day && (
        <p>
          {result.on === day
            ? `Streak: ${counted(days, "day")}.`
            : `Solved ${result.on < day ? "before" : "after"} its day, so it does not count for the streak.`}
        </p>
      )}
    </div>
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
