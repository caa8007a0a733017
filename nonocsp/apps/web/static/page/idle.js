// Work that can wait.

/** @type {(run: () => unknown) => unknown} */
export const whenIdle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 200));

// The browser may paint, and take what is typed, before the work goes on.
export const breath = () => new Promise((done) => setTimeout(done));

// Whether to load what nobody has asked for: at a desk, with enough memory, on a fast network that is not counted.
export function isGenerous() {
  const { connection, deviceMemory = 8 } = /** @type {any} */ (navigator);
  const isFast = !connection?.saveData && ["4g", undefined].includes(connection?.effectiveType);
  return isFast && deviceMemory >= 4 && matchMedia("(pointer: fine)").matches;
}

// Work that follows a key or a pointer once the page has shown what that did: each function once, in the order of first
// calls. Where nothing is shown, at once.
/** @type {Set<() => void>} */
const waiting = new Set();

/** @param {() => void} run */
export function afterPaint(run) {
  waiting.add(run);
  if (waiting.size > 1) return;
  if (!globalThis.requestAnimationFrame) flush();
  else if (document.hidden) setTimeout(flush);
  else requestAnimationFrame(() => setTimeout(flush));
}

function flush() {
  const runs = [...waiting];
  waiting.clear();
  for (const run of runs) run();
}
