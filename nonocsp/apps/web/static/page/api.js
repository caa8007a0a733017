// Questions, asked in one way wherever the answers come from: the server of `nonocsp serve`, or, on a page of
// static files, workers of this browser. The page says which in <meta name="nonocsp-answers">.

import { isAbort, reason, Refusal } from "../answers/lines.js";
import { t } from "./language.js";

export { isAbort as isStale, reason, Refusal };

// Whether the page is a folder of files, which answers itself.
export const isStatic = document.querySelector('meta[name="nonocsp-answers"]')?.getAttribute("content") === "workers";
// Begun at once: a server that ends later is no script that cannot be loaded.
const server = isStatic ? null : import("../answers/server.js");
server?.catch(() => {});
const answers = () => (server ?? import("../answers/workers.js")).catch(() => Promise.reject(lost()));
const lost = () => new Refusal("away", t`There is no connection, and this has not been loaded before.`);

// Ask one question of `nonocsp/apps/web/endpoints.py`. `progress` is called with each interim answer. An
// AbortSignal cancels the question and ends the work. A question that `isCheap` is refused where Python would have to be
// loaded for it.
/**
 * @template {Question} Q @param {Q} question @param {object} data @param {Asking<Q>} [how]
 * @returns {Promise<Answers[Q]>}
 */
export async function ask(question, data, { signal, progress, isCheap } = {}) {
  const { answer } = await answers();
  signal?.throwIfAborted();
  return answer(question, data, { signal, progress, isCheap });
}

// What opens a Python of its own, for code of the visitor; nothing where a server answers, which runs none.
/** @returns {Promise<(() => import("../answers/pool.js").Pool) | undefined>} */
export async function ownPython() {
  /** @type {any} */
  const source = await answers();
  return source.openPython;
}

/** A file of JSON that belongs to the page, by its path relative to the page. @param {string} path @param {AbortSignal} [signal] */
export async function get(path, signal) {
  let found;
  try {
    found = await fetch(new URL(path, document.baseURI), { signal });
  } catch {
    throw lost();
  }
  if (found.status === 404) throw new Refusal("input", t`There is no such puzzle in the library.`);
  try {
    return await found.json();
  } catch {
    throw new Refusal("away", t`The page could not load ${path}.`);
  }
}

// Call `listener` with a text while questions wait for what is still being loaded, with "" when they do not.
/** @param {(text: string) => void} listener */
export async function onWaiting(listener) {
  /** @type {any} */
  const source = await answers().catch(() => null);
  source?.onWaiting?.(listener);
}

// Load what later questions need, once the first view stands.
export async function prepare() {
  /** @type {any} */
  const source = await answers().catch(() => null);
  source?.prepare?.();
}

// A channel keeps only the newest question of a kind: asking again cancels the previous one, so that a
// stale answer never overwrites a newer one. With a signal it ends with that.
export class Channel {
  /** @type {AbortController | null} */
  #current = null;
  #signals;

  /** @param {AbortSignal} [signal] */
  constructor(signal) {
    this.#signals = signal ? [signal] : [];
  }

  /**
   * @template {Question} Q @param {Q} question @param {object} data @param {Asking<Q>} [options]
   * @returns {Promise<Answers[Q]>}
   */
  async ask(question, data, options = {}) {
    this.cancel();
    const own = (this.#current = new AbortController());
    try {
      return await ask(question, data, { ...options, signal: AbortSignal.any([own.signal, ...this.#signals]) });
    } finally {
      if (this.#current === own) this.#current = null;
    }
  }

  cancel() {
    this.#current?.abort();
    this.#current = null;
  }

  get busy() {
    return this.#current !== null;
  }
}
