// Which steps of an explanation build on which, as `nonocsp/people/explanation/dependencies.py` has it.

/** The numbers of some steps and of all that they build on, ascending.
 * @param {{ uses: Iterable<number> }[]} steps @param {number[]} numbers */
export function closure(steps, numbers) {
  /** @type {Set<number>} */
  const found = new Set();
  const waiting = [...numbers];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (found.has(number)) continue;
    found.add(number);
    waiting.push(...steps[number].uses);
  }
  return [...found].sort((a, b) => a - b);
}
