// What `.ci/npm` makes of small.wasm, see `nonocsp/core/kernel/browser/small.cpp`.

/** Compressed by deflate, as base64. */
declare const packed: string;
export default packed;
