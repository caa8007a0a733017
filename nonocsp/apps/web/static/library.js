// The library: the puzzles that come with the program, as cards with a picture, and random ones.

import { ask, get } from "./api.js";
import { element } from "./board.js";
import { dress } from "./theme.js";
import { fail } from "./message.js";
import { miniature } from "./thumbnail.js";
import { Puzzle } from "./model.js";
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
  small: (entry) => Math.max(entry.rows, entry.columns) <= 12,
  medium: (entry) => Math.max(entry.rows, entry.columns) > 12 && Math.max(entry.rows, entry.columns) <= 25,
  large: (entry) => Math.max(entry.rows, entry.columns) > 25,
  coloured: (entry) => entry.colours > 1,
  ambiguous: (entry) => entry.verdict === "multiple",
};

export async function show(main) {
  const { puzzles } = await get("library/index.json");
  const list = element("ul", { class: "cards" });
  const filter = element("select", { id: "kind" }, ...KINDS.map(([value, text]) => element("option", { value }, text)));
  let ratings = Promise.resolve();
  let left = false;
  const seen = new IntersectionObserver((found) => {
    for (const { target, isIntersecting } of found) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      picture(target).catch(fail);
      // One at a time: the browser has few connections, and a click must not wait for ratings.
      ratings = ratings.then(() => !left && rating(target)).catch(() => {});
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
    left = true;
    seen.disconnect();
  };
}

// Counts that are too long for a card, or for a JavaScript number, are shown by magnitude.
const counted = (count) => (count < 1e12 ? count.toLocaleString("en").replaceAll(",", " ") : `about 10^${Math.floor(Math.log10(count))}`);

function card(entry) {
  const size = `${entry.columns} × ${entry.rows}`;
  const words = [size, entry.colours > 1 ? `${entry.colours} colours` : null];
  if (entry.verdict === "multiple") words.push(`${counted(entry.count)} solutions`);
  if (entry.verdict === "none") words.push("no solution");
  const link = element("a", { href: `#play/${entry.file}` }, element("span", { class: "title" }, entry.title));
  const item = element("li", { class: "card", "data-file": entry.file });
  item.append(
    element("div", { class: "thumb" }, element("canvas", { width: 120, height: 120, "aria-hidden": "true" })),
    link,
    element("span", { class: "facts" }, words.filter(Boolean).join(", ")),
    element("span", { class: "rating facts" }),
    element("span", { class: "progress" }),
  );
  return item;
}

// The thumbnail: the player's picture so far, or an empty grid, so that the library never shows a
// solution.
async function picture(item) {
  const data = await get(`library/${encodeURIComponent(item.dataset.file)}.json`);
  const puzzle = new Puzzle(data);
  const { cells, done, solved } = progressOf(puzzle);
  const canvas = item.querySelector("canvas");
  dress(canvas, puzzle.palette);
  const step = miniature(canvas, puzzle, cells);
  if (!cells) raster(canvas, step);
  item.classList.toggle("solved", solved);
  item.querySelector(".progress").textContent = solved ? "solved ✓" : cells ? `${done} % filled in` : "";
}

// An empty grid shows the shape and no more.
function raster(canvas, step) {
  const pen = canvas.getContext("2d");
  for (let at = step; at < Math.max(canvas.width, canvas.height); at += step) {
    pen.fillStyle = (at / step) % 5 ? "#8888883c" : "#888888a0";
    pen.fillRect(at, 0, 1, canvas.height);
    pen.fillRect(0, at, canvas.width, 1);
  }
}

// The difficulty, which the server rates on the first request.
async function rating(item) {
  const { word } = await get(`library/${encodeURIComponent(item.dataset.file)}/rating`);
  if (word) item.querySelector(".rating").textContent = word;
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
