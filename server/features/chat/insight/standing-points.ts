import type { ChatSource } from '#contract/chat/reply.contract.ts';
import type { Policy } from '#contract/records/policies.contract.ts';
import { durationText } from '#rules/time/duration-text.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { POLICY_TYPE_WORDS, policyName } from '#rules/insurance/policy-words.ts';
import { renewalOf } from './due-points.ts';
import type { HouseholdFact, InsightFacts } from './insight-facts.ts';
import { callSource, dateIn, fieldSource, type InsightPoint, listed, pageOf } from './insight-point.ts';
import type { Matter } from './point-importance.ts';
import { quoteOf } from './quoted-words.ts';

/** Long-term facts: coverage, household, missing data, and the latest statements. */
export const standingPoints = (facts: InsightFacts): InsightPoint[] => [
  ...facts.policies.flatMap((policy) => coverage(facts, policy)),
  ...facts.household.map(household),
  ...gaps(facts),
  ...talks(facts),
  ...lastCall(facts),
];

/** `Medicare Supplement: Meridian, Plan G` */
const policyWords = (policy: Policy): string => `${POLICY_TYPE_WORDS[policy.type]}: ${policyName(policy)}`;

/** `, ends on 02/28/2027`, `, renews on 06/01/2027` */
function untilWords(policy: Policy, today: string): string {
  const { status, expires_on: end } = policy;
  if (end !== null) return `, ${end < today ? 'ended' : 'ends'} on ${formatPlainDate(end)}`;
  const renewal = status === 'active' ? renewalOf(policy, today) : null;
  return renewal === null ? '' : `, renews on ${formatPlainDate(renewal)}`;
}

function coverage({ contact, today }: InsightFacts, policy: Policy): InsightPoint[] {
  const { id, status, effective_on: from, updated_at: at } = policy;
  if (status !== 'active' && status !== 'applied') return [];
  const since = from === null ? '' : `, ${status === 'active' ? 'since' : 'from'} ${formatPlainDate(from)}`;
  return [
    {
      id: `coverage.${id}`,
      kind: 'coverage',
      matter: 'coverage',
      text: `${status === 'applied' ? 'Applied for ' : ''}${policyWords(policy)}${since}${untilWords(policy, today)}.`,
      sources: [{ label: policyName(policy), href: pageOf(contact, 'policies'), at }],
      at,
    },
  ];
}

const SHARED = { phone: 'Shares a phone number with', address: 'Shares an address with' } as const;

function household({ number, name, by, policies }: HouseholdFact): InsightPoint {
  const active = policies.filter(({ status }) => status === 'active');
  const covered = active.length === 0 ? 'no active policy on file' : listed(active.map(policyWords));
  const at = active[0]?.updated_at ?? null;
  const who = name || `#${number}`;
  return {
    id: `household.${number}`,
    kind: 'household',
    matter: by === 'linked' ? 'linked' : 'household',
    text: `${by === 'linked' ? 'Linked to' : SHARED[by]} ${who} (${covered}).`,
    sources: [{ label: who, href: pageOf({ number }, 'policies'), at }],
    at,
  };
}

/** A lead marked as hot. */
const isHot = ({ contact }: InsightFacts): boolean =>
  [contact.category, contact.status?.name ?? '', ...contact.tags.map(({ name }) => name)].some((mark) =>
    /\bhot\b/i.test(mark),
  );

function gaps(facts: InsightFacts): InsightPoint[] {
  const { contact, decisions } = facts;
  const gap = (id: string, matter: Matter, text: string, source: ChatSource): InsightPoint => ({
    id: `gap.${id}`,
    kind: 'gap',
    matter,
    text,
    sources: [source],
    at: null,
  });
  const field = (label: string) => fieldSource(contact, label);
  const missing = [
    ...(contact.email === null ? ['e-mail'] : []),
    ...(contact.dob === null ? ['date of birth'] : []),
    ...(contact.zip_code === '' ? ['ZIP code'] : []),
  ];
  const asked = decisions.find(({ channel, purpose }) => channel === 'call' && purpose === 'marketing');
  return [
    ...(contact.phone === null ? [gap('phone', 'no_phone', 'No phone number on file.', field('Contact'))] : []),
    ...(missing.length > 0 ? [gap('fields', 'missing', `Missing: ${listed(missing)}.`, field('Contact'))] : []),
    ...(contact.email !== null && contact.email_status === 'invalid'
      ? [
          gap(
            'email',
            'email_bad',
            `The e-mail address is invalid. ${contact.email_check}`.trim(),
            field('E-mail check'),
          ),
        ]
      : []),
    ...(isHot(facts) && contact.type === 'lead' && contact.follow_up_on === null
      ? [gap('follow_up', 'hot_lead', 'Hot lead with no follow-up.', field('Follow-up'))]
      : []),
    ...(asked?.reason === 'no_consent'
      ? [
          gap('consent', 'no_consent', 'No consent on file for marketing calls.', {
            label: 'Consent',
            href: pageOf(contact, 'consent'),
            at: asked.at,
          }),
        ]
      : []),
  ];
}

function lastCall(facts: InsightFacts): InsightPoint[] {
  const call = facts.lastCall;
  if (call === null) return [];
  const { at, direction, who, seconds } = call;
  const talked = seconds === 0 ? "didn't connect" : `lasted ${durationText(seconds)}`;
  const whose = who === '' ? '' : direction === 'outbound' ? ` by ${who}` : ` to ${who}`;
  return [
    {
      id: `talk.call.${call.id}`,
      kind: 'talk',
      matter: 'last_call',
      text: `Last call on ${dateIn(facts.zone, at)}${whose} ${talked}.`,
      sources: [callSource(facts, 'Call', call)],
      at,
    },
  ];
}

/** Latest notes in their authors' words; a pinned one first. */
const talks = ({ contact, notes, zone }: InsightFacts): InsightPoint[] =>
  notes.map(({ id, body, author, pinned, created_at: at }, place) => ({
    id: `talk.note.${id}`,
    kind: 'talk',
    matter: place === 0 ? 'last_note' : 'note',
    text: `${author.name} on ${dateIn(zone, at)}${pinned ? ' (pinned)' : ''}: “${quoteOf(body)}”`,
    sources: [{ label: `Note ${dateIn(zone, at)}`, href: pageOf(contact, 'notes'), quote: quoteOf(body), at }],
    at,
  }));
