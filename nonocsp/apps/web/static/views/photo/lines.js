// The clues that were read: for each line its numbers as chips, each below its picture, and a field to type.

import { element, penOf } from "../../page/dom.js";
import {
  chipsOf,
  clueOf,
  isSeen,
  latticesOf,
  nextOf,
  paletteOf,
  pathOf,
  textOf,
  typedClue,
} from "../../puzzle/photo.js";
import { colourName, t } from "../../page/language.js";

const CROP = { width: 24, height: 32 };
const PLAIN = { spellcheck: "false", autocapitalize: "off", autocomplete: "off" };

export class PhotoLines {
  /** @param {import("../../answers/photo.js").Sheet} sheet @param {{ clues: Block[][] }[]} readings
   * @param {{ changed: () => unknown, here: (line: number | null) => unknown }} how */
  constructor(sheet, readings, { changed, here }) {
    this.sheet = sheet;
    this.palette = paletteOf(sheet.colours);
    const crops = cropsOf(sheet);
    this.lines = latticesOf(sheet.clues).map(
      (lattice, i) =>
        new PhotoLine(
          lattice,
          readings.map(({ clues }) => clues[i]),
          {
            crops: crops[i],
            palette: this.palette,
            name: i < sheet.rows ? t`row ${i + 1}` : t`column ${i - sheet.rows + 1}`,
            number: (i < sheet.rows ? i : i - sheet.rows) + 1,
            changed,
            here: (on) => here(on ? i : null),
          },
        ),
    );
    const list = (name, title, lines) =>
      element(
        "section",
        { "aria-label": title },
        element("h3", title),
        element(`ul.${name}`, ...lines.map(({ view }) => view)),
      );
    this.view = element(
      "div.lines",
      list("rows", t`Rows`, this.lines.slice(0, sheet.rows)),
      list("columns", t`Columns`, this.lines.slice(sheet.rows)),
    );
  }

  get clues() {
    return this.lines.map(({ clue }) => clue);
  }

  // Whether every field holds a clue.
  get isSound() {
    return this.lines.every(({ isSound }) => isSound);
  }

  // Numbers that differ from what was read.
  get corrections() {
    return this.lines.reduce((sum, { corrections }) => sum + corrections, 0);
  }
}

class PhotoLine {
  isSound = true;
  corrections = 0;
  // Through the lattice; null where what was typed is not in it.
  /** @type {import("../../puzzle/photo.js").Arc[] | null} */
  #path;

  /** @param {import("../../puzzle/photo.js").Lattice} lattice @param {Block[][]} readings */
  constructor(lattice, readings, { crops, palette, name, number, changed, here }) {
    this.lattice = lattice;
    this.crops = crops;
    this.palette = palette;
    this.changed = changed;
    this.read = pathOf(lattice) ?? [];
    const [best, ...others] = readings.map((clue) => pathOf(lattice, clue));
    this.others = others.filter((path) => path !== null);
    this.#path = readings.length ? best : this.read;
    this.clue = readings[0] ?? clueOf(this.read);
    this.chips = element("div.chips");
    this.field = element("input", { type: "text", "aria-label": t`clue of ${name}`, ...PLAIN });
    this.field.addEventListener("input", () => this.#type());
    this.view = element("li", element("span.number", { title: name }, number), this.chips, this.field);
    this.view.addEventListener("focusin", () => here(true));
    this.view.addEventListener("focusout", () => here(false));
    this.#write();
  }

  #write() {
    this.field.value = textOf(this.clue, this.palette);
    this.field.setAttribute("aria-invalid", "false");
    this.isSound = true;
    this.#showChips();
  }

  #type() {
    const clue = typedClue(this.field.value, this.palette);
    this.isSound = clue !== null;
    this.field.setAttribute("aria-invalid", String(!clue));
    if (clue) {
      this.clue = clue;
      this.#path = pathOf(this.lattice, clue);
      this.#showChips();
    }
    this.changed();
  }

  // What was typed and is not in the picture stands in the field alone: the chips show what was read.
  #showChips() {
    this.chips.classList.toggle("apart", !this.#path);
    const chips = chipsOf(this.lattice, this.#path ?? this.read, this.read, this.others);
    this.corrections = chips.filter(({ old }) => old).length;
    this.chips.replaceChildren(...chips.map((chip) => this.#chip(chip)));
  }

  /** @param {import("../../puzzle/photo.js").Chip} chip */
  #chip({ arc, old, isDoubtful }) {
    const value = this.#text(arc);
    const before = old?.length ? old.map((each) => this.#text(each)).join(" ") : "";
    const notes = [
      arc.length ? value : t`no number`,
      isDoubtful && t`doubtful`,
      before && t`was read as ${before}`,
      !isSeen(arc) && t`not seen in the picture`,
    ];
    const label = notes.filter(Boolean).join(", ");
    const crop = this.crops.get(`${arc.from} ${arc.to}`);
    const chip = element(
      "button.chip",
      { type: "button", "aria-label": label, title: label, onclick: () => this.#turn(arc) },
      crop ? drawn(crop) : element("span.gap", "+"),
      ...(before ? [element("del", before), " "] : []),
      element("span", String(arc.length), this.#ink(arc)),
    );
    chip.classList.toggle("doubtful", isDoubtful);
    chip.classList.toggle("corrected", old !== null);
    return chip;
  }

  /** @param {import("../../puzzle/photo.js").Arc} arc */
  #text({ length, colour }) {
    if (!length) return "0";
    return this.palette.length > 2 ? `${length} ${colourName(this.palette[colour].name)}` : `${length}`;
  }

  /** A dot of the colour, where there are several. @param {import("../../puzzle/photo.js").Arc} arc */
  #ink({ length, colour }) {
    if (!length || this.palette.length < 3) return "";
    const dot = element("i.ink");
    dot.style.background = this.palette[colour].rgb;
    return dot;
  }

  /** The next alternative of a number. @param {import("../../puzzle/photo.js").Arc} arc */
  #turn(arc) {
    const at = [...this.chips.children].indexOf(document.activeElement);
    this.#path = (this.#path ?? this.read).map((each) => (each === arc ? nextOf(this.lattice, arc) : each));
    this.clue = clueOf(this.#path);
    this.#write();
    this.chips.children[Math.min(at, this.chips.children.length - 1)]?.focus();
    this.changed();
  }
}

/** The pictures of the numbers of each line, by their arcs. @param {import("../../answers/photo.js").Sheet} sheet */
function cropsOf({ lines, crops }) {
  const size = CROP.width * CROP.height;
  let at = 0;
  return lines.map(
    (numbers) =>
      new Map(
        numbers.map(({ from, to, ink, paper }) => [
          `${2 * from + 1} ${2 * to}`,
          { ink, paper, pixels: crops.subarray(at, (at += size)) },
        ]),
      ),
  );
}

/** A picture of a number in its own colours. @param {{ ink: number[], paper: number[], pixels: Uint8Array }} crop */
function drawn({ ink, paper, pixels }) {
  const canvas = element("canvas", { ...CROP, "aria-hidden": true });
  const image = new ImageData(CROP.width, CROP.height);
  pixels.forEach((dark, i) => {
    const colour = paper.map((value, k) => value + ((ink[k] - value) * dark) / 255);
    image.data.set([...colour, 255], 4 * i);
  });
  penOf(canvas).putImageData(image, 0, 0);
  return canvas;
}
