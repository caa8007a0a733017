// How fast the module for games is: node tests/tools/game_times.mjs nonocsp-game.js
//
// Milliseconds until the first answer, then the median and the most of each question: random boards in one colour, half
// of their cells filled. A browser calls `times` with the address of the module.

const SIDES = [10, 15, 20];
const BOARDS = 500;
const ORDERS = 200;

/** Numbers from 0 to 1: a linear congruential generator. @param {number} state */
const random = (state) => () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;

/** @param {string} module */
export async function times(module) {
  const begun = performance.now();
  const { generate, hint, isUnique, puzzleOf } = await import(module);
  await isUnique({ rows: [[1]], cols: [[1]] });
  /** @type {Record<string, number[]>} */
  const taken = { "first answer": [performance.now() - begun] };
  /** @param {string} name @param {() => Promise<any>} question */
  const timed = async (name, question) => {
    const begun = performance.now();
    const answer = await question();
    (taken[name] ??= []).push(performance.now() - begun);
    return answer;
  };
  const next = random(2026);
  for (const side of SIDES) {
    for (let i = 0; i < BOARDS; i++) {
      const picture = Array.from({ length: side }, () => Array.from({ length: side }, () => Number(next() < 0.5)));
      await timed(`isUnique ${side}`, () => isUnique(puzzleOf(picture)));
    }
    for (let seed = 0; seed < ORDERS; seed++)
      await timed(`generate ${side}`, () => generate({ rows: side, cols: side, seed }));
  }
  const { puzzle, picture } = await generate({ rows: 10, cols: 10, isSmooth: true, seed: 1 });
  const grid = picture.map((row) => row.map(() => 3));
  for (let step; (step = await timed("hint 10", () => hint(puzzle, { grid })));)
    for (const { row, column, excluded } of step.cells)
      for (const colour of excluded) grid[row][column] &= ~(1 << colour);
  return Object.entries(taken).map(([name, all]) => {
    const sorted = all.sort((a, b) => a - b);
    const [median, most] = [sorted[sorted.length >> 1], sorted.at(-1)];
    return `${name}: median ${median.toFixed(2)} ms, most ${most.toFixed(1)} ms, of ${all.length}`;
  });
}

const module = globalThis.process?.argv[2];
if (module) console.log((await times((await import("node:url")).pathToFileURL(module).href)).join("\n"));
