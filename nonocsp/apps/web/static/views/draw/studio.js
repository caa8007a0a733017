// The studio: an image beside the puzzle it becomes, with every choice live.
//
// The browser decodes, crops and scales the image; Python gets its samples, so that no package for images is
// needed there.

import { Channel, isStale, reason } from "../../page/api.js";
import { modal } from "../../page/dialog.js";
import { element, lay, penOf, range } from "../../page/dom.js";
import { painted } from "../../puzzle/drawing.js";
import { base64, bitmapOf } from "../../page/files.js";
import { Gauge } from "./gauge.js";
import { say } from "../../page/message.js";
import { portrait } from "./portrait.js";
import { Rectangle } from "../../puzzle/shapes.js";
import { colourName, counted, t } from "../../page/language.js";

// Samples of a cell in each direction, as the endpoint `photo` takes them, and its longest side in cells.
const SAMPLES = 4;
const MOST_SIDE = 100;

// Pixels of the longer side that are worked on, and of an image that is large enough for a warning.
const ENOUGH = 1600;
const LARGE = 40e6;

const PAUSE = 150;

// Ask how to make a puzzle of an image file. Resolves to the drawing, or null if the dialog was cancelled.
export async function studio(file, signal) {
  const image = await bitmapOf(file);
  signal.throwIfAborted();
  if (image.width * image.height > LARGE)
    say(t`A large image: its ${image.width} × ${image.height} pixels are scaled down first.`);
  return new Studio(image, file.name).done;
}

class Studio {
  #traces = new Channel();
  #repairs = new Channel();
  #timer = 0;
  #turn = 0;

  constructor(image, name) {
    this.title = (name || "").replace(/\.\w+$/, "").replace(/[_-]+/g, " ");
    this.image = scaled(
      image,
      0,
      0,
      image.width,
      image.height,
      Math.min(1, ENOUGH / Math.max(image.width, image.height)),
    );
    this.isSmall = Math.max(image.width, image.height) <= MOST_SIDE; // a pixel picture: a pixel a cell
    this.crop = { x: 0, y: 0, width: this.image.width, height: this.image.height };
    this.result = null;
    this.gauge = new Gauge();
    this.frame = element("div.crop");
    this.source = element(
      "div.source",
      { role: "img", "aria-label": t`the image; drag to choose a part` },
      this.image,
      this.frame,
    );
    this.canvas = element("canvas", { role: "img", "aria-label": t`the puzzle's picture` });
    this.facts = element("p.facts", { role: "status", "aria-label": t`facts` });
    this.whole = element(
      "button",
      { type: "button", hidden: true, onclick: () => this.#setCrop(null) },
      t`Whole image`,
    );
    this.go = element("button.main", { value: "go", disabled: true }, t`Use it`);
    const busy = this.isSmall ? Math.min(8, Math.max(1, coloursIn(this.image) - 1)) : 1;
    this.fields = {
      columns: slider(t`Columns`, 5, MOST_SIDE, this.isSmall ? Math.max(5, image.width) : 30),
      colours: slider(t`Colours`, 1, 8, busy),
      threshold: slider(t`Threshold`, -100, 100, 0),
      detail: slider(t`Detail`, 0, 100, 50),
      contrast: slider(t`Contrast`, 50, 300, 100),
      despeckle: slider(t`Despeckle`, 1, 9, this.isSmall ? 1 : 2),
    };
    this.unique = element("input", { type: "checkbox", checked: true });
    const labels = Object.values(this.fields).map(({ label }) => label);
    const content = [
      element(
        "div.pair",
        element("figure", this.source, element("figcaption", element("span", t`Drag to crop. `), this.whole)),
        element("figure", element("div.result", this.canvas), this.facts),
      ),
      element(
        "div.choices-of-image",
        ...labels,
        element("label.check", this.unique, t` Change the fewest cells that make it unique`),
      ),
      this.gauge.view,
    ];
    const buttons = [this.go, element("button", { value: "" }, t`Cancel`)];
    this.dialog = modal(t`Puzzle from an image`, content, buttons, "studio");
    this.dialog.addEventListener("input", () => this.#later());
    this.#listenForCrop();
    this.done = new Promise((resolve) => {
      this.dialog.addEventListener("close", () => {
        this.#turn += 1;
        for (const part of [this.#traces, this.#repairs, this.gauge]) part.cancel();
        clearTimeout(this.#timer);
        resolve(this.dialog.returnValue === "go" ? this.result : null);
      });
    });
    this.#trace();
  }

  #listenForCrop() {
    /** @type {number[] | null} */
    let start = null;
    const at = ({ clientX, clientY }) => {
      const box = this.image.getBoundingClientRect();
      const scale = this.image.width / box.width;
      return [
        Math.min(box.width, Math.max(0, clientX - box.left)) * scale,
        Math.min(box.height, Math.max(0, clientY - box.top)) * scale,
      ];
    };
    this.source.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      start = at(event);
      this.source.setPointerCapture(event.pointerId);
    });
    this.source.addEventListener("pointermove", (event) => {
      if (!start) return;
      const [[x, y], [u, v]] = [start, at(event)];
      const crop = {
        x: Math.round(Math.min(x, u)),
        y: Math.round(Math.min(y, v)),
        width: Math.round(Math.abs(u - x)),
        height: Math.round(Math.abs(v - y)),
      };
      if (crop.width >= 4 && crop.height >= 4) this.#setCrop(crop);
    });
    for (const name of ["pointerup", "pointercancel"]) this.source.addEventListener(name, () => (start = null));
  }

  #setCrop(crop) {
    const { width, height } = this.image;
    this.crop = crop ?? { x: 0, y: 0, width, height };
    this.frame.classList.toggle("set", crop !== null);
    this.whole.hidden = crop === null;
    if (crop) lay(this.frame, { ...crop, left: crop.x, top: crop.y }, this.image);
    this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#trace(), PAUSE);
  }

  // Trace the image with the choices made; then, if asked to, look for the fewest changes.
  async #trace() {
    const turn = ++this.#turn;
    const isNew = () => turn === this.#turn;
    this.#repairs.cancel();
    this.gauge.clear(t`Length and depth: rated as soon as the puzzle is unique.`);
    const { columns, colours, threshold, detail, contrast, despeckle } = Object.fromEntries(
      Object.entries(this.fields).map(([name, { value }]) => [name, value]),
    );
    const { width, height } = this.crop;
    const rows = Math.min(MOST_SIDE, Math.max(1, Math.round((columns * height) / width)));
    for (const name of ["threshold", "detail"]) this.fields[name].label.hidden = colours !== 1;
    this.fields.contrast.label.hidden = colours === 1;
    const sharpen = width > columns * SAMPLES && height > rows * SAMPLES;
    this.canvas.setAttribute("aria-busy", "true");
    try {
      const request = {
        base64: base64(this.#samples(columns, rows)),
        columns,
        colours,
        threshold,
        detail,
        contrast,
        despeckle,
        sharpen,
      };
      const traced = await this.#traces.ask("photo", request);
      if (!isNew()) return;
      const picture = {
        cells: traced.rows.flat(),
        shape: new Rectangle(traced.rows.length, columns),
        palette: [traced.blank, ...traced.colours],
      };
      this.#show(picture, []);
      await this.#finish(picture, isNew);
    } catch (error) {
      if (isStale(error) || !isNew()) return;
      this.canvas.removeAttribute("aria-busy");
      this.facts.textContent = reason(error);
    }
  }

  // Red, green and blue of the samples of the chosen part, over white.
  #samples(columns, rows) {
    const { x, y, width, height } = this.crop;
    const [across, down] = [columns * SAMPLES, rows * SAMPLES];
    const small = scaled(this.image, x, y, width, height, across / width, down / height);
    const { data } = penOf(small).getImageData(0, 0, across, down);
    const rgb = new Uint8Array((data.length / 4) * 3);
    for (let from = 0, to = 0; from < data.length; from += 4, to += 3) rgb.set(data.subarray(from, from + 3), to);
    return rgb;
  }

  #show(picture, changed) {
    this.result = { ...picture, title: this.title };
    this.go.disabled = false;
    this.canvas.removeAttribute("aria-busy");
    if (picture.palette.length === 1)
      this.result.palette = [...picture.palette, { name: "black", rgb: "#000000", char: "#" }];
    const { clientWidth, clientHeight } = this.canvas.parentNode;
    const { width, height } = picture.shape;
    // Both sides fit into the place.
    const size = Math.min(clientWidth * Math.max(1, height / width), clientHeight * Math.max(1, width / height));
    portrait(this.result, { size, marks: changed, canvas: this.canvas });
    this.#say("");
  }

  #say(more) {
    const { cells, shape, palette } = this.result;
    const colours = new Set(cells.filter(Boolean)).size;
    this.facts.textContent = [shape.title, colours > 1 ? counted(colours, "colour") : "", more]
      .filter(Boolean)
      .join(", ");
    this.facts.title = palette.map(({ name }) => colourName(name)).join(", ");
  }

  async #finish(picture, isNew) {
    const asked = ({ cells, shape, palette: [blank, ...colours] }) => ({
      picture: { rows: shape.cut(Array.from(cells)), blank, colours },
    });
    if (!picture.cells.some(Boolean)) {
      this.#say(t`nothing is filled in: move the threshold`);
      return;
    }
    if (!this.unique.checked) {
      const { verdict } = await this.#repairs.ask("check", { ...asked(picture), seconds: 3 });
      if (!isNew()) return;
      this.#say({ unique: t`unique`, multiple: t`not unique` }[verdict] ?? t`uniqueness unknown`);
      if (verdict === "unique") this.gauge.rate(asked(picture));
      return;
    }
    this.#say(t`looking for the fewest changes…`);
    const found = await this.#repairs.ask("repair", { ...asked(picture), seconds: 6 });
    const { changes, at_least: least, stopped_by: stopped } = found;
    if (!isNew()) return;
    if (!changes.length && (stopped || least)) {
      this.#say(t`not unique, and no repair was found in time`);
      return;
    }
    const at = picture.shape.cellsAt(changes);
    let { cells } = picture;
    changes.forEach(([, , colour], i) => (cells = painted(cells, [at[i]], colour)));
    const repaired = { ...picture, cells: Array.from(cells) };
    this.#show(repaired, at);
    this.#say(changes.length ? t`unique with ${counted(changes.length, "changed cell")}` : t`unique`);
    this.gauge.rate(asked(repaired));
  }
}

// A part of an image in another size, over white; an enlarged one keeps its pixels sharp.
function scaled(image, x, y, width, height, across, down = across) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * across));
  canvas.height = Math.max(1, Math.round(height * down));
  const pen = penOf(canvas, { willReadFrequently: true });
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingEnabled = across < 1;
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

// The number of colours of a small canvas, at most 20.
function coloursIn(canvas) {
  const pixels = new Uint32Array(penOf(canvas).getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  const found = new Set();
  for (const pixel of pixels) if (found.add(pixel).size >= 20) break;
  return found.size;
}

function slider(name, min, max, value) {
  const input = range(name.toLowerCase(), { min, max, value });
  const output = element("output", String(value));
  input.addEventListener("input", () => (output.textContent = input.value));
  return {
    label: element("label.slider", element("span", name), input, output),
    get value() {
      return Number(input.value);
    },
  };
}
