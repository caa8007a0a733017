// One line of text for the user, also read aloud. It disappears by itself; errors stay longer, and a
// click closes either.

const place = document.getElementById("message");
let timer = 0;

export function say(text, seconds = 8) {
  show(text, seconds, false);
}

// Show an error.
export function fail(error) {
  show(error.message, 15, true);
}

function show(text, seconds, wrong) {
  clearTimeout(timer);
  place.replaceChildren(document.createTextNode(text));
  place.classList.toggle("wrong", wrong);
  place.classList.add("shown");
  timer = setTimeout(hide, seconds * 1000);
}

function hide() {
  clearTimeout(timer);
  place.classList.remove("shown");
}

place.addEventListener("click", hide);
