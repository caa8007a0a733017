// The finish: the lines of the board fade, and its picture stands alone, with what it took.

import { element } from "../../page/dom.js";
import { icon } from "../../page/icons.js";
import { coloursOf, isSafe } from "../../page/theme.js";
import { miniature } from "../../board/thumbnail.js";
import { counted, t } from "../../page/language.js";

const FADE = 700; // milliseconds
const FLIGHT = 800;
const BOW = 1000;
const CELL = 72; // pixels of a cell in the picture, and of its longer side, at most
const LARGEST = 1600;

// A time in seconds as people write it.
export function clocked(seconds) {
  const pad = (number) => String(number).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`;
}

// What a solved game took, in words.
export function effort({ seconds, hints }) {
  return `${clocked(seconds)} · ${hints ? counted(hints, "hint") : t`no hints`}`;
}

/** Who made it; a name of another direction keeps to itself. @param {string} author */
function credited(author) {
  const [before, after] = t`by ${"\n"}`.split("\n");
  return [before, element("bdi", author), after];
}

// Show the finish of a game over the page. `actions` are its buttons, `streak` the days in a row, `depth` its word.
// Returns a function that closes it.
export function finish(view, game, { title, author, depth, streak, actions }) {
  const { puzzle, cells } = game;
  const picture = element("canvas", { role: "img", "aria-label": t`the finished picture: ${title}` });
  const facts = [effort(game), depth && t(depth), streak > 1 && t`${streak} days in a row`].filter(Boolean).join(" · ");
  const caption = element(
    "div.caption",
    element("h2", { dir: "auto" }, title),
    element("p.facts", ...(author ? [...credited(author), " · "] : []), facts),
    element("div.bar", ...actions),
  );
  const dialog = element("dialog.finish", { "aria-label": t`Solved: ${title}` }, picture, caption);
  const close = () => {
    view.classList.remove("fading", "away");
    dialog.close();
  };
  const grid = view.querySelector("nono-board .grid");
  dialog.addEventListener("close", () => {
    close();
    dialog.remove();
    if (view.isConnected) view.querySelector('.cell[tabindex="0"]')?.focus({ preventScroll: true });
  });
  dialog.append(
    element(
      "button.tool.back",
      { type: "button", title: t`Back to the board (Escape)`, "aria-label": t`Back to the board`, onclick: close },
      icon("close"),
    ),
  );
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  view.classList.add("fading");
  const opened = setTimeout(
    () => {
      if (!game.isSolved) return close(); // undone while the lines faded
      document.body.append(dialog);
      dialog.showModal();
      const most = Math.min(LARGEST, CELL * Math.max(...Object.values(puzzle.shape.extent)));
      // Its own colours, also in the dark theme.
      const light = coloursOf(puzzle.palette, { dark: false, safe: isSafe(), card: "#ffffff" });
      miniature(picture, puzzle, cells, most, null, light);
      actions[0]?.focus();
      view.classList.add("away");
      if (!calm) {
        fly(picture, grid.getBoundingClientRect(), caption, dialog);
        bow(picture, puzzle.shape.extent.height);
      }
      return undefined;
    },
    calm ? 0 : FADE,
  );
  return () => {
    clearTimeout(opened);
    close();
  };
}

// Let the picture begin where the grid is.
function fly(picture, from, caption, dialog) {
  const to = picture.getBoundingClientRect();
  const across = from.x + from.width / 2 - to.x - to.width / 2;
  const down = from.y + from.height / 2 - to.y - to.height / 2;
  const shift = `translate(${across}px, ${down}px)`;
  const begin = `${shift} scale(${from.width / to.width}, ${from.height / to.height})`;
  picture.animate([{ transform: begin }, { transform: "none" }], {
    duration: FLIGHT,
    easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
  });
  for (const part of [caption, dialog.querySelector(".back")])
    part.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }], { duration: FLIGHT + 300 });
}

// The colours appear row by row.
function bow(picture, rows) {
  picture.animate([{ clipPath: "inset(0 0 100% 0)" }, { clipPath: "inset(0)" }], {
    duration: BOW,
    easing: `steps(${Math.ceil(rows)})`,
  });
}
