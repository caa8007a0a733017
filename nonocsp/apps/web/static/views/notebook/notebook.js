// Notebooks: text, and cells of Python that run here, in a Python of their own.
//
// They are part of the page of static files alone: a server runs no code of its visitors. What a visitor writes is
// kept under the original text of its cell, so that a new version of a notebook keeps what it still has.

import { get, isStale, ownPython, reason } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { icon } from "../../page/icons.js";
import { relabel, tool } from "../../page/layout.js";
import { rove } from "../../page/rove.js";
import { forget, recall, write } from "../../page/storage.js";
import { editor } from "./editor.js";
import { later, t } from "../../page/language.js";

const OUTPUT = new URL("output.html", import.meta.url).href;

export async function show({ main, signal, setTitle }, { id }) {
  const view = element("article.notebook");
  main.append(view);
  const openPython = await ownPython();
  if (!openPython) {
    view.append(t(ELSEWHERE));
    return;
  }
  const { notebooks, files } = await get("notebooks.json", signal);
  const chosen = notebooks.find(({ name }) => name === id);
  if (!chosen) {
    setTitle(t`Notebooks`);
    view.append(...list(notebooks));
    return;
  }
  setTitle(chosen.title);
  const notebook = new Notebook(view, chosen, files, openPython);
  signal.addEventListener("abort", () => notebook.restart());
}

const ABOUT = later`Python runs in your browser: nothing is installed, and nothing is sent. Change the cells as you like; Shift+Enter runs one.`;
const ELSEWHERE = later`Notebooks run in the page of static files, which “nonocsp build-page” makes: there Python is in the browser. This server runs no code of its visitors. The same notebooks are in the documentation, for Jupyter.`;

/** @param {NotebookData[]} notebooks */
function list(notebooks) {
  const cards = notebooks.map(({ name, title, summary }) => {
    const about = element("div");
    about.innerHTML = summary;
    return element("li", element("a", { href: `#notebook/${name}` }, title), about);
  });
  return [element("h1", t`Notebooks`), element("p", t(ABOUT)), element("ul.notebooks", ...cards)];
}

class Notebook {
  /** @type {import("../../answers/pool.js").Pool | null} */
  #python = null;

  /** @param {HTMLElement} view @param {NotebookData} data @param {string} files
   * @param {() => import("../../answers/pool.js").Pool} openPython */
  constructor(view, { name, title, cells }, files, openPython) {
    this.key = `nonocsp:notebook:${name}`;
    this.given = cells;
    this.files = files;
    this.openPython = openPython;
    this.text = element("div");
    this.status = element("p.status", { role: "status", "aria-label": t`state of Python` });
    const run = tool("play", t`Run all`, () => this.run(this.cells), { text: true });
    run.classList.add("main");
    this.stopping = tool("restart", t`Restart`, () => this.restart(), { text: true });
    this.original = tool("undo", t`Original`, () => this.reset(), { text: true });
    const bar = element("div.runner", { role: "toolbar", "aria-label": t`tools: notebook` });
    bar.append(run, this.stopping, this.original, this.status);
    rove(bar, "button");
    view.setAttribute("aria-label", title);
    view.append(element("a.back", { href: "#notebook" }, t`‹ Notebooks`), bar, this.text);
    this.fill();
  }

  // Text and cells: what was given, or what the visitor has made of it.
  fill() {
    const kept = recall(this.key) ?? {};
    /** @type {Cell[]} */
    this.cells = [];
    this.text.replaceChildren();
    for (const { markdown, code } of this.given) {
      if (code === undefined) {
        const text = element("div.text");
        text.innerHTML = markdown;
        this.text.append(text);
      } else {
        for (const source of kept[code] ?? [code]) this.add(new Cell(this, source, code));
      }
    }
    this.changed();
  }

  /** @param {Cell} cell @param {Cell} [above] */
  add(cell, above) {
    if (above) above.view.after(cell.view);
    else this.text.append(cell.view);
    this.cells.splice(above ? this.cells.indexOf(above) + 1 : this.cells.length, 0, cell);
    this.cells.forEach((each, at) => each.rename(t`cell ${at + 1}`));
  }

  // Keep what differs from the original: for each of its cells, this one and those added below it.
  changed() {
    /** @type {Record<string, string[]>} */
    const kept = {};
    for (const { code } of this.given) {
      if (code === undefined) continue;
      const sources = this.cells.filter(({ original }) => original === code).map(({ source }) => source);
      const own = sources.filter((source, at) => at === 0 || source.trim());
      if (own.length > 1 || own[0] !== code) kept[code] = own;
    }
    const isOriginal = !Object.keys(kept).length;
    if (isOriginal) forget(this.key);
    else write(this.key, JSON.stringify(kept));
    this.original.disabled = isOriginal;
  }

  reset() {
    if (!confirm(t`Throw away your changes to this notebook?`)) return;
    forget(this.key);
    this.restart();
    this.fill();
  }

  // Run some cells one after the other, until one fails, but none that waits already.
  /** @param {Cell[]} given */
  async run(given) {
    const cells = given.filter(({ state }) => state !== "waiting");
    for (const cell of cells) cell.state = "waiting";
    for (const cell of cells) if (!(await this.#run(cell))) break;
    for (const cell of cells) if (cell.state === "waiting") cell.state = "";
    this.say(this.status.textContent ?? "");
  }

  /** @param {Cell} cell */
  async #run(cell) {
    const python = (this.#python ??= this.#open());
    const { source, name } = cell;
    cell.output.replaceChildren();
    this.say(python.isLoading ? t`Loading Python…` : t`Running ${name}…`);
    python.onready = () => this.say(t`Running ${name}…`);
    const progress = (/** @type {Output} */ output) => cell.show(output);
    try {
      const { done } = await python.answer("cell", { source, name }, { progress, patient: true });
      cell.state = done ? "done" : "failed";
      const above = this.cells.slice(0, this.cells.indexOf(cell));
      const hint = above.some(({ state }) => state !== "done") ? t`: cells above it have not run` : "";
      this.say(done ? t`Ran ${name}` : t`Error in ${name}${hint}`);
      return done;
    } catch (error) {
      if (this.#python === python) this.restart();
      cell.state = "failed";
      cell.show({ error: isStale(error) ? t`Stopped` : reason(error) });
      return false;
    }
  }

  #open() {
    const python = this.openPython();
    python.answer("begin", { files: this.files }, {}).catch(() => {}); // the cell that follows fails, too
    return python;
  }

  // What Python does; while it does something, it can be stopped.
  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
    const isBusy = this.cells.some(({ state }) => state === "waiting");
    relabel(this.stopping, isBusy ? "close" : "restart", isBusy ? t`Stop` : t`Restart`, "");
  }

  // End Python, and with it what runs.
  restart() {
    this.#python?.close();
    this.#python = null;
    for (const cell of this.cells) cell.state = "";
    this.say(t`Restarted: nothing is defined`);
  }
}

class Cell {
  /** @param {Notebook} notebook @param {string} source @param {string} original */
  constructor(notebook, source, original) {
    this.original = original;
    this.name = "";
    const next = () => notebook.cells[notebook.cells.indexOf(this) + 1];
    this.editor = editor(source, {
      changed: () => notebook.changed(),
      entered: (goesOn) => {
        notebook.run([this]);
        if (goesOn) next()?.editor.field.focus();
      },
    });
    this.runner = element("button.run", { type: "button", onclick: () => notebook.run([this]) }, icon("play"));
    const add = () => {
      const made = new Cell(notebook, "", original);
      notebook.add(made, this);
      made.editor.field.focus();
    };
    this.adder = element("button.add", { type: "button", onclick: add }, icon("plus"));
    this.output = element("div.output", { "aria-live": "polite" });
    this.view = element("section.cell", this.runner, this.editor, this.output, this.adder);
    this.state = "";
  }

  get source() {
    return this.editor.field.value;
  }

  get state() {
    return this.view.dataset.state;
  }

  // "", "waiting" (also while it runs), "done" or "failed".
  set state(state) {
    this.view.dataset.state = state;
  }

  /** @param {string} name */
  rename(name) {
    this.name = name;
    this.view.setAttribute("aria-label", name);
    this.editor.field.setAttribute("aria-label", t`code of ${name}`);
    this.runner.title = t`Run ${name} (Shift+Enter)`;
    this.adder.title = t`Add a cell below ${name}`;
  }

  /** @param {Output} part */
  show({ text, html, error }) {
    if (html !== undefined) return this.output.append(frame(html, t`drawing of ${this.name}`));
    const last = this.output.lastElementChild;
    if (text !== undefined && last?.matches("pre:not(.error)")) return last.append(text);
    return this.output.append(element(error === undefined ? "pre" : "pre.error", { tabindex: 0 }, error ?? text));
  }
}

/** A page of its own within this one. @param {string} html @param {string} title */
function frame(html, title) {
  const made = element("iframe", { src: OUTPUT, title });
  made.addEventListener("load", () => {
    made.contentDocument.body.innerHTML = html;
    fit(made);
    for (const inner of made.contentDocument.querySelectorAll("iframe"))
      inner.addEventListener("load", () => fit(inner));
  });
  return made;
}

/** Make a frame as high as its content, now and when that changes. @param {any} frame */
function fit(frame) {
  const body = frame.contentDocument?.body;
  if (!body) return; // taken away meanwhile
  const resize = () => (frame.style.height = `${Math.ceil(body.getBoundingClientRect().height)}px`);
  // In the next frame: a size that changes while sizes are observed is an error of the page.
  new ResizeObserver(() => requestAnimationFrame(resize)).observe(body);
  dress(document);
}

/** Make the frames of a page as light or dark as the whole one. @param {Document} page */
function dress(page) {
  const { colorScheme } = getComputedStyle(document.documentElement);
  for (const { contentDocument } of page.querySelectorAll("iframe")) {
    if (!contentDocument) continue;
    contentDocument.documentElement.style.colorScheme = colorScheme;
    dress(contentDocument);
  }
}
new MutationObserver(() => dress(document)).observe(document.documentElement, { attributeFilter: ["data-theme"] });
