// Web workers that answer questions, one question at a time each.
//
// A worker cannot be interrupted: shared memory, by which one could, needs headers that simple hosts do not
// send. So a cancelled question that does not end soon by itself ends with its worker, and a spare one, already
// started, takes the next question.

import { t } from "../page/language.js";
import { OUT_OF_MEMORY, OUT_OF_TIME, readLine, Refusal, stopped } from "./lines.js";

// Milliseconds that a cancelled question may take to end by itself: less than a new worker takes to start.
const GRACE = 300;

// Seconds of a question without a limit of its own; a question may search several times, each time with
// that limit, and gets some more to end by itself.
const SECONDS = 10;
const SEARCHES = 3;
const MORE = 5;

// Seconds of a question that waits until it is cancelled: more than a timer can count would be none.
const LONGEST = 2_000_000;

/**
 * @typedef {{ question: Question, text: string, progress?: (interim: any) => unknown, resolve: (answer: any) => void,
 *   reject: (reason: unknown) => void, seconds: number }} Job
 * @typedef {{ state: "starting" | "idle" | "busy" | "cancelled", worker: Worker, job: Job | null, result?: any, timer: number }} Member
 */

export class Pool {
  #name;
  #start;
  #most;
  /** @type {Set<Member>} */
  #members = new Set();
  /** @type {Job[]} */
  #waiting = [];
  #isBroken = false;
  /** @type {PromiseWithResolvers<void>} */
  #started = Promise.withResolvers();

  // `start` gives a Worker and is called for each; `most` is their number; `name` is what they load, for messages.
  /** @param {string} name @param {() => Worker} start @param {number} most */
  constructor(name, start, most) {
    this.#name = name;
    this.#start = start;
    this.#most = most;
  }

  // Called whenever a question begins or ceases to wait for a worker to start.
  onchange = () => {};

  // Called whenever a worker has started.
  onready = () => {};

  // Whether questions wait although no worker is at work: the workers are still loading.
  get isLoading() {
    return this.#waiting.length > 0 && [...this.#members].some(({ state }) => state === "starting");
  }

  // Whether a worker is loaded and idle.
  get isReady() {
    return [...this.#members].some(({ state }) => state === "idle");
  }

  /** @param {Question} question @param {any} data @param {Asking<any>} given */
  answer(question, data, { signal, progress, patient }) {
    return new Promise((resolve, reject) => {
      const usual = (data?.seconds > 0 ? Math.min(data.seconds, 60) : SECONDS) * SEARCHES + MORE;
      const seconds = patient ? LONGEST : usual;
      const job = { question, text: JSON.stringify(data), progress, resolve, reject, seconds };
      signal?.addEventListener("abort", () => this.#cancel(job, signal.reason), { once: true });
      this.#isBroken = false;
      this.#waiting.push(job);
      this.#assign();
    });
  }

  // Start workers until there are as many as given. Gives a promise for the end of the first start, good or bad.
  /** @param {number} count */
  warm(count) {
    while (!this.#isBroken && this.#members.size < Math.min(count, this.#most)) this.#add();
    return this.#started.promise;
  }

  // End all workers; what was asked is cancelled.
  close() {
    const jobs = [...this.#waiting.splice(0), ...[...this.#members].map(({ job }) => job)];
    for (const member of this.#members) this.#remove(member);
    for (const job of jobs) job?.reject(new DOMException("Stopped", "AbortError"));
  }

  #assign() {
    for (const member of this.#members) {
      if (member.state === "idle" && this.#waiting.length)
        this.#begin(member, /** @type {Job} */ (this.#waiting.shift()));
    }
    const starting = [...this.#members].filter(({ state }) => state === "starting").length;
    if (this.#waiting.length > starting) this.warm(this.#members.size + 1);
    this.onchange();
  }

  /** @param {Member} member @param {Job} job */
  #begin(member, job) {
    member.state = "busy";
    member.job = job;
    member.result = undefined;
    member.timer = setTimeout(() => {
      this.#replace(member);
      job.reject(stopped(OUT_OF_TIME));
    }, job.seconds * 1000);
    member.worker.postMessage({ question: job.question, text: job.text });
    this.warm(this.#most); // the spare
  }

  /** @param {Member} member */
  #end(member) {
    clearTimeout(member.timer);
    member.state = "idle";
    member.job = null;
    this.#assign();
  }

  /** @param {Job} job @param {unknown} reason */
  #cancel(job, reason) {
    job.reject(reason);
    this.#waiting = this.#waiting.filter((other) => other !== job);
    for (const member of this.#members) {
      if (member.job !== job) continue;
      clearTimeout(member.timer);
      member.state = "cancelled";
      member.timer = setTimeout(() => this.#replace(member), GRACE);
    }
    this.onchange();
  }

  /** @param {Member} member */
  #replace(member) {
    this.#remove(member);
    this.warm(this.#members.size + 1);
    this.#assign();
  }

  /** @param {Member} member */
  #remove(member) {
    clearTimeout(member.timer);
    member.worker.terminate();
    this.#members.delete(member);
  }

  #add() {
    /** @type {Member} */
    const member = { state: "starting", worker: this.#start(), job: null, timer: 0 };
    this.#members.add(member);
    member.worker.onmessage = ({ data }) => this.#receive(member, data);
    member.worker.onerror = (event) => {
      event.preventDefault();
      this.#lose(member, event.message);
    };
  }

  // Messages of a worker: {ready}, {line} of an answer, {end} of it, {lost} with a reason.
  /** @param {Member} member @param {Message} given */
  #receive(member, { ready, line, end, lost }) {
    if (ready) {
      member.state = "idle";
      this.#started.resolve();
      this.onready();
      this.#assign();
    } else if (lost !== undefined) {
      this.#lose(member, lost);
    } else if (end) {
      // The worker is idle before the answer arrives, and takes a question that follows at once.
      const { job, result } = member;
      this.#end(member);
      if (result === undefined) job?.reject(new Refusal("crash", t`the worker gave no answer`));
      else job?.resolve(result);
    } else if (member.state === "busy") {
      const { job } = member;
      try {
        member.result = readLine(line ?? "{}", job?.progress) ?? member.result;
      } catch (error) {
        job?.reject(error);
      }
    }
  }

  // A worker that failed: while it started, questions that wait fail with it, and the next question tries again.
  /** @param {Member} member @param {string | undefined} reason */
  #lose(member, reason) {
    const { state, job } = member;
    this.#remove(member);
    if (state === "starting") {
      this.#isBroken = true;
      this.#started.resolve();
      const why = navigator.onLine ? reason || t`is there a connection?` : t`there is no connection`;
      const refusal = new Refusal("away", t`${this.#name} could not be loaded: ${why}`);
      if (!this.#members.size) for (const each of this.#waiting.splice(0)) each.reject(refusal);
    } else {
      job?.reject(stopped(reason || OUT_OF_MEMORY));
    }
    this.#assign();
  }
}
