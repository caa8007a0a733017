// Boards of a booklet to play on: colours and blank marks in cells, checked against the clues alone.

/**
 * @typedef {object} Line
 * @property {number[]} cells
 * @property {string} fits a regular expression of the colours of its cells, as characters from `FIRST` on
 * @property {string} name its name and its clue
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} title shown when it is solved; may be empty
 * @property {string[]} colours names, blank first
 * @property {Line[]} lines those with clues
 * @property {[number, number][]} centres of the cells
 * @property {number[]} [answer] the colours of a solution
 */

/** The character of blank; those of the colours follow it. */
const FIRST = 0x100;
const UNKNOWN = -1;
const SVG = "http://www.w3.org/2000/svg";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether a line satisfies its clue, with undecided cells blank. @param {Line} line @param {number[]} cells */
export function satisfied(line, cells) {
  const text = line.cells.map((cell) => String.fromCharCode(FIRST + Math.max(0, cells[cell])));
  return new RegExp(`^(?:${line.fits})$`).test(text.join(""));
}

/** The cell that an arrow key leads to: the nearest one in its direction, or the same. */
export function neighbour(/** @type {[number, number][]} */ centres, /** @type {number} */ from, [dx, dy]) {
  let [best, least] = [from, Infinity];
  centres.forEach(([x, y], cell) => {
    const along = (x - centres[from][0]) * dx + (y - centres[from][1]) * dy;
    const across = Math.abs((x - centres[from][0]) * dy) + Math.abs((y - centres[from][1]) * dx);
    const cost = along + 3 * across;
    if (along > 0.5 && across <= along + 0.5 && cost < least) [best, least] = [cell, cost];
  });
  return best;
}

/** The state of one board. */
export class Game {
  /** @param {Puzzle} puzzle @param {Pick<Storage, "getItem" | "setItem"> | null} store */
  constructor(puzzle, store) {
    this.puzzle = puzzle;
    this.store = store;
    /** @type {[number, number][][]} */
    this.strokes = [];
    this.cells = this.#saved() ?? puzzle.centres.map(() => UNKNOWN);
  }

  /** Begin what one step back takes back. */
  begin() {
    this.strokes.push([]);
  }

  /** @param {number} cell @param {number} colour */
  set(cell, colour) {
    if (this.cells[cell] === colour) return;
    this.strokes.at(-1)?.push([cell, this.cells[cell]]);
    this.#put(cell, colour);
  }

  /** @param {number} cell @param {number} colour */
  #put(cell, colour) {
    this.cells[cell] = colour;
    try {
      this.store?.setItem(this.puzzle.id, this.cells.join());
    } catch {} // storage may be full or forbidden
  }

  /** Take back the last stroke that changed something. */
  undo() {
    let stroke = this.strokes.pop();
    while (stroke && !stroke.length) stroke = this.strokes.pop();
    for (const [cell, colour] of stroke?.reverse() ?? []) this.#put(cell, colour);
  }

  /** @param {readonly number[]} cells */
  setAll(cells) {
    this.begin();
    cells.forEach((colour, cell) => this.set(cell, colour));
  }

  get isSolved() {
    return this.puzzle.lines.every((line) => satisfied(line, this.cells));
  }

  #saved() {
    try {
      const saved = this.store?.getItem(this.puzzle.id)?.split(",").map(Number);
      const most = this.puzzle.colours.length;
      const isWhole = saved?.every((colour) => Number.isInteger(colour) && UNKNOWN <= colour && colour < most);
      return saved && isWhole && saved.length === this.puzzle.centres.length ? saved : null;
    } catch {
      return null;
    }
  }
}

/** Make the board of a section playable. @param {HTMLElement} section @param {Puzzle} puzzle @param {Storage | null} store */
export function mount(section, puzzle, store) {
  const game = new Game(puzzle, store);
  const svg = /** @type {SVGSVGElement} */ (section.querySelector("svg"));
  const shapes = /** @type {SVGElement[]} */ ([...section.querySelectorAll(".cell")]);
  const dots = /** @type {SVGElement} */ (section.querySelector(".dots"));
  const status = /** @type {HTMLOutputElement} */ (section.querySelector("output"));
  const tools = /** @type {HTMLElement} */ (section.querySelector(".tools"));
  const link = document.querySelector(`nav a[href="#${section.id}"]`);
  const last = puzzle.colours.length - 1;
  let [colour, at, wasSolved] = [1, 0, false];

  const choose = (/** @type {number} */ number) => {
    colour = number;
    for (const button of tools.querySelectorAll("[data-colour]")) {
      button.setAttribute("aria-pressed", String(Number(button.getAttribute("data-colour")) === number));
    }
  };
  const word = (/** @type {number} */ cell) =>
    game.cells[cell] === UNKNOWN ? "unknown" : puzzle.colours[game.cells[cell]];
  const solved = () => (game.isSolved ? `Solved${puzzle.title ? `: ${puzzle.title}` : ""}. ` : "");

  function show() {
    dots.replaceChildren();
    shapes.forEach((shape, cell) => {
      const now = game.cells[cell];
      shape.setAttribute("fill", `var(--c${Math.max(0, now)})`);
      if (now === 0) {
        const dot = document.createElementNS(SVG, "circle");
        dot.setAttribute("cx", String(puzzle.centres[cell][0]));
        dot.setAttribute("cy", String(puzzle.centres[cell][1]));
        dot.setAttribute("r", "2.5");
        dots.append(dot);
      }
    });
    section.querySelectorAll(".done path").forEach((strip, line) => {
      const { cells } = puzzle.lines[line];
      const isBegun = cells.some((cell) => game.cells[cell] !== UNKNOWN) || !cells.length;
      strip.classList.toggle("on", isBegun && satisfied(puzzle.lines[line], game.cells));
    });
    const isSolved = game.isSolved;
    section.classList.toggle("solved", isSolved);
    link?.classList.toggle("solved", isSolved);
    link?.setAttribute("aria-label", link.textContent + (isSolved ? ", solved" : ""));
    const title = section.querySelector(".title");
    if (isSolved && title) title.textContent = puzzle.title;
    if (isSolved !== wasSolved) status.value = solved();
    wasSolved = isSolved;
  }

  const move = (/** @type {number} */ to) => {
    shapes[at].classList.remove("at");
    at = to;
    shapes[at].classList.add("at");
  };
  const say = () => {
    const lines = puzzle.lines.filter(({ cells }) => cells.includes(at)).map(({ name }) => name);
    status.value = `${solved()}${word(at)}; ${lines.join("; ")}`;
  };

  // One stroke gives all its cells what it gives the first.
  let painting = UNKNOWN - 1;
  const cellAt = (/** @type {PointerEvent} */ { clientX, clientY }) =>
    shapes.indexOf(/** @type {any} */ (document.elementFromPoint(clientX, clientY)));
  svg.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    if (cell < 0 || (event.button !== 0 && event.button !== 2)) return;
    event.preventDefault();
    svg.focus({ preventScroll: true });
    svg.setPointerCapture(event.pointerId);
    const wanted = event.button === 2 ? 0 : colour;
    painting = game.cells[cell] === wanted ? UNKNOWN : wanted;
    game.begin();
    game.set(cell, painting);
    move(cell);
    show();
  });
  svg.addEventListener("pointermove", (event) => {
    const cell = painting < UNKNOWN ? -1 : cellAt(event);
    if (cell < 0 || game.cells[cell] === painting) return;
    game.set(cell, painting);
    move(cell);
    show();
  });
  for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => (painting = UNKNOWN - 1));
  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  svg.addEventListener("focus", () => move(at));
  svg.addEventListener("blur", () => shapes[at].classList.remove("at"));

  svg.addEventListener("keydown", (event) => {
    const { key } = event;
    const isUndo = key.toLowerCase() === "z";
    if (event.altKey || ((event.ctrlKey || event.metaKey) && !isUndo)) return;
    const give = (/** @type {number} */ wanted) => {
      game.begin();
      game.set(at, game.cells[at] === wanted ? UNKNOWN : wanted);
    };
    if (key in WAYS) move(neighbour(puzzle.centres, at, WAYS[key]));
    else if (key === " " || key === "Enter") give(colour);
    else if (key.toLowerCase() === "x") give(0);
    else if (key === "Delete" || key === "Backspace") give(UNKNOWN);
    else if (isUndo) game.undo();
    else if (/^[0-9]$/.test(key) && Number(key) <= last) choose(Number(key));
    else return;
    event.preventDefault();
    show();
    say();
  });

  tools.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    if (!button) return;
    const { colour: number, act } = button.dataset;
    if (number !== undefined) return choose(Number(number));
    if (act === "undo") game.undo();
    else game.setAll(act === "answer" && puzzle.answer ? puzzle.answer : game.cells.map(() => UNKNOWN));
    show();
  });
  choose(1);
  show();
}

if (typeof document !== "undefined") {
  const data = document.getElementById("puzzles");
  /** @type {Storage | null} */
  let store = null;
  try {
    store = localStorage;
  } catch {} // a file may have none
  JSON.parse(data?.textContent ?? "[]").forEach((/** @type {Puzzle} */ puzzle, /** @type {number} */ number) => {
    const section = document.getElementById(`puzzle-${number + 1}`);
    if (section) mount(section, puzzle, store);
  });
}
