// A small puzzle that can be played where it stands, for who has played none.

import { Board } from "../../board/board.js";
import { element } from "../../page/dom.js";
import { howToPlay } from "../play/how_to.js";
import { nextOf } from "../../puzzle/catalogue.js";
import { Game } from "../../puzzle/game.js";
import { dress } from "../../page/theme.js";
import { t } from "../../page/language.js";

/** @param {HTMLElement} place that has room for it @param {Entry} entry @param {AbortSignal} signal */
export function playHere(place, entry, signal) {
  const { model } = entry;
  const game = new Game(model, entry.number);
  const board = new Board();
  const heading = element("h2", { dir: "auto" });
  const words = element("p", { role: "status" });
  const bar = element("div.bar", element("button", { type: "button", onclick: () => howToPlay() }, t`How to play`));
  place.replaceChildren(element("div.stage", board), element("div.words", heading, words, bar));
  board.straight = true;
  board.build({ ...model, label: entry.name(false) });
  dress(place, model.palette);
  const show = () => {
    board.show(game.cells);
    for (const line of game.lines) board.grey(line.axis, line.index, game.placed(line));
    place.classList.toggle("solved", game.isSolved);
    heading.textContent = game.isSolved ? model.title : t`Play this one here`;
    words.textContent = game.isSolved
      ? t`Solved! Every puzzle here hides a picture.`
      : t`Each number is a run of filled cells. Fill them in: there is a picture.`;
  };
  board.addEventListener("stroke", ({ detail }) => game.stroke(detail, 1));
  board.addEventListener("strokeend", ({ detail }) => game.endStroke(detail.cancelled));
  game.addEventListener("cells", show);
  game.addEventListener("moved", show);
  game.addEventListener("solved", async () => {
    board.readonly = true;
    board.classList.add("plain");
    const next = await nextOf(entry);
    if (next) bar.replaceChildren(element("a.button.main", { href: next.address }, t`Next puzzle`));
  });
  game.follow(signal);
  addEventListener("pagehide", () => game.save(), { signal });
  show();
}
