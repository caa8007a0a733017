// A small picture of a puzzle as far as it is filled in.

export function miniature(canvas, puzzle, cells, most = 120) {
  const step = Math.max(1, Math.floor(most / Math.max(puzzle.width, puzzle.height)));
  canvas.width = step * puzzle.width;
  canvas.height = step * puzzle.height;
  const style = getComputedStyle(canvas);
  const pen = canvas.getContext("2d");
  pen.fillStyle = style.getPropertyValue("--colour-0");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  cells?.forEach((cell, index) => {
    if (cell < 1) return;
    pen.fillStyle = style.getPropertyValue(`--colour-${cell}`);
    pen.fillRect((index % puzzle.width) * step, Math.floor(index / puzzle.width) * step, step, step);
  });
  return step;
}
