// The kernel from a compiled module, without fetching it again.

/** @param {string} page @param {WebAssembly.Module} module */
export async function createKernel(page, module) {
  const { default: create } = await import(new URL("kernel/kernel.js", page).href);
  return create({
    /** @param {WebAssembly.Imports} imports @param {(instance: WebAssembly.Instance) => void} done */
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
  });
}
