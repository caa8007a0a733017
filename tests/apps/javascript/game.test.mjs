import assert from "node:assert/strict";
import { test } from "node:test";
import { tested } from "./game.mjs";

test("the example of the README", async () => {
  assert.deepEqual(
    (
      await tested([
        [1, 1],
        [0, 1],
      ])
    ).rows,
    [[2], [1]],
  );
  await assert.rejects(
    tested([
      [1, 0],
      [0, 1],
    ]),
    /they differ in \[\[0,0\],\[1,0\],\[0,1\],\[1,1\]\]/,
  );
});
