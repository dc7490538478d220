import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { DAY_FIELDS } from '#rules/contacts/filter-ops.ts';
import { TIES } from '../words/filler-words.ts';
import { numberAt } from '../words/numbers.ts';
import { lengthAt } from '../words/periods.ts';
import { phrase } from '../words/phrases.ts';
import { type Part, type Rule, set } from '../reading.ts';

type OrderField = NonNullable<ContactsScopeInput['order_field']>;

const FIELDS: readonly (readonly [string, OrderField])[] = [
  ['first_name|first_names|nombre', 'first_name'],
  ['last_name|last_names|name|surname', 'last_name'],
  ['city|town|cities', 'city'],
  ['state|states', 'state'],
  ['company|employer', 'company'],
  [
    'date_added|add_date|created_date|date_created|when_they_were_added|when_they_came_in|added_date|when_added|created',
    'created_at',
  ],
  ['last_touch|last_contact|last_touched|last_contacted|last_activity', 'last_touch_at'],
  ['follow_up|follow_up_date|followup|followup_date|next_follow_up|follow_ups', 'follow_up_on'],
];

const FIRST = 'first|on_top|at_the_top|up_top|to_oldest|on_the_top|to_newest';
const SORTED =
  'sorted|sort|ordered|order|arranged|listed|organized|and_sort|sort_it|sort_them|order_them|grouped|put_them_in_order|ranked';

const newest = set({ order_field: 'created_at', order: 'desc' });
const oldest = set({ order_field: 'created_at', order: 'asc' });

/** `oldest leads first`: the two words enclose what they order. */
const AROUND_RULE: Rule = {
  words: ['newest', 'oldest', 'first'],
  read: ({ words }, at) => {
    const text = words[at]?.text;
    const hasFirst = words.slice(at + 1, at + 5).some((word) => word.text === 'first');
    if ((text === 'newest' || text === 'oldest') && hasFirst)
      return { to: at + 1, parts: [text === 'newest' ? newest : oldest] };
    const isBehind = words
      .slice(Math.max(0, at - 4), at)
      .some((word) => word.text === 'newest' || word.text === 'oldest');
    return text === 'first' && isBehind ? { to: at + 1, parts: [] } : null;
  },
};

const ADDED = ['added', 'created', 'entered'];

/** `last 10 leads added`: the two enclose whom they count. */
export const LAST_ADDED_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const { words } = text;
    const counted = (start: number) => {
      const isLast = words[start]?.text === 'last' && lengthAt(text, start + 1) === null;
      return isLast ? numberAt(text, start + 1) : null;
    };
    const number = counted(at);
    if (number !== null) {
      const isAdded = words.slice(number.to, number.to + 4).some(({ text: word }) => ADDED.includes(word));
      return isAdded ? { to: number.to, parts: [newest, set({ select_n: number.value })] } : null;
    }
    const isBehind = ADDED.includes(words[at]?.text ?? '') && [2, 3, 4, 5].some((far) => counted(at - far) !== null);
    return isBehind ? { to: at + 1, parts: [] } : null;
  },
};

/** `newest first`, `by city`, `longest untouched first`, `soonest follow-up first`. */
export const ORDER_RULES: readonly Rule[] = [
  AROUND_RULE,
  phrase(
    `${SORTED}? by|from|with? the? newest|latest|most_recent|most_recently_added|recently_added|recent|freshest|last_added|latest_added ${FIRST}`,
    () => [newest],
  ),
  phrase(`${SORTED}? by|from|with? the? oldest|earliest|first_added ${FIRST}`, () => [oldest]),
  phrase(`${SORTED}? by? newest|latest|most_recent`, () => [newest]),
  phrase('newest|latest|most_recent|most_recently_added|freshest {number}', ({ number }) => [
    newest,
    set({ select_n: number }),
  ]),
  phrase('{number} newest|latest|most_recent|most_recently_added|freshest', ({ number }) => [
    newest,
    set({ select_n: number }),
  ]),
  // `by follow up, soonest first`.
  phrase('soonest|earliest|nearest|next_due first', (_, { text }) =>
    text.words.some(({ text: word }) => /^follow(?:up|ups)?$/.test(word))
      ? [set({ order_field: 'follow_up_on' })]
      : null,
  ),
  phrase('{number} oldest', ({ number }) => [oldest, set({ select_n: number })]),
  phrase('oldest {number}', ({ number }) => [oldest, set({ select_n: number })]),
  phrase(
    `longest|longest_time|most_time|longest_since|least_recently untouched|touched|not_touched|since_touch|without_contact|without_a_touch|since_last_touch|since_contact|uncontacted|neglected|not_contacted|contacted|without_being_touched ${FIRST}?`,
    () => [set({ order_field: 'last_touch_at', order: 'asc' })],
  ),
  phrase(`most_recently|recently|last touched|contacted|worked ${FIRST}`, () => [
    set({ order_field: 'last_touch_at', order: 'desc' }),
  ]),
  phrase(
    `soonest|earliest|nearest|next|most_urgent|closest follow_up|follow_ups|followup|followups|follow_up_date|due ${FIRST}`,
    () => [set({ order_field: 'follow_up_on', order: 'asc' })],
  ),
  phrase(`${SORTED}? in? alphabetical|alphabetically|alphabetic|abc|a_to_z|a_z order? by_last_name|by_name?`, () => [
    set({ order_field: 'last_name', order: 'asc' }),
  ]),
  phrase(`${SORTED}? in? reverse_alphabetical|z_to_a order?`, () => [set({ order_field: 'last_name', order: 'desc' })]),
  ...FIELDS.flatMap(([words, order_field]) => [
    phrase(`${SORTED}? by|in_order_of|por the|their? ${words} order?`, () => [set({ order_field, order: 'asc' })]),
    phrase(
      `${SORTED}? by|in_order_of|por the|their? ${words} descending|desc|backwards|newest_first|latest_first|z_to_a`,
      () => [set({ order_field, order: 'desc' })],
    ),
  ]),
];

const NOUNS = 'people|contacts|folks|of|of_my|of_the|of_them|of_those|ones|names|records';

/** `top 50`, `first 100`, `just gimme 10 walk-ins`, `25 of`. */
export const COUNT_RULES: readonly Rule[] = [
  phrase(
    `the? top|first|only|just|only_the_first|just_the_first|limit_to|limit|max|maximum|no_more_than|up_to the|to|of? {number} ${NOUNS}?`,
    ({ number }) => (number > 0 ? [set({ select_n: number })] : null),
  ),
  phrase(`{number} ${NOUNS}`, ({ number }) => (number > 1 ? [set({ select_n: number })] : null)),
];

const COUNT = phrase('{number}', ({ number }) => (number > 0 ? [set({ select_n: number })] : null));

/** A number before a count noun: `10 walk-ins`, `25 hot leads`. */
export const countedRule = (read: Rule['read']): Rule => ({
  words: [],
  read: (text, at) => {
    const claim = COUNT.read(text, at);
    const next = claim ? text.words[claim.to] : undefined;
    // A ZIP code has five digits, and `75 in Boise` is not a count.
    const isCount =
      next !== undefined && !next.afterBreak && !TIES.has(next.text) && !/^\d{5}$/.test(text.words[at]?.text ?? '');
    const behind = claim && isCount ? read(text, claim.to) : null;
    return behind?.parts.some(isOfPeople) === true ? claim : null;
  },
});

const isOfPeople = (part: Part): boolean =>
  part.kind === 'filter'
    ? !DAY_FIELDS.includes(part.filter.field)
    : part.kind === 'set' && ['type', 'category'].some((key) => key in part.set);
