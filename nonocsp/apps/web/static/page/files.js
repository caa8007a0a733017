// Puzzles from files, pasted text and dropped things, in any format.

import { ask } from "./api.js";
import { askFor } from "./dialog.js";
import { element } from "./dom.js";
import { tool } from "./layout.js";
import { fail, say } from "./message.js";
import { capital } from "../puzzle/words.js";
import { t } from "./language.js";

/** @typedef {{ files: Iterable<File>, getData?: (kind: string) => string }} Source What was chosen or dropped. */

const MOST = 6_000_000;

// Pasted text that could not be read, to be mended.
let refused = "";

// Pixels of the longest side of a picture of the cells of a puzzle; a photograph has more.
const MOST_CELLS = 150;

// A button that opens a puzzle; until the signal so do dropping and pasting. `take` gets the puzzle, `image` a file with
// an image, if the view wants those, and `photo` one with more pixels than a puzzle has cells.
/** @typedef {{ image?: (file: File) => unknown, photo?: (file: File) => unknown }} Wanted */
/** @param {(data: any) => unknown} take @param {AbortSignal} signal @param {Wanted} [how] */
export function opener(take, signal, { image, photo } = {}) {
  /** @param {Source} source */
  const open = (source) => receive(source, take, signal, { image, photo });
  const button = tool("upload", t`Open`, () => choose(open, Boolean(image)), { text: true });
  button.title = t`Open a puzzle: a file, or text in any format`;
  takeDrops(open, signal);
  return button;
}

/** Open what is dropped on the page, or pasted where nothing is typed. @param {(source: any) => unknown} open @param {AbortSignal} signal */
export function takeDrops(open, signal) {
  listen("drop", (event) => open(event.dataTransfer), signal);
  listen("paste", (event) => open(event.clipboardData), signal);
}

/** Whether a file has a picture of pixels. @param {File} file */
export const isImage = ({ type }) => type.startsWith("image/") && !type.includes("svg");

/** The pixels of a file, upright. @param {File} file */
export async function bitmapOf(file) {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new Error(t`${file.name || "?"} is not an image that the browser can read; expected PNG, JPEG, GIF or WebP.`);
  }
}

/** @param {File} file */
async function isPhoto(file) {
  try {
    const { width, height } = await bitmapOf(file);
    return Math.max(width, height) > MOST_CELLS;
  } catch {
    return false; // another reader says what is wrong
  }
}

/** @param {string} name @param {(event: any) => unknown} run @param {AbortSignal} [signal] */
function listen(name, run, signal) {
  const heard = (/** @type {any} */ event) => event.target?.closest?.("input, textarea, dialog") || run(event);
  document.addEventListener(name, heard, { signal });
}

// Otherwise the browser would leave the page for a dropped file.
for (const name of ["dragover", "drop"]) listen(name, (event) => event.preventDefault());

/** A dialog to drop, choose or paste. @param {(source: Source) => Promise<boolean>} open @param {boolean} withImages */
async function choose(open, withImages) {
  /** @type {HTMLInputElement} */
  const input = element("input", { type: "file", "aria-label": t`a file with a puzzle` });
  /** @type {HTMLTextAreaElement} */
  const text = element("textarea", {
    "aria-label": t`a puzzle as text, in any format`,
    placeholder: t`Or paste a puzzle here, in any format: clues, JSON, XML, a picture of # and ., an address of puzz.link`,
  });
  text.value = refused;
  const place = element("label.drop", element("strong", t`Choose a file`), element("span", t` or drop it here`), input);
  const images = t`A photograph or drawing becomes a puzzle with your choice of size and colours.`;
  const content = [place, text, ...(withImages ? [element("p.soft", images)] : [])];
  const answer = askFor(t`Open a puzzle`, content, t`Open`, t`Cancel`, "open");
  /** @type {HTMLDialogElement} */
  const dialog = place.closest("dialog");
  /** @param {Event} event @param {Source} source */
  const take = (event, source) => {
    event.preventDefault();
    dialog.close("");
    open(source);
  };
  input.addEventListener("change", (event) => input.files?.length && take(event, { files: input.files }));
  text.addEventListener("paste", (event) => event.clipboardData?.files.length && take(event, event.clipboardData));
  dialog.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  dialog.addEventListener("dragleave", () => place.classList.remove("over"));
  dialog.addEventListener("drop", (event) => event.dataTransfer && take(event, event.dataTransfer));
  if (!(await answer) || !text.value.trim()) return;
  refused = (await open({ files: [], getData: () => text.value })) ? "" : text.value;
}

// Open what was chosen, dropped or pasted; whether that could be read.
/** @param {Source} source @param {(data: PuzzleData) => unknown} take @param {AbortSignal} signal @param {Wanted} wanted */
async function receive(source, take, signal, { image, photo }) {
  const [file] = source.files;
  try {
    if (!file) {
      const text = source.getData?.("text") ?? "";
      if (text.trim()) await read({ text }, take, signal);
    } else if (image && isImage(file)) await image(file);
    else if (photo && isImage(file) && (await isPhoto(file))) await photo(file);
    else if (file.size > MOST)
      throw new Error(t`${file.name} has ${Math.round(file.size / 1e6)} MB; a file has at most ${MOST / 1e6} MB here.`);
    else await read({ base64: base64(new Uint8Array(await file.arrayBuffer())), name: file.name }, take, signal);
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

/** @param {object} request @param {(data: PuzzleData) => unknown} take @param {AbortSignal} signal */
async function read(request, take, signal) {
  const { puzzles, warnings, summary } = await ask("parse", request, { signal });
  take(puzzles[0]);
  const more = puzzles.length > 1 ? [t`This is the first of ${puzzles.length} puzzles.`] : [];
  say([t`Read as ${summary}.`, ...more, ...warnings.map((warning) => `${capital(warning)}.`)].join(" "));
}

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** @param {string} text in base64 */
export const bytesOf = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

// Offer a blob as a file to download, named after a title.
/** @param {Blob} blob @param {string} title @param {string} suffix */
export function save(blob, title, suffix) {
  const name = title.replace(/[^\p{L}\p{N} _-]/gu, "_").trim() || "puzzle";
  const link = element("a", { href: URL.createObjectURL(blob), download: name + suffix });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
