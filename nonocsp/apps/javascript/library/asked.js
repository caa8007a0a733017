// A question in a worker. At most one for each core is at work; the others wait for a place, in their order.
//
// A worker takes {question, puzzle, options} and replies with parts, then with a result or an error. After a part that
// `pauses` it waits for {more} or {enough}. A worker cannot be interrupted, so one whose question is given up is ended.

import { LimitReached } from "./answers.js";
import { OptionError } from "./checks.js";
import { cores, startWorker } from "./host.js";
import { PuzzleError } from "./puzzle.js";

/**
 * @typedef {{ part?: any, pauses?: boolean, result?: any, error?: Fault }} Reply
 * @typedef {{ name: string, message: string, limit?: string }} Fault
 * @typedef {import("./host.js").Host} Host
 */

// Workers that are kept without a question: starting one takes some 20 milliseconds, and each holds 20 MB.
const KEPT = 2;

/** @type {Host[]} */
const idle = [];

// Questions at work, at most.
const PLACES = cores();

/** @type {Set<Asked>} */
const waiting = new Set();

/** @type {Set<Asked>} */
const placed = new Set();

/** Those of them that wait for their caller, and keep the place while nobody else waits. @type {Set<Asked>} */
const paused = new Set();

function fillPlaces() {
  for (const asked of waiting) {
    if (placed.size >= PLACES) break;
    waiting.delete(asked);
    placed.add(asked);
    asked.work();
  }
  if (waiting.size && paused.size) setTimeout(takePlaces);
}

/** Give the places of callers that have not asked for more at once to others: they may wait for these themselves. */
function takePlaces() {
  for (const asked of [...paused].slice(0, waiting.size)) leave(asked);
  fillPlaces();
}

/** @param {Asked} asked */
const leave = (asked) => [waiting, placed, paused].forEach((some) => some.delete(asked));

export class Asked {
  /** @type {Host | null} */
  #host = null;
  #request;
  #signal;
  #isAtWork = true;
  /** @type {Reply[]} */
  #replies = [];
  /** @type {PromiseWithResolvers<Reply> | null} */
  #waiting = null;
  /** @type {{ reason: unknown } | null} */
  #failure = null;

  /** @param {string} question @param {any} puzzle @param {import("./index.js").Options} options */
  constructor(question, puzzle, { signal, grid, seconds }) {
    signal?.throwIfAborted();
    this.#signal = signal;
    this.#request = { question, puzzle, options: { grid, seconds } };
    signal?.addEventListener("abort", this.#abort);
    waiting.add(this);
    fillPlaces();
  }

  /** There is a place: begin, or go on after a pause. */
  work() {
    try {
      if (this.#host) return this.#host.post({ more: true });
      this.#host = idle.pop() ?? startWorker();
      this.#host.onreply = (reply) => this.#receive(reply);
      this.#host.onlost = (reason) => this.#fail(new Error(`the worker of nonocsp has ended: ${reason}`));
      this.#host.keep(true);
      this.#host.post(this.#request);
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      this.#fail(name === "DataCloneError" ? new PuzzleError(`expected plain data: ${message}`) : error);
    }
  }

  /** The next part of the answer; the last one is its result. */
  async next() {
    if (this.#failure) throw this.#failure.reason;
    if (!this.#isAtWork && !this.#replies.length) {
      this.#isAtWork = true;
      if (paused.delete(this)) this.work();
      else {
        waiting.add(this);
        fillPlaces();
      }
    }
    if (!this.#replies.length) this.#waiting = withResolvers();
    const { part, result, error } = this.#waiting
      ? await this.#waiting.promise
      : /** @type {Reply} */ (this.#replies.shift());
    if (error) throw made(error);
    return part === undefined ? { part: result, isLast: true } : { part, isLast: false };
  }

  /** Give the worker back, or end it if it is at work. */
  close() {
    if (this.#failure) return;
    const host = this.#host;
    if (!host || this.#isAtWork || idle.length === KEPT) return this.#fail(new Error("closed"));
    this.#signal?.removeEventListener("abort", this.#abort);
    host.post({ enough: true });
    host.keep(false);
    host.onlost = () => idle.splice(idle.indexOf(host), 1);
    idle.push(host);
    leave(this);
    fillPlaces();
  }

  #abort = () => this.#fail(this.#signal?.reason);

  /** @param {Reply} reply */
  #receive(reply) {
    this.#isAtWork = reply.part !== undefined && !reply.pauses;
    if (reply.pauses) {
      paused.add(this);
      fillPlaces();
    }
    if (!this.#waiting) return void this.#replies.push(reply);
    this.#waiting.resolve(reply);
    this.#waiting = null;
  }

  /** @param {unknown} reason */
  #fail(reason) {
    if (this.#failure) return;
    this.#failure = { reason };
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#host?.end();
    this.#waiting?.reject(reason);
    leave(this);
    fillPlaces();
  }
}

// As Promise.withResolvers, which Node.js 20 lacks.
/** @returns {PromiseWithResolvers<any>} */
function withResolvers() {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

/** An error of a worker, as the caller gets it. @param {Fault} error */
function made({ name, message, limit }) {
  if (name === "LimitReached") return new LimitReached(limit ?? "");
  if (name === "OptionError") return new OptionError(message);
  if (name === "PuzzleError") return new PuzzleError(message);
  return Object.assign(new Error(message), { name });
}
