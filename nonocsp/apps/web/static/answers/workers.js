// Answers of this browser: the kernel as WebAssembly, and the Python package in Pyodide, each in web workers.
//
// The kernel alone starts within milliseconds and answers whether a puzzle has one solution; all else waits
// for Python, which is loaded when the page is idle, or when it is asked for.

import { Pool } from "./pool.js";

const PAGE = document.baseURI;
const url = (path) => new URL(path, PAGE).href;

// Each WebAssembly file is compiled once and given to all workers.
const compiled = new Map();

function module(path) {
  if (!compiled.has(path)) {
    const made = compile(url(path));
    made.catch(() => compiled.delete(path)); // tried again with the next worker
    compiled.set(path, made);
  }
  return compiled.get(path);
}

async function compile(address) {
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // A host that does not know the type of the file, or the connection.
    return WebAssembly.compile(await (await fetch(address)).arrayBuffer());
  }
}

function start(script, modules) {
  const worker = new Worker(new URL(script, import.meta.url), { type: "module" });
  Promise.all(modules.map(module)).then(
    (made) => worker.postMessage({ start: PAGE, modules: made }),
    (error) => worker.onmessage({ data: { lost: error.message } }),
  );
  return worker;
}

const python = new Pool(() => start("./python_worker.js", ["python/pyodide.asm.wasm", "kernel/kernel.wasm"]), 2);

export const answer = (question, data, options) => python.answer(question, data, options);

export function onWaiting(listener) {
  python.onchange = () => listener(python.isLoading ? "Loading Python…" : "");
}

// Python is loaded when nothing else is to be done, and one worker more to spare when that is there.
const idle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 200));
addEventListener("load", () => setTimeout(() => idle(() => python.warm(1)), 500));
if (document.readyState === "complete") setTimeout(() => idle(() => python.warm(1)), 500);
