// The techniques that can race, and pairs of them that teach something.
//
// A technique is an engine with its options, as `observe` takes them; a pair comes with a puzzle of the
// library on which the difference shows.

const textbook = (name, options) => ({ name, engine: "textbook", options });
const kernel = (name, options) => ({ name, engine: "kernel", options: { lucky: false, dives: false, ...options } });

export const TECHNIQUES = {
  backtracking: textbook("Backtracking, in order", { propagation: "none", ordering: "in_order" }),
  "backtracking-mrv": textbook("Backtracking, fewest placements first", { propagation: "none" }),
  forward: textbook("Forward checking, in order", { propagation: "forward_checking", ordering: "in_order" }),
  "forward-mrv": textbook("Forward checking, fewest placements first", { propagation: "forward_checking" }),
  ac3: textbook("AC-3, in order", { ordering: "in_order" }),
  "ac3-mrv": textbook("AC-3, fewest placements first", {}),
  "ac3-wdeg": textbook("AC-3, most failed constraints first", { ordering: "dom_wdeg" }),
  "ac3-cbj": textbook("AC-3, in order, backjumping", { ordering: "in_order", search: "backjumping" }),
  sac: textbook("Singleton arc consistency", { propagation: "sac" }),
  kernel: kernel("Kernel", {}),
  "kernel-no-learning": kernel("Kernel without learning", { learning: false }),
  "kernel-no-probing": kernel("Kernel without probing", { probing: false }),
  "kernel-no-restarts": kernel("Kernel without restarts", { restarts: false }),
  "kernel-no-guidance": kernel("Kernel without marginals to guide it", { guidance: false }),
};

// A random picture, 45 % black: hard without learning.
const NOISE = {
  title: "Noise",
  rows: clues(
    "3 2 4 2 3 1/1 1 2 1 1 1 3/1 1 1 4 1 2 2/2 1 5 1 3/1 1 1 1 2/1 1 1 1 1 2 3/2 1 1 1 1 2/" +
      "4 2 2 2 1 1 1 1/2 5 1 1 1 1 1/2 3 2 1 1/1 3 3 1 3/1 1 3 1 3 1/3 3 1 2 1 1/4 1 2 1 1 2/1 1 2 1 6/" +
      "1 1 1 2 1 1 1 1 1 1/2 1 3 3 1 1 1/1 2 1 1 2 1 1/2 1 3 1 1 3/5 1 1 1 1/3 1 2 5 3/1 1 1 2 1 1 1/" +
      "2 1 2 1 1 1/1 3 3 1 4 4",
  ),
  cols: clues(
    "1 1 1 1 4 1/2 5 1 1 1 1/1 1 1 1 3 1 1 3 1/1 1 2 1 2 4 2/1 2 2 1 2 1 1 2/2 1 2 1 2 1 2 1 1/" +
      "2 1 2 1 1 1/1 1 2 1 4/1 1 2 2 1/4 3 1 2 1 1/1 1 1 4 1 1 4/1 1 1 3 1 1 1/1 2 1 1 1 3 2/1 3 2 5 2/" +
      "1 1 1 2 1 1/1 1 2 4 1 4 2/1 1 3 1 1/2 5 1 2 3/3 2 2 3 1/1 1 1 2 2 1/2 1 1 1 1 2 1 1/" +
      "1 3 1 1 1 1 1 1 1/7 2 1 1 1 1/2 3 1 3 2 1",
  ),
  blank: { name: "blank", rgb: "#ffffff", char: "." },
  colours: [{ name: "black", rgb: "#000000", char: "#" }],
};

function clues(text) {
  return text.split("/").map((line) => line.split(" ").map((length) => [Number(length), "black"]));
}

export const PAIRS = [
  {
    name: "Look ahead",
    text: "Plain backtracking sees a contradiction only when two lines that are laid disagree; forward checking sees that a crossing line has no placement left.",
    pair: ["backtracking", "forward"],
    file: "heart.txt",
  },
  {
    name: "Fail first",
    text: "The line with the fewest placements left is the one to branch on: wrong choices fail at once, high up in the tree.",
    pair: ["forward", "forward-mrv"],
    file: "tulip.ctu",
  },
  {
    name: "Propagate more",
    text: "AC-3 carries every removal on to the crossing lines until nothing changes: far fewer nodes, and more checks at each.",
    pair: ["forward-mrv", "ac3-mrv"],
    file: "skull-in-the-fog.json",
  },
  {
    name: "Learn from failures",
    text: "Weights on constraints that failed before (dom/wdeg) lead the search back to the hard part of the puzzle.",
    pair: ["ac3-mrv", "ac3-wdeg"],
    file: "buckled-bicycle.json",
  },
  {
    name: "Probe before searching",
    text: "Failed literal probing assumes each colour of each cell once: what it refutes need not be searched.",
    pair: ["kernel", "kernel-no-probing"],
    file: "buckled-bicycle.json",
  },
  {
    name: "Learn nogoods",
    text: "A nogood from every conflict keeps the same mistake from being made again elsewhere in the tree.",
    pair: ["kernel", "kernel-no-learning"],
    puzzle: NOISE,
  },
  {
    name: "Textbook and kernel",
    text: "The definition branches on whole lines; the kernel decides single cells and learns.",
    pair: ["ac3-mrv", "kernel"],
    file: "bicycle.mk",
  },
];
