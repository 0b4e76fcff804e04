/** The parts of Play that need no browser: rules, dates, and games in the storage. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as daily from "../src/play/daily";
import * as game from "../src/play/game";
import { evaluate } from "../src/play/rules";
import { decodeGame, encodeGame, type Items, type SavedGame, Store } from "../src/play/store";
import { has, square, squareName } from "../src/square";
import { random } from "./random";
import { ask } from "./wasm";

/** A storage in memory, with a limit like that of a browser. */
class Memory implements Items {
  readonly items = new Map<string, string>();
  constructor(public limit = Infinity) {}
  get length() {
    return this.items.size;
  }
  key(place: number) {
    return [...this.items.keys()][place] ?? null;
  }
  getItem(key: string) {
    return this.items.get(key) ?? null;
  }
  removeItem(key: string) {
    this.items.delete(key);
  }
  setItem(key: string, text: string) {
    if (text.length > this.limit) {
      throw new DOMException("full", "QuotaExceededError");
    }
    this.items.set(key, text);
  }
}

function read(text: string) {
  const answer = ask("read", { text });
  assert("ok" in answer, JSON.stringify(answer));
  return answer.ok;
}

const PUZZLE = "regions:AAABB/ACBBB/CCCDD/CEEED/EEEED";

/** A game after random moves. */
function played(seed: number, moves = 30): game.Game {
  const draw = random(seed);
  let play = game.begin(read(`size:5 ${PUZZLE}`));
  for (let move = 0; move < moves; move++) {
    const name = squareName({ col: draw(5), row: draw(5) });
    const changes = [
      () => game.tap(play, name, new Set()),
      () => game.toggleQueen(play, name),
      () => game.stroke(play, ["A1", "B1", name], draw(2) === 0, new Set()),
      () => game.undo(play),
      () => game.redo(play),
      () => (draw(8) === 0 ? game.wipe(play) : play),
    ];
    play = changes[draw(changes.length)]?.() ?? play;
  }
  return play;
}

test("play: the rules of the page are those of the library", () => {
  const boards = [
    "size:1",
    "size:4",
    "size:7",
    "size:6 rules:torus",
    "size:7 rules:superqueens",
    `size:5 ${PUZZLE}`,
    "size:6 closed:A1,C4 given:B2",
  ];
  for (const [place, text] of boards.entries()) {
    const fixed = read(text);
    const draw = random(place);
    for (let round = 0; round < 150; round++) {
      const names = Array.from({ length: draw(2 * fixed.size) }, () =>
        squareName({ col: draw(fixed.size), row: draw(fixed.size) }),
      );
      const isFree = (name: string) => !fixed.closed.includes(name) && !fixed.given.includes(name);
      const play = game.begin(fixed, null, { queens: names.filter(isFree), crosses: [] });
      const queens = game.allQueens(play);
      const found = evaluate(fixed, queens);
      const look = ask("look", { position: game.positionOf(play) });
      assert("ok" in look);
      const { attacked, conflicts, done } = look.ok;
      assert.deepEqual(game.sorted(found.conflicts), game.sorted(conflicts), game.positionOf(play));
      assert.equal(found.done, done);
      for (let col = 0; col < fixed.size; col++) {
        for (let row = 0; row < fixed.size; row++) {
          const name = squareName({ col, row });
          // The library also reports queens that are attacked.
          if (!queens.includes(name)) {
            assert.equal(found.attacked.has(name), has(attacked[col], row), `${game.positionOf(play)} ${name}`);
          }
        }
      }
    }
  }
});

test("play: a solution of each kind of board is recognised, and only complete ones", () => {
  for (const text of ["size:8", "size:7 rules:torus", "size:10 rules:superqueens", `size:5 ${PUZZLE}`]) {
    const fixed = read(text);
    const solved = ask("solve", { position: text, seed: 1 });
    assert("ok" in solved && "solution" in solved.ok, text);
    const queens = solved.ok.solution.map((row, col) => squareName({ col, row: row - 1 }));
    assert(evaluate(fixed, queens).done, text);
    assert(!evaluate(fixed, queens.slice(1)).done);
  }
});

test("play: a tap cycles empty, cross, queen, empty in puzzles, and places queens elsewhere", () => {
  const none = new Set<string>();
  let play = game.begin(read(`size:5 ${PUZZLE}`));
  play = game.tap(play, "A1", none);
  assert.deepEqual(play.now, { queens: [], crosses: ["A1"] });
  play = game.tap(play, "A1", none);
  assert.deepEqual(play.now, { queens: ["A1"], crosses: [] });
  play = game.tap(play, "A1", none);
  assert.deepEqual(play.now, game.NO_MARKS);
  // A square that is crossed out automatically gets a queen.
  assert.deepEqual(game.tap(play, "B2", new Set(["B2"])).now.queens, ["B2"]);
  const free = game.tap(game.begin(game.emptyBoard(4)), "A1", none);
  assert.deepEqual(free.now.queens, ["A1"]);
  assert.deepEqual(game.tap(free, "A1", none).now, game.NO_MARKS);
});

test("play: a drag is one move, skips queens and squares that are crossed out automatically", () => {
  const start = game.toggleQueen(game.begin(read(`size:5 ${PUZZLE}`)), "B1");
  const marked = game.stroke(start, ["A1", "B1", "C1", "D1"], false, new Set(["C1"]));
  assert.deepEqual(marked.now, { queens: ["B1"], crosses: ["A1", "D1"] });
  assert.equal(marked.past.length, start.past.length + 1);
  const erased = game.stroke(marked, ["A1", "B1"], true, new Set());
  assert.deepEqual(erased.now, { queens: ["B1"], crosses: ["D1"] });
  assert.equal(game.stroke(marked, ["B1"], false, new Set()), marked);
});

test("play: marks of a link that the game had resume its latest state, other marks are a move", () => {
  let play = game.begin(read(`size:5 ${PUZZLE}`));
  for (const name of ["A1", "C2", "E3"]) {
    play = game.toggleQueen(play, name);
  }
  assert.equal(game.withLinkMarks(play, { queens: ["C2", "A1"], crosses: [] }), play);
  assert.equal(game.withLinkMarks(play, game.NO_MARKS), play);
  const moved = game.withLinkMarks(play, { queens: ["B5"], crosses: ["A1"] });
  assert.deepEqual(moved.now, { queens: ["B5"], crosses: ["A1"] });
  assert.deepEqual(game.undo(moved).now, play.now);
});

test("play: saved games come back with their history", () => {
  for (let seed = 0; seed < 200; seed++) {
    const play = played(seed);
    const store = new Store(new Memory());
    assert.equal(store.save("p=x", play, 12.5, 0, 1000), 1);
    const saved = store.game("p=x");
    assert(saved);
    assert.deepEqual([saved.past, saved.now, saved.future], [play.past, play.now, play.future], `seed ${seed}`);
    assert.deepEqual(saved.record, { ...play.record, seconds: 12.5 });
    assert.deepEqual([saved.at, saved.revision, saved.size, saved.queens], [1000, 1, 5, 5]);
    // Encoding is stable.
    assert.deepEqual(decodeGame("p=x", encodeGame(saved)), saved);
  }
});

test("play: a very long history loses its oldest moves, not the game", () => {
  let play = game.begin(game.emptyBoard(32));
  const all = Array.from({ length: 1024 }, (_, place) => squareName({ col: place % 32, row: Math.floor(place / 32) }));
  for (let move = 0; move < 150; move++) {
    play = game.withMarks(play, move % 2 ? game.NO_MARKS : { queens: [], crosses: all });
  }
  const store = new Store(new Memory());
  assert.equal(store.save("n=32", play, 0, 0), 1);
  const saved = store.game("n=32");
  assert.deepEqual(saved?.now, play.now);
  assert(saved && saved.past.length > 10 && saved.past.length < play.past.length);
  assert.deepEqual(saved.past.at(-1), play.past.at(-1));
});

test("play: damaged items count as missing", () => {
  const memory = new Memory();
  const store = new Store(memory);
  store.save("p=x", played(7), 3, 0, 5);
  const [key = ""] = memory.items.keys();
  const good = memory.getItem(key) ?? "";
  const fields = JSON.parse(good) as Record<string, unknown>;
  const damaged: unknown[] = [
    "",
    "{",
    "null",
    "[]",
    "7",
    good.slice(0, -9),
    { ...fields, version: 2 },
    { ...fields, id: "p=y" },
    { ...fields, size: 33 },
    { ...fields, size: -1 },
    { ...fields, size: "5" },
    { ...fields, now: 5 },
    { ...fields, now: "A1|A1" },
    { ...fields, now: "A1,A1|" },
    { ...fields, now: "A1" },
    { ...fields, now: "A9|" },
    { ...fields, now: "<b>|" },
    { ...fields, now: "A1|B1|C1" },
    { ...fields, past: null },
    { ...fields, past: ["Z9|"] },
    { ...fields, past: [7] },
    { ...fields, past: Array.from({ length: 5000 }, () => "A1|") },
    { ...fields, future: "A1|" },
    { ...fields, record: null },
    { ...fields, record: { seconds: -1, hints: 0, shown: false, solved: null, beat: null } },
    { ...fields, record: { seconds: 1e9, hints: 0, shown: false, solved: null, beat: null } },
    { ...fields, record: { seconds: 1, hints: 0.5, shown: false, solved: null, beat: null } },
    { ...fields, record: { seconds: 1, hints: 0, shown: 1, solved: null, beat: null } },
    { ...fields, record: { seconds: 1, hints: 0, shown: false, solved: { seconds: 1 }, beat: null } },
    { ...fields, record: { seconds: 1, hints: 0, shown: false, solved: null, beat: "9" } },
    { ...fields, at: NaN },
    { ...fields, revision: -1 },
    { ...fields, short: 1 },
  ];
  for (const item of damaged) {
    memory.setItem(key, typeof item === "string" ? item : JSON.stringify(item));
    assert.equal(store.game("p=x"), null, JSON.stringify(item).slice(0, 80));
    assert.deepEqual(store.games(), []);
  }
  // Random changes of single characters never break the reader.
  const draw = random(3);
  for (let round = 0; round < 2000; round++) {
    const place = draw(good.length);
    memory.setItem(key, good.slice(0, place) + String.fromCharCode(32 + draw(95)) + good.slice(place + 1));
    const saved = store.game("p=x");
    for (const { queens, crosses } of saved ? [...saved.past, saved.now, ...saved.future] : []) {
      for (const name of [...queens, ...crosses]) {
        const { col, row } = square(name);
        assert(col >= 0 && col < (saved?.size ?? 0) && row >= 0 && row < (saved?.size ?? 0));
      }
    }
  }
});

test("play: a tab does not overwrite a newer state of its game", () => {
  const memory = new Memory();
  const [one, two] = [new Store(memory), new Store(memory)];
  assert.equal(one.save("p=x", played(1), 1, 0), 1);
  assert.equal(two.save("p=x", played(2), 2, 1), 2);
  const newer = one.save("p=x", played(3), 3, 1) as SavedGame;
  assert.equal(newer.revision, 2);
  assert.deepEqual(one.game("p=x")?.now, played(2).now);
  // Different games are different items.
  assert.equal(one.save("n=8", game.begin(game.emptyBoard(8)), 0, 0), 1);
  assert.equal(memory.items.size, 2);
  two.remove("n=8");
  assert.equal(one.games().length, 1);
});

test("play: without storage, and with a full one, everything still works", () => {
  for (const store of [new Store(null), new Store(new Memory(10))]) {
    assert.equal(store.save("p=x", played(1), 1, 0), null);
    assert.deepEqual(store.games(), []);
    store.saveResult("2026-11-18", { seconds: 1, hints: 0, on: "2026-11-18" });
    assert.equal(store.results().size, 0);
    store.saveSettings({ ...store.settings(), size: 9 });
    assert.equal(store.settings().size, 8);
  }
});

test("play: what cannot be stored is kept while the page is open", () => {
  for (const items of [null, new Memory(10)]) {
    const unsaved = new Map<string, string>();
    const store = new Store(items, unsaved);
    assert.equal(store.save("p=x", played(1), 1, 0), null);
    // The state that could not be stored is not a newer one of another tab.
    assert.equal(store.save("p=x", played(2), 2, 0), null);
    const result = { seconds: 1, hints: 0, on: "2026-11-18" };
    store.saveResult("2026-11-18", result);
    store.saveSettings({ ...store.settings(), size: 9 });
    // Another store of the same page, as when Play is opened again.
    const again = new Store(items, unsaved);
    assert.deepEqual(again.game("p=x")?.now, played(2).now);
    assert.deepEqual(
      again.games().map(({ id }) => id),
      ["p=x"],
    );
    assert.deepEqual([...again.results()], [["2026-11-18", result]]);
    assert.equal(again.settings().size, 9);
    again.remove("p=x");
    assert.deepEqual(again.games(), []);
  }
});

test("play: a game that could not be stored is stored when there is room again", () => {
  const memory = new Memory();
  const unsaved = new Map<string, string>();
  const store = new Store(memory, unsaved);
  assert.equal(store.save("p=x", played(1), 1, 0), 1);
  memory.limit = 10;
  assert.equal(store.save("p=x", played(2), 2, 1), null);
  assert.deepEqual(store.game("p=x")?.now, played(2).now);
  assert.deepEqual(new Store(memory).game("p=x")?.now, played(1).now);
  memory.limit = Infinity;
  assert.equal(store.save("p=x", played(3), 3, 2), 3);
  assert.equal(unsaved.size, 0);
  assert.deepEqual(new Store(memory).game("p=x")?.now, played(3).now);
  // A newer state of another tab counts.
  memory.limit = 10;
  assert.equal(store.save("p=x", played(4), 4, 3), null);
  memory.limit = Infinity;
  assert.equal(new Store(memory).save("p=x", played(5), 5, 3), 4);
  assert.equal(new Store(memory).save("p=x", played(6), 6, 4), 5);
  assert.deepEqual(store.game("p=x")?.now, played(6).now);
});

test("play: the size of the next puzzle is kept up to the largest completion", () => {
  const store = new Store(new Memory());
  for (const [size, kept] of [
    [4, 4],
    [28, 28],
    [32, 32],
    [33, 8],
    [3, 8],
  ] as const) {
    store.saveSettings({ ...store.settings(), size });
    assert.equal(store.settings().size, kept);
  }
});

test("play: the first result of a day counts, damaged results do not", () => {
  const memory = new Memory();
  const store = new Store(memory);
  const result = { seconds: 60, hints: 1, on: "2026-11-18" };
  store.saveResult("2026-11-18", result);
  store.saveResult("2026-11-18", { ...result, seconds: 5 });
  memory.setItem("queens:day:2026-02-30", JSON.stringify({ version: 1, ...result }));
  memory.setItem("queens:day:2026-11-17", "{");
  assert.deepEqual([...store.results()], [["2026-11-18", result]]);
});

test("play: streaks", () => {
  const solved = (...days: [day: string, on?: string][]) =>
    new Map(days.map(([day, on]) => [day, { seconds: 1, hints: 0, on: on ?? day }]));
  assert.equal(daily.streak(new Map(), "2026-03-01"), 0);
  const three = solved(["2026-02-27"], ["2026-02-28"], ["2026-03-01"]);
  assert.equal(daily.streak(three, "2026-03-01"), 3);
  // Today is open until it is over.
  assert.equal(daily.streak(three, "2026-03-02"), 3);
  assert.equal(daily.streak(three, "2026-03-03"), 0);
  // A puzzle that was solved on a later day does not fill the gap.
  const gap = solved(["2026-02-26"], ["2026-02-27", "2026-03-01"], ["2026-02-28"], ["2026-03-01"]);
  assert.equal(daily.streak(gap, "2026-03-01"), 2);
  assert.equal(daily.longestStreak(gap), 2);
  assert.equal(daily.longestStreak(three), 3);
  assert.equal(daily.longestStreak(new Map()), 0);
});

test("play: calendar and times", () => {
  assert.deepEqual(daily.weeksOf("2026-02").flat().filter(Boolean).length, 28);
  assert.equal(daily.weeksOf("2026-11")[0]?.indexOf("2026-11-01"), 6);
  for (const week of daily.weeksOf("2028-02")) {
    assert.equal(week.length, 7);
  }
  assert.equal(daily.laterMonth("2026-01", -1), "2025-12");
  assert.equal(daily.later("2026-12-31", 1), "2027-01-01");
  assert.deepEqual([0, 59.9, 60, 3599, 3600, 7325].map(daily.clockTime), [
    "0:00",
    "0:59",
    "1:00",
    "59:59",
    "1:00:00",
    "2:02:05",
  ]);
});
