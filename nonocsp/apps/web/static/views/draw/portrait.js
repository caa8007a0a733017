// A small picture of cells, with marked ones ringed.

// `size`: pixels of the longer side. `around`: show only the surroundings of these cells, if the picture is large.
export function portrait(
  { cells, shape, palette },
  { size, marks = [], around = null, canvas = document.createElement("canvas") },
) {
  const box = around ? surroundings(around, shape) : { left: 0, top: 0, ...shape.extent };
  const scale = devicePixelRatio || 1;
  const step = Math.max(1, Math.floor((size * scale) / Math.max(box.height, box.width)));
  canvas.width = Math.ceil(box.width * step);
  canvas.height = Math.ceil(box.height * step);
  canvas.style.width = `${canvas.width / scale}px`;
  canvas.style.height = `${canvas.height / scale}px`;
  const pen = canvas.getContext("2d");
  const outline = (cell) => {
    pen.beginPath();
    for (const [x, y] of shape.polygon(cell)) pen.lineTo((x - box.left) * step, (y - box.top) * step);
    pen.closePath();
  };
  for (const cell of shape.all) {
    const [x, y] = shape.centre(cell);
    if (x < box.left - 1 || x > box.left + box.width + 1 || y < box.top - 1 || y > box.top + box.height + 1) continue;
    pen.fillStyle = palette[cells[cell]].rgb;
    outline(cell);
    pen.fill();
    if (shape.isTable) continue;
    // Cells of one colour meet without a seam; blank ones have a faint line between them.
    pen.strokeStyle = cells[cell] ? pen.fillStyle : "#8888";
    pen.lineWidth = 1;
    pen.stroke();
  }
  const ring = Math.min(2.5 * scale, Math.max(1, step / 6));
  for (const cell of marks) {
    /** @type {[string, number][]} */
    const rings = [
      ["#ffffff", 2 * ring],
      ["#1a7f37", ring],
    ];
    for (const [colour, wide] of rings) {
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      outline(cell);
      pen.stroke();
    }
  }
  return canvas;
}

function surroundings(cells, shape) {
  const { extent } = shape;
  const range = (values, size) => {
    const [first, last] = [Math.floor(Math.min(...values)), Math.floor(Math.max(...values))];
    const wanted = Math.min(size, Math.max(12, last - first + 7));
    const start = Math.min(size - wanted, Math.max(0, Math.round((first + last - wanted) / 2) + 1));
    return [start, wanted];
  };
  const boxes = cells.map((cell) => shape.box(cell));
  const [top, height] = range(boxes.map(({ y }) => y), extent.height); // prettier-ignore
  const [left, width] = range(boxes.map(({ x }) => x), extent.width); // prettier-ignore
  return { top, left, height, width };
}
