import type { Brand } from '#brands/brand.ts';

/** Purpose of an e-mail. */
export interface Occasion {
  /** Key of its templates, `templates/<key>.<language>.liquid`. */
  readonly key: OccasionKey;
  /** On a button, and in `a … e-mail`. */
  readonly label: string;
  /** Unmistakable phrases. */
  readonly said: RegExp;
  /** `by_contact` means service for clients, marketing for everyone else. */
  readonly purpose: 'service' | 'marketing' | 'by_contact';
  /** Absent: of every trade. */
  readonly trades?: readonly Brand['trade'][];
  /** About Medicare, where the brand's people sell it. */
  readonly isMedicare?: true;
}

export type OccasionKey =
  | 'annual-review'
  | 'appointment'
  | 'birthday'
  | 'condolence'
  | 'documents'
  | 'follow-up'
  | 'holiday'
  | 'interview'
  | 'missed-call'
  | 'no-answer'
  | 'pre-need'
  | 'reconnect'
  | 'referral-ask'
  | 'referral-thanks'
  | 'thanks'
  | 'turning-65'
  | 'welcome';

export const OCCASIONS: readonly Occasion[] = [
  { key: 'birthday', label: 'Birthday', said: /\bb-?days?\b|\bbirth ?day\b|\bcumplea[nñ]os\b/i, purpose: 'service' },
  {
    key: 'follow-up',
    label: 'Follow-up',
    said: /\bfollow(?:s|ed|ing)?[- ]?ups?\b|\bseguimiento\b/i,
    purpose: 'by_contact',
  },
  {
    key: 'annual-review',
    label: 'Annual review',
    said: /\b(?:annual|yearly|policy|plan|coverage) (?:check[- ]?up|review)\b|\brevisi[oó]n anual\b/i,
    purpose: 'by_contact',
    trades: ['insurance', 'pre-need'],
    isMedicare: true,
  },
  {
    key: 'referral-thanks',
    label: 'Referral thank-you',
    said: /\b(?:thank|gracias)[^.]*\b(?:refer|recom)|\brefer[^.]*\bthank/i,
    purpose: 'service',
  },
  {
    key: 'referral-ask',
    label: 'Referral request',
    said: /\b(?:ask|asking|request)\b[^.]*\breferrals?\b|\breferrals? request\b/i,
    purpose: 'marketing',
  },
  {
    key: 'appointment',
    label: 'Appointment',
    said: /^(?!.*\b(?:miss|no[- ]?show|cancel|resched|thank))(?:.*\b(?:appointments?|appt|citas?)\b|.*\b(?:confirm|remind)\w*\b.*\b(?:meeting|visit)\b|.*\bmeeting (?:confirmation|reminder)\b)/i,
    purpose: 'service',
  },
  { key: 'missed-call', label: 'Missed call', said: /\bmissed (?:\w+ )?calls?\b/i, purpose: 'service' },
  {
    key: 'no-answer',
    label: 'No answer',
    said: /\b(?:tried|trying) to (?:call|phone|reach)\b|\b(?:could ?n[o'’]?t|did ?n[o'’]?t|can(?:no|['’])t) reach\b|\bno answer\b|\bleft (?:\w+ )?(?:a )?(?:message|voice ?mail)\b/i,
    purpose: 'by_contact',
  },
  {
    key: 'turning-65',
    label: 'Turning 65',
    said: /\bturn(?:s|ed|ing)? (?:65|sixty[- ]five)\b|\b65th\b|\bt-?65\b|\bnew to medicare\b|\baging in\b|\b65 años\b/i,
    purpose: 'marketing',
    trades: ['insurance'],
    isMedicare: true,
  },
  {
    key: 'welcome',
    label: 'Welcome',
    said: /\bwelcom(?:e|ing)\b|\bonboard(?:ing)?\b|\bbienvenid[ao]s?\b/i,
    purpose: 'service',
  },
  {
    key: 'reconnect',
    label: 'Reconnect',
    said: /\bre-?connect(?:ing)?\b|\bno (?:contact|talk) (?:for|in|since)\b|\bhave ?n[o'’]?t (?:heard|spoken|talked)\b|\bbeen a while\b|\blong time no\b|\bwin[- ]?back\b/i,
    purpose: 'marketing',
  },
  {
    key: 'documents',
    label: 'Missing paperwork',
    said: /\bdocuments?\b|\bpaperwork\b|\bmissing (?:\w+ )?(?:form|id|paper|proof|signature)s?\b|\bdocumentos?\b/i,
    purpose: 'service',
  },
  {
    key: 'thanks',
    label: 'Meeting thank-you',
    said: /\b(?:thank|thanks|thanking|gracias)\b(?![^.]*\brefer)[^.]*\b(?:appointment|call|chat|coming|meeting|talk|talking|time|visit)\b/i,
    purpose: 'service',
  },
  {
    key: 'condolence',
    label: 'Condolence',
    said: /\bcondolences?\b|\bsympathy\b|\bpassed away\b|\b(?:her|his|their|your) loss\b|\bp[eé]same\b/i,
    purpose: 'service',
  },
  {
    key: 'holiday',
    label: 'Holiday',
    said: /\bholidays?\b|\bseason'?s greetings\b|\bthanksgiving\b|\bchristmas\b|\bxmas\b|\bnew year\b|\beaster\b|\bnavidad\b|\bfiestas\b/i,
    purpose: 'service',
  },
  {
    key: 'interview',
    label: 'Interview',
    said: /\binterviews?\b|\bentrevistas?\b/i,
    purpose: 'service',
    trades: ['recruiting', 'insurance'],
  },
  {
    key: 'pre-need',
    label: 'Planning ahead',
    said: /\bpre-?need\b|\bpre-?plan(?:ning)?\b|\bplan(?:ning)? ahead\b|\bfuneral\b|\b(?:final|last) wishes\b/i,
    purpose: 'marketing',
    trades: ['pre-need'],
  },
];

/** Words that hint at a purpose without naming it. */
const HINTS: readonly (readonly [RegExp, readonly OccasionKey[]])[] = [
  [/\b(?:thank|thanks|thanking)\b/i, ['thanks', 'referral-thanks']],
  [/\breferr?(?:al|als|ed|ing)?\b/i, ['referral-thanks', 'referral-ask']],
  [/\b(?:appointment|appt|meeting|visit)\b/i, ['appointment', 'thanks', 'follow-up']],
  [/\b(?:call|called|phone|voicemail)\b/i, ['follow-up', 'missed-call', 'no-answer']],
  [/\b(?:check(?:ing)? in|touch base|say hello)\b/i, ['follow-up', 'reconnect']],
  [/\b(?:remind|reminder)\b/i, ['appointment', 'annual-review', 'documents']],
  [/\breviews?\b/i, ['annual-review']],
  [/\b(?:introduce|introduction|intro)\b/i, ['turning-65', 'pre-need', 'interview']],
  [/\bmedicare\b/i, ['turning-65', 'annual-review']],
  [/\bmissing\b/i, ['documents', 'missed-call']],
  [/\b(?:invite|invitation)\b/i, ['interview', 'appointment']],
];

export const occasionsOf = (trade: Brand['trade']): readonly Occasion[] =>
  OCCASIONS.filter(({ trades }) => trades === undefined || trades.includes(trade));

/** Offered first to users who have not stated a purpose. */
const COMMON: readonly OccasionKey[] = [
  'birthday',
  'follow-up',
  'appointment',
  'annual-review',
  'interview',
  'documents',
];

export interface ParsedOccasion {
  /** `null`: none, or not one alone. */
  readonly sure: Occasion | null;
  /** Alternatives, most likely first. */
  readonly options: readonly Occasion[];
  /** Something was stated about the purpose. */
  readonly isHeard: boolean;
}

/** Returns the stated purpose of an e-mail; two at a time are a question. Pure. */
export function parseOccasion(said: string, trade: Brand['trade']): ParsedOccasion {
  const all = occasionsOf(trade);
  const exact = all.find(({ label }) => label.toLowerCase() === said.trim().replace(/[.!]$/, '').toLowerCase());
  if (exact !== undefined) return { sure: exact, options: [exact], isHeard: true };
  const meant = all.filter((occasion) => occasion.said.test(said));
  const [only, another] = meant;
  if (only !== undefined && another === undefined) return { sure: only, options: [only], isHeard: true };
  const hinted =
    meant.length > 0 ? meant.map(({ key }) => key) : HINTS.flatMap(([hint, keys]) => (hint.test(said) ? keys : []));
  const keys = hinted.length > 0 ? hinted : COMMON;
  const options = [...new Set(keys)].flatMap((key) => all.find((occasion) => occasion.key === key) ?? []);
  return { sure: null, options, isHeard: hinted.length > 0 };
}

export const occasionOf = (key: string | null): Occasion | null =>
  OCCASIONS.find((occasion) => occasion.key === key) ?? null;
