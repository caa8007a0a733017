// The WebAssembly half of webassembly.py: answers a line of JSON for each puzzle, in Node.
//
//   node webassembly.mjs KERNEL SECONDS
//
// KERNEL is the folder that `build_kernel` wrote. A puzzle is the arguments of `Puzzle`, bytes as base64; the answer
// holds the pictures of a search for two, as base64, whether it was stopped, its counted work and CPU seconds.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, seconds] = process.argv.slice(2);
const { default: createKernel } = await import(pathToFileURL(`${folder}/kernel.js`));
const kernel = await createKernel({ wasmBinary: readFileSync(`${folder}/kernel.wasm`) });
const options = new kernel.Options({});

for await (const line of createInterface({ input: process.stdin })) {
  const [rows, columns, colours, ...clues] = JSON.parse(line);
  const bytes = clues.map((text) => Uint8Array.from(Buffer.from(text, "base64")));
  const before = process.cpuUsage();
  const puzzle = new kernel.Puzzle(rows, columns, colours, ...bytes, new Uint8Array());
  const search = new kernel.Search(puzzle, null, options, Number(seconds), Infinity, 2 ** 30, 1, null, null);
  const found = [search.next()];
  if (found[0] instanceof Uint8Array) found.push(search.next());
  const { user, system } = process.cpuUsage(before);
  const pictures = found
    .filter((each) => each instanceof Uint8Array)
    .map((each) => Buffer.from(each).toString("base64"));
  const isStopped = typeof found.at(-1) === "string";
  console.log(JSON.stringify({ pictures, isStopped, stats: search.stats(), seconds: (user + system) / 1e6 }));
  search.delete();
  puzzle.delete();
}
