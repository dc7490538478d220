import { LEAD_SOURCE, type LeadBox } from '#contract/public-pages.contract.ts';
import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import { utcDay } from '#rules/time/days.ts';
import { attempt } from '../../db/attempt.ts';
import { isDatabaseAway } from '../../db/database-away.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { emitEvents, textsStream } from '../../events.ts';
import { insertConsents } from '../compliance/consents.service.ts';
import { readContactValues } from '../contacts/change/contact-values.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { touchContact } from '../contacts/contacts.service.ts';
import { insertContact, takeContactNumber } from '../contacts/contacts.service.ts';
import { findKnownPerson, type NamedPerson } from '../contacts/known-person.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { notify } from '../notifications/notify.ts';
import { tellThreads } from '../messages/tell-lines.ts';
import { type Ended, inBatches } from './in-batches.ts';
import type { Lead } from './lead.ts';
import { findPage } from './page-facts.ts';
import * as sql from './leads.sql.ts';

type Use = Pick<Deps, 'pool' | 'config' | 'now' | 'mailer'>;

/** Longest evidence in the ledger. */
const EVIDENCE_MAX = 1_000;

/**
 * Delivers a request once: to a new contact of the agent, or to theirs with the same name and number or address. One
 * that is suspected waits for the agent. False: there is no such page anymore, and never was one for the form.
 */
export async function deliverLead(deps: Use, lead: Lead): Promise<boolean> {
  const page = lead.page;
  const place =
    page.of === 'agent'
      ? ({ of: 'agent', name: page.name ?? '' } as const)
      : ({ of: 'domain', host: page.host, name: page.name } as const);
  const found = lead.to === null ? await findPage(deps, place) : null;
  const to = lead.to ?? (found === null ? null : { accountId: found.accountId, userId: found.userId });
  if (to === null) return false;
  return withAccount(deps.pool, to, (tx) => deliver(deps, tx, to, lead));
}

/** Requests of one account that are delivered together at most. Ours. */
const TOGETHER = 50;

/**
 * Delivers requests like `deliverLead`. Those of one account that wait for each other share a transaction, since each new
 * contact of an account holds its numbers until the commit.
 */
export const batchedDelivery = (deps: Use): ((lead: Lead) => Promise<boolean>) =>
  inBatches<Lead, boolean>({
    // One whose account isn't known yet has a lane of its own.
    laneOf: ({ to, key }) => to?.accountId ?? key,
    most: TOGETHER,
    work: async (batch) => {
      const accountId = batch[0]?.to?.accountId;
      if (batch.length === 1 || accountId === undefined) return eachAlone(deps, batch);
      try {
        return await withAccount(deps.pool, { accountId }, (tx) => deliverTogether(deps, tx, accountId, batch));
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        return eachAlone(deps, batch);
      }
    },
  });

async function eachAlone(deps: Use, batch: readonly Lead[]): Promise<Ended<boolean>[]> {
  const ends: Ended<boolean>[] = [];
  for (const lead of batch)
    ends.push(
      await deliverLead(deps, lead).then(
        (done) => ({ done }),
        (error: unknown) => ({ error }),
      ),
    );
  return ends;
}

/** One that fails is undone alone. Locks are taken in the order of all transactions: agents, then contacts by id. */
async function deliverTogether(
  deps: Use,
  tx: Tx,
  accountId: number,
  batch: readonly Lead[],
): Promise<Ended<boolean>[]> {
  const owners = new Map<string, sql.LeadOwner | null>();
  const found = [];
  for (const lead of batch) {
    const whose = `${lead.to?.userId} ${lead.entered.agent}`;
    const owner = owners.get(whose) ?? (await ownerOf(tx, lead.to?.userId ?? null, lead));
    owners.set(whose, owner);
    found.push({ lead, owner });
  }
  const ids = new Set([...owners.values()].flatMap((owner) => (owner === null ? [] : [owner.id])));
  for (const id of [...ids].toSorted((one, other) => one - other)) await sql.lockAgent(tx, id);
  // Another process may have delivered them until the locks were free.
  const done = await sql.findKnownKeys(tx, batch);
  const owned = found.filter(({ lead }) => !done.has(lead.key));
  const known: number[] = [];
  for (const { lead, owner } of owned) {
    const same = owner === null ? undefined : await findKnownPerson(tx, personOf(lead), owner.id);
    if (same !== undefined) known.push(same.id);
  }
  await lockContacts(tx, known);
  const told: Told[] = [];
  const ends = new Map<string, Ended<boolean>>();
  for (const { lead, owner } of owned) {
    const end =
      owner === null ? null : await attempt(tx, 'lead', () => deliverTo(deps, tx, { accountId, owner }, lead));
    if (end !== null && 'done' in end && end.done !== null) told.push(end.done);
    ends.set(lead.key, end !== null && 'error' in end ? end : { done: end !== null });
  }
  await tellPages(tx, accountId, told);
  return batch.map(({ key }) => ends.get(key) ?? { done: true });
}

interface To {
  readonly accountId: number;
  readonly userId: number | null;
}

async function deliver(deps: Use, tx: Tx, { accountId, userId }: To, lead: Lead): Promise<boolean> {
  const owner = await ownerOf(tx, userId, lead);
  if (owner === null) return false;
  await sql.lockAgent(tx, owner.id);
  if ((await sql.findKnownKeys(tx, [lead])).has(lead.key)) return true;
  const told = await deliverTo(deps, tx, { accountId, owner }, lead);
  if (told !== null) await tellPages(tx, accountId, [told]);
  return true;
}

/** The agent who gets a request: the one whom it names, else whose page it was. `userId` null: the page of an agency. */
async function ownerOf(tx: Tx, userId: number | null, { entered: { agent } }: Lead): Promise<sql.LeadOwner | null> {
  const asked = agent === '' ? null : await sql.findAgentNamed(tx, agent);
  return sql.findOwner(tx, userId !== null && agent === '' ? userId : (asked ?? userId));
}

/** The agent's requests are locked. `null`: it is suspected, of which no one is told. */
async function deliverTo(
  deps: Use,
  tx: Tx,
  to: { readonly accountId: number; readonly owner: sql.LeadOwner },
  received: Lead,
): Promise<Told | null> {
  const { owner } = to;
  const isReplayed = received.puzzle !== null && (await sql.isPuzzleUsed(tx, received.puzzle));
  const lead: Lead =
    isReplayed && received.proof === 'proven'
      ? { ...received, proof: 'unproven', puzzle: null }
      : { ...received, puzzle: isReplayed ? null : received.puzzle };
  if (lead.proof === 'suspected') {
    await keepLead(tx, { lead, userId: owner.id, contactId: null, isNew: false });
    return null;
  }
  const contact = await contactFor(deps, tx, { ...to, lead });
  await keepLead(tx, { lead, userId: owner.id, contactId: contact.id, isNew: contact.isNew });
  await recordConsents(tx, lead, contact.id);
  const told = { ...to, lead, contact };
  await tellOwner(deps, tx, told);
  return told;
}

/** @throws when another delivery was faster: this one is undone, and finds it when it is tried again. */
async function keepLead(tx: Tx, lead: sql.NewLead): Promise<void> {
  if ((await sql.insertLead(tx, lead)) === null) throw new Error('This request is being delivered already.');
}

interface Placed {
  readonly accountId: number;
  readonly owner: sql.LeadOwner;
  readonly lead: Pick<Lead, 'entered' | 'at' | 'host' | 'language'>;
}

interface LeadContact {
  readonly id: number;
  readonly number: number;
  readonly isNew: boolean;
}

/** The agent's contact for a request: theirs already, or a new one. The agent's requests are locked. */
export async function contactFor(
  deps: Pick<Deps, 'now'>,
  tx: Tx,
  { accountId, owner, lead }: Placed,
): Promise<LeadContact> {
  const at = new Date(lead.at);
  const values = valuesOf(lead, at);
  const same = await findKnownPerson(tx, personOf(lead), owner.id);
  if (same !== undefined) {
    await lockContacts(tx, [same.id]);
    await touchContact(tx, same.id, at);
    return { id: same.id, number: same.number, isNew: false };
  }
  const number = await takeContactNumber(tx);
  const id = await insertContact(tx, {
    accountId,
    businessUnitId: owner.business_unit_id,
    ownerId: owner.id,
    number,
    tagIds: [],
    values: { ...values, type: 'lead', source: LEAD_SOURCE, ...(lead.language === 'es' && { language: 'spanish' }) },
    at: deps.now(),
  });
  return { id, number, isNew: true };
}

const personOf = (lead: Pick<Lead, 'entered' | 'at'>): NamedPerson => {
  const { phone = null, email = null } = valuesOf(lead, new Date(lead.at));
  const { first_name, last_name } = lead.entered;
  return { first_name, last_name, phone, email };
};

/** A value that was checked when it came, and isn't one anymore, stays with the request alone. */
function valuesOf({ entered }: Pick<Lead, 'entered'>, at: Date) {
  const { first_name, last_name, phone, email, zip_code } = entered;
  const written = { first_name, last_name, phone, email, zip_code };
  try {
    return readContactValues(written, utcDay(at));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return readContactValues({ first_name, last_name, zip_code }, utcDay(at));
  }
}

const CHANNELS: Readonly<Record<LeadBox, 'call' | 'text' | 'mail'>> = { call: 'call', text: 'text', mail: 'mail' };

/**
 * Without a solved puzzle no program follows: the consent is for people. Without words that were shown it is none, and
 * stays with the request alone.
 */
async function recordConsents(tx: Tx, lead: Lead, contactId: number): Promise<void> {
  const at = new Date(lead.at);
  const given = lead.consents.filter((one) => one.given && one.words !== '');
  if (given.length === 0) return;
  await insertConsents(
    tx,
    given.map(({ box, words, version }) => ({
      contactId,
      channel: CHANNELS[box],
      kind: 'given' as const,
      purpose: lead.proof === 'proven' ? ('automated' as const) : ('marketing' as const),
      evidence: `Checked on ${lead.host}, wording ${version}: “${words}”`.slice(0, EVIDENCE_MAX),
      source: 'form' as const,
      givenAt: at,
      expires_on: null,
      userId: null,
      actorId: null,
      at,
      retractsId: null,
    })),
  );
}

interface Told extends Placed {
  readonly lead: Lead;
  readonly contact: LeadContact;
}

const nameOf = ({ entered: { first_name: first, last_name: last } }: Lead): string => `${first} ${last}`.trim();

/** What open pages hear of new requests. */
async function tellPages(tx: Tx, accountId: number, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return;
  const changed = told.map(({ contact, owner }) => ({ id: contact.id, owner_id: owner.id }));
  await emitContactsChanged(tx, accountId, changed);
  await tellThreads(
    tx,
    accountId,
    changed.map(({ id }) => id),
  );
  const events = told.map(({ owner, lead, contact }) => {
    const { topic } = lead.entered;
    const body: TextsBroadcast = { type: 'lead.received', contact_number: contact.number, name: nameOf(lead), topic };
    return { stream: textsStream(owner.id), body };
  });
  await emitEvents(tx, accountId, events);
}

/** Among the agent's notifications, and by e-mail. */
async function tellOwner(
  { mailer, config, now }: Use,
  tx: Tx,
  { accountId, owner, lead, contact }: Told,
): Promise<void> {
  const { topic } = lead.entered;
  await notify(tx, {
    accountId,
    userId: owner.id,
    kind: 'lead',
    aboutId: contact.id,
    occurrence: lead.key,
    title: `New request from your page: ${nameOf(lead)}`,
    body: [topic === '' ? '' : `About “${topic}”`, lead.language === 'es' ? 'in Spanish' : '']
      .filter(Boolean)
      .join(', '),
    href: `/contacts/${contact.number}`,
    at: now(),
  });
  await mailer.send(tx, accountId, { to: owner.email, ...leadMail({ config }, lead, contact) });
}

/** What the agent reads of a request by e-mail. */
export function leadMail(
  { config }: Pick<Deps, 'config'>,
  { entered, language }: Pick<Lead, 'entered' | 'language'>,
  contact: Pick<Told['contact'], 'number' | 'isNew'>,
) {
  const { first_name: first, last_name: last, phone, email, topic, message } = entered;
  const name = `${first} ${last}`.trim();
  return {
    subject: `New request from your page: ${name}`,
    text: [
      `${name} asks to hear from you${topic === '' ? '' : ` about “${topic}”`}.`,
      [phone, email].filter(Boolean).join('\n'),
      message,
      language === 'es' && 'They wrote on your page in Spanish.',
      contact.isNew ? 'They are a new contact.' : 'They are one of your contacts.',
      `${config.appUrl ?? ''}/contacts/${contact.number}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  };
}
