// The example of the package's README.
import { check } from "nonocsp";

/** The level if it has one solution. @param {number[][]} picture rows of 0 and 1 */
export async function tested(picture) {
  const lengths = (/** @type {number[]} */ line) =>
    line
      .join("")
      .split("0")
      .filter(Boolean)
      .map((run) => run.length);
  const level = {
    rows: picture.map(lengths),
    cols: picture[0].map((_, i) => lengths(picture.map((row) => row[i]))),
  };
  const { verdict, pictures } = await check(level, { seconds: 2 });
  if (verdict === "unique") return level;
  if (verdict === "unknown") throw new Error("too hard to decide in two seconds");
  const differ = pictures[0].flatMap((row, y) =>
    row.flatMap((cell, x) => (cell === pictures[1][y][x] ? [] : [[x, y]])),
  );
  throw new Error(`another picture has the same clues; they differ in ${JSON.stringify(differ)}`);
}
