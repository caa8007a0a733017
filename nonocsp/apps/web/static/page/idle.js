// Work that can wait.

/** @type {(run: () => unknown) => unknown} */
export const whenIdle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 200));
