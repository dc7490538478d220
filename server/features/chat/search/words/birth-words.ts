import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { daysBetween, plusDays, plusYears } from '#rules/time/days.ts';

/** The age that people of this trade ask for most. Source: Medicare. */
const MEDICARE_AGE = 65;

/** Days that make a period as good as a year, so that the next one may be meant too. */
const YEARLIKE = 360;

const years = (from: string, to: string): number => Number(to.slice(0, 4)) - Number(from.slice(0, 4));

/** Age that a person with this birth date reaches today; `null`: today is not their birthday. */
const ageToday = (dob: string, today: string): number | null => {
  const age = years(dob, today);
  return plusYears(today, -age) === dob ? age : null;
};

/**
 * Label of birth date bounds: ` who turn 65 between 10/01/2026 and 12/31/2026`, ` who are 60 to 64 years old`; empty
 * when there is none. `count` is the number of people.
 */
export function birthWords({ search = [] }: ContactsScopeInput, today: string, count: number | null): string {
  const bounds = search.filter(({ field }) => field === 'dob');
  const bound = (op: 'after' | 'before') => bounds.find((filter) => filter.op === op)?.value;
  const [after, before] = [bound('after'), bound('before')];
  const [only] = bounds;
  if (bounds.length === 1 && (only?.op ?? 'is') === 'is' && typeof only?.value === 'string')
    return turning(only.value, only.value, today, count === 1);
  if (bounds.length !== [after, before].filter((value) => typeof value === 'string').length) return '';
  const first = typeof after === 'string' ? plusDays(after, 1) : null;
  const last = typeof before === 'string' ? plusDays(before, -1) : null;
  // A person who isn't older than `to` was born after the day on which people turn `to + 1` today.
  const oldest = first === null ? null : ageToday(plusDays(first, -1), today);
  const youngest = last === null ? null : ageToday(last, today);
  const are = count === 1 ? 'is' : 'are';
  if (first === null) return youngest === null ? '' : ` who ${are} ${youngest} or older`;
  if (last === null) return oldest === null ? '' : ` who ${are} younger than ${oldest}`;
  if (oldest !== null && youngest !== null && oldest > youngest) {
    const to = oldest - 1;
    return ` who ${are} ${youngest === to ? to : `${youngest} to ${to}`} years old`;
  }
  return turning(first, last, today, count === 1);
}

function turning(first: string, last: string, today: string, isOne: boolean): string {
  const length = daysBetween(first, last);
  if (length < 0 || length > 366) return '';
  const age = ageMeant(first, last, today);
  const [from, to] = [plusYears(first, age), plusYears(last, age)];
  const verb = to < today ? 'turned' : isOne ? 'turns' : 'turn';
  const days =
    from === to ? `on ${formatPlainDate(from)}` : `between ${formatPlainDate(from)} and ${formatPlainDate(to)}`;
  return ` who ${verb} ${age} ${days}`;
}

/** The birthday nearest to today; for a whole year the Medicare one, if it is this, the last or the next one. */
function ageMeant(first: string, last: string, today: string): number {
  const age = years(first, today);
  const far = (of: number) => {
    const [from, to] = [plusYears(first, of), plusYears(last, of)];
    return from > today ? daysBetween(today, from) : to < today ? daysBetween(to, today) : 0;
  };
  const near = [age - 1, age, age + 1];
  if (daysBetween(first, last) >= YEARLIKE && near.includes(MEDICARE_AGE)) return MEDICARE_AGE;
  return near.toSorted((a, b) => far(a) - far(b))[0] ?? age;
}
