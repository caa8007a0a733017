import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { cellsOf, fill, kept, LOOK } from "./browser.mjs";
import { Game } from "../../../nonocsp/apps/web/static/puzzle/game.js";
import { describe, Puzzle } from "../../../nonocsp/apps/web/static/puzzle/model.js";
import { Rectangle } from "../../../nonocsp/apps/web/static/puzzle/shapes.js";

const HEART = cellsOf(".#.#.", "#####", "#####", ".###.", "..#..");
const heart = () => new Puzzle(describe(HEART, new Rectangle(5, 5), [LOOK.blank, LOOK.colours[0]]));
const row = (game, number) => game.cells.slice(5 * number, 5 * number + 5);

function stroke(game, cells, tool = "first", colour = 1) {
  game.stroke({ cells: cells.slice(0, 1), tool, first: true }, colour);
  if (cells.length > 1) game.stroke({ cells: cells.slice(1), tool, first: false }, colour);
  game.endStroke(false);
}

beforeEach(() => {
  kept.clear();
  fill(false);
});

test("a stroke changes only cells like its first one", () => {
  const game = new Game(heart());
  stroke(game, [6], "second");
  stroke(game, [5, 6, 7, 8]);
  assert.deepEqual(row(game, 1), cellsOf("#.##?"));
  // A colour over itself clears.
  stroke(game, [5, 6, 7]);
  assert.deepEqual(row(game, 1), cellsOf("?.?#?"));
  game.stroke({ cells: [8, 9], tool: "same", first: true }, 2);
  game.endStroke(false);
  assert.deepEqual(row(game, 1), cellsOf("?.?##"));
  stroke(game, [8], "third");
  assert.deepEqual(row(game, 1), cellsOf("?.??#"));
});

test("a stroke that was a gesture leaves no trace", () => {
  const game = new Game(heart());
  game.stroke({ cells: [5, 6, 7], tool: "first", first: true }, 1);
  assert.deepEqual(row(game, 1), cellsOf("###??"));
  game.endStroke(true);
  assert.deepEqual(row(game, 1), cellsOf("?????"));
  assert.equal(game.canUndo, false);
});

test("crosses complete a line, and are undone with the stroke", () => {
  const game = new Game(heart());
  stroke(game, [16, 17, 18]);
  assert.deepEqual(row(game, 3), cellsOf("?###?"));
  game.restart();
  game.crosses = true;
  stroke(game, [16, 17]);
  assert.deepEqual(row(game, 3), cellsOf("?##??"));
  stroke(game, [18]);
  assert.deepEqual(row(game, 3), cellsOf(".###."));
  game.undo();
  assert.deepEqual(row(game, 3), cellsOf("?##??"));
  game.redo();
  assert.deepEqual(row(game, 3), cellsOf(".###."));
});

test("a game goes on where it was saved, with its steps", () => {
  const game = new Game(heart());
  stroke(game, [5, 6]);
  stroke(game, [10]);
  game.undo();
  game.countHint();
  const again = new Game(heart());
  assert.deepEqual(again.cells, game.cells);
  assert.deepEqual([again.canUndo, again.canRedo, again.hints], [true, true, 1]);
  again.redo();
  assert.equal(again.cells[10], 1);
  again.undo();
  again.undo();
  assert.deepEqual(new Set(again.cells), new Set([-1]));
});

test("a restart can be undone", () => {
  const game = new Game(heart());
  stroke(game, [5, 6]);
  game.restart();
  assert.deepEqual(new Set(game.cells), new Set([-1]));
  game.undo();
  assert.deepEqual(row(game, 1), cellsOf("##???"));
});

test("the last stroke solves the puzzle, once", () => {
  const game = new Game(heart());
  const solved = [];
  game.addEventListener("solved", () => solved.push(game.days.length));
  game.fill(HEART.flatMap((colour, cell) => (colour ? [[cell, colour]] : [])).slice(1));
  assert.equal(game.isSolved, false);
  stroke(game, [1]);
  assert.deepEqual([game.isSolved, game.wasSolved, solved], [true, true, [1]]);
  game.undo();
  game.redo();
  assert.deepEqual([game.isSolved, solved], [true, [1]]);
});

test("damaged saved games are as none, and a history that does not lead to the cells is left out", () => {
  stroke(new Game(heart()), [5]);
  const [[name, text]] = kept;
  const whole = JSON.parse(text);
  const damaged = [
    "",
    "{",
    "null",
    "[]",
    '{"cells": 3}',
    { ...whole, cells: [1, 2] },
    { ...whole, cells: Array(25).fill(9) },
  ];
  for (const each of damaged) {
    kept.set(name, typeof each === "string" ? each : JSON.stringify(each));
    assert.deepEqual(new Set(new Game(heart()).cells), new Set([-1]));
  }
  const histories = [
    { done: [[5, -1, 2]], undone: [] },
    { done: "x", undone: 3 },
    { done: [[5, -1]], undone: [] },
    { done: [[99, -1, 1]], undone: [] },
  ];
  for (const history of histories) {
    kept.set(name, JSON.stringify({ ...whole, history, seconds: "x", days: ["now", 3] }));
    const game = new Game(heart());
    assert.deepEqual([game.cells[5], game.canUndo, game.seconds, game.days], [1, false, 0, []]);
  }
});

test("a guess is kept, or undone and redone", () => {
  const game = new Game(heart());
  stroke(game, [5, 6]);
  game.beginGuess();
  assert.deepEqual([game.isGuessing, game.guessed], [true, []]);
  stroke(game, [10, 11, 12]);
  stroke(game, [11], "second");
  assert.deepEqual(game.guessed, [10, 11, 12]);
  // It is there after a reload.
  assert.deepEqual(new Game(heart()).guessed, [10, 11, 12]);
  game.dropGuess();
  assert.deepEqual([row(game, 1), row(game, 2)], [cellsOf("##???"), cellsOf("?????")]);
  assert.equal(game.isGuessing, false);
  game.redo();
  assert.deepEqual(row(game, 2), cellsOf("###??"));
  game.beginGuess();
  stroke(game, [0], "second");
  game.keepGuess();
  assert.deepEqual([row(game, 0), game.guessed], [cellsOf(".????"), []]);
  // Undoing what was before the guess ends it.
  game.beginGuess();
  game.undo();
  assert.equal(game.isGuessing, false);
  // A solution is no guess any more.
  game.beginGuess();
  game.fill(HEART.map((cell, index) => [index, cell]));
  assert.deepEqual([game.isSolved, game.isGuessing], [true, false]);
});

test("a saved guess that does not fit its history is forgotten", () => {
  const game = new Game(heart());
  stroke(game, [5]);
  const [name] = [...kept.keys()].filter((key) => key.startsWith("nonocsp:game:"));
  for (const guess of [7, -1, "1", null]) {
    kept.set(name, JSON.stringify({ ...JSON.parse(kept.get(name)), guess }));
    assert.equal(new Game(heart()).isGuessing, false);
  }
});

// The last: what is kept then stays until the end.
test("a full browser keeps a game until the page is closed, and says so", () => {
  fill(true);
  const game = new Game(heart());
  let warned = 0;
  game.addEventListener("unsaved", () => (warned += 1));
  stroke(game, [5]);
  assert.equal(warned, 1);
  assert.equal(new Game(heart()).cells[5], 1);
});
