import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { kept, LOOK } from "./browser.mjs";
import { entryOf, nextOf, numberOfTheDay } from "../../../nonocsp/apps/web/static/puzzle/catalogue.js";
import { describe } from "../../../nonocsp/apps/web/static/puzzle/model.js";
import { day } from "../../../nonocsp/apps/web/static/puzzle/progress.js";
import { save } from "../../../nonocsp/apps/web/static/puzzle/saves.js";
import { Rectangle } from "../../../nonocsp/apps/web/static/puzzle/shapes.js";
import { span } from "../../../nonocsp/apps/web/static/puzzle/words.js";
import * as choices from "../../../nonocsp/apps/web/static/views/library/choices.js";

const row = (number, longest, cells, { colours = 1, word = "shallow", depth = 1, minutes = 3 } = {}) => ({
  number,
  longest,
  cells,
  colours,
  word,
  depth,
  minutes,
});
const ROWS = [
  row(1, 5, 25),
  row(2, 12, 48, { colours: 2, word: "deep", minutes: 20 }),
  row(3, 36, 360, { word: "very shallow", minutes: 61 }),
  row(4, 15, 150, { word: "deep", depth: 0.5 }),
  { number: 5 }, // without a rating, as one with several solutions
];
// The same as in tests/people/explanation/test_effort.py.
const TIMES = {
  "up to 1 minute": [0, 0.2, 0.7],
  "1 to 3 minutes": [1.3, 1.7],
  "5 to 20 minutes": [9, 10.9],
  "20 to 75 minutes": [36.3, 38.7],
  "25 to 95 minutes": [46.3, 48.7],
  "25 minutes to 2 hours": [50, 54.9],
  "45 minutes to 3 hours": [85, 89.9],
  "2 to 6 hours": [180],
};
const chosen = (choice) => choices.chosen(ROWS, { ...choices.DEFAULTS, ...choice }).map(({ number }) => number);
const game = (number, share, days = []) =>
  kept.set(
    `nonocsp:game:${String(number).padStart(16, "0")}`,
    JSON.stringify({ cells: Array.from({ length: 10 }, (_, i) => (i < 10 * share ? 1 : -1)), days, number }),
  );

beforeEach(() => kept.clear());

test("puzzles are chosen by size, colours, depth, time and state", () => {
  game(2, 0.5);
  for (const number of [3, 5]) game(number, 1, ["2026-01-01"]);
  for (const [choice, numbers] of [
    [{ size: "small" }, [1]],
    [{ size: "medium" }, [2, 4]],
    [{ size: "huge" }, [3]],
    [{ colours: "black" }, [1, 3, 4]],
    [{ colours: "few" }, [2]],
    [{ depth: "deep" }, [2, 4]],
    [{ time: "short" }, [1, 4]],
    [{ time: "medium" }, [2]],
    [{ time: "long" }, []],
    [{ time: "hours" }, [3]],
    [{ state: "solved" }, [3, 5]],
    [{ state: "begun", colours: "few", depth: "deep" }, [2]],
    [{ colours: "many" }, []],
  ])
    assert.deepEqual(chosen(choice), numbers, JSON.stringify(choice));
});

test("puzzles are ordered by size, depth, time or state", () => {
  game(2, 0.5);
  game(3, 1, ["2026-01-01"]);
  assert.deepEqual(chosen({}), [1, 2, 3, 4, 5]);
  assert.deepEqual(chosen({ order: "size" }), [1, 2, 4, 3, 5]);
  assert.deepEqual(chosen({ order: "depth" }), [3, 1, 4, 2, 5]);
  assert.deepEqual(chosen({ order: "time" }), [1, 4, 2, 3, 5]);
  assert.deepEqual(chosen({ order: "unfinished" }), [2, 1, 4, 5, 3]);
});

test("times are as the command line has them", () => {
  const times = Object.entries(TIMES).map(([text, minutes]) => [text, minutes.map(span)]);
  for (const [text, found] of times) assert.deepEqual([...new Set(found)], [text]);
});

test("the choice is kept, and a damaged one is the usual one", () => {
  choices.keep({ ...choices.DEFAULTS, size: "huge", order: "time" });
  assert.deepEqual(choices.kept(), { ...choices.DEFAULTS, size: "huge", order: "time" });
  const [name] = kept.keys();
  for (const text of ["", "{", "null", "7", '{"size":"__proto__","order":["x"],"state":null}', '{"cells":[1]}']) {
    kept.set(name, text);
    assert.deepEqual(choices.kept(), choices.DEFAULTS);
  }
});

// Two pages of two sections, of puzzles of two by two cells.
const NUMBERS = { one: Array.from({ length: 12 }, (_, i) => i + 1), two: [40, 30] };
const FILES = {
  "library.json": {
    words: {},
    sections: Object.keys(NUMBERS).map((name) => ({ name, numbers: name === "one" ? [[1, 12]] : [40, 30] })),
  },
  "library/files.json": { "old.non": 30 },
};
for (const [name, numbers] of Object.entries(NUMBERS))
  for (let at = 0; at < numbers.length; at += 10)
    FILES[`library/${name}-${at / 10}.json`] = {
      puzzles: numbers.slice(at, at + 10).map((number) => {
        const shape = new Rectangle(2, number + 1);
        const puzzle = describe(new Array(shape.size).fill(1), shape, [LOOK.blank, LOOK.colours[0]], {});
        return { number, verdict: number === 3 ? "multiple" : "unique", fog: null, puzzle };
      }),
    };

test("an entry is on the page of its number, and the next one is open and has one solution", async () => {
  const asked = [];
  globalThis.fetch = async (address) => {
    const path = String(address).replace("http://localhost/", "");
    asked.push(path);
    return { status: path in FILES ? 200 : 404, json: async () => structuredClone(FILES[path]) };
  };
  const number = async (id) => (await entryOf(id)).number;
  assert.deepEqual([await number(12), await number("old.non"), await number("7")], [12, 30, 7]);
  assert.deepEqual(asked.sort(), [
    "library.json",
    "library/files.json",
    "library/one-0.json",
    "library/one-1.json",
    "library/two-0.json",
  ]);
  await assert.rejects(entryOf(13), /no such puzzle/);
  const next = async (after) => (await nextOf(after && (await entryOf(after))))?.number ?? null;
  assert.deepEqual([await next(null), await next(2), await next(12), await next(40)], [1, 4, 1, 30]);
  for (const id of [1, 30]) {
    const { model } = await entryOf(id);
    save(model, { cells: new Array(model.shape.size).fill(1), solved: true, seconds: 1, hints: 0, days: [] });
  }
  assert.deepEqual([await next(null), await next(12), await next(40)], [2, 2, null]);
});

test("the puzzle of the day is that of the date on the wall, everywhere", () => {
  const daily = [3, 1, 2, 4];
  const zone = process.env.TZ;
  for (const [place, hour] of [
    ["Asia/Tokyo", 11],
    ["America/Los_Angeles", 28],
  ]) {
    process.env.TZ = place;
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 2, 1, hour) });
    assert.equal(day(), "2026-03-01");
    assert.equal(numberOfTheDay(daily), numberOfTheDay(daily, "2026-03-05"));
    assert.notEqual(numberOfTheDay(daily), numberOfTheDay(daily, "2026-03-02"));
    mock.timers.reset();
  }
  process.env.TZ = zone ?? "";
  assert.equal(numberOfTheDay([]), null);
});
