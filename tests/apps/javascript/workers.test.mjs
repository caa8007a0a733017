// Many questions at once: no more workers than cores, and whoever waits can be given up.
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { check, count, generate, solutions } from "nonocsp";

const CROSS = { rows: [[1], [1]], cols: [[1], [1]] };
// Many pictures, which no count lists in a test's time.
const WIDE = { rows: Array(24).fill([1, 1]), cols: Array(24).fill([1, 1]) };
const CORES = availableParallelism();

/** How many workers there are and were at most. */
const workers = { now: 0, most: 0, started: 0 };
process.on("worker", (worker) => {
  workers.started += 1;
  workers.most = Math.max(workers.most, (workers.now += 1));
  worker.on("exit", () => (workers.now -= 1));
});

/** Take all places until the answer is called. */
function busy() {
  const end = new AbortController();
  const asked = Array.from({ length: CORES }, () => count(WIDE, { signal: end.signal }).catch(() => "ended"));
  return async () => {
    end.abort();
    assert.deepEqual(await Promise.all(asked), Array(CORES).fill("ended"));
  };
}

/** @param {AsyncIterable<any>} pictures */
async function listed(pictures) {
  const found = [];
  for await (const picture of pictures) found.push(picture);
  return found;
}

for (const number of [64, 500])
  test(`${number} questions at once`, async (t) => {
    const questions = [
      async () => (await check(CROSS)).verdict,
      async () => (await count(CROSS)).at_least,
      async () => (await listed(solutions(CROSS))).length,
      async () => (await generate({ rows: 5, cols: 5, seed: 1 })).seed,
    ];
    const asked = Array.from({ length: number }, (_, i) => questions[i % questions.length]());
    const answers = await Promise.all(asked);
    assert.deepEqual(
      answers,
      Array(number / 4)
        .fill(["multiple", 2n, 2, 1])
        .flat(),
    );
    assert.ok(workers.most <= CORES, `${workers.most} workers on ${CORES} cores`);
    t.diagnostic(`${workers.most} workers at most; peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  });

test("a question that waits can be given up, and the others are answered", async () => {
  const end = busy();
  const given_up = new AbortController();
  const waiting = Array.from({ length: 20 }, (_, i) => check(CROSS, i % 2 ? { signal: given_up.signal } : {}));
  const { started } = workers;
  given_up.abort(new Error("enough"));
  for (const each of waiting.filter((_, i) => i % 2)) await assert.rejects(each, { message: "enough" });
  assert.equal(workers.started, started);
  await end();
  for (const { verdict } of await Promise.all(waiting.filter((_, i) => i % 2 === 0))) assert.equal(verdict, "multiple");
});

test("seconds count from the start of the work", async () => {
  const end = busy();
  const waiting = check(WIDE, { seconds: 2 });
  await new Promise((resolve) => setTimeout(resolve, 2200));
  await end();
  assert.equal((await waiting).verdict, "multiple");
});

test("pictures that nobody asks for take no place", async () => {
  const open = Array.from({ length: CORES + 1 }, () => solutions(WIDE));
  for (const each of open) await each.next();
  // One within another, and a question after each picture.
  const seen = [];
  for await (const picture of solutions(CROSS))
    for await (const other of solutions(CROSS)) {
      const cols = picture[0].map((cell, x) => (cell && other[0][x] ? [1] : []));
      const { verdict } = await check({ rows: [[1]], cols });
      seen.push(verdict);
    }
  assert.deepEqual(seen, ["unique", "none", "none", "unique"]);
  for (const each of open) {
    assert.equal((await each.next()).value.length, 24);
    await each.return();
  }
  const end = busy();
  const given_up = new AbortController();
  const waiting = solutions(WIDE, { signal: given_up.signal });
  const first = waiting.next();
  given_up.abort(new Error("enough"));
  await assert.rejects(first, { message: "enough" });
  await end();
});
