// Answers of this browser: the kernel as WebAssembly, and the Python package in Pyodide, in web workers.
//
// Python is loaded when the page is idle, or when it is asked for. The kernel alone is there within milliseconds:
// it decides whether a puzzle has one solution before Python is loaded, and while Python is busy.

import { whenIdle } from "../page/idle.js";
import { Pool } from "./pool.js";
import { t } from "../page/language.js";

const PAGE = document.baseURI;

// Questions that the kernel can answer without Python.
const KERNEL_QUESTIONS = ["check", "solve", "hint", "generate", "parse"];

// Each WebAssembly file is compiled once, and given to all workers.
const compiled = new Map();

/** @param {string} path */
function moduleOf(path) {
  if (!compiled.has(path)) {
    const made = compile(new URL(path, PAGE));
    made.catch(() => compiled.delete(path)); // the next worker tries again
    compiled.set(path, made);
  }
  return compiled.get(path);
}

/** @param {URL} address */
async function compile(address) {
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // A host that sends another type than that of WebAssembly.
    return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  }
}

// A function that starts a worker: its script, and the files of WebAssembly that it takes when `turn` has come.
/** @type {(script: string, paths: string[], turn?: () => unknown) => () => Worker} */
const worker =
  (script, paths, turn = () => {}) =>
  () => {
    const made = new Worker(new URL(script, import.meta.url), { type: "module" });
    Promise.resolve(turn())
      .then(() => Promise.all(paths.map(moduleOf)))
      .then(
        (modules) => made.postMessage({ start: PAGE, modules }),
        (error) => made.dispatchEvent(new MessageEvent("message", { data: { lost: error.message } })),
      );
    return made;
  };
const KERNEL = "kernel/kernel.wasm";
const kernel = new Pool("The kernel", worker("./kernel_worker.js", [KERNEL]), 2);

// Python, which is ten times as large, is loaded after the kernel, so that the first verdict does not wait for it.
const startPython = worker("./python_worker.js", ["python/pyodide.asm.wasm", KERNEL], () => kernel.warm(1));
const python = new Pool("Python", startPython, 2);

// A Python of its own, for the cells of a notebook: one worker, which keeps what they define.
export const openPython = () => new Pool("Python", startPython, 1);

// A worker that reads photographs, see photo.js.
export const openPhotoWorker = worker("./photo_worker.js", [KERNEL]);

/** @param {Question} question @param {object} data @param {Asking<any>} options */
export function answer(question, data, options) {
  const isEarly = KERNEL_QUESTIONS.includes(question) && !python.isReady;
  return isEarly ? early(question, data, options) : python.answer(question, data, options);
}

// The kernel's answer if it is whole; if not, it is progress, and Python's follows.
/** @param {Question} question @param {object} data @param {Asking<any>} given */
async function early(question, data, { signal, progress }) {
  const own = new AbortController();
  signal?.addEventListener("abort", () => own.abort(signal.reason), { once: true });
  const options = { signal: own.signal, progress };
  const second = python.answer(question, data, options);
  const first = kernel.answer(question, data, options).then(({ found, isWhole }) => {
    if (isWhole) return found;
    if (found) progress?.(found);
    return second;
  });
  try {
    return await Promise.any([first, second]);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    own.abort();
  }
}

// Call `listener` with a text while questions wait for Python to load, with "" when none does.
/** @param {(text: string) => void} listener */
export function onWaiting(listener) {
  python.onchange = () => listener(python.isLoading ? t`Loading Python…` : "");
}

// Load Python when nothing else is to be done; after that all files are kept for work without a connection.
export function prepare() {
  whenIdle(() => python.warm(1));
}

python.onready = () => navigator.serviceWorker?.register(new URL("sw.js", PAGE)).catch(() => {});
