import { type DatePart, dateOfParts } from '#rules/time/plain-date.ts';
import { leave, problem, quoted, type Reading, passOver } from './read-field.ts';
import type { RowProblem } from './row-values.ts';

const PARTS = ['day', 'month', 'year'] as const satisfies readonly DatePart[];

/**
 * Combines a birth date in three cells, unless a cell of its own has it whole. A part that is missing or wrong is an unread
 * cell, never a wrong date; what the others hold is kept aside.
 */
export function takeBirthParts(reading: Reading): void {
  const { birth, values, rules } = reading;
  if (birth === null || values.dob !== null) return;
  const fault = faultOf(birth, reading);
  if (fault === null) return;
  const columns = PARTS.flatMap((part) => {
    const column = rules.fields.find(({ field }) => field === `dob_${part}`);
    return column === undefined ? [] : [{ part, column }];
  });
  const [first] = columns.filter(({ part }) => part === fault.part).concat(columns);
  for (const { part, column } of columns) {
    const text = birth[part] ?? '';
    if (part !== first?.part) {
      if (text !== '') leave(reading, column, text);
      continue;
    }
    passOver(reading, column, { ...fault.problem, field: column.field }, text);
  }
}

/** Sets the birth date, or answers the part at fault. */
function faultOf(birth: NonNullable<Reading['birth']>, { values, rules: { today } }: Reading) {
  const fault = (part: DatePart, message: string, reason: RowProblem['reason'] = 'dob_unreadable') => ({
    part,
    problem: problem(reason, null, message),
  });
  const missing = PARTS.find((part) => birth[part] === undefined);
  if (missing !== undefined) return fault(missing, `Birth ${missing} is missing.`);
  const { day = '', month = '', year = '' } = birth;
  const found = dateOfParts({ day, month, year }, Number(today.slice(0, 4)));
  if ('wrong' in found)
    return fault(found.wrong, `Birth ${found.wrong} ${quoted(birth[found.wrong] ?? '')} is not possible.`);
  if (found.date > today) return fault('year', `Birth year ${quoted(year)} is in the future.`, 'dob_in_future');
  values.dob = found.date;
  return null;
}
