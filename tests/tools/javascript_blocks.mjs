// The `js` blocks of a Markdown page as modules: node tests/tools/javascript_blocks.mjs PAGE FOLDER
//
// A line "EXPRESSION; // VALUE", with a value as JavaScript writes it, becomes a test that they are equal. Other comments
// stay comments. `block-1.mjs` and so on can be run where the package is installed, or checked by tsc.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const VALUE = /^(\s*)(\S.*); \/\/ ((?:true|false|null|-?\d|"|\[|\{).*)$/gm;

const [page, folder] = process.argv.slice(2);
const blocks = [...readFileSync(page, "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(([, block]) => block);
mkdirSync(folder, { recursive: true });
for (const [number, block] of blocks.entries()) {
  const tested = block.replace(VALUE, "$1assert.deepEqual($2, $3);");
  const head = tested === block ? "" : 'import assert from "node:assert/strict";\n';
  writeFileSync(join(folder, `block-${number + 1}.mjs`), head + tested);
}
if (blocks.length === 0) throw new Error(`${page} has no blocks`);
