// The address of a puzzle, to share. It holds the whole puzzle: nothing is stored anywhere.
//
// It is packed (`=`). The short code of another program (`:`) is read, too, but has no room for a title.

import { ask, isStatic } from "../page/api.js";
import { element } from "../page/dom.js";
import { askFor } from "../page/dialog.js";
import { fail, say } from "../page/message.js";
import { reason, Refusal } from "../answers/lines.js";
import { completed } from "./boards.js";
import { packed, Puzzle, unpacked } from "./model.js";
import { sound } from "./sound.js";
import { t } from "../page/language.js";
import { drawn } from "../page/paper.js";

const CODES = "davidje13";

/** What follows the view's name in an address that holds a puzzle. @param {PuzzleData} data */
export const addressed = async (data) => `=${await packed(data)}`;

/** The puzzle that such a part of an address holds. @param {string} separator @param {string} rest */
export async function found(separator, rest) {
  let data;
  try {
    const isPacked = separator === "=";
    data = isPacked ? await unpacked(rest) : (await ask("parse", { text: rest, format: CODES })).puzzles[0];
  } catch (error) {
    if (error instanceof Refusal && error.kind !== "input") throw error;
    throw new Error(t`This address does not contain a puzzle: it was cut or changed.`);
  }
  try {
    const whole = await completed(sound(data));
    new Puzzle(whole); // throws if the clues do not fit the board
    return whole;
  } catch (error) {
    throw new Error(t`This address does not contain a valid puzzle: ${reason(error)}`);
  }
}

/** Show the address, to be copied or sent. `result` says in words how it was solved, and is sent along if so wished.
 * @param {PuzzleData} data @param {string} view @param {string} [result] */
export async function share(data, view, result = "") {
  try {
    const part = await addressed(data);
    const address = `${location.origin}${location.pathname}#${view}${part}`;
    const field = element("input", {
      type: "text",
      class: "address",
      readonly: true,
      "aria-label": t`address`,
      value: address,
    });
    const withResult = element("input", { type: "checkbox", checked: true });
    const said = () => (result && withResult.checked ? t`${result} Can you do it faster?` : "");
    const sheet = () => navigator.share({ title: data.title, text: said(), url: address }).catch(() => {});
    const frame = `<iframe src="${address}" width="600" height="600" style="border: 0"></iframe>`;
    const content = [
      element("p", t`This address holds the whole puzzle, and works on every copy of this page. Nothing is uploaded.`),
      field,
      result ? element("label", withResult, t` With my result: ${result}`) : "",
      // The list of apps that a phone shares with.
      "share" in navigator ? element("button", { type: "button", onclick: sheet }, t`Send to an app`) : "",
      // The server of one machine shows itself in no frame.
      isStatic
        ? element("button", { type: "button", onclick: () => copy(frame, t`Code`) }, t`Copy code for a frame`)
        : "",
      qrOf(address),
    ];
    const answer = askFor(t`Share this puzzle`, content, t`Copy`);
    field.select();
    if (!(await answer)) return;
    await copy([said(), address].filter(Boolean).join("\n"), t`Address`);
  } catch (error) {
    fail(error);
  }
}

/** The address as a code for the camera of a phone, made when it is opened. @param {string} address */
function qrOf(address) {
  const place = element("p");
  const make = async () => {
    const { qrCode } = await import("../page/qr.js");
    try {
      const picture = await drawn(qrCode(address));
      picture.alt = t`QR code of the address`;
      place.replaceChildren(picture);
    } catch {
      place.textContent = t`This address is too long for a QR code.`;
    }
  };
  const view = element("details.qr", element("summary", t`QR code`), place);
  view.addEventListener("toggle", () => make().catch(fail), { once: true });
  return view;
}

/** @param {string} text @param {string} what */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(t`${what} copied.`);
  } catch (error) {
    const isRefused = error instanceof Error && error.name === "NotAllowedError";
    fail(isRefused ? new Error(t`The browser does not allow copying; select the address instead.`) : error);
  }
}
