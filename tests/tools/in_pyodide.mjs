// Run Python under Pyodide with the WebAssembly kernel, in Node:
//
//   node tests/tools/in_pyodide.mjs PYODIDE KERNEL '{"/folder in Pyodide": "/folder here", …}' 'code'
//
// KERNEL is the folder that `build_kernel` wrote. The process exits with what the code leaves in `exit`.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodideFolder, kernelFolder, folders, code] = process.argv.slice(2);
const imported = (path) => import(pathToFileURL(path));
const { loadPyodide } = await imported(`${pyodideFolder}/pyodide.mjs`);
const { default: createKernel } = await imported(`${kernelFolder}/kernel.js`);

const pyodide = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1", HOME: "/tmp" } });
pyodide.registerJsModule(
  "nonocsp_kernel_js",
  await createKernel({ wasmBinary: readFileSync(`${kernelFolder}/kernel.wasm`) }),
);
for (const [inside, here] of Object.entries(JSON.parse(folders))) {
  pyodide.FS.mkdirTree(inside);
  pyodide.mountNodeFS(inside, here);
}
try {
  pyodide.runPython(`exit = 0\n${code}`);
} catch (error) {
  // Node would print the line of Pyodide that threw it, which is its whole source.
  console.error(error.message);
  process.exit(1);
}
process.exit(pyodide.globals.get("exit"));
