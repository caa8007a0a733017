// One line for the person, seen and read aloud. It goes away by itself; what went wrong stays longer,
// and can be closed.

const place = document.getElementById("message");
let timer = 0;

export function say(text, seconds = 8) {
  show(text, seconds, false);
}

// Say what an error says.
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
