// Photographs are read by the server. It keeps nothing: each step that looks at the picture sends it again.

import { ask } from "../page/api.js";
import { base64, bytesOf } from "../page/files.js";
import { t } from "../page/language.js";

/** @typedef {import("./photo.js").Sheet} Sheet */

// Bytes of a picture in a request, with room for the rest of it.
const MOST = 5_000_000;

// How a picture is written, the first that is small enough; screenshots stay as they are.
/** @type {[type: string, quality?: number][]} */
const FORMS = [["image/png"], ["image/jpeg", 0.95], ["image/jpeg", 0.8], ["image/jpeg", 0.5]];

export class PhotoReader {
  #picture = "";
  #stopped = new AbortController();

  close() {
    this.#stopped.abort();
  }

  /** @param {HTMLCanvasElement} canvas */
  async load(canvas) {
    for (const [type, quality] of FORMS) {
      const blob = await new Promise((/** @type {BlobCallback} */ done) => canvas.toBlob(done, type, quality));
      if (!blob || blob.size > MOST) continue;
      this.#picture = base64(new Uint8Array(await blob.arrayBuffer()));
      return;
    }
    throw new Error(t`The picture is too large.`);
  }

  /** @template {Question} Q @param {Q} question @param {object} data */
  #ask(question, data) {
    return ask(question, data, { signal: this.#stopped.signal });
  }

  /** @param {{ corners: number[], rows: number, columns: number }} [within] @returns {Promise<Sheet[]>} */
  async find(within) {
    const { sheets } = await this.#ask("sheets", { base64: this.#picture, ...within });
    return sheets.map((/** @type {any} */ { nodes, counts, arcs, crops, ...rest }) => ({
      ...rest,
      crops: bytesOf(crops),
      clues: [nodes, counts, arcs].map(bytesOf),
    }));
  }

  /** @param {import("./photo.js").Part} part */
  async straighten(part) {
    const found = await this.#ask("straighten", { base64: this.#picture, ...part });
    return createImageBitmap(new Blob([bytesOf(found.base64)]));
  }

  /** @param {Sheet[]} sheets */
  correct(sheets) {
    const graphs = sheets.map(({ rows, columns, colours, clues }) => {
      const [nodes, counts, arcs] = clues.map(base64);
      return { rows, columns, colours: Math.max(1, colours.length), nodes, counts, arcs };
    });
    return this.#ask("readings", { sheets: graphs });
  }
}
