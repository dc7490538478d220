import { type DateOrder, parsePlainDate } from '../time/plain-date.ts';

/** Values of a column that day and month could trade places in, by the order that they fit. */
export interface DateTally {
  monthFirst: number;
  dayFirst: number;
  /** Both: two different days. */
  both: number;
  /** The first values of each kind, as they are written. */
  readonly examples: { readonly one: string[]; readonly both: string[] };
}

/** Examples of each kind. */
const EXAMPLES = 3;

/** Share of values of the rarer order up to which these are typing errors. Ours. */
const RARE = 1 / 20;

export const emptyTally = (): DateTally => ({ monthFirst: 0, dayFirst: 0, both: 0, examples: { one: [], both: [] } });

/** Adds a cell. A year first or a month by name has one reading, and says nothing about the others. */
export function tallyDate(tally: DateTally, written: string, thisYear: number): void {
  if (!/^\s*\d{1,2}[-/.]/.test(written)) return;
  const monthFirst = parsePlainDate(written, thisYear, 'month_first');
  const dayFirst = parsePlainDate(written, thisYear, 'day_first');
  if (monthFirst === dayFirst) return;
  const isBoth = monthFirst !== null && dayFirst !== null;
  if (isBoth) tally.both += 1;
  else if (dayFirst === null) tally.monthFirst += 1;
  else tally.dayFirst += 1;
  const examples = tally.examples[isBoth ? 'both' : 'one'];
  if (examples.length < EXAMPLES && !examples.includes(written.trim())) examples.push(written.trim());
}

/** The order of a column, month first if nothing says otherwise; `isSure` when its values leave one order only. */
export function orderOf({ monthFirst, dayFirst, both }: DateTally): { order: DateOrder; isSure: boolean } {
  const order = dayFirst > monthFirst ? 'day_first' : 'month_first';
  const [rare, common] = [Math.min(monthFirst, dayFirst), Math.max(monthFirst, dayFirst)];
  return { order, isSure: common === 0 ? both === 0 : rare <= common * RARE };
}

/** Values that show how the order matters, those that fit both first, each as it would be read. */
export const examplesOf = ({ examples }: DateTally, thisYear: number) =>
  [...examples.both, ...examples.one].slice(0, EXAMPLES).map((text) => ({
    text,
    month_first: parsePlainDate(text, thisYear, 'month_first'),
    day_first: parsePlainDate(text, thisYear, 'day_first'),
  }));
