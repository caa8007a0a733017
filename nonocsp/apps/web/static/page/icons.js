// Icons: strokes of one width on a field of 24 by 24, drawn in the colour of the text.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
  redo: "m15 14 5-5-5-5M20 9H9.500a5.5 5.5 0 0 0 0 11H13",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.800c.7.5 1.1 1.2 1.1 2.200h5c0-1 .4-1.7 1.1-2.200A6 6 0 0 0 12 3z",
  check: "m5 12.5 4.5 4.500L19 7.5",
  branch: "M7 21V4M7 15c0-5 10-3 10-9V4M4.5 6.500 7 4l2.5 2.500M14.5 6.500 17 4l2.5 2.5",
  restart: "M4 12a8 8 0 1 0 2.6-5.900M4 4v4.500h4.5",
  share: "M12 15V3M7.5 7.5 12 3l4.5 4.500M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7",
  "zoom-in": "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20.5 20.5 15.2 15.200M10.5 7.800v5.400M7.8 10.500h5.4",
  "zoom-out": "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20.5 20.5 15.2 15.200M7.8 10.500h5.4",
  fit: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20.5 20.5 15.2 15.200M8.200 8.200h4.600v4.600H8.200z",
  move: "M12 3v18M3 12h18M9.5 5.5 12 3l2.5 2.500M9.5 18.5 12 21l2.5-2.500M5.5 9.5 3 12l2.5 2.500M18.5 9.5 21 12l-2.5 2.5",
  play: "M7 4.500v15l12-7.500z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7zM18.5 5v14",
  "step-back": "M18 5v14l-9-7zM5.5 5v14",
  first: "M6 5v14M19 6l-7 6 7 6M13 6l-3 6",
  last: "M18 5v14M5 6l7 6-7 6",
  previous: "m15 5-7 7 7 7",
  next: "m9 5 7 7-7 7",
  up: "m5 15 7-7 7 7",
  down: "m5 9 7 7 7-7",
  brush: "M14.5 5.5 18.5 9.500M4 20l1-4.500L16.3 4.200a1.8 1.8 0 0 1 2.5 0l1 1a1.8 1.8 0 0 1 0 2.500L8.5 19z",
  line: "M6.5 17.5 17.5 6.500M3.5 18.500a2 2 0 1 0 4 0 2 2 0 1 0-4 0M16.5 5.500a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  fill: "m10 3 8.5 8.500a1.5 1.5 0 0 1 0 2.100L13 19a1.5 1.5 0 0 1-2.1 0L4.5 12.700a1.5 1.5 0 0 1 0-2.100L11 4M4.2 12h14.500M21 16.500c.9 1.3 1.3 2 1.3 2.700a1.4 1.4 0 0 1-2.7 0c0-.7.5-1.4 1.4-2.700z",
  rectangle: "M5 6h14v12H5z",
  select:
    "M5 8V6a1 1 0 0 1 1-1h2M11 5h2M16 5h2a1 1 0 0 1 1 1v2M19 11v2M19 16v2a1 1 0 0 1-1 1h-2M13 19h-2M8 19H6a1 1 0 0 1-1-1v-2M5 13v-2",
  mirror: "M12 3v18M9 7v10H3.500zM15 7v10h5.500z",
  flip: "M3 12h18M7 9h10V3.500zM7 15h10v5.500z",
  rotate: "M20 12a8 8 0 1 1-2.6-5.900M20 4v4.500h-4.5",
  clear: "M4.5 7h15M9.5 7V4.500h5V7M6.5 7l1 13h9l1-13M10 11v5M14 11v5",
  board: "M8 4h8l4.500 8-4.500 8H8l-4.500-8zM8 4l8 16M16 4 8 20M3.500 12h17",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  upload: "M12 16V5M7.5 9.5 12 5l4.5 4.500M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3",
  download: "M12 4v11M7.5 10.5 12 15l4.5-4.500M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3",
  layers: "m12 4 9 5-9 5-9-5zM4.5 13 12 17l7.5-4M4.5 17 12 21l7.5-4",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.500L20 17M15 8.500a1 1 0 1 0 2 0 1 1 0 1 0-2 0",
  camera: "M4 8h3l1.5-2.500h7L17 8h3v11H4zM12 9.500a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7",
  print: "M7 9V4h10v5M7 18H4v-8a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v8h-3M7 14h10v6H7z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  fullscreen: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  close: "m6 6 12 12M18 6 6 18",
  edit: "M4 20h16M14 5l4 4M5 16l9.5-9.500a1.4 1.4 0 0 1 2 0l1 1a1.4 1.4 0 0 1 0 2L8 19H5z",
  help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.500a2.5 2.5 0 1 1 3.5 2.300c-.7.3-1 .8-1 1.700M12 16.500v.01",
  flag: "M6 21V4M6 4.500h12l-3 4 3 4H6",
  flame:
    "M12 3c.5 3.500 5.5 5.500 5.5 11a5.5 5.5 0 0 1-11 0c0-2 1-3.500 2-4.500.3 1.500 1 2.300 1.700 2.500C10 8.500 10.500 5.500 12 3z",
  calendar: "M5 6h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4 10.500h16M8 3.500V7M16 3.500V7",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2",
  heat: "M4 4h16v16H4zM4 12h16M12 4v16M4 4l8 8M12 12l8 8",
  lines: "M4 6h16M4 12h16M4 18h16",
  more: "M4.500 12h1M11.500 12h1M18.500 12h1",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM20.5 20.5 15.2 15.2",
  filter: "M4 5h16l-6 7.500V19l-4-2v-4.500z",
  dice: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.5 8.500v.01M15.5 15.500v.01M15.5 8.500v.01M8.5 15.500v.01M12 12v.01",
};

/** An icon, hidden from screen readers: the button that holds it has a label. @param {string} name */
export function icon(name) {
  const picture = document.createElementNS(NAMESPACE, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("class", "icon");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", PATHS[name]);
  picture.append(path);
  return picture;
}
