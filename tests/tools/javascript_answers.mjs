// Answer lines of JSON [door, question, text, options] by the package for JavaScript, in Node:
//
//   node javascript_answers.mjs PACKAGE
//
// with the folder of the package that `.ci/npm` makes. The door is "workers", "here" or "game"; the text is that of a puzzle.
// `limit` is the number of solutions listed, `format` that of the question `write`. A reply is {answer} or {error}.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const workers = await import(new URL("index.js", folder));
const { load } = await import(new URL("sync.js", folder));
const doors = { workers, here: await load(), game: await import(new URL("nonocsp-game.js", folder)) };

async function answered([door, question, text, { limit = Infinity, format, ...options }]) {
  const puzzle = workers.read(text);
  if (question === "write") return workers.write(puzzle, format);
  const answer = await doors[door][question](puzzle, options);
  if (question !== "solutions") return answer;
  const found = [];
  for await (const picture of answer) if (found.push(picture) >= limit) break;
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = { answer: await answered(JSON.parse(line)) };
  } catch ({ name, message }) {
    reply = { error: `${name}: ${message}` };
  }
  console.log(JSON.stringify(reply, (_, value) => (typeof value === "bigint" ? `${value}` : value)));
}
