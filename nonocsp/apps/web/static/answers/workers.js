// Answers of this browser: the kernel as WebAssembly, and the Python package in Pyodide, in web workers.
//
// The kernel is loaded first and answers what it can. Python, which is twenty times as large, is started by the first
// question that needs it, and on a desk also when the page is idle.

import { isGenerous, whenIdle } from "../page/idle.js";
import { Refusal } from "./lines.js";
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

// Python is loaded after the kernel, which it needs.
const startPython = worker("./python_worker.js", ["python/pyodide.asm.wasm", KERNEL], () => kernel.warm(1));
const python = new Pool("Python", startPython, 2);

// A Python of its own, for the cells of a notebook: one worker, which keeps what they define.
export const openPython = () => new Pool("Python", startPython, 1);

// A worker that reads photographs, see photo.js.
export const openPhotoWorker = worker("./photo_worker.js", [KERNEL]);

/** @param {Question} question @param {object} data @param {Asking<any>} options */
export async function answer(question, data, options) {
  if (options.isCheap && !python.isReady) throw new Refusal("away", "not loaded");
  const isEarly = KERNEL_QUESTIONS.includes(question) && !python.isReady;
  return isEarly ? early(question, data, options) : python.answer(question, data, options);
}

/** Whether one could not be loaded. @param {unknown} error */
const isAway = (error) => error instanceof Refusal && error.kind === "away";

// The kernel's answer if it is whole; if not, it is progress, and Python's follows. Where Python cannot be loaded it stands.
/** @param {Question} question @param {object} data @param {Asking<any>} options */
async function early(question, data, options) {
  /** @type {any} */
  let found;
  try {
    const answer = await kernel.answer(question, data, options);
    if (answer.isWhole) return answer.found;
    found = answer.found;
  } catch (error) {
    if (!isAway(error)) throw error;
  }
  if (found) options.progress?.(found);
  try {
    return await python.answer(question, data, options);
  } catch (error) {
    if (found && isAway(error)) return found;
    throw error;
  }
}

// Call `listener` with a text while questions wait for Python to load, with "" when none does.
/** @param {(text: string) => void} listener */
export function onWaiting(listener) {
  python.onchange = () => listener(python.isLoading ? t`Loading Python…` : "");
}

// Once the first view stands: the kernel, and a copy of the files for use without a connection, see service_worker.js.
export function prepare() {
  whenIdle(async () => {
    kernel.warm(1);
    await keepFiles();
    if (isGenerous()) whenIdle(() => python.warm(1));
  });
}

async function keepFiles() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // What the page had loaded before the service worker saw its requests.
  const loaded = () => keep(performance.getEntriesByType("resource").map(({ name }) => name));
  serviceWorker.addEventListener("controllerchange", loaded, { once: true });
  serviceWorker.register(new URL("sw.js", PAGE)).catch(() => {});
  await serviceWorker.ready;
}

/** @param {string[] | null} addresses null for all files */
const keep = (addresses) => navigator.serviceWorker?.controller?.postMessage({ keep: addresses });

python.onready = () => isGenerous() && keep(null);
