// What emscripten makes of the kernel, see `nonocsp/core/kernel/browser/build.py`.

/** Make a kernel; `options` as emscripten's modules take them. */
export default function createKernel(options?: object): Promise<any>;
