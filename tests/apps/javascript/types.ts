// What callers may write; checked by tsc alone.
import {
  card,
  check,
  count,
  generate,
  hint,
  puzzleOf,
  read,
  solutions,
  solve,
  tighten,
  write,
  type Options,
  type Puzzle,
  type Rows,
} from "nonocsp";
import * as game from "nonocsp/game";
import { load } from "nonocsp/sync";

const puzzle: Puzzle = { rows: [[1, "?"], null], cols: [[[2, "red"]], [[1, "red", "attached"]]], colours: ["red"] };
const picture: Rows | null = await solve(puzzle, { seconds: 1, signal: AbortSignal.timeout(10) });
const { verdict, pictures } = await check(puzzle);
const sure: boolean = verdict === "unique" && pictures[0][0][0] === 1;
for await (const each of solutions(puzzle)) each.map((row: number[]) => row.length);
const bounds = await count(puzzle, { progress: ({ at_least }) => at_least > 5n });
const most: bigint | null = bounds.at_most;
const options: Options = { grid: [[3]], seconds: 1, signal: AbortSignal.timeout(10) };
await check(puzzle, options);
await card(puzzle, { seconds: 1, signal: AbortSignal.timeout(10) });
const grid: Rows | null = await tighten(puzzle, { grid: [[3]] });
const made = await generate({ rows: 5, cols: 5, seed: 1 });
const first: number = made.puzzle.rows[0].length + made.picture[0][0];
const level: Puzzle = puzzleOf(made.picture);
const step = await hint(puzzle, { grid: grid ?? undefined });
const where: number | undefined = step?.lines[0].index;
const words: string = step ? `${step.text} ${step.cells[0].left.length} ${step.because[0].colours}` : "";
const answers = await load();
const text: string = write({ ...puzzle, title: "Owl" }, "json");
const author: string | undefined = read(text).author;
const again: Rows | null = answers.solve(puzzle);
const isGood: boolean = await game.isUnique(puzzle, { seconds: 1 });
const found: number = await game.count(puzzle, { limit: 5 });
const easiest: game.Hint | null = await game.hint(puzzle, { grid: [[3]] });
const order: game.Order = { rows: 5, cols: 5, seed: 1 };
const level5: game.Puzzle = (await game.generate(order)).puzzle;
// @ts-expect-error
await game.hint(puzzle, { limit: 5 });
// @ts-expect-error
await game.check(puzzle, { signal: AbortSignal.timeout(10) });
// @ts-expect-error
await card(puzzle, { grid: [[3]] });
// @ts-expect-error
await check({ rows: 3 });
// @ts-expect-error
if (verdict === "ambiguous") throw new Error();
export { again, author, easiest, found, isGood, level, level5, first, grid, most, picture, sure, where, words };
