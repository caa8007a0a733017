// Two techniques at work, side by side: their search trees, with what every node knew.
//
// A pair of techniques comes with a puzzle on which the difference shows. Both searches run at once;
// what they send is shown by the viewer that pages of one file have, too.

import { ask, isStale, ownPython } from "../../page/api.js";
import { element } from "../../page/dom.js";
import { tool, workbench } from "../../page/layout.js";
import { fail } from "../../page/message.js";
import { rove } from "../../page/rove.js";
import { entryOf, index } from "../../puzzle/catalogue.js";
import { Puzzle } from "../../puzzle/model.js";
import { mount } from "../../search/viewer.js";
import { PAIRS, PROBLEMS, TECHNIQUES } from "./techniques.js";
import { decimal, t } from "../../page/language.js";

/** @typedef {{ puzzle?: any, problem?: string }} Problem */

const SECONDS = 10; // of each search

export async function show({ main, signal }, { puzzle }) {
  const view = new Watch(puzzle, signal);
  main.append(view.view);
  await view.choose(PAIRS[0]);
}

class Watch {
  /** @type {AbortController | null} */
  #abort = null;
  /** @type {Map<string | undefined, PuzzleData | undefined> | null} */
  #library = null;

  constructor(own, signal) {
    this.own = own ?? null;
    this.signal = signal;
    this.viewer = element("div.viewer", { role: "region", "aria-label": t`searches` });
    const changed = () => this.run();
    this.techniques = [t`first technique`, t`second technique`].map((name) =>
      element(
        "select",
        { "aria-label": name, onchange: changed },
        ...Object.entries(TECHNIQUES).map(([key, { name: text }]) => element("option", { value: key }, t(text))),
      ),
    );
    this.problems = element("select", { "aria-label": t`problem`, onchange: changed });
    this.goal = element(
      "select",
      { "aria-label": t`goal`, onchange: changed },
      element("option", { value: "1" }, t`the first solution`),
      element("option", { value: "" }, t`all solutions`),
    );
    this.lesson = element("p.lesson");
    this.pairs = element(
      "div.pairs",
      { role: "radiogroup", "aria-label": t`pairs of techniques` },
      ...PAIRS.map((pair) =>
        element(
          "button",
          { role: "radio", "aria-checked": "false", onclick: () => this.choose(pair).catch(fail) },
          t(pair.name),
        ),
      ),
    );
    this.result = element("p.facts", { role: "status", "aria-label": t`result` });
    const link = element("a", { href: "#notebook" }, t`notebooks`);
    this.notebooks = element("p.soft", { hidden: true }, t`The same in Python, with exercises: `, link, ".");
    this.stopping = tool("close", t`Stop`, () => this.stop(), { key: "S", text: true });
    this.view = workbench({
      name: "watch",
      label: t`watch`,
      board: this.viewer,
      panel: [
        element("h1", t`Watch two techniques search`),
        this.pairs,
        this.lesson,
        this.notebooks,
        ...[
          [t`Problem`, this.problems],
          [t`First`, this.techniques[0]],
          [t`Second`, this.techniques[1]],
          [t`Until`, this.goal],
        ].map(([name, select]) => element("label.chosen", name, select)),
        element("div.bar", this.result, this.stopping),
      ],
    });
    rove(this.pairs, "button", { chooses: true });
    ownPython().then((found) => (this.notebooks.hidden = !found));
  }

  // A pair of techniques, with its puzzle unless there is one of the visitor's own.
  async choose(pair) {
    [...this.pairs.children].forEach((button, i) => button.setAttribute("aria-checked", String(PAIRS[i] === pair)));
    this.lesson.textContent = t(pair.text);
    pair.pair.forEach((key, i) => (this.techniques[i].value = key));
    this.goal.value = "1";
    this.#library ??= await puzzles();
    this.signal.throwIfAborted();
    /** @param {{ file?: string, puzzle?: any, problem?: string }} pair @returns {Problem} */
    const data = ({ file, puzzle, problem }) =>
      problem ? { problem } : { puzzle: puzzle ?? this.#library?.get(file) };
    /** @type {Problem[]} */
    const known = [
      ...(this.own ? [{ puzzle: this.own }] : []),
      ...PAIRS.map(data),
      ...PROBLEMS.map((problem) => ({ problem })),
    ];
    this.known = known.filter(({ puzzle, problem }) => puzzle || problem);
    const named = this.known.map((known) => name(known, this.own));
    this.problems.replaceChildren(
      ...[...new Set(named)].map((text) => element("option", { value: named.indexOf(text), dir: "auto" }, text)),
    );
    this.problems.value = this.own ? 0 : named.indexOf(name(data(pair), this.own));
    await this.run();
  }

  async run() {
    this.stop();
    const own = (this.#abort = new AbortController());
    const signal = AbortSignal.any([own.signal, this.signal]);
    const chosen = this.known?.[Number(this.problems.value)];
    if (!chosen) return;
    this.stopping.hidden = false;
    this.result.textContent = t`Searching…`;
    const solutions = this.goal.value ? Number(this.goal.value) : null;
    const searches = this.techniques.map((select) => {
      const { engine, options } = TECHNIQUES[select.value];
      return ask("watch", { ...chosen, engine, options, solutions, seconds: SECONDS }, { signal });
    });
    try {
      const found = await Promise.all(searches);
      if (this.#abort !== own) return;
      this.viewer.replaceChildren(element("div"));
      mount(
        this.viewer.firstElementChild,
        found.map(({ tree }, i) => ({ ...tree, title: t(TECHNIQUES[this.techniques[i].value].name) })),
        t,
      );
      this.result.textContent = said(found);
    } catch (error) {
      if (this.#abort !== own) return;
      this.result.textContent = isStale(error) ? t`Stopped` : /** @type {Error} */ (error).message;
      fail(error);
    }
    this.stopping.hidden = true;
  }

  stop() {
    this.#abort?.abort();
    this.#abort = null;
    this.stopping.hidden = true;
    if (this.result.textContent === t`Searching…`) this.result.textContent = t`Stopped`;
  }
}

/** The puzzles of the pairs by their files; on a page without one, the page's first. */
async function puzzles() {
  const { sections } = await index();
  const files = PAIRS.flatMap(({ file }) => file ?? []);
  const first = () => entryOf(sections[0]?.numbers[0]);
  const entries = await Promise.all(
    files.map((file) =>
      entryOf(file)
        .catch(first)
        .catch(() => null),
    ),
  );
  return new Map(files.map((file, i) => /** @type {const} */ ([file, entries[i]?.puzzle])));
}

/** @param {Problem} problem @param {any} own */
function name({ puzzle, problem }, own) {
  if (problem) return t(problem);
  const size = new Puzzle(puzzle).shape.title;
  return puzzle === own ? t`Your puzzle, ${size}` : [puzzle.title, size].filter(Boolean).join(", ");
}

// How many times as many decisions the one took.
function said(found) {
  const [one, two] = found.map(({ stats }) => stats.nodes ?? 0);
  const stopped = found.some(({ stopped_by: limit }) => limit && limit !== "solutions");
  const end = stopped ? ` ${t`A search that was stopped would have taken more.`}` : "";
  if (one === two) return t`Both took ${one} decisions.` + end;
  const [most, less] = [Math.max(one, two), Math.min(one, two)];
  const times = decimal(most / (less || 1), 1);
  const isFirst = one > two;
  if (!less)
    return (
      (isFirst
        ? t`The first took ${most} decisions, the other none.`
        : t`The second took ${most} decisions, the other none.`) + end
    );
  return (
    (isFirst
      ? t`The first took ${times} times as many decisions.`
      : t`The second took ${times} times as many decisions.`) + end
  );
}
