import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, LOOK } from "./browser.mjs";
import { History } from "../../../nonocsp/apps/web/static/puzzle/history.js";
import * as lines from "../../../nonocsp/apps/web/static/puzzle/lines.js";
import { describe, essence, packed, Puzzle, unpacked } from "../../../nonocsp/apps/web/static/puzzle/model.js";
import { Rectangle } from "../../../nonocsp/apps/web/static/puzzle/shapes.js";
import { counted } from "../../../nonocsp/apps/web/static/page/language.js";
import { capital, grouped, short } from "../../../nonocsp/apps/web/static/puzzle/words.js";

const PALETTE = [LOOK.blank, ...LOOK.colours];

test("the blocks of a line, and whether it satisfies a clue", () => {
  assert.deepEqual(lines.clueOf(cellsOf("#.##rr?r")), [
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 2],
  ]);
  for (const [cells, clue, expected] of [
    [
      "#.##",
      [
        [1, 1],
        [2, 1],
      ],
      true,
    ],
    [
      "#.##",
      [
        ["?", 1],
        [2, 1],
      ],
      true,
    ],
    [
      "#.##",
      [
        [2, 1],
        [1, 1],
      ],
      false,
    ],
    ["####", null, true],
    [
      "##rr",
      [
        [2, 1],
        [2, 2],
      ],
      true,
    ],
    [
      "##rr",
      [
        [2, 1],
        [2, 2, "loose"],
      ],
      true,
    ],
    [
      "##.rr",
      [
        [2, 1],
        [2, 2, "attached"],
      ],
      false,
    ],
    ["....", [], true],
  ])
    assert.equal(lines.satisfies(cellsOf(cells), clue), expected, cells);
});

test("a puzzle of any solution knows itself, and has a key of its clues alone", () => {
  const cells = cellsOf("#.", ".#");
  const puzzle = new Puzzle(describe(cells, new Rectangle(2, 2), PALETTE, { title: "Cross" }));
  assert.ok(puzzle.isSolvedBy(cells) && puzzle.isSolvedBy(cellsOf(".#", "#.")));
  assert.equal(puzzle.isSolvedBy(cellsOf("##", "..")), false);
  assert.deepEqual(puzzle.grid([1, -1, 0, 2]), [
    [2, 7],
    [1, 4],
  ]);
  const { title, ...untitled } = puzzle.data;
  assert.equal(new Puzzle(untitled).key, puzzle.key);
  assert.throws(() => new Puzzle({ ...puzzle.data, board: { kind: "ring", sides: [] } }));
});

test("an address holds a puzzle, and nothing larger than an address may hold", async () => {
  const data = describe(cellsOf("#r", "r#"), new Rectangle(2, 2), PALETTE, { author: "Ünal" });
  const text = await packed(data);
  assert.match(text, /^[\w-]+$/);
  assert.deepEqual(await unpacked(text), JSON.parse(essence(data)));
  await assert.rejects(unpacked("AAAA"));
  await assert.rejects(unpacked(await packed({ title: "x".repeat(5_000_000) })), /too large/);
});

test("long numbers are grouped, and rounded down or up", () => {
  assert.equal(grouped(1234567n), "1\u202f234\u202f567");
  assert.equal(grouped(10n ** 40n), "about 10^40");
  assert.deepEqual([counted(1, "cell"), counted(0n, "cell"), capital("row 1")], ["1 cell", "0 cells", "Row 1"]);
  assert.deepEqual([short(999), short(5n * 10n ** 20n), short(5n * 10n ** 20n, true)], ["999", "10^20", "10^21"]);
});

test("steps are undone, redone and saved as plain numbers", () => {
  const history = new History();
  history.push([]);
  history.push([
    [0, -1, 1],
    [1, -1, 0],
  ]);
  history.push([[0, 1, 2]]);
  assert.deepEqual(history.undo(), [[0, 1]]);
  const saved = JSON.parse(JSON.stringify(history));
  assert.deepEqual(saved, { done: [[0, -1, 1, 1, -1, 0]], undone: [[0, 1, 2]] });
  const again = History.of(saved, [1, 0]);
  assert.deepEqual(again.redo(), [[0, 2]]);
  assert.deepEqual(
    [again.undo(), again.undo(), again.undo()],
    [
      [[0, 1]],
      [
        [0, -1],
        [1, -1],
      ],
      null,
    ],
  );
  assert.deepEqual(History.of(saved, [2, 0]).done, []);
});
