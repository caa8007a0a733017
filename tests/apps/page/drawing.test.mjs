import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { cellsOf, fill, kept, LOOK } from "./browser.mjs";
import * as drawing from "../../../nonocsp/apps/web/static/puzzle/drawing.js";
import { all } from "../../../nonocsp/apps/web/static/puzzle/own.js";
import { readFileSync } from "node:fs";
import { fits, symmetric } from "../../../nonocsp/apps/web/static/puzzle/symmetric.js";
import { Rectangle, shapeOf } from "../../../nonocsp/apps/web/static/puzzle/shapes.js";

const [TRIDDLER, HEXAGON, SMALL, LARGE, RING] = JSON.parse(readFileSync(new URL("boards.json", import.meta.url)));
const turned = (picture, symmetry, sides = drawing.sidesOf(picture.shape, symmetry)) =>
  drawing.turned(picture, symmetry, picture.shape.isTable ? new Rectangle(...sides) : picture.shape);

const { Drawing } = drawing;
const PALETTE = [LOOK.blank, ...LOOK.colours];
const picture = (...rows) => ({
  cells: Uint8Array.from(cellsOf(...rows)),
  shape: new Rectangle(rows.length, rows[0].length),
});
const text = ({ cells, shape }) => shape.cut(Array.from(cells, (cell) => ".#r"[cell])).map((row) => row.join(""));

beforeEach(() => {
  kept.clear();
  fill(false);
});

test("a picture is mirrored, flipped and rotated", () => {
  const given = picture("##.", "r..");
  assert.deepEqual(text(turned(given, drawing.mirrored)), [".##", "..r"]);
  assert.deepEqual(text(turned(given, drawing.flipped)), ["r..", "##."]);
  assert.deepEqual(text(turned(given, drawing.rotated)), ["r#", ".#", ".."]);
});

for (const board of [TRIDDLER, HEXAGON])
  test(`six turns and two mirrorings of a ${board.kind} lead back`, () => {
    const shape = shapeOf({ board });
    const cells = Uint8Array.from(shape.all, (cell) => (cell * 7) % 3);
    let now = { cells, shape };
    const seen = new Set();
    for (let i = 0; i < 6; i++) {
      now = turned(now, drawing.rotated);
      seen.add(String(now.cells));
      assert.equal(now.cells.filter(Boolean).length, cells.filter(Boolean).length);
    }
    assert.equal(seen.size, 6);
    for (const way of [drawing.mirrored, drawing.flipped]) now = turned(turned(now, way), way);
    assert.deepEqual(now.cells, cells);
  });

test("what leaves at an edge comes back, or is lost", () => {
  const given = picture("#..", "..r");
  assert.deepEqual(text(drawing.shifted(given, 1, 1, true)), ["r..", ".#."]);
  assert.deepEqual(text(drawing.shifted(given, 1, 1, false)), ["...", ".#."]);
  assert.deepEqual(text(drawing.moved(given, 0, 4)), ["...", ".#."]);
});

test("lines are added and removed at edges", () => {
  const given = picture("#.", ".r");
  assert.deepEqual(text(drawing.resized(given, { top: 1, right: 1 })), ["...", "#..", ".r."]);
  assert.deepEqual(text(drawing.resized(given, { left: -1, bottom: -9 })), ["."]);
  const { width } = drawing.resized(given, { right: 1000 }).shape;
  assert.equal(width, drawing.MOST_SIDE);
});

test("a part is lifted and laid elsewhere; what sticks out is cut", () => {
  const given = picture("##.", "##.", "..r");
  const box = drawing.boxOf(4, 0, 3);
  assert.deepEqual(drawing.cellsOf(box, 3), [0, 1, 3, 4]);
  const part = drawing.part(given, box);
  assert.deepEqual(text(part), ["##", "##"]);
  const cells = drawing.laid(given, 2, 2, part);
  assert.deepEqual(text({ cells, shape: given.shape }), ["##.", "##.", "..#"]);
});

test("an area is bounded by cells of other colours, and by corners", () => {
  const given = picture("#.#", "##.", "r#.");
  assert.deepEqual([...drawing.areaOf(given, 0)].sort(), [0, 3, 4, 7]);
  assert.deepEqual([...drawing.areaOf(given, 8)].sort(), [5, 8]);
});

test("a picture keeps its middle on a larger board of its kind", () => {
  const small = shapeOf({ board: SMALL });
  const large = shapeOf({ board: LARGE });
  const cells = Uint8Array.from(small.all, (cell) => Number(cell === 3));
  const found = drawing.reshaped({ cells, shape: small }, large);
  assert.deepEqual([...found.cells].map((cell, i) => cell && i).filter(Boolean), [18]);
});

test("a picture on a board of any cells is moved, filled and recalled", () => {
  const shape = shapeOf({ board: RING });
  const given = { cells: Uint8Array.of(1, 0, 2, 0, 0, 0, 0, 0), shape };
  assert.deepEqual([...drawing.moved(given, 0, 3).cells], [0, 0, 0, 1, 2, 0, 0, 0]);
  assert.equal(drawing.areaOf(given, 5).size, 5);
  const own = new Drawing({ ...given, palette: PALETTE });
  own.save();
  const name = `nonocsp:drawing:${own.id}`;
  const text = kept.get(name).replace('"title":""', '"title":"earlier"'); // written by an earlier visit
  kept.set(name, text);
  assert.deepEqual([[...Drawing.recalled().cells], Drawing.recalled().title], [[...given.cells], "earlier"]);
});

test("steps are undone and redone, with their palettes", () => {
  const own = new Drawing({ ...picture("#r"), palette: PALETTE });
  assert.equal(own.change({ cells: Uint8Array.from(own.cells) }), false);
  own.removeColour(1);
  assert.deepEqual(
    [[...own.cells], own.palette.map(({ name }) => name)],
    [
      [0, 1],
      ["white", "red"],
    ],
  );
  own.sketch(Uint8Array.of(1, 1));
  assert.equal(own.undo(), false); // in the middle of a stroke
  own.sketch(null);
  own.undo();
  assert.deepEqual([[...own.cells], own.palette.length, own.canRedo], [[1, 2], 3, true]);
  own.swapColours(1, 2);
  assert.deepEqual([[...own.cells], own.palette[1].name, own.canRedo], [[2, 1], "red", false]);
});

test("a drawing is recalled, and a damaged one is blank", () => {
  const own = new Drawing({ ...picture("#r", ".."), palette: PALETTE, title: "Dots" });
  own.change({ cells: Uint8Array.of(1, 2, 1, 0) });
  assert.ok(own.save());
  assert.equal(Drawing.recalled(), own); // with its steps, while the page is open
  const name = `nonocsp:drawing:${own.id}`;
  const saved = kept.get(name);
  for (const text of ["", "{", saved.replace('"width":2', '"width":3'), saved.replace('"char":"r"', '"char":""')]) {
    kept.set(name, text);
    assert.deepEqual(new Set(Drawing.recalled().cells), new Set([0]));
  }
  fill(true);
  assert.equal(own.save(), false);
  fill(false);
});

test("steps are kept for the next visit, as long as they are sound", () => {
  const own = new Drawing({ ...picture("#r"), palette: PALETTE });
  own.change({ cells: Uint8Array.of(2, 2) });
  own.removeColour(1);
  own.undo();
  own.save();
  const name = `nonocsp:drawing:${own.id}`;
  const text = kept.get(name);
  const again = () => (kept.set(name, kept.get(name).replace('"title":""', '"title":"x"')), Drawing.recalled());
  const found = again();
  assert.ok(found !== own && found.canRedo);
  found.undo();
  assert.deepEqual([[...found.cells], found.palette.length, found.canUndo], [[1, 2], 3, false]);
  found.redo();
  found.redo();
  assert.deepEqual([[...found.cells], found.palette.length], [[1, 1], 2]);
  kept.set(name, text.replace('"done":[[0,"12"]]', '"done":[[0,"19"]]'));
  assert.deepEqual([[...again().cells], again().canUndo], [[2, 2], false]);
});

test("drawings are kept side by side, empty ones not at all", () => {
  const own = new Drawing({ ...picture("#r"), palette: PALETTE });
  own.save();
  const [first, before] = [own.id, all().length];
  own.fork();
  own.change({ cells: Uint8Array.of(2, 2) });
  own.save();
  assert.notEqual(own.id, first);
  assert.deepEqual([...Drawing.recalled(first).cells], [1, 2]);
  assert.equal(all().length, before + 1);
  own.change({ cells: Uint8Array.of(0, 0) });
  own.save();
  assert.equal(all().length, before);
  assert.equal(Drawing.recalled(), own); // its steps are there while the page is open
  Drawing.remove(first);
  assert.equal(all().length, before - 1);
});

test("the puzzle of a drawing has its used colours alone", () => {
  const own = new Drawing({ ...picture("r.", "rr"), palette: PALETTE });
  const { colours, rows, cols, goals } = own.puzzle();
  assert.deepEqual(
    colours.map(({ name }) => name),
    ["red"],
  );
  assert.deepEqual([rows, cols, goals], [[[[1, "red"]], [[2, "red"]]], [[[2, "red"]], [[1, "red"]]], [["r.", "rr"]]]);
});

test("a colour gets a free character, of its name if one is", () => {
  assert.equal(drawing.freeChar("red", PALETTE), "e");
  assert.equal(drawing.freeChar("#", PALETTE), "a");
});

test("a stroke is drawn with its images", () => {
  const before = picture("r...", "....", "....", "....");
  const { shape } = before;
  const drawn = { cells: drawing.painted(before.cells, [1, 4], 1), shape };
  const after = (kind) => text({ cells: symmetric(drawn, before.cells, kind), shape });
  assert.deepEqual(after("none"), ["r#..", "#...", "....", "...."]);
  assert.deepEqual(after("mirror"), ["r##.", "#..#", "....", "...."]);
  assert.deepEqual(after("flip"), ["r#..", "#...", "#...", ".#.."]);
  assert.deepEqual(after("both"), ["r##.", "#..#", "#..#", ".##."]);
  assert.deepEqual(after("half"), ["r#..", "#...", "...#", "..#."]);
  assert.deepEqual(after("turns"), ["r##.", "#..#", "#..#", ".##."]);
  // Erasing has its images, too.
  const full = picture("####", "####");
  const erased = { cells: drawing.painted(full.cells, [0], 0), shape: full.shape };
  assert.deepEqual(text({ cells: symmetric(erased, full.cells, "half"), shape: full.shape }), [".###", "###."]);
  // A rectangle that is not a square has no quarter turns.
  assert.equal(fits(full.shape, "turns"), false);
  assert.equal(symmetric(erased, full.cells, "turns"), erased.cells);
});

test("a stroke on a hexagon has six images", () => {
  const shape = shapeOf({ board: HEXAGON });
  const before = new Uint8Array(shape.size);
  assert.ok(fits(shape, "turns"));
  const cells = drawing.painted(before, [0], 1);
  const after = symmetric({ cells, shape }, before, "turns");
  assert.equal(after.filter(Boolean).length, 6);
});
