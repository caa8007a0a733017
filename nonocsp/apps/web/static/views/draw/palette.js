// The palette of the editor: swatches to choose from, and dialogs to add, edit and remove colours.

import { Swatches } from "../../board/swatches.js";
import { choice, element } from "../../page/dom.js";
import { askFor } from "../../page/dialog.js";
import { freeChar, MOST_COLOURS } from "../../puzzle/drawing.js";
import { tool } from "../../page/layout.js";
import { fail, say } from "../../page/message.js";
import { PALETTES, recoloured } from "./palettes.js";
import { colourName, t } from "../../page/language.js";

const USUAL = [
  ["red", "#d1242f"], ["blue", "#0969da"], ["green", "#1a7f37"], ["yellow", "#f2c94c"], ["brown", "#7a4a21"],
  ["orange", "#e8710a"], ["purple", "#8250df"], ["cyan", "#00a5b5"], ["pink", "#f49ac1"], ["grey", "#8c959f"],
]; // prettier-ignore

export class Palette {
  // `changed()` is called when the drawing's palette has changed.
  constructor(changed) {
    this.changed = changed;
    this.colour = 1;
    this.swatches = new Swatches(t`colour`, (number) => this.choose(number));
    this.view = element(
      "div.group.colours",
      this.swatches.view,
      tool("plus", t`Add a colour`, () => this.#add()),
      tool("edit", t`Edit the colour`, () => this.#edit()),
    );
  }

  show(drawing) {
    this.drawing = drawing;
    const ondblclick = () => this.#edit();
    this.swatches.show(
      drawing.palette.map(({ name, char }, value) => ({
        value,
        name: colourName(name),
        text: value ? char : "",
        ondblclick,
      })),
    );
    this.choose(Math.min(this.colour, drawing.palette.length - 1));
  }

  choose(number) {
    if (number >= this.drawing.palette.length) return;
    this.colour = number;
    this.swatches.choose(number);
  }

  async #add() {
    const { palette } = this.drawing;
    if (palette.length > MOST_COLOURS) {
      say(t`A drawing has at most ${MOST_COLOURS} colours here.`);
      return;
    }
    const taken = new Set(palette.map(({ name }) => name));
    const free = USUAL.find(([name]) => !taken.has(name)) ?? ["colour", "#888888"];
    const content = [...fields({ name: free[0], rgb: free[1] }), whole()];
    const form = await askFor(t`Add a colour`, content, t`Add`);
    if (!form) return;
    if (form.whole) {
      this.drawing.change({ palette: recoloured(palette, PALETTES[form.whole]) });
      this.changed();
      return;
    }
    const name = form.name.trim();
    const number = palette.length;
    if (this.#set(number, { name, rgb: form.rgb, char: freeChar(name, palette) })) this.choose(number);
  }

  async #edit() {
    const number = this.colour;
    const { palette } = this.drawing;
    const { name, rgb, char } = palette[number];
    const content = fields({ name, rgb, char, isBlank: number === 0 });
    if (number && palette.length > 2) {
      const places = Object.fromEntries([...palette.keys()].slice(1).map((i) => [i, i]));
      content.push(
        element("label", t`Place `, choice({ name: "place" }, places, number)),
        element("label", element("input", { name: "remove", type: "checkbox" }), t` Remove it; its cells become blank`),
      );
    }
    const form = await askFor(number ? t`Colour ${number}` : t`Blank cells`, content);
    if (!form) return;
    if (form.remove) {
      this.drawing.removeColour(number);
      this.changed();
      return;
    }
    const wanted = { name: number ? form.name.trim() : name, char: form.char, rgb: form.rgb };
    if (!this.#set(number, wanted)) return;
    const place = Number(form.place ?? number);
    if (place === number) return;
    this.drawing.swapColours(number, place);
    this.colour = place;
    this.changed();
  }

  #set(number, colour) {
    const others = this.drawing.palette.filter((_, i) => i !== number);
    const isTaken = others.some((other) => other.name === colour.name || other.char === colour.char);
    if (!colour.name || !colour.char?.trim() || isTaken) {
      fail(new Error(t`Each colour needs a name and a character of its own.`));
      return false;
    }
    this.drawing.setColour(number, colour);
    this.changed();
    return true;
  }
}

function fields({ name, rgb, char = undefined, isBlank = false }) {
  const usual = element("datalist", { id: "usual-colours" }, ...USUAL.map(([value]) => element("option", { value })));
  const look = element("input", { name: "rgb", type: "color", value: rgb });
  const shape = { required: true, maxlength: 30, disabled: isBlank, list: "usual-colours", autocomplete: "off" };
  const named = element("input", { name: "name", type: "text", value: name, ...shape });
  named.addEventListener("input", () => {
    const known = USUAL.find(([value]) => value === named.value.trim().toLowerCase());
    if (known && char === undefined) look.value = known[1];
  });
  const content = [element("label", t`Name `, named, usual), element("label", t`Look `, look)];
  if (char !== undefined)
    content.push(
      element(
        "label",
        t`Character `,
        element("input", { name: "char", type: "text", value: char, required: true, maxlength: 1, size: 2 }),
      ),
    );
  return content;
}

// Palettes, one of which can be taken instead of a single colour.
function whole() {
  const choices = Object.entries(PALETTES).map(([name, colours]) => {
    const dots = colours.map(([, rgb]) => {
      const dot = element("i");
      dot.style.background = rgb;
      return dot;
    });
    return element(
      "label",
      element("input", { type: "radio", name: "whole", value: name }),
      ` ${t(name)} `,
      element("span.dots", ...dots),
    );
  });
  return element("fieldset.palettes", element("legend", t`Or a whole palette`), ...choices);
}
