import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import type { Policy } from '#contract/records/policies.contract.ts';
import { NO_POLICIES } from '../answer/questions.ts';
import { saidBetween } from '../answer/said-words.ts';
import { within } from '../day-filters.ts';
import { ask, type Claim, filter, isHeard, type Part, type Rule, type Text } from '../reading.ts';
import { SLOTS } from '../slots.ts';
import { CARRIER_WORDS, carrierAt } from '../words/carriers.ts';
import { phrase } from '../words/phrases.ts';
import { after, premiumAt, PREMIUM_RULES, ways } from './premium-rules.ts';

const NOUN = ways('policy|policies|plan|plans|coverage|insurance|insurance_policy|insurance_policies|insurance_plan');
const HOLDERS = ways('policyholder|policyholders|policy_holder|policy_holders');
/** What a policy is, said so that it can be nothing else. */
const SURE_TYPES: Readonly<Record<string, Policy['type']>> = {
  'medicare advantage': 'medicare_advantage',
  mapd: 'medicare_advantage',
  'medicare supplement': 'medicare_supplement',
  'medicare supplements': 'medicare_supplement',
  'med supp': 'medicare_supplement',
  'med supps': 'medicare_supplement',
  'med sup': 'medicare_supplement',
  medsupp: 'medicare_supplement',
  medigap: 'medicare_supplement',
  supplement: 'medicare_supplement',
  supplements: 'medicare_supplement',
  'part d': 'part_d',
  pdp: 'part_d',
  annuity: 'annuity',
  annuities: 'annuity',
};
/** Types that are also categories, tags or words: only before `policy`. */
const LOOSE_TYPES: Readonly<Record<string, Policy['type']>> = {
  ...SURE_TYPES,
  advantage: 'medicare_advantage',
  life: 'life',
  'life insurance': 'life',
  'final expense': 'final_expense',
  burial: 'final_expense',
  'pre need': 'pre_need',
  preneed: 'pre_need',
  health: 'health',
  dental: 'dental_vision',
  vision: 'dental_vision',
  'dental and vision': 'dental_vision',
};
const STATUSES: Readonly<Record<string, Policy['status']>> = {
  active: 'active',
  'in force': 'active',
  lapsed: 'lapsed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  quoted: 'quoted',
  applied: 'applied',
};

const of = <Value>(table: Readonly<Record<string, Value>>) =>
  Object.entries(table)
    .map(([said, value]) => ({ way: said.split(' '), value }))
    .toSorted((a, b) => b.way.length - a.way.length);
const [SURE, LOOSE, STATUS] = [of(SURE_TYPES), of(LOOSE_TYPES), of(STATUSES)];

const found = <Value>(
  text: Text,
  some: readonly { readonly way: readonly string[]; readonly value: Value }[],
  at: number,
) => {
  const one = text.words[at] === undefined ? undefined : some.find(({ way }) => isHeard(text, way, at));
  return one && { value: one.value, to: at + one.way.length };
};

/** One policy as it is said: `a lapsed Humana Part D plan`. */
interface Described {
  readonly to: number;
  readonly parts: readonly Part[];
  readonly hasNoun: boolean;
}

const has = (parts: readonly Part[], field: ContactFilter['field']) =>
  parts.some((part) => part.kind === 'filter' && part.filter.field === field);

/** Carriers side by side: `Humana or Aetna`. */
function carriersAt(
  text: Text,
  at: number,
): { readonly to: number; readonly part: Part; readonly isOther: boolean } | null {
  const first = carrierAt(text, at);
  if (first === null) return null;
  const names = [...first.names];
  let { to, isOther } = first;
  for (;;) {
    const word = text.words[to];
    const start = ['or', 'and'].includes(word?.text ?? '') ? to + 1 : word?.afterBreak ? to : null;
    const next = start === null ? null : carrierAt(text, start);
    if (next === null) break;
    names.push(...next.names);
    ({ to } = next);
    isOther = isOther && next.isOther;
  }
  return { to, part: filter('policy_carrier', names, 'contains'), isOther };
}

function describedAt(text: Text, start: number, isLed = false): Described | null {
  const parts: Part[] = [];
  let [at, hasNoun, isSure] = [start, false, false];
  for (;;) {
    if (at > start && text.words[at]?.afterBreak) break;
    const carriers = has(parts, 'policy_carrier') ? null : carriersAt(text, at);
    const type = has(parts, 'policy_type') ? undefined : found(text, LOOSE, at);
    const status = has(parts, 'policy_status') ? undefined : found(text, STATUS, at);
    const noun = after(text, parts.length > 0 ? [...NOUN, ...HOLDERS] : NOUN, at);
    if (carriers !== null) {
      parts.push(carriers.part);
      isSure ||= isLed || !carriers.isOther;
    } else if (type !== undefined) {
      parts.push(filter('policy_type', type.value));
      isSure ||= found(text, SURE, at) !== undefined && !isChosen(text, at, type.to);
    } else if (status !== undefined) {
      parts.push(filter('policy_status', status.value));
    } else if (noun === null) break;
    else hasNoun = true;
    at = carriers?.to ?? type?.to ?? status?.to ?? noun ?? at;
    if (hasNoun) break;
  }
  return at > start && (hasNoun || isSure) && !isHalf(text, at) ? { to: at, parts, hasNoun } : null;
}

const isChosen = ({ words, vocabulary }: Text, from: number, to: number): boolean =>
  vocabulary.byKey.has(
    words
      .slice(from, to)
      .map(({ text }) => text)
      .join(''),
  );

/** `Part D` of a plan that no list has: `Plan G`, `Part B`. */
const isHalf = ({ words }: Text, at: number): boolean =>
  /^(?:[abcfgkln]|number|numbers|review|reviews)$/.test(words[at]?.text ?? '') && words[at]?.afterBreak === false;

const LEAD = phrase(
  'that|who|whos? have|has|having|had|with|whose|on|under|through|thru|from|in|got|is|are? an|a|any|the|their|his|her|my|our|some?',
  () => [],
);
const HAS = /^(?:have|has|having|with|got)$/;
const NOT_LEAD = phrase(
  'that|who? without|with_no|no|have_no|has_no|dont_have|doesnt_have|do_not_have|does_not_have|lacking|missing|not_on|not_with|arent_on|isnt_on|arent_with|minus a|an|any|the?',
  () => [],
);
const FILED = ways('on_file|on_record|with_us|with_me|at_all|yet|on_the_books');

/** `without a policy`, `no dental plan`: no such policy; what is more than one condition is asked about. */
function deniedAt(text: Text, at: number): Claim | null {
  const start = NOT_LEAD.read(text, at)?.to;
  const one = start === undefined ? null : describedAt(text, start);
  if (start === undefined || one === null) return null;
  const to = after(text, FILED, one.to) ?? one.to;
  const [part, ...others] = one.parts;
  const isMore = others.length > 0 || datesAt(text, to) !== null || premiumAt(text, to) !== null;
  if (isMore) return null;
  if (part === undefined) return { to, parts: [filter('policy_type', '', 'empty')] };
  if (part.kind !== 'filter') return null;
  return { to, parts: [filter(part.filter.field, part.filter.value, 'not')] };
}

const STARTS = ways(
  'effective|starts|start|starting|begins|begin|beginning|goes_into_effect|go_into_effect|is_effective|took_effect',
);
const STARTED = ways('started|began|went_into_effect|took_effect|was_effective');
const ENDS = ways(
  'ends|end|ending|expires|expire|expiring|terminates|terminate|terminating|runs_out|run_out|running_out|is_up|are_up',
);
const ENDED = ways('ended|expired|terminated|ran_out');
const BETWEEN = ways('that|which|who|is|are|was|were|will|will_be|thats|going_to|that_are|that_is|that_will|on');

/** `effective before March`, `that end this month`. */
function datesAt(text: Text, start: number): Claim | null {
  let at = start;
  for (let index = 0; index < 3; index += 1) at = after(text, BETWEEN, at) ?? at;
  for (const [some, field, side] of DATED) {
    const verb = after(text, some, at);
    if (verb === null) continue;
    const place = after(text, ways('on|in|during|at|as_of'), verb) ?? verb;
    const when = text.words[verb]?.afterBreak ? null : (SLOTS.when(text, verb) ?? SLOTS.when(text, place));
    if (when !== null) return { to: when.to, parts: within(field, when.value[side]) };
  }
  return null;
}
const DATED = [
  [STARTED, 'policy_effective_on', 'past'],
  [STARTS, 'policy_effective_on', 'next'],
  [ENDED, 'policy_expires_on', 'past'],
  [ENDS, 'policy_expires_on', 'next'],
] as const;

const STATUS_VERBS: readonly { readonly some: readonly (readonly string[])[]; readonly status: Policy['status'] }[] = [
  { some: ways('lapsed|has_lapsed|have_lapsed|is_lapsed|are_lapsed'), status: 'lapsed' },
  {
    some: ways('was_cancelled|was_canceled|is_cancelled|is_canceled|got_cancelled|got_canceled|cancelled|canceled'),
    status: 'cancelled',
  },
  { some: ways('is_active|are_active|is_in_force|are_in_force'), status: 'active' },
];
const NOW = ways('right_now|currently|today|at_the_moment');

/** The tails of a policy: its days, its premium, its state. */
function tailsAt(text: Text, start: number): Claim {
  const parts: Part[] = [];
  let to = start;
  for (;;) {
    const dated = text.words[to]?.afterBreak ? null : (datesAt(text, to) ?? premiumAt(text, to));
    if (dated !== null && dated.to > to) {
      parts.push(...dated.parts);
      ({ to } = dated);
      continue;
    }
    const verb = STATUS_VERBS.find(({ some }) => after(text, some, to) !== null);
    const end = verb ? after(text, verb.some, to) : null;
    // `lapsed this year`: nothing tells when.
    if (verb && end !== null) {
      const when = SLOTS.when(text, end);
      if (when !== null) return { to: when.to, parts: [ask(NO_POLICIES)] };
      parts.push(filter('policy_status', verb.status));
      to = end;
      continue;
    }
    const now = after(text, NOW, to);
    if (now === null || parts.length > 0) return { to, parts };
    parts.push(filter('policy_status', 'active'));
    to = now;
  }
}

const isAsked = (parts: readonly Part[]) => parts.some(({ kind }) => kind === 'ask');

/** `with a Humana policy`, `policies that end this month`, `on Aetna`, `a lapsed policy`. */
const POLICY_RULE: Rule = {
  words: [
    ...CARRIER_WORDS,
    ...'policy policies policyholder policyholders plan plans coverage medicare advantage supplement medigap annuity annuities lapsed'.split(
      ' ',
    ),
    ...'effective expires expiring premium premiums'.split(' '),
  ],
  read: (text, at) => {
    const denied = deniedAt(text, at);
    if (denied !== null) return denied;
    const start = LEAD.read(text, at)?.to ?? at;
    const one = describedAt(
      text,
      start,
      start > at && /^(?:with|has|have|having|on|under|through)$/.test(text.words[at]?.text ?? ''),
    );
    if (one === null || isInterest(text, at, start, one)) return null;
    const tails = tailsAt(text, one.to);
    const isBare = one.parts.length + tails.parts.length === 0;
    const lead = text.words[at]?.text ?? '';
    if (isBare && (start === at || !HAS.test(lead) || one.to < start)) return null;
    const to = isBare ? (after(text, FILED, one.to) ?? one.to) : tails.to;
    if (isAsked(tails.parts))
      return { to, parts: [ask(NO_POLICIES, [], saidBetween(text.sentence, text.words, start, to))] };
    if (isBare) return isFollowed(text, to) ? null : { to, parts: [filter('policy_type', '', 'not_empty')] };
    // Leads of a carrier may be those that it sold, or those that want it.
    if (start === at && !one.hasNoun && to === one.to && isBeforeLeads(text, to)) {
      const said = saidBetween(text.sentence, text.words, at, to);
      return {
        to,
        parts: [ask(`Do they have “${said}”?`, [{ label: 'They have it', says: `with a ${said} policy` }])],
      };
    }
    const name = one.hasNoun || to > one.to ? to : productEnd(text, to);
    const asked = name > to ? [ask(NO_POLICIES, [], saidBetween(text.sentence, text.words, to, name))] : [];
    return { to: name, parts: [...one.parts, ...tails.parts, ...asked] };
  },
};

const isBeforeLeads = ({ words }: Text, at: number): boolean =>
  /^(?:leads?|prospects?|recruits?)$/.test(words[at]?.text ?? '') && words[at]?.afterBreak === false;

/** `health insurance leads`: what they want, not what they have. */
const isInterest = (text: Text, at: number, start: number, one: Described): boolean =>
  start === at && one.hasNoun && isBeforeLeads(text, one.to) && text.words[one.to - 1]?.text === 'insurance';

/** `Humana Gold Plus`: no filter knows the names of plans, and they are no people. */
function productEnd(text: Text, at: number): number {
  let to = at;
  while (to < at + 3) {
    const word = text.words[to];
    // Only the first word of a name decides: `Gold Plus`.
    if (!word || word.afterBreak || !/^\p{Lu}/u.test(word.said) || (to === at && text.isKnown(word.text))) break;
    to += 1;
  }
  return to;
}

/** `a policy that renews`: words about the policy that nothing reads. */
const isFollowed = ({ words }: Text, at: number): boolean =>
  /^(?:that|which|number|numbers|review|about|to|for)$/.test(words[at]?.text ?? '') && words[at]?.afterBreak === false;

/** `effective before March`, `expiring this month`, without a word of the policy. */
const DATES_RULE: Rule = {
  words: [],
  starts: new Set(['effective', 'expiring', 'expires', 'expired', 'lapsing', 'thats', 'that', 'whose']),
  read: (text, at) => {
    const start = after(text, ways('that_is|thats|that_are|that|whose'), at) ?? at;
    return /^(?:effective|expiring|expires|expired)$/.test(text.words[start]?.text ?? '') ? datesAt(text, start) : null;
  },
};

export const POLICY_RULES: readonly Rule[] = [POLICY_RULE, DATES_RULE, ...PREMIUM_RULES];
