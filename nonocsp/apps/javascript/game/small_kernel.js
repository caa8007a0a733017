// The small kernel under the names of the whole one, as far as `KernelQuestions` needs them for games; see `small.cpp`.

import packed from "./small_wasm.js";

/** @typedef {[rows: number, columns: number, colours: number, ...arrays: Uint8Array[]]} Given see `packed` in puzzle.js */

// Bytes of a hint, which looks at one line after another.
const MEMORY = 2 ** 30;

/** Compile the kernel. When it has thrown anything, another one must be loaded. @returns {Promise<any>} */
export async function loadSmallKernel() {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const module = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
  /** @type {SmallKernel} */
  let kernel;
  /** @type {Record<string, (...given: any[]) => any>} */
  const host = {
    fail(message) {
      throw new Error(kernel.text(message));
    },
    end(name) {
      throw new Error(`the kernel has ended (${name}); there may be too little memory`);
    },
    clock_time_get(_clock, _precision, at) {
      kernel.view(at, 8).setBigUint64(0, BigInt(Math.round(1e6 * performance.now())), true);
      return 0;
    },
    emscripten_notify_memory_growth() {},
  };
  /** @type {WebAssembly.Imports} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module))
    (imports[from] ??= {})[name] = host[name] ?? (() => host.end(name));
  kernel = new SmallKernel((await WebAssembly.instantiate(module, imports)).exports);
  return kernel;
}

class SmallKernel {
  #wasm;

  /** @param {any} wasm its exports */
  constructor(wasm) {
    this.#wasm = wasm;
    wasm._initialize();
    this.longest_line = wasm.longest_line();
    const kernel = this;
    this.Options = class {};
    this.Puzzle = class {
      /** @param {Given} given */
      constructor(...given) {
        this.given = given;
      }
      delete() {}
    };
    this.Search = class {
      #question;
      #cells;

      /** @param {{ given: Given }} puzzle @param {Uint8Array | null} known @param {object} _options
       * @param {number} seconds @param {number} _nodes @param {number} memory */
      constructor({ given }, known, _options, seconds, _nodes, memory) {
        this.#question = kernel.ask(given, known, seconds, memory);
        this.#cells = given[0] * given[1];
      }
      next() {
        const why = wasm.next(this.#question);
        return why ? kernel.text(why) || undefined : kernel.bytes(wasm.cells(this.#question), this.#cells).slice();
      }
      stats() {}
      delete() {
        wasm.end(this.#question);
      }
    };
  }

  /** @param {{ given: Given }} puzzle @param {Uint8Array | null} known @param {number} seconds */
  hint({ given }, known, seconds) {
    const question = this.ask(given, known, seconds, MEMORY);
    const found = this.text(this.#wasm.hint(question));
    this.#wasm.end(question);
    return found[0] === "[" ? JSON.parse(found) : found || undefined;
  }

  /** @param {Given} given @param {Uint8Array | null} known @param {number} seconds @param {number} memory */
  ask([rows, columns, colours, ...arrays], known, seconds, memory) {
    const [counts, lengths, paints, joints] = arrays;
    const parts = [counts, lengths, paints, joints, ...(known ? [known] : [])];
    let at = this.#wasm.room(parts.reduce((sum, part) => sum + part.length, 0));
    for (const part of parts) {
      this.bytes(at, part.length).set(part);
      at += part.length;
    }
    return this.#wasm.ask(rows, columns, colours, paints.length, Number(known !== null), seconds, memory);
  }

  /** @param {number} at @param {number} length */
  bytes(at, length) {
    return new Uint8Array(this.#wasm.memory.buffer, at, length);
  }

  /** @param {number} at @param {number} length */
  view(at, length) {
    return new DataView(this.#wasm.memory.buffer, at, length);
  }

  /** What is written there, up to a zero. @param {number} at */
  text(at) {
    const bytes = new Uint8Array(this.#wasm.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}
