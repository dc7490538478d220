import { NO_POLICIES } from '../answer/questions.ts';
import { saidBetween } from '../answer/said-words.ts';
import { ask, type Claim, filter, isHeard, type Part, type Rule, type Text } from '../reading.ts';
import { SLOTS } from '../slots.ts';
import { phrase } from '../words/phrases.ts';

/** Synonyms, longest first, each as its words. */
export const ways = (words: string): readonly (readonly string[])[] =>
  words
    .split('|')
    .map((way) => way.split('_'))
    .toSorted((a, b) => b.length - a.length);

/** The end of the longest of these here; `null`: none. */
export const after = (text: Text, some: readonly (readonly string[])[], at: number): number | null => {
  const way = text.words[at]?.afterBreak ? undefined : some.find((heard) => isHeard(text, heard, at));
  return way === undefined ? null : at + way.length;
};

const PREMIUM = phrase(
  'pay|pays|paying|with|have|has|whose|a|an? a|an|the|their? monthly? premium|premiums|payment|monthly_payment|monthly_payments that|which? is|are|of?',
  () => [],
);
const PAYS = phrase('that|who|whos? is|are? pay|pays|paying', () => []);
const OVER = ways('over|above|more_than|greater_than|higher_than|bigger_than|exceeding|north_of');
const UNDER = ways('under|below|less_than|lower_than|cheaper_than|south_of');
const AT_LEAST = ways('at_least|no_less_than|of_at_least|from');
const AT_MOST = ways('at_most|no_more_than|up_to|of_at_most');
const DOLLARS = ways('dollars|bucks|dollar|buck|usd');
const PER = [
  { some: ways('a_month|per_month|monthly|each_month|every_month|month|mo'), months: 1 },
  { some: ways('a_quarter|per_quarter|quarterly'), months: 3 },
  { some: ways('a_year|per_year|yearly|annually|each_year|every_year|year|yr'), months: 12 },
] as const;

interface Money {
  readonly to: number;
  readonly cents: number;
  readonly months: number;
}

/** `$100`, `99.50`, `a hundred dollars a month`. */
function moneyAt(text: Text, at: number): Money | null {
  const [whole, rest] = [SLOTS.number(text, at), text.words[at + 1]];
  if (whole === null) return null;
  // `99.50` is two words for a sentence.
  const isSplit = whole.to === at + 1 && rest !== undefined && /^\d{2}$/.test(rest.text);
  const cents = isSplit && text.sentence.slice(text.words[at]?.to, rest.from) === '.' ? Number(rest.text) : null;
  let to = whole.to + (cents === null ? 0 : 1);
  to = after(text, DOLLARS, to) ?? to;
  const per = PER.find(({ some }) => after(text, some, to) !== null);
  return {
    to: per ? (after(text, per.some, to) ?? to) : to,
    cents: whole.value * 100 + (cents ?? 0),
    months: per?.months ?? 1,
  };
}

const dollars = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2));

/** More or less than an amount; `by` cents beside it when it is included. `null`: no whole cents a month. */
const bound = ({ cents, months }: Money, op: 'over' | 'under', by = 0): Part[] | null =>
  cents % months === 0 ? [filter('policy_premium', dollars(cents / months + by), op)] : null;

/** `a premium over $100`, `premium between 100 and 200`. */
export function premiumAt(text: Text, at: number): Claim | null {
  const start = PREMIUM.read(text, at)?.to ?? PAYS.read(text, at)?.to;
  if (start === undefined) return null;
  const one = (some: readonly (readonly string[])[], op: 'over' | 'under', by: number) => {
    const place = after(text, some, start);
    const money = place === null ? null : moneyAt(text, place);
    return money === null ? null : { to: money.to, parts: bound(money, op, by) };
  };
  const between = after(text, ways('between|from'), start);
  const low = between === null ? null : moneyAt(text, between);
  const joint = low && after(text, ways('and|to|through'), low.to);
  const high = joint == null ? null : moneyAt(text, joint);
  const range = low &&
    high && {
      to: high.to,
      parts: both(bound({ ...low, months: high.months }, 'over', -1), bound(high, 'under', 1)),
    };
  const claim =
    range ?? one(AT_LEAST, 'over', -1) ?? one(AT_MOST, 'under', 1) ?? one(OVER, 'over', 0) ?? one(UNDER, 'under', 0);
  return claim && (claim.parts ? { to: claim.to, parts: claim.parts } : { to: claim.to, parts: [ask(NO_POLICIES)] });
}

const both = (a: Part[] | null, b: Part[] | null): Part[] | null => (a && b ? [...a, ...b] : null);

const PREMIUM_RULE: Rule = {
  words: ['premium', 'premiums', 'paying', 'dollars', 'bucks', 'month'],
  read: premiumAt,
};

/** A premium that nothing reads is asked about as a whole, so that its amount becomes no age. */
const OTHER_PREMIUM_RULE = phrase(
  'pay|pays|paying|big|high|higher|low|lower|whose|rate|rates? a|the|their? premium|premiums|rate_increase over|under|above|below|of|went|goes|is|around|about? up|down|{number}? dollars|bucks?',
  (_, { text, at, to }) => [
    ask(NO_POLICIES, [], saidBetween(text.sentence, text.words, at, to).replace(/^whose /, '')),
  ],
);

export const PREMIUM_RULES: readonly Rule[] = [PREMIUM_RULE, OTHER_PREMIUM_RULE];
