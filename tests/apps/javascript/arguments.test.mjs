// Every function with each of VALUES in place of each of its arguments and of their members: an error names the
// argument, or the answer is that of ACCEPTED.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as workers from "nonocsp";
import * as game from "nonocsp/game";
import * as direct from "nonocsp/sync";

const VALUES = {
  ...{ "-1": -1, 0: 0, NaN, "10^9+1": 10 ** 9 + 1, "2^31": 2 ** 31, "2^32": 2 ** 32, "2^32+1": 2 ** 32 + 1 },
  ...{ "1e400": Infinity, null: null, undefined, text: "text", list: [1], BigInt: 5n },
};

const UNKNOWN = Array(2).fill([3, 3]);
const puzzle = { rows: [[[1, "black", "loose"]], [1]], cols: [[1], [1]], colours: ["black"], blank: "white" };
const options = { grid: UNKNOWN, seconds: 600 };
const asked = { puzzle, options };

/** The arguments of every function by their names, as they may be. */
const FUNCTIONS = {
  ...{ check: asked, solve: asked, solutions: asked, tighten: asked, hint: asked },
  count: { puzzle, options: { ...options, progress: () => {} } },
  card: { puzzle, options: { seconds: 600 } },
  generate: {
    order: { rows: 4, cols: 4, density: 0.5, isSmooth: true, seed: 1 },
    options: { seconds: 600 },
  },
  read: { text: JSON.stringify(puzzle) },
  write: { puzzle, format: "json" },
  puzzleOf: { picture: Array(2).fill([1, 1]) },
};

const MADE = { isMade: true };
const SAME = { verdict: "multiple", count: 2n, tightened: UNKNOWN, hint: null, ...MADE };
// What is done at once may be whole all the same.
const LIMIT = { isLimit: true, tightened: UNKNOWN };
/** @param {string} hint */
const none = (hint) => ({ verdict: "none", count: 0n, tightened: null, hint });

/** What is accepted, by its place and the name of the value, and what is then answered. */
const ACCEPTED = {
  options: { undefined: SAME },
  "options.grid": { undefined: SAME },
  "options.grid.0.0": { 0: none("Row 1: column 1 is without any colour.") },
  "options.seconds": {
    ...{ 0: LIMIT, "10^9+1": SAME, "2^31": SAME, "2^32": SAME, "2^32+1": SAME, "1e400": SAME, undefined: SAME },
  },
  "options.limit": { "10^9+1": SAME, "2^31": SAME, "2^32": SAME, "2^32+1": SAME, undefined: SAME },
  "options.signal": { undefined: SAME },
  "options.progress": { undefined: SAME },
  "puzzle.rows.0": { null: SAME, list: SAME },
  "puzzle.rows.0.0": { 0: none("Row 1: it has no blocks, so all of it is blank.") },
  "puzzle.rows.0.0.2": { null: SAME, undefined: SAME },
  "puzzle.cols.0": { null: SAME, list: SAME },
  "puzzle.cols.0.0": { 0: none("Column 1: it has no blocks, so all of it is blank.") },
  "puzzle.colours": { null: SAME, undefined: SAME },
  "puzzle.blank": { null: SAME, undefined: SAME, text: SAME },
  "order.density": { 0: MADE, undefined: MADE },
  "order.isSmooth": { undefined: MADE },
  "order.seed": { 0: MADE, "10^9+1": MADE, "2^31": MADE, "2^32": MADE, "2^32+1": MADE, undefined: MADE },
  "picture.0.0": { 0: { rows: [[1], [2]], cols: [[1], [2]] } },
};

/** Whether answers are those of ACCEPTED. */
const AGREES = {
  isUnique: (answer, { verdict }) => assert.equal(answer, verdict === "unique"),
  check: ({ verdict, pictures }, wanted) => {
    assert.equal(verdict, wanted.isLimit ? "unknown" : wanted.verdict);
    assert.equal(pictures.length, Number(wanted.count ?? 0));
  },
  card: ({ decision, verdict }, wanted) => {
    assert.equal(verdict, wanted.isLimit ? "unknown" : wanted.verdict);
    assert.equal(decision, wanted.isLimit ? "warn" : "reject");
  },
  solve: (picture, { count }) => assert.equal(picture?.length, count ? 2 : undefined),
  solutions: (pictures, { count }) => assert.equal(new Set(pictures.map(String)).size, Number(count)),
  count: ({ at_least, at_most, stopped_by }, { count, isLimit }) =>
    isLimit ? assert.equal(stopped_by, "seconds") : assert.deepEqual([at_least, at_most], [count, count]),
  tighten: (grid, { tightened }) => assert.deepEqual(grid, tightened),
  hint: (step, { hint }) => assert.equal(step && step.text, hint),
  generate: (made, { isMade }, { order }) => {
    assert.ok(isMade);
    assert.deepEqual([made.picture.length, made.picture[0].length], [4, 4]);
    if (order.seed !== undefined) assert.equal(made.seed, order.seed);
    if (order.density === 0) assert.ok(made.picture.flat().every((cell) => cell === 0));
  },
  write: (text, _, given) => assert.equal(JSON.stringify(JSON.parse(text)), JSON.stringify(given.puzzle)),
  puzzleOf: (made, wanted) => assert.deepEqual(made, wanted),
};

/** How messages name what is wrong, where it is not by the name of the member. */
const CALLED = { rows: /\brows?\b/, cols: /\bcol(s|umn)\b/, text: /\b(text|puzzle)\b/ };

/** The places in arguments: of lists the first element, but all of a block. @param {any} given @returns {string[][]} */
const places = (given) =>
  typeof given !== "object" || given instanceof AbortSignal
    ? [[]]
    : Object.keys(given)
        .filter((name) => !Array.isArray(given) || name === "0" || given.length === 3)
        .flatMap((name) => [[name], ...places(given[name]).map((rest) => [name, ...rest])]);

/** @param {any} given @param {string[]} place @param {unknown} value */
function changed(given, [first, ...rest], value) {
  const copy = Array.isArray(given) ? [...given] : { ...given };
  copy[first] = rest.length ? changed(given[first], rest, value) : value;
  return copy;
}

/** @param {any} door @param {string} name @param {any} given */
async function answerOf(door, name, given) {
  const answer = door[name](...Object.values(given));
  if (name !== "solutions") return await answer;
  const found = [];
  for await (const picture of answer) found.push(picture);
  return found;
}

/** @param {any} door @param {Record<string, any>} functions */
async function calls(door, functions) {
  let number = 0;
  for (const [name, given] of Object.entries(functions)) {
    for (const place of new Set(places(given).map((place) => place.join("."))))
      for (const [value, put] of Object.entries(VALUES)) {
        number += 1;
        const path = place.split(".");
        const asked = changed(given, path, put);
        const about = `${name}, ${place}: ${value}`;
        const wanted = ACCEPTED[place]?.[value];
        try {
          const answer = await answerOf(door, name, asked);
          assert.ok(wanted, `accepted: ${about}`);
          AGREES[name](answer, wanted, asked);
        } catch (error) {
          if (error instanceof assert.AssertionError)
            throw Object.assign(error, { message: `${about}: ${error.message}` });
          if (wanted?.isLimit) assert.ok(error instanceof door.LimitReached, about);
          else {
            const isOurs = error instanceof door.PuzzleError || error instanceof door.OptionError;
            assert.ok(isOurs && !wanted, `${about}: ${error.stack}`);
            const member = path.findLast((part) => !/^\d/.test(part)) ?? "";
            assert.match(error.message, CALLED[member] ?? RegExp(`\\b${member}\\b`), about);
            assert.doesNotMatch(error.message, /\n/);
          }
        }
      }
  }
  return number;
}

const CLASSES = ["LimitReached", "OptionError", "PuzzleError"];

test("arguments of questions in a worker", async (t) => {
  const { signal } = new AbortController();
  assert.deepEqual(Object.keys(workers).sort(), [...CLASSES, ...Object.keys(FUNCTIONS)].sort());
  const functions = Object.entries(FUNCTIONS).map(([name, given]) =>
    given.options ? [name, { ...given, options: { ...given.options, signal } }] : [name, given],
  );
  t.diagnostic(`${await calls(workers, Object.fromEntries(functions))} calls`);
});

test("a card takes no grid", async () => {
  const asked = () => workers.card(puzzle, { grid: UNKNOWN });
  await assert.rejects(asked, (error) => error instanceof workers.OptionError && /^grid: /.test(error.message));
});

test("arguments of questions in this thread", async (t) => {
  const answers = await direct.load();
  const { load, ...exported } = direct;
  const door = { ...exported };
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(answers)))
    if (name !== "constructor") door[name] = (...given) => answers[name](...given);
  assert.deepEqual(Object.keys(door).sort(), [...CLASSES, ...Object.keys(FUNCTIONS)].sort());
  t.diagnostic(`${await calls(door, FUNCTIONS)} calls`);
  const { signal } = new AbortController();
  assert.throws(() => answers.check(puzzle, { signal }), { name: "OptionError", message: /not "signal"/ });
  assert.throws(() => answers.check(puzzle, { second: 1 }), /options: expected grid, seconds, not "second"/);
});

test("arguments of the module for games", async (t) => {
  const counts = { puzzle, options: { ...options, limit: 5 } };
  const functions = { ...FUNCTIONS, isUnique: asked, count: counts };
  for (const name of ["solve", "solutions", "tighten", "card", "read", "write"]) delete functions[name];
  assert.deepEqual(Object.keys(game).sort(), [...CLASSES, ...Object.keys(functions)].sort());
  const count = async (...given) => {
    const found = BigInt(await game.count(...given));
    return { at_least: found, at_most: found };
  };
  t.diagnostic(`${await calls({ ...game, count }, functions)} calls`);
  await assert.rejects(game.check(puzzle, { limit: 1 }), /options: expected grid, seconds, not "limit"/);
});

test("a length is at most a billion, wherever it stands", async () => {
  const answers = await direct.load();
  for (const [length, isTaken] of [
    [10 ** 9, true],
    [10 ** 9 + 1, false],
    [2 ** 32 + 1, false],
    [1.5, false],
  ])
    // prettier-ignore
    for (const clue of [[length], [1, length], [[length, "black"], 1]]) {
      const ask = () => answers.check({ rows: [clue], cols: [[1], []] }).verdict;
      if (isTaken) assert.equal(ask(), "none");
      else assert.throws(ask, { name: "PuzzleError", message: /^row 1: expected a length from 1 to 1000000000/ });
    }
});
