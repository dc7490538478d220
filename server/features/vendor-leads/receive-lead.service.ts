import type { NewLead, receiveLead, replayVendorLead, VendorLeadDetail } from '#contract/vendor-leads.contract.ts';
import type { Body, Reply } from '#contract/endpoint.ts';
import { utcDay } from '#rules/time/days.ts';
import { writeAudit } from '../../audit.ts';
import { attempt } from '../../db/attempt.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../../resource/table.ts';
import { insertConsents } from '../compliance/consents.service.ts';
import { keepOwnedNote } from '../contacts/change/notes.service.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { insertContact, takeContactNumber, touchContact } from '../contacts/contacts.service.ts';
import { findKnownPerson } from '../contacts/known-person.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { tellThreads } from '../messages/tell-lines.ts';
import { notify } from '../notifications/notify.ts';
import { readLead } from './lead-values.ts';
import * as sql from './vendor-leads.sql.ts';
import { detailOf } from './vendor-leads.service.ts';

type Use = Pick<Deps, 'pool' | 'now'>;

/** Longest evidence in the ledger. */
const EVIDENCE_MAX = 1_000;

const FAILED = 'Something went wrong on our side. The lead is kept, and an administrator can try it again.';

/**
 * Makes a contact of a lead, or finds the one that is there. What can't be one is kept with the reason, so that it can be
 * corrected; the caller hears of it as usual. The same lead sent again has one effect.
 * @throws {Refusal} `access_denied` for a caller that is no vendor, `refused` by field.
 */
export async function receive(
  deps: Use,
  caller: Caller,
  sent: Body<typeof receiveLead>,
): Promise<Reply<typeof receiveLead>['data']> {
  const { identity } = caller;
  const keyId = requireKey(identity);
  const made = await withAccount(deps.pool, identity, async (tx) => {
    const vendor = await requireVendor(tx, keyId);
    await sql.lockLeads(tx);
    const known = await sql.findByExternalId(tx, vendor.id, sent.external_id ?? '');
    if (known !== null && isContact(known)) return { ...known, refusal: null };
    const lead = { vendor, sent, at: deps.now(), userId: identity.userId };
    const { refusal, ...outcome } = await placeOrNot(deps, tx, caller, lead);
    const id =
      known === null
        ? await sql.insertLead(tx, { ...outcome, vendorId: vendor.id, keyId, sent, at: lead.at })
        : await sql.updateLead(tx, known.id, { ...outcome, sent }).then(() => known.id);
    await audit(tx, caller, 'received', id, outcome.status);
    return { id, status: outcome.status, refusal };
  });
  if (made.refusal !== null) throw made.refusal;
  return { id: made.id, external_id: sent.external_id ?? '', status: made.status as 'accepted' | 'duplicate' };
}

/** Tries a refused or failed lead again. @throws {Refusal} `not_found`, `conflict` for one that is a contact, `refused`. */
export async function replay(
  deps: Use,
  caller: Caller,
  id: number,
  { lead }: Body<typeof replayVendorLead>,
): Promise<VendorLeadDetail> {
  const made = await withAccount(deps.pool, caller.identity, async (tx) => {
    await sql.lockLeads(tx);
    const stored = await sql.findStored(tx, id);
    if (stored === null) throw new Refusal('not_found', 'Lead not found.');
    if (isContact(stored)) throw new Refusal('conflict', 'This lead is a contact already.');
    const row = await detailOf(tx, id);
    const sent = { ...stored.sent, lead };
    const of = {
      vendor: row.vendor,
      sent,
      at: stored.received_at,
      userId: stored.user_id,
    };
    const { refusal, ...outcome } = await placeOrNot(deps, tx, caller, of);
    await sql.updateLead(tx, id, { ...outcome, sent });
    await audit(tx, caller, 'replayed', id, outcome.status);
    return { refusal, detail: await detailOf(tx, id) };
  });
  if (made.refusal !== null) throw made.refusal;
  return made.detail;
}

const isContact = ({ status }: Pick<sql.StoredLead, 'status'>): boolean =>
  status === 'accepted' || status === 'duplicate';

const audit = (tx: Tx, { identity, requestId }: Caller, what: 'received' | 'replayed', id: number, status: string) =>
  writeAudit(tx, identity, requestId, {
    action: `vendorLead.${what}`,
    subjectType: 'vendorLead',
    subjectId: id,
    detail: { status },
  });

const NO_VENDOR =
  'This API key belongs to no lead vendor. An administrator can choose the vendor under API requests, Keys.';

function requireKey({ keyId }: Identity): number {
  if (keyId === undefined) throw new Refusal('access_denied', 'Send leads with the API key of a lead vendor.');
  return keyId;
}

async function requireVendor(tx: Tx, keyId: number): Promise<sql.Vendor> {
  const vendor = await sql.findVendorOfKey(tx, keyId);
  if (vendor === null) throw new Refusal('access_denied', NO_VENDOR);
  return vendor;
}

interface Lead {
  readonly vendor: sql.Vendor;
  readonly sent: NewLead;
  readonly at: Date;
  /** Gets it where the vendor has no list of users. */
  readonly userId: number;
}

interface Attempt extends sql.Outcome {
  /** What the caller is told; `null`: it is a contact. */
  readonly refusal: Error | null;
}

/** Does it, or nothing at all, and says which. @throws when the database is away or another transaction was first. */
async function placeOrNot(deps: Use, tx: Tx, caller: Caller, lead: Lead): Promise<Attempt> {
  const tried = await attempt(tx, 'vendor_lead', () => place(deps, tx, caller, lead));
  if ('done' in tried) return { ...tried.done, faults: {}, refusal: null };
  const { error } = tried;
  const nothing = { contactId: null, ownerId: null, refusal: error as Error };
  return error instanceof Refusal
    ? { ...nothing, status: 'refused', faults: reasonsOf(error) }
    : { ...nothing, status: 'failed', faults: { lead: [FAILED] } };
}

/** By field, or for the whole lead. */
const reasonsOf = ({ fields, message }: Refusal): sql.Outcome['faults'] =>
  Object.keys(fields).length > 0 ? fields : { lead: [message] };

type Placed = Pick<sql.Outcome, 'status' | 'contactId' | 'ownerId'>;

async function place(deps: Use, tx: Tx, caller: Caller, lead: Lead): Promise<Placed> {
  const values = readLead(lead.sent.lead, utcDay(deps.now()));
  const { first_name = '', last_name = '', phone = null, email = null } = values;
  const known = await findKnownPerson(tx, { first_name, last_name, phone, email }, null);
  if (known !== undefined) {
    await lockContacts(tx, [known.id]);
    await touchContact(tx, known.id, lead.at);
    await follow(deps, tx, caller, lead, { ...known, name: nameOf(known), isNew: false });
    return { status: 'duplicate', contactId: known.id, ownerId: known.owner_id };
  }
  const owner = await sql.takeTurn(tx, lead.vendor.id, lead.userId);
  if (owner === null) throw new Refusal('conflict', 'No active user can get this lead.');
  const { accountId } = caller.identity;
  const number = await takeContactNumber(tx);
  const id = await insertContact(tx, {
    accountId,
    businessUnitId: owner.business_unit_id,
    ownerId: owner.id,
    number,
    tagIds: [],
    values: { ...values, type: 'lead', source: values.source || lead.vendor.name },
    at: deps.now(),
    vendorId: lead.vendor.id,
  });
  const name = nameOf({ first_name, last_name }) || phone || email || '';
  await follow(deps, tx, caller, lead, { id, number, owner_id: owner.id, name, isNew: true });
  return { status: 'accepted', contactId: id, ownerId: owner.id };
}

const nameOf = ({ first_name: first, last_name: last }: { first_name: string; last_name: string }): string =>
  `${first} ${last}`.trim();

interface Contact {
  readonly id: number;
  readonly number: number;
  readonly owner_id: number;
  readonly name: string;
  readonly isNew: boolean;
}

/** What the person agreed to, the vendor's note, and the owner's notice. */
async function follow(
  { now }: Use,
  tx: Tx,
  { identity, requestId }: Caller,
  { vendor, sent, at }: Lead,
  contact: Contact,
): Promise<void> {
  const { accountId, userId, actorId } = identity;
  await recordConsents(tx, vendor, sent, { contactId: contact.id, at, userId, actorId });
  const note = { accountId, userId, actorId, contactId: contact.id, noteId: null, body: sent.note ?? '' };
  await keepOwnedNote(tx, note, requestId, now());
  await emitContactsChanged(tx, accountId, [contact]);
  await tellThreads(tx, accountId, [contact.id]);
  await notify(tx, {
    accountId,
    userId: contact.owner_id,
    kind: 'lead',
    aboutId: contact.id,
    occurrence: `vendor ${vendor.id} ${at.toISOString()}`,
    title: contact.isNew
      ? `New lead from ${vendor.name}: ${contact.name}`
      : `${vendor.name} sent ${contact.name} again`,
    href: `/contacts/${contact.number}`,
    at: now(),
  });
}

interface Of {
  readonly contactId: number;
  readonly at: Date;
  readonly userId: number;
  readonly actorId: number;
}

/** An opt-out that stands isn't lifted by a vendor: the words stay with the lead. */
async function recordConsents(tx: Tx, vendor: sql.Vendor, { consents = [] }: NewLead, of: Of): Promise<void> {
  const stopped = consents.length === 0 ? [] : await sql.findStopped(tx, of.contactId);
  const allowed = consents.filter(({ channel }) => !stopped.includes(channel));
  if (allowed.length === 0) return;
  await insertConsents(
    tx,
    allowed.map(({ channel, automated, words, given_at, url = '' }) => ({
      ...of,
      channel,
      kind: 'given' as const,
      purpose: automated ? ('automated' as const) : ('marketing' as const),
      evidence: `Sent by ${vendor.name}${url === '' ? '' : `, ${url}`}: “${words}”`.slice(0, EVIDENCE_MAX),
      source: 'form' as const,
      // No consent is younger than the lead that brings it.
      givenAt: new Date(Math.min(Date.parse(given_at), of.at.getTime())),
      expires_on: null,
      retractsId: null,
    })),
  );
}
