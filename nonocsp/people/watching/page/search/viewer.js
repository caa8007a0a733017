// A page to look at searches: the tree, and what the chosen node knew.
//
// `mount(root, trees)` fills an element. Every tree is data of `pages.py`; several are stepped
// together. Nodes are numbered in the order of the search, and node 0 is the root.

/**
 * @typedef {object} Node
 * @property {number} parent -1 for the root
 * @property {string} label the decision
 * @property {string} look how it is drawn: a name of the tree's looks
 * @property {string} reason what became of it
 * @property {[number, number][]} masks shown variables that differ from the parent's
 * @property {[number, number][]} sizes domains whose size differs
 * @property {string[]} steps its propagation
 */
/**
 * @typedef {object} Tree
 * @property {string} title
 * @property {string} summary
 * @property {Node[]} nodes
 * @property {Record<string, [outline: string, colour: string, meaning: string]>} looks
 * @property {string[]} names of the domains whose sizes are shown
 * @property {string[][] | null} values of each variable of a network
 * @property {{svg: string, cells: string[], colours: string[]} | null} board
 */

import { worded } from "./words.js";

/** @import { Translate } from "./words.js" */

const SVG = "http://www.w3.org/2000/svg";
const ACROSS = 18;
const DOWN = 34;
const SIZE = 5;

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {(Element | string)[]} children
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {number} value  @param {number} least  @param {number} most */
const clamped = (value, least, most) => Math.min(most, Math.max(least, value));

class Search {
  /** @param {Tree} tree  @param {(node: number) => void} chosen  @param {Translate} t */
  constructor(tree, chosen, t) {
    this.tree = tree;
    this.t = t;
    const summary = worded(tree.summary, t);
    this.onChosen = chosen;
    /** @type {number[][]} */
    this.children = tree.nodes.map(() => []);
    tree.nodes.forEach(({ parent }, node) => parent >= 0 && this.children[parent].push(node));
    /** @type {Set<number>} */
    this.folded = new Set();
    this.now = 0;
    this.svg = drawn("svg", { class: "tree", tabindex: "0", role: "application" });
    this.svg.setAttribute("aria-label", `${t("search tree")}: ${summary}`);
    this.svg.addEventListener("click", (event) => this.clicked(event, false));
    this.svg.addEventListener("dblclick", (event) => this.clicked(event, true));
    this.svg.addEventListener("wheel", (event) => this.zoom(event), { passive: false });
    this.svg.addEventListener("pointerdown", (event) => this.drag(event));
    this.said = element("p", { class: "said", role: "status" });
    this.known = element("div", { class: "known" });
    this.domains = element("div", { class: "domains" });
    this.steps = element("ol", { class: "steps" });
    const detail = element("details", {}, element("summary", {}, t("Propagation")), this.steps);
    this.view = element(
      "section",
      {},
      element("h2", { dir: "auto" }, tree.title),
      element("p", { class: "summary" }, summary),
      this.svg,
      this.said,
      element("div", { class: "beside" }, this.known, this.domains),
      detail,
    );
    if (tree.board) this.buildBoard(tree.board, t("the board at the chosen node"));
    this.draw();
    this.fit();
  }

  /** @param {NonNullable<Tree["board"]>} board  @param {string} label */
  buildBoard({ svg, cells }, label) {
    this.known.innerHTML = svg;
    const group = drawn("g", { class: "cells" });
    this.cells = cells.map((d) => group.appendChild(drawn("path", { d })));
    const drawing = this.known.querySelector("svg");
    drawing?.append(group);
    drawing?.querySelector("title")?.remove();
    drawing?.setAttribute("aria-label", label);
  }

  // The places of the nodes that are not folded away: leaves side by side, parents above the
  // middle of their children.
  place() {
    /** @type {Map<number, [number, number]>} */
    const places = new Map();
    let leaves = 0;
    /** @type {[number, number, boolean][]} */
    const stack = [[0, 0, false]];
    while (stack.length) {
      const [node, depth, isDone] = /** @type {[number, number, boolean]} */ (stack.pop());
      const below = this.folded.has(node) ? [] : this.children[node];
      if (!below.length) places.set(node, [leaves++ * ACROSS, depth * DOWN]);
      else if (isDone) {
        const [first] = places.get(below[0]) ?? [0];
        const [last] = places.get(below[below.length - 1]) ?? [0];
        places.set(node, [(first + last) / 2, depth * DOWN]);
      } else {
        stack.push([node, depth, true]);
        for (const child of [...below].reverse()) stack.push([child, depth + 1, false]);
      }
    }
    return places;
  }

  /** @param {string} label  @param {string} reason */
  worded(label, reason) {
    return [label, reason]
      .filter(Boolean)
      .map((text) => worded(text, this.t))
      .join(" — ");
  }

  draw() {
    this.places = this.place();
    let edges = "";
    const marks = document.createDocumentFragment();
    /** @type {Map<number, SVGElement>} */
    this.marks = new Map();
    for (const [node, [x, y]] of this.places) {
      const { parent, label, look, reason } = this.tree.nodes[node];
      const above = this.places.get(parent);
      if (above) edges += `M${above[0]} ${above[1]}L${x} ${y}`;
      const kind = this.folded.has(node) ? "folded" : look;
      const [d, fill] = this.tree.looks[kind];
      const mark = drawn("path", { d, fill, class: kind, transform: `translate(${x} ${y})` });
      mark.dataset.node = String(node);
      const title = drawn("title", {});
      title.textContent = this.worded(label, reason);
      mark.append(title);
      marks.append(mark);
      this.marks.set(node, mark);
    }
    this.svg.replaceChildren(drawn("path", { d: edges, class: "edges" }), marks);
    this.mark();
  }

  // All of the tree, neither larger than life nor so small that nodes are lost: then the part
  // around the chosen node.
  fit() {
    let [width, height] = [0, 0];
    for (const [x, y] of this.places?.values() ?? []) {
      width = Math.max(width, x + 4 * SIZE);
      height = Math.max(height, y + 4 * SIZE);
    }
    this.size = [width, height];
    this.box = [-2 * SIZE, -2 * SIZE, clamped(width, 300, 1200), clamped(height, 120, 600)];
    this.look();
    this.follow();
  }

  // Bring the chosen node into view, with as much of the tree around it as there is room for.
  follow() {
    const [nodeX, nodeY] = this.places?.get(this.now) ?? [0, 0];
    const [x, y, width, height] = /** @type {number[]} */ (this.box);
    const [right, bottom] = /** @type {number[]} */ (this.size);
    const near = (
      /** @type {number} */ at,
      /** @type {number} */ from,
      /** @type {number} */ room,
      /** @type {number} */ end,
    ) => (at >= from && at <= from + room ? from : Math.max(-2 * SIZE, Math.min(at - room / 2, end - room)));
    this.box = [near(nodeX, x, width, right), near(nodeY, y, height, bottom), width, height];
    this.look();
  }

  look() {
    this.svg.setAttribute("viewBox", /** @type {number[]} */ (this.box).join(" "));
    this.svg.setAttribute("preserveAspectRatio", "xMidYMin");
  }

  /** @param {WheelEvent} event */
  zoom(event) {
    event.preventDefault();
    const [x, y, width, height] = /** @type {number[]} */ (this.box);
    const by = Math.exp(event.deltaY / 500);
    const frame = this.svg.getBoundingClientRect();
    const atX = (event.clientX - frame.left) / frame.width;
    const atY = (event.clientY - frame.top) / frame.height;
    this.box = [x + width * (1 - by) * atX, y + height * (1 - by) * atY, width * by, height * by];
    this.look();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const [x, y, width, height] = /** @type {number[]} */ (this.box);
    const scale = Math.max(width / this.svg.clientWidth, height / this.svg.clientHeight);
    const move = (/** @type {PointerEvent} */ now) => {
      const dx = (event.clientX - now.clientX) * scale;
      const dy = (event.clientY - now.clientY) * scale;
      this.box = [x + dx, y + dy, width, height];
      this.look();
    };
    const end = new AbortController();
    window.addEventListener("pointermove", move, { signal: end.signal });
    window.addEventListener("pointerup", () => end.abort(), { signal: end.signal });
  }

  /** @param {MouseEvent} event  @param {boolean} isDouble */
  clicked(event, isDouble) {
    const mark = /** @type {Element} */ (event.target).closest("[data-node]");
    if (!mark) return;
    const node = Number(/** @type {SVGElement} */ (mark).dataset.node);
    if (isDouble && this.children[node].length) {
      if (!this.folded.delete(node)) this.folded.add(node);
      this.draw();
    }
    this.onChosen(node);
  }

  /** Fold the largest subtrees of which all that ended looks like this. @param {string} look */
  foldAll(look) {
    this.folded.clear();
    if (look) {
      const whole = this.tree.nodes.map((node) => node.look === look);
      if (look === "solution") this.tree.nodes.forEach(({ look: l }, i) => l === "branch" && (whole[i] = true));
      else this.tree.nodes.forEach(({ look: l }, i) => l === "refuted" && (whole[i] = true));
      whole.forEach((is, node) => is && node && this.children[node].length && this.folded.add(node));
    }
    this.draw();
    this.fit();
  }

  /** @param {number} node */
  path(node) {
    const path = [];
    for (let at = node; at >= 0; at = this.tree.nodes[at].parent) path.unshift(at);
    return path;
  }

  /** The values at a node. @param {number} node  @param {"masks" | "sizes"} what */
  state(node, what) {
    /** @type {number[]} */
    const values = [];
    for (const each of this.path(node)) for (const [at, value] of this.tree.nodes[each][what]) values[at] = value;
    return values;
  }

  /** @param {number} node */
  choose(node) {
    this.now = Math.min(node, this.tree.nodes.length - 1);
    const { label, reason, masks, sizes, steps } = this.tree.nodes[this.now];
    this.said.textContent = `${this.now}. ${this.worded(label, reason)}`;
    const changed = new Set(this.now ? masks.map(([at]) => at) : []);
    const shown = this.state(this.now, "masks");
    if (this.tree.board) this.showBoard(shown, changed, this.tree.board.colours);
    if (this.tree.values) this.showValues(shown, changed, this.tree.values);
    else this.showSizes(new Set(this.now ? sizes.map(([at]) => at) : []));
    this.steps.replaceChildren(...steps.map((step) => element("li", {}, step)));
    this.mark();
    this.follow();
  }

  /** @param {number[]} masks  @param {Set<number>} changed  @param {string[]} colours */
  showBoard(masks, changed, colours) {
    this.cells?.forEach((cell, at) => {
      const mask = masks[at] ?? -1;
      const colour = Math.log2(mask);
      cell.setAttribute("class", mask === 0 ? "none" : Number.isInteger(colour) ? "known" : "unknown");
      cell.classList.toggle("blank", colour === 0);
      cell.classList.toggle("changed", changed.has(at));
      cell.style.fill = Number.isInteger(colour) ? colours[colour] : "";
    });
  }

  /** @param {number[]} masks  @param {Set<number>} changed  @param {string[][]} values */
  showValues(masks, changed, values) {
    const rows = values.map((names, at) => {
      const left = BigInt(masks[at]);
      const texts = names.map((name, i) => element((left >> BigInt(i)) & 1n ? "b" : "s", {}, name));
      const row = element("p", {}, element("span", {}, worded(this.tree.names[at], this.t)), ...texts);
      row.classList.toggle("changed", changed.has(at));
      return row;
    });
    this.domains.replaceChildren(...rows);
  }

  /** @param {Set<number>} changed */
  showSizes(changed) {
    const most = this.state(0, "sizes").map((size) => Math.log(size + 1));
    const rows = this.state(this.now, "sizes").map((size, at) => {
      const bar = element("i");
      bar.style.width = `${(4 * Math.log(size + 1)) / Math.max(1, ...most)}em`;
      const text = size < 1e6 ? String(size) : size.toExponential(1);
      const row = element("p", {}, element("span", {}, worded(this.tree.names[at], this.t)), bar, text);
      row.classList.toggle("changed", changed.has(at));
      return row;
    });
    this.domains.replaceChildren(...rows);
  }

  // The path to the chosen node, and what the search has not visited yet.
  mark() {
    const path = new Set(this.path(this.now));
    for (const [node, mark] of this.marks ?? []) {
      mark.classList.toggle("path", path.has(node));
      mark.classList.toggle("now", node === this.now);
      mark.classList.toggle("later", node > this.now);
    }
  }
}

/**
 * Fill an element with searches; several are stepped together. They begin at their last nodes.
 * @param {HTMLElement} root
 * @param {Tree[]} trees
 * @param {Translate} t
 */
export function mount(
  root,
  trees,
  t = (english, ...values) => english.replace(/\{(\d)\}/g, (_, i) => String(values[i])),
) {
  const last = Math.max(...trees.map(({ nodes }) => nodes.length)) - 1;
  const slider = /** @type {HTMLInputElement} */ (
    element("input", { type: "range", min: "0", max: String(last), value: "0", "aria-label": t("node") })
  );
  /** @type {Search[]} */
  const searches = trees.map((tree) => new Search(tree, (node) => go(node), t));
  let timer = 0;

  /** @param {number} node */
  function go(node) {
    slider.value = String(Math.max(0, Math.min(last, node)));
    for (const search of searches) search.choose(Number(slider.value));
  }
  const step = (/** @type {number} */ by) => go(Number(slider.value) + by);
  const play = () => {
    if (timer) {
      clearInterval(timer);
      timer = 0;
    } else {
      if (Number(slider.value) === last) go(0);
      timer = window.setInterval(() => {
        if (!root.isConnected || Number(slider.value) === last) play();
        else step(1);
      }, 400);
    }
    button.textContent = timer ? t("Pause") : t("Run");
  };
  const jump = (/** @type {string} */ look) => {
    const { nodes } = trees[0];
    for (let i = 1; i <= nodes.length; ++i) {
      const node = (searches[0].now + i) % nodes.length;
      if (nodes[node].look === look) return go(node);
    }
  };
  const fold = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    for (const search of searches) search.foldAll(value);
  };
  const press = (/** @type {string} */ text, /** @type {() => void} */ click, title = text) =>
    element("button", { type: "button", title, "aria-label": title, click }, text);
  const button = press(t("Run"), play);
  slider.addEventListener("input", () => go(Number(slider.value)));
  const select = element(
    "select",
    { change: fold, "aria-label": t("fold") },
    ...[
      ["", t("all of the tree")],
      ["failed", t("fold what has no solution")],
      ["solution", t("fold what has solutions")],
    ].map(([value, text]) => element("option", { value }, text)),
  );
  const legend = element("p", { class: "legend" });
  for (const [look, [d, fill, meaning]] of Object.entries(trees[0].looks)) {
    if (look !== "folded" && !trees.some(({ nodes }) => nodes.some((node) => node.look === look))) continue;
    const mark = drawn("svg", { viewBox: "-8 -8 16 16" });
    mark.append(drawn("path", { d, fill, class: look }));
    legend.append(element("span", {}, mark, t(meaning)));
  }
  root.classList.add("search-viewer");
  root.append(
    element(
      "nav",
      {},
      press("«", () => go(0), t("first node")),
      press("‹", () => step(-1), t("step back")),
      button,
      press("›", () => step(1), t("step")),
      press("»", () => go(last), t("last node")),
      slider,
      press(t("Next contradiction"), () => jump("failed")),
      press(t("Next solution"), () => jump("solution")),
      select,
    ),
    legend,
    element("div", { class: "searches" }, ...searches.map(({ view }) => view)),
  );
  root.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const { parent } = trees[0].nodes[searches[0].now];
    const keys = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), ArrowUp: () => parent >= 0 && go(parent) };
    const key = keys[/** @type {keyof typeof keys} */ (event.key)];
    if (!key) return;
    event.preventDefault();
    key();
  });
  go(last);
}
