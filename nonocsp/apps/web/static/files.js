// Puzzles from files, pasted text and photos, and into files.

import { ask } from "./api.js";
import { element } from "./board.js";
import { fail, say } from "./message.js";

const MOST = 6_000_000;

// Offer a puzzle as a file to download.
export async function download(puzzle, format, name) {
  try {
    const made = await ask("write", { puzzle, format });
    const bytes = Uint8Array.from(atob(made.base64), (char) => char.charCodeAt(0));
    const link = element("a", { href: URL.createObjectURL(new Blob([bytes])), download: name.replace(/[^\p{L}\p{N} _-]/gu, "_") + made.suffix });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    if (made.lost.length) say(`This format does not carry: ${made.lost.join(", ")}.`);
  } catch (error) {
    fail(error);
  }
}

// A place to drop, choose or paste a puzzle in any format; `photo` takes a picture made of an image.
export function opener(open, { photo } = {}) {
  const input = element("input", { type: "file", "aria-label": "a file with a puzzle" });
  const text = element("textarea", { "aria-label": "a puzzle as text, in any format", placeholder: "or paste a puzzle here, in any format" });
  const place = element("div", { class: "drop" }, "Drop a file here, or ", input, text);
  const read = async (request) => {
    try {
      const { puzzles, warnings, format, summary } = await ask("parse", request);
      open(puzzles[0]);
      const more = puzzles.length > 1 ? [`this is the first of ${puzzles.length} puzzles`] : [];
      say([...more, ...warnings].join("; ") || `Read as ${format}: ${summary}.`);
    } catch (error) {
      fail(error);
    }
  };
  const take = async (file) => {
    if (file.size > MOST) {
      fail(new Error("That file is too large."));
      return;
    }
    const request = { base64: await base64(file), name: file.name };
    if (photo && file.type.startsWith("image/")) askForPhoto(place, request, photo, read);
    else await read(request);
  };
  input.addEventListener("change", () => input.files[0] && take(input.files[0]));
  let last = "";
  const readText = () => {
    if (!text.value.trim() || text.value === last) return;
    last = text.value;
    read({ text: text.value });
  };
  text.addEventListener("change", readText);
  text.addEventListener("paste", (event) => {
    const [file] = event.clipboardData.files;
    if (file) {
      event.preventDefault();
      take(file);
    } else setTimeout(readText);
  });
  place.addEventListener("dragover", (event) => {
    event.preventDefault();
    place.classList.add("over");
  });
  place.addEventListener("dragleave", () => place.classList.remove("over"));
  place.addEventListener("drop", (event) => {
    event.preventDefault();
    place.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (file) take(file);
    else if (event.dataTransfer.getData("text")) read({ text: event.dataTransfer.getData("text") });
  });
  return place;
}

// An image may be a puzzle's picture cell by cell, or a photo to be made into one.
function askForPhoto(place, request, photo, read) {
  place.querySelector("form")?.remove();
  const number = (name, value, max) => element("label", {}, `${name} `, element("input", { type: "number", name, value, min: 1, max }));
  const form = element(
    "form",
    { class: "bar" },
    number("columns", 30, 100),
    number("colours", 4, 8),
    element("button", { name: "how", value: "photo" }, "Trace it as a photo"),
    element("button", { name: "how", value: "cells" }, "Read it cell by cell"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    form.remove();
    if (event.submitter.value === "cells") {
      await read(request);
      return;
    }
    const chosen = Object.fromEntries(new FormData(form));
    try {
      photo(await ask("photo", { base64: request.base64, columns: Number(chosen.columns), colours: Number(chosen.colours), seconds: 20 }));
    } catch (error) {
      fail(error);
    }
  });
  place.append(form);
}

async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
