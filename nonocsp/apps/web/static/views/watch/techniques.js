// The techniques that can be watched, and pairs of them that teach something.
//
// A technique is an engine with its options, as `watch` takes them; a pair comes with a puzzle of the
// library on which the difference shows. What is worth a comparison is chosen here; a test holds all
// names to those of Python.

import { BLACK_ON_WHITE, describe } from "../../puzzle/model.js";
import { Rectangle } from "../../puzzle/shapes.js";
import { later } from "../../page/language.js";

const textbook = (name, options) => ({ name, engine: "textbook", options });
const kernel = (name, options) => ({ name, engine: "kernel", options });
const ALONE = { lucky: false, dives: false };

export const TECHNIQUES = {
  backtracking: textbook(later`Backtracking, in order`, { propagation: "none", ordering: "in_order" }),
  "backtracking-mrv": textbook(later`Backtracking, fewest placements first`, { propagation: "none" }),
  forward: textbook(later`Forward checking, in order`, { propagation: "forward_checking", ordering: "in_order" }),
  "forward-mrv": textbook(later`Forward checking, fewest placements first`, { propagation: "forward_checking" }),
  ac3: textbook(later`AC-3, in order`, { ordering: "in_order" }),
  "ac3-mrv": textbook(later`AC-3, fewest placements first`, {}),
  "ac3-wdeg": textbook(later`AC-3, most failed constraints first`, { ordering: "dom_wdeg" }),
  "ac3-cbj": textbook(later`AC-3, in order, backjumping`, { ordering: "in_order", search: "backjumping" }),
  sac: textbook(later`Singleton arc consistency`, { propagation: "sac" }),
  kernel: kernel(later`Kernel`, {}),
  "kernel-search": kernel(later`Kernel without lucky phases and dives`, ALONE),
  "kernel-no-learning": kernel(later`The same without learning`, { ...ALONE, learning: false }),
  "kernel-no-probing": kernel(later`Kernel without probing`, { probing: false }),
  "kernel-no-restarts": kernel(later`Kernel without restarts`, { restarts: false }),
  "kernel-no-guidance": kernel(later`Kernel without marginals to guide it`, { guidance: false }),
};

// A random picture, 45 % black: hard without learning. Each row as a number to the base of 16.
const NOISE_ROWS =
  "ec79ba 56442e abc863 0c5f47 022486 150537 c4012b 7b6c55 df4542 60e342 5c3970 24e174 " +
  "3bac09 3c1696 4235f8 a8d4a5 c4ee29 b40b41 d0394e 3e2109 7133e7 256848 190d50 b9d78f";
const bits = NOISE_ROWS.split(" ").flatMap((row) => [...parseInt(row, 16).toString(2).padStart(24, "0")].map(Number));
const NOISE = describe(bits, new Rectangle(24, 24), BLACK_ON_WHITE, { title: later`Noise` });

// What else the textbook engine searches.
export const PROBLEMS = [later`4 queens`, later`8 queens`, later`map of Australia`, later`sudoku`];

export const PAIRS = [
  {
    name: later`Look ahead`,
    text: later`Plain backtracking sees a contradiction only when two lines that are laid disagree; forward checking sees that a crossing line has no placement left.`,
    pair: ["backtracking", "forward"],
    file: "heart.txt",
  },
  {
    name: later`Fail first`,
    text: later`The line with the fewest placements left is the one to branch on: wrong choices fail at once, high up in the tree.`,
    pair: ["forward", "forward-mrv"],
    file: "tulip.ctu",
  },
  {
    name: later`Propagate more`,
    text: later`AC-3 carries every removal on to the crossing lines until nothing changes: far fewer nodes, and more checks at each.`,
    pair: ["forward-mrv", "ac3-mrv"],
    file: "skull-in-the-fog.json",
  },
  {
    name: later`Learn from failures`,
    text: later`Weights on constraints that failed before (dom/wdeg) lead the search back to the hard part of the puzzle.`,
    pair: ["ac3-mrv", "ac3-wdeg"],
    file: "buckled-bicycle.json",
  },
  {
    name: later`Probe before searching`,
    text: later`Failed literal probing assumes each colour of each cell once: what it refutes need not be searched.`,
    pair: ["kernel", "kernel-no-probing"],
    file: "buckled-bicycle.json",
  },
  {
    name: later`Learn nogoods`,
    text: later`A nogood from every conflict keeps the same mistake from being made again elsewhere in the tree.`,
    pair: ["kernel-search", "kernel-no-learning"],
    puzzle: NOISE,
  },
  {
    name: later`Not only nonograms`,
    text: later`The same techniques place eight queens, one in each row, so that none attacks another. Domains are columns.`,
    pair: ["forward-mrv", "ac3-mrv"],
    problem: later`8 queens`,
  },
  {
    name: later`Textbook and kernel`,
    text: later`The definition branches on whole lines; the kernel decides single cells and learns.`,
    pair: ["ac3-mrv", "kernel"],
    file: "bicycle.mk",
  },
];
