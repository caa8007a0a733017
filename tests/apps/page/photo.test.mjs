import assert from "node:assert/strict";
import { test } from "node:test";
import "./browser.mjs";
import * as photo from "../../../nonocsp/apps/web/static/puzzle/photo.js";

const arc = (from, to, length, cost, colour = length && 1) => ({ from, to, length, colour, cost });

// Two groups of digits, read as 1 3, less likely as 7 3 or as 13; of no number at a high cost.
const ARCS = [
  arc(0, 1, 0, 0), arc(0, 1, 2, 150),
  arc(1, 2, 1, 4), arc(1, 2, 7, 30), arc(1, 2, 4, 200), arc(1, 2, 9, 210), arc(1, 2, 0, 120), arc(1, 4, 13, 80),
  arc(2, 3, 0, 0), arc(2, 3, 2, 150),
  arc(3, 4, 3, 1), arc(3, 4, 0, 120),
  arc(4, 5, 0, 0),
]; // prettier-ignore
const LINE = { size: 6, arcs: ARCS };
const lengths = (path) => photo.clueOf(path).map(([length]) => length);

test("lattices come from packed numbers", () => {
  const bytes = (numbers) => new Uint8Array(Int32Array.from(numbers).buffer);
  const values = ARCS.flatMap(({ from, to, length, colour, cost }) => [from, to, length, colour, cost]);
  const packed = [bytes([6, 2]), bytes([ARCS.length, 1]), bytes([...values, 0, 1, 0, 0, 0])];
  assert.deepEqual(photo.latticesOf(packed), [LINE, { size: 2, arcs: [arc(0, 1, 0, 0)] }]);
});

test("the cheapest path, and the cheapest that spells a clue", () => {
  const clue = (...all) => all.map((length) => [length, 1]);
  assert.deepEqual(lengths(photo.pathOf(LINE)), [1, 3]);
  assert.deepEqual(photo.pathOf({ size: 2, arcs: [arc(0, 1, 0, 0)] }), [arc(0, 1, 0, 0)]);
  for (const each of [clue(1, 3), clue(7, 3), clue(13), clue(2, 1, 3), clue(1, 2, 3), clue(3), clue()])
    assert.deepEqual(photo.clueOf(photo.pathOf(LINE, each)), each);
  for (const each of [clue(3, 1), clue(1, 3, 2), [[1, 2], [3, 1]]]) assert.equal(photo.pathOf(LINE, each), null); // prettier-ignore
});

test("a tap goes through four alternatives, the cheapest first", () => {
  const [first] = photo.pathOf(LINE).filter(photo.isSeen);
  const found = [first];
  while (found.length < 5) found.push(photo.nextOf(LINE, found.at(-1)));
  assert.deepEqual(found.map(({ length }) => length), [1, 7, 0, 4, 1]); // prettier-ignore
  const chosen = photo.alternatives(LINE, arc(1, 2, 9, 210));
  assert.deepEqual(chosen.map(({ length }) => length), [1, 7, 0, 9]); // prettier-ignore
});

test("numbers with a close rival are doubtful, and corrected ones have what was read", () => {
  const read = photo.pathOf(LINE);
  const shown = (clue, others = []) =>
    photo
      .chipsOf(LINE, photo.pathOf(LINE, clue), read, others)
      .map(({ arc, old, isDoubtful }) => [arc.length, old && old.map(({ length }) => length), isDoubtful]);
  const clue = (...all) => all.map((length) => [length, 1]);
  assert.deepEqual(shown(clue(1, 3)), [[1, null, true], [3, null, false]]); // prettier-ignore
  assert.deepEqual(shown(clue(13)), [[13, [1, 3], true]]);
  assert.deepEqual(shown(clue(7, 2, 3)), [[7, [1], true], [2, [], false], [3, null, false]]); // prettier-ignore
  assert.deepEqual(shown(clue(1)), [[1, null, true], [0, [3], true]]); // prettier-ignore
  // Another reading that fits makes what it differs in doubtful.
  assert.deepEqual(shown(clue(1, 3), [photo.pathOf(LINE, clue(13))]).map((each) => each[2]), [true, true]); // prettier-ignore
});

test("clues are typed as they are shown", () => {
  const one = photo.paletteOf([[20, 20, 20]]);
  const two = photo.paletteOf([[20, 20, 20], [220, 30, 40], [200, 0, 30]]); // prettier-ignore
  assert.deepEqual(one.map(({ name }) => name), ["blank", "black"]); // prettier-ignore
  assert.equal(new Set(two.map(({ name }) => name)).size, 4);
  assert.deepEqual(two.slice(1, 3).map(({ name, rgb }) => [name, rgb]), [["black", "#141414"], ["red", "#dc1e28"]]); // prettier-ignore
  assert.deepEqual(photo.typedClue(" 3, 12 1", one), [[3, 1], [12, 1], [1, 1]]); // prettier-ignore
  for (const [text, palette] of [["0", one], ["3 1", one], ["0", two], ["3r 1black 2red", two]]) {
    const clue = photo.typedClue(text, palette);
    assert.deepEqual(photo.typedClue(photo.textOf(clue, palette), palette), clue);
  } // prettier-ignore
  for (const [text, palette] of [["x", one], ["1 0", one], ["3r", one], ["3", two], ["3x", two], ["-1", one]])
    assert.equal(photo.typedClue(text, palette), null, text); // prettier-ignore
  const puzzle = photo.puzzleOf([[[1, 1]], [[1, 1]], []], 1, one, "From a photo");
  assert.deepEqual([puzzle.rows, puzzle.cols, puzzle.title], [[[[1, "black"]]], [[[1, "black"]], []], "From a photo"]);
});
