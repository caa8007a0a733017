// The page: which view is shown, by the part of the address after "#".
//
//   #library  #library/NAME   the puzzles that come with the program, or those of a section; `all` of them
//   #create               the ways to make one
//   #study                what is for those who study puzzles and solvers
//   #play/ID  #play=…     a puzzle of the library, or one that the address holds; the last one without
//   #draw     #draw=…     the editor, with that puzzle's picture
//   #solve    #solve=…    the solver
//   #watch    #watch=…    two techniques side by side, on that puzzle
//   #notebook/NAME        a notebook whose cells run here; all of them without
//
// A puzzle follows `=` where it is packed and `:` where it is a short code.

import { onWaiting, prepare } from "./page/api.js";
import { byId, element, loadStyle } from "./page/dom.js";
import { breath } from "./page/idle.js";
import { optionBoxes } from "./page/options.js";
import { fail, hush } from "./page/message.js";
import { preferHand } from "./page/hands.js";
import { prefer } from "./page/theme.js";
import { chooseLanguage, later, learn, speak, t } from "./page/language.js";

const VIEWS = {
  library: () => import("./views/library/library.js"),
  play: () => import("./views/play/play.js"),
  create: () => import("./views/create/create.js"),
  draw: () => import("./views/draw/draw.js"),
  solve: () => import("./views/solve/solve.js"),
  watch: () => import("./views/watch/watch.js"),
  study: () => import("./views/study/study.js"),
  notebook: () => import("./views/notebook/notebook.js"),
};

/** @type {Record<string, string>} */
const NAMES = {
  library: later`Puzzles`,
  play: later`Play`,
  create: later`Create`,
  draw: later`Draw`,
  solve: later`Solve`,
  watch: later`Watch`,
  study: later`Study`,
  notebook: later`Notebook`,
};

/** The door of the header behind which a view is. @type {Record<string, string>} */
const DOORS = { play: "library", draw: "create", solve: "create", watch: "study", notebook: "study" };

let main = byId("main");
let staying = new AbortController(); // of the view that is shown
let turn = 0;
let failed = false; // whose message stays while the library is shown instead

// An address that was cut or changed on its way may have a stray "%".
/** @param {string} hash */
function parts(hash) {
  let address = hash;
  try {
    address = decodeURIComponent(hash);
  } catch {
    // what is wrong with it is said where it is read
  }
  const [, name = address, separator, rest = ""] = address.match(/^(\w+)([/=:]?)(.*)$/s) ?? [];
  return { name, separator, rest };
}

// Each view gets a `main`, a signal and a title of its own. A view that is left while it waits fills a `main` that is no
// longer in the page; its signal ends its listeners, timers and questions; its title and its errors are not shown.
async function show() {
  const own = ++turn;
  const address = location.hash;
  const { name, separator, rest } = parts(address.slice(1));
  const known = Object.hasOwn(VIEWS, name) ? name : "library";
  for (const link of document.querySelectorAll("nav a, #menu a")) {
    const here = link.getAttribute("href") === `#${DOORS[known] ?? known}`;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    if (name && known !== name) throw new Error(t`This address names no view of this page.`);
    const isWhole = separator && separator !== "/";
    const [view, puzzle] = await Promise.all([
      VIEWS[known](),
      isWhole ? import("./puzzle/share.js").then(({ found }) => found(separator, rest)) : null,
      loadStyle(known),
      breath(),
    ]);
    if (own !== turn) return;
    staying.abort();
    const { signal } = (staying = new AbortController());
    if (!failed) hush();
    failed = false;
    for (const dialog of document.querySelectorAll("dialog")) dialog.close("");
    const left = main;
    main = element("main", { id: "main", tabindex: -1 });
    left.replaceWith(main);
    /** @param {string} text */
    const setTitle = (text) => void (signal.aborted || (document.title = `${text} – nonocsp`));
    setTitle(t(NAMES[known]));
    // Keys and screen readers go on in the new view.
    if (own > 1) main.focus({ preventScroll: true });
    await view.show({ main, signal, setTitle, address }, puzzle ? { puzzle } : { id: rest });
  } catch (error) {
    if (own !== turn) return;
    // A module that is not there, or is of another version of the page.
    const isOther =
      error instanceof SyntaxError || (error instanceof TypeError && /module|import/i.test(error.message));
    fail(isOther ? new Error(t`The page has changed, or a part of it could not be loaded: load it again.`) : error);
    failed = !main.firstChild;
    if (failed) location.hash = "#library";
  }
}

learn(document.body);
await speak();

const menu = byId("menu");
menu.addEventListener("click", (event) => event.target?.closest("a, button") && menu.hidePopover());
// A press beside an open menu closes it and does nothing else.
addEventListener(
  "pointerdown",
  (event) => {
    const opened = document.querySelector("[popover]:popover-open");
    if (!(opened instanceof HTMLElement) || event.target?.closest("[popover], [popovertarget]")) return;
    event.stopPropagation();
    event.preventDefault();
    opened.hidePopover();
    const still = (/** @type {Event} */ click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener("click", still, { capture: true });
    const end = () => setTimeout(() => removeEventListener("click", still, { capture: true }));
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { once: true });
  },
  { capture: true },
);
const whole = byId("whole");
whole.hidden = !document.fullscreenEnabled;
whole.addEventListener("click", () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(fail),
);
const options = byId("options");
const showOptions = () => options.replaceChildren(...optionBoxes());
chooseLanguage(/** @type {HTMLSelectElement} */ (byId("language")), () => {
  showOptions();
  show();
});
prefer(byId("safe"), byId("theme"));
preferHand(byId("hand"));
byId("howto").addEventListener("click", async () => (await import("./views/play/how_to.js")).howToPlay());
document.querySelector(".skip")?.addEventListener("click", (event) => {
  // Following the link would change the address, and with it the view.
  event.preventDefault();
  /** @type {HTMLElement} */ (main.querySelector('.cell[tabindex="0"]') ?? main).focus();
});
addEventListener("hashchange", show);
await show();
showOptions();
const waiting = byId("waiting");
onWaiting((text) => {
  waiting.textContent = text;
  waiting.classList.toggle("shown", text !== "");
});
prepare();
loadStyle("");
