import type { Chart } from '../../src/views/machines/chart/chart-of.ts';
import { labelOf } from '../../src/views/machines/chart/chart-of.ts';
import type { RecordedPath, RecordedStep } from '../_walk/record.ts';

/** New states after a step, besides those before it. */
export function arrivals(chart: Chart, step: RecordedStep, before: RecordedStep | undefined): string {
  const fresh = step.stands.filter((id) => !before?.stands.includes(id));
  return fresh.map((id) => labelOf(chart, id)).join(' + ');
}

/** True when its first step is the initial situation. */
export const begins = ({ steps }: RecordedPath): boolean => (steps[0]?.stands.length ?? 0) > 0;

/** The number of its last step. */
export const lengthOf = (path: RecordedPath): number => path.steps.length - (begins(path) ? 1 : 0);

/** States of a path in order; for a path with unknown states, its actions. */
export function waypoints(chart: Chart, { steps }: RecordedPath): readonly string[] {
  const stops = steps.map((step, at) => arrivals(chart, step, steps[at - 1])).filter((stop) => stop !== '');
  return stops.length > 0 ? stops : steps.map(({ does }) => does);
}

export const secondsOf = (ms: number): string =>
  ms < 1 ? '< 1 ms' : ms < 100 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;

export const count = (amount: number, noun: string): string =>
  `${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`;
