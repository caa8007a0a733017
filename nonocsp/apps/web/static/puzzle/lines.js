// One line of a puzzle: the clue of decided cells, and which blocks are provably placed.

export const UNKNOWN = -1;

// The runs of colours in decided cells, as [length, colour]; unknown cells count as blank.
/** @param {Iterable<number>} cells */
export function clueOf(cells) {
  /** @type {[length: number, colour: number][]} */
  const runs = [];
  let before = 0;
  for (const cell of cells) {
    const colour = cell === UNKNOWN ? 0 : cell;
    if (colour && colour === before) runs[runs.length - 1][0] += 1;
    else if (colour) runs.push([1, colour]);
    before = colour;
  }
  return runs;
}

// Whether cells satisfy a clue, a list of [length, "?" or "*", colour], null when it is absent; unknown cells count as
// blank.
/** @param {number[]} given @param {Clue} clue */
export function satisfies(given, clue) {
  if (clue === null) return true;
  const cells = given.map((cell) => Math.max(cell, 0));
  if (clue.some(isStar)) return matches(cells, clue);
  if (clue.some(([, , joint]) => joint)) return reach(cells, clue)[clue.length][cells.length];
  const runs = clueOf(cells);
  return (
    runs.length === clue.length &&
    runs.every(([length, colour], i) => colour === clue[i][1] && (clue[i][0] === "?" || clue[i][0] === length))
  );
}

/** @param {Block} block */
const isStar = ([length]) => length === "*";

// Whether decided cells satisfy a clue with stars: the blocks between two stars are laid as far left as they fit, those
// behind the last one at the end. Groups of blocks do not part a run.
/** @param {number[]} cells @param {Block[]} clue */
function matches(cells, clue) {
  const n = cells.length;
  /** @param {number} i */
  const isCut = (i) => i === 0 || i === n || !cells[i] || cells[i] !== cells[i - 1];
  let [at, begin] = [0, 0];
  for (;;) {
    const star = clue.findIndex((block, j) => j >= begin && isStar(block));
    const group = clue.slice(begin, star < 0 ? clue.length : star);
    let end = -1;
    for (let start = at; end < 0 && start <= (begin ? n : at); start++) {
      if (!isCut(start)) continue;
      const ends = reach(cells.slice(start), group)[group.length];
      end = ends.findIndex((fits, i) => fits && (star < 0 ? start + i === n : isCut(start + i)));
      if (end >= 0) end += start;
    }
    if (end < 0 || star < 0) return end >= 0;
    [at, begin] = [end, star + 1];
  }
}

// For every block, whether it has the same place in all placements that agree with the cells, and all
// its cells are known. Only then is its number greyed: anything else would give the player a hint.
/** @param {number[]} cells @param {Clue} clue */
export function placedBlocks(cells, clue) {
  if (!clue?.length) return [];
  // The blocks beside stars have no certain places before the line is done.
  if (clue.some(isStar)) return Array(clue.length).fill(!cells.includes(UNKNOWN) && satisfies(cells, clue));
  const starts = feasibleStarts(cells, clue);
  return clue.map(([, colour], j) => {
    const places = starts[j];
    if (places.length !== 1) return false;
    const [start, size] = places[0];
    for (let i = start; i < start + size; i++) if (cells[i] !== colour) return false;
    return true;
  });
}

// For every block, all [start, length] that it has in some placement that agrees with the cells.
/** @param {number[]} cells @param {Block[]} clue */
function feasibleStarts(cells, clue) {
  const n = cells.length;
  const before = reach(cells, clue);
  // The same from the other end, on the mirrored line.
  const mirror = { cells: cells.toReversed(), clue: mirrored(clue) };
  const after = reach(mirror.cells, mirror.clue);
  return clue.map((block, j) =>
    [...runs(cells, block)].filter(
      ([start, length]) =>
        precedes(before, cells, clue, j, start) &&
        precedes(after, mirror.cells, mirror.clue, clue.length - 1 - j, n - start - length),
    ),
  );
}

/** A clue from the other end; a joint belongs to a block and the one before it. @param {Block[]} clue */
function mirrored(clue) {
  /** @type {(block: Block, j: number) => Block} */
  const turned = ([length, colour], j) => [length, colour, clue[j + 1]?.[2]];
  return clue.map(turned).toReversed();
}

// reach[j][i]: the first j blocks can be laid in the first i cells, all of which agree.
/** @param {number[]} cells @param {Block[]} clue */
function reach(cells, clue) {
  const n = cells.length;
  const table = Array.from({ length: clue.length + 1 }, () => new Array(n + 1).fill(false));
  table[0][0] = true;
  for (let j = 0; j <= clue.length; j++) {
    if (j > 0) {
      for (const [start, length] of runs(cells, clue[j - 1]))
        if (precedes(table, cells, clue, j - 1, start)) table[j][start + length] = true;
    }
    if (clue[j]?.[2] === "attached") continue;
    for (let i = 1; i <= n; i++) if (table[j][i - 1] && mayBe(cells[i - 1], 0)) table[j][i] = true;
  }
  return table;
}

// Whether the blocks before block j can be laid so that it may begin at `start`.
/** @param {boolean[][]} table @param {number[]} cells @param {Block[]} clue @param {number} j @param {number} start */
function precedes(table, cells, clue, j, start) {
  if (j > 0 && clue[j - 1][1] === clue[j][1] && !clue[j][2])
    return start > 0 && mayBe(cells[start - 1], 0) && table[j][start - 1];
  return table[j][start];
}

/** All places where a block fits by itself. @param {number[]} cells @param {Block} given */
function* runs(cells, [length, colour]) {
  for (let start = 0; start < cells.length; start++) {
    for (let i = start; i < cells.length && mayBe(cells[i], colour); i++) {
      const size = i - start + 1;
      if (length === "?" || size === length) yield [start, size];
      if (size === length) break;
    }
  }
}

/** @param {number} cell @param {number} colour */
const mayBe = (cell, colour) => cell === UNKNOWN || cell === colour;
