// Answer lines of JSON [question, data] by the kernel alone, in Node:
//
//   node kernel_answers.mjs STATIC KERNEL
//
// with the folders of the page's modules and of what `build_kernel` wrote. An answer is {takes, isWhole, answer, progress,
// error}; at the end of the input, {held}: the values of JavaScript that C++ still holds beyond those of the start.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [modules, folder] = process.argv.slice(2);
const { default: createKernel } = await import(pathToFileURL(`${folder}/kernel.js`));
const { KernelAnswers } = await import(pathToFileURL(`${modules}/answers/kernel_answers.js`));
const kernel = await createKernel({ wasmBinary: readFileSync(`${folder}/kernel.wasm`) });
const answers = new KernelAnswers(kernel);
const before = kernel.count_emval_handles();

for await (const line of createInterface({ input: process.stdin })) {
  const [question, data] = JSON.parse(line);
  const found = { takes: answers.takes(question, data), progress: [] };
  try {
    if (found.takes) {
      found.answer = answers.ask(question, data, (each) => found.progress.push(each));
      found.isWhole = answers.isWhole(question, data);
    }
  } catch (error) {
    found.error = { kind: error.kind, message: error.message };
  }
  console.log(JSON.stringify(found));
}
console.log(JSON.stringify({ held: kernel.count_emval_handles() - before }));
