// The corners of the grid, dragged over the picture, and how many rows and columns it has.

import { element, penOf } from "../../page/dom.js";
import { MOST_CELLS } from "../../puzzle/model.js";
import { t } from "../../page/language.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const MOST_LINES = Math.sqrt(MOST_CELLS);

// Where the corners are at first, as shares of the picture.
const START = [[0.3, 0.3], [0.9, 0.3], [0.3, 0.9], [0.9, 0.9]]; // prettier-ignore

// Share of the picture that a key moves a corner by.
const STEP = 0.004;

// The loupe: pixels across, and how much larger it shows the picture than the page does.
const LOUPE = 128;
const LARGER = 3;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Corners {
  /** @param {HTMLCanvasElement} picture @param {{ rows: number, columns: number, corners: number[][] } | undefined} found
   * @param {(given: { corners: number[], rows: number, columns: number }) => unknown} go */
  constructor(picture, found, go) {
    const { width, height } = (this.picture = picture);
    this.places = found ? found.corners.map(([x, y]) => [x / width, y / height]) : START.map((place) => [...place]);
    const names = [t`top left corner`, t`top right corner`, t`bottom left corner`, t`bottom right corner`];
    this.handles = names.map((name, i) => this.#handle(name, i));
    this.outline = document.createElementNS(NAMESPACE, "polygon");
    const drawing = document.createElementNS(NAMESPACE, "svg");
    drawing.setAttribute("viewBox", "0 0 1 1");
    drawing.setAttribute("preserveAspectRatio", "none");
    drawing.append(this.outline);
    this.loupe = element("canvas.loupe", { width: LOUPE, height: LOUPE, hidden: true, "aria-hidden": true });
    this.source = element("div.source", picture, drawing, ...this.handles, this.loupe);
    const field = (label, value) =>
      element("input", { type: "number", min: 1, max: MOST_LINES, value, required: true, "aria-label": label });
    this.rows = field(t`rows`, found?.rows ?? 10);
    this.columns = field(t`columns`, found?.columns ?? 10);
    const read = element("button.main", { type: "button", onclick: () => this.#read(go) }, t`Read it`);
    const sides = element(
      "div.sides",
      element("label", t`Rows`, this.rows),
      element("label", t`Columns`, this.columns),
      read,
    );
    this.view = element("div.corners", this.source, sides);
    this.#place();
  }

  #read(go) {
    if (![this.rows, this.columns].every((field) => field.reportValidity())) return;
    const { width, height } = this.picture;
    const corners = this.places.flatMap(([x, y]) => [x * width, y * height]);
    go({ corners, rows: Number(this.rows.value), columns: Number(this.columns.value) });
  }

  #handle(label, i) {
    const handle = element("button.corner", { type: "button", "aria-label": label });
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      this.#magnify(i);
    });
    handle.addEventListener("pointermove", (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const { left, top, width, height } = this.picture.getBoundingClientRect();
      this.#move(i, [(event.clientX - left) / width, (event.clientY - top) / height]);
      this.#magnify(i);
    });
    handle.addEventListener("lostpointercapture", () => (this.loupe.hidden = true));
    handle.addEventListener("keydown", (event) => {
      if (!Object.hasOwn(ARROWS, event.key)) return;
      event.preventDefault();
      const by = event.shiftKey ? 10 * STEP : STEP;
      this.#move(
        i,
        ARROWS[event.key].map((way, k) => this.places[i][k] + way * by),
      );
    });
    return handle;
  }

  #move(i, place) {
    this.places[i] = place.map((share) => Math.min(1, Math.max(0, share)));
    this.#place();
  }

  // What the finger hides, above it, or below where there is no room.
  #magnify(i) {
    const { width, height } = this.picture;
    const shown = this.picture.getBoundingClientRect();
    const [x, y] = this.places[i];
    const part = (LOUPE * width) / shown.width / LARGER;
    const pen = penOf(this.loupe);
    pen.clearRect(0, 0, LOUPE, LOUPE);
    pen.drawImage(this.picture, x * width - part / 2, y * height - part / 2, part, part, 0, 0, LOUPE, LOUPE);
    pen.fillStyle = getComputedStyle(this.loupe).color;
    pen.fillRect(0, LOUPE / 2, LOUPE, 1);
    pen.fillRect(LOUPE / 2, 0, 1, LOUPE);
    this.loupe.style.left = `${100 * x}%`;
    this.loupe.style.top = `${100 * y}%`;
    const { top } = /** @type {Element} */ (this.view.closest("dialog")).getBoundingClientRect();
    this.loupe.classList.toggle("below", shown.top + y * shown.height - top < 1.4 * LOUPE);
    this.loupe.hidden = false;
  }

  #place() {
    this.handles.forEach((handle, i) => {
      const [x, y] = this.places[i];
      handle.style.left = `${100 * x}%`;
      handle.style.top = `${100 * y}%`;
    });
    this.outline.setAttribute("points", [0, 1, 3, 2].map((i) => this.places[i].join()).join(" "));
  }
}
