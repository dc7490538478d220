import type { ChatContact, ChatSource, PointKind } from '#contract/chat/reply.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { plusDays } from '#rules/time/days.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import type { ChatAnswer } from '../answer.ts';
import { chatContact } from '../named-contacts.ts';
import type { Counts } from './insight-facts.sql.ts';
import { type InsightFacts, LOOKED_BACK_DAYS } from './insight-facts.ts';
import { dayIn, fieldSource, type InsightPoint, pageOf } from './insight-point.ts';
import { MOST_POINTS, pickPoints } from './point-importance.ts';
import { changedPoints } from './changed-points.ts';
import type { Asked, AskedField, Question } from './insight-questions.ts';
import type { MentionedPeriod } from './message-period.ts';

export interface About {
  readonly number: number;
  readonly name: string;
}

/** State between messages. */
export interface InsightState {
  /** Subject; `null`: none yet. */
  readonly about: About | null;
  /** Offered contacts, in order. */
  readonly choices: readonly ChatContact[];
  /** Question to answer once one of them is chosen; `null`: everything. */
  readonly question: Question | null;
}

export const stateAbout = (about: About | null): InsightState => ({ about, choices: [], question: null });

export const nameOf = (contact: Pick<Contact, 'first_name' | 'last_name' | 'number'>): string =>
  contactName(contact) || `#${contact.number}`;

const stateOf = (contact: Contact): InsightState => stateAbout({ number: contact.number, name: nameOf(contact) });

const placeOf = ({ city, state }: Pick<ChatContact, 'city' | 'state'>) => [city, state].filter(Boolean);

/** `Rosalind Okafor, Round Rock, TX` */
export const titleOf = (card: Pick<ChatContact, 'name' | 'number' | 'city' | 'state'>): string =>
  [card.name || `#${card.number}`, ...placeOf(card)].join(', ');

/** `Based on 6 notes, 4 calls, 11 e-mails.` */
export function readWords({ notes, calls, mails }: Counts): string {
  const counted = [
    { count: notes, one: 'note' },
    { count: calls, one: 'call' },
    { count: mails, one: 'e-mail' },
  ].flatMap(({ count, one }) => (count === 0 ? [] : [formatCounted(count, one, `${one}s`)]));
  return counted.length === 0 ? 'Based on the contact record.' : `Based on ${counted.join(', ')}.`;
}

const PRONOUNS = { female: ['she', 'her', 'her'], male: ['he', 'him', 'his'] } as const;

/** Suggested next questions. */
function suggestionsFor({ contact, medicare, household }: InsightFacts): string[] {
  const { gender } = contact;
  const [who, whom, whose] = gender === 'female' || gender === 'male' ? PRONOUNS[gender] : ['they', 'them', 'their'];
  return [
    ...(medicare && contact.dob !== null ? [`When ${who === 'they' ? 'do they' : `does ${who}`} turn 65?`] : []),
    "What's due?",
    `Can I call ${whom} now?`,
    ...(household.length > 0 ? ["Who's in the household?"] : []),
    `Open ${whose} contact`,
  ];
}

/** The points as an answer, in the order in which they come. */
export function insightAnswer(facts: InsightFacts, points: readonly InsightPoint[], content: string): ChatAnswer {
  const { contact, counts, now } = facts;
  const card = chatContact(contact);
  const about = { contact_number: contact.number, contacts: [card], suggestions: suggestionsFor(facts) };
  const state = stateOf(contact);
  if (points.length === 0) return { content, responseType: null, metadata: about, state, isAtLoss: false };
  const shown = points.slice(0, MOST_POINTS);
  const sources = shown.flatMap((point) => point.sources);
  return {
    content,
    responseType: 'insight_complete',
    metadata: {
      ...about,
      insight_data: {
        title: titleOf(card),
        key_points: shown.map(({ kind, text, sources: of }) => ({ kind, text, sources: of })),
        read: readWords(counts),
      },
      last_updated: now.toISOString(),
      sources: [...new Map(sources.map((source) => [`${source.label} ${source.href ?? ''}`, source])).values()],
    },
    state,
    isAtLoss: false,
  };
}

const ABOUT: Readonly<Record<PointKind, string>> = {
  changed: 'What changed',
  due: "What's due",
  eligibility: 'Medicare dates',
  gap: "What's missing",
  household: 'Household',
  coverage: 'Coverage',
  reach: 'Contact permissions',
  talk: 'Latest notes and calls',
};

/** ` on 11/20/2026`, ` from 11/01/2026 to 11/21/2026` */
function periodWords({ from, to }: MentionedPeriod): string {
  if (from === to && from !== null) return ` on ${formatPlainDate(from)}`;
  return `${from === null ? '' : ` from ${formatPlainDate(from)}`}${to === null ? '' : ` to ${formatPlainDate(to)}`}`;
}

type AskedPoints = Extract<Asked, { readonly of: 'points' }>;

function nothingOf({ contact, medicare }: InsightFacts, { kind, period }: AskedPoints): string {
  const name = nameOf(contact);
  switch (kind) {
    case 'changed':
      return `No changes to ${name}${period === undefined ? ` in the last ${LOOKED_BACK_DAYS} days` : periodWords(period)}.`;
    case 'due':
      return `Nothing is due for ${name}${period === undefined ? '' : periodWords(period)}.`;
    case 'eligibility':
      return medicare
        ? `No date of birth on file for ${name}, so I can't work out Medicare dates.`
        : "Medicare dates aren't tracked here.";
    case 'gap':
      return `Nothing is missing for ${name}.`;
    case 'household':
      return `No one is linked to ${name} or shares their phone number or address.`;
    case 'coverage':
      return `No active or pending policy on file for ${name}.`;
    case 'reach':
      return `Consent isn't turned on for you, so I can't say whether you may contact ${name}.`;
    case 'talk':
      return `No notes or calls for ${name} yet.`;
  }
}

/** Value of a field and its label. */
function fieldWords(contact: Contact, field: AskedField): readonly [called: string, said: string] {
  const { phone, phone_2, email, email_2, address, city, state, zip_code: zip } = contact;
  switch (field) {
    case 'phone':
      return [
        'phone number',
        [phone, phone_2]
          .map((one) => formatPhone(one ?? ''))
          .filter(Boolean)
          .join(' and '),
      ];
    case 'email':
      return ['e-mail address', [email, email_2].filter(Boolean).join(' and ')];
    case 'address':
      return ['address', [address, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')];
    case 'owner':
      return ['owner', contact.owner.name];
  }
}

/** Answer to one question. */
interface Part {
  readonly content: string;
  readonly points: readonly InsightPoint[];
  readonly sources: readonly ChatSource[];
}

/** A field in words, with its source. */
function fieldPart({ contact }: InsightFacts, field: AskedField): Part {
  const [word, said] = fieldWords(contact, field);
  const whose = `${word} for ${nameOf(contact)}`;
  const content =
    said === ''
      ? `No ${word} on file for ${nameOf(contact)}.`
      : `${whose.charAt(0).toUpperCase()}${whose.slice(1)}: ${said}.`;
  return { content, points: [], sources: [fieldSource(contact, `Contact, ${word}`)] };
}

/** Page of the contact, which needs no data. */
export const openAnswer = (contact: Contact): ChatAnswer => ({
  content: `Opening ${nameOf(contact)}.`,
  responseType: 'redirect',
  metadata: { redirect_url: pageOf(contact), action: 'open_contact', contact_number: contact.number },
  state: stateOf(contact),
  isAtLoss: false,
});

/** Returns whether this instant or day is within these days, in the caller's time zone. */
const isOn = ({ from, to }: MentionedPeriod, at: string, zone: string): boolean => {
  const day = at.length === 10 ? at : dayIn(zone, at);
  return (from === null || day >= from) && (to === null || day <= to);
};

/** Points of one kind within the requested days; overdue ones count as due today. */
function pointsAsked(facts: InsightFacts, points: readonly InsightPoint[], { kind, id, period }: AskedPoints) {
  const { changes, zone, today } = facts;
  if (kind === 'changed' && period !== undefined) {
    const { from, to } = period;
    const days = { from, to: to !== null && to >= today ? null : to };
    return changedPoints({ ...facts, changes: changes.filter(({ at }) => isOn(days, at, zone)) });
  }
  const asked =
    period?.from !== undefined && period.from !== null && period.from <= today ? { ...period, from: null } : period;
  return points.filter(
    (point) =>
      point.kind === kind &&
      (id === undefined || point.id === id) &&
      (asked === undefined || point.at === null || isOn(asked, point.at, zone)),
  );
}

function pointsPart(facts: InsightFacts, points: readonly InsightPoint[], asked: AskedPoints): Part {
  const { kind, period, isThen } = asked;
  const found = pointsAsked(facts, points, asked);
  const isFar = kind === 'changed' && (period?.from ?? facts.today) < plusDays(facts.today, -LOOKED_BACK_DAYS);
  const content = [
    ...(isThen ? ['I can only answer for right now.'] : []),
    ...(isFar ? [`I only look back ${LOOKED_BACK_DAYS} days.`] : []),
    found.length === 0
      ? nothingOf(facts, asked)
      : `${ABOUT[kind]}${period === undefined ? '' : periodWords(period)}: ${nameOf(facts.contact)}.`,
  ];
  return { content: content.join(' '), points: found, sources: [] };
}

/** Answerable data; a page that opens has none. */
export type Told = Exclude<Asked, { readonly of: 'open' }>;

function partOf(facts: InsightFacts, points: readonly InsightPoint[], asked: Told): Part {
  const name = nameOf(facts.contact);
  switch (asked.of) {
    case 'field':
      return fieldPart(facts, asked.field);
    case 'advice':
      return {
        content: `I don't recommend plans. That's between you and ${name}. I can tell you what they have and when they can change it.`,
        points: points.filter(({ kind }) => kind === 'coverage' || kind === 'eligibility'),
        sources: [],
      };
    case 'all':
      return { content: `Key points for ${name}:`, points: pickPoints(points), sources: [] };
    case 'points':
      return pointsPart(facts, points, asked);
  }
}

/** All that is asked of a contact, from its points. */
export function answerAbout(facts: InsightFacts, points: readonly InsightPoint[], asks: readonly Told[]): ChatAnswer {
  const parts = asks.map((asked) => partOf(facts, points, asked));
  const answer = insightAnswer(
    facts,
    [...new Set(parts.flatMap((part) => part.points))],
    parts.map(({ content }) => content).join(' '),
  );
  const sources = parts.flatMap((part) => part.sources);
  if (sources.length === 0) return answer;
  return { ...answer, metadata: { ...answer.metadata, sources: [...sources, ...(answer.metadata.sources ?? [])] } };
}
