// A worker with the Python package: it takes {question, text} with the data as JSON, and posts the lines of the
// answer, as `nonocsp.apps.web.endpoints.respond` gives them.

let respond = null;

onmessage = async ({ data }) => {
  try {
    if (data.start) {
      respond = await load(data.start, ...data.modules);
      postMessage({ ready: true });
    } else {
      const send = (line) => postMessage({ line });
      send(respond(data.question, data.text, send));
      postMessage({ end: true });
    }
  } catch (error) {
    // Python answers its own errors: what comes here has ended the interpreter, memory most likely.
    postMessage({ lost: error.message.includes("emory") ? "out of memory" : error.message.trim().split("\n").at(-1) });
  }
};

async function load(page, engine) {
  const folder = new URL("python/", page).href;
  const bytes = async (name) => {
    const found = await fetch(folder + name);
    if (!found.ok) throw new Error(`${name}: ${found.status}`);
    return new Uint8Array(await found.arrayBuffer());
  };
  const archives = ["nonocsp.zip", "libraries.zip"];
  const fetched = archives.map(bytes);
  share(engine);
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  // Packages are not loaded from elsewhere: the list of what there is stays empty.
  const lockFileContents = { info: { arch: "wasm32", platform: "", version: "", python: "" }, packages: {} };
  const pyodide = await loadPyodide({ indexURL: folder, lockFileContents, checkAPIVersion: false });
  for (const [i, name] of archives.entries()) pyodide.FS.writeFile(`/lib/${name}`, await fetched[i]);
  pyodide.globals.set("archives", pyodide.toPy(archives.map((name) => `/lib/${name}`)));
  return pyodide.runPython(START);
}

const START = `
import json, sys
sys.path[:0] = archives
from nonocsp.apps.web.endpoints import respond

lambda question, text, send: respond(question, json.loads(text), send)
`;

// Pyodide fetches and compiles its WebAssembly itself; the page has compiled it already.
function share(engine) {
  const { fetch } = globalThis;
  globalThis.fetch = (address, ...rest) =>
    String(address).endsWith("/pyodide.asm.wasm") ? Promise.resolve(new Response()) : fetch(address, ...rest);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    globalThis.fetch = fetch;
    return { module: engine, instance: await WebAssembly.instantiate(engine, imports) };
  };
}
