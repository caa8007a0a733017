// The module for games: its answers are those of the whole kernel, of Python and of brute force; how large it is.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInThisContext } from "node:vm";
import { gzipSync } from "node:zlib";
import * as game from "nonocsp/game";
import { load } from "nonocsp/sync";

const whole = await load();
const lines = readFileSync(new URL("cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const cases = lines
  .map((line) => JSON.parse(line))
  .filter(({ puzzle }) => Math.max(puzzle.rows.length, puzzle.cols.length) <= 127);
const CROSS = { rows: [[1], [1]], cols: [[1], [1]] };
const WIDE = { rows: Array(24).fill([1, 1]), cols: Array(24).fill([1, 1]) };

/** Numbers from 0 to 1: a linear congruential generator. @param {number} state */
const random = (state) => () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;

/** A puzzle of a random picture; at times with a clue of another line, without one, or with an unknown length.
 * @param {() => number} next @param {number} side */
function drawn(next, side) {
  const whole = (most) => 1 + Math.floor(next() * most);
  const [height, width, density] = [whole(side), whole(side), next()];
  const picture = Array.from({ length: height }, () => Array.from({ length: width }, () => Number(next() < density)));
  const { rows, cols } = game.puzzleOf(picture);
  const clues = next() < 0.5 ? rows : cols;
  const [at, other] = [whole(clues.length) - 1, whole(clues.length) - 1];
  const change = next();
  if (change < 0.2) clues[at] = clues[other];
  else if (change < 0.3) clues[at] = null;
  else if (change < 0.4) clues[at] = clues[at].map((length, i) => (i ? length : "?"));
  else if (change < 0.45) clues[at] = ["*", ...clues[at].slice(1)];
  return { rows, cols };
}

/** Whether a line has the blocks of a clue. @param {number[]} cells @param {any[]} clue */
function fits(cells, clue) {
  if (!clue) return true;
  const pattern = clue.map((length) => (length === "*" ? "(|1|1[01]*1)" : length === "?" ? "1+" : `1{${length}}`));
  // A star may be empty: what is between it and the next block is then missing too.
  const joined = pattern.join("0+").replaceAll("(|1|1[01]*1)0+", "([01]*0)?").replaceAll("0+(|1|1[01]*1)", "(0[01]*)?");
  return RegExp(`^0*${joined}0*$`).test(cells.join(""));
}

/** @param {any} puzzle @param {number[][]} picture */
const solves = ({ rows, cols }, picture) =>
  picture.length === rows.length &&
  picture.every((row, y) => row.length === cols.length && fits(row, rows[y])) &&
  cols.every((clue, x) => fits(picture.map((row) => row[x]), clue)); // prettier-ignore

test("the file has at most 150 kB packed", (t) => {
  for (const name of ["nonocsp/game", "nonocsp/nonocsp-game.global.js"]) {
    const { length } = gzipSync(readFileSync(new URL(import.meta.resolve(name))), { level: 9 });
    assert.ok(length <= 150_000, `${name}: ${length} bytes`);
    t.diagnostic(`${name}: ${length} bytes packed`);
  }
});

test("answers are those of the whole kernel", async (t) => {
  const next = random(1);
  const verdicts = { unique: 0, multiple: 0, none: 0 };
  for (let i = 0; i < 3000; i++) {
    const puzzle = drawn(next, 12);
    const { verdict, pictures } = await game.check(puzzle);
    const about = JSON.stringify(puzzle);
    assert.equal(verdict, whole.check(puzzle).verdict, about);
    assert.equal(await game.isUnique(puzzle), verdict === "unique");
    assert.ok(
      pictures.every((picture) => solves(puzzle, picture)),
      about,
    );
    assert.equal(new Set(pictures.map(String)).size, { unique: 1, multiple: 2, none: 0 }[verdict]);
    verdicts[verdict] += 1;
    const { at_least, at_most } = whole.count(puzzle, { seconds: 60 });
    const limit = [1, 10, 2000][i % 3];
    assert.ok(at_least === at_most || at_least > limit);
    assert.equal(await game.count(puzzle, { limit }), Math.min(Number(at_least), limit), about);
    // What somebody may have found: some cells of a solution, and at times a wrong one.
    const solution = pictures[0] ?? puzzle.rows.map(() => puzzle.cols.map(() => 0));
    const known = next();
    const grid = solution.map((row) => row.map((cell) => (next() > known ? 3 : next() < 0.98 ? 1 << cell : 2 >> cell)));
    assert.deepEqual(await game.hint(puzzle, { grid }), whole.hint(puzzle, { grid }), about);
    assert.equal((await game.check(puzzle, { grid })).verdict, whole.check(puzzle, { grid }).verdict, about);
  }
  assert.ok(Object.values(verdicts).every((count) => count > 150), JSON.stringify(verdicts)); // prettier-ignore
  t.diagnostic(JSON.stringify(verdicts));
});

test("answers on tiny boards are those of brute force", async () => {
  const next = random(2);
  for (let i = 0; i < 300; i++) {
    const puzzle = drawn(next, 3);
    const [height, width] = [puzzle.rows.length, puzzle.cols.length];
    let count = 0;
    for (let bits = 0; bits < 2 ** (height * width); bits++) {
      const cell = (y, x) => (bits >> (y * width + x)) & 1;
      const picture = puzzle.rows.map((_, y) => puzzle.cols.map((_, x) => cell(y, x)));
      count += Number(solves(puzzle, picture));
    }
    assert.equal(await game.count(puzzle), count, JSON.stringify(puzzle));
    assert.equal(await game.isUnique(puzzle), count === 1);
  }
});

test("verdicts, counts and hints are those of Python, also of large and coloured puzzles", async () => {
  let compared = 0;
  for (const { puzzle, verdict, count, hints } of cases) {
    assert.equal((await game.check(puzzle)).verdict, verdict);
    if (count && Number(count) < 500) assert.equal(await game.count(puzzle), Number(count));
    for (const { grid, hint } of hints) assert.deepEqual(await game.hint(puzzle, { grid }), hint);
    compared += hints.length;
  }
  assert.ok(cases.length > 400 && compared > 1000);
});

test("what is generated has one solution, and comes again from its seed", async () => {
  for (let seed = 0; seed < 40; seed++) {
    const order = {
      rows: 1 + (seed % 15),
      cols: 1 + (seed % 11),
      density: (seed % 9) / 8,
      isSmooth: seed % 2 > 0,
      seed,
    };
    const { puzzle, picture } = await game.generate(order);
    assert.deepEqual(whole.check(puzzle), { verdict: "unique", pictures: [picture] });
    assert.deepEqual(await game.generate(order), { puzzle, picture, seed });
  }
});

test("limits say what was found", async () => {
  await assert.rejects(game.isUnique(WIDE, { seconds: 0 }), { name: "LimitReached", limit: "seconds" });
  await assert.rejects(game.generate({ rows: 30, cols: 30 }, { seconds: 0 }), game.LimitReached);
  await assert.rejects(game.hint(WIDE, { seconds: 0 }), game.LimitReached);
  assert.equal((await game.check(WIDE, { seconds: 0 })).stopped_by, "seconds");
  await assert.rejects(game.count(WIDE, { seconds: 1, limit: 10 ** 9 }), (error) => {
    assert.ok(error instanceof game.LimitReached && error.at_least > 0 && error.at_least < 10 ** 9);
    return true;
  });
  assert.equal(await game.count(WIDE), 1000);
  assert.equal(await game.count(CROSS, { limit: 1 }), 1);
});

test("what the small kernel cannot take is refused, and the next question is answered", async () => {
  const long = { rows: [[127]], cols: Array(127).fill([1]) };
  assert.equal(await game.isUnique(long), true);
  await assert.rejects(game.isUnique({ rows: [[128]], cols: Array(128).fill([1]) }), {
    name: "PuzzleError",
    message: "expected lines of at most 127 cells, not 128",
  });
  const clue = Array.from({ length: 30 }, (_, i) => ["?", "?", "*", 7][i % 4]);
  const many = { rows: [clue], cols: Array(127).fill(null) };
  await assert.rejects(game.isUnique(many), { message: "a clue with '*' has more than 256 states" });
  assert.deepEqual(await Promise.all([game.isUnique(CROSS), game.count(CROSS)]), [false, 2]);
  // Also where it waits already.
  const [failed, answered] = await Promise.allSettled([game.isUnique(many), game.isUnique(CROSS)]);
  assert.deepEqual([failed.status, answered], ["rejected", { status: "fulfilled", value: false }]);
});

test("the script gives the same functions by a global name", async () => {
  runInThisContext(readFileSync(new URL(import.meta.resolve("nonocsp/nonocsp-game.global.js")), "utf8"));
  const { nonograms } = /** @type {any} */ (globalThis);
  assert.deepEqual(Object.keys(nonograms).sort(), Object.keys(game).sort());
  assert.equal(await nonograms.count(CROSS), 2);
});
