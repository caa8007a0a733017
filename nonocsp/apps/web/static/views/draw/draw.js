// The editor: draw, and see after each stroke whether the puzzle is unique.

import { ask } from "../../page/api.js";
import { Assessment } from "./assessment.js";
import { Board } from "../../board/board.js";
import { askBoard } from "../../board/board_choice.js";
import { choice, element, lay } from "../../page/dom.js";
import {
  areaOf,
  boxOf,
  cellsOf,
  Drawing,
  flipped,
  laid,
  mirrored,
  moved,
  painted,
  part,
  reshaped,
  resized,
  rotated,
  shifted,
  sidesOf,
  turned,
} from "../../puzzle/drawing.js";
import { edgeHandles } from "./edges.js";
import { exportPuzzle } from "./export.js";
import { opener } from "../../page/files.js";
import { tool, workbench } from "../../page/layout.js";
import { fail, say } from "../../page/message.js";
import { shapeWith } from "../../puzzle/boards.js";
import { drawingIn } from "../../puzzle/own.js";
import { describe, numbers, Puzzle } from "../../puzzle/model.js";
import { Measures } from "./measures.js";
import { Palette } from "./palette.js";
import { photoButton } from "../photo/button.js";
import { Rectangle } from "../../puzzle/shapes.js";
import { addressed, share } from "../../puzzle/share.js";
import { studio } from "./studio.js";
import { fits, KINDS, symmetric } from "../../puzzle/symmetric.js";
import { dress } from "../../page/theme.js";
import { Underlay } from "./underlay.js";
import { isRoomy } from "../../board/viewport.js";
import { zoomTools } from "../../board/zoom.js";
import { later, t } from "../../page/language.js";

const TOOLS = [
  ["brush", later`Brush`, "B"], ["line", later`Line`, "L"], ["rectangle", later`Rectangle`, "R"],
  ["fill", later`Fill`, "F"], ["select", later`Select`, "S"], ["move", later`Move`, "M"],
]; // prettier-ignore

export async function show({ main, signal }, { id, puzzle: given }) {
  const editor = new Editor(signal);
  main.append(editor.view);
  editor.open(Drawing.recalled(id || undefined));
  if (given) await editor.take(given);
}

// `doing`: the tool; `before`: the cells at its beginning; `box`: the selection then; `moves`: it is dragged.
/**
 * @typedef {{ doing: string, before: Uint8Array, start: number, colour: number, cells: Uint8Array, box: any,
 *   moves: boolean }} Stroke
 */

class Editor {
  /** @type {Stroke | null} */
  #stroke = null;
  // The drawing that is edited: `open` sets it.
  /** @type {Drawing} */
  drawing;
  undo = tool("undo", t`Undo`, () => this.drawing.undo() && this.#changed(), { key: "Control+Z" });
  redo = tool("redo", t`Redo`, () => this.drawing.redo() && this.#changed(), { key: "Control+Y" });
  turns = [
    tool("mirror", t`Mirror`, () => this.#turn(mirrored).catch(fail), { text: true }),
    tool("flip", t`Flip`, () => this.#turn(flipped).catch(fail), { text: true }),
    tool("rotate", t`Rotate`, () => this.#turn(rotated).catch(fail), { text: true }),
  ];
  tools = TOOLS.map(([name, label, key]) =>
    tool(name, t(label), () => this.#choose(name), { key, pressed: name === "brush", text: name === "move" }),
  );
  size = tool("board", "", () => this.#reshape().catch(fail), { text: true });
  #shown = "";
  #shape = "";

  constructor(signal) {
    this.signal = signal;
    this.board = new Board();
    this.board.classList.add("plain");
    this.tool = "brush";
    this.selection = null;
    /** @type {Picture | null} */
    this.clip = null;
    this.palette = new Palette(() => this.#changed());
    this.assessment = new Assessment(this.board, signal, {
      change: (cells) => this.#apply({ cells }),
      look: (cells) => this.board.show(cells ?? this.drawing.cells),
    });
    this.title = element("input", {
      type: "text",
      class: "title",
      "aria-label": t`title`,
      placeholder: t`Untitled`,
      maxlength: 100,
    });
    this.title.addEventListener("input", () => {
      this.drawing.title = this.title.value;
      this.drawing.save();
    });
    this.chosen = element("div.selection", { hidden: true });
    this.underlay = new Underlay();
    this.overlay = element("div.overlay", this.underlay.view, this.chosen);
    this.measures = new Measures({
      resize: (edges) => this.#resize(edges),
      shift: (down, right) => this.#shift(down, right),
    });
    this.symmetry = choice(
      { "aria-label": t`symmetry` },
      Object.fromEntries(Object.entries(KINDS).map(([kind, { text }]) => [kind, t(text)])),
    );
    this.handles = edgeHandles(this.board, (edges) => this.#resize(edges));
    this.view = workbench({
      name: "draw",
      label: t`drawing`,
      board: this.board,
      tools: this.#tools(),
      panel: this.#panel(),
    });
    this.view.append(this.more);
    this.board.addEventListener("stroke", ({ detail }) => this.#draw(detail));
    this.board.addEventListener("strokeend", ({ detail }) => this.#finish(detail.cancelled));
    this.board.addEventListener("pick", ({ detail }) => this.palette.choose(detail.colour));
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true, signal });
    addEventListener("blur", () => (this.clip = null), { signal }); // what is pasted next was copied elsewhere
    addEventListener("storage", ({ key }) => this.#share(drawingIn(key)), { signal });
  }

  // Another tab has changed a drawing: if it is this one, both are kept from now on.
  #share(id) {
    if (id !== this.drawing.id) return;
    this.drawing.fork();
    this.drawing.save();
    say(t`Another tab has changed this drawing; here it is a copy now. Both are in the library.`);
  }

  #tools() {
    const [smaller, fit, larger] = zoomTools(this.board, true);
    const more = tool("more", t`More`, null, { text: true });
    more.setAttribute("popovertarget", "more");
    this.more = this.#more([smaller, larger]);
    const [brush, line, rectangle, fill, select] = this.tools;
    return [[brush, line, rectangle, fill, select], this.palette.view, [this.undo, this.redo], [fit, more]];
  }

  // What is wanted now and then, in words.
  #more(zooms) {
    const image = element("input", { type: "file", accept: "image/*", hidden: true, "aria-label": t`an image file` });
    image.addEventListener("change", () => {
      const [file] = image.files;
      image.value = "";
      if (file) this.#trace(file).catch(fail);
    });
    const actions = element(
      "div.actions",
      tool("plus", t`New`, () => this.#begin(), { text: true }),
      opener((data) => this.take(data), this.signal, { image: (file) => this.#trace(file) }),
      tool("image", t`Image`, () => image.click(), { text: true }),
      photoButton(this.signal),
      ...this.underlay.parts,
      image,
      tool("clear", t`Clear`, () => this.#clear(), { text: true }),
      ...this.turns,
      this.tools[5],
      ...zooms,
    );
    const symmetry = element("label", t`Draw with `, this.symmetry);
    return element(
      "div.menu.more",
      { id: "more", popover: true, "aria-label": t`More` },
      actions,
      symmetry,
      this.measures.view,
    );
  }

  #panel() {
    const puzzle = () => this.drawing.puzzle();
    const play = async () => (location.hash = `#play${await addressed(puzzle())}`);
    const actions = element(
      "div.actions",
      tool("play", t`Play it`, () => play().catch(fail), { text: true }),
      tool("share", t`Share`, () => share(puzzle(), "play"), { text: true }),
      tool("download", t`Export`, () => exportPuzzle(puzzle()), { text: true }),
      this.size,
    );
    actions.firstChild.classList.add("main");
    return [element("h1.unseen", t`Draw`), element("section.head", this.title, actions), ...this.assessment.views];
  }

  // Go on with another drawing; as a step of this one, it can be undone, and what was drawn is kept in the library.
  open(drawing, isStep = false) {
    if (isStep && this.drawing) {
      this.drawing.fork();
      const { cells, shape, palette, title } = drawing;
      this.drawing.change({ cells, shape, palette, title });
    } else this.drawing = drawing;
    this.#select(null);
    this.#changed();
  }

  // Open a puzzle's picture: its goal, or else its first solution.
  async take(data) {
    try {
      const { shape, palette } = new Puzzle(data);
      const picture = data.goals?.[0] ?? (await ask("solve", { puzzle: data }, { signal: this.signal })).pictures?.[0];
      if (!picture) throw new Error(t`That puzzle has no solution, so there is no picture to edit.`);
      this.open(new Drawing({ cells: numbers(picture, palette), shape, palette, title: data.title }), true);
    } catch (error) {
      fail(error);
    }
  }

  // Another board; on one of the same kind the picture stays.
  async #reshape() {
    const { shape } = this.drawing;
    const to = await askBoard(shape);
    if (!to) return;
    const more = [to.width - shape.width, to.height - shape.height];
    if (to.isTable && shape.isTable) this.#resize({ right: more[0], bottom: more[1] });
    else if (to.kind === shape.kind) this.#apply(reshaped(this.drawing, to));
    else this.open(Drawing.blank(to), true);
  }

  #begin() {
    this.more.hidePopover();
    if (this.drawing.cells.some(Boolean)) say(t`A new drawing. The one before is in the library, under “Yours”.`);
    this.open(Drawing.blank(this.drawing.shape), true);
  }

  async #trace(file) {
    const made = await studio(file, this.signal);
    if (made) this.open(new Drawing(made), true);
  }

  #apply(parts) {
    if (this.drawing.change(parts)) this.#changed();
    else this.#refresh();
  }

  #changed() {
    this.#refresh();
    if (!this.drawing.save()) say(t`The browser has no space left to save this drawing.`);
    this.assessment.judge(this.drawing).then(() => dress(this.view, this.drawing.palette));
  }

  // Show the drawing: the board is built again only when its shape or palette has changed.
  #refresh() {
    const { cells, shape, palette } = this.drawing;
    const { isTable } = shape;
    const name = shape.id;
    const look = JSON.stringify([name, palette.map(({ name, rgb, char }) => [name, rgb, char])]);
    const puzzle = new Puzzle(describe([...cells], shape, palette));
    if (look !== this.#shown) {
      this.board.build({ ...puzzle, label: t`drawing`, reserve: isRoomy(), keep: name === this.#shape });
      [this.#shown, this.#shape] = [look, name];
      // Boxes and edges are those of rows and columns.
      if (isTable) this.board.append(this.overlay, ...this.handles);
      this.tools.forEach((button, i) => (button.disabled = !isTable && ["rectangle", "select"].includes(TOOLS[i][0])));
      this.underlay.button.disabled = !isTable;
      for (const button of this.turns) button.disabled = !shape.sides;
      for (const option of this.symmetry.options) option.disabled = !fits(shape, option.value);
      if (!fits(shape, this.symmetry.value)) this.symmetry.value = "none";
      if (!isTable && ["rectangle", "select"].includes(this.tool)) this.#choose("brush");
      dress(this.view, palette);
      this.palette.show(this.drawing);
      this.measures.view.hidden = !isTable;
      this.size.setAttribute("aria-label", t`Board: ${shape.title}`);
      this.size.title = t`Choose the board: cells and sides`;
      this.size.lastChild.textContent = shape.title;
      this.#select(null);
    }
    this.board.show([...cells]);
    this.board.setClues(puzzle.clues);
    this.title.value = this.drawing.title;
    this.undo.disabled = !this.drawing.canUndo;
    this.redo.disabled = !this.drawing.canRedo;
  }

  #choose(name) {
    this.tool = name;
    this.view.dataset.tool = name;
    this.tools.forEach((button, i) => button.setAttribute("aria-pressed", String(TOOLS[i][0] === name)));
    if (name !== "select" && name !== "move") this.#select(null);
  }

  #select(box) {
    this.selection = box;
    this.chosen.hidden = !box;
    if (!box) return;
    lay(this.chosen, { ...box, width: box.right - box.left + 1, height: box.bottom - box.top + 1 }, this.drawing.shape);
  }

  // A stroke changes a copy of the cells, so that shapes can follow the pointer.
  #draw({ cells: path, tool: hand, first }) {
    const { drawing } = this;
    if (first) {
      this.assessment.reset();
      const before = Uint8Array.from(drawing.cells);
      const own = hand === "first" ? this.palette.colour : hand === "same" ? before[path[0]] : 0;
      // Drawing a colour over itself erases it, as in the player.
      const erases = hand === "first" && before[path[0]] === own && ["brush", "line", "rectangle"].includes(this.tool);
      const doing = hand === "first" ? this.tool : "brush";
      const moves = doing === "move" || (doing === "select" && this.#isChosen(path[0]));
      const colour = erases ? 0 : own;
      this.#stroke = { doing, before, start: path[0], colour, cells: before, box: this.selection, moves };
    }
    if (!this.#stroke) return;
    this.#follow(this.#stroke, path);
    const { doing, before, cells, moves } = this.#stroke;
    if (doing === "select" && !moves) return;
    if (!moves) this.#stroke.cells = symmetric({ cells, shape: drawing.shape }, before, this.symmetry.value);
    drawing.sketch(this.#stroke.cells);
    this.board.show([...this.#stroke.cells]);
  }

  #follow(stroke, path) {
    const { shape } = this.drawing;
    const { width } = shape;
    const { doing, before, start, colour, cells, box } = stroke;
    const end = path.at(-1);
    if (doing === "brush") stroke.cells = painted(cells, path, colour);
    else if (doing === "line") stroke.cells = painted(before, shape.between(start, end), colour);
    else if (doing === "rectangle") stroke.cells = painted(before, cellsOf(boxOf(start, end, width), width), colour);
    else if (doing === "fill") {
      if (end === start) stroke.cells = painted(before, areaOf({ cells: before, shape }, start), colour);
    } else if (stroke.moves && !shape.isTable)
      stroke.cells = moved({ cells: before, shape }, start, end)?.cells ?? cells;
    else if (stroke.moves)
      stroke.cells = this.#moved(
        before,
        box,
        Math.floor(end / width) - Math.floor(start / width),
        (end % width) - (start % width),
      );
    else this.#select(end === start ? null : boxOf(start, end, width));
  }

  #isChosen(index) {
    const { selection: box, drawing } = this;
    const [r, c] = drawing.shape.place(index);
    return box !== null && r >= box.top && r <= box.bottom && c >= box.left && c <= box.right;
  }

  // The cells after a box of them, or all, moved; the box moves along.
  #moved(before, box, down, right) {
    const { shape } = this.drawing;
    const picture = { cells: before, shape };
    if (!box) return shifted(picture, down, right, this.measures.wraps).cells;
    const lifted = { ...picture, cells: painted(before, cellsOf(box, shape.width), 0) };
    const { height, width } = shape;
    const within = (value, size) => Math.min(size - 1, Math.max(0, value));
    const [top, left] = [box.top + down, box.left + right];
    const bounds = [top, left, box.bottom + down, box.right + right];
    this.#select({
      top: within(bounds[0], height),
      left: within(bounds[1], width),
      bottom: within(bounds[2], height),
      right: within(bounds[3], width),
    });
    return laid(lifted, top, left, part(picture, box));
  }

  #finish(cancelled) {
    const stroke = this.#stroke;
    this.#stroke = null;
    this.drawing.sketch(null);
    if (!stroke) return;
    if (cancelled) {
      this.#select(stroke.box);
      this.#refresh();
    } else if (stroke.doing !== "select" || stroke.moves) this.#apply({ cells: stroke.cells });
  }

  // Mirror, flip or rotate the selection, or else everything.
  async #turn(how) {
    const { drawing, selection: box } = this;
    if (!box) {
      this.#apply(turned(drawing, how, await shapeWith(drawing.shape.kind, sidesOf(drawing.shape, how))));
      return;
    }
    const own = part(drawing, box);
    const [height, width] = sidesOf(own.shape, how);
    const made = turned(own, how, new Rectangle(height, width));
    const { shape } = drawing;
    const lifted = { cells: painted(drawing.cells, cellsOf(box, shape.width), 0), shape };
    const [bottom, right] = [box.top + made.shape.height - 1, box.left + made.shape.width - 1];
    this.#apply({ cells: laid(lifted, box.top, box.left, made) });
    this.#select({ ...box, bottom: Math.min(bottom, shape.height - 1), right: Math.min(right, shape.width - 1) });
  }

  #shift(down, right) {
    this.#apply({ cells: this.#moved(this.drawing.cells, this.selection, down, right) });
  }

  #clear() {
    const { drawing, selection } = this;
    this.#apply({
      cells: selection
        ? painted(drawing.cells, cellsOf(selection, drawing.shape.width), 0)
        : new Uint8Array(drawing.cells.length),
    });
  }

  #resize(edges) {
    this.#apply(resized(this.drawing, edges));
  }

  #key(event) {
    if (event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, dialog")) return;
    const { drawing, selection: box } = this;
    const key = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.shiftKey && key === "z") this.redo.click();
    else if (isCommand && box && (key === "c" || key === "x")) {
      this.clip = part(drawing, box);
      if (key === "x") this.#clear();
    } else if (isCommand && this.clip && key === "v") this.#paste();
    else if (box && (key === "delete" || key === "backspace")) this.#clear();
    else if (box && key === "escape") this.#select(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Lay the copied cells over the selection, or over the upper left, selected to be moved.
  #paste() {
    const { drawing, clip } = this;
    if (!clip) return;
    const [top, left] = [this.selection?.top ?? 0, this.selection?.left ?? 0];
    this.#choose("select");
    this.#apply({ cells: laid(drawing, top, left, clip) });
    const { height, width } = drawing.shape;
    this.#select({
      top,
      left,
      bottom: Math.min(height, top + clip.shape.height) - 1,
      right: Math.min(width, left + clip.shape.width) - 1,
    });
  }
}
