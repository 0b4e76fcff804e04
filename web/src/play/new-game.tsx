/** New games: puzzles by kind, size and difficulty, free boards, and positions as text. */
import { useState } from "preact/hooks";
import { QueenDrawing } from "../board";
import { errorMessage } from "../engine";
import { OpenPicture } from "../picture/open-picture";
import type { Difficulty } from "../protocol";
import { link } from "../route";
import { useEngine } from "../use-engine";
import { capital } from "./describe";
import type { Game, PuzzleSource } from "./game";
import { isEmptyBoard } from "./game";
import { DIFFICULTIES, LARGEST, puzzleParams, sourceId } from "./link";
import type { Settings } from "./store";
import type { GameState } from "./use-game";

/** Seeds are short, so that links are. */
const SEEDS = 1_000_000;

/** Opens a new puzzle with the same parameters, as an entry of the browser history. */
export function randomPuzzle(like: Omit<PuzzleSource, "seed" | "day"> | null): void {
  if (like) {
    const seed = 1 + Math.floor(Math.random() * SEEDS);
    location.hash = `#/play?${sourceId({ ...like, seed, day: null })}`;
  }
}

type Kind = Settings["kind"];

const range = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, place) => least + place);

const KINDS: Record<
  Kind,
  { name: string; about: string; sizes: number[]; rules: "regions" | "queens"; stars: number }
> = {
  regions: {
    name: "Regions",
    about: "One queen in each row, column and coloured region.",
    sizes: range(5, 20),
    rules: "regions",
    stars: 1,
  },
  stars: {
    name: "Star Battle",
    about: "Two queens in each row, column and coloured region.",
    sizes: range(8, 12),
    rules: "regions",
    stars: 2,
  },
  queens: {
    name: "Completion",
    about: "Some queens are given. Place the others so that none attacks another.",
    sizes: [...range(5, 16), 20, 24, 28, 32],
    rules: "queens",
    stars: 1,
  },
};

const LEVELS: Record<Difficulty, number> = { easy: 1, medium: 2, hard: 3, expert: 4 };

export function NewPuzzle({ state: { settings, setSettings } }: { state: GameState }) {
  const { sizes, rules, stars, about } = KINDS[settings.kind];
  const size = sizes.reduce((best, one) =>
    Math.abs(one - settings.size) < Math.abs(best - settings.size) ? one : best,
  );
  return (
    <section class="panel" aria-label="New puzzle">
      <h2>New puzzle</h2>
      <div class="chips" role="group" aria-label="Puzzle type">
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <button
            key={kind}
            type="button"
            class="chip"
            aria-pressed={kind === settings.kind}
            onClick={() => setSettings({ kind })}
          >
            {KINDS[kind].name}
          </button>
        ))}
      </div>
      <p class="note">{about}</p>
      <div class="chips" role="group" aria-label="Puzzle size">
        {sizes.map((one) => (
          <button
            key={one}
            type="button"
            class="chip size"
            aria-pressed={one === size}
            aria-label={`Size ${one}`}
            onClick={() => setSettings({ size: one })}
          >
            {one}
          </button>
        ))}
      </div>
      <div class="levels" role="group" aria-label="Start a new puzzle">
        {DIFFICULTIES.map((difficulty) => (
          <button
            key={difficulty}
            type="button"
            class={`level ${difficulty}`}
            onClick={() => randomPuzzle({ rules, size, stars, difficulty })}
          >
            <span class="crowns" aria-hidden="true">
              {range(1, LEVELS[difficulty]).map((one) => (
                <QueenDrawing key={one} />
              ))}
            </span>
            {capital(difficulty)}
          </button>
        ))}
      </div>
    </section>
  );
}

export function FreeBoards({ play }: { play: Game | null }) {
  const current = play && !play.puzzle && isEmptyBoard(play.fixed) ? play.fixed.size : null;
  return (
    <section class="panel" aria-label="Free board">
      <h2>Free board</h2>
      <p class="note">Place queens on an empty board, without a clock.</p>
      <div class="chips">
        {range(1, LARGEST).map((size) => (
          <a
            key={size}
            class="chip size button"
            href={link("play", { n: size })}
            aria-label={`Empty board of size ${size}`}
            aria-current={size === current ? "page" : undefined}
          >
            {size}
          </a>
        ))}
      </div>
    </section>
  );
}

/** A position as text, or a picture. Pictures can also be pasted and dropped anywhere in the section. */
export function PastePosition() {
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const engine = useEngine();
  const read = () =>
    engine.run(
      (task) => task.ask("read", { text }),
      (fixed) => {
        location.hash = link("play", puzzleParams({ fixed, puzzle: null }));
      },
      (error) => setError(errorMessage(error)),
    );
  return (
    <section class="panel paste" aria-label="Your own puzzle">
      <h2>Your own puzzle</h2>
      <p class="note">Read a screenshot of a puzzle. You can also paste it, or drop it here.</p>
      <OpenPicture
        onPlay={({ position, queens, crosses }) => {
          location.hash = link("play", {
            ...puzzleParams({ fixed: position, puzzle: null }),
            q: queens.join(",") || null,
            x: crosses.join(",") || null,
          });
        }}
      />
      <details>
        <summary>Paste a position as text</summary>
        <label class="field">
          A board drawn as text, LeetCode strings, JSON, or a line such as size:8 given:A1 closed:D4
          <textarea
            rows={5}
            value={text}
            spellcheck={false}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setError("");
            }}
          />
        </label>
        <div role="status">{error && <p class="message bad">{error}</p>}</div>
        <button type="button" disabled={text.trim() === ""} onClick={read}>
          Use this position
        </button>
      </details>
    </section>
  );
}
