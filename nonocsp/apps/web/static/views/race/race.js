// A race: two techniques solve one puzzle side by side.
//
// Both searches run at once and send snapshots of their nodes. The boards replay them on one
// clock, which counts nodes or seconds: the shorter search finishes first. A quick race is stretched to
// a few seconds, a long one is shown live.

import { ask, isStale, reason } from "../../page/api.js";
import { Board } from "../../board/board.js";
import { choice, element, range, tableBody } from "../../page/dom.js";
import { catalogue } from "../../puzzle/catalogue.js";
import { relabel, tool, workbench } from "../../page/layout.js";
import { UNKNOWN } from "../../puzzle/lines.js";
import { fail } from "../../page/message.js";
import { rove } from "../../page/rove.js";
import { numbers, Puzzle } from "../../puzzle/model.js";
import { grouped } from "../../puzzle/words.js";
import { PAIRS, TECHNIQUES } from "./techniques.js";
import { dress } from "../../page/theme.js";

const SECONDS = 30; // of each search
const LAST = 6; // seconds that a quick race is stretched to

const CLOCKS = { nodes: "search nodes", seconds: "seconds" };

// What is counted; several names are alternatives of one thing.
const COUNTS = [
  ["Nodes", ["nodes"]],
  ["Dead ends", ["conflicts", "backtracks"]],
  ["Checks", ["checks"]],
  ["Tightenings", ["tightenings"]],
  ["Nogoods", ["learned"]],
  ["Seconds", ["seconds"]],
];

export async function show(main, { puzzle }) {
  const race = new Race(puzzle);
  main.append(race.view);
  race.choose(PAIRS[0]);
  return () => race.end();
}

/** @typedef {{ stats: Record<string, number>, cells: string[] | null }} Frame What a search knew at a moment. */

// One technique with its board and counters.
class Lane {
  /** @type {AbortController | null} */
  #abort = null;
  /** @type {Frame[]} */
  frames = [];
  /** @type {Frame | null} */
  end = null; // the last frame, once there is one
  /** @type {Frame | null} */
  shown = null;
  isSolved = false;
  ending = "";
  /** @type {Puzzle} */
  puzzle;

  constructor(name) {
    this.board = new Board();
    this.board.readonly = true;
    const names = Object.entries(TECHNIQUES).map(([key, { name: text }]) => [key, text]);
    this.select = choice({ "aria-label": `${name} technique` }, Object.fromEntries(names));
    this.counters = element("dl.counters");
    this.state = element("p.state", { role: "status", "aria-label": `${name} state` });
    this.view = element(
      "div.lane",
      element("div.head", this.select, this.state, this.counters),
      element("div.stage", this.board),
    );
  }

  build(puzzle) {
    this.stop();
    this.#abort = null; // answers of the old search are not about this board
    this.puzzle = puzzle;
    this.board.build({ ...puzzle, label: `board of ${this.technique.name}` });
    this.reset();
  }

  get technique() {
    return TECHNIQUES[this.select.value];
  }

  reset() {
    this.frames = [];
    this.end = this.shown = null;
    this.ending = "";
    this.state.textContent = "";
    this.view.classList.remove("home");
    this.#count({});
    this.board.show(new Array(this.puzzle.shape.size).fill(UNKNOWN));
  }

  // Search; resolves when it has ended, however.
  async run(data) {
    this.reset();
    const { engine, options } = this.technique;
    const own = (this.#abort = new AbortController());
    const isOver = () => this.#abort !== own;
    /** @param {Interim["observe"]} interim */
    const progress = ({ stats, cells }) =>
      isOver() || this.frames.push({ stats, cells: cells ?? this.frames.at(-1)?.cells ?? null });
    try {
      const found = await ask(
        "observe",
        { puzzle: data, engine, options, seconds: SECONDS },
        { progress, signal: own.signal },
      );
      if (isOver()) return;
      const [picture] = found.pictures ?? [];
      const isSolved = picture !== undefined;
      this.isSolved = isSolved || found.status === "unsatisfiable";
      const stopped = found.stopped_by === "seconds" ? `Stopped after ${SECONDS} seconds` : "Stopped";
      this.ending = this.isSolved ? (isSolved ? "Solved" : "No solution") : stopped;
      this.end = { stats: found.stats ?? {}, cells: picture ?? this.frames.at(-1)?.cells ?? null };
    } catch (error) {
      if (isOver()) return;
      if (!isStale(error)) fail(error);
      this.ending = isStale(error) ? "Stopped" : reason(error);
      this.isSolved = false;
      this.end = this.frames.at(-1) ?? { stats: {}, cells: null };
    }
  }

  stop() {
    this.#abort?.abort();
  }

  // How far the search has come by a clock.
  reached(clock) {
    return (this.end ?? this.frames.at(-1))?.stats[clock] ?? 0;
  }

  // Show the newest snapshot up to a place by a clock.
  show(clock, place) {
    const isHome = this.end !== null && (this.end.stats[clock] ?? 0) <= place;
    /** @type {Frame} */
    let frame = this.end ?? { stats: {}, cells: null };
    if (!isHome) {
      // Places grow, so the search goes on from the last frame in most cases.
      let low = 0;
      let high = this.frames.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((this.frames[middle].stats[clock] ?? 0) <= place) low = middle + 1;
        else high = middle;
      }
      frame = this.frames[low - 1] ?? { stats: {}, cells: null };
    }
    this.view.classList.toggle("home", isHome && this.isSolved);
    this.state.textContent = isHome ? this.ending : "Searching…";
    if (frame === this.shown) return;
    this.shown = frame;
    this.#count(frame.stats);
    const { palette, shape } = this.puzzle;
    const cells = frame.cells ? numbers(frame.cells, palette) : new Array(shape.size).fill(UNKNOWN);
    this.board.classList.toggle("plain", isHome && this.isSolved);
    this.board.show(cells);
  }

  #count(stats) {
    this.counters.replaceChildren(
      ...COUNTS.slice(0, 4).flatMap(([name, keys]) => [
        element("dt", name),
        element("dd", written(counted(stats, keys))),
      ]),
    );
  }
}

class Race {
  #timer = 0;
  best = 0; // the place that is shown
  searching = 0; // searches that have not ended
  /** @type {PuzzleData | null} */
  data = null;
  /** @type {PuzzleData[]} */
  known = []; // puzzles to choose from
  /** @type {Map<string, PuzzleData>} */
  library = new Map();
  choice = {};
  turn = {};

  constructor(own) {
    this.own = own ?? null;
    this.lanes = [new Lane("left"), new Lane("right")];
    for (const lane of this.lanes) lane.select.addEventListener("change", () => this.#changed());
    const boards = element("div.lanes", ...this.lanes.map(({ view }) => view));
    // The second click of a double click would stop what the first has begun.
    const startOrStop = ({ detail }) => detail < 2 && (this.isRunning ? this.stop() : this.start());
    this.starting = tool("flag", "Start", startOrStop, { key: "S", text: true });
    this.starting.classList.add("main");
    this.replaying = tool("restart", "Replay", () => this.replay(), { key: "R", text: true });
    this.clock = choice({ "aria-label": "clock", onchange: () => this.#repaint() }, CLOCKS);
    this.scrub = range("place in the race", { max: 1, step: "any", oninput: () => this.#scrubbed() });
    this.place = element("output.place");
    this.lesson = element("p.lesson");
    this.pairs = element(
      "div.pairs",
      { role: "radiogroup", "aria-label": "pairs of techniques" },
      ...PAIRS.map((pair) =>
        element("button", { role: "radio", "aria-checked": "false", onclick: () => this.choose(pair) }, pair.name),
      ),
    );
    this.puzzles = element("select", {
      "aria-label": "puzzle",
      onchange: () => this.#take(Number(this.puzzles.value)),
    });
    this.result = element("div.result", { role: "status", "aria-label": "result" });
    this.view = workbench({
      name: "race",
      label: "race",
      board: boards,
      tools: [[this.starting, this.replaying], [element("label", "Clock ", this.clock)]],
      panel: [
        element("h1", "A race of two techniques"),
        this.pairs,
        this.lesson,
        element("label.chosen", "Puzzle ", this.puzzles),
        element("div.scrub", this.scrub, this.place),
        this.result,
      ],
    });
    rove(this.pairs, "button", { chooses: true });
  }

  end() {
    this.stop();
    this.view.undress?.();
  }

  // A pair of techniques, with its puzzle unless there is one of the visitor's own.
  async choose(pair) {
    this.stop();
    [...this.pairs.children].forEach((button, i) => button.setAttribute("aria-checked", String(PAIRS[i] === pair)));
    this.lesson.textContent = pair.text;
    this.data = null;
    this.starting.disabled = true;
    pair.pair.forEach((key, i) => (this.lanes[i].select.value = key));
    const own = (this.choice = {});
    try {
      const { entries } = await catalogue();
      this.library = new Map(entries.map((entry) => [entry.file, entry.puzzle]));
    } catch (error) {
      fail(error);
    }
    if (own !== this.choice) return;
    /** @param {{ file?: string, puzzle?: PuzzleData }} pair */
    const data = ({ file = "", puzzle }) => puzzle ?? this.library.get(file);
    this.known = [...new Set([this.own, ...PAIRS.map(data)])].filter((known) => known);
    const name = (known) => (known === this.own ? "Your puzzle" : known.title);
    this.puzzles.replaceChildren(
      ...this.known.map((known, i) => element("option", { value: i }, `${name(known)}, ${sized(known)}`)),
    );
    const wanted = this.known.indexOf(this.own ?? data(pair));
    this.puzzles.value = wanted;
    this.#take(wanted);
  }

  #take(number) {
    this.stop();
    const data = this.known[number];
    if (!data) return;
    this.data = data;
    this.starting.disabled = false;
    const puzzle = new Puzzle(data);
    for (const lane of this.lanes) lane.build(puzzle);
    dress(this.view, puzzle.palette);
    this.#fresh();
  }

  #changed() {
    this.stop();
    for (const button of this.pairs.children) button.setAttribute("aria-checked", "false");
    this.lesson.textContent = "";
    if (this.data) this.#take(Number(this.puzzles.value));
  }

  #fresh() {
    this.best = 0;
    this.scrub.value = 0;
    this.scrub.disabled = true;
    this.replaying.disabled = true;
    this.place.textContent = "";
    this.result.replaceChildren(element("p.facts", "Start to see who arrives first, and why."));
  }

  get isRunning() {
    return this.searching > 0 || this.#timer > 0;
  }

  start() {
    if (!this.data) return;
    this.#fresh();
    const own = (this.turn = {});
    this.searching = this.lanes.length;
    for (const lane of this.lanes) lane.run(this.data).then(() => own === this.turn && this.searching--);
    this.#play();
  }

  // Stop the searches, or the replay.
  stop() {
    for (const lane of this.lanes) lane.stop();
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    this.searching = 0;
    this.turn = {};
    this.#labelled();
    if (this.lanes.some(({ frames }) => frames?.length)) setTimeout(() => this.#arrived());
  }

  #labelled() {
    if (this.isRunning) relabel(this.starting, "close", "Stop", "S");
    else relabel(this.starting, "flag", "Start", "S");
  }

  replay() {
    this.best = 0;
    this.#play();
  }

  // The place in the race grows evenly to the end of the longer search in LAST seconds; a search that
  // takes longer is followed at its end.
  #play() {
    cancelAnimationFrame(this.#timer);
    const begun = performance.now();
    const tick = () => {
      const share = Math.min(1, (performance.now() - begun) / 1000 / LAST);
      const place = Math.max(this.best, this.#length * share);
      this.#show(place);
      if (share === 1 && !this.searching) {
        this.#timer = 0;
        this.#arrived();
        return;
      }
      this.#timer = requestAnimationFrame(tick);
    };
    this.#timer = requestAnimationFrame(tick);
    this.#labelled();
  }

  get #length() {
    return Math.max(...this.lanes.map((lane) => lane.reached(this.clock.value)));
  }

  #show(place) {
    this.best = place;
    for (const lane of this.lanes) lane.show(this.clock.value, place);
    this.scrub.max = this.#length || 1;
    this.scrub.value = place;
    this.place.textContent = `${written(place)} ${CLOCKS[this.clock.value]}`;
  }

  #scrubbed() {
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    this.#labelled();
    this.#show(Number(this.scrub.value));
  }

  // Another clock: the race so far is seen at its end.
  #repaint() {
    if (!this.lanes.some(({ end }) => end)) return;
    this.#show(this.#length);
  }

  #arrived() {
    this.#labelled();
    const ends = this.lanes.flatMap(({ end }) => end ?? []);
    if (ends.length < this.lanes.length) return;
    this.scrub.disabled = this.replaying.disabled = false;
    this.#show(this.#length);
    const rows = COUNTS.map(([name, keys]) => [name, ...ends.map(({ stats }) => counted(stats, keys))]).filter(
      ([, a, b]) => a || b,
    );
    const heads = ["left", "right", "ratio"].map((name) => element("th", { scope: "col" }, name));
    const table = rows.map(([name, a, b]) => [name, written(a), written(b), ratio(a, b)]);
    this.result.replaceChildren(
      element("table", element("thead", element("tr", element("th"), ...heads)), tableBody(table)),
    );
    const unfinished = this.lanes.filter(({ isSolved }) => !isSolved).length;
    if (unfinished) this.result.append(element("p.facts", "A search that was stopped would have counted more."));
  }
}

const sized = (data) => new Puzzle(data).shape.title;
const counted = (stats, keys) => keys.map((key) => stats[key]).find(Boolean) ?? 0;
const written = (number) => {
  if (number < 10 && !Number.isInteger(number)) return number.toFixed(number < 0.1 ? 4 : 2);
  return grouped(Math.round(number));
};

// How many times as much the one has counted as the other, as a : b.
function ratio(a, b) {
  if (!a || !b) return "";
  const times = Math.max(a, b) / Math.min(a, b);
  const text = times < 10 ? times.toFixed(1) : grouped(Math.round(times));
  return a >= b ? `${text}\u202f:\u202f1` : `1\u202f:\u202f${text}`;
}
