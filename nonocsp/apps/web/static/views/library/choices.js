// Which puzzles of the library a list shows, and in which order. The choice is kept in this browser.

import { DEPTHS } from "../../puzzle/words.js";
import { recallChoice, write } from "../../page/storage.js";
import { standings } from "../../puzzle/progress.js";
import { later } from "../../page/language.js";

const KEPT = "nonocsp:library";

// Whether what is known of a puzzle fits.
const between = (low, high) => (row) => row.longest > low && row.longest <= high;
const coloured = (low, high) => (row) => row.colours >= low && row.colours <= high;
const rated = (word) => (row) => row.word === word;
const lasting = (low, high) => (row) => row.minutes > low && row.minutes <= high;
const standingAt = (state) => (row, states) => (states.get(row.number) ?? "new") === state;

// By the name of the choice, its options by name; the first one is chosen where nothing is kept.
export const CHOICES = {
  size: {
    any: [later`any size`, () => true],
    small: [later`up to 10`, between(0, 10)],
    medium: [later`11 to 20`, between(10, 20)],
    large: [later`21 to 35`, between(20, 35)],
    huge: [later`over 35`, between(35, Infinity)],
  },
  colours: {
    any: [later`any colours`, () => true],
    black: [later`black and white`, coloured(1, 1)],
    few: [later`2 to 4 colours`, coloured(2, 4)],
    many: [later`5 or more`, coloured(5, Infinity)],
  },
  depth: {
    any: [later`any depth`, () => true],
    ...Object.fromEntries(DEPTHS.map((word) => [word, [word, rated(word)]])),
  },
  time: {
    any: [later`any time`, () => true],
    short: [later`up to 5 minutes`, lasting(0, 5)],
    medium: [later`5 to 20 minutes`, lasting(5, 20)],
    long: [later`20 to 60 minutes`, lasting(20, 60)],
    hours: [later`over an hour`, lasting(60, Infinity)],
  },
  state: {
    any: [later`any state`, () => true],
    new: [later`new`, standingAt("new")],
    begun: [later`begun`, standingAt("begun")],
    solved: [later`solved`, standingAt("solved")],
  },
};

const depth = ({ word, depth }) => (word ? DEPTHS.indexOf(word) * 100 + depth : Infinity);
const RANKS = { begun: 0, new: 1, solved: 2 };

export const ORDERS = {
  usual: [later`as they come`, () => 0],
  size: [later`smallest first`, (row) => row.cells ?? Infinity],
  large: [later`largest first`, (row) => -(row.cells ?? 0)],
  depth: [later`by depth`, depth],
  time: [later`by time`, (row) => row.minutes ?? Infinity],
  unfinished: [later`unfinished first`, (row, states) => RANKS[states.get(row.number) ?? "new"]],
};

export const DEFAULTS = {
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, options]) => [name, Object.keys(options)[0]])),
  order: "usual",
};

// The choice that was kept; whatever is damaged in it is the default.
export const kept = () => recallChoice(KEPT, { ...CHOICES, order: ORDERS }, DEFAULTS);

export const keep = (choice) => write(KEPT, JSON.stringify(choice));

export const isUsual = (choice) => Object.keys(DEFAULTS).every((name) => choice[name] === DEFAULTS[name]);

/** The puzzles that a choice shows, in its order; equal ones as they come. @param {Row[]} rows */
export function chosen(rows, choice) {
  const states = standings();
  const [, key] = ORDERS[choice.order];
  return rows
    .filter((row) => Object.entries(CHOICES).every(([name, options]) => options[choice[name]][1](row, states)))
    .map((row) => ({ row, key: key(row, states) }))
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ row }) => row);
}
