import assert from "node:assert/strict";
import { test } from "node:test";
import { differing } from "./game.mjs";

test("the example of the README", async () => {
  assert.deepEqual(
    await differing([
      [1, 1],
      [0, 1],
    ]),
    [],
  );
  assert.deepEqual(
    await differing([
      [1, 0],
      [0, 1],
    ]),
    [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  );
});
