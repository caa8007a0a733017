import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { kept } from "./browser.mjs";
import { readLine } from "../../../nonocsp/apps/web/static/answers/lines.js";
import { speak } from "../../../nonocsp/apps/web/static/page/language.js";

const LANGUAGES = new URL("../../../nonocsp/apps/web/static/languages/", import.meta.url);

test("the limit that stopped a question is named in the reader's language", async () => {
  const message = "stopped: the limit on seconds was reached";
  const line = JSON.stringify({ error: { kind: "limit", message } });
  assert.throws(() => readLine(line), { kind: "limit", message });
  document.documentElement = {};
  globalThis.navigator ??= { languages: [] };
  globalThis.fetch = async (path) => ({
    json: async () => JSON.parse(await readFile(new URL(path.pathname.split("/").at(-1), LANGUAGES))),
  });
  kept.set("nonocsp:language", "de");
  await speak();
  assert.throws(() => readLine(line), { message: "angehalten: das Sekundenlimit ist erreicht" });
  const unknown = JSON.stringify({ error: { kind: "limit", message: "stopped: the limit on nodes was reached" } });
  assert.throws(() => readLine(unknown), { message: "angehalten: the limit on nodes was reached" });
});
