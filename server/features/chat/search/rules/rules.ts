import { ADDED_RULES, SOURCE_WITH_DAYS } from './added-rules.ts';
import { AGE_RULES } from './age-rules.ts';
import { BEYOND_RULES } from './beyond-rules.ts';
import { BIRTHDAY_RULES } from './birthday-rules.ts';
import { CHOICE_RULES } from './choice-rules.ts';
import { COUNTY_RULES } from './county-rules.ts';
import { ASKING_WORDS, FILLER_PHRASES, PEOPLE_WORDS, TIES } from '../words/filler-words.ts';
import { deniedFileAt, isBeforeFile } from './file-rules.ts';
import { DRUG_RULES } from './drug-rules.ts';
import { EMAIL_RULES } from './email-rules.ts';
import { FOLLOW_UP_RULES } from './follow-up-rules.ts';
import { MISSING_RULES } from './missing-rules.ts';
import { NAME_RULES } from './name-rules.ts';
import { NOTE_RULES } from './note-rules.ts';
import { exceptRule, notRule } from '../negation.ts';
import { NUMBER_RULES } from './number-rules.ts';
import { COUNT_WORDS } from '../words/numbers.ts';
import { COUNT_RULES, countedRule, LAST_ADDED_RULE, ORDER_RULES } from './order-rules.ts';
import { OTHER_RULES } from './other-rules.ts';
import { PEOPLE_RULES } from './people-rules.ts';
import { PERIOD_WORDS } from '../words/periods.ts';
import { PLACE_RULES } from './place-rules.ts';
import type { Claim, Part, Rule, Text } from '../reading.ts';
import { POLICY_RULES } from './policy-rules.ts';
import { REFUSED_RULES } from './refused-rules.ts';
import { SLOTS } from '../slots.ts';
import { TALK_RULES } from './talk-rules.ts';
import { TOUCH_AND_CALL_RULES, TOUCHED_ALONE_RULES } from './touch-rules.ts';
import { WHOSE_RULES } from './whose-rules.ts';

/** The first of equally long claims wins. */
const PLAIN_RULES: readonly Rule[] = [
  ...REFUSED_RULES,
  ...COUNTY_RULES,
  ...BEYOND_RULES,
  ...DRUG_RULES,
  ...POLICY_RULES,
  ...NOTE_RULES,
  ...NUMBER_RULES,
  ...NAME_RULES,
  ...WHOSE_RULES,
  ...FOLLOW_UP_RULES,
  ...PEOPLE_RULES,
  ...TALK_RULES,
  ...TOUCH_AND_CALL_RULES,
  SOURCE_WITH_DAYS,
  ...BIRTHDAY_RULES,
  ...AGE_RULES,
  LAST_ADDED_RULE,
  ...ADDED_RULES,
  ...CHOICE_RULES,
  ...TOUCHED_ALONE_RULES,
  ...EMAIL_RULES,
  ...MISSING_RULES,
  ...ORDER_RULES,
  ...PLACE_RULES,
  ...COUNT_RULES,
  ...OTHER_RULES,
];

/** The longest claim of these rules on the words from here on. */
function longest(rules: readonly Rule[], text: Text, at: number): Claim | null {
  const word = text.words[at]?.text ?? '';
  let best: Claim | null = null;
  for (const rule of rules) {
    if (rule.starts?.has(word) === false) continue;
    const claim = rule.read(text, at);
    if (claim === null || claim.to <= (best?.to ?? at)) continue;
    if (!(isBeforeFile(text, claim.to) && claim.parts.some(isOfName))) best = claim;
  }
  return best;
}

/** In `the Facebook file` and `our Texas upload` no source and no place is meant. */
const isOfName = (part: Part): boolean =>
  part.kind === 'filter' && ['source', 'city', 'state'].includes(part.filter.field) && part.filter.op !== 'not';

/** `not`, `except` and numbers look ahead, so a place is read more than once. */
const plain = new WeakMap<Text, Map<number, Claim | null>>();

function readPlain(text: Text, at: number): Claim | null {
  const known = plain.get(text) ?? new Map<number, Claim | null>();
  plain.set(text, known);
  const before = known.get(at);
  if (before !== undefined) return before;
  const claim = longest(PLAIN_RULES, text, at);
  known.set(at, claim);
  return claim;
}
const LOOKING_AHEAD: readonly Rule[] = [
  notRule(readPlain, deniedFileAt),
  exceptRule(readPlain, deniedFileAt),
  countedRule(readPlain),
];

/** Dates on their own, which the previous part may need. */
const loneDays = (text: Text, at: number): Claim | null => {
  const found = SLOTS.when(text, at);
  return found && { to: found.to, parts: [{ kind: 'days', when: found.value }] };
};

/** Meaning of the words from here on; `null`: no rule matches. */
export function claimAt(text: Text, at: number): Claim | null {
  const [here, ahead] = [readPlain(text, at), longest(LOOKING_AHEAD, text, at)];
  const claim = ahead && ahead.to > (here?.to ?? at) ? ahead : here;
  return claim ?? loneDays(text, at);
}

/** Every word that a rule listens to. */
export const RULE_WORDS: ReadonlySet<string> = new Set([
  ...[...PLAIN_RULES, ...LOOKING_AHEAD].flatMap((rule) => rule.words),
  ...PERIOD_WORDS,
  ...COUNT_WORDS,
]);

/** The same with what is passed over. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...RULE_WORDS,
  ...ASKING_WORDS,
  ...PEOPLE_WORDS,
  ...TIES,
  ...FILLER_PHRASES.flat(),
]);
