import type { PointKind } from '#contract/chat/reply.contract.ts';
import { isFullName, nameIn, type MentionedName, withoutOccasion } from './message-name.ts';
import { isThen, periodIn, type MentionedPeriod, withoutClock, withoutPeriod } from './message-period.ts';
import { type Pronoun, pronounIn, relationIn, withoutRelation } from './message-relation.ts';

/** Fields that can be asked for by name. */
export const ASKED_FIELDS = ['phone', 'email', 'address', 'owner'] as const;
export type AskedField = (typeof ASKED_FIELDS)[number];

/** Subject of a question about a contact. */
export type Asked =
  | { readonly of: 'all' }
  | { readonly of: 'open' }
  | { readonly of: 'advice' }
  | { readonly of: 'field'; readonly field: AskedField }
  | {
      readonly of: 'points';
      readonly kind: PointKind;
      /** One point of the kind, by its id. */
      readonly id?: string;
      /** Only what happened or is due on these days. */
      readonly period?: MentionedPeriod;
      /** The question concerns a time other than now. */
      readonly isThen?: boolean;
    };

/** Questions of a message, and its references to people besides a name. */
export interface Question {
  /** Empty: nothing that is known here is asked. */
  readonly asks: readonly Asked[];
  /** About someone related, such as `husband`. `null`: about the contact. */
  readonly relation: string | null;
  /** `null`: no reference. */
  readonly pronoun: Pronoun | null;
}

export interface ReadMessage extends MentionedName, Question {}

const PLAN = '(?:plans?|polic(?:y|ies)|carriers?|compan(?:y|ies)|coverage|medigap|advantage)';
const ADVICE = new RegExp(
  `\\b(?:which|what|best|better|right)\\b.*\\b${PLAN}\\b.*\\b(?:should|best|better|right|fits?|recommend\\w*|suggest\\w*)\\b|\\b(?:best|better|right) ${PLAN}\\b|\\brecommend|\\bshould (?:she|he|they)\\b`,
);
const OPEN =
  /^(?:please )?(?:open|go to|take me to|bring up|pull up)\b|^(?:please )?show (?:me )?(?:her|his|their|the|this)? ?(?:contact|page|record|profile)\b/;
const REACH =
  /\b(?:can|may|could|allowed|allow|ok|okay|legal|am i|is it)\b.*\b(?:call|calls|called|text|texted|mail|mailed|e-?mail|e-?mailed|reach|reached|phone|dial|message)\b|\bdo not call\b|\bdnc\b|\bopted out\b|\bconsents?\b/;

const FIELDS: readonly (readonly [AskedField, RegExp])[] = [
  ['email', /\be-?mail address\b|\b(?:her|his|their|the|what(?:'s| is)) e-?mail\b/],
  [
    'phone',
    /\b(?:phone|cell|mobile) ?(?:number)?\?*$|\b(?:phone|cell|mobile) number\b|\b(?:her|his|their) number\b|\bnumber (?:of|for)\b(?! (?:polic|plan|call|note|mail|e-?mail|child|kid|day|time))/,
  ],
  ['owner', /\bowner\b|\bwho is (?:the|her|his|their) agent\b|\bwhose (?:contact|lead|client)\b/],
  ['address', /\baddress\b|\bwhere does (?:she|he)\b|\bwhere do they\b/],
];

/** The first that fits counts. */
const KINDS: readonly (readonly [PointKind, RegExp])[] = [
  // Questions about their policies and when they end aren't about enrollment.
  [
    'coverage',
    /^(?!.*(?:\benroll?|\beligib|\bturn|\b65\b|\bcan\b)).*(?:\b(?:has|have|on|in|got|what|which)\b.*\b(?:medicare (?:supplement|advantage|plans?)|medigap|supplement|advantage)\b|\b(?:polic(?:y|ies)|plans?|coverage|medigap|supplement|advantage)\b.*\b(?:renew\w*|expir\w*|end(?:s|ing)?|lapses?)\b|\b(?:renew\w*|expir\w*|end(?:s|ing)?|lapses?)\b.*\b(?:polic(?:y|ies)|plans?|coverage)\b)/,
  ],
  [
    'eligibility',
    /\b65\b|\bbirthday\b|\bhow old\b|\bage\b|\bmedicare\b|\benroll?\w*|\beligib\w*|\b(?:aep|oep|iep|turns?|turning)\b|\bpart [abd]\b/,
  ],
  [
    'due',
    /\b(?:due|follow[- ]?ups?|overdue|to ?dos?|to do|next steps?|what(?:'s| is) next|pending|missed|owe|renew\w*|expir\w*|urgent)\b/,
  ],
  ['household', /\b(?:household|family|spouse|husband|wife|partner|lives? with|linked|relatives?|kids|children)\b/],
  ['gap', /\b(?:missing|gaps?|incomplete|lack\w*|don't (?:we|i) know)\b/],
  ['changed', /\b(?:chang\w*|new|news|happened|different|updates?)\b/],
  [
    'coverage',
    /\b(?:polic(?:y|ies)|coverage|covered|insured|insurance|plans?|carriers?|what (?:does|do) (?:she|he|they) have)\b/,
  ],
  ['talk', /\b(?:notes?|talk(?:ed|ing)?|said|say|discuss\w*|conversations?|told|spoke|calls?|called)\b/],
];
const ALL =
  /\b(?:everything|summary|summari[sz]e|overview|insights?|highlights?|brief(?:ing)?|refresh|again|about|who is|know|matters?|look up|find|else)\b/;

/** No data says whether an e-mail was sent. */
const MAIL_WENT = /\be-?mails?\b.*\b(?:arrived?|delivered|bounced?|opened|read|sent)\b/;

const CHANNELS = [
  ['text', /\b(?:text|texted|message)\b/],
  ['mail', /\b(?:e-?mail|e-?mailed|mail|mailed)\b/],
  ['call', /\b(?:call|calls|called|phone|dial)\b/],
] as const;

/** The only one that is named. */
function channelOf(said: string): string | null {
  const [only, another] = CHANNELS.filter(([, words]) => words.test(said));
  return only === undefined || another !== undefined ? null : only[0];
}

/** Questions in a part of a message. */
function askedIn(said: string): Asked | null {
  if (ADVICE.test(said)) return { of: 'advice' };
  if (OPEN.test(said)) return { of: 'open' };
  if (REACH.test(said)) {
    const channel = channelOf(said);
    return { of: 'points', kind: 'reach', ...(channel === null ? {} : { id: `reach.${channel}` }) };
  }
  if (MAIL_WENT.test(said)) return null;
  const [field] = FIELDS.find(([, pattern]) => pattern.test(said)) ?? [];
  if (field !== undefined) return { of: 'field', field };
  const [kind] = KINDS.find(([, pattern]) => pattern.test(said)) ?? [];
  if (kind === undefined) return ALL.test(said) ? { of: 'all' } : null;
  return { of: 'points', kind };
}

const kindOf = (asked: Asked): string => (asked.of === 'points' ? asked.kind : asked.of === 'field' ? asked.field : '');

/** All questions in a message: `her phone number and address` are two. */
function asksIn(said: string): readonly Asked[] {
  const whole = askedIn(said);
  if (whole === null || whole.of === 'advice' || whole.of === 'open') return whole === null ? [] : [whole];
  const parts = said.split(/[,;?]|\band\b|&|\bplus\b/).flatMap((part) => askedIn(part.trim()) ?? []);
  const each = [...(kindOf(whole) === 'reach' || parts.length === 0 ? [whole] : []), ...parts];
  const asks = [...new Map(each.toReversed().map((asked) => [kindOf(asked), asked])).values()].toReversed();
  const exact = asks.filter(({ of }) => of === 'field' || of === 'points');
  return exact.length > 0 ? exact : [whole];
}

const isHousehold = (asked: Asked): boolean => asked.of === 'points' && asked.kind === 'household';

/** `who is her husband` is about the household; `her husband's phone number` is about the husband. */
function withRelation(relation: string, said: string, asks: readonly Asked[]): Pick<Question, 'asks' | 'relation'> {
  const isWho = /\bwho\b/.test(said) && asks.every(({ of }) => of === 'all');
  return isWho || asks.every(isHousehold)
    ? { asks: [{ of: 'points', kind: 'household' }], relation: null }
    : { asks, relation };
}

/** Returns the questions of a message and their subject. `today`: as `YYYY-MM-DD`. Pure. */
export function readMessage(message: string, today: string): ReadMessage {
  const said = withoutOccasion(message);
  const relation = relationIn(said);
  const bare = withoutRelation(withoutClock(withoutPeriod(said)))
    .replaceAll(/\s+/g, ' ')
    .trim();
  const named = nameIn(bare);
  // A name isn't a question: `May Johnson's phone number`.
  const lower = bare.replace(named.name, ' ').toLowerCase().replaceAll('’', "'").trim();
  const period = periodIn(said, today);
  const isLater = isThen(said);
  const asks = asksIn(lower).map((asked): Asked => {
    if (asked.of !== 'points') return asked;
    if (asked.kind === 'reach') return isLater ? { ...asked, isThen: true } : asked;
    return period !== null && (asked.kind === 'changed' || asked.kind === 'due') ? { ...asked, period } : asked;
  });
  const question = {
    ...(relation === null ? { asks, relation } : withRelation(relation, lower, asks)),
    pronoun: pronounIn(said),
  };
  if (asks.length === 0 && relation === null && isFullName(said)) {
    return { ...question, name: said, isSure: true, before: '' };
  }
  return { ...question, ...named };
}
