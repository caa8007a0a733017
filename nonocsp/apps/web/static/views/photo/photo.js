// A photograph or screenshot of a printed puzzle becomes a puzzle: the dialog, step by step.

import { Channel, isStale, isStatic } from "../../page/api.js";
import { modal } from "../../page/dialog.js";
import { element, loadStyle, penOf } from "../../page/dom.js";
import { fail } from "../../page/message.js";
import { puzzleOf } from "../../puzzle/photo.js";
import { addressed } from "../../puzzle/share.js";
import { counted, later, t } from "../../page/language.js";
import { Corners } from "./corners.js";
import { PhotoLines } from "./lines.js";
import { decoded, Straightened } from "./picture.js";

const VERDICTS = {
  unique: later`Unique: one solution`,
  multiple: later`Not unique`,
  none: later`No solution`,
  unknown: later`Unknown`,
};

/** @param {AbortSignal} signal @param {File} [file] */
export async function showPhoto(signal, file) {
  await loadStyle("photo");
  signal.throwIfAborted();
  const dialog = new PhotoDialog();
  if (file) dialog.read(file);
}

// What reads photographs: a worker of this browser, or the server.
const readers = () => (isStatic ? import("../../answers/photo.js") : import("../../answers/server_photo.js"));

// Seconds for the verdict on the clues.
const CHECK_SECONDS = 5;

/** @typedef {import("../../answers/photo.js").Sheet} Sheet */

// What is assumed of a page: where it is not so, and where it is.
/** @type {Record<string, [no: string, yes: string]>} */
const ASSUMED = {
  colours: [later`one colour`, later`several colours`],
  rows: [later`rows: numbers without boxes`, later`rows: a box around each number`],
  columns: [later`columns: numbers without boxes`, later`columns: a box around each number`],
};

/** @param {Sheet} sheet */
const about = ({ colours, layout }) => ({
  colours: colours.length > 1,
  rows: layout.lined_left,
  columns: layout.lined_above,
});

/** Whether two sheets differ in this alone. @param {Sheet} one @param {Sheet} other @param {string} name */
const isOtherwise = (one, other, name) =>
  one.layout.is_straightened === other.layout.is_straightened &&
  Object.keys(ASSUMED).every((each) => (about(one)[each] === about(other)[each]) === (each !== name));

/** What was read, and what shows it. @typedef {{ lines: PhotoLines, content: Node[] }} Reading */

class PhotoDialog {
  /** @type {InstanceType<Awaited<ReturnType<typeof readers>>["PhotoReader"]>} */
  #reader;
  /** Of this picture, the latest last. @type {Reading[]} */
  #readings = [];
  /** @type {HTMLCanvasElement} */
  #picture;
  #checks = new Channel();

  constructor() {
    this.step = element("div.step", { tabindex: -1 });
    this.status = element("p.facts", { role: "status" });
    this.busy = element("progress", { "aria-label": t`reading`, hidden: true });
    this.verdict = element("span.verdict", { "aria-label": t`verdict`, role: "status" });
    this.play = element("button.main", { type: "button", onclick: () => this.#hand("play") }, t`Play`);
    this.edit = element("button", { type: "button", onclick: () => this.#hand("solve") }, t`Edit`);
    this.other = element("button", { type: "button", onclick: () => this.#choose() }, t`Another picture`);
    this.grid = element("button", { type: "button", onclick: () => this.#correctGrid() }, t`Wrong grid`);
    this.turn = element("button", { type: "button", onclick: () => this.#turn() }, t`Turn`);
    this.back = element("button", { type: "button", onclick: () => this.#goBack() }, t`Back`);
    const content = [this.step, this.busy, this.status];
    const cancel = element("button", { type: "button", onclick: () => this.dialog.close("") }, t`Cancel`);
    const buttons = [this.verdict, this.play, this.edit, this.back, this.grid, this.turn, this.other, cancel];
    this.dialog = modal(t`Puzzle from a photo`, content, buttons, "photo");
    this.dialog.addEventListener("close", () => this.#leave());
    this.dialog.addEventListener("submit", (event) => event.preventDefault()); // Enter in a field
    this.dialog.addEventListener("paste", (event) => this.#take(event, event.clipboardData));
    this.dialog.addEventListener("dragover", (event) => event.preventDefault());
    this.dialog.addEventListener("drop", (event) => this.#take(event, event.dataTransfer));
    this.#choose();
  }

  #leave() {
    this.#reader?.close();
    this.#checks.cancel();
  }

  // A file to choose; on phones also a photograph to take.
  #choose() {
    this.#leave();
    const place = (words, more, attributes) => {
      const input = element("input", { type: "file", accept: "image/*", ...attributes });
      input.addEventListener("change", () => input.files.length && this.read(input.files[0]));
      return element("label.drop", element("strong", words), more, input);
    };
    const label = t`a photograph or a screenshot of a puzzle`;
    const drop = place(t`Choose a picture`, t`, drop it here or paste it`, { "aria-label": label });
    const camera = { capture: "environment", "aria-label": t`a new photograph` };
    const taken = place(t`Take a photograph`, "", camera);
    taken.hidden = !matchMedia("(pointer: coarse)").matches;
    const help = element("p.soft", t`Numbers and grid should be sharp, in full, and nearly straight from above.`);
    const privacy = isStatic
      ? t`Everything is computed on this device, and nothing is sent.`
      : t`The picture goes to the program that serves this page, and nowhere else; it is not kept.`;
    this.#readings = [];
    this.#show([element("p.soft", privacy), drop, taken, help]);
    this.other.hidden = this.turn.hidden = true;
  }

  /** @param {(Node | string)[]} content @param {boolean} [isRead] whether there are clues to hand on */
  #show(content, isRead = false) {
    this.step.replaceChildren(...content);
    for (const part of [this.verdict, this.play, this.edit, this.grid]) part.hidden = !isRead;
    this.back.hidden = this.#readings.length < (isRead ? 2 : 1);
    this.other.hidden = this.turn.hidden = false;
    this.#wait("");
    this.step.focus(); // keys and what is pasted go on here
  }

  /** @param {string} text what is being done; nothing when it is done */
  #wait(text) {
    this.busy.hidden = !text;
    this.back.disabled = text !== "";
    this.status.textContent = text;
  }

  /** @param {Event} event @param {DataTransfer | null} source */
  #take(event, source) {
    const [file] = source?.files ?? [];
    if (!file) return;
    event.preventDefault();
    this.read(file);
  }

  /** Do some work; what goes wrong is shown, unless the reader was closed. @param {() => Promise<unknown>} work */
  async #attempt(work) {
    try {
      await work();
    } catch (error) {
      if (isStale(error)) return;
      this.#wait("");
      fail(error);
    }
  }

  /** @param {File} file */
  read(file) {
    return this.#attempt(async () => {
      this.#wait(t`Opening the picture…`);
      this.#picture = await decoded(file);
      await this.#look();
    });
  }

  async #look() {
    const { PhotoReader } = await readers();
    if (!this.dialog.open) return;
    this.#leave();
    this.#readings = [];
    const reader = (this.#reader = new PhotoReader());
    this.#show([]);
    this.#wait(t`Looking for the grid and reading the numbers…`);
    await reader.load(this.#picture);
    await this.#confirm(await reader.find());
  }

  // A quarter to the right.
  #turn() {
    const { width, height } = this.#picture;
    const turned = element("canvas", { width: height, height: width });
    const pen = penOf(turned, { willReadFrequently: true });
    pen.translate(height, 0);
    pen.rotate(Math.PI / 2);
    pen.drawImage(this.#picture, 0, 0);
    this.#picture = turned;
    return this.#attempt(() => this.#look());
  }

  #correctGrid() {
    const { rows, columns, points } = this.#lines.sheet;
    const [last, below] = [rows * (columns + 1) + columns, rows * (columns + 1)];
    const corners = [0, columns, below, last].map((at) => [points[2 * at], points[2 * at + 1]]);
    this.#askForGrid("", { rows, columns, corners });
  }

  /** @param {string} why @param {{ rows: number, columns: number, corners: number[][] }} [found] */
  #askForGrid(why, found) {
    const corners = new Corners(this.#picture, found, (given) =>
      this.#attempt(async () => {
        this.#show([]);
        this.#wait(t`Reading the numbers…`);
        await this.#confirm(await this.#reader.find(given));
      }),
    );
    this.#show([
      element(
        "p",
        why,
        " ",
        t`Drag the four handles to the corners of the empty grid, without the clues, and type how many rows and columns it has.`,
      ),
      corners.view,
    ]);
  }

  /** @param {Sheet[]} sheets what may be on the page @param {Sheet[]} [tried] of which these are tried */
  async #confirm(sheets, tried = sheets) {
    if (!sheets.length) return this.#askForGrid(t`No grid was found.`);
    this.#wait(t`Trying which numbers fit together…`);
    const corrected = await this.#reader.correct(tried);
    const at = corrected.readings[0]?.sheet ?? 0;
    const sheet = tried[at];
    const straightened = new Straightened(sheet);
    await straightened.draw(this.#reader);
    const sureness = element("p.facts");
    const readings = corrected.readings.filter((reading) => reading.sheet === at);
    const lines = new PhotoLines(sheet, readings, {
      changed: () => {
        sureness.textContent = t`Changed by you: the verdict is about the numbers as they are now.`;
        this.#judge();
      },
      here: (line) => straightened.mark(line),
    });
    const isPart = sheet.colours.length > 1 && sheets.some((each) => groupsOf(each) > groupsOf(sheet));
    sureness.textContent = surenessOf(corrected, lines.corrections, sheet, isPart);
    const assumed = this.#assumptions(sheets, sheet);
    this.#readings.push({ lines, content: [sureness, assumed, element("div.pair", straightened.view, lines.view)] });
    this.#showReading();
  }

  /** What was assumed of the page; a tap reads it otherwise. @param {Sheet[]} sheets @param {Sheet} sheet */
  #assumptions(sheets, sheet) {
    const buttons = Object.entries(ASSUMED).flatMap(([name, texts]) => {
      const other = sheets.find((each) => isOtherwise(each, sheet, name));
      if (!other) return [];
      const onclick = () => this.#attempt(() => this.#confirm(sheets, [other]));
      return [element("button", { type: "button", onclick }, t(texts[Number(about(sheet)[name])]))];
    });
    return element("p.assumed", { hidden: !buttons.length }, t`Assumed; tap one to change it:`, ...buttons);
  }

  // The latest reading, as it was left.
  #showReading() {
    this.#show(this.#reading.content, true);
    this.#judge();
  }

  // From the corners to what was read before; from what was read with them to the reading before that.
  #goBack() {
    if (this.#reading.content[0].isConnected) this.#readings.pop();
    this.#showReading();
  }

  get #reading() {
    return /** @type {Reading} */ (this.#readings.at(-1));
  }

  get #lines() {
    return this.#reading.lines;
  }

  // The verdict on the clues as they are now.
  #judge() {
    this.#checks.cancel();
    this.#tell(null);
    if (!this.#lines.isSound) return;
    return this.#attempt(async () => {
      const question = { puzzle: this.#puzzle(), seconds: CHECK_SECONDS };
      const progress = ({ verdict }) => this.#tell(verdict);
      progress(await this.#checks.ask("check", question, { progress }));
    });
  }

  /** @param {Verdict | null} verdict null while it is open */
  #tell(verdict) {
    const isSound = this.#lines.isSound;
    this.verdict.dataset.verdict = verdict ?? "";
    this.verdict.textContent = verdict ? t(VERDICTS[verdict]) : isSound ? t`Checking…` : t`A clue cannot be read.`;
    this.edit.disabled = !isSound;
    this.play.disabled = !isSound || verdict === "none";
  }

  #puzzle() {
    const { clues, sheet, palette } = this.#lines;
    return puzzleOf(clues, sheet.rows, palette, t`From a photo`);
  }

  /** @param {string} view */
  #hand(view) {
    return this.#attempt(async () => {
      const address = await addressed(this.#puzzle());
      this.dialog.close("");
      location.hash = `#${view}${address}`;
    });
  }
}

/** Groups of digits of all lines. @param {Sheet} sheet */
const groupsOf = ({ lines }) => lines.flat().filter(({ from, to }) => to === from + 1).length;

// What a reading that is sure costs at most, in twentieths of a nat: four nats.
const LIKELY = 80;

/** How sure the reading is, in words.
 * @param {import("../../answers/photo.js").Corrected} corrected @param {number} corrections
 * @param {import("../../answers/photo.js").Sheet} sheet @param {boolean} isPart others show more numbers */
function surenessOf(
  { readings, is_complete: isComplete },
  corrections,
  { others, rows, is_cut_off: isCutOff },
  isPart,
) {
  const [best, second] = readings;
  const sides = [best?.clues.slice(0, rows) ?? [], best?.clues.slice(rows) ?? []];
  const isEmpty = sides.some((clues) => 2 * clues.filter(({ length }) => length).length <= clues.length);
  const words = [];
  if (!best)
    words.push(
      t`The numbers do not fit together, whatever the doubtful ones are: some are missing or wrong. They are shown as they were read.`,
    );
  else if (best.clues.every(({ length }) => !length)) words.push(t`No numbers were found.`);
  else if (second)
    words.push(
      t`${readings.length} likely readings fit. The likeliest is shown; compare the amber numbers with the picture.`,
    );
  else if (best.solutions !== 1)
    words.push(
      t`The numbers fit together, but printed puzzles seldom have several solutions: compare them with the picture.`,
    );
  else if (isComplete && (best.cost > LIKELY || isEmpty || isCutOff || isPart))
    words.push(t`No other likely reading fits. Compare the size, the colours and what was corrected with the picture.`);
  else if (isComplete) words.push(t`The reading is sure: no other likely one fits.`);
  else words.push(t`The numbers fit together; whether other likely ones do as well is unknown.`);
  if (corrections) words.push(t`${counted(corrections, "number")} corrected so that all fit.`);
  if (isCutOff) words.push(t`The grid may go on beyond its last row or column.`);
  if (others) words.push(t`The picture has other grids; the largest one was read.`);
  return words.join(" ");
}
