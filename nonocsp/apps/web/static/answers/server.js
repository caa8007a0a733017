// Answers of the server: a body of JSON goes out, lines of JSON come back.

import { isAbort, readLine, Refusal } from "./lines.js";
import { later, t } from "../page/language.js";

const CUT = later`The server stopped in the middle of its answer.`;

/** @param {Question} question @param {object} data @param {Asking<any>} given */
export async function answer(question, data, { signal, progress }) {
  let response;
  try {
    response = await fetch(new URL(`api/${question}`, document.baseURI), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
      signal,
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refusal("away", t`The server does not answer. Your work is saved in this browser.`);
  }
  let result;
  for await (const line of lines(response)) {
    // What has arrived before the question was cancelled is stale.
    signal?.throwIfAborted();
    result = readLine(line, progress);
  }
  signal?.throwIfAborted();
  if (result === undefined) throw new Refusal("away", t(CUT));
  return result;
}

/** @param {Response} response */
async function* lines(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const parts = (rest + value).split("\n");
      rest = parts.pop() ?? "";
      yield* parts.filter(Boolean);
    }
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refusal("away", t(CUT));
  } finally {
    reader.cancel().catch(() => {});
  }
  if (rest) yield rest;
}
