// What src/bindings/javascript.hpp asks of JavaScript beyond embind; a library of emscripten, linked into kernel.js.

mergeInto(LibraryManager.library, {
  nonocsp_whole__deps: ["$Emval"],
  nonocsp_whole: function (handle, to) {
    var value = Emval.toValue(handle);
    var limit = BigInt(2) ** BigInt(64);
    if (value === Infinity) value = limit - BigInt(1);
    if (Number.isSafeInteger(value)) {
      var low = value % 4294967296;
      HEAP32[to >> 2] = low;
      HEAP32[(to >> 2) + 1] = (value - low) / 4294967296 - (low < 0 ? 1 : 0);
      return value < 0 ? 2 : 1;
    }
    if (Number.isInteger(value)) value = BigInt(value);
    if (typeof value != "bigint" || value >= limit || -value > limit / BigInt(2)) return 0;
    HEAP32[to >> 2] = Number(BigInt.asIntN(32, value));
    HEAP32[(to >> 2) + 1] = Number(BigInt.asIntN(32, value >> BigInt(32)));
    return value < 0 ? 2 : 1;
  },

  nonocsp_big__deps: ["$Emval"],
  nonocsp_big: function (low, high) {
    return Emval.toHandle((BigInt(high >>> 0) << BigInt(32)) + BigInt(low >>> 0));
  },

  nonocsp_is_bytes__deps: ["$Emval"],
  nonocsp_is_bytes: function (handle) {
    return Emval.toValue(handle) instanceof Uint8Array;
  },

  nonocsp_call__deps: ["$Emval"],
  nonocsp_call: function (handle, values, hasThrown) {
    try {
      return Emval.toHandle(Emval.toValue(handle).apply(null, Emval.toValue(values)));
    } catch (error) {
      HEAP32[hasThrown >> 2] = 1;
      return Emval.toHandle([error]);
    }
  },

  nonocsp_throw: function (name, message) {
    var error = new Error(UTF8ToString(message));
    error.name = UTF8ToString(name);
    throw error;
  },
});
