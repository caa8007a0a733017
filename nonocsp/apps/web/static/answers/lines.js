// The lines of an answer, which are the same from a server and from a worker: {"progress": …} any number of
// times, then {"result": …} or {"error": …}.

import { later, t } from "../page/language.js";

// The question was refused, stopped at a limit, or is not answered.
export class Refusal extends Error {
  /** @param {string} kind @param {string} message */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

export const OUT_OF_TIME = later`the limit on seconds was reached`;
export const OUT_OF_MEMORY = later`out of memory`;

/** The question was stopped. @param {string} why */
export const stopped = (why) => new Refusal("limit", t`stopped: ${t(why)}`);

// Whether an error means only that the question was cancelled.
/** @param {unknown} error */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

// What is wrong, in words.
/** @param {unknown} error */
export const reason = (error) => (error instanceof Error ? error.message : String(error));

// Read one line. Gives the result, undefined for any other line.
/** @param {string} line @param {((interim: any) => unknown) | undefined} progress */
export function readLine(line, progress) {
  const { error, progress: interim, result } = JSON.parse(line);
  if (error?.kind === "limit") throw stopped(error.message.replace(/^stopped: /, ""));
  if (error) throw new Refusal(error.kind, error.message);
  if (interim !== undefined) progress?.(interim);
  return result;
}
