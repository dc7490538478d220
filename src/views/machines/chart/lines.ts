import { type Chart, type ChartState, type ChartTransition, labelOf } from './chart-of.ts';

/** Number of paths per part, by its id or name. */
export interface Walks {
  readonly states: ReadonlyMap<string, number>;
  readonly transitions: ReadonlyMap<string, number>;
}

/** One line of text in a box or next to an arrow. */
export interface Line {
  readonly text: string;
  /** `stays`: something happens without leaving the state. `goes`: it leads to the state that the line names. */
  readonly look: 'event' | 'stays' | 'goes' | 'guard' | 'runs' | 'missing';
  /** Number of paths through the line's transition. `null`: not counted. */
  readonly count: number | null;
  /** The name of the transition that it belongs to. `null`: none. */
  readonly transition: string | null;
}

/** Pixels; keep in sync with `chart.css`. */
export const FONT_PX = 12.5;
export const LINE_PX = 16;
/** Characters of a line, at most, unless one word has more. */
const LINE_CHARS = 30;
/** Indentation in pixels of internal transitions, after the sign for staying in the state. */
export const INDENT_PX = 14;

/** Label of a transition in one or two lines, with the number of paths if known. */
export function linesOf({ name, event, guard }: ChartTransition, walks: Walks | null, goesTo = ''): readonly Line[] {
  const count = walks === null ? null : (walks.transitions.get(name) ?? 0);
  const whole = guard === null ? event : `${event}, ${guard}`;
  const what = whole.length <= LINE_CHARS || guard === null ? fold(whole) : [...fold(event), ...fold(guard)];
  const texts = goesTo === '' ? what : fold(`${goesTo}: ${whole}`);
  const lines = texts.map((text, at) => ({
    text,
    look: at === 0 ? ('event' as const) : ('guard' as const),
    count: at === texts.length - 1 && count !== 0 ? count : null,
    transition: name,
  }));
  return count === 0 ? [...lines, { text: 'not walked', look: 'missing', count: null, transition: name }] : lines;
}

/** Text of a box below its title: activities, and internal transitions. */
export function boxLines(
  chart: Chart,
  { id, runs, note = '' }: ChartState,
  inside: readonly ChartTransition[],
  told: readonly ChartTransition[],
  walks: Walks | null,
): readonly Line[] {
  const isMissed = walks !== null && id !== chart.id && (walks.states.get(id) ?? 0) === 0;
  return [
    ...(isMissed ? [{ text: 'not walked', look: 'missing' as const, count: null, transition: null }] : []),
    ...[...fold(note), ...(runs.length === 0 ? [] : fold(`runs: ${runs.join(', ')}`))].map((text) => ({
      text,
      look: 'runs' as const,
      count: null,
      transition: null,
    })),
    ...inside
      .flatMap((transition) => linesOf(transition, walks))
      .map((line) => (line.look === 'event' ? { ...line, look: 'stays' as const } : line)),
    ...told
      .flatMap((transition) => linesOf(transition, walks, transition.to.map((to) => labelOf(chart, to)).join(' and ')))
      .map((line) => (line.look === 'event' ? { ...line, look: 'goes' as const } : line)),
  ];
}

function fold(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= LINE_CHARS) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Pixels that the text takes at this size, a little too many rather than too few. */
export function widthOf(text: string, fontPx = FONT_PX): number {
  const ems = text.split('').reduce((sum, char) => sum + (NARROW.test(char) ? 0.32 : WIDE.test(char) ? 0.86 : 0.6), 0);
  return Math.ceil(ems * fontPx);
}

const NARROW = /[ijltfrI1.,:;'()| ]/u;
const WIDE = /[mwMW]/u;

export const lineWidth = ({ text, count }: Line): number =>
  widthOf(text) + (count === null ? 0 : widthOf(` ${count}`) + 4);
