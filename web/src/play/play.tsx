/** Play: puzzles with a stopwatch, the puzzle of the day, a free board, and hints that explain themselves. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { isHopeless } from "../free/counts";
import { FreeBoard } from "../free/free-board";
import { BoardView } from "./board-view";
import { Calendar } from "./calendar";
import { clockTime } from "./daily";
import { titleFor, titleOf } from "./describe";
import * as game from "./game";
import { GamesList } from "./games-list";
import { FreeBoards, NewPuzzle, PastePosition } from "./new-game";
import { Busy, PositionPanel } from "./position-panel";
import type { Stopwatch } from "./stopwatch";
import { type GameState, useGame } from "./use-game";
import { isTimed } from "./use-saved-game";
import { useToday } from "./use-today";

export function Play(props: SectionProps) {
  const state = useGame(props);
  const { play, move } = state;
  const day = useToday();
  /** The sentence about the number of solutions of a free board. */
  const [remaining, setRemaining] = useState("");

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
    <div class="play">
      <div class="game">
        <Head state={state} />
        {play ? <BoardView play={play} state={state} /> : <div class="place board-place" />}
        {play ? (
          <PositionPanel play={play} state={state} today={day} remaining={remaining} />
        ) : (
          <div class="position" role="status">
            {state.busy && <Busy what={state.busy} onStop={state.stop} />}
          </div>
        )}
      </div>
      <div class="more">
        {play && play.fixed.regions === null && !play.puzzle ? (
          <FreeBoard
            position={game.positionOf(play)}
            isHopeless={isHopeless(game.openInColumns(play))}
            onRemaining={setRemaining}
          />
        ) : null}
        <Calendar state={state} today={day} />
        <NewPuzzle state={state} />
        <GamesList state={state} />
        <FreeBoards play={play} />
        <PastePosition />
      </div>
    </div>
  );
}

function Head({ state: { play, watch, running } }: { state: GameState }) {
  const { name, details } = play ? titleOf(play) : { ...titleFor(null, 8, false), name: "Play", details: " " };
  return (
    <div class="game-head">
      <div>
        <h1>{name}</h1>
        <p class="details">{details}</p>
      </div>
      {play && isTimed(play) && (
        <Clock watch={watch} running={running} beat={play.record.beat} solved={play.record.solved?.seconds ?? null} />
      )}
    </div>
  );
}

/** The time of the game, and the time to beat. */
function Clock(props: { watch: Stopwatch; running: boolean; beat: number | null; solved: number | null }) {
  const { watch, running, beat, solved } = props;
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = running ? setInterval(() => setTick((tick) => tick + 1), 250) : undefined;
    return () => clearInterval(timer);
  }, [running]);
  const seconds = solved ?? watch.seconds;
  return (
    <div class="clock">
      <span class={`time ${beat !== null && Math.floor(seconds) > beat ? "late" : ""}`} role="timer" aria-label="Time">
        {clockTime(seconds)}
      </span>
      {beat !== null && <span class="beat">Time to beat: {clockTime(beat)}</span>}
    </div>
  );
}
