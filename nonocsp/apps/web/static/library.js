// The library: the puzzles that come with the program, as cards with a picture, and random ones.

import { ask } from "./api.js";
import { element } from "./board.js";
import { catalogue } from "./catalogue.js";
import { keptFog } from "./fog.js";
import { dress } from "./theme.js";
import { fail } from "./message.js";
import { miniature } from "./thumbnail.js";
import { progressOf } from "./storage.js";
import { addressed } from "./share.js";

const KINDS = [
  ["", "all"],
  ["small", "small (up to 12)"],
  ["medium", "medium (13 to 25)"],
  ["large", "large (over 25)"],
  ["coloured", "in colours"],
  ["ambiguous", "with several solutions"],
];

const suits = {
  "": () => true,
  small: ({ model }) => Math.max(model.width, model.height) <= 12,
  medium: ({ model }) => Math.max(model.width, model.height) > 12 && Math.max(model.width, model.height) <= 25,
  large: ({ model }) => Math.max(model.width, model.height) > 25,
  coloured: ({ model }) => model.palette.length > 2,
  ambiguous: (entry) => entry.verdict === "multiple",
};

export async function show(main) {
  const { entries: puzzles } = await catalogue();
  const list = element("ul", { class: "cards" });
  const filter = element("select", { id: "kind" }, ...KINDS.map(([value, text]) => element("option", { value }, text)));
  const seen = new IntersectionObserver((found) => {
    for (const { target, isIntersecting } of found) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      picture(target, puzzles.find((entry) => String(entry.number) === target.dataset.number));
    }
  });
  const fill = () => {
    list.replaceChildren(...puzzles.filter(suits[filter.value]).map((entry) => card(entry)));
    for (const item of list.children) seen.observe(item);
  };
  filter.addEventListener("change", fill);
  main.append(
    element("h1", {}, "Library"),
    element("div", { class: "bar ends" }, element("label", {}, "Show ", filter), random()),
    list,
  );
  fill();
  return () => {
    seen.disconnect();
  };
}

// Counts that are too long for a card, or for a JavaScript number, are shown by magnitude.
const counted = (count) => (count < 1e12 ? count.toLocaleString("en").replaceAll(",", " ") : `about 10^${Math.floor(Math.log10(count))}`);

function card(entry) {
  const { width, height, palette } = entry.model;
  const { solved } = progressOf(entry.model);
  const words = [`${width} × ${height}`, palette.length > 2 ? `${palette.length - 1} colours` : null];
  if (entry.verdict === "multiple") words.push(`${counted(entry.count)} solutions`);
  if (entry.verdict === "none") words.push("no solution");
  const link = element("a", { href: entry.address }, element("span", { class: "title" }, entry.name(solved)));
  const item = element("li", { class: "card", "data-number": entry.number });
  item.append(
    element("div", { class: "thumb" }, element("canvas", { width: 120, height: 120, "aria-hidden": "true" })),
    link,
    element("span", { class: "facts" }, words.filter(Boolean).join(", ")),
    element("span", { class: "rating facts" }, entry.rating?.word ?? ""),
    element("span", { class: "progress" }),
  );
  return item;
}

// The thumbnail: the player's picture so far in its fog, so that the library never shows a solution.
function picture(item, { model: puzzle, fog }) {
  const { cells, done, solved } = progressOf(puzzle);
  const canvas = item.querySelector("canvas");
  dress(canvas, puzzle.palette, () =>
    miniature(canvas, puzzle, cells, 120, cells && puzzle.isSolvedBy(cells) ? null : ((cells && keptFog(puzzle, cells)) ?? fog)),
  );
  item.classList.toggle("solved", solved);
  item.querySelector(".progress").textContent = solved ? "solved ✓" : cells ? `${done} % filled in` : "";
}

function random() {
  const number = (name, value, min, max) =>
    element("label", {}, `${name} `, element("input", { type: "number", name, value, min, max, required: true }));
  const difficulty = element(
    "select",
    { name: "difficulty" },
    ...["any", "lines", "search"].map((value) => element("option", { value }, { any: "any", lines: "line by line", search: "needs search" }[value])),
  );
  const form = element(
    "form",
    { class: "bar", "aria-label": "random puzzle" },
    number("columns", 10, 2, 50),
    number("rows", 10, 2, 50),
    number("colours", 1, 1, 6),
    element("label", {}, "difficulty ", difficulty),
    element("button", {}, "Random puzzle"),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = Object.fromEntries(new FormData(form));
    const button = form.querySelector("button");
    button.disabled = true;
    button.textContent = "Making it…";
    try {
      const made = await ask("generate", {
        rows: Number(chosen.rows),
        columns: Number(chosen.columns),
        colours: Number(chosen.colours),
        difficulty: chosen.difficulty === "any" ? null : chosen.difficulty,
        seed: Math.floor(Math.random() * 2 ** 31),
      });
      location.hash = `#play${await addressed(made.puzzle)}`;
    } catch (error) {
      fail(error);
    } finally {
      button.disabled = false;
      button.textContent = "Random puzzle";
    }
  });
  return form;
}
