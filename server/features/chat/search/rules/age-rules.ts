import { unsayable } from './birthday-rules.ts';
import { within } from '../day-filters.ts';
import { plus, plusDays, plusYears } from '#rules/time/days.ts';
import { phrase } from '../words/phrases.ts';
import { DECADES } from '../words/numbers.ts';
import { ask, awaits, type Claim, type Part, type Rule, set, type Span, type Text, type When } from '../reading.ts';
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

/** These leave the age itself out: at 65 nobody is over 65 or under 65. */
const OVER = 'over|above|older_than|past|more_than|greater_than|mayores_de|mayor_de';
const UNDER = 'under|below|younger_than|less_than|fewer_than|menores_de|menor_de|not_yet|have_yet_to_turn';
/** These include it. */
const AT_LEAST = 'at_least|no_younger_than|not_younger_than|not_under|no_less_than|not_less_than';
const AT_MOST = 'no_older_than|not_older_than|not_over|not_above|not_past';
/** These may also limit a count: an age only with a word for it. */
const UP_TO = 'at_most|no_more_than|not_more_than|up_to|up_to_and_including';
const LOWEST = 'minimum|min';
const HIGHEST = 'maximum|max';
const AGED = 'age|ages|aged|age_of|the_age_of|the_ages_of';
const OLD = 'years_old|year_old|year_olds|yo|y_o|yrs_old|yr_olds|yr_old|years_of_age|anos|years|yrs';
const TURNING =
  'turning|turns|turn|hitting|hits|reaching|reach|cumplen|cumple|who_will_be|will_be|becoming|going_to_be';

const OVER_RULES: readonly Rule[] = [
  phrase(`${AGED}? ${OVER} ${AGED}? {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, age + 1, null)),
  phrase(`${AGED}? ${AT_LEAST} ${AGED}? {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, age, null)),
  phrase(`${AGED}? {age} ${OLD}? and|or|&? over|up|older|above|plus|better|mas`, ({ age }, { text }) =>
    aged(text.today, age, null),
  ),
  { words: [], read: plusSign },
];

const BEFORE_PLUS = phrase(AGED, () => []);

/** `65+`, `age 66+`. */
function plusSign(text: Text, at: number): Claim | null {
  const start = BEFORE_PLUS.read(text, at)?.to ?? at;
  const age = Number(/^(\d{2,3})\+$/.exec(text.words[start]?.text ?? '')?.[1] ?? 0);
  return age >= 10 && age < 120 ? { to: start + 1, parts: aged(text.today, age, null) } : null;
}

const UNDER_RULES: readonly Rule[] = [
  phrase(`${AGED}? ${UNDER} ${AGED}? {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, null, age - 1)),
  phrase(`but? ${AGED}? ${AT_MOST} ${AGED}? {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, null, age)),
  phrase(`${AGED}? ${UP_TO} ${AGED} {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, null, age)),
  phrase(`${AGED} ${UP_TO} {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, null, age)),
  phrase(`${UP_TO} {age} ${OLD}`, ({ age }, { text }) => aged(text.today, null, age)),
  phrase(`${AGED}? {age} ${OLD}? and|or|& under|below|younger|down`, ({ age }, { text }) =>
    aged(text.today, null, age),
  ),
];

/** Age from which a bare number counts as an age. Our choice: no one younger buys this insurance. */
const ADULT = 18;

const LOWEST_RULES: readonly Rule[] = [
  phrase(`${LOWEST} ${AGED} {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, age, null)),
  phrase(`${AGED} ${LOWEST} {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, age, null)),
  phrase(`${LOWEST} {age} ${OLD}`, ({ age }, { text }) => aged(text.today, age, null)),
  phrase(`${AGED} {age} ${OLD}? ${LOWEST}`, ({ age }, { text }) => aged(text.today, age, null)),
  phrase(`{age} ${OLD} ${LOWEST}`, ({ age }, { text }) => aged(text.today, age, null)),
];
const HIGHEST_RULES: readonly Rule[] = [
  phrase(`${HIGHEST} ${AGED} {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, null, age)),
  phrase(`${AGED} ${HIGHEST} {age} ${OLD}?`, ({ age }, { text }) => aged(text.today, null, age)),
  phrase(`${HIGHEST} {age} ${OLD}`, ({ age }, { text }) => aged(text.today, null, age)),
  phrase(`${AGED} {age} ${OLD}? ${HIGHEST}`, ({ age }, { text }) => aged(text.today, null, age)),
  phrase(`{age} ${OLD} ${HIGHEST}`, ({ age }, { text }) => aged(text.today, null, age)),
];

/** Longest way from a limit with a word for age to the one behind it: `minimum age of sixty five years old and`. */
const FAR = 9;

/** `64 maximum` behind `age 50 minimum`: the word for age holds for both. */
const behindLimit = (bare: Rule, limits: readonly Rule[]): Rule => ({
  ...bare,
  read: (text, at) => {
    const claim = bare.read(text, at);
    if (claim === null) return null;
    const end = at - (['and', 'but'].includes(text.words[at - 1]?.text ?? '') ? 1 : 0);
    const starts = Array.from({ length: Math.min(end, FAR) }, (_, index) => end - 1 - index);
    return starts.some((start) => limits.some((rule) => rule.read(text, start)?.to === end)) ? claim : null;
  },
});

const unsureHighest = (number: number): Part[] =>
  number < ADULT || number >= 120
    ? [set({ select_n: number })]
    : [
        ask(`Is ${number} a number of contacts or an age?`, [
          { label: `At most ${number} contacts`, says: `first ${number}` },
          { label: `Age ${number} or younger`, says: `age ${number} maximum` },
        ]),
      ];

const unsureLowest = (number: number): Part[] => [
  ask(`Is ${number} an age?`, [{ label: `Age ${number} or older`, says: `age ${number} minimum` }]),
];

/** `50 max`, `30 min`: without a word for age they may be a count or minutes. */
const LIMIT_RULES: readonly Rule[] = [
  behindLimit(
    phrase(`${HIGHEST} {age}`, ({ age }, { text }) => aged(text.today, null, age)),
    LOWEST_RULES,
  ),
  behindLimit(
    phrase(`{age} ${HIGHEST}`, ({ age }, { text }) => aged(text.today, null, age)),
    LOWEST_RULES,
  ),
  behindLimit(
    phrase(`${LOWEST} {age}`, ({ age }, { text }) => aged(text.today, age, null)),
    HIGHEST_RULES,
  ),
  behindLimit(
    phrase(`{age} ${LOWEST}`, ({ age }, { text }) => aged(text.today, age, null)),
    HIGHEST_RULES,
  ),
  ...LOWEST_RULES,
  ...HIGHEST_RULES,
  phrase(`{number} ${HIGHEST}`, ({ number }) => (number > 0 ? unsureHighest(number) : null)),
  phrase(`${LOWEST} {number}`, ({ number }) => unsureLowest(number)),
  phrase(`${OVER}|${AT_LEAST}|${UNDER}|${AT_MOST}|${UP_TO}? {number} ${LOWEST}`, ({ number }) => unsureLowest(number)),
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

const BEFORE_AGES = phrase(`${AGED}? between|from? ${AGED}?`, () => []);
const SPANNING: ReadonlySet<string> = new Set(['between', 'from']);
const BEHIND_AGES = phrase(`${OLD}?`, () => []);
const JOINT_OF_AGES = phrase(`${OLD}? to|through|thru|and|down_to|up_to|till|until`, () => []);

/** `65 and 70 year olds`: a filter holds one span of ages. */
const twoAges = (first: number, last: number): Part =>
  ask("I can't search for two separate ages.", [
    { label: `${first} to ${last}`, says: `ages ${first} to ${last}` },
    { label: `Only ${first}`, says: `age ${first}` },
    { label: `Only ${last}`, says: `age ${last}` },
  ]);

/** `between 60 and 64`, `ages 60-64`, `60 to 64 years old`, `from 80 down to 70`; `60 and 64` alone may be anything. */
function ageRange(): Rule {
  return {
    words: [...BEFORE_AGES.words, ...JOINT_OF_AGES.words],
    read: (text, at) => {
      const start = BEFORE_AGES.read(text, at)?.to ?? at;
      const first = SLOTS.age(text, start);
      const joint = first && text.words[first.to];
      if (!first || !joint || joint.afterBreak) return null;
      const behind = joint.joined ? first.to : (JOINT_OF_AGES.read(text, first.to)?.to ?? null);
      const isTo = joint.joined || joint.text !== 'and';
      const last = behind === null ? null : SLOTS.age(text, behind);
      if (last === null) return null;
      const to = BEHIND_AGES.read(text, last.to)?.to ?? last.to;
      const [youngest, oldest] = [Math.min(first.value, last.value), Math.max(first.value, last.value)];
      const isAges = start > at || to > last.to;
      const isSaid = isAges || (isTo && first.value <= last.value && youngest >= ADULT);
      if (!isSaid) return null;
      const isSpan =
        isTo || oldest - youngest <= 1 || text.words.slice(at, start).some((word) => SPANNING.has(word.text));
      return { to, parts: isSpan ? aged(text.today, youngest, oldest) : [twoAges(youngest, oldest)] };
    },
  };
}

const RANGE: readonly Rule[] = [
  ageRange(),
  phrase('in_their|in_her|in_his|in_there|in_theyre early|mid|late? {age}', ({ age }, { text, to, at }) => {
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
  phrase(`who? ${TURNING} {age} ${OLD}? within {length}`, ({ age, length: { count, unit } }, { text }) =>
    turning(age, { first: text.today, last: plus(text.today, count, unit) }),
  ),
  phrase(`${TURNING} {age} ${OLD}? in|during? {months}`, ({ age, months }, { text }) =>
    monthsAhead(age, months, text.today),
  ),
  phrase(`${TURNING} {age} ${OLD}? {when}`, ({ age, when }, { text }) =>
    turning(age, { ...when.next, first: when.next.first ?? text.today }),
  ),
  phrase('have|has|who|that|just|already? turned|hit|reached {age} {when}', ({ age, when: { past } }, { text }) =>
    turning(age, { ...past, last: past.last && past.last < text.today ? past.last : text.today }),
  ),
  phrase('already {age}', ({ age }, { text }) => aged(text.today, age, null)),
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

/** Months in a row, the next ones: `jan feb or march`. `null`: others, which no span holds. */
function monthsAhead(age: number, months: readonly number[], today: string): Part[] | null {
  const [first = 0] = months;
  const isRow = months.length > 1 && months.every((month, index) => month === ((first + index - 1) % 12) + 1);
  if (!isRow) return null;
  const month = Number(today.slice(5, 7));
  const start = plus(`${today.slice(0, 4)}-01-01`, first - 1 + (first < month ? 12 : 0), 'month');
  return turning(age, { first: start, last: plusDays(plus(start, months.length, 'month'), -1) });
}

const BORN_IN = phrase('born in|during the?', () => []);

/** `born in the 1940s`. */
function bornInDecade(text: Text, at: number): Claim | null {
  const start = BORN_IN.read(text, at)?.to ?? at;
  const decade = /^(1[89]\d0|20\d0)s$/.exec(text.words[start]?.text ?? '')?.[1];
  if (start === at || decade === undefined) return null;
  return { to: start + 1, parts: within('dob', { first: `${decade}-01-01`, last: `${Number(decade) + 9}-12-31` }) };
}

const BORN_RULES: readonly Rule[] = [
  { words: ['born', 'in', 'during', 'the'], starts: new Set(['born']), read: bornInDecade },
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
  ...LIMIT_RULES,
  ...AGED_RULES,
  ...RANGE,
  ...TURNING_RULES,
  ...BORN_RULES,
];
