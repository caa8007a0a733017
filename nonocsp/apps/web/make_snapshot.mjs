// Write the memory of Python after it has loaded the package, compressed: `python_worker.js` starts from it.
// Usage: node make_snapshot.mjs FOLDER, the folder python of a page.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

// Without this, Node.js prints the line of code that threw, of which Pyodide has one of a megabyte.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const folder = `${process.argv[2]}/`;
const { loadPyodide } = await import(pathToFileURL(`${folder}pyodide.mjs`));
const pyodide = await loadPyodide({ indexURL: folder, _makeSnapshot: true });
const archives = ["nonocsp.zip", "libraries.zip"];
for (const name of archives) pyodide.FS.writeFile(`/lib/${name}`, readFileSync(folder + name));
pyodide.runPython(`
import gc, sys
sys.path[:0] = ["/lib/nonocsp.zip", "/lib/libraries.zip"]
import in_browser
in_browser.load()
gc.collect()
`);
// Not named as a compressed file: some hosts have browsers decompress those.
writeFileSync(`${folder}snapshot.bin`, gzipSync(pyodide.makeMemorySnapshot(), { level: 6 }));
