/** The panel that starts a new board: an empty board, a puzzle, or a pasted position. */
import { useState } from "preact/hooks";
import type { Difficulty, Rules } from "../protocol";
import type { Game } from "./game";
import * as game from "./game";
import { DIFFICULTIES, LARGEST, LARGEST_REGIONS, newPuzzle } from "./link";
import type { GameState } from "./use-game";

const sizeOptions = (least: number, most: number) =>
  Array.from({ length: most - least + 1 }, (_, place) => (
    <option key={place} value={place + least}>
      {place + least}
    </option>
  ));

export function NewBoard({ play, state: { replace, show } }: { play: Game; state: GameState }) {
  const [rules, setRules] = useState<Rules>(play.puzzle?.rules ?? "regions");
  const [size, setSize] = useState(play.puzzle?.size ?? 8);
  const [difficulty, setDifficulty] = useState<Difficulty>(play.puzzle?.difficulty ?? "easy");
  const [day, setDay] = useState(play.puzzle?.day ?? game.today());
  const [text, setText] = useState("");
  const largest = rules === "regions" ? LARGEST_REGIONS : LARGEST;
  const isFree = !play.puzzle && game.isEmptyBoard(play.fixed);
  const makePuzzle = () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const source = { rules, size: Math.min(size, largest), seed, difficulty, day: null };
    replace("Creating a puzzle", (task) => newPuzzle(source, task));
  };
  const makePuzzleOfDay = () => {
    const valid = game.dayOf(day);
    if (valid) {
      replace("Creating the daily puzzle", (task) => newPuzzle({ ...game.daily(valid), day: valid }, task));
    } else {
      show("Choose a date first.");
    }
  };
  const readText = () => replace("Reading the position", async (task) => game.begin(await task.ask("read", { text })));
  return (
    <section class="panel stack setups" aria-label="New board">
      <h2>New board</h2>
      <div class="controls">
        <label class="field">
          Empty board
          <select
            value={isFree ? play.fixed.size : ""}
            onChange={(event) => {
              const chosen = Number(event.currentTarget.value);
              if (chosen > 0) {
                replace("Loading the board", async () => game.begin(game.emptyBoard(chosen)));
              }
            }}
          >
            {!isFree && <option value="">choose size</option>}
            {sizeOptions(1, LARGEST)}
          </select>
        </label>
        <label class="field">
          Daily puzzle
          <input type="date" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        </label>
        <button type="button" onClick={makePuzzleOfDay}>
          {day === game.today() ? "Play today's puzzle" : "Play this puzzle"}
        </button>
      </div>
      <div class="controls">
        <label class="field">
          Puzzle type
          <select value={rules} onChange={(event) => setRules(event.currentTarget.value as Rules)}>
            <option value="regions">regions</option>
            <option value="queens">queens completion</option>
          </select>
        </label>
        <label class="field">
          Puzzle size
          <select value={Math.min(size, largest)} onChange={(event) => setSize(Number(event.currentTarget.value))}>
            {sizeOptions(4, largest)}
          </select>
        </label>
        <label class="field">
          Difficulty
          <select value={difficulty} onChange={(event) => setDifficulty(event.currentTarget.value as Difficulty)}>
            {DIFFICULTIES.map((difficulty) => (
              <option key={difficulty} value={difficulty}>
                {difficulty}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={makePuzzle}>
          New puzzle
        </button>
      </div>
      <details>
        <summary>Paste a position</summary>
        <div class="stack">
          <label class="field">
            A board drawn as text, LeetCode strings, JSON, or a line such as size:8 given:A1 closed:D4
            <textarea
              rows={5}
              value={text}
              spellcheck={false}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <div>
            <button type="button" disabled={text.trim() === ""} onClick={readText}>
              Use this position
            </button>
          </div>
        </div>
      </details>
    </section>
  );
}
