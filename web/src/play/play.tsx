/** Play: a board to set queens on, puzzles, and help that says why. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SectionProps } from "../address";
import { Board, type Look } from "../board";
import { Button } from "../button";
import { Closed, Desk, frontDesk, said } from "../desk";
import type { Grade, Hinted, Looked, Rules } from "../questions";
import { link, numberOf, type Params } from "../route";
import { ShareButton } from "../share";
import { has, type Square, square, squareName } from "../square";
import type { Game } from "./game";
import * as game from "./game";

const LARGEST = 32;
const GRADES: Grade[] = ["easy", "medium", "hard"];
/** Counting ways goes no further than this: a board of 32 has more than the world has sand. */
const MOST_WAYS = 100_000;

type Hint = Extract<Hinted, { kind: "step" }>;
/** What is told below the board. */
interface Told {
  kind: "" | "good" | "bad";
  text: string;
}

/** The name of a square. */
const NAME = /^[A-Z]{1,2}[1-9]\d?$/;
const names = (text: string | null) => (text ?? "").split(",").filter((name) => NAME.test(name));

/** What a link asks for and cannot have. */
function noticeOf(params: URLSearchParams): string {
  const day = params.get("day");
  if (day !== null && !game.dayOf(day)) {
    return `There is no day ${day.slice(0, 20)}; here is an empty board.`;
  }
  const puzzle = params.get("puzzle");
  if (puzzle !== null && puzzle !== "regions" && puzzle !== "queens") {
    return `There are no puzzles of the kind “${puzzle.slice(0, 20)}”: regions and queens are what there is.`;
  }
  const size = params.get("n");
  if (size !== null && !(/^\d+$/.test(size) && Number(size) >= 1 && Number(size) <= LARGEST)) {
    return `The link asks for n=${size.slice(0, 20)}, but boards go from 1 to ${LARGEST}.`;
  }
  for (const [key, least, most] of [
    ["size", 4, puzzle === "queens" ? LARGEST : 16],
    ["seed", 0, Number.MAX_SAFE_INTEGER],
  ] as const) {
    const text = params.get(key);
    if (puzzle !== null && text !== null && !(/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)) {
      return `The link asks for ${key}=${text.slice(0, 20)}, but here it goes from ${least} to ${most}.`;
    }
  }
  const grade = params.get("grade");
  if (puzzle !== null && grade !== null && !GRADES.some((known) => known === grade)) {
    return `There is no grade “${grade.slice(0, 20)}”: easy, medium and hard are what there is.`;
  }
  const wrong = ["q", "x"]
    .flatMap((key) => (params.get(key) ?? "").split(","))
    .find((name) => name !== "" && !NAME.test(name));
  return wrong === undefined ? "" : `The link names a square “${wrong.slice(0, 20)}”, which there is not.`;
}

/** The game of an address: a day, a puzzle, a position, or an empty board. */
async function gameOf(params: URLSearchParams, desk: Desk, tell: (line: string) => void): Promise<Game> {
  const marks = (fixed: Game["fixed"]): game.Marks => {
    const open = (name: string) => {
      const { col, row } = square(name);
      const onBoard = col < fixed.size && row < fixed.size;
      return onBoard && !fixed.given.includes(name) && !fixed.closed.includes(name);
    };
    const queens = [...new Set(names(params.get("q")))].filter(open);
    const crosses = [...new Set(names(params.get("x")))].filter(open);
    const lost = new Set([...names(params.get("q")), ...names(params.get("x"))].filter((name) => !open(name)));
    if (lost.size > 0) {
      tell(`The link names squares that cannot be used on this board: ${[...lost].slice(0, 5).join(", ")}.`);
    }
    return { queens, crosses: crosses.filter((name) => !queens.includes(name)) };
  };
  const day = game.dayOf(params.get("day"));
  if (day) {
    return newPuzzle({ ...game.daily(day), day }, desk, marks);
  }
  const rules = params.get("puzzle");
  if (rules === "regions" || rules === "queens") {
    const grade = GRADES.find((grade) => grade === params.get("grade")) ?? "easy";
    const size = numberOf(params, "size", 8, 4, rules === "regions" ? 16 : LARGEST);
    const seed = numberOf(params, "seed", 1, 0, Number.MAX_SAFE_INTEGER);
    return newPuzzle({ rules, size, seed, grade, day: null }, desk, marks);
  }
  const text = params.get("p");
  if (text) {
    const fixed = await desk.ask("read", { text });
    return game.begin(fixed, null, marks(fixed));
  }
  const fixed = game.emptyBoard(numberOf(params, "n", 8, 1, LARGEST));
  return game.begin(fixed, null, marks(fixed));
}

async function newPuzzle(
  of: NonNullable<Game["puzzle"]>,
  desk: Desk,
  marks?: (fixed: Game["fixed"]) => game.Marks,
): Promise<Game> {
  const { rules, size, seed, grade } = of;
  const made = await desk.ask("puzzle", { rules, size, seed, grade });
  return game.begin(made.position, of, marks?.(made.position));
}

/** Whether it is a board with nothing on it, by the rules of queens. */
const isEmpty = (fixed: Game["fixed"]) => fixed.short === `size:${fixed.size}`;

function paramsOf({ fixed, puzzle, now }: Game): Params {
  const marks = { q: now.queens.join(",") || null, x: now.crosses.join(",") || null };
  if (puzzle?.day) {
    return { day: puzzle.day, ...marks };
  }
  if (puzzle) {
    const { rules, size, seed, grade } = puzzle;
    return { puzzle: rules, size, seed, grade, ...marks };
  }
  return isEmpty(fixed) ? { n: fixed.size, ...marks } : { p: fixed.short, ...marks };
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;

export function Play({ params, write }: SectionProps) {
  const [play, setPlay] = useState<Game | null>(null);
  const [seen, setSeen] = useState<{ position: string; looked: Looked } | null>(null);
  const [attacks, setAttacks] = useState(true);
  const [tool, setTool] = useState<"queen" | "cross">("queen");
  const [hint, setHint] = useState<Hint | null>(null);
  const [told, setTold] = useState<Told>({ kind: "", text: noticeOf(params) });
  const [busy, setBusy] = useState("");
  const worker = useRef<Desk | null>(null);
  const hintButton = useRef<HTMLButtonElement>(null);
  /** What is going on: an answer that belongs to something earlier is dropped. */
  const turn = useRef(0);

  const tell = (text: string, kind: Told["kind"] = "") => setTold({ kind, text });

  /** Gives up whatever is being worked on. */
  const giveUp = () => {
    turn.current++;
    if (busy) {
      worker.current?.close();
    }
    setBusy("");
  };

  /** Long work on a desk of its own. What was asked before is given up; what comes too late is dropped. */
  const work = async <T,>(what: string, ask: (desk: Desk) => Promise<T>, then: (answer: T) => void) => {
    giveUp();
    const mine = turn.current;
    if (!worker.current?.open) {
      worker.current = new Desk();
    }
    setHint(null);
    setBusy(what);
    try {
      const answer = await ask(worker.current);
      if (turn.current === mine) {
        setBusy("");
        then(answer);
      }
    } catch (error) {
      if (turn.current === mine) {
        setBusy("");
        if (!(error instanceof Closed)) {
          tell(said(error), "bad");
        }
        setPlay((play) => play ?? game.begin(game.emptyBoard(8)));
      }
    }
  };

  const start = (what: string, make: (desk: Desk) => Promise<Game>, line = () => "") =>
    void work(what, make, (made) => {
      setPlay(made);
      tell(line());
    });

  useEffect(() => {
    let line = noticeOf(params);
    start(
      "Laying out the board",
      (desk) => gameOf(params, desk, (lost) => (line ||= lost)),
      () => line,
    );
    return () => {
      turn.current = -1;
      worker.current?.close();
    };
  }, []);

  // What the library sees in the position, after every move.
  const position = play && game.positionOf(play);
  const looked = seen?.position === position ? (seen?.looked ?? null) : null;
  // Until the library has looked, attacked squares stay as they were: they would flicker.
  const before = seen?.looked.attacked.length === play?.fixed.size ? seen?.looked : undefined;
  const lately = looked ?? (before ? { ...before, done: false } : null);
  useEffect(() => {
    if (!play || !position) {
      return;
    }
    write(paramsOf(play));
    let late = false;
    frontDesk()
      .ask("look", { position })
      .then(
        (looked) => late || setSeen({ position, looked }),
        (error) => late || tell(said(error), "bad"),
      );
    return () => {
      late = true;
    };
  }, [position, play?.now]);

  const move = (next: (game: Game) => Game) => {
    giveUp();
    setHint(null);
    tell("");
    setPlay((play) => play && next(play));
  };

  const onSquare = (square: Square, key: string) => {
    const name = squareName(square);
    if (!play) {
      return;
    }
    if (game.isFixed(play, name)) {
      tell(play.fixed.given.includes(name) ? `The queen on ${name} is given.` : `${name} is closed.`);
    } else if (key === "Delete" || key === "Backspace") {
      move((play) => game.clear(play, name));
    } else if (key === "x" || (tool === "cross" && key !== " ")) {
      move((play) => game.toggleCross(play, name));
    } else {
      move((play) => game.toggleQueen(play, name));
    }
  };

  // With the render, not after the next paint: a key pressed in between would act on the state before.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest("input, select, textarea");
      const control = event.ctrlKey || event.metaKey;
      if (control && !typing && event.key.toLowerCase() === "z") {
        move(event.shiftKey ? game.redo : game.undo);
        event.preventDefault();
      } else if (control && !typing && event.key.toLowerCase() === "y") {
        move(game.redo);
        event.preventDefault();
      }
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });

  const askHint = () => {
    if (!play || !position) {
      return;
    }
    const crossed = play.puzzle ? play.now.crosses : [];
    void work(
      "Thinking of a hint",
      (desk) => desk.ask("hint", { position, crossed }),
      (hinted) => {
        switch (hinted.kind) {
          case "step":
            setHint(hinted);
            return tell(sentence(hinted.why));
          case "done":
            return tell("It is done: nothing is left to hint at.", "good");
          case "wrong":
            return tell(`It cannot be finished like this: ${hinted.why}.`, "bad");
          case "crossed": {
            const which = hinted.squares.join(" and ");
            return tell(`Too much is crossed out: there is a solution with a queen on ${which}.`, "bad");
          }
        }
      },
    );
  };

  const finish = () => {
    if (!position) {
      return;
    }
    const seed = Math.floor(Math.random() * 2 ** 32);
    void work(
      "Finishing it",
      (desk) => desk.ask("finish", { position, seed }),
      (found) => {
        if ("queens" in found) {
          setPlay((play) => play && game.fill(play, found.queens));
          tell("");
        } else {
          tell(`It cannot be finished: ${found.why}.`, "bad");
        }
      },
    );
  };

  const ways = () => {
    if (!position) {
      return;
    }
    const question = { position, limit: MOST_WAYS };
    void work(
      "Counting the ways to finish it",
      (desk) => desk.ask("solutions", question),
      (found) => {
        const number = BigInt(found.count).toLocaleString("en");
        if (!found.all) {
          tell(`There are ${number} ways to finish it, and more.`);
        } else if (found.count === "0") {
          tell("There is no way to finish it.", "bad");
        } else {
          tell(
            found.count === "1" ? "There is exactly one way to finish it." : `There are ${number} ways to finish it.`,
          );
        }
      },
    );
  };

  const stop = () => {
    giveUp();
    hintButton.current?.focus();
    tell("Stopped.");
    setPlay((play) => play ?? game.begin(game.emptyBoard(8)));
  };

  const takeHint = () => {
    if (hint) {
      const { queen, closed } = hint;
      move((play) => game.take(play, queen, closed));
      hintButton.current?.focus();
    }
  };

  const done = looked?.done === true && play !== null;
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
          <div class="stack">
            <div class="board-scroll">
              <Board
                size={play.fixed.size}
                regions={play.fixed.regions}
                label={labelOf(play)}
                look={lookOf(play, lately, attacks, hint)}
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
                  checked={attacks}
                  onChange={(event) => setAttacks(event.currentTarget.checked)}
                />
                Show attacked squares
              </label>
            </div>
          </div>
          <div class="stack">
            <section class="panel stack" aria-label="The position">
              <h2>{titleOf(play)}</h2>
              {RULES[play.fixed.rules] && <p class="note">{RULES[play.fixed.rules]}</p>}
              <p class="state">
                {count(play.fixed.given.length + play.now.queens.length, "queen")} of {play.fixed.size}
                {looked && looked.fights.length > 0 && (
                  <span class="fights"> · {looked.fights.join(", ")} under attack</span>
                )}
              </p>
              {done && (
                <p class="said good" role="status">
                  {play.puzzle ? "Solved! That is the only solution." : "A solution: every queen is safe."}
                </p>
              )}
              <div class="controls">
                <Button class="primary" off={done} inner={hintButton} onPress={askHint}>
                  Hint
                </Button>
                {hint && (
                  <button type="button" onClick={takeHint}>
                    Take the hint
                  </button>
                )}
                <Button off={done} onPress={finish}>
                  Finish it
                </Button>
                <Button onPress={ways}>How many ways?</Button>
              </div>
              <div role="status" class="told">
                {busy ? (
                  <Busy what={busy} onStop={stop} />
                ) : (
                  told.text && <p class={`said ${told.kind}`}>{told.text}</p>
                )}
                {hint && !busy && (
                  <p class="note">
                    By the rule “{hint.rule}”: {hint.grade}. <a href={link("learn", {}, "regions")}>How hints reason</a>
                  </p>
                )}
              </div>
            </section>
            <Setups game={play} onStart={start} onLine={tell} />
            <section class="panel stack" aria-label="Link and keys">
              <div class="controls">
                <ShareButton prepare={() => write(paramsOf(play))} />
              </div>
              <p class="note">
                On the board: <kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> a queen,{" "}
                <kbd>Enter</kbd> what is chosen below the board, <kbd>X</kbd> {play.puzzle ? "cross out" : "close"},{" "}
                <kbd>Delete</kbd> clear, <kbd>Ctrl</kbd> <kbd>Z</kbd> undo. A click with the right button{" "}
                {play.puzzle ? "crosses out" : "closes"}.
              </p>
            </section>
          </div>
        </div>
      ) : (
        <div role="status">
          <Busy what={busy} onStop={stop} />
        </div>
      )}
    </div>
  );
}

/** What is being worked on, and the way out. */
function Busy({ what, onStop }: { what: string; onStop(): void }) {
  return (
    <p class="said busy">
      {what} …{" "}
      <button type="button" onClick={onStop}>
        Stop
      </button>
    </p>
  );
}

/** What goes beyond one queen a row and a column, none on a common diagonal. */
const RULES: Record<Rules, string> = {
  queens: "",
  regions: "One queen in each row, each column and each colour. Queens may not touch, not even at a corner.",
  torus: "On a torus: a diagonal that leaves the board goes on at the other side.",
  superqueens: "Superqueens: they also attack a knight's move away.",
};

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function titleOf({ fixed, puzzle }: Game): string {
  if (puzzle?.day) {
    const date = new Date(`${puzzle.day}T00:00:00Z`);
    const day = date.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
    return `Puzzle of ${day} (${puzzle.grade})`;
  }
  if (puzzle) {
    return `${puzzle.rules === "regions" ? "Region puzzle" : "Queens to complete"}, ${puzzle.grade}`;
  }
  return isEmpty(fixed) ? `A free board of ${fixed.size}` : `A position of ${fixed.size}`;
}

function labelOf(play: Game): string {
  return `Board of ${play.fixed.size}: one queen in each row and column. ${RULES[play.fixed.rules]}`.trim();
}

function lookOf(play: Game, looked: Looked | null, attacks: boolean, hint: Hint | null): (square: Square) => Look {
  const { fixed, now, puzzle } = play;
  const given = new Set(fixed.given);
  const set = new Set(now.queens);
  const closed = new Set(puzzle ? fixed.closed : [...fixed.closed, ...now.crosses]);
  const crossed = new Set(puzzle ? now.crosses : []);
  const fights = new Set(looked?.fights);
  const because = new Set(hint?.because);
  const hinted = new Set(hint?.closed);
  return (square) => {
    const name = squareName(square);
    const marks: string[] = [];
    if (closed.has(name)) marks.push("closed");
    if (crossed.has(name)) marks.push("crossed");
    const queen = given.has(name) || set.has(name);
    if (attacks && !queen && !closed.has(name) && has(looked?.attacked[square.col], square.row)) {
      marks.push("attacked");
    }
    if (because.has(name)) marks.push("because");
    if (hinted.has(name) || hint?.queen === name) marks.push("hint");
    let kind: Look["queen"];
    if (queen) {
      kind = fights.has(name) ? "fights" : looked?.done ? "found" : given.has(name) ? "given" : "set";
    } else if (hint?.queen === name) {
      kind = "hint";
    }
    return { queen: kind, marks };
  };
}

/** Ways to another board. */
function Setups(props: {
  game: Game;
  onStart(what: string, make: (desk: Desk) => Promise<Game>): void;
  onLine(line: string): void;
}) {
  const { game: play, onStart } = props;
  const [rules, setRules] = useState<Rules>(play.puzzle?.rules ?? "regions");
  const [size, setSize] = useState(play.puzzle?.size ?? 8);
  const [grade, setGrade] = useState<Grade>(play.puzzle?.grade ?? "easy");
  const [day, setDay] = useState(play.puzzle?.day ?? game.today());
  const [text, setText] = useState("");
  const largest = rules === "regions" ? 16 : LARGEST;
  const free = !play.puzzle && isEmpty(play.fixed);
  const sizes = (least: number, most: number) =>
    Array.from({ length: most - least + 1 }, (_, place) => (
      <option key={place} value={place + least}>
        {place + least}
      </option>
    ));
  const puzzle = () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const of = { rules, size: Math.min(size, largest), seed, grade, day: null };
    onStart("Making a puzzle", (desk) => newPuzzle(of, desk));
  };
  const puzzleOfDay = () => {
    const valid = game.dayOf(day);
    if (valid) {
      onStart("Making the puzzle of the day", (desk) => newPuzzle({ ...game.daily(valid), day: valid }, desk));
    } else {
      props.onLine("Choose a day first.");
    }
  };
  const load = () => onStart("Reading the position", async (desk) => game.begin(await desk.ask("read", { text })));
  return (
    <section class="panel stack setups" aria-label="Another board">
      <h2>Another board</h2>
      <div class="controls">
        <label class="field">
          Free board
          <select
            value={free ? play.fixed.size : ""}
            onChange={(event) => {
              const chosen = Number(event.currentTarget.value);
              if (chosen > 0) {
                onStart("Laying out the board", async () => game.begin(game.emptyBoard(chosen)));
              }
            }}
          >
            {!free && <option value="">size</option>}
            {sizes(1, LARGEST)}
          </select>
        </label>
        <label class="field">
          Puzzle of the day
          <input type="date" value={day} onInput={(event) => setDay(event.currentTarget.value)} />
        </label>
        <button type="button" onClick={puzzleOfDay}>
          Play the day
        </button>
      </div>
      <div class="controls">
        <label class="field">
          Puzzle
          <select value={rules} onChange={(event) => setRules(event.currentTarget.value as Rules)}>
            <option value="regions">regions</option>
            <option value="queens">queens to complete</option>
          </select>
        </label>
        <label class="field">
          Puzzle size
          <select value={Math.min(size, largest)} onChange={(event) => setSize(Number(event.currentTarget.value))}>
            {sizes(4, largest)}
          </select>
        </label>
        <label class="field">
          Grade
          <select value={grade} onChange={(event) => setGrade(event.currentTarget.value as Grade)}>
            {GRADES.map((grade) => (
              <option key={grade} value={grade}>
                {grade}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={puzzle}>
          New puzzle
        </button>
      </div>
      <details>
        <summary>Paste a position</summary>
        <div class="stack">
          <label class="field">
            A drawn board, LeetCode strings, JSON or a line such as size:8 given:A1 closed:D4
            <textarea
              rows={5}
              value={text}
              spellcheck={false}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <div>
            <button type="button" disabled={text.trim() === ""} onClick={load}>
              Set it up
            </button>
          </div>
        </div>
      </details>
    </section>
  );
}
