// Undo and redo of changes to cells: each step is a list of [index, before, after].

export class History {
  constructor() {
    this.done = [];
    this.undone = [];
  }

  push(step) {
    if (!step.length) return;
    this.done.push(step);
    this.undone = [];
    if (this.done.length > 10_000) this.done.shift();
  }

  // The changes that take the last step back, or null.
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
}
