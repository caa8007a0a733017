// The address of a puzzle, to share. It holds the whole puzzle: nothing is stored anywhere.
//
// A puzzle in black and white has a short code, which other programs read too (`:` in the address);
// any other is packed (`=`).

import { ask } from "../page/api.js";
import { element } from "../page/dom.js";
import { askFor } from "../page/dialog.js";
import { fail, say } from "../page/message.js";
import { completed } from "./boards.js";
import { packed, Puzzle, unpacked } from "./model.js";

const CODES = "davidje13";

/** What follows the view's name in an address that holds a puzzle. @param {PuzzleData} data */
export async function addressed(data) {
  const isCode =
    data.rows &&
    data.colours.length === 1 &&
    [...data.rows, ...(data.cols ?? [])].every((clue) => clue?.every(([length]) => typeof length === "number"));
  if (isCode) {
    const { base64 } = await ask("write", { puzzle: data, format: CODES });
    return `:${atob(base64).trim()}`;
  }
  return `=${await packed(data)}`;
}

/** The puzzle that such a part of an address holds. @param {string} separator @param {string} rest */
export async function found(separator, rest) {
  if (separator === ":") {
    const { puzzles } = await ask("parse", { text: rest, format: CODES });
    return puzzles[0];
  }
  try {
    const data = await completed(await unpacked(rest));
    new Puzzle(data); // throws if the data is invalid
    return data;
  } catch {
    throw new Error("This address does not contain a valid puzzle.");
  }
}

/** Show the address, to be copied. @param {PuzzleData} data @param {string} view */
export async function share(data, view) {
  try {
    const part = await addressed(data);
    const address = `${location.origin}${location.pathname}#${view}${part}`;
    const field = element("input", {
      type: "text",
      class: "address",
      readonly: true,
      "aria-label": "address",
      value: address,
    });
    const content = [
      element("p", "This address holds the whole puzzle, and works on every copy of this page. Nothing is uploaded."),
      field,
    ];
    if (part.startsWith(":")) content.push(element("p.facts", "Its short code: ", element("code", part.slice(1))));
    const answer = askFor("Share this puzzle", content, "Copy");
    field.select();
    if (!(await answer)) return;
    await navigator.clipboard.writeText(address);
    say("Address copied.");
  } catch (error) {
    fail(
      error instanceof Error && error.name === "NotAllowedError"
        ? new Error("The browser does not allow copying; select the address instead.")
        : error,
    );
  }
}
