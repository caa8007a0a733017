// One line for the person, seen and read aloud; it goes away by itself.

const place = document.getElementById("message");
let timer = 0;

export function say(text, seconds = 8) {
  clearTimeout(timer);
  place.textContent = text;
  place.classList.toggle("shown", Boolean(text));
  timer = setTimeout(() => place.classList.remove("shown"), seconds * 1000);
}
