// The tree of a search as a drawing to click on, which scrolls where it is wider than its frame.

import { worded } from "./words.js";

/** @import { Translate } from "./words.js" */

/**
 * A step of the propagation of a node; the first one is its decision.
 * @typedef {object} Step
 * @property {string} text
 * @property {number[]} variables whose domain may change, and the one that gives support
 * @property {[number, number][]} masks as in a node, after it
 * @property {[number, number][]} sizes
 * @property {[first: number, last: number, added: number]} queue the arcs that wait, and how many of them are new
 */
/**
 * @typedef {object} Node
 * @property {number} parent -1 for the root
 * @property {string} label the decision
 * @property {string} look how it is drawn: a name of the tree's looks
 * @property {string} reason what became of it
 * @property {[number, number][]} masks shown variables that differ from the parent's
 * @property {[number, number][]} sizes domains that differ: how many values are left, or which
 * @property {[number, number][]} decided domains that its decision changes, as in `sizes`; of a network as in `masks`
 * @property {[number, number][]} arcs all arcs that its propagation queued, in order
 * @property {Step[]} steps
 * @property {number} cut events of its propagation that are not among the steps
 * @property {string[]} notes what else is to be said of its propagation
 */
/**
 * @typedef {object} Tree
 * @property {string} title
 * @property {string} summary
 * @property {{masks: number[], sizes: number[]}} start before the search
 * @property {Node[]} nodes
 * @property {Record<string, [outline: string, colour: string, meaning: string]>} looks
 * @property {string[]} names of the domains whose sizes are shown
 * @property {string[][] | null} values of each variable, where there are few; then `sizes` are masks of a board's
 * @property {{svg: string, cells: string[], colours: string[], lines: number[][]} | null} board
 */

const SVG = "http://www.w3.org/2000/svg";
const [ACROSS, DOWN, EDGE] = [24, 40, 14];
const HIGHEST = 270; // pixels

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {(Element | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
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
export function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

export class TreeView {
  /** @param {Tree} tree  @param {(node: number) => void} chosen  @param {Translate} t */
  constructor(tree, chosen, t) {
    this.tree = tree;
    this.t = t;
    this.onChosen = chosen;
    /** @type {number[][]} */
    this.children = tree.nodes.map(() => []);
    tree.nodes.forEach(({ parent }, node) => parent >= 0 && this.children[parent].push(node));
    /** @type {Set<number>} */
    this.folded = new Set();
    this.now = 0;
    this.isOver = true;
    this.scale = 0;
    this.svg = drawn("svg", { class: "tree", tabindex: "0", role: "application" });
    this.svg.setAttribute("aria-label", `${t("search tree")}: ${worded(tree.summary, t)}`);
    this.svg.addEventListener("click", (event) => this.clicked(event, false));
    this.svg.addEventListener("dblclick", (event) => this.clicked(event, true));
    this.view = element("div", { class: "frame" }, this.svg);
    this.view.addEventListener("wheel", (event) => this.zoom(event), { passive: false });
    this.draw();
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
      if (!below.length) places.set(node, [EDGE + leaves++ * ACROSS, EDGE + depth * DOWN]);
      else if (isDone) {
        const [first] = places.get(below[0]) ?? [0];
        const [last] = places.get(below[below.length - 1]) ?? [0];
        places.set(node, [(first + last) / 2, EDGE + depth * DOWN]);
      } else {
        stack.push([node, depth, true]);
        for (const child of [...below].reverse()) stack.push([child, depth + 1, false]);
      }
    }
    return places;
  }

  /** What a node is called, and what became of it. @param {number} node */
  name(node) {
    const { label, reason } = this.tree.nodes[node];
    return [label, reason]
      .filter(Boolean)
      .map((text) => worded(text, this.t))
      .join(" — ");
  }

  draw() {
    this.places = this.place();
    let edges = "";
    let [width, height] = [0, 0];
    const marks = document.createDocumentFragment();
    /** @type {Map<number, SVGElement>} */
    this.marks = new Map();
    for (const [node, [x, y]] of this.places) {
      const { parent } = this.tree.nodes[node];
      [width, height] = [Math.max(width, x + EDGE), Math.max(height, y + EDGE)];
      const above = this.places.get(parent);
      if (above) edges += `M${above[0]} ${above[1]}L${x} ${y}`;
      const mark = drawn("path", { transform: `translate(${x} ${y})` });
      mark.dataset.node = String(node);
      const title = drawn("title", {});
      title.textContent = this.name(node);
      mark.append(title);
      marks.append(mark);
      this.marks.set(node, mark);
      this.shape(node);
    }
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.size = [width, height];
    this.svg.replaceChildren(drawn("path", { d: edges, class: "edges" }), marks);
    this.mark();
  }

  // The form of a node. While its steps go on, it is that of an open one.
  /** @param {number} node */
  shape(node) {
    const isOpen = node === this.now && !this.isOver;
    const look = this.folded.has(node) ? "folded" : isOpen ? "open" : this.tree.nodes[node].look;
    const [d, fill] = this.tree.looks[look];
    const mark = this.marks?.get(node);
    for (const [name, value] of Object.entries({ d, fill, class: look })) mark?.setAttribute(name, value);
  }

  // All of the tree, neither much larger than life nor so small that nodes are lost.
  fit() {
    const [width, height] = /** @type {number[]} */ (this.size);
    const { clientWidth } = this.view;
    this.scale = Math.min(1.6, Math.max(0.8, Math.min(clientWidth / width, HIGHEST / height) || 1));
    this.follow();
  }

  // Bring the chosen node into view, if it is not.
  follow() {
    if (!this.scale) return this.fit();
    const [width, height] = /** @type {number[]} */ (this.size);
    this.svg.style.width = `${width * this.scale}px`;
    this.svg.style.height = `${height * this.scale}px`;
    const [x, y] = (this.places?.get(this.now) ?? [0, 0]).map((at) => at * this.scale);
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.view;
    const far = EDGE * this.scale;
    if (x - far < scrollLeft || x + far > scrollLeft + clientWidth) this.view.scrollLeft = x - clientWidth / 2;
    if (y - far < scrollTop || y + far > scrollTop + clientHeight) this.view.scrollTop = y - clientHeight / 2;
  }

  /** @param {WheelEvent} event */
  zoom(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.scale *= Math.exp(-event.deltaY / 500);
    this.follow();
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
      const inner = look === "solution" ? "branch" : "refuted";
      this.tree.nodes.forEach((node, i) => {
        if ([look, inner].includes(node.look) && i && this.children[i].length) this.folded.add(i);
      });
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

  /** @param {number} node  @param {boolean} isOver whether its steps have ended */
  choose(node, isOver) {
    const before = this.now;
    [this.now, this.isOver] = [node, isOver];
    this.shape(before);
    this.shape(node);
    this.mark();
    this.follow();
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
