/** Property tests of code that runs in the page, with random inputs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Scale } from "../src/explore/scale";
import { daily, dayOf } from "../src/play/daily";
import * as game from "../src/play/game";
import { link, numberOf, type Params, parse, SECTIONS } from "../src/route";
import { columnName, square, squareName } from "../src/square";
import { random } from "./random";

const CASES = process.env["QUEENS_LONG"] ? 20_000 : 1_000;

test("property: undo all restores the start, redo all restores the end", () => {
  for (let seed = 0; seed < CASES; seed++) {
    const draw = random(seed);
    const size = 1 + draw(6);
    const name = () => squareName({ col: draw(size), row: draw(size) });
    const fixed = { ...game.emptyBoard(size), given: draw(2) ? [name()] : [] };
    const puzzle = { rules: "queens", size, stars: 1, seed, difficulty: "easy", day: null } as const;
    const start = game.begin(fixed, draw(2) ? puzzle : null);
    let play = start;
    for (let move = 0; move < 20; move++) {
      const moves = [
        () => game.toggleQueen(play, name()),
        () => game.toggleCross(play, name()),
        () => game.clear(play, name()),
        () => game.take(play, draw(2) ? name() : null, [name()]),
        () => game.wipe(play),
      ];
      const next = moves[draw(moves.length)]?.() ?? play;
      if (next !== play) {
        assert.deepEqual(game.undo(next).now, play.now, `seed ${seed}, move ${move}`);
        assert.deepEqual(game.redo(game.undo(next)), next);
      }
      play = next;
      const { queens, crosses } = play.now;
      assert.equal(new Set([...queens, ...crosses]).size, queens.length + crosses.length, "no square twice");
      assert(!queens.some((queen) => fixed.given.includes(queen)));
    }
    const end = play;
    let undone = 0;
    for (; play.past.length > 0; undone++) {
      play = game.undo(play);
    }
    assert.deepEqual(play.now, start.now);
    for (; undone > 0; undone--) {
      play = game.redo(play);
    }
    assert.deepEqual(play, end);
  }
});

test("property: square names round-trip", () => {
  for (let col = 0; col < 100; col++) {
    for (const row of [0, 8, 9, 31, 98]) {
      assert.deepEqual(square(squareName({ col, row })), { col, row });
    }
  }
  assert.deepEqual([0, 25, 26, 51, 52].map(columnName), ["A", "Z", "AA", "AZ", "BA"]);
});

test("property: links round-trip", () => {
  const texts = ["", "8", "size:8 given:A1,B5 closed:D4", "regions:AAB/ABB/CCC", "a&b=c?d#e", "ü ♛ %41", "<b>\"'"];
  for (let seed = 0; seed < CASES; seed++) {
    const draw = random(seed);
    const params: Params = {};
    for (const key of ["n", "p", "q", "only"]) {
      const text = texts[draw(texts.length)] ?? "";
      if (draw(2) && text !== "") {
        params[key] = text;
      }
    }
    const section = SECTIONS[draw(SECTIONS.length)] ?? "watch";
    const rest = draw(2) ? "cross" : "";
    const route = parse(link(section, params, rest));
    assert.deepEqual([route.section, route.rest, Object.fromEntries(route.params)], [section, rest, params]);
  }
});

test("property: numbers from links are within their limits", () => {
  for (const text of ["", "-1", "0", "3", "99999999999999999999", "1e9", "NaN", "٣", " 5", "0x10", "5.5"]) {
    const number = numberOf(new URLSearchParams({ n: text }), "n", 8, 1, 16);
    assert(Number.isInteger(number) && number >= 1 && number <= 16, text);
  }
});

test("every valid date has a puzzle, invalid dates have none", () => {
  for (let day = 0; day < 1000; day++) {
    const text = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
    assert.equal(dayOf(text), text);
    const { size, seed } = daily(text);
    assert(size >= 6 && size <= 10 && String(seed) === text.replaceAll("-", ""));
  }
  for (const text of ["2026-02-30", "2026-13-01", "2026-1-1", "today", "", "2026-11-15T00:00"]) {
    assert.equal(dayOf(text), null, text);
  }
});

test("property: compressed scroll positions round-trip", () => {
  for (const rows of [1, 92, 10_000, 73_712, 365_596]) {
    const view = 600;
    const scale = new Scale(Math.max(view, rows * 44));
    const last = scale.full - view;
    for (let part = 0; part <= 1000; part++) {
      const place = (last * part) / 1000;
      const bar = scale.bar(place, view);
      assert(bar >= 0 && bar <= scale.height - view + 1e-6, `${rows} rows, ${part}: ${bar}`);
      assert(Math.abs(scale.place(bar, view) - place) < 0.01, `${rows} rows, ${part}`);
      assert(part === 0 || bar > scale.bar((last * (part - 1)) / 1000, view) || last === 0, "it only goes down");
    }
    assert.equal(scale.place(scale.height - view, view), last);
  }
});
