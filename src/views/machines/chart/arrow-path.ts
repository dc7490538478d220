import type { Point } from './lay-out.ts';

/** Pixels within which a corner is rounded. */
const ROUND_PX = 14;

/** An SVG path through the points, its corners rounded. */
export function arrowPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const corners = rest.slice(0, -1).map((corner, at) => {
    const before = towards(corner, points[at] ?? corner);
    const after = towards(corner, rest[at + 1] ?? corner);
    return `L${pair(before)}Q${pair(corner)} ${pair(after)}`;
  });
  return `M${pair(first)}${corners.join('')}L${pair(rest.at(-1) ?? first)}`;
}

const pair = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** The point on the way to another one at which the curve begins: half of the way at most. */
function towards(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : Math.min(ROUND_PX, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
