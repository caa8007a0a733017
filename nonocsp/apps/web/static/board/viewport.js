// How the board lies on its stage: fitted and centred, or larger and moved about.
//
// The stage is the scrolling element around the board. Ctrl+wheel, two fingers, buttons and keys zoom;
// the wheel, two fingers, the middle button or Space with a drag move. The clues stick to the edges;
// where they would take too much of the stage, the far part of them scrolls away with the cells.

/** @typedef {{ x: number, y: number }} Spot A place in the window. */

const LARGEST = 72; // pixels of the largest cell of a fitted board

const SHEET = { across: 690, down: 930 }; // pixels of a sheet of paper, the smaller of A4 and Letter
const print = matchMedia("print");

// Whether there is room to keep for clues that will get longer; elsewhere it comes when they do.
export const isRoomy = () => matchMedia("(min-width: 50rem) and (min-height: 30rem)").matches;

const isCoarse = () => matchMedia("(pointer: coarse)").matches;

export class Viewport {
  #board;
  #stage = document.createElement("div"); // until the board is on one
  #cell = 24;
  #margin = { left: 0, right: 0, top: 0, bottom: 0 };
  #fitted = true;
  #seen = "";
  #touches = new Map();
  /** @type {{ at: Spot, pointer?: number, cell?: number, distance?: number, pending?: number } | null} */
  #gesture = null;
  // In the next frame: what changes sizes while they are observed is an error in WebKit.
  #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#resized()));
  #printing = () => this.#printed();

  constructor(board) {
    this.#board = board;
  }

  get cell() {
    return this.#cell;
  }

  // Follow the element around the board, from now on.
  enter() {
    const stage = this.#board.closest(".stage");
    if (!stage) return;
    this.#stage = stage;
    this.#observer.observe(this.#stage);
    print.addEventListener("change", this.#printing);
    const listen = (name, run, options = {}) => this.#stage.addEventListener(name, run, { capture: true, ...options });
    listen("pointerdown", (event) => this.#down(event));
    listen("pointermove", (event) => this.#moved(event));
    for (const name of ["pointerup", "pointercancel"]) listen(name, (event) => this.#up(event));
    listen("wheel", (event) => this.#wheel(event), { passive: false });
  }

  leave() {
    this.#observer.disconnect();
    print.removeEventListener("change", this.#printing);
  }

  // Show the whole board; when it is shown whole already, at the size to work with.
  fit() {
    const whole = this.#whole();
    this.#fitted = true;
    this.#apply(this.#cell === whole ? this.#working(whole) : whole);
    this.#open();
  }

  // Zoom, keeping a point of the window where it is; the middle of the stage without one.
  /** @param {number} factor @param {Spot | null} [point] */
  zoom(factor, point = null) {
    const least = Math.min(this.#whole(), this.#plan.legible);
    const wanted = Math.round(this.#cell * factor);
    const changed = wanted === this.#cell ? this.#cell + Math.sign(factor - 1) : wanted;
    this.#fitted = false;
    this.#apply(Math.max(least, Math.min(96, changed)), point ?? this.#middle());
  }

  // After a change of shape or clues. `keep`: same size of cells, the grid's corner where it was.
  lay({ keep = false } = {}) {
    if (!this.#stage.isConnected) return this.#set(24, this.#sizes(24));
    const shape = this.#board.shape.id;
    // A board of another shape is fitted; one of the same shape stays as large as it was made.
    this.#fitted ||= !keep && shape !== this.#shape;
    this.#shape = shape;
    if (keep || !this.#fitted) {
      this.#grow();
    } else {
      this.#apply(this.#working(this.#whole()));
      this.#open();
    }
    return undefined;
  }
  #shape = "";

  // Scroll so that all these cells are in sight, or as much of them as fits.
  reveal(indices) {
    if (!this.#stage.isConnected || !indices.length) return;
    const boxes = indices.map((index) => this.#board.shape.box(index));
    const grid = this.#board.grid.getBoundingClientRect();
    const stage = this.#clear();
    const cover = this.#plan.covered(this.#sizes(this.#cell), this.#stage);
    const { border } = this.#plan;
    const by = (low, high, from, to) =>
      high - low > to - from || low < from ? low - from : Math.max(0, Math.ceil(high - to));
    const along = (start, at, size, from, to) => {
      const low = Math.min(...boxes.map((box) => box[at])) * this.#cell;
      const high = Math.max(...boxes.map((box) => box[at] + box[size])) * this.#cell;
      return by(start + border + low, start + border + high, from, Math.floor(to));
    };
    const x = along(grid.left, "x", "width", stage.left + cover.left, stage.right);
    const y = along(grid.top, "y", "height", stage.top + cover.top, stage.bottom);
    if (!x && !y) return;
    // Beyond the end of the board there is room only for what a sheet covers. It stays, so that the board does not jump
    // back when the sheet goes.
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.#stage;
    const { left, right, top, bottom } = this.#margin;
    const across = Math.max(0, scrollLeft + x + clientWidth - scrollWidth);
    const down = Math.max(0, scrollTop + y + clientHeight - scrollHeight);
    if (across || down) this.#inset({ left, right: right + across, top, bottom: bottom + down });
    this.#stage.scrollBy({ left: x, top: y, behavior: "instant" });
  }

  // The part of the stage that no sheet lies over, in the window.
  #clear() {
    const { left, top } = this.#stage.getBoundingClientRect();
    const clear = { left, top, right: left + this.#stage.clientWidth, bottom: top + this.#stage.clientHeight };
    const sheet = this.#stage.parentElement?.querySelector(".side")?.getBoundingClientRect();
    if (!sheet) return clear;
    const isOver = sheet.left < clear.right && sheet.right > left && sheet.top < clear.bottom;
    if (isOver && sheet.top > top) clear.bottom = sheet.top;
    else if (isOver && sheet.left > left) clear.right = sheet.left;
    else if (isOver) clear.left = sheet.right;
    return clear;
  }

  get #plan() {
    return this.#board.plan;
  }

  #isBare(cell) {
    return cell < this.#plan.legible && !print.matches;
  }

  #sizes(cell) {
    return this.#plan.sizes(cell, this.#isBare(cell));
  }

  // What is kept free at the edges of the stage, by its style. An edge that a sheet opens over keeps more, where the
  // board leaves as much.
  get #gaps() {
    const { scrollPaddingLeft, scrollPaddingRight, scrollPaddingTop } = getComputedStyle(this.#stage);
    const [left, right, top] = [scrollPaddingLeft, scrollPaddingRight, scrollPaddingTop].map((gap) =>
      parseInt(gap, 10),
    );
    return { left, right, top, least: Math.min(left, right) };
  }

  // The largest cell with which everything fits.
  #whole() {
    const { least, top } = this.#gaps;
    return this.#largest({ across: this.#stage.offsetWidth - 2 * least, down: this.#stage.offsetHeight - 2 * top });
  }

  #largest({ across, down }) {
    for (let cell = LARGEST; cell > 3; cell--) {
      const sizes = this.#sizes(cell);
      if (sizes.across <= across && sizes.down <= down) return cell;
    }
    return 3;
  }

  // While the page is printed, cells that fit a sheet; afterwards as before.
  #printed() {
    if (!this.#board.shape) return;
    if (print.matches) this.#shown = this.#cell;
    const cell = print.matches ? this.#largest(SHEET) : this.#shown;
    this.#set(cell, this.#sizes(cell));
  }
  #shown = 24;

  // Cells to work with: whole if they are large enough for the pointer at hand.
  #working(whole) {
    const { legible, touchable, finger, mouse } = this.#plan;
    const least = isCoarse() && !this.#board.readonly ? touchable : legible + 1;
    return whole >= least ? whole : isCoarse() ? finger : mouse;
  }

  #middle() {
    const { left, top } = this.#stage.getBoundingClientRect();
    return { x: left + this.#stage.clientWidth / 2, y: top + this.#stage.clientHeight / 2 };
  }

  #set(cell, sizes) {
    this.#cell = cell;
    this.#plan.set(cell, sizes);
    this.#board.over.style.setProperty("--cell", `${cell}px`);
    this.#board.classList.toggle("bare", this.#isBare(cell));
  }

  // Lay the board out with this size of cells: in the middle, or so that a point of the window stays over
  // the same place of the grid.
  /** @param {number} cell @param {Spot | null} [point] */
  #apply(cell, point = null) {
    const sizes = this.#sizes(cell);
    const stage = this.#stage.getBoundingClientRect();
    const grid = this.#board.grid.getBoundingClientRect();
    const { border } = this.#plan;
    const { left, right, top, least } = this.#gaps;
    const along = (whole, room, lead, from, start, at, gap, ends = [gap, gap]) => {
      const free = room - whole;
      const middle = ends[0] > gap ? Math.max(free / 2, ends[0]) : Math.min(free / 2, free - ends[1]);
      // Where the board would begin for the point to stay, and where it begins while it fits.
      const wanted =
        at === undefined ? middle : at - start - ((at - from - border) / this.#cell) * cell - lead - border;
      const before = Math.max(gap, Math.round(Math.min(wanted, free - gap)));
      return { before, after: Math.max(gap, free - before), scroll: Math.max(0, before - wanted) };
    };
    const { offsetWidth, offsetHeight } = this.#stage;
    const x = along(sizes.across, offsetWidth, sizes.left, grid.left, stage.left, point?.x, least, [left, right]);
    const y = along(sizes.down, offsetHeight, sizes.top, grid.top, stage.top, point?.y, top);
    this.#set(cell, sizes);
    this.#inset({ left: x.before, right: x.after, top: y.before, bottom: y.after });
    this.#room = sizes;
    this.#plan.stick(sizes, this.#stage);
    if (point) this.#stage.scrollTo({ left: x.scroll, top: y.scroll, behavior: "instant" });
  }
  /** @type {{ left: number, top: number } | null} */
  #room = null;

  #inset(margin) {
    this.#margin = margin;
    const { top, right, bottom, left } = margin;
    this.#board.style.margin = `${top}px ${right}px ${bottom}px ${left}px`;
  }

  // Begin at the corner of the grid, where its clues would take too much of the stage; in the middle,
  // where clues do not stick.
  #open() {
    const stage = this.#stage;
    const middle = {
      left: (stage.scrollWidth - stage.clientWidth) / 2,
      top: (stage.scrollHeight - stage.clientHeight) / 2,
    };
    stage.scrollTo({ ...(this.#plan.sticks ? this.#corner() : middle), behavior: "instant" });
    this.#opening = this.#scrolled();
  }
  #opening = "";
  #scrolled = () => `${this.#stage.scrollLeft} ${this.#stage.scrollTop}`;

  #corner() {
    const { left, top } = this.#sizes(this.#cell);
    const { left: seenLeft, top: seenTop } = this.#plan.covered({ left, top }, this.#stage);
    const past = (size, seen, before) => (size > seen ? before + size - Math.floor(seen) : 0);
    return { left: past(left, seenLeft, this.#margin.left), top: past(top, seenTop, this.#margin.top) };
  }

  // Make room for longer clues without moving the grid: out of the margin first, then by scrolling.
  #grow() {
    const sizes = this.#sizes(this.#cell);
    const before = this.#board.grid.getBoundingClientRect();
    const room = this.#room ?? sizes;
    const { right, bottom } = this.#margin;
    const gaps = this.#gaps;
    const left = Math.max(gaps.least, this.#margin.left - sizes.left + room.left);
    const top = Math.max(gaps.top, this.#margin.top - sizes.top + room.top);
    this.#set(this.#cell, sizes);
    this.#board.style.margin = `${top}px ${right}px ${bottom}px ${left}px`;
    this.#plan.stick(sizes, this.#stage);
    const after = this.#board.grid.getBoundingClientRect();
    this.#stage.scrollBy({ left: after.left - before.left, top: after.top - before.top, behavior: "instant" });
  }

  #resized() {
    const seen = `${this.#stage.offsetWidth} ${this.#stage.offsetHeight}`;
    // A scroll bar that comes or goes changes the room inside the stage, but not the stage.
    const isIdle = !this.#stage.isConnected || !this.#board.shape || print.matches;
    if (seen === this.#seen || isIdle) return undefined;
    this.#seen = seen;
    if (!this.#fitted) return this.#apply(this.#cell, this.#middle());
    const untouched = this.#scrolled() === this.#opening;
    this.#apply(this.#working(this.#whole()));
    if (untouched) this.#open();
    return undefined;
  }

  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.12 : 1 / 1.12, { x: event.clientX, y: event.clientY });
  }

  #down(event) {
    if (event.pointerType === "touch") {
      this.#touches.set(event.pointerId, event);
      if (this.#touches.size === 2) {
        this.#board.cancelStroke();
        const [one, other] = this.#touches.values();
        this.#gesture = { cell: this.#cell, distance: apart(one, other), at: between(one, other) };
      }
      if (this.#gesture) event.stopPropagation();
    } else if (event.button === 1 || (event.button === 0 && spaceIsDown())) {
      event.preventDefault();
      event.stopPropagation();
      useSpace();
      this.#stage.setPointerCapture(event.pointerId);
      this.#stage.classList.add("moving");
      this.#gesture = { pointer: event.pointerId, at: { x: event.clientX, y: event.clientY } };
    }
  }

  #moved(event) {
    if (!this.#gesture) return;
    event.stopPropagation();
    if (this.#gesture.pointer === event.pointerId) {
      this.#pan({ x: event.clientX, y: event.clientY });
    } else if (this.#touches.has(event.pointerId)) {
      this.#touches.set(event.pointerId, event);
      if (this.#touches.size < 2 || this.#gesture.pending) return;
      // At most one layout a frame.
      this.#gesture.pending = requestAnimationFrame(() => this.#pinch());
    }
  }

  #pinch() {
    if (!this.#gesture || this.#touches.size < 2) return;
    this.#gesture.pending = 0;
    const [one, other] = this.#touches.values();
    this.#pan(between(one, other));
    const { cell = 0, distance = 1, at } = this.#gesture;
    const wanted = (cell * apart(one, other)) / distance;
    if (Math.round(wanted) !== this.#cell) this.zoom(wanted / this.#cell, at);
  }

  #pan(to) {
    const gesture = this.#gesture;
    if (!gesture) return;
    this.#stage.scrollBy({ left: gesture.at.x - to.x, top: gesture.at.y - to.y, behavior: "instant" });
    gesture.at = to;
  }

  #up(event) {
    this.#touches.delete(event.pointerId);
    if (!this.#gesture) return;
    event.stopPropagation();
    // The gesture ends when the last finger is lifted: one that stays does not draw.
    if (this.#gesture.pointer === event.pointerId || (!this.#gesture.pointer && !this.#touches.size)) {
      this.#gesture = null;
      this.#stage.classList.remove("moving");
    }
  }
}

const apart = (one, other) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
const between = (one, other) => ({ x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 });

// Space moves the board while it is held down, and is an ordinary key when nothing was moved by it.
/** @type {{ used: boolean } | null} */
let space = null;
const holdSpace = (event) => {
  if (event.key === " " && !event.repeat) space = { used: false };
};
addEventListener("keydown", holdSpace, true);
addEventListener("keyup", (event) => {
  if (event.key === " ") space = null;
});
addEventListener("blur", () => (space = null));
const spaceIsDown = () => space !== null;
const useSpace = () => {
  if (space) space.used = true;
};
export const spaceMovedTheBoard = () => space?.used ?? false;
