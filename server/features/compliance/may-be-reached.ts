import { CHANNELS, type Decision, type Purpose, PURPOSES, SERVICE_ALLOWED } from '#contract/compliance.contract.ts';
import type { LedgerEntry } from '#rules/compliance/consent-ledger.ts';
import { decide, type ReachAsked, type ReachFacts } from '#rules/compliance/contactability.ts';
import { NO_ADDRESS } from '#rules/places/whereabouts.ts';
import { beforeCommit, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Seal } from '../../seal.ts';
import type { Identity } from '../../identity.ts';
import type { FoundContact } from '../contacts/contacts.service.ts';
import { blockedUntil, decisionSentence } from '#rules/compliance/contactability-words.ts';
import { type Besides, type CampaignMessage, findCampaignMessages } from './campaign-messages.sql.ts';
import { findRules } from './compliance-rules.sql.ts';
import {
  type FoundAlike,
  type FoundConsent,
  findAlike,
  findAlikeOfEach,
  findConsents,
  findConsentsOfEach,
} from './consents.sql.ts';
import { findStops, findStopsOfEach, type SuppressedEntry } from '../erasures/suppression.ts';
import { findLine, findLines, type KnownLine } from '../verifications/known-line.ts';
import { findPurpose, insertDecision } from './decisions.sql.ts';

export { findRules } from './compliance-rules.sql.ts';
export { insertDecision as recordDecision, insertDecisions as recordDecisions } from './decisions.sql.ts';

type Reached = Pick<
  FoundContact,
  'id' | 'state' | 'city' | 'zip_code' | 'phone' | 'email' | 'email_status' | 'died_on'
>;

/** `besides`: messages that are asked about, which don't count against themselves. */
type Asked = ReachAsked & { readonly besides?: Besides };

/** May this contact be reached by this channel, for this purpose, at this instant? */
export async function mayBeReached(tx: Tx, seal: Seal, contact: Reached, asked: Asked): Promise<Decision> {
  return decide(await findRules(tx), await factsOf(tx, seal, contact, asked), asked);
}

/** The same of several contacts, in their order. */
export async function mayEachBeReached(
  tx: Tx,
  seal: Seal,
  contacts: readonly Reached[],
  asked: Asked,
): Promise<Decision[]> {
  if (contacts.length === 0) return [];
  const rules = await findRules(tx);
  return (await factsOfEach(tx, seal, contacts, asked)).map((facts) => decide(rules, facts, asked));
}

/** The same, with until when it is allowed, as `allowedUntil` says. */
export async function mayEachBeReachedUntil(
  tx: Tx,
  seal: Seal,
  contacts: readonly Reached[],
  asked: Asked,
): Promise<{ readonly decision: Decision; readonly until: Date | null }[]> {
  if (contacts.length === 0) return [];
  const rules = await findRules(tx);
  // Hours depend on the place; consent that runs out does so at night, when hours are over.
  const known = new Map<string, Date | null>();
  return (await factsOfEach(tx, seal, contacts, asked)).map((facts) => {
    const decision = decide(rules, facts, asked);
    if (!decision.allowed) return { decision, until: null };
    const place = JSON.stringify([facts.state, facts.city, facts.zip_code, facts.phone?.slice(0, 5)]);
    const until = known.has(place) ? (known.get(place) ?? null) : lastAllowed(rules, facts, asked);
    known.set(place, until);
    return { decision, until };
  });
}

/** A message of a campaign that counts for its day. */
export type CampaignSent = NonNullable<ReachFacts['messages']>[number];

/**
 * Decides for one contact at many instants, the first of them `at`, from facts that are read once. `sent` counts as if
 * it had been sent.
 */
export async function deciderFor(
  tx: Tx,
  seal: Seal,
  contact: Reached,
  at: Date,
): Promise<(asked: ReachAsked, sent?: readonly CampaignSent[]) => Decision> {
  const [rules, facts] = [await findRules(tx), await factsOf(tx, seal, contact, { purpose: 'automated', at })];
  return (asked, sent = []) => decide(rules, { ...facts, messages: [...(facts.messages ?? []), ...sent] }, asked);
}

/** Quarters of an hour that are looked ahead: rules and clocks change at quarters. */
const QUARTERS = 24 * 4;
const QUARTER_MS = 15 * 60_000;

/** The first quarter of an hour at which it is no longer allowed; `null`: not allowed now, or for a day. */
export async function allowedUntil(tx: Tx, seal: Seal, contact: Reached, asked: Asked): Promise<Date | null> {
  const [rules, facts] = [await findRules(tx), await factsOf(tx, seal, contact, asked)];
  return decide(rules, facts, asked).allowed ? lastAllowed(rules, facts, asked) : null;
}

function lastAllowed(rules: Awaited<ReturnType<typeof findRules>>, facts: ReachFacts, asked: ReachAsked): Date | null {
  const first = (Math.floor(asked.at.getTime() / QUARTER_MS) + 1) * QUARTER_MS;
  for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
    const at = new Date(first + quarter * QUARTER_MS);
    if (!decide(rules, facts, { ...asked, at }).allowed) return at;
  }
  return null;
}

/** The same for every channel and purpose; sharing has no purpose beyond itself. */
export async function allDecisions(tx: Tx, seal: Seal, contact: Reached, at: Date): Promise<Decision[]> {
  const [rules, facts] = [await findRules(tx), await factsOf(tx, seal, contact, { purpose: 'automated', at })];
  return CHANNELS.flatMap((channel) =>
    (channel === 'share' ? (['service'] as const) : PURPOSES).map((purpose) =>
      decide(rules, facts, { channel, purpose, at }),
    ),
  );
}

/** A refusal to record, which rolls back its transaction. */
class NotReachable extends Refusal {
  readonly contactId: number;
  readonly decision: Decision;

  constructor(contactId: number, decision: Decision, fields: Record<string, readonly string[]>) {
    super('refused', refusalOf(decision), { fields });
    this.contactId = contactId;
    this.decision = decision;
  }
}

/**
 * Like `mayBeReached`, recorded with the row that decided it: for immediate use within `keepingRefusals`.
 * @throws {Refusal} `refused` with the reason when it isn't allowed.
 */
export async function requireReachable(
  tx: Tx,
  seal: Seal,
  identity: Identity,
  contact: Reached,
  asked: ReachAsked,
): Promise<Decision> {
  const { decision, fields } = await decisionAndWayOut(tx, seal, contact, asked);
  if (!decision.allowed) throw new NotReachable(contact.id, decision, fields);
  await insertDecision(tx, identity, contact.id, decision);
  return decision;
}

/**
 * Requires that a number without a known contact may be contacted; the entries of other contacts with it count.
 * @throws {Refusal} `refused` with the reason when it may not.
 */
export async function requireNumberReachable(tx: Tx, seal: Seal, phone: string, asked: ReachAsked): Promise<void> {
  const stranger = { id: 0, ...NO_ADDRESS, phone, email: null, email_status: '', died_on: null };
  const { decision, fields } = await decisionAndWayOut(tx, seal, stranger, asked);
  if (!decision.allowed) throw new Refusal('refused', refusalOf(decision), { fields });
}

/** The decision; `fields` names `purpose` where a call for marketing is refused and one for service is not. */
async function decisionAndWayOut(tx: Tx, seal: Seal, contact: Reached, asked: ReachAsked) {
  const [rules, facts] = [await findRules(tx), await factsOf(tx, seal, contact, asked)];
  const decision = decide(rules, facts, asked);
  const isOther = !decision.allowed && asked.channel === 'call' && asked.purpose !== 'service';
  const mayServe = isOther && decide(rules, facts, { ...asked, purpose: 'service' }).allowed;
  return { decision, fields: mayServe ? { purpose: [SERVICE_ALLOWED] } : {} };
}

/** Purpose of contacting the contact at that instant; marketing if not recorded. */
export const purposeOf = async (
  tx: Tx,
  contactId: number,
  { channel, at }: Pick<ReachAsked, 'channel' | 'at'>,
): Promise<Purpose> => (await findPurpose(tx, contactId, channel, at)) ?? 'marketing';

/** Like `withAccount`; if `work` may not contact someone, that decision is recorded in a separate transaction. */
export async function keepingRefusals<T>(
  { pool }: Pick<Deps, 'pool'>,
  identity: Identity,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await withAccount(pool, identity, work);
  } catch (error) {
    if (error instanceof NotReachable) {
      const { contactId, decision } = error;
      const keep = (tx: Tx) => insertDecision(tx, identity, contactId, decision);
      // Nothing was done: the request may be repeated with its key.
      await beforeCommit.exit(() => withAccount(pool, identity, keep));
    }
    throw error;
  }
}

/** Records that someone may not be contacted, where the rest of a change is saved without the message. */
export async function noteRefusal(tx: Tx, identity: Identity, error: Refusal): Promise<void> {
  if (error instanceof NotReachable) await insertDecision(tx, identity, error.contactId, error.decision);
}

/** The refusal: until when, why, and by which rule. */
export const refusalOf = (decision: Decision): string =>
  [
    ...[blockedUntil(decision) ?? []].flat().map((until) => `${until}.`),
    decisionSentence(decision),
    ...(decision.rule === null ? [] : [`${decision.rule.title} (${decision.rule.source}).`]),
  ].join(' ');

/** What a fact depends on beside the contact. */
type Facing = Pick<Asked, 'purpose' | 'at' | 'besides'>;

/** Counted for campaigns alone. */
const messagesTo = (tx: Tx, ids: readonly number[], { purpose, at, besides }: Facing): Promise<CampaignMessage[]> =>
  purpose === 'automated' ? findCampaignMessages(tx, ids, at, besides) : Promise.resolve([]);

async function factsOf(tx: Tx, seal: Seal, contact: Reached, facing: Facing): Promise<ReachFacts> {
  const { id, phone, email } = contact;
  const erased = await findStops(tx, seal, contact);
  const entries = await findConsents(tx, id);
  const line = contact.phone === null || contact.phone === '' ? null : await findLine(tx, contact.phone);
  const found = await findAlike(tx, { id, phone, email });
  const counting = entries.filter(({ retracted_at: retracted }) => retracted === null);
  const messages = await messagesTo(tx, [id], facing);
  return factsFrom(contact, { erased, entries: counting, found, line, messages });
}

async function factsOfEach(tx: Tx, seal: Seal, contacts: readonly Reached[], facing: Facing): Promise<ReachFacts[]> {
  const erased = await findStopsOfEach(tx, seal, contacts);
  const ids = contacts.map(({ id }) => id);
  const entries = Map.groupBy(await findConsentsOfEach(tx, ids), (entry) => entry.contact_id);
  const found = Map.groupBy(await findAlikeOfEach(tx, contacts), ({ place }) => place);
  const numbers = contacts.flatMap(({ phone }) => (phone === null || phone === '' ? [] : [phone]));
  const lines = await findLines(tx, numbers);
  const messages = Map.groupBy(await messagesTo(tx, ids, facing), (message) => message.contact_id);
  return contacts.map((contact, place) =>
    factsFrom(contact, {
      erased: erased[place] ?? [],
      entries: entries.get(contact.id) ?? [],
      found: found.get(place) ?? [],
      line: lines.get(contact.phone ?? '') ?? null,
      messages: messages.get(contact.id) ?? [],
    }),
  );
}

interface Known {
  readonly erased: readonly SuppressedEntry[];
  /** Those that count, of the contact itself. */
  readonly entries: readonly Pick<FoundConsent, keyof LedgerEntry>[];
  readonly found: readonly FoundAlike[];
  readonly line: KnownLine | null;
  readonly messages: readonly CampaignMessage[];
}

function factsFrom(contact: Reached, { erased, entries, found, line, messages }: Known): ReachFacts {
  // Statements of the number itself count for its current owner.
  const ofNumber = found.filter((entry) => entry.contact_id === 0);
  const ofOthers = found.filter((entry) => entry.contact_id !== 0);
  const alike = Map.groupBy(ofOthers, (entry) => `${entry.by} ${entry.contact_id}`);
  return {
    state: contact.state,
    city: contact.city,
    zip_code: contact.zip_code,
    phone: contact.phone,
    email: contact.email,
    email_status: contact.email_status,
    died: contact.died_on !== null,
    messages: messages.map(({ channel, at }) => ({ channel, at: at.toISOString() })),
    line: line && { ...line, verified_at: line.verified_at.toISOString() },
    entries: [...entries, ...ofNumber].map(toLedger),
    alike: [
      ...[...alike.values()].map((of) => ({
        by: of[0]?.by ?? 'phone',
        // Worded without details: the caller may not be able to see that contact.
        entries: of.map((entry) => ({ ...toLedger(entry), evidence: ALIKE_EVIDENCE[entry.by] })),
      })),
      ...erased.map(({ by, entry }) => ({ by, entries: [{ ...entry, evidence: ERASED_EVIDENCE[by] }] })),
    ],
  };
}

const ALIKE_EVIDENCE = {
  phone: 'Recorded for another contact with this phone number.',
  email: 'Recorded for another contact with this e-mail address.',
} as const;

const ERASED_EVIDENCE = {
  phone: 'Recorded for an erased person with this phone number.',
  email: 'Recorded for an erased person with this e-mail address.',
} as const;

const toLedger = (entry: Pick<FoundConsent, keyof LedgerEntry>): LedgerEntry => ({
  ...entry,
  given_at: entry.given_at.toISOString(),
});
