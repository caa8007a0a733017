// The solver: clues typed beside a live board, the answer at once, the steps, and the reasons for a cell.

import { AnswerPanel } from "./answer_panel.js";
import { Board } from "../../board/board.js";
import { askBoard } from "../../board/board_choice.js";
import { element } from "../../page/dom.js";
import { ClueEntry, editInPlace } from "./clue_entry.js";
import { opener } from "../../page/files.js";
import { tool, workbench } from "../../page/layout.js";
import { fail } from "../../page/message.js";
import { openPhoto, photoButton } from "../photo/button.js";
import { essence, Puzzle } from "../../puzzle/model.js";
import { completed } from "../../puzzle/boards.js";
import { Rectangle } from "../../puzzle/shapes.js";
import { addressed, share } from "../../puzzle/share.js";
import { Stepper } from "./stepper.js";
import { rove } from "../../page/rove.js";
import { read, write } from "../../page/storage.js";
import { dress } from "../../page/theme.js";
import { isRoomy } from "../../board/viewport.js";
import { zoomTools } from "../../board/zoom.js";
import { later, t } from "../../page/language.js";

const KEPT = "nonocsp:solve";

// What a newcomer can try.
const EXAMPLES = [
  [later`A heart`, "1 1\n5\n5\n3\n1", "2\n4\n4\n4\n2"],
  [later`Six solutions`, "1\n1\n1", "1\n1\n1"],
  [later`A typo to find`, "1 1\n5\n5\n4\n1", "2\n4\n4\n4\n2"],
  [later`Two colours`, "2r\n1r 2b\n2b 1r\n2r", "2r\n1r 2b\n2b 1r\n2r"],
];

export async function show({ main, signal }, { puzzle }) {
  const solver = new Solver(signal);
  main.append(solver.view);
  if (puzzle) solver.open(puzzle);
  else solver.recall();
}

class Solver {
  #undone = [];

  constructor(signal) {
    this.signal = signal;
    this.data = this.puzzle = this.clues = null;
    this.board = new Board();
    this.board.readonly = true;
    this.board.editable = true;
    this.answer = new AnswerPanel(this);
    this.stepper = new Stepper(this.board, signal);
    this.entry = new ClueEntry(signal, {
      changed: (data) => this.#typed(data),
      here: (line) => this.#pointAt(line),
      open: (data) => this.open(data),
      stale: (is) => this.#stale(is),
    });
    this.tabs = this.#tabs();
    this.body = element("div.body");
    this.undoing = tool("undo", t`Undo the last change of clues`, () => this.#undo(), { key: "Control+Z" });
    const to = (view) => async () => (location.hash = `#${view}${await addressed(this.data)}`);
    const go = (icon, label, view) => tool(icon, label, () => to(view)().catch(fail), { text: true });
    this.going = [
      go("play", t`Play`, "play"),
      go("flag", t`Watch`, "watch"),
      tool("share", t`Share`, () => share(this.data, "solve"), { text: true }),
    ];
    const opening = opener((data) => this.open(data), signal, { photo: (file) => openPhoto(signal, file) });
    this.view = workbench({
      name: "solve",
      label: t`solver`,
      board: this.board,
      tools: [[opening, photoButton(signal), this.undoing], this.going, zoomTools(this.board)],
      panel: [element("section.block", this.answer.head), this.tabs, this.body],
    });
    this.welcome = this.#examples();
    this.view.stage.append(this.welcome);
    this.board.addEventListener("line", ({ detail }) =>
      editInPlace(this.board, this.entry, detail, (line, by) => this.#beside(line, by)),
    );
    this.board.addEventListener("click", (event) => this.#clicked(event));
    this.board.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && event.target?.closest(".cell")) this.#clicked(event);
    });
    this.body.addEventListener("focusin", ({ target }) => target.matches("textarea") && this.#openSheet());
    this.answer.clear();
    this.choose("clues");
    this.#ready();
  }

  // On a phone the sheet opens for the fields in it.
  #openSheet() {
    const grip = this.view.querySelector(".grip");
    if (grip.offsetParent && !this.view.classList.contains("open")) grip.click();
  }

  #tabs() {
    const names = { clues: t`Clues`, answer: t`Answer`, steps: t`Steps` };
    const list = element("div.tabs", { role: "tablist", "aria-label": t`solver` });
    for (const [name, text] of Object.entries(names))
      list.append(
        element("button", { role: "tab", id: `tab-${name}`, "data-tab": name, onclick: () => this.choose(name) }, text),
      );
    rove(list, "button", { chooses: true });
    return list;
  }

  // The board shows what the tab is about: a solution, or the board after some steps.
  choose(name) {
    const before = this.tab;
    this.tab = name;
    this.view.dataset.tab = name;
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
    this.clues ??= element(
      "div.clue-tab",
      this.entry.view,
      element("div.bar", element("button", { onclick: () => this.#blank().catch(fail) }, t`Empty board`)),
    );
    const views = { clues: this.clues, answer: this.answer.view, steps: this.stepper.view };
    this.body.replaceChildren(views[name]);
    this.body.setAttribute("role", "tabpanel");
    this.body.setAttribute("aria-labelledby", `tab-${name}`);
    if (!this.puzzle) return;
    if (name === "steps") {
      this.plain();
      this.stepper.open();
      return;
    }
    this.stepper.close();
    if (before === "steps") this.plain();
    this.answer.show();
  }

  // Whether the board is to show an answer, not steps.
  get showsAnswer() {
    return this.tab !== "steps";
  }

  // A board without blocks, to type clues for.
  async #blank() {
    const shape = await askBoard(this.puzzle?.shape ?? new Rectangle(10, 10));
    if (shape) this.entry.blank(shape);
  }

  #examples() {
    /** @param {string[]} example */
    const start = ([, rows, columns]) => {
      this.entry.type(new Rectangle(1, 1), { row: rows, column: columns });
    };
    return element(
      "div.welcome",
      element("h1", t`Solve a nonogram`),
      element("p", t`Type its clues, paste it in any format, or begin with an example.`),
      element(
        "div.bar",
        ...EXAMPLES.map((example) => element("button", { onclick: () => start(example) }, t(example[0]))),
      ),
    );
  }

  #ready() {
    const isEmpty = !this.puzzle;
    this.view.classList.toggle("empty", isEmpty);
    this.welcome.hidden = !isEmpty;
    for (const button of this.going) button.disabled = isEmpty;
    this.undoing.disabled = !this.#undone.length;
  }

  // The clues of the last visit.
  async recall() {
    try {
      const data = JSON.parse(read(KEPT));
      const whole = data && (await completed(data));
      if (whole && !this.puzzle) this.open(new Puzzle(whole).data);
    } catch {
      // nothing usable was kept
    }
  }

  #keep() {
    write(KEPT, essence(this.data));
  }

  // A puzzle of a file, an address or a proposal.
  open(data) {
    this.entry.set(data);
    this.#become(data, {});
  }

  // A mistake is looked for at once unless the clues are still being typed.
  #typed(data) {
    if (this.data && same(this.data, data)) return;
    this.#become(data, { diagnose: this.entry.agree, typed: true });
  }

  #become(data, { diagnose = true, undo = true, typed = false }) {
    if (undo && this.data && !same(this.data, data)) this.#undone.push(this.data);
    const before = this.puzzle;
    this.data = data;
    const puzzle = (this.puzzle = new Puzzle(data));
    const { shape, clues, palette } = puzzle;
    const look = (one) => [one.shape.id, one.palette];
    const isSameGrid = before && same(look(before), look(puzzle));
    this.#ready();
    if (isSameGrid) this.board.setClues(clues);
    else this.board.build({ shape, clues, palette, label: puzzle.title, reserve: isRoomy() });
    dress(this.view, palette);
    this.plain();
    this.stepper.reset(data, puzzle);
    this.answer.ask({ diagnose });
    // Clues are read some time after they were typed: a tab chosen meanwhile stays.
    if (!typed) this.choose("answer");
    else if (this.tab === "steps") this.stepper.open();
    this.#keep();
  }

  // Board and answer belong to the last clues that could be read.
  #stale(is) {
    this.view.classList.toggle("stale", is && Boolean(this.puzzle));
  }

  #undo() {
    const data = this.#undone.pop();
    if (!data) return;
    this.entry.set(data);
    this.#become(data, { undo: false });
  }

  // Take all marks and shades from the board.
  plain() {
    if (!this.puzzle) return;
    this.answer.verdict.show(false);
    for (const name of ["concluded", "because", "target"]) this.board.mark(name, []);
    for (const name of ["hinted", "wrong"]) this.board.markLines(name, []);
    delete this.board.dataset.solution;
    this.board.classList.toggle("plain", this.showsAnswer);
  }

  #pointAt(line) {
    if (!this.puzzle) return;
    const isThere = this.puzzle.shape.has(line);
    this.board.markLines("hinted", isThere ? [line] : []);
    if (isThere) this.board.reveal([this.puzzle.shape.cellsOf(line)[0]]);
  }

  // The clue after one, or before it, direction by direction.
  #beside({ axis, index }, by) {
    const lines = this.puzzle ? this.puzzle.shape.lines : [];
    const at = lines.findIndex((line) => line.axis === axis && line.index === index);
    return lines[at + by] ?? null;
  }

  #clicked(event) {
    const cell = event.target.closest(".cell");
    if (!cell || !this.puzzle) return;
    event.preventDefault();
    const row = cell.parentNode;
    const index = this.puzzle.shape.number([...row.parentNode.children].indexOf(row), [...row.children].indexOf(cell));
    this.board.focusCell(index);
    if (this.tab !== "steps") this.choose("steps");
    this.stepper.why(index);
    if (matchMedia("(max-height: 30rem)").matches) this.#openSheet();
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
