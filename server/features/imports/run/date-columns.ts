import { CONSENT_FIELDS } from '#contract/imports/consent-columns.contract.ts';
import { POLICY_FIELDS } from '#contract/imports/policy-columns.contract.ts';
import type { DateColumn, ImportField } from '#contract/imports/rows.contract.ts';
import { type DateTally, emptyTally, examplesOf, orderOf, tallyDate } from '#rules/imports/date-order.ts';
import { readRecords } from '../file/csv-records.ts';
import type { FilePlan } from '../rows/prepare-rows.ts';
import { withFix } from '../corrections/row-fixes.ts';

/** Fields of dates, and those that may have them. */
export const DATES: readonly ImportField[] = [
  'dob',
  'follow_up_on',
  'part_a_on',
  'part_b_on',
  ...CONSENT_FIELDS,
  ...POLICY_FIELDS.filter((field) => field.endsWith('_effective_on')),
];

/** Mapped columns of dates. */
export const dateColumns = ({ fields }: FilePlan) => fields.filter(({ field }) => DATES.includes(field));

/**
 * Reads a whole file for the order of day and month in its columns of dates. A column whose values leave both orders
 * has that of another one whose values don't: a file comes from one program.
 * @throws {UnreadableFile} when the file passes a limit.
 */
export async function readDateOrders(
  source: AsyncIterable<Uint8Array>,
  plan: FilePlan,
  chosen: Readonly<Record<string, DateColumn['order']>>,
): Promise<DateColumn[]> {
  const tallies = new Map<number, DateTally>(dateColumns(plan).map(({ index }) => [index, emptyTally()]));
  const thisYear = Number(plan.today.slice(0, 4));
  let row = -plan.headerRow;
  for await (const { records } of readRecords(source, plan)) {
    for (const cells of records) {
      row += 1;
      if (row <= 0) continue;
      const read = withFix(cells, plan.fixes?.get(row));
      for (const [index, tally] of tallies) tallyDate(tally, read[index] ?? '', thisYear);
    }
  }
  return columnsOf(tallies, chosen, thisYear);
}

function columnsOf(
  tallies: ReadonlyMap<number, DateTally>,
  chosen: Readonly<Record<string, DateColumn['order']>>,
  thisYear: number,
): DateColumn[] {
  const decided = [...tallies.values()].filter((tally) => tally.monthFirst + tally.dayFirst > 0).map(orderOf);
  const shared = new Set(decided.map(({ order, isSure }) => (isSure ? order : null)));
  const [common] = shared.size === 1 ? shared : [];
  return [...tallies].flatMap(([index, tally]) => {
    if (tally.monthFirst + tally.dayFirst + tally.both === 0) return [];
    const choice = chosen[String(index)];
    const own = orderOf(tally);
    const isAmbiguous = tally.monthFirst + tally.dayFirst === 0;
    const found = isAmbiguous && common ? { order: common, isSure: true } : own;
    const known_by = choice !== undefined ? 'chosen' : found.isSure ? 'values' : 'unknown';
    // Until someone chooses: the order of the US.
    const order = choice ?? (found.isSure ? found.order : 'month_first');
    return [{ index, order, known_by, examples: examplesOf(tally, thisYear) } as const];
  });
}
