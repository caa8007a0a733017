// Which cards of the library are shown, and in which order. The choice is kept in this browser.

import { DIFFICULTIES } from "../../puzzle/words.js";
import { recallChoice, write } from "../../page/storage.js";
import { later, locale } from "../../page/language.js";

const KEPT = "nonocsp:library";

// Whether what a card shows fits.
const between = (low, high) => (card) => card.entry.longest > low && card.entry.longest <= high;
const coloured = (low, high) => (card) => {
  const colours = card.entry.model.palette.length - 1;
  return colours >= low && colours <= high;
};
const rated = (word) => (card) => card.entry.rating?.word === word;
const lasting = (low, high) => (card) => card.entry.rating?.minutes > low && card.entry.rating?.minutes <= high;
const standingAt = (state) => (card) => card.standing.state === state;

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
  difficulty: {
    any: [later`any difficulty`, () => true],
    ...Object.fromEntries(DIFFICULTIES.map((word) => [word, [word, rated(word)]])),
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

const area = ({ entry: { model } }) => model.shape.size;
const toughness = ({ entry: { rating } }) =>
  rating ? DIFFICULTIES.indexOf(rating.word) * 100 + rating.difficulty : null;
const minutes = ({ entry: { rating } }) => rating?.minutes ?? null;
const RANKS = { begun: 0, new: 1, solved: 2 };
const rank = ({ standing }) => RANKS[standing.state];
const title = ({ entry, standing }) => (standing.state === "solved" ? entry.puzzle.title : null);

// Numbers before texts, texts before nothing.
const compare = (a, b) => {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return typeof a === "string" ? a.localeCompare(b, locale()) : a - b;
};
const by = (key) => (one, other) => compare(key(one), key(other));

export const ORDERS = {
  number: [later`by number`, () => 0],
  size: [later`by size`, by(area)],
  difficulty: [later`by difficulty`, by(toughness)],
  time: [later`by time`, by(minutes)],
  unfinished: [later`unfinished first`, by(rank)],
  name: [later`solved first, by name`, by(title)],
};

export const DEFAULTS = {
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, options]) => [name, Object.keys(options)[0]])),
  order: "size",
};

// The choice that was kept; whatever is damaged in it is the default.
export const kept = () => recallChoice(KEPT, { ...CHOICES, order: ORDERS }, DEFAULTS);

export const keep = (choice) => write(KEPT, JSON.stringify(choice));

// The cards that a choice shows, in its order; equal ones by number.
export function chosen(cards, choice) {
  const [, order] = ORDERS[choice.order];
  return cards
    .filter((card) => Object.entries(CHOICES).every(([name, options]) => options[choice[name]][1](card)))
    .sort((one, other) => order(one, other) || one.entry.number - other.entry.number);
}
