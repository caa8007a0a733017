// The library: the puzzles that come with the program, as cards with a picture, and random ones.

import { ask, get } from "./api.js";
import { element } from "./board.js";
import { dress } from "./look.js";
import { say } from "./message.js";
import { packed, Puzzle } from "./model.js";
import { progressOf } from "./saved.js";

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
  const { puzzles } = await get("/api/library");
  const list = element("ul", { class: "cards" });
  const filter = element("select", { id: "kind" }, ...KINDS.map(([value, text]) => element("option", { value }, text)));
  const seen = new IntersectionObserver((found) => {
    for (const { target, isIntersecting } of found) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      picture(target).catch((error) => say(error.message));
    }
  });
  const fill = () => {
    list.replaceChildren(...puzzles.filter(suits[filter.value]).map((entry) => card(entry)));
    for (const item of list.children) seen.observe(item);
  };
  filter.addEventListener("change", fill);
  main.append(
    element("h1", {}, "Library"),
    random(),
    element("p", { class: "bar" }, element("label", {}, "Show ", filter)),
    list,
  );
  fill();
  return () => seen.disconnect();
}

function card(entry) {
  const size = `${entry.columns} × ${entry.rows}`;
  const words = [size, entry.colours > 1 ? `${entry.colours} colours` : null];
  if (entry.verdict === "multiple") words.push(`${Number(entry.count).toLocaleString()} solutions`);
  if (entry.verdict === "none") words.push("no solution");
  if (entry.difficulty) words.push(entry.difficulty);
  const link = element("a", { href: `#play/${entry.id}` }, element("span", { class: "title" }, entry.title));
  const item = element("li", { class: "card", "data-id": entry.id });
  item.append(element("canvas", { width: 120, height: 120, "aria-hidden": "true" }), link, element("span", { class: "facts" }, words.filter(Boolean).join(", ")), element("span", { class: "progress" }));
  return item;
}

// The thumbnail: the player's own picture if there is one begun, else only the shape of the clues,
// so that the library gives nothing away.
async function picture(item) {
  const data = await get(`/api/library/${item.dataset.id}`);
  const puzzle = new Puzzle(data);
  const { cells, done, solved } = progressOf(puzzle);
  const canvas = item.querySelector("canvas");
  dress(canvas, puzzle.palette);
  const style = getComputedStyle(canvas);
  const pen = canvas.getContext("2d");
  const step = Math.min(120 / puzzle.width, 120 / puzzle.height);
  const [left, top] = [(120 - step * puzzle.width) / 2, (120 - step * puzzle.height) / 2];
  pen.fillStyle = puzzle.palette[0].rgb;
  pen.fillRect(left, top, step * puzzle.width, step * puzzle.height);
  if (cells) {
    cells.forEach((cell, index) => {
      if (cell < 1) return;
      pen.fillStyle = style.getPropertyValue(`--colour-${cell}`);
      pen.fillRect(left + (index % puzzle.width) * step, top + Math.floor(index / puzzle.width) * step, step + 0.5, step + 0.5);
    });
  } else {
    pen.fillStyle = "#8c959f";
    pen.font = "bold 48px system-ui";
    pen.textAlign = "center";
    pen.fillText("?", 60, 76);
  }
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
    const said = Object.fromEntries(new FormData(form));
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      const made = await ask("generate", {
        rows: Number(said.rows),
        columns: Number(said.columns),
        colours: Number(said.colours),
        difficulty: said.difficulty === "any" ? null : said.difficulty,
        seed: Math.floor(Math.random() * 2 ** 31),
      });
      location.hash = `#play=${await packed(made.puzzle)}`;
    } catch (error) {
      say(error.message);
    } finally {
      button.disabled = false;
    }
  });
  return form;
}
