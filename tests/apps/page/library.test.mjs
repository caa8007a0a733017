import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { kept, LOOK } from "./browser.mjs";
import { Entry, nextOf, numberOfTheDay } from "../../../nonocsp/apps/web/static/puzzle/catalogue.js";
import { describe } from "../../../nonocsp/apps/web/static/puzzle/model.js";
import { day } from "../../../nonocsp/apps/web/static/puzzle/progress.js";
import { save } from "../../../nonocsp/apps/web/static/puzzle/saves.js";
import { Rectangle, shapeOf } from "../../../nonocsp/apps/web/static/puzzle/shapes.js";
import { duration } from "../../../nonocsp/apps/web/static/puzzle/words.js";
import * as choices from "../../../nonocsp/apps/web/static/views/library/choices.js";
import boards from "./boards.json" with { type: "json" };

const entry = (
  number,
  shape,
  { colours = 1, word = "easy", difficulty = 1, minutes = 3, verdict = "unique", title = "" } = {},
) => {
  const palette = [LOOK.blank, ...LOOK.colours.slice(0, colours)];
  const puzzle = describe(new Array(shape.size).fill(1), shape, palette, { title });
  const rating = verdict === "unique" ? { word, difficulty, minutes } : undefined;
  return new Entry({ number, file: `${number}.non`, verdict, count: 1, rating, fog: null, puzzle });
};
const ENTRIES = [
  entry(1, new Rectangle(5, 5), { title: "Zebra" }),
  entry(2, new Rectangle(4, 12), { colours: 2, word: "hard", minutes: 20 }),
  entry(3, new Rectangle(10, 36), { word: "very easy", minutes: 61, title: "Ant" }),
  entry(4, shapeOf({ board: Object.values(boards)[0] }), { word: "hard", difficulty: 0.5 }),
  entry(5, new Rectangle(2, 2), { verdict: "multiple" }),
];
// The same as in tests/people/explanation/test_effort.py.
const TIMES = {
  "1 minute": [0, 0.2, 1.4],
  "3 minutes": [2.5, 3.4],
  "20 minutes": [19.5, 20, 22.4],
  "25 minutes": [22.5, 27.4],
  "100 minutes": [97.5, 99.9],
  "2 hours": [100, 149.9],
  "3 hours": [150],
};
const STATES = ["new", "begun", "solved", "new", "solved"];
const CARDS = ENTRIES.map((own, i) => ({ entry: own, standing: { state: STATES[i] } }));
const chosen = (choice) => choices.chosen(CARDS, { ...choices.DEFAULTS, ...choice }).map((card) => card.entry.number);

beforeEach(() => kept.clear());

test("cards are chosen by size, colours, difficulty, time and state", () => {
  for (const [choice, numbers] of [
    [{ size: "small" }, [5, 1]],
    [{ size: "medium" }, [2, 4]],
    [{ size: "huge" }, [3]],
    [{ colours: "black" }, [5, 1, 4, 3]],
    [{ colours: "few" }, [2]],
    [{ difficulty: "hard" }, [2, 4]],
    [{ time: "short" }, [1, 4]],
    [{ time: "medium" }, [2]],
    [{ time: "long" }, []],
    [{ time: "hours" }, [3]],
    [{ state: "solved" }, [5, 3]],
    [{ state: "begun", colours: "few", difficulty: "hard" }, [2]],
    [{ colours: "many" }, []],
  ])
    assert.deepEqual(chosen(choice), numbers, JSON.stringify(choice));
});

test("cards are ordered by size, difficulty, time, state or the titles of solved ones", () => {
  assert.deepEqual(chosen({}), [5, 1, 2, 4, 3]);
  assert.deepEqual(chosen({ order: "difficulty" }), [3, 1, 4, 2, 5]);
  assert.deepEqual(chosen({ order: "time" }), [1, 4, 2, 3, 5]);
  assert.deepEqual(chosen({ order: "unfinished" }), [2, 1, 4, 3, 5]);
  assert.deepEqual(chosen({ order: "name" }).slice(0, 2), [5, 3]);
});

test("times are as the command line has them", () => {
  const times = Object.entries(TIMES).map(([text, minutes]) => [text, minutes.map(duration)]);
  for (const [text, found] of times) assert.deepEqual([...new Set(found)], [text]);
});

test("the choice is kept, and a damaged one is the usual one", () => {
  choices.keep({ ...choices.DEFAULTS, size: "huge", order: "name" });
  assert.deepEqual(choices.kept(), { ...choices.DEFAULTS, size: "huge", order: "name" });
  const [name] = kept.keys();
  for (const text of ["", "{", "null", "7", '{"size":"__proto__","order":["x"],"state":null}', '{"cells":[1]}']) {
    kept.set(name, text);
    assert.deepEqual(choices.kept(), choices.DEFAULTS);
  }
});

test("the next puzzle is the next one with one solution that is not solved", () => {
  const next = (after) => nextOf(ENTRIES, after)?.number ?? null;
  assert.deepEqual([next(null), next(ENTRIES[0]), next(ENTRIES[3])], [1, 2, 1]);
  for (const own of ENTRIES.slice(0, 3))
    save(own.model, { cells: new Array(own.model.shape.size).fill(1), solved: true, seconds: 1, hints: 0, days: [] });
  assert.deepEqual([next(null), next(ENTRIES[3])], [4, null]);
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
