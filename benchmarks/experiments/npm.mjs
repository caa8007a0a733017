// Experiment: the package for npm beside another one of the registry, `nonogram-solver` (Apache-2.0), which finds one
// solution and does not say whether it is the only one. For `nonocsp/apps/javascript/README.md`.
//
//   npm install nonocsp nonogram-solver            in a folder, nonocsp from the archive of .ci/npm
//   node benchmarks/experiments/npm.mjs FOLDER SECONDS < puzzles.jsonl
//
// Each line of the input has the lists `rows` and `columns` of a puzzle of one colour. Every picture is checked against
// the clues. The clock runs from clues to picture, without loading; the other package cannot be stopped, so it has a
// thread, which is ended after SECONDS.

import { createInterface } from "node:readline";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

if (isMainThread) await compare(process.argv[2], Number(process.argv[3]));
else answer(workerData);

/** @param {string} folder @param {number} seconds */
async function compare(folder, seconds) {
  const { load } = await import(pathToFileURL(`${folder}/node_modules/nonocsp/sync.js`).href);
  const nonograms = await load();
  /** @type {Record<string, number[]>} */
  const times = { "nonocsp, check": [], "nonocsp, solve": [], "nonogram-solver": [] };
  const open = { "nonocsp, check": 0, "nonocsp, solve": 0, "nonogram-solver": 0 };
  let worker = start(folder);
  for await (const line of createInterface({ input: process.stdin })) {
    const { rows, columns } = JSON.parse(line);
    const puzzle = { rows, cols: columns };
    const [checked, took] = timed(() => nonograms.check(puzzle, { seconds }));
    times["nonocsp, check"].push(took);
    open["nonocsp, check"] += checked.verdict === "unknown";
    const [picture, alone] = timed(() => nonograms.solve(puzzle, { seconds: 10 * seconds }));
    times["nonocsp, solve"].push(alone);
    for (const found of [...checked.pictures, picture])
      if (!satisfies(found, puzzle)) throw new Error("wrong: nonocsp");
    worker.postMessage({ rows, columns });
    const reply = await Promise.race([
      new Promise((resolve) => worker.once("message", resolve)),
      new Promise((resolve) => setTimeout(resolve, seconds * 1000, null)),
    ]);
    times["nonogram-solver"].push(reply ? reply.took : seconds * 1000);
    if (!reply) {
      await worker.terminate();
      worker = start(folder);
    }
    if (!reply?.isSolved) open["nonogram-solver"] += 1;
    else if (!satisfies(reply.picture, puzzle)) console.log("wrong: nonogram-solver");
  }
  await worker.terminate();
  for (const [name, all] of Object.entries(times)) {
    const sorted = [...all].sort((a, b) => a - b);
    const [sum, middle] = [all.reduce((a, b) => a + b, 0), sorted[sorted.length >> 1]];
    console.log(
      `${name}: ${all.length} puzzles, not solved ${open[name]}, median ${middle.toFixed(2)} ms, ` +
        `slowest ${sorted.at(-1).toFixed(1)} ms, sum ${(sum / 1000).toFixed(2)} s`,
    );
  }
}

/** @param {string} folder */
function start(folder) {
  return new Worker(new URL(import.meta.url), { workerData: folder });
}

/** @param {string} folder */
function answer(folder) {
  const require = createRequire(pathToFileURL(`${folder}/`));
  const Puzzle = require("nonogram-solver/src/Puzzle");
  const Strategy = require("nonogram-solver/src/Strategy");
  const solvers = require("nonogram-solver/src/allSolvers");
  parentPort.on("message", (data) => {
    const [puzzle, took] = timed(() => {
      const made = new Puzzle(data);
      new Strategy(solvers).solve(made);
      return made;
    });
    const picture = puzzle.rows.map((row) => Array.from(row, (cell) => Number(cell === 1)));
    parentPort.postMessage({ took, isSolved: puzzle.isFinished && puzzle.isSolved, picture });
  });
}

/** @template T @param {() => T} work @returns {[T, number]} */
function timed(work) {
  const begun = performance.now();
  const found = work();
  return [found, performance.now() - begun];
}

/** @param {number[][]} picture @param {{ rows: number[][], cols: number[][] }} puzzle */
function satisfies(picture, { rows, cols }) {
  const lengths = (line) =>
    line
      .join("")
      .split("0")
      .filter(Boolean)
      .map((run) => run.length);
  const same = (line, clue) => String(lengths(line)) === String(clue.filter(Boolean));
  return (
    picture.every((row, i) => same(row, rows[i])) &&
    cols.every((clue, i) =>
      same(
        picture.map((row) => row[i]),
        clue,
      ),
    )
  );
}
