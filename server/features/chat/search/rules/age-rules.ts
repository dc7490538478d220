import { unsayable } from './birthday-rules.ts';
import { within } from '../day-filters.ts';
import { plusDays, plusYears } from '#rules/time/days.ts';
import { phrase } from '../words/phrases.ts';
import { DECADES } from '../words/numbers.ts';
import { ask, awaits, type Part, type Rule, type Span, type Text, type When } from '../reading.ts';
import { keyOf } from '../answer/said-words.ts';
import { SLOTS } from '../slots.ts';

/** People who have reached this age by today and are not older than `to`. */
const aged = (today: string, from: number | null, to: number | null): Part[] =>
  within('dob', {
    ...(to === null ? {} : { first: plusDays(plusYears(today, -to - 1), 1) }),
    ...(from === null ? {} : { last: plusYears(today, -from) }),
  });

/** People whose birthday at this age is within these days. */
const turning = (age: number, { first, last }: Partial<Span>): Part[] =>
  within('dob', {
    ...(first ? { first: plusYears(first, -age) } : {}),
    ...(last ? { last: plusYears(last, -age) } : {}),
  });

const OVER = 'over|above|older_than|past|at_least|more_than|mayores_de|mayor_de|no_younger_than';
const UNDER = 'under|below|younger_than|less_than|menores_de|menor_de|not_yet';
const AGED = 'age|ages|aged|age_of|the_age_of|the_ages_of';
const OLD = 'years_old|year_old|year_olds|yo|yrs_old|yr_olds|years_of_age|anos|years';
const TURNING =
  'turning|turns|turn|hitting|hits|reaching|reach|cumplen|cumple|who_will_be|will_be|becoming|going_to_be';

const OVER_RULES: readonly Rule[] = [
  phrase(`${AGED}? ${OVER} ${AGED}? {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, age, null)),
  phrase(`${AGED}? {age} ${OLD}? and|or|&? over|up|older|above|plus|better|mas`, ({ age }, { text }) =>
    aged(text.today, age, null),
  ),
  { words: [], read: (text, at) => plusSign(text.words[at]?.text, text.today, at) },
];

/** `65+`. */
function plusSign(word: string | undefined, today: string, at: number) {
  const age = Number(/^(\d{2,3})\+$/.exec(word ?? '')?.[1] ?? 0);
  return age >= 10 && age < 120 ? { to: at + 1, parts: aged(today, age, null) } : null;
}

const UNDER_RULES: readonly Rule[] = [
  phrase(`${AGED}? ${UNDER} ${AGED}? {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, null, age - 1)),
  phrase(`${AGED}? {age} ${OLD}? and|or under|below|younger`, ({ age }, { text }) => aged(text.today, null, age)),
];

/** `60s`, `sixties`. */
const isDecade = ({ words }: Text, at: number, to: number): boolean =>
  words.slice(at, to).some(({ text }) => /^\d0s$/.test(text) || text in DECADES);

const AGED_RULES: readonly Rule[] = [
  phrase(`${AGED} {age} ${OLD}?`, ({ age }, { text, at, to }) =>
    aged(text.today, age, isDecade(text, at, to) ? age + 9 : age),
  ),
  phrase(`who_are|thats|that_are|is|are|exactly? {age} ${OLD}`, ({ age }, { text }) => aged(text.today, age, age)),
];

/** Age from which two bare numbers count as ages. Our choice: no one younger buys this insurance. */
const ADULT = 18;
const BEFORE_AGES = phrase(`${AGED}? between|from? ${AGED}?`, () => []);
const BEHIND_AGES = phrase(`${OLD}?`, () => []);

/** `between 60 and 64`, `ages 60-64`, `60 to 64 years old`; `60 and 64` alone may be anything. */
function ageRange(): Rule {
  return {
    words: [...BEFORE_AGES.words, 'through', 'thru'],
    read: (text, at) => {
      const start = BEFORE_AGES.read(text, at)?.to ?? at;
      const first = SLOTS.age(text, start);
      const joint = first && text.words[first.to];
      if (!first || !joint || joint.afterBreak) return null;
      const isTo = joint.joined || ['to', 'through', 'thru'].includes(joint.text);
      const last = isTo || joint.text === 'and' ? SLOTS.age(text, first.to + (joint.joined ? 0 : 1)) : null;
      if (last === null || first.value > last.value) return null;
      const to = BEHIND_AGES.read(text, last.to)?.to ?? last.to;
      const isSaid = (isTo && first.value >= ADULT) || start > at || to > last.to;
      return isSaid ? { to, parts: aged(text.today, first.value, last.value) } : null;
    },
  };
}

const RANGE: readonly Rule[] = [
  ageRange(),
  phrase('in_their|in_her|in_his early|mid|late? {age}', ({ age }, { text, to, at }) => {
    const isWhole = to - at === 3 && age % 10 === 0;
    return isWhole ? aged(text.today, age, age + 9) : null;
  }),
];

/** Age of Medicare eligibility: agents say that people age in. */
const MEDICARE_AGE = 65;
const INTO = 'aging_into_medicare|aging_in_to_medicare|age_into_medicare|age_in_to_medicare|ages_into_medicare';
const AGING_IN_ALONE = `t65|t_65|t65s|${INTO}`;
const AGING_IN = `${AGING_IN_ALONE}|aging_in|age_in|ages_in`;

const TURNING_RULES: readonly Rule[] = [
  phrase(`${TURNING} {age} ${OLD}? {when}`, ({ age, when }, { text }) =>
    turning(age, { ...when.next, first: when.next.first ?? text.today }),
  ),
  phrase('have|has|who|that|just|already? turned|hit|reached {age} {when}', ({ age, when: { past } }, { text }) =>
    turning(age, { ...past, last: past.last && past.last < text.today ? past.last : text.today }),
  ),
  phrase('have|has|who|that? already? turned {age} already?', ({ age }, { text }) => aged(text.today, age, null)),
  phrase('have|has|who|that? just|recently turned {age}', ({ age }, { text }) => [
    awaits(({ past }) => turning(age, { ...past, last: past.last && past.last < text.today ? past.last : text.today })),
    ask('Since when?', [
      { label: 'This month', says: `turned ${age} this month` },
      { label: 'In the last 90 days', says: `turned ${age} in the last 90 days` },
      { label: 'At any time', says: `already turned ${age}` },
    ]),
  ]),
  phrase(
    'with|have|has|having? a|an|their? {age} birthday|bday|birthdays is|falls|coming_up? {when}',
    ({ age, when }) => turning(age, when.next),
  ),
  phrase(`${AGING_IN} {when}`, ({ when }, { text }) =>
    turning(MEDICARE_AGE, { ...when.next, first: when.next.first ?? text.today }),
  ),
  phrase(AGING_IN_ALONE, (_, { text }) => [
    awaits((when) => turning(MEDICARE_AGE, { ...when.next, first: when.next.first ?? text.today })),
    ask('When do they turn 65?', [
      { label: 'This quarter', says: 'turning 65 this quarter' },
      { label: 'In the next 90 days', says: 'turning 65 in the next 90 days' },
      { label: 'This year', says: 'turning 65 this year' },
    ]),
  ]),
  phrase(`${TURNING} {age}`, ({ age }, { text }) => {
    const tag = text.vocabulary.byKey.get(keyOf(['turning', String(age)]))?.find(({ field }) => field === 'tag');
    return [
      awaits((when) => turning(age, { ...when.next, first: when.next.first ?? text.today })),
      ask(`When do they turn ${age}?`, [
        ...(tag ? [{ label: `Tagged “${tag.name}”`, says: `tagged ${tag.name}` }] : []),
        { label: 'This quarter', says: `turning ${age} this quarter` },
        { label: 'In the next 90 days', says: `turning ${age} in the next 90 days` },
        { label: 'This year', says: `turning ${age} this year` },
      ]),
    ];
  }),
];

/** `1961`, `03/02/1958`: the year is given, and isn't that of an upcoming birthday. */
const isOfOldYear = ({ past, next }: When, today: string): boolean =>
  past.first === next.first && past.last === next.last && (past.last ?? past.first ?? today) < today.slice(0, 4);

const BORN_RULES: readonly Rule[] = [
  // `born in the 50s`, in the last century.
  phrase('born in|during the {age}', ({ age }) =>
    age % 10 === 0 ? within('dob', { first: `19${age}-01-01`, last: `19${age + 9}-12-31` }) : null,
  ),
  phrase('born|dob|birth_date|birthdate|birthday is|on? {when}', ({ when }, { text }) =>
    isOfOldYear(when, text.today) ? within('dob', when.past) : [unsayable(text.today)],
  ),
];

export const AGE_RULES: readonly Rule[] = [
  ...OVER_RULES,
  ...UNDER_RULES,
  ...AGED_RULES,
  ...RANGE,
  ...TURNING_RULES,
  ...BORN_RULES,
];
