import type { Body } from '#contract/endpoint.ts';
import { SOA_LINK_HOURS, type SoaDetail, type SoaWay, soaRequests } from '#contract/soa.contract.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { afterStep, mayStep, type SoaStep, statusAt } from '#rules/soa/soa.machine.ts';
import { STATUS_WORDS } from '#rules/soa/soa-words.ts';
import { isTimely } from '#rules/soa/soa-timing.ts';
import { writeAudit } from '../../audit.ts';
import { inOneTransaction, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { ancestorsOf, userStream } from '../../events.ts';
import { tellChange } from '../../resource/resource.service.ts';
import { type Caller, requireLiveContact } from '../contacts/contacts.service.ts';
import { sendText } from '../messages/sending/send-text.service.ts';
import { ownZone } from '../profile/own-day.ts';
import { sendEmail } from '../timeline/emails.service.ts';
import { invitationOf } from './invitation.ts';
import { judge, sealRequest } from './seal-request.ts';
import { lockSeals } from './seals.ts';
import { requireSoa, toDetail } from './soa.service.ts';
import { soaLink } from './soa-link.ts';
import * as sql from './soa.sql.ts';

const HOUR_MS = 3_600_000;

/** Tells everyone who may see it. */
export async function tellSoa(
  tx: Tx,
  accountId: number,
  { id, user_id: userId }: Pick<sql.SoaRow, 'id' | 'user_id'>,
  also: readonly number[] = [],
) {
  const people = new Set([userId, ...also, ...(await ancestorsOf(tx, userId))].map(userStream));
  await tellChange(tx, accountId, soaRequests, id, people);
}

/** The status after a step, at this moment. @throws {Refusal} `conflict` when it can't happen now. */
export function stepFrom(row: sql.SoaRow, step: SoaStep, now: Date) {
  const status = statusAt(row, now);
  const next = afterStep(status, step);
  if (next === null)
    throw new Refusal(
      'conflict',
      `This scope of appointment is ${STATUS_WORDS[status].toLowerCase()} and can't be changed like that.`,
    );
  return next;
}

/** Ends one that another one replaces. */
export async function supersede(tx: Tx, row: sql.SoaRow, at: Date, who: sql.NewEvent['who']): Promise<void> {
  if (!mayStep(statusAt(row, at), 'supersede')) return;
  await sql.changeSoa(tx, row.id, { status: 'superseded', ended_at: at }, at);
  await sql.insertEvent(tx, { id: row.id, contactId: row.contact_id, kind: 'superseded', at, who });
}

/** @throws {Refusal} `refused` by field, `not_found`, `conflict`. */
export function createSoaRequest(
  deps: Deps,
  caller: Caller,
  body: Body<typeof soaRequests.create>,
): Promise<SoaDetail> {
  const { identity, requestId } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const contact = await requireLiveContact(tx, identity, body.contact_id, false).catch(asField);
    const replaced = body.supersedes_id === null ? null : await lockReplaced(deps, tx, caller, body.supersedes_id);
    if (replaced !== null && replaced.contact_id !== contact.id)
      throw refuseField('supersedes_id', 'This scope of appointment is with another contact.');
    const userId = identity.userId;
    const id = await sql.insertSoa(tx, {
      user_id: userId,
      contact_id: contact.id,
      method: body.method,
      language: body.language,
      products: [...new Set(body.products)],
      appointment_at: body.appointment_at === null ? null : new Date(body.appointment_at),
      zone: await ownZone(tx, userId),
      domain_name: await sql.findPageOf(tx, userId),
      supersedes_id: replaced?.id ?? null,
      at,
    });
    await note(tx, caller, { id, contactId: contact.id, kind: 'created', at });
    // What is signed counts until the new one is.
    if (replaced !== null && replaced.signed_at === null) await supersede(tx, replaced, at, whoOf(caller));
    await writeAudit(tx, identity, requestId, {
      action: 'soa_request.created',
      subjectType: 'soa_request',
      subjectId: id,
    });
    await tellSoa(tx, identity.accountId, { id, user_id: userId });
    return detail(deps, tx, caller, id);
  });
}

function asField(error: unknown): never {
  if (error instanceof Refusal && error.code === 'not_found') throw refuseField('contact_id', 'Contact not found.');
  throw error;
}

async function lockReplaced(deps: Deps, tx: Tx, { identity }: Caller, id: number): Promise<sql.SoaRow> {
  const row = await lockVisible(deps, tx, identity, id).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not_found')
      throw refuseField('supersedes_id', 'Scope of appointment not found.');
    throw error;
  });
  if (!mayStep(statusAt(row, deps.now()), 'supersede'))
    throw refuseField('supersedes_id', 'This scope of appointment was already replaced or rejected.');
  return row;
}

export async function lockVisible(deps: Deps, tx: Tx, identity: Caller['identity'], id: number): Promise<sql.SoaRow> {
  await requireSoa(deps, tx, identity, id);
  const row = await sql.lockSoa(tx, id);
  if (row === null) throw new Refusal('not_found', 'Scope of appointment not found.');
  return row;
}

export const whoOf = ({ identity: { actorId, userId } }: Caller) => ({ actorId, userId });

export const note = (tx: Tx, caller: Caller, event: Omit<sql.NewEvent, 'who'>) =>
  sql.insertEvent(tx, { ...event, who: whoOf(caller) });

export const detail = async (deps: Deps, tx: Tx, { identity }: Caller, id: number): Promise<SoaDetail> =>
  toDetail(deps, tx, identity, await requireSoa(deps, tx, identity, id));

/** Sends the link, or hands it over. @throws {Refusal} `refused` with the reason, `not_found`, `conflict`. */
export function sendSoaRequest(deps: Deps, caller: Caller, id: number, way: SoaWay): Promise<SoaDetail> {
  const { identity, requestId } = caller;
  return inOneTransaction(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const seen = await requireSoa(deps, tx, identity, id);
    if (seen.method !== 'link') throw new Refusal('conflict', 'This one is signed on paper or agreed to in a call.');
    // Before the row: the message locks the contact.
    if (mayStep(seen.status, 'send')) await deliver(deps, tx, caller, seen, way);
    const row = await lockVisible(deps, tx, identity, id);
    const status = stepFrom(row, 'send', at);
    const expires = new Date(at.getTime() + SOA_LINK_HOURS * HOUR_MS);
    await sql.changeSoa(tx, id, { status, sent_by: way, sent_at: at, expires_at: expires }, at);
    await note(tx, caller, { id, contactId: row.contact_id, kind: 'sent', at, detail: { way } });
    await writeAudit(tx, identity, requestId, {
      action: 'soa_request.sent',
      subjectType: 'soa_request',
      subjectId: id,
      detail: { way },
    });
    await tellSoa(tx, identity.accountId, row, [identity.userId]);
    return detail(deps, tx, caller, id);
  });
}

async function deliver(deps: Deps, tx: Tx, caller: Caller, row: sql.ShownSoa, way: SoaWay): Promise<void> {
  if (way === 'copy') return;
  const link = soaLink(deps, { accountId: caller.identity.accountId, id: row.id });
  const { subject, body, text } = invitationOf(row, await sql.findParties(tx, row), link);
  // The person asked for the meeting, but it is about sales: the stricter purpose.
  if (way === 'mail')
    await sendEmail(deps, caller, row.contact_id, { subject, body, format: 'text', purpose: 'marketing', cc: [] });
  else
    await sendText(deps, caller, {
      body: { contact_id: row.contact_id, message_content: text, purpose: 'marketing' },
      file: null,
    });
}

/** @throws {Refusal} `refused` by field, `not_found`, `conflict`. */
export function completeSoaRequest(
  deps: Deps,
  caller: Caller,
  id: number,
  body: Body<typeof soaRequests.complete>,
): Promise<SoaDetail> {
  const { identity, requestId } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    await lockSeals(tx);
    const row = await lockVisible(deps, tx, identity, id);
    const status = stepFrom(row, 'complete', at);
    const meeting = body.appointment_at === undefined ? row.appointment_at : new Date(body.appointment_at);
    if (meeting === null) throw refuseField('appointment_at', 'Enter when you meet, or met.');
    const { rule, timing } = await judge(tx, { ...row, appointment_at: meeting });
    if (timing === 'after')
      throw refuseField('appointment_at', 'It was signed after this. Get a new one before you meet.');
    if (timing !== null && !isTimely(timing, body.exception))
      throw refuseField(
        'exception',
        `${rule?.title ?? 'The rule'} (${rule?.source ?? ''}). It was signed later: say which exception applies.`,
      );
    await sql.changeSoa(
      tx,
      id,
      {
        status,
        appointment_at: meeting,
        rule_id: rule?.id ?? null,
        timing: timing ?? '',
        exception: timing === 'short' ? (body.exception ?? '') : '',
        initial_contact: cleanText(body.initial_contact),
        agent_signature: cleanLine(body.agent_signature),
        completed_at: at,
      },
      at,
    );
    await note(tx, caller, { id, contactId: row.contact_id, kind: 'completed', at });
    const seal = await sealRequest(deps, tx, id, 'completed', at);
    await writeAudit(tx, identity, requestId, {
      action: 'soa_request.completed',
      subjectType: 'soa_request',
      subjectId: id,
      detail: { seal },
    });
    await tellSoa(tx, identity.accountId, row, [identity.userId]);
    return detail(deps, tx, caller, id);
  });
}

/** @throws {Refusal} `not_found`, `conflict`. */
export function rejectSoaRequest(deps: Deps, caller: Caller, id: number, reason: string): Promise<SoaDetail> {
  const { identity, requestId } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const at = deps.now();
    const row = await lockVisible(deps, tx, identity, id);
    const status = stepFrom(row, 'reject', at);
    await sql.changeSoa(tx, id, { status, reason: cleanText(reason), ended_at: at }, at);
    await note(tx, caller, { id, contactId: row.contact_id, kind: 'rejected', at });
    await writeAudit(tx, identity, requestId, {
      action: 'soa_request.rejected',
      subjectType: 'soa_request',
      subjectId: id,
    });
    await tellSoa(tx, identity.accountId, row, [identity.userId]);
    return detail(deps, tx, caller, id);
  });
}
