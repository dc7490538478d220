import type { ConsentEntry } from '#contract/compliance.contract.ts';
import type { Policy } from '#contract/records/policies.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { policyName } from '#rules/insurance/policy-words.ts';
import { daysBetween } from '#rules/time/days.ts';
import type { InsightFacts } from './insight-facts.ts';
import { callSource, dateIn, farWords, fieldSource, type InsightPoint, pageOf } from './insight-point.ts';
import type { Matter } from './point-importance.ts';
import { quoteOf } from './quoted-words.ts';

/** Days ahead in which a follow-up is soon, and in which a policy or a consent that ends matters. Ours. */
const SOON_DAYS = 14;
const ENDS_DAYS = 60;
const CONSENT_DAYS = 30;

/** Waiting and expiring items. */
export const duePoints = (facts: InsightFacts): InsightPoint[] => [
  ...followUp(facts),
  ...missedCalls(facts),
  ...callBack(facts),
  ...failedMail(facts),
  ...facts.policies.flatMap((policy) => endOf(facts, policy)),
  ...(facts.consents ?? []).flatMap((entry) => consentEnd(facts, entry)),
];

function followUp({ contact, today }: InsightFacts): InsightPoint[] {
  const { follow_up_on: day, follow_up_note: note } = contact;
  if (day === null) return [];
  const days = daysBetween(today, day);
  const matter: Matter =
    days < 0
      ? 'follow_up_late'
      : days === 0
        ? 'follow_up_today'
        : days <= SOON_DAYS
          ? 'follow_up_soon'
          : 'follow_up_later';
  const when = days === 0 ? 'Follow up today' : `Follow up on ${formatPlainDate(day)}, ${farWords(day, today)}`;
  const text = note === '' ? `${when}.` : `${when}: “${quoteOf(note)}”`;
  const source = {
    ...fieldSource(contact, `Follow-up ${formatPlainDate(day)}`),
    ...(note === '' ? {} : { quote: quoteOf(note) }),
  };
  return [{ id: 'due.follow_up', kind: 'due', matter, text, sources: [source], at: day }];
}

const missedCalls = (facts: InsightFacts): InsightPoint[] =>
  facts.missed.map((call) => ({
    id: `due.missed_call.${call.id}`,
    kind: 'due',
    matter: 'missed_call',
    text: `Missed call on ${dateIn(facts.zone, call.at)}. No one has called back.`,
    sources: [callSource(facts, 'Missed call', call)],
    at: call.at,
  }));

function callBack(facts: InsightFacts): InsightPoint[] {
  const call = facts.lastCall;
  if (call === null || !call.asksBack) return [];
  return [
    {
      id: 'due.call_back',
      kind: 'due',
      matter: 'call_back',
      text: `Callback due since the call on ${dateIn(facts.zone, call.at)}.`,
      sources: [callSource(facts, 'Call', call)],
      at: call.at,
    },
  ];
}

/** The last e-mail to them, if it wasn't delivered. */
function failedMail({ contact, mails, zone }: InsightFacts): InsightPoint[] {
  const last = mails.find(({ direction }) => direction === 'out');
  if (last?.status !== 'failed') return [];
  const why = last.reason === '' ? '' : ` ${quoteOf(last.reason)}`;
  return [
    {
      id: `due.mail.${last.id}`,
      kind: 'due',
      matter: 'mail_failed',
      text: `The e-mail “${quoteOf(last.subject)}” from ${dateIn(zone, last.at)} wasn't delivered.${why}`,
      sources: [
        {
          label: `E-mail ${dateIn(zone, last.at)}`,
          href: pageOf(contact, 'email_log'),
          quote: quoteOf(last.subject),
          at: last.at,
        },
      ],
      at: last.at,
    },
  ];
}

/** Plans of these types are of a calendar year. Source: 42 CFR 422.2, 423.4. */
const OF_A_YEAR: readonly Policy['type'][] = ['medicare_advantage', 'part_d'];

/** These go on from year to year; a term, a final expense policy or an annuity does not. */
const RENEWING: readonly Policy['type'][] = [...OF_A_YEAR, 'medicare_supplement', 'health'];

/** Next anniversary of a policy; `null`: unknown or none. */
export function renewalOf({ type, effective_on: from, expires_on: end }: Policy, today: string): string | null {
  if (from === null || end !== null || !RENEWING.includes(type)) return null;
  const day = OF_A_YEAR.includes(type) ? '01-01' : from.slice(5).replace('02-29', '03-01');
  const year = Number(today.slice(0, 4));
  const next = [`${year}-${day}`, `${year + 1}-${day}`].find((each) => each >= today && each > from);
  return next ?? null;
}

function endOf({ contact, today }: InsightFacts, policy: Policy): InsightPoint[] {
  if (policy.status !== 'active') return [];
  const soon = (day: string): boolean => day >= today && daysBetween(today, day) <= ENDS_DAYS;
  const { expires_on: end } = policy;
  const day = end ?? renewalOf(policy, today);
  const isOver = end !== null && end < today;
  if (day === null || (!isOver && !soon(day))) return [];
  const words = isOver
    ? `ended on ${formatPlainDate(day)} but is still marked active`
    : `${end === null ? 'renews' : 'ends'} on ${formatPlainDate(day)}, ${farWords(day, today)}`;
  const name = policyName(policy);
  return [
    {
      id: `due.policy.${policy.id}`,
      kind: 'due',
      matter: 'policy_ends',
      text: `${name} ${words}.`,
      sources: [{ label: name, href: pageOf(contact, 'policies'), at: policy.updated_at }],
      at: day,
    },
  ];
}

const CONSENT_WORDS: Readonly<Record<ConsentEntry['channel'], string>> = {
  call: 'be called',
  text: 'be texted',
  mail: 'be e-mailed',
  share: 'have their data shared',
  any: 'be contacted',
};

function consentEnd({ contact, today }: InsightFacts, entry: ConsentEntry): InsightPoint[] {
  const { id, channel, kind, expires_on: day, retracted } = entry;
  if (kind !== 'given' || retracted !== null || day === null) return [];
  if (day < today || daysBetween(today, day) > CONSENT_DAYS) return [];
  return [
    {
      id: `due.consent.${id ?? day}`,
      kind: 'due',
      matter: 'consent_ends',
      text: `Consent to ${CONSENT_WORDS[channel]} expires on ${formatPlainDate(day)}, ${farWords(day, today)}.`,
      sources: [{ label: 'Consent', href: pageOf(contact, 'consent'), at: entry.given_at }],
      at: day,
    },
  ];
}
