import { type Chart, type ChartTransition, labelOf } from './chart-of.ts';
import type { Walks } from './lines.ts';

/** The whole chart in one sentence or two. */
export function chartSummary(chart: Chart, walks: Walks | null): string {
  const states = chart.states.filter(({ parent }) => parent !== null);
  const figures = `${chart.title}: ${states.length} states, ${chart.transitions.length} transitions`;
  if (walks === null) {
    const noted = states.flatMap(({ label, note = '' }) => (note === '' ? [] : [` ${label}: ${note}.`]));
    return `${figures}.${noted.join('')}`;
  }
  const missed = [
    ...states.filter(({ id }) => !walks.states.get(id)).map(({ label }) => label),
    ...chart.transitions.filter(({ name }) => !walks.transitions.get(name)).map((each) => transitionWords(chart, each)),
  ];
  return missed.length === 0 ? `${figures}, all walked.` : `${figures}. Not walked: ${missed.join('; ')}.`;
}

/** `Signed out, sign in: Signing in`. */
export function transitionWords(chart: Chart, { from, event, guard, to }: ChartTransition): string {
  const cause = guard === null ? event : `${event}, ${guard}`;
  const targets = to.map((id) => labelOf(chart, id)).join(' and ');
  return `${labelOf(chart, from)}, ${cause}: ${targets === '' ? 'stays' : targets}`;
}
