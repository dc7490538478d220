import { type ConsentEntry, type recordConsent as RecordConsent, SLIP_MINUTES } from '#contract/compliance.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { utcDay } from '#rules/time/days.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { tellThreads } from '../messages/tell-lines.ts';
import { type Caller, requireContact, requireLiveContact, touchContact } from '../contacts/contacts.service.ts';
import * as rows from './consents.sql.ts';

/** @throws {Refusal} `not_found` */
export function listConsents(deps: Deps, identity: Identity, contactId: number): Promise<ConsentEntry[]> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    return (await rows.findConsents(tx, contactId)).map((found) => toEntry(deps, identity, found));
  });
}

/** @throws {Refusal} `not_found`, `conflict` when the contact is deleted, `refused` by field. */
export function recordConsent(
  deps: Deps,
  caller: Caller,
  contactId: number,
  body: Body<typeof RecordConsent>,
): Promise<ConsentEntry> {
  const givenAt = body.given_at === undefined ? deps.now() : new Date(body.given_at);
  if (givenAt > deps.now()) throw refuseField('given_at', 'The date is in the future.');
  requireSense(body, givenAt);
  // To share is one purpose: nothing reaches further.
  const purpose = body.channel === 'share' ? 'any' : body.purpose;
  return add(deps, caller, contactId, 'consent.recorded', () =>
    Promise.resolve({ ...body, purpose, evidence: cleanText(body.evidence), givenAt, retractsId: null }),
  );
}

/** @throws {Refusal} `refused` by field. */
function requireSense({ kind, channel, expires_on }: Body<typeof RecordConsent>, givenAt: Date): void {
  if (kind === 'do_not_call' && (channel === 'mail' || channel === 'share')) {
    throw refuseField('channel', 'Do Not Call lists apply to calls and text messages only.');
  }
  if (expires_on === null) return;
  if (kind !== 'given') throw refuseField('expires_on', 'Only consent can expire.');
  if (expires_on < utcDay(givenAt)) throw refuseField('expires_on', 'The expiration date is before the consent date.');
}

/**
 * Retracts an entry made in error by another entry; both stay.
 * @throws {Refusal} `not_found`, `access_denied` when it is another's, `conflict` when it is too late or done.
 */
export function retractConsent(
  deps: Deps,
  caller: Caller,
  { contactId, consentId }: { contactId: number; consentId: number },
): Promise<ConsentEntry> {
  return add(deps, caller, contactId, 'consent.retracted', async (tx) => {
    const entry = (await rows.findConsents(tx, contactId)).find(({ id }) => id === consentId);
    if (entry === undefined) throw new Refusal('not_found', 'Entry not found.');
    if (entry.retracted_at !== null) throw new Refusal('conflict', 'This entry was already retracted.');
    if (entry.user_id !== caller.identity.userId) {
      throw new Refusal('access_denied', 'Only the user who recorded this entry can retract it.');
    }
    if (retractableUntil(deps, caller.identity, entry) === null) {
      throw new Refusal(
        'conflict',
        `Entries can't be retracted after ${SLIP_MINUTES} minutes. Record the current consent instead.`,
      );
    }
    const { channel, purpose, source } = entry;
    const evidence = 'Entered in error.';
    return {
      channel,
      purpose,
      source,
      evidence,
      kind: 'retracted',
      expires_on: null,
      givenAt: deps.now(),
      retractsId: consentId,
    };
  });
}

/** One entry of a contact as the caller sees it now. */
export async function entryNow(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  contactId: number,
  consentId: number,
): Promise<ConsentEntry> {
  const found = (await rows.findConsents(tx, contactId)).find(({ id }) => id === consentId);
  if (found === undefined) throw new Error('the entry is not in the ledger');
  return toEntry(deps, identity, found);
}

type Written = Pick<
  rows.NewConsent,
  'channel' | 'purpose' | 'source' | 'evidence' | 'kind' | 'expires_on' | 'givenAt' | 'retractsId'
>;

/** Adds an entry for an existing contact, with audit and event. Returns the entry it refers to. */
function add(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  action: string,
  write: (tx: Tx) => Promise<Written>,
): Promise<ConsentEntry> {
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    const written = await write(tx);
    const { userId, actorId } = identity;
    const id = await rows.insertConsent(tx, { ...written, contactId, userId, actorId, at: deps.now() });
    const { kind, channel, purpose } = written;
    const detail = { consent_id: written.retractsId ?? id, kind, channel, purpose };
    await writeAudit(tx, identity, requestId, { action, subjectType: 'contact', subjectId: contactId, detail });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    await tellThreads(tx, identity.accountId, [contactId]);
    const found = (await rows.findConsents(tx, contactId)).find((entry) => entry.id === (written.retractsId ?? id));
    if (found === undefined) throw new Error('the entry is not in the ledger');
    return toEntry(deps, identity, found);
  });
}

/** Action in the name of an account, with its request. */
interface Writer {
  readonly who: Pick<Identity, 'accountId' | 'userId' | 'actorId'>;
  readonly requestId: string;
  readonly at: Date;
}

/** Records "Do not call", stated on a call, for a deleted contact as well. Returns the entry. */
export async function stopCalls(tx: Tx, { who, requestId, at }: Writer, contactId: number): Promise<number> {
  const said = { channel: 'call', kind: 'do_not_call', purpose: 'marketing', source: 'asked' } as const;
  const entry = { ...said, evidence: 'Stated on a call.', expires_on: null, retractsId: null };
  const { userId, actorId } = who;
  const id = await rows.insertConsent(tx, { ...entry, contactId, userId, actorId, at, givenAt: at });
  await tellStop(tx, { who, requestId, at }, { contactId, id, action: 'consent.recorded' });
  return id;
}

/** Retracts it within the time for errors; returns whether it did. */
export async function allowCallsAgain(
  tx: Tx,
  writer: Writer,
  { contactId, consentId }: { readonly contactId: number; readonly consentId: number },
): Promise<boolean> {
  const { who, requestId, at } = writer;
  const entry = (await rows.findConsents(tx, contactId)).find(({ id }) => id === consentId);
  if (entry === undefined || entry.retracted_at !== null) return true;
  if (entry.created_at.getTime() + SLIP_MS <= at.getTime()) return false;
  const { channel, purpose, source } = entry;
  const said = { channel, purpose, source, evidence: 'Entered in error.', kind: 'retracted' } as const;
  const { userId, actorId } = who;
  const slip = { ...said, contactId, userId, actorId, at, givenAt: at, expires_on: null, retractsId: consentId };
  await rows.insertConsent(tx, slip);
  await tellStop(tx, { who, requestId, at }, { contactId, id: consentId, action: 'consent.retracted' });
  return true;
}

async function tellStop(
  tx: Tx,
  { who, requestId, at }: Writer,
  { contactId, id, action }: { contactId: number; id: number; action: string },
): Promise<void> {
  const detail = { consent_id: id, kind: 'do_not_call', channel: 'call', purpose: 'marketing' };
  await writeAudit(tx, who, requestId, { action, subjectType: 'contact', subjectId: contactId, detail });
  await emitContactsChanged(tx, who.accountId, await touchContact(tx, contactId, at));
  await tellThreads(tx, who.accountId, [contactId]);
}

const SLIP_MS = SLIP_MINUTES * 60_000;

function retractableUntil(deps: Deps, { userId }: Identity, entry: rows.FoundConsent): string | null {
  if (entry.id === null || entry.user_id !== userId || entry.retracted_at !== null) return null;
  const until = new Date(entry.created_at.getTime() + SLIP_MS);
  return until > deps.now() ? until.toISOString() : null;
}

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const toEntry = (deps: Deps, identity: Identity, entry: rows.FoundConsent): ConsentEntry => ({
  id: entry.id,
  channel: entry.channel,
  kind: entry.kind,
  purpose: entry.purpose,
  evidence: entry.evidence,
  source: entry.source,
  given_at: entry.given_at.toISOString(),
  expires_on: entry.expires_on,
  user: personOf(entry.user_id, entry.user),
  actor: entry.actor_id === entry.user_id ? null : personOf(entry.actor_id, entry.actor),
  retracted:
    entry.retracted_at === null
      ? null
      : { user: personOf(entry.retracted_by_id, entry.retracted_by), at: entry.retracted_at.toISOString() },
  retractable_until: retractableUntil(deps, identity, entry),
});

export { insertConsents } from './consents.sql.ts';
