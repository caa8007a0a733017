// What differs between browsers, Node.js and Deno: how a worker is started, and where the kernel is read.

import createKernel from "./kernel.js";

/**
 * @typedef {{ post: (request: object) => void, onreply: (reply: any) => void, onlost: (reason: string) => void,
 *   keep: (isBusy: boolean) => void, end: () => void }} Host
 */

/** A module of Node.js; undefined in browsers. Imports would stop bundlers. @param {string} name @returns {any} */
const ofNode = (name) => /** @type {any} */ (globalThis).process?.getBuiltinModule?.(name);

/** A worker that answers questions; while `keep(false)` holds it does not keep Node.js from ending. @returns {Host} */
export function startWorker() {
  /** @type {Host} */
  const host = { post: () => {}, onreply: () => {}, onlost: () => {}, keep: () => {}, end: () => {} };
  // Bundlers find the file of the worker by these words.
  if (typeof Worker !== "undefined") {
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    host.post = (request) => worker.postMessage(request);
    host.end = () => worker.terminate();
    worker.onmessage = ({ data }) => host.onreply(data);
    worker.onerror = (event) => {
      event.preventDefault();
      host.onlost(event.message || "it could not be loaded");
    };
    return host;
  }
  const { Worker: Thread } = ofNode("worker_threads");
  const file = "./worker.js"; // not in the address: bundlers would pack it twice
  const thread = new Thread(new URL(file, import.meta.url));
  host.post = (request) => thread.postMessage(request);
  host.keep = (isBusy) => (isBusy ? thread.ref() : thread.unref());
  host.end = () => {
    host.onlost = () => {};
    thread.terminate();
  };
  thread.on("message", (/** @type {any} */ data) => host.onreply(data));
  thread.on("error", (/** @type {Error} */ error) => host.onlost(error.message));
  thread.on("exit", () => host.onlost("it has stopped"));
  return host;
}

/** The other end, in the worker. */
export function port() {
  const parent = ofNode("worker_threads")?.parentPort;
  return {
    /** @param {object} reply */
    post: (reply) => (parent ?? globalThis).postMessage(reply),
    /** @param {(request: any) => void} receive */
    listen: (receive) => {
      if (parent) parent.on("message", receive);
      else globalThis.onmessage = ({ data }) => receive(data);
    },
  };
}

/** The kernel, compiled. @returns {Promise<any>} */
export async function loadKernel() {
  const address = new URL("./kernel.wasm", import.meta.url);
  const files = address.protocol === "file:" ? ofNode("fs") : null;
  // The default fetches it.
  return createKernel(files ? { wasmBinary: files.readFileSync(address) } : { locateFile: () => address.href });
}

/** Cores that there are to work on. */
export const cores = () => ofNode("os")?.availableParallelism?.() || globalThis.navigator?.hardwareConcurrency || 1;
