// A page to look at searches: the tree, and what the chosen node knew, also arc by arc.
//
// `mount(root, trees)` fills an element. Every tree is data of `pages.py`; several are stepped
// together. Nodes are numbered in the order of the search, and node 0 is the root.

import { TreeView, drawn, element } from "./tree.js";
import { worded } from "./words.js";

/** @import { Node, Step, Tree } from "./tree.js" */
/** @import { Translate } from "./words.js" */

const MOST_QUEUED = 8; // arcs of the queue that are named
const SQUARE = "M-8-8h16v16h-16z";
const FRAMES = ["support", "revised", "changed"]; // each is drawn over those before it

/** A frame to be put around cells, of two lines, so that it is seen on every colour. @param {string} kind */
const frame = (kind, d = "") => ["under", "over"].map((line) => drawn("path", { d, class: `${line} ${kind}` }));

class Search {
  /** @param {Tree} tree  @param {(node: number) => void} chosen  @param {Translate} t */
  constructor(tree, chosen, t) {
    this.tree = tree;
    this.t = t;
    this.picture = new TreeView(tree, chosen, t);
    this.said = element("p", { class: "said", role: "status" });
    this.queue = element("p", { class: "queue" });
    this.known = element("div", { class: "known" });
    this.domains = element("div", { class: "domains" });
    this.steps = element("ol", { class: "steps", start: "0" });
    this.detail = element("details", {}, element("summary", {}, t("Propagation")), this.steps);
    this.view = element(
      "section",
      {},
      element("h2", { dir: "auto" }, tree.title),
      element("p", { class: "summary" }, worded(tree.summary, t)),
      this.picture.view,
      this.said,
      element("div", { class: "beside" }, this.known, this.domains),
      this.queue,
      this.detail,
    );
    if (tree.board) this.buildBoard(tree.board, t("the board at the chosen node"));
    this.index = 0; // of a moment; beyond the last one while a longer search is stepped with this one
    this.node = 0;
    /** @type {number | null} */
    this.step = null;
    /** @type {[node: number, step: number | null][]} */
    this.moments = [];
    this.cut(false);
  }

  /** What is stepped through: nodes, or also the steps of each. @param {boolean} byArc */
  cut(byArc) {
    this.moments = this.tree.nodes.flatMap(({ steps }, node) => {
      const steps_ = byArc ? steps.map((_, step) => /** @type {[number, number | null]} */ ([node, step])) : [];
      return [...steps_, /** @type {[number, number | null]} */ ([node, null])];
    });
  }

  /** The moment at which a node, or one of its steps, has ended. @param {number} node  @param {number | null} [step] */
  at(node, step = null) {
    return Math.max(
      0,
      this.moments.findIndex(([each, other]) => each === node && other === step),
    );
  }

  /** The index of the next moment that is wanted, or -1. @param {(node: Node, step: number | null) => unknown} isWanted */
  next(isWanted) {
    const { nodes } = this.tree;
    return this.moments.findIndex(([node, step], at) => at > this.index && isWanted(nodes[node], step));
  }

  /** Add to what is said. @param {string} text */
  say(text) {
    this.said.append(` · ${text}`);
  }

  /** @param {NonNullable<Tree["board"]>} board  @param {string} label */
  buildBoard({ svg, cells }, label) {
    this.known.innerHTML = svg;
    const group = drawn("g", { class: "cells" });
    this.cells = cells.map((d) => group.appendChild(drawn("path", { d })));
    const drawing = this.known.querySelector("svg");
    this.frames = FRAMES.map((kind) => frame(kind));
    drawing?.append(group, ...this.frames.flat());
    drawing?.querySelector("title")?.remove();
    drawing?.setAttribute("aria-label", label);
  }

  /** What is known at a node, or after a step of it. @param {"masks" | "sizes"} what */
  state(what, node = this.node, step = this.step) {
    const { nodes, start } = this.tree;
    const values = [...start[what]];
    for (const each of this.picture.path(node)) {
      const changes = each === node && step !== null ? nodes[each].steps.slice(0, step + 1) : [nodes[each]];
      for (const change of changes) for (const [at, value] of change[what]) values[at] = value;
    }
    return values;
  }

  /** @param {number} index of a moment */
  choose(index) {
    this.index = index;
    [this.node, this.step] = this.moments[Math.min(index, this.moments.length - 1)];
    const { nodes, board, values } = this.tree;
    const node = nodes[this.node];
    /** @type {Step | undefined} */
    const step = this.step === null ? undefined : node.steps[this.step];
    const { masks, sizes } = step ?? node;
    this.said.textContent = `${this.node}. ${step ? worded(step.text, this.t) : this.picture.name(this.node)}`;
    const isStart = !step && !this.node;
    if (board) this.showBoard(isStart ? [] : masks.map(([at]) => at), board, (this.step && step?.variables) || []);
    if (values) this.showValues(new Set(isStart ? [] : (board ? sizes : masks).map(([at]) => at)), values);
    else this.showSizes(new Set(isStart ? [] : sizes.map(([at]) => at)));
    [...this.domains.children].forEach((row, at) => {
      row.classList.toggle("revised", step?.variables[0] === at);
      row.classList.toggle("support", step?.variables[1] === at);
    });
    this.showQueue(step, node.arcs);
    this.showSteps([...node.steps.map(({ text }) => text), ...node.notes]);
    this.picture.choose(this.node, this.step === null || (this.step === node.steps.length - 1 && !node.cut));
  }

  /** @param {Step | undefined} step  @param {[number, number][]} arcs */
  showQueue(step, arcs) {
    const [first, last, added] = step?.queue ?? [0, 0, 0];
    const { names } = this.tree;
    const arc = (/** @type {number} */ at) => worded(`${names[arcs[at][0]]} by ${names[arcs[at][1]]}`, this.t);
    const list = Array.from({ length: last - first }, (_, i) => first + i);
    const isNew = (/** @type {number} */ at) => at >= last - added;
    const shown = list.filter((at) => at < first + MOST_QUEUED || (isNew(at) && at >= last - MOST_QUEUED));
    const marks = shown.flatMap((at, i) => [
      i && shown[i - 1] < at - 1 ? "…" : "",
      element("span", isNew(at) && this.step ? { class: "new" } : {}, arc(at)),
    ]);
    if (shown.length && shown[shown.length - 1] < last - 1) marks.push("…");
    this.queue.replaceChildren(...(list.length ? [`${this.t("Queue of {0}", list.length)}: `, ...marks] : []));
  }

  /** @param {string[]} texts */
  showSteps(texts) {
    this.detail.hidden = !texts.length;
    this.steps.replaceChildren(
      ...texts.map((text, at) =>
        element("li", at === this.step ? { "aria-current": "step" } : {}, worded(text, this.t)),
      ),
    );
    const current = this.steps.querySelector("[aria-current]");
    if (current) this.steps.scrollTop = /** @type {HTMLElement} */ (current).offsetTop - this.steps.offsetTop - 60;
  }

  /** @param {number[]} changed  @param {NonNullable<Tree["board"]>} board  @param {number[]} arc its lines */
  showBoard(changed, { cells, colours, lines }, arc) {
    const masks = this.state("masks");
    const [revised = [], support = []] = arc.map((line) => lines[line]);
    [support, revised, changed].forEach((framed, i) => {
      const d = framed.map((at) => cells[at]).join("");
      for (const path of this.frames?.[i] ?? []) path.setAttribute("d", d);
    });
    this.cells?.forEach((cell, at) => {
      const mask = masks[at] ?? -1;
      const colour = Math.log2(mask);
      cell.setAttribute("class", mask === 0 ? "none" : Number.isInteger(colour) ? "known" : "unknown");
      cell.classList.toggle("blank", colour === 0);
      cell.style.fill = Number.isInteger(colour) ? colours[colour] : "";
    });
  }

  // The values left, and what a decision did not choose; of a board without those that were removed before.
  /** @param {Set<number>} changed  @param {string[][]} values */
  showValues(changed, values) {
    const isBoard = Boolean(this.tree.board);
    const what = isBoard ? "sizes" : "masks";
    const { nodes } = this.tree;
    const masks = this.state(what);
    const above = nodes[this.node].parent;
    const before = this.step ? this.state("sizes", this.node, this.step - 1) : this.state("sizes", above, null);
    /** @type {Map<number, bigint>} */
    const others = new Map();
    for (const each of this.picture.path(this.node)) {
      const known = this.state(what, nodes[each].parent, null);
      for (const [at, chosen] of nodes[each].decided) others.set(at, BigInt(known[at]) & ~BigInt(chosen));
    }
    const rows = values.map((names, at) => {
      const left = BigInt(masks[at]);
      const aside = others.get(at) ?? 0n;
      const texts = names.flatMap((name, i) => {
        const is = (left >> BigInt(i)) & 1n;
        const was = !isBoard || (BigInt(before[at]) >> BigInt(i)) & 1n;
        return is || was ? [element(is ? "b" : (aside >> BigInt(i)) & 1n ? "em" : "s", {}, name)] : [];
      });
      const row = element("p", {}, element("span", {}, worded(this.tree.names[at], this.t)), ...texts);
      row.classList.toggle("changed", changed.has(at));
      return row;
    });
    this.domains.classList.add("listed");
    this.domains.replaceChildren(...rows);
  }

  /** @param {Set<number>} changed */
  showSizes(changed) {
    const most = this.tree.start.sizes.map((size) => Math.log(size + 1));
    const rows = this.state("sizes").map((size, at) => {
      const bar = element("i");
      bar.style.width = `${(4 * Math.log(size + 1)) / Math.max(1, ...most)}em`;
      const text = size < 1e6 ? String(size) : size.toExponential(1);
      const row = element("p", {}, element("span", {}, worded(this.tree.names[at], this.t)), bar, text);
      row.classList.toggle("changed", changed.has(at));
      return row;
    });
    this.domains.replaceChildren(...rows);
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
  const slider = /** @type {HTMLInputElement} */ (
    element("input", { type: "range", min: "0", value: "0", "aria-label": t("node") })
  );
  const byArc = /** @type {HTMLInputElement} */ (element("input", { type: "checkbox" }));
  /** @type {Search[]} */
  const searches = trees.map((tree) => new Search(tree, (node) => go(searches[trees.indexOf(tree)].at(node)), t));
  let [timer, last] = [0, 0];

  /** @param {(search: Search) => number} place the index of a search's moment */
  function move(place) {
    for (const search of searches) search.choose(Math.max(0, Math.min(last, place(search))));
    slider.value = String(Math.max(...searches.map(({ index }) => index)));
  }
  const go = (/** @type {number} */ index) => move(() => index);
  const step = (/** @type {number} */ by) => move(({ index }) => index + by);
  const isAtEnd = () => searches.every(({ index, moments }) => index >= moments.length - 1);
  const play = () => {
    if (timer) {
      clearInterval(timer);
      timer = 0;
    } else {
      if (isAtEnd()) go(0);
      timer = window.setInterval(() => {
        if (!root.isConnected || isAtEnd()) play();
        else step(1);
      }, 400);
    }
    button.textContent = timer ? t("Pause") : t("Run");
  };
  // Every search to its own next moment that is wanted; one without stays where it is, and says so.
  /** @param {(node: Node, step: number | null) => unknown} isWanted  @param {string} none */
  const jump = (isWanted, none) => {
    const found = new Map(searches.map((search) => [search, search.next(isWanted)]));
    move((search) => Math.max(search.index, found.get(search) ?? 0));
    for (const [search, at] of found) if (at < 0) search.say(none);
    return Math.max(...found.values()) >= 0;
  };
  const seek = (/** @type {string} */ look, /** @type {string} */ none) =>
    jump((node, step) => step === null && node.look === look, none);
  const seekRemoval = () => {
    const removes = (/** @type {Step} */ { masks, sizes }) => masks.length || sizes.length;
    if (jump(({ steps }, step) => step && removes(steps[step]), t("no further removal"))) return;
    go(last);
    for (const search of searches) {
      const { nodes } = search.tree;
      const { arcs, steps } = nodes[search.node];
      const [first, end] = steps[steps.length - 1]?.queue ?? [0, 0];
      const cut = nodes.reduce((sum, node) => sum + node.cut, 0);
      if (cut) search.say(worded(`${cut} events not kept`, t));
      else
        search.say(
          arcs.length && first === end ? t("no further removal: the queue is empty") : t("no further removal"),
        );
    }
  };
  const cut = () => {
    for (const search of searches) search.cut(byArc.checked);
    last = Math.max(...searches.map(({ moments }) => moments.length)) - 1;
    slider.max = String(last);
    removal.hidden = !byArc.checked;
    move((search) => search.at(search.node));
  };
  const fold = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    for (const { picture } of searches) picture.foldAll(value);
  };
  const press = (/** @type {string} */ text, /** @type {() => void} */ click, title = text) =>
    element("button", { type: "button", title, "aria-label": title, click }, text);
  const button = press(t("Run"), play);
  const removal = press(t("Next removal"), seekRemoval);
  slider.addEventListener("input", () => go(Number(slider.value)));
  byArc.addEventListener("change", cut);
  const hasArcs = trees.some((tree) => tree.nodes.some(({ steps }) => steps.length));
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
    const isAlways = look === "folded" || (look === "open" && hasArcs);
    if (!isAlways && !trees.some(({ nodes }) => nodes.some((node) => node.look === look))) continue;
    const mark = drawn("svg", { viewBox: "-10 -10 20 20" });
    mark.append(drawn("path", { d, fill, class: `look ${look}` }));
    legend.append(element("span", {}, mark, t(meaning)));
  }
  const marks = element("p", { class: "legend" });
  const explain = (/** @type {Element} */ mark, /** @type {string} */ meaning) =>
    marks.append(element("span", {}, mark, meaning));
  if (trees.some(({ board }) => board)) {
    const square = (/** @type {string} */ kind) => {
      const svg = drawn("svg", { viewBox: "-10 -10 20 20" });
      const cells = svg.appendChild(drawn("g", { class: "cells" }));
      cells.append(drawn("path", { d: SQUARE, class: kind }));
      if (FRAMES.includes(kind)) svg.append(...frame(kind, SQUARE));
      return svg;
    };
    if (hasArcs) explain(square("revised"), t("revised"));
    if (hasArcs) explain(square("support"), t("gives support"));
    explain(square("changed"), t("changed"));
    explain(square("none"), t("no colour left"));
  }
  if (trees.some(({ values }) => values)) {
    explain(element("s", {}, "123"), t("removed"));
    explain(element("em", {}, "123"), t("not chosen"));
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
      ...(hasArcs ? [element("label", {}, byArc, t("arc by arc"))] : []),
      removal,
      press(t("Next contradiction"), () => seek("failed", t("no further contradiction"))),
      press(t("Next solution"), () => seek("solution", t("no further solution"))),
      select,
    ),
    legend,
    marks,
    element("div", { class: "searches" }, ...searches.map(({ view }) => view)),
  );
  root.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const { parent } = trees[0].nodes[searches[0].node];
    const keys = {
      ArrowRight: () => step(1),
      ArrowLeft: () => step(-1),
      ArrowUp: () => parent >= 0 && go(searches[0].at(parent)),
    };
    const key = keys[/** @type {keyof typeof keys} */ (event.key)];
    if (!key) return;
    event.preventDefault();
    key();
  });
  // Where no search has a second node, only arcs can be stepped.
  byArc.checked = hasArcs && trees.every((tree) => tree.nodes.length === 1);
  cut();
  go(last);
}
