// The kernel from a compiled module, without fetching it again.

export async function createKernel(page, module) {
  const { default: create } = await import(new URL("kernel/kernel.js", page).href);
  return create({
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
  });
}
