// A small picture of cells, with marked ones ringed.

// `size`: pixels of the longer side. `around`: show only the surroundings of these cells, if the picture is large.
export function portrait({ cells, width, palette }, { size, marks = [], around = null, canvas = document.createElement("canvas") }) {
  const box = around ? surroundings(around, width, cells.length / width) : { top: 0, left: 0, rows: cells.length / width, columns: width };
  const scale = devicePixelRatio || 1;
  const step = Math.max(1, Math.floor((size * scale) / Math.max(box.rows, box.columns)));
  canvas.width = box.columns * step;
  canvas.height = box.rows * step;
  canvas.style.width = `${canvas.width / scale}px`;
  canvas.style.height = `${canvas.height / scale}px`;
  const pen = canvas.getContext("2d");
  const place = (index) => [((index % width) - box.left) * step, (Math.floor(index / width) - box.top) * step];
  for (let r = box.top; r < box.top + box.rows; r++)
    for (let c = box.left; c < box.left + box.columns; c++) {
      pen.fillStyle = palette[cells[r * width + c]].rgb;
      pen.fillRect(...place(r * width + c), step, step);
    }
  const ring = Math.max(1, step / 6);
  for (const index of marks) {
    const [x, y] = place(index);
    for (const [colour, wide] of [["#ffffff", 2 * ring], ["#1a7f37", ring]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      pen.strokeRect(x, y, step, step);
    }
  }
  return canvas;
}

function surroundings(indices, width, height) {
  const range = (values, size) => {
    const [first, last] = [Math.min(...values), Math.max(...values)];
    const wanted = Math.min(size, Math.max(12, last - first + 7));
    const start = Math.min(size - wanted, Math.max(0, Math.round((first + last - wanted) / 2) + 1));
    return [start, wanted];
  };
  const [top, rows] = range(indices.map((index) => Math.floor(index / width)), height);
  const [left, columns] = range(indices.map((index) => index % width), width);
  return { top, left, rows, columns };
}
