// A worker with the kernel alone: it takes {question, text} with the data as JSON, and posts the lines of its answer.
// The result has `found`, null where the question needs Python, and `isWhole`: whether Python has nothing to add.

import { KernelAnswers } from "./kernel_answers.js";
import { createKernel } from "./kernel.js";
import { reason, Refusal } from "./lines.js";

/** @type {KernelAnswers | null} */
let answers = null;

onmessage = async ({ data: { start, modules, question, text } }) => {
  if (start) {
    try {
      answers = new KernelAnswers(await createKernel(start, modules[0]));
      postMessage({ ready: true });
    } catch (error) {
      postMessage({ lost: reason(error) });
    }
    return;
  }
  /** @param {object} line */
  const post = (line) => postMessage({ line: JSON.stringify(line) });
  try {
    if (!answers) throw new Error("the kernel is not there yet");
    const data = JSON.parse(text);
    const found = answers.takes(question, data) ? answers.ask(question, data, (progress) => post({ progress })) : null;
    const isWhole = found !== null && answers.isWhole(question, data);
    post({ result: { found: found && { ...found, question, proposals: [] }, isWhole } });
  } catch (error) {
    // An error without a kind is the end of the kernel.
    if (!(error instanceof Refusal)) return postMessage({ lost: reason(error) });
    post({ error: { kind: error.kind, message: error.message } });
  }
  postMessage({ end: true });
};
