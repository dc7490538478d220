import type { LiveOverview } from '#contract/live.contract.ts';

type Points = LiveOverview['throughput'];

/** Width and height of the drawing's own coordinates. */
export const PLOT = { width: 560, height: 96 } as const;

/** The round number at the top of the scale, so that its thirds are round as well. */
export function scaleTop(points: Points): number {
  const highest = Math.max(3, ...points.map((point) => point.rows_per_second));
  const magnitude = 10 ** Math.floor(Math.log10(highest / 3));
  const third = [1, 2, 4, 5, 8, 10].map((step) => step * magnitude).find((step) => step * 3 >= highest);
  return (third ?? 10 * magnitude) * 3;
}

/** The line as an SVG path; empty for fewer than two points. */
export function linePath(points: Points, top: number): string {
  if (points.length < 2) return '';
  const step = PLOT.width / (points.length - 1);
  return points
    .map(({ rows_per_second }, at) => {
      const y = PLOT.height * (1 - Math.min(rows_per_second, top) / top);
      return `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${y.toFixed(1)}`;
    })
    .join(' ');
}
