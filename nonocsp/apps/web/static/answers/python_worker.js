// A worker with the Python package: it takes {question, text} with the data as JSON, and posts the lines of the
// answer, as `respond` of nonocsp/apps/web/endpoints.py gives them.

import { createKernel } from "./kernel.js";
import { reason } from "./lines.js";

/** @type {any} */
let python = null;

onmessage = async ({ data }) => {
  try {
    if (data.start) {
      python = await load(data.start, data.modules[0], data.modules[1]);
      postMessage({ ready: true });
    } else {
      /** @param {Line} line */
      const send = (line) => postMessage({ line });
      send(python.answer(data.question, data.text, send));
      postMessage({ end: true });
    }
  } catch (error) {
    // Python answers its own errors: what comes here has ended the interpreter, memory most likely.
    const words = reason(error);
    postMessage({ lost: words.includes("emory") ? "out of memory" : words.trim().split("\n").at(-1) });
  }
};

// Python with the package, from the memory that it had when the page was built.
/** @param {string} page @param {WebAssembly.Module} engine @param {WebAssembly.Module} kernel */
async function load(page, engine, kernel) {
  const folder = new URL("python/", page).href;
  const archives = ["nonocsp.zip", "libraries.zip"];
  const [{ loadPyodide }, memory, made, ...contents] = await Promise.all([
    import(`${folder}pyodide.mjs`),
    fetched(`${folder}snapshot.bin`, (body) => body.pipeThrough(new DecompressionStream("gzip"))),
    createKernel(page, kernel),
    ...archives.map((name) => fetched(folder + name)),
  ]);
  share(engine, memory.length);
  const pyodide = await loadPyodide({ indexURL: folder, _loadSnapshot: memory });
  // Source lines of tracebacks.
  for (const [i, name] of archives.entries()) pyodide.FS.writeFile(`/lib/${name}`, contents[i]);
  pyodide.registerJsModule("nonocsp_kernel_js", made);
  const python = pyodide.pyimport("in_browser");
  python.connect();
  return python;
}

/** @param {string} address @param {(body: any) => any} [through] */
async function fetched(address, through = (body) => body) {
  const found = await fetch(address);
  if (!found.ok) throw new Error(`${address}: ${found.status}`);
  return new Uint8Array(await new Response(through(found.body)).arrayBuffer());
}

// Have Pyodide take the WebAssembly that the page has compiled, with room for `bytes` of memory: Pyodide
// itself would fetch and compile it again, and does not make room for a snapshot.
/** @param {WebAssembly.Module} engine @param {number} bytes */
function share(engine, bytes) {
  const { fetch } = globalThis;
  globalThis.fetch = (address, ...rest) =>
    String(address).endsWith("/pyodide.asm.wasm") ? Promise.resolve(new Response()) : fetch(address, ...rest);
  /** @type {any} */ (WebAssembly).instantiateStreaming = async (
    /** @type {unknown} */ _,
    /** @type {WebAssembly.Imports} */ imports,
  ) => {
    globalThis.fetch = fetch;
    const instance = /** @type {any} */ (await WebAssembly.instantiate(engine, imports));
    const { memory } = instance.exports;
    memory.grow(Math.max(0, Math.ceil((bytes - memory.buffer.byteLength) / 65536)));
    return { module: engine, instance };
  };
}
