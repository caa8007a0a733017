// Work that can wait.

/** @type {(run: () => unknown) => unknown} */
export const whenIdle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 200));

// Whether to load what nobody has asked for: at a desk, with enough memory, on a fast network that is not counted.
export function isGenerous() {
  const { connection, deviceMemory = 8 } = /** @type {any} */ (navigator);
  const isFast = !connection?.saveData && ["4g", undefined].includes(connection?.effectiveType);
  return isFast && deviceMemory >= 4 && matchMedia("(pointer: fine)").matches;
}
