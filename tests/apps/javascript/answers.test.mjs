// The library for JavaScript, installed as a package: .ci/npm runs this beside `cases.jsonl`, see javascript_cases.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  check,
  count,
  generate,
  hint,
  LimitReached,
  PuzzleError,
  read,
  solutions,
  solve,
  tighten,
  write,
} from "nonocsp";
import { load } from "nonocsp/sync";

const lines = readFileSync(new URL("cases.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const cases = lines.map((line) => JSON.parse(line));
const sync = await load();

// Two pictures, and 480,700 of them.
const CROSS = { rows: [[1], [1]], cols: [[1], [1]] };
const WIDE = { rows: Array(24).fill([1, 1]), cols: Array(24).fill([1, 1]) };

/** @param {any[]} pictures */
const sorted = (pictures) => pictures.map((each) => JSON.stringify(each)).sort();

test("answers are those of Python", () => {
  assert.ok(cases.length > 400);
  const verdicts = new Set();
  for (const { puzzle, verdict, pictures, count: number, tightened } of cases) {
    const found = sync.check(puzzle);
    assert.equal(found.verdict, verdict);
    assert.equal(found.pictures.length, { none: 0, unique: 1, multiple: 2 }[verdict]);
    verdicts.add(verdict);
    if (pictures) assert.deepEqual(sorted([...sync.solutions(puzzle)]), sorted(pictures));
    if (number) assert.deepEqual(sync.count(puzzle), { at_least: BigInt(number), at_most: BigInt(number) });
    assert.deepEqual(sync.tighten(puzzle), tightened);
    const solved = sync.solve(puzzle);
    assert.equal(solved === null, verdict === "none");
  }
  assert.equal(verdicts.size, 3);
});

test("hints are those of Python, word by word", () => {
  let compared = 0;
  const techniques = new Set();
  for (const { puzzle, hints } of cases)
    for (const { grid, hint: expected } of hints) {
      assert.deepEqual(sync.hint(puzzle, { grid }), expected);
      techniques.add(expected?.technique);
      compared += 1;
    }
  assert.ok(compared > 1000 && techniques.size > 14, `${compared}: ${[...techniques]}`);
});

test("a card agrees with the verdict and the steps of single lines", async () => {
  for (const { puzzle, verdict } of cases) {
    const card = sync.card(puzzle);
    assert.equal(card.verdict, verdict);
    assert.equal(card.decision, verdict === "unique" ? "publish" : "reject");
    assert.equal(card.reasons.length, card.by_lines ? 0 : 1);
    if (verdict === "unique") assert.equal(card.deepest !== null, card.steps > 0);
    const tightened = sync.tighten(puzzle);
    const isDecided = tightened !== null && tightened.flat().every((mask) => Number.isInteger(Math.log2(mask)));
    assert.equal(card.by_lines, verdict === "unique" && isDecided);
    if (verdict === "multiple") {
      const [first, second] = card.pictures;
      assert.ok(card.differ.length && card.differ.every(([y, x]) => first[y][x] !== second[y][x]));
    }
  }
  const card = await sync.card(CROSS);
  assert.equal(card.reasons[0].kind, "multiple");
  assert.deepEqual(
    [sync.card(CROSS, { seconds: 0 }).decision, sync.card(CROSS, { seconds: 0 }).stopped_by],
    ["warn", "seconds"],
  );
  assert.throws(() => sync.card(CROSS, { grid: [[1, 3], [3, 3]] }), /the puzzle alone/); // prettier-ignore
});

test("a hint has its reason, and a sentence", async () => {
  const heart = { rows: [[1, 1], [5], [5], [3], [1]], cols: [[2], [4], [4], [4], [2]] };
  const found = await hint(heart);
  assert.equal(found.text, "Row 2: the 5 takes all of it, so columns 1-5 are black.");
  assert.deepEqual([found.lines, found.because], [[{ axis: "row", index: 1 }], []]);
  assert.deepEqual(found.cells[0], { row: 1, column: 0, excluded: [0], left: [1] });
  assert.equal(await hint(CROSS), null);
  await assert.rejects(hint(heart, { seconds: 0 }), LimitReached);
});

test("a worker gives the same answers", async () => {
  const some = cases.filter((_, i) => i % 10 === 0);
  const answers = await Promise.all(some.map(({ puzzle }) => check(puzzle)));
  assert.deepEqual(
    answers,
    some.map(({ puzzle }) => sync.check(puzzle)),
  );
  assert.deepEqual(await solve({ rows: [[1, 1], [3]], cols: [[2], [1], [2]] }), [
    [1, 0, 1],
    [1, 1, 1],
  ]);
  assert.equal(await solve({ rows: [[2]], cols: [[1], [0]] }), null);
  assert.equal((await count(CROSS)).at_least, 2n);
  assert.deepEqual(await tighten({ rows: [[2]], cols: [[1], [0], [1]] }), null);
});

test("texts are read and written as by Python", () => {
  const read_by = { non: 0, "puzz-link": 0, json: 0 };
  /** @param {any} puzzle */
  const lengths = ({ rows, cols }) => [...rows, ...cols].map((clue) => clue?.map((block) => [block].flat()[0]));
  for (const { puzzle, verdict, texts } of cases) {
    for (const [format, text] of Object.entries(texts)) {
      const found = read(text);
      assert.deepEqual(lengths(found), lengths(puzzle), text);
      assert.equal(sync.check(found).verdict, verdict, text);
      const written = write(puzzle, format);
      assert.deepEqual(lengths(read(written)), lengths(puzzle), written);
      if (format === "puzz-link") assert.equal(written, text.trim());
      else assert.equal(sync.check(read(written)).verdict, verdict);
      read_by[format] += 1;
    }
    assert.equal(sync.check(read(write(puzzle, "json"))).verdict, verdict);
  }
  const { json, non, "puzz-link": link } = read_by;
  assert.ok(json > 400 && non > 200 && link > 100, JSON.stringify(read_by));
  // A line of blanks is one without blocks where there are too few clues.
  const text = 'title "T"\nwidth 2\nheight 2\nrows\n\n2\ncolumns\n1\n1\n';
  assert.deepEqual(read(text), { rows: [[], [2]], cols: [[1], [1]], title: "T" });
  for (const [text, message] of [
    ["{", "expected one object as JSON"],
    ...["hello", "[[[1]], [[1]]]", "Rows: 1\nColumns: 1", "3x2:1/1", ""].map((text) => [
      text,
      "expected a puzzle as JSON, .non",
    ]),
    ['{"rows": [[1]], "cols": [[1]]}\n{"rows": [[1]], "cols": [[1]]}', "expected one object as JSON"],
    ['{"rows": ["1 1"], "cols": [[1]]}', 'row 1: expected a list of blocks or null, not "1 1"'],
    ['{"rows": [["1"]], "cols": [[1]]}', "row 1: expected a length from 1"],
    ['{"rows": [[1]], "cols": [[1]], "colours": [{"name": "a", "rgb": "red"}]}', "colours: expected rgb as #rrggbb"],
    ["rows\n1\ncolumns\n1", ".non without height; expected a puzzle as JSON, .non"],
    ["title &copy;\nwidth 1", 'line 1: expected a text without the entity "&copy;"'],
    ["width 2\nheight 1\nrows\n1\ncolumns\n1\n\n", "expected 2 columns, not 1"],
    ["width 1\nheight 1\nrows\n1\nrows\n1", "line 5: expected rows only once"],
    ["width 1\n====\nheight 1", 'line 2: expected a keyword, not "===="'],
    ["{}", "rows: expected a list of clues, not undefined"],
    ["https://puzz.link/p?sudoku/9/9/1", "a puzzle of the genre sudoku"],
    ["nonogram/99999/99999/z", "columns: expected a number from 1 to 10000"],
    ["nonogram/3/2/11", "expected clues for 7 places, not for 2"],
    ["nonogram/3/2/111111g~", "expected clues for 7 places: 0-9"],
    ["width 2\nheight 1\nrows\n3x\ncolumns\n1\n1", "line 4: expected the length of a block, not 3x"],
  ])
    assert.throws(
      () => read(text),
      (error) => error instanceof PuzzleError && error.message.startsWith(message),
      text,
    );
  assert.throws(() => write({ rows: [null], cols: [[1]] }, "puzz-link"), PuzzleError);
});

test("members have the names that Python knows, and no others that are nearly theirs", () => {
  const red = { rows: [[[1, "red"]]], colors: ["red"], columns: [[1]], name: "T" };
  assert.equal(sync.check(red).verdict, "unique");
  const text = JSON.stringify(red);
  assert.deepEqual(read(text), { rows: red.rows, cols: [[1]], colours: ["red"], title: "T" });
  assert.match(write(red, "non"), /^title "T"/);
  assert.equal(sync.check({ ...red, cols: [[1]], colours: ["red"] }).verdict, "unique");
  for (const other of [{ cols: [[2]] }, { cols: [[1], [1]] }, { colours: ["blue"] }])
    for (const ask of [(puzzle) => sync.check(puzzle), (puzzle) => read(JSON.stringify(puzzle))])
      assert.throws(() => ask({ ...red, ...other }), /^PuzzleError: (cols|colours) and (columns|colors): expected one/);
  // A colour that the clues name is one of the puzzle; a length alone is black, which comes first.
  assert.equal(sync.tighten({ rows: [[[1, "red"], 1]], cols: [[[1, "red"]], [1]] })[0][0], 4);
  assert.equal(sync.tighten({ rows: [[["*", "red"], 1]], cols: [[1], [["*", "mauve"]]] })[0][0], 2);
  const both = { rows: [[1, [1, "blue"]]], cols: [[[1, "red"]], [[1, "blue"]]], colours: ["red", "blue"] };
  assert.equal(sync.check(both).verdict, "unique");
  for (const name of ["colour", "Colors", "collors", "colums", "row", "clue", "bord"]) {
    const near = { rows: [[1]], cols: [[1]], [name]: ["red"] };
    assert.throws(() => sync.check(near), { name: "PuzzleError", message: RegExp(`"${name}"; did you mean`) });
    assert.equal(sync.check({ ...near, [name]: 5 }).verdict, "unique");
  }
  assert.throws(() => sync.check({ rows: [[1]], cols: [[1]], board: { kind: "hexagon" } }), /^PuzzleError: board/);
  assert.throws(() => sync.check({ rows: [[[1, "mauve"]]], cols: [[1]] }), /colour "mauve" is not declared/);
});

test("joints are those that Python has", () => {
  const colours = ["red", "blue"];
  const meet = (length, joint) => [[[1, "red"], [length, "blue", joint]]]; // prettier-ignore
  const cols = [[[1, "red"]], [[1, "blue"]]];
  assert.equal(sync.check({ rows: meet(1, "loose"), cols, colours }).verdict, "unique"); // says nothing
  assert.equal(sync.check({ rows: meet("?", "attached"), cols, colours }).verdict, "unique");
  for (const [clue, message] of [
    [[[1, "red", "attached"]], /row 1: block 1 cannot be attached/],
    [[1, ["?", "black", "loose"]], /row 1: block 2 cannot be loose/],
    [[["*", "black", "loose"]], /row 1: expected/],
    [[["*", "black", false]], /row 1: expected/],
    [[[1, "black", "glued"]], /row 1: expected "attached" or "loose", not "glued"/],
  ])
    assert.throws(() => sync.check({ rows: [clue], cols: [[1]] }), message);
});

test("solutions come one by one, and can be left", async () => {
  const found = [];
  for await (const picture of solutions(CROSS)) found.push(picture);
  assert.equal(new Set(sorted(found)).size, 2);
  for await (const picture of solutions(WIDE)) {
    assert.equal(picture.length, 24);
    break;
  }
  const open = solutions(WIDE);
  await open.next();
  assert.equal((await check(CROSS)).verdict, "multiple"); // while the other is open
  await open.next();
  await open.return();
});

test("what is known of the cells counts", async () => {
  const grid = [
    [2, 3],
    [3, 3],
  ];
  assert.deepEqual((await check(CROSS, { grid })).pictures, [
    [
      [1, 0],
      [0, 1],
    ],
  ]);
});

test("a signal ends the work at once, and the next question is answered", async () => {
  const signal = AbortSignal.timeout(100);
  await assert.rejects(count(WIDE, { signal }), { name: "TimeoutError" });
  await assert.rejects(check(CROSS, { signal }), { name: "TimeoutError" });
  assert.equal((await check(CROSS)).verdict, "multiple");
});

test("a limit is not an answer", async () => {
  const bounds = await count(WIDE, { seconds: 0.1 });
  assert.equal(bounds.stopped_by, "seconds");
  assert.ok(bounds.at_most === null || bounds.at_most > bounds.at_least);
  const enough = new AbortController();
  const better = [];
  const progress = (each) => enough.abort(better.push(each));
  await assert.rejects(count(WIDE, { signal: enough.signal, progress }), (reason) => reason === 1);
  const [{ at_least, at_most }] = better;
  assert.ok(better.length === 1 && (at_most === null || at_most > at_least) && (at_least || at_most));
  assert.equal((await check(WIDE, { seconds: 0 })).verdict, "unknown");
  const message = "the limit on seconds was reached";
  await assert.rejects(solve(WIDE, { seconds: 0 }), { name: "LimitReached", limit: "seconds", message });
});

test("what is generated has one solution, and comes again from its seed", async () => {
  const sizes = new Set();
  for (let seed = 0; seed < 60; seed++) {
    const order = {
      rows: 1 + (seed % 12),
      cols: 1 + (seed % 7),
      density: (seed % 11) / 10,
      isSmooth: seed % 2 > 0,
      seed,
    };
    const { puzzle, picture } = sync.generate(order);
    assert.deepEqual(sync.check(puzzle), { verdict: "unique", pictures: [picture] });
    assert.deepEqual([picture.length, picture[0].length], [order.rows, order.cols]);
    assert.deepEqual(await generate(order), { puzzle, picture, seed });
    sizes.add(JSON.stringify(puzzle));
  }
  assert.ok(sizes.size > 40);
  const { seed, puzzle } = await generate({ rows: 10, cols: 10 });
  assert.deepEqual((await generate({ rows: 10, cols: 10, seed })).puzzle, puzzle);
  await assert.rejects(generate({ rows: 30, cols: 30 }, { seconds: 0 }), LimitReached);
});

test("bad input is refused in one line", async () => {
  for (const [puzzle, message] of [
    [{ rows: [], cols: [] }, "rows: expected a list of clues, not []"],
    [{ rows: [[1, 0]], cols: [[1]] }, 'row 1: expected a length from 1 to 1000000000, "?" or "*", not 0'],
    [{ rows: [[1]], cols: [1] }, "column 1: expected a list of blocks or null, not 1"],
    [{ rows: [[[1, "red"]]], cols: [[[1, 1]]], colours: ["red", "blue"] }, "column 1: expected a block with one of"],
    [{ rows: [[1]], cols: [[1]], colours: [] }, "colours: expected a list of names, not []"],
    [{ rows: [[1]], cols: [[1]], colours: ["red", "red"] }, 'colours: expected different names, not ["red","red"]'],
    [{ rows: Array(600).fill([1]), cols: Array(600).fill([1]) }, "expected at most 250000 cells, not 600 rows"],
    [{ rows: [[1]], cols: Array(20000).fill([1]) }, "expected lines of at most"],
    [{ rows: [[1]], cols: [[1]], title: () => 1 }, "expected plain data"],
  ]) {
    await assert.rejects(check(puzzle), (error) => {
      assert.ok(error instanceof PuzzleError && error.message.startsWith(message), error.message);
      return true;
    });
  }
  await assert.rejects(check(CROSS, { grid: [[4, 0]] }), /grid: expected 2 rows of 2 masks below 4/);
});
