import { MONTH_WORDS } from '#rules/contacts/scope-sentence.ts';
import { lastOfMonth, plusMonths, startOf } from '#rules/time/days.ts';
import { phrase } from '../words/phrases.ts';
import { ask, awaits, filter, type Part, type Rule, type Span } from '../reading.ts';

const BIRTHDAYS = 'birthday|birthdays|bday|bdays|cumpleanos|cumple_anos|cumplen_anos|birth_month|birth_date|birthdate';
const HAVING =
  'got_a|has_got_a|with_a|whose|having_a|have_a|has_a|who_have_a|with|having|have|a|an|celebrating_a|had_a|upcoming';

const inMonths = (months: readonly number[]): Part => filter('birth_month', months.map(String));

/** Whole months of a period; `null`: it has broken ones. */
function monthsOf({ first, last }: Partial<Span>): number[] | null {
  if (!first || !last || startOf(first, 'month') !== first) return null;
  const months: number[] = [];
  for (let month = first; month <= last; month = plusMonths(month, 1)) months.push(Number(month.slice(5, 7)));
  return lastOfMonth(last) === last && months.length < 12 ? months : null;
}

/** A birthday by its day. */
export const unsayable = (today: string): Part => {
  const month = MONTH_WORDS[Number(today.slice(5, 7)) - 1] ?? '';
  return ask('Birthdays can be searched by month, not by day.', [
    { label: `In ${month}`, says: `birthdays in ${month}` },
  ]);
};

/** `birthdays in December`, `a December birthday`, `birthdays this month`; a single day can't be searched. */
export const BIRTHDAY_RULES: readonly Rule[] = [
  phrase(
    `${HAVING}? ${BIRTHDAYS} is|are|falls|fall|coming_up? in|during|en|for|the_month_of|in_the_month_of? {months}`,
    ({ months }) => [inMonths(months)],
  ),
  phrase(`${HAVING}? {months} ${BIRTHDAYS}`, ({ months }) => [inMonths(months)]),
  phrase('born in|during {months}', ({ months }) => [inMonths(months)]),
  phrase(`${HAVING}? ${BIRTHDAYS} is|are|falls|fall|coming_up? {when}`, ({ when: { past, next } }, { text }) => {
    const months = monthsOf(next);
    // `birthday 03/02/1958` is a date of birth.
    if (past.first === next.first && (past.last ?? text.today) < text.today.slice(0, 4)) return null;
    return [months === null ? unsayable(text.today) : inMonths(months)];
  }),
  phrase(`${HAVING}? ${BIRTHDAYS}`, (_, { text }) => [
    awaits((when) => {
      const months = monthsOf(when.next);
      return [months === null ? unsayable(text.today) : inMonths(months)];
    }),
    unsayable(text.today),
  ]),
  phrase(`${HAVING}? {period} ${BIRTHDAYS}`, ({ period }, { text }) => {
    const months = monthsOf(period.next);
    return [months === null ? unsayable(text.today) : inMonths(months)];
  }),
];
