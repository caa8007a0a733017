// Export: a dialog that makes the file while one chooses, so that saving cannot fail.

import { ask, Channel, isStale, reason } from "../../page/api.js";
import { modal } from "../../page/dialog.js";
import { element, penOf } from "../../page/dom.js";
import { save } from "../../page/files.js";
import { drawn, pictured, printSheets } from "../../page/paper.js";
import { read, write } from "../../page/storage.js";
import { Puzzle } from "../../puzzle/model.js";
import { tame } from "../../puzzle/words.js";
import { later, t } from "../../page/language.js";

// The formats that people look for; the others are listed below them by what they are.
const KNOWN = [
  ["image", later`PNG picture`, later`To look at, to send, to put on a page`],
  ["pdf", later`PDF sheet`, later`To print and solve with a pen`],
  ["svg", later`SVG drawing`, later`A picture that stays sharp at every size`],
  ["non", ".non", later`Text that most solvers and editors read`],
  ["json", "JSON", later`Everything: clues, colours, title and picture`],
];

// A canvas has at most this many pixels on a side in every browser.
const MOST_PIXELS = 8000;

export function exportPuzzle(puzzle) {
  new Exporter(puzzle);
}

class Exporter {
  #channel = new Channel();
  #timer = 0;
  #turn = 0;

  constructor(puzzle) {
    this.puzzle = puzzle;
    const { width, height } = new Puzzle(puzzle).shape.extent;
    /** @param {string[]} known */
    const choice = ([value, name, text]) =>
      element(
        "label.format",
        element("input", { type: "radio", name: "format", value }),
        element("span", element("strong", t(name)), element("span.soft", t(text))),
      );
    this.others = element("details", element("summary", t`More formats`));
    this.cell = element("input", {
      type: "number",
      min: 4,
      max: 200,
      value: Math.max(8, Math.min(40, Math.floor(1200 / Math.max(width, height)))),
      "aria-label": t`cell size in pixels`,
    });
    this.clues = element("input", { type: "checkbox", checked: true });
    this.solution = element("input", { type: "checkbox" });
    this.look = element(
      "div.look",
      element("label", t`Cell size `, this.cell, t` pixels`),
      element("label", this.clues, t` Clues`),
      element("label", this.solution, t` Solution`),
    );
    this.preview = element("div.preview", { "aria-hidden": "true" });
    this.note = element("p.soft.note", { role: "status", "aria-label": t`note` });
    this.go = element("button.main", { value: "" }, t`Save`);
    const columns = element(
      "div.columns",
      element("div.formats", ...KNOWN.map(choice), this.others),
      element("div", this.look, this.preview, this.note),
    );
    this.dialog = modal(t`Export`, [columns], [this.go, element("button", { value: "" }, t`Close`)], "export");
    this.form = this.dialog.querySelector("form");
    this.form.addEventListener("change", () => {
      this.isChosen = true;
      // Leaving a field for the button changes nothing more.
      if (this.#choices() !== this.made) this.#make();
    });
    this.cell.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#make(), 200);
    });
    this.form.addEventListener("submit", (event) => {
      if (event.submitter !== this.go) return;
      event.preventDefault();
      this.run?.();
    });
    this.dialog.addEventListener("close", () => this.#channel.cancel());
    this.#choose();
    this.#make();
    this.#list(choice);
  }

  // Choose the format of the last export once the list is there.
  #choose() {
    const { format } = this.form.elements;
    format.value = read("nonocsp:format") ?? "image";
    format.value ||= "image";
    this.others.open = !KNOWN.some(([name]) => name === format.value);
  }

  async #list(choice) {
    try {
      const { formats } = await ask("formats", {});
      const known = new Set([...KNOWN.map(([name]) => name), "png"]);
      const more = formats.filter(({ name, written }) => written && !known.has(name));
      const pixel = ["png", t`png, one pixel a cell`, t`The picture alone, as other editors read it`];
      this.others.append(...[pixel, ...more.map(({ name, summary }) => [name, name, summary])].map(choice));
      const { value } = this.form.elements.format;
      if (!this.isChosen) this.#choose();
      if (this.form.elements.format.value !== value) this.#make();
    } catch {
      // The formats that are listed by name remain.
    }
  }

  #choices() {
    return JSON.stringify([
      this.form.elements.format.value,
      this.cell.value,
      this.clues.checked,
      this.solution.checked,
    ]);
  }

  // Make the file that is chosen now.
  async #make() {
    clearTimeout(this.#timer);
    this.made = this.#choices();
    const format = this.form.elements.format.value;
    const isDrawn = format === "image" || format === "svg";
    this.look.hidden = !isDrawn;
    this.preview.hidden = !isDrawn && format !== "pdf";
    this.#offer(null, t`Save`, t`Making the file…`);
    const turn = ++this.#turn;
    try {
      const { shown, run, words = t`Save`, note } = await (isDrawn ? this.#drawn(format) : this.#written(format));
      if (turn !== this.#turn) return;
      if (shown) this.preview.replaceChildren(shown);
      this.#offer(run, words, note);
    } catch (error) {
      if (isStale(error) || turn !== this.#turn) return;
      this.preview.replaceChildren();
      this.#offer(null, t`Save`, reason(error));
    }
  }

  #offer(run, words, note) {
    this.run = run;
    this.go.disabled = !run;
    this.go.textContent = words;
    this.note.textContent = note;
  }

  #save(blob, suffix) {
    return () => {
      save(blob, tame(this.puzzle.title), suffix);
      write("nonocsp:format", this.form.elements.format.value);
      this.dialog.close();
    };
  }

  #render(look) {
    return this.#channel.ask("render", { puzzle: this.puzzle, ...look });
  }

  // What to show, what to run in order to save it, and a note.
  async #drawn(format) {
    const cell = Math.round(Number(this.cell.value));
    if (!(cell >= 4 && cell <= 200)) throw new Error(t`A cell has 4 to 200 pixels.`);
    const { svg } = await this.#render({ cell, clues: this.clues.checked, solution: this.solution.checked });
    const drawing = new Blob([svg], { type: "image/svg+xml" });
    const picture = await pictured(drawing);
    const size = t`${picture.naturalWidth} × ${picture.naturalHeight} pixels`;
    if (format === "svg") return { shown: picture, run: this.#save(drawing, ".svg"), note: size };
    if (Math.max(picture.naturalWidth, picture.naturalHeight) > MOST_PIXELS)
      throw new Error(t`${size} are too many: at most ${MOST_PIXELS} on a side. Choose smaller cells.`);
    const made = await pixels(picture);
    return { shown: await pictured(made), run: this.#save(made, ".png"), note: size };
  }

  async #written(format) {
    const sheet = format === "pdf" ? await this.#render({}) : null;
    const shown = sheet && (await drawn(sheet.svg));
    try {
      const made = await this.#channel.ask("write", { puzzle: this.puzzle, format });
      const bytes = Uint8Array.from(atob(made.base64), (char) => char.charCodeAt(0));
      const note = made.lost.length ? t`Not in this file: ${listed(made.lost)}.` : "";
      return { shown, run: this.#save(new Blob([bytes]), made.suffix), note };
    } catch (error) {
      if (isStale(error) || format !== "pdf") throw error;
      const note = t`Choose “Save as PDF” in the print dialog for a file.`;
      return { shown, run: () => this.#print(), words: t`Print…`, note };
    }
  }

  #print() {
    this.dialog.close();
    printSheets([[element("h1", tame(this.puzzle.title)), ...this.preview.childNodes]]);
  }
}

const listed = (words) => words.join(", ").replace(/, ([^,]*)$/, " and $1");

// A picture as a PNG file.
function pixels(picture) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  const pen = penOf(canvas);
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t`The browser cannot make a picture of this size.`))),
      "image/png",
    ),
  );
}
