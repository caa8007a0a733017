import assert from "node:assert/strict";
import { test } from "node:test";
import { Game, neighbour, satisfied } from "../../../nonocsp/files/render/book.js";

const [BLANK, BLACK] = ["\u0100", "\u0101"];
const fits = (...blocks) =>
  [`${BLANK}*`, ...blocks.map((n, at) => (at ? `${BLANK}+` : "") + `${BLACK}{${n}}`), `${BLANK}*`].join("");

/** A board of two rows and two columns: clues 2, 1 and 1, 2. */
const CORNER = {
  id: "corner",
  title: "Corner",
  colours: ["blank", "black"],
  lines: [
    { cells: [0, 1], fits: fits(2), name: "row 1: 2" },
    { cells: [2, 3], fits: fits(1), name: "row 2: 1" },
    { cells: [0, 2], fits: fits(1), name: "column 1: 1" },
    { cells: [1, 3], fits: fits(2), name: "column 2: 2" },
  ],
  centres: [
    [5, 5],
    [15, 5],
    [5, 15],
    [15, 15],
  ],
};

function storage() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

test("a line is satisfied by its blocks, undecided cells being blank", () => {
  const line = { cells: [0, 1, 2, 3], fits: fits(2, 1), name: "" };
  assert.ok(satisfied(line, [1, 1, -1, 1]) && satisfied(line, [1, 1, 0, 1]));
  for (const cells of [
    [1, 1, 1, 1],
    [1, 1, -1, -1],
    [1, -1, 1, 1],
    [-1, -1, -1, -1],
  ]) {
    assert.ok(!satisfied(line, cells), String(cells));
  }
});

test("a board is solved by its clues alone, and strokes can be taken back", () => {
  const game = new Game(CORNER, null);
  game.begin();
  game.set(0, 1);
  game.set(1, 1);
  game.begin();
  game.set(3, 1);
  game.begin(); // a stroke that changes nothing
  game.set(3, 1);
  assert.ok(game.isSolved);
  game.undo();
  assert.deepEqual([game.cells, game.isSolved], [[1, 1, -1, -1], false]);
  game.undo();
  game.undo();
  assert.deepEqual(game.cells, [-1, -1, -1, -1]);
  game.setAll([1, 1, 0, 1]);
  assert.ok(game.isSolved);
  game.undo();
  assert.deepEqual(game.cells, [-1, -1, -1, -1]);
});

test("cells are kept, and what is no board of this puzzle is not taken", () => {
  const store = storage();
  new Game(CORNER, store).setAll([1, 0, -1, 1]);
  assert.deepEqual(new Game(CORNER, store).cells, [1, 0, -1, 1]);
  for (const broken of ["1,1", "1,1,1,7", "a,b,c,d", ""]) {
    store.setItem("corner", broken);
    assert.deepEqual(new Game(CORNER, store).cells, [-1, -1, -1, -1], broken);
  }
  const full = { getItem: () => null, setItem: () => assert.fail("full") };
  assert.equal((new Game(CORNER, full).setAll([1, 1, 1, 1]), 1), 1);
});

test("arrow keys lead to the next cell, and stay at the edge", () => {
  const lead = (from, way) => neighbour(CORNER.centres, from, way);
  assert.deepEqual(
    [lead(0, [1, 0]), lead(0, [0, 1]), lead(3, [-1, 0]), lead(3, [0, -1]), lead(1, [1, 0]), lead(0, [0, -1])],
    [1, 2, 2, 1, 1, 0],
  );
});
