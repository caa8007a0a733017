// The worker of `asked.js`: answers questions, one at a time.

import { Answers } from "./answers.js";
import { loadKernel, port } from "./host.js";

const { post, listen } = port();
const answers = loadKernel().then((kernel) => new Answers(kernel));

/** The solutions that are asked for one by one. @type {Generator<any, void, void> | null} */
let open = null;

listen(async ({ question, puzzle, options, more, enough }) => {
  try {
    if (enough) return void open?.return();
    if (!more && question === "solutions") open = (await answers).solutions(puzzle, options);
    if (more || question === "solutions") {
      const { value, done } = /** @type {Generator<any, void, void>} */ (open).next();
      return post(done ? { result: null } : { part: value, pauses: true });
    }
    /** @param {object} part */
    const progress = (part) => post({ part });
    const ask = /** @type {any} */ (await answers)[question].bind(await answers);
    post({ result: ask(puzzle, question === "count" ? { ...options, progress } : options) });
  } catch (error) {
    const { name, message, limit } = /** @type {any} */ (error);
    post({ error: { name, message, limit } });
  }
});
