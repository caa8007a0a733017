import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { kept, LOOK } from "./browser.mjs";
import { day, exported, merge, summary, times } from "../../../nonocsp/apps/web/static/puzzle/progress.js";
import { keep } from "../../../nonocsp/apps/web/static/puzzle/saves.js";

const ONE = "0123456789abcdef";
const OTHER = "fedcba9876543210";
const game = (cells, more) => ({ cells, solved: false, seconds: 0, hints: 0, days: [], history: null, ...more });

beforeEach(() => kept.clear());

test("days in a row are counted, today or not yet", () => {
  assert.deepEqual(summary(), { begun: 0, solved: 0, streak: 0, today: false, days: [] });
  keep(ONE, game([1, 0], { solved: true, days: [day(1), day(2), day(4)] }));
  const days = [day(4), day(2), day(1)];
  assert.deepEqual(summary(), { begun: 0, solved: 1, streak: 2, today: false, days });
  keep(OTHER, game([1, -1]));
  assert.deepEqual(summary(), { begun: 1, solved: 1, streak: 2, today: false, days });
  keep(OTHER, game([1, 1], { solved: true, days: [day()] }));
  assert.deepEqual(summary(), { begun: 0, solved: 2, streak: 3, today: true, days: [...days, day()] });
});

test("times are kept apart by size", () => {
  assert.deepEqual(times(), []);
  const solved = (size, seconds, hints) => game(new Array(size).fill(1), { solved: true, seconds, hints });
  [solved(25, 30, 0), solved(20, 61, 2), solved(100, 300, 1), solved(901, 5000, 0)].forEach((each, i) =>
    keep(`${i}`.repeat(16), each),
  );
  keep(ONE, game([1, -1], { seconds: 5 })); // not solved
  keep(OTHER, solved(25, 0, 0)); // without a time
  assert.deepEqual(times(), [
    { most: 5, count: 2, best: 30, mean: 46, hints: 2 },
    { most: 10, count: 1, best: 300, mean: 300, hints: 1 },
    { most: Infinity, count: 1, best: 5000, mean: 5000, hints: 0 },
  ]);
});

test("of two games of a puzzle the further one stays, with the days of both", () => {
  keep(ONE, game([1, -1, -1], { seconds: 9 }));
  const carried = exported();
  // On another device this game is further; the other one comes with the file.
  kept.clear();
  keep(ONE, game([1, 0, -1], { days: [day()] }));
  const data = JSON.parse(carried);
  data.games[OTHER] = { cells: [1, 1], days: [day(1)] };
  data.games[ONE].days = [day(2)];
  assert.deepEqual(merge(JSON.stringify(data)), { taken: 1, kept: 1, added: 0 });
  assert.deepEqual(JSON.parse(exported()).games[ONE], game([1, 0, -1], { days: [day(2), day()] }));
  assert.deepEqual(summary(), { begun: 0, solved: 2, streak: 3, today: true, days: [day(2), day(1), day()] });
  assert.deepEqual(merge(exported()), { taken: 0, kept: 2, added: 0 });
});

const FORMAT = '"format": "nonocsp progress"';
for (const [text, message] of [
  ["", /not a progress file/],
  ["[1, 2]", /not a progress file/],
  [`{${FORMAT}, "games": null}`, /not a progress file/],
  [`{${FORMAT}, "games": {"x": {}}}`, /damaged/],
  [`{${FORMAT}, "games": {"${ONE}": {"cells": "x"}}}`, /damaged/],
  [" ".repeat(20_000_001), /too large/],
])
  test(`a bad progress file is refused in one line: ${text.slice(0, 60).trim()}`, () => {
    assert.throws(
      () => merge(text),
      (error) => message.test(error.message) && !error.message.includes("\n"),
    );
    assert.equal(kept.size, 0);
  });

test("drawings and puzzles of one's own are carried along, damaged ones left out", () => {
  const puzzle = { ...LOOK, rows: [[[1, "red"]]], cols: [[[1, "red"]]], title: "Dot" };
  const one = { kind: "puzzle", id: ONE, at: 5, hash: "#play=abc", data: puzzle };
  const other = { kind: "drawing", id: "abcdefgh", at: 7, data: { cells: [1], width: 1, title: "" } };
  const damaged = [
    null,
    { ...one, hash: "javascript:alert(1)" },
    { ...one, id: "../x" },
    { ...one, data: { rows: 7 } },
    { ...other, at: "now" },
    { ...other, data: 7 },
  ];
  const file = (own) => `{${FORMAT}, "games": {}, "own": ${JSON.stringify(own)}}`;
  assert.equal(merge(file(damaged)).added, 0);
  assert.equal(kept.size, 0);
  assert.equal(merge(file([one, other])).added, 2);
  assert.equal(merge(file([one, other])).added, 0);
  const { own } = JSON.parse(exported());
  assert.deepEqual(
    own.map(({ kind, id, name, hash }) => [kind, id, name, hash]),
    [
      ["drawing", "abcdefgh", "", "#draw/abcdefgh"],
      ["puzzle", ONE, "Dot", "#play=abc"],
    ],
  );
});
