// Photographs are read in a worker of their own, which is started when the first one is chosen.

import { Refusal } from "./lines.js";
import { openPhotoWorker } from "./workers.js";
import { penOf } from "../page/dom.js";
import { t } from "../page/language.js";

/**
 * @typedef {[number, number, number]} Rgb
 * @typedef {{ from: number, to: number, box: [number, number, number, number], ink: Rgb, paper: Rgb }} NumberImage
 *   the groups of digits, the box in pixels of the picture
 * @typedef {{ is_straightened: boolean, lined_left: boolean, lined_above: boolean }} Layout lines around every number of
 *   the rows, of the columns
 * @typedef {{ layout: Layout, rows: number, columns: number, points: number[], others: number, is_cut_off: boolean,
 *   lines: NumberImage[][], crops: Uint8Array, colours: Rgb[], clues: Uint8Array[] }} Sheet
 * @typedef {import("./photo_worker.js").Calls} Calls
 * @typedef {{ corners: number[], rows: number, columns: number }} Within x and y of the corners of the solution: top left,
 *   top right, bottom left, bottom right
 * @typedef {{ points: number[], rows: number, columns: number, above: number, left: number, cell: number }} Part
 * @typedef {{ sheet: number, cost: number, solutions: number, clues: Block[][] }} Reading `sheet`: which of those given
 * @typedef {{ readings: Reading[], is_complete: boolean }} Corrected
 */

export class PhotoReader {
  #worker = openPhotoWorker();
  /** @type {{ resolve: (result: any) => void, reject: (error: unknown) => void }[]} */
  #asked = [];
  /** @type {PromiseWithResolvers<void>} */
  #ready = Promise.withResolvers();

  constructor() {
    this.#ready.promise.catch(() => {});
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(event.message);
    };
  }

  close() {
    this.#worker.terminate();
    for (const { reject } of this.#asked.splice(0)) reject(new DOMException("Stopped", "AbortError"));
  }

  /** @param {HTMLCanvasElement} canvas */
  load(canvas) {
    const { width, height } = canvas;
    const { data } = penOf(canvas).getImageData(0, 0, width, height);
    return this.#ask("load", { rgba: data, width, height }, [data.buffer]);
  }

  /** What may be the puzzle in the picture; none without a grid. @param {Within} [within] */
  find(within) {
    return this.#ask("find", within);
  }

  /** A picture of the cells of a part. @param {Part} part */
  straighten(part) {
    return this.#ask("straighten", part);
  }

  /** The readings whose puzzle has a solution, the best first. @param {Sheet[]} sheets */
  correct(sheets) {
    return this.#ask("correct", sheets);
  }

  /** A call of photo_worker.js; they are answered in their order.
   * @template {keyof Calls} C @param {C} call @param {Parameters<Calls[C]>[0]} [data] @param {Transferable[]} [moved]
   * @returns {Promise<Awaited<ReturnType<Calls[C]>>>} */
  async #ask(call, data, moved = []) {
    await this.#ready.promise;
    return new Promise((/** @type {(result: any) => void} */ resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#worker.postMessage({ call, data }, moved);
    });
  }

  /** @param {{ ready?: boolean, lost?: string, result?: any, error?: string }} message */
  #receive({ ready, lost, result, error }) {
    if (ready) this.#ready.resolve();
    else if (lost !== undefined) this.#fail(lost);
    else if (error !== undefined) this.#asked.shift()?.reject(new Refusal("input", error));
    else this.#asked.shift()?.resolve(result);
  }

  /** @param {string} why */
  #fail(why) {
    const name = t`The reader of photographs`;
    const refusal = new Refusal("away", t`${name} could not be loaded: ${why || t`is there a connection?`}`);
    this.#ready.reject(refusal);
    for (const { reject } of this.#asked.splice(0)) reject(refusal);
  }
}
