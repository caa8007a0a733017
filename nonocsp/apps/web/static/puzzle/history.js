// Undo and redo of changes to cells: each step is a list of [index, before, after].

const MOST = 10_000;

export class History {
  /** @param {number[][][]} [done] @param {number[][][]} [undone] */
  constructor(done = [], undone = []) {
    this.done = done;
    this.undone = undone;
  }

  /** @param {number[][]} step */
  push(step) {
    if (!step.length) return;
    this.done.push(step);
    this.undone = [];
    if (this.done.length > MOST) this.done.shift();
  }

  // The changes that undo the last step, or null.
  undo() {
    const step = this.done.pop();
    if (!step) return null;
    this.undone.push(step);
    return step.map(([index, before]) => [index, before]);
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return null;
    this.done.push(step);
    return step.map(([index, , after]) => [index, after]);
  }

  // Plain numbers, three for each change: short enough to be saved with every stroke.
  toJSON() {
    /** @param {number[][][]} steps */
    const flat = (steps) => steps.map((step) => step.flat());
    return { done: flat(this.done), undone: flat(this.undone) };
  }

  // The history that was saved with cells; an empty one unless it leads to exactly these cells.
  /** @param {any} saved @param {number[]} cells */
  static of(saved, cells) {
    try {
      const [done, undone] = [saved.done.map(changes), saved.undone.map(changes)];
      const retraced = [...cells];
      for (const step of done.toReversed()) retrace(retraced, step, 2, 1);
      const ahead = [...cells];
      for (const step of undone.toReversed()) retrace(ahead, step, 1, 2);
      return new History(done, undone);
    } catch {
      return new History();
    }
  }
}

/** @param {number[]} flat */
function changes(flat) {
  if (flat.length % 3 || !flat.every(Number.isInteger)) throw new Error("not a step");
  return Array.from({ length: flat.length / 3 }, (_, i) => flat.slice(3 * i, 3 * i + 3));
}

/** @param {number[]} cells @param {number[][]} step @param {number} now @param {number} then */
function retrace(cells, step, now, then) {
  for (const change of step) {
    if (cells[change[0]] !== change[now]) throw new Error("these steps do not lead to these cells");
    cells[change[0]] = change[then];
  }
}
