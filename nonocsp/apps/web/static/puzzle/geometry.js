// Polygons, and what is nearest.

/** @param {Point[]} polygon */
export const sidesOf = (polygon) => polygon.map((point, i) => [point, polygon[(i + 1) % polygon.length]]);

// The first of some with the least weight.
/** @template T @param {T[]} some @param {(one: T) => number} weight @returns {T} */
export function least(some, weight) {
  const weights = some.map(weight);
  return some[weights.indexOf(Math.min(...weights))];
}

// Whether a polygon contains a point: a ray from there crosses its sides an odd number of times.
/** @param {Point[]} polygon @param {number} x @param {number} y */
export function contains(polygon, x, y) {
  let isInside = false;
  for (const [[px, py], [qx, qy]] of sidesOf(polygon))
    if (py > y !== qy > y && x < px + ((y - py) * (qx - px)) / (qy - py)) isInside = !isInside;
  return isInside;
}

/** The least and the greatest of a coordinate of points. @param {Point[]} points @param {number} at
 * @returns {[low: number, high: number]} */
export function range(points, at) {
  const values = points.map((point) => point[at]);
  return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
}
