import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ListMeta } from '#contract/_wire.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { Enrollment, readEnrollments, SequenceContent, startSequence } from '#contract/sequences.contract.ts';
import { isDated, planOf } from '#rules/sequences/sequence.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Sql } from '../../resource/table.ts';
import { ofUnit } from '../../resource/visibility.ts';
import { usableBy } from '../campaign-triggers/campaign-triggers.table.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { seenIn } from '../contacts/contact-visibility.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { type Caller, requireLiveContact } from '../contacts/contacts.service.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { requireConversationTrigger, textOf } from './begin-with-text.ts';
import { enroll, findEnrollment } from './enrollments.sql.ts';
import { stopThese } from './stop-sequences.ts';
import { findTrigger, type TriggerRow } from './trigger-versions.ts';

/** A trigger that the caller manages. @throws {Refusal} `not_found` */
export async function requireTrigger(tx: Tx, identity: Identity, id: number): Promise<TriggerRow> {
  const seen = await tx.one(sql`select from campaign_triggers r where r.id = ${id} and ${ofUnit().seen(identity)}`);
  const trigger = seen === null ? null : await findTrigger(tx, id);
  if (trigger === null) throw new Refusal('not_found', 'Campaign trigger not found.');
  return trigger;
}

interface Row {
  readonly id: number;
  readonly contact_id: number;
  readonly number: number;
  readonly contact: string;
  readonly version_number: number | null;
  readonly content: SequenceContent | null;
  /** Of the trigger. */
  readonly occasion: TriggerRow['trigger'];
  readonly status: Enrollment['status'];
  readonly step: number;
  readonly due_at: Date | null;
  readonly reason: Enrollment['reason'];
  readonly note: string;
  readonly decision: Decision | null;
  readonly created_at: Date;
}

const toEnrollment = ({ due_at: dueAt, created_at: createdAt, content, occasion, ...row }: Row): Enrollment => ({
  id: row.id,
  contact: { id: row.contact_id, number: row.number, name: row.contact },
  version_number: row.version_number,
  status: row.status,
  sent: row.step,
  steps: content === null ? null : planOf(content, isDated(occasion), 'UTC').steps.length,
  next_at: dueAt?.toISOString() ?? null,
  reason: row.reason,
  note: row.note,
  decision: row.decision,
  started_at: createdAt.toISOString(),
});

const FROM = (triggerId: number, seen: Sql) => sql`from sequence_enrollments e join contacts c on c.id = e.contact_id
  join campaign_triggers t on t.id = e.trigger_id left join trigger_versions v on v.id = e.version_id
  where e.trigger_id = ${triggerId} and c.deleted_at is null and ${seen}`;

const find = (tx: Tx, triggerId: number, seen: Sql, which: Sql) =>
  tx.all<Row>(
    sql<Row>`select e.id, e.contact_id, c.number, trim(c.first_name || ' ' || c.last_name) as contact, v.number as version_number,
        v.content, t.trigger as occasion, e.status, e.step, e.due_at, e.reason, e.note, e.created_at,
        (select s.decision from sequence_sends s where s.enrollment_id = e.id order by s.step desc limit 1) as decision
      ${FROM(triggerId, seen)} ${which}`,
  );

/** @throws {Refusal} `not_found` */
export function listEnrollments(
  deps: Deps,
  identity: Identity,
  id: number,
  { page, limit }: Query<typeof readEnrollments>,
): Promise<Reply<typeof readEnrollments>> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireTrigger(tx, identity, id);
    const seen = seenIn(await seenBy(tx, identity));
    const rows = await find(tx, id, seen, sql`order by e.id desc limit ${limit} offset ${(page - 1) * limit}`);
    const total = await tx.one<{ count: number }>(sql`select count(*)::int as count ${FROM(id, seen)}`);
    return { data: rows.map(toEnrollment), meta: metaOf(page, limit, total?.count ?? 0) };
  });
}

export const metaOf = (page: number, limit: number, total: number): ListMeta => ({
  current_page: page,
  limit,
  total_count: total,
  total_pages: Math.max(1, Math.ceil(total / limit)),
});

/** @throws {Refusal} `not_found`; `conflict` once it has ended. */
export function stopSequence(deps: Deps, { identity, requestId }: Caller, id: number): Promise<Enrollment> {
  return withAccount(deps.pool, identity, async (tx) => {
    const seen = seenIn(await seenBy(tx, identity));
    const found = await findEnrollment(tx, id);
    const which = sql`and e.id = ${id}`;
    const [known] = found === null ? [] : await find(tx, found.trigger_id, seen, which);
    if (found === null || known === undefined) throw new Refusal('not_found', 'No contact in this sequence found.');
    await requireTrigger(tx, identity, found.trigger_id);
    await lockContacts(tx, [known.contact_id]);
    const [stopped] = await stopThese(tx, [id], `Stopped by ${await nameOf(tx, identity.userId)}.`);
    if (stopped === undefined) throw new Refusal('conflict', 'This sequence has already ended.');
    const detail = { trigger_id: found.trigger_id, enrollment_id: id };
    const subject = { subjectType: 'contact', subjectId: stopped.contact_id };
    await writeAudit(tx, identity, requestId, { action: 'sequence.stopped', ...subject, detail });
    await emitContactsChanged(tx, identity.accountId, [{ id: stopped.contact_id, owner_id: stopped.owner_id }]);
    const [row] = await find(tx, found.trigger_id, seen, which);
    if (row === undefined) throw new Error('a stopped sequence is gone');
    return toEnrollment(row);
  });
}

async function nameOf(tx: Tx, userId: number): Promise<string> {
  const [user] = await tx.raw<{ name: string }>('select name from names_of_people(array[$1::bigint])', [userId]);
  return user?.name ?? '';
}

/**
 * Starts a trigger for a contact. Each step asks whether it may be sent.
 * @throws {Refusal} `not_found`, `conflict`, `refused`
 */
export function startManually(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  triggerId: number,
): Promise<Reply<typeof startSequence>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    await requireUsable(tx, identity, triggerId);
    const at = deps.now();
    const of = { triggerId, contactId, occasion: `manual:${randomUUID()}`, userId: identity.userId, dueAt: at, at };
    if ((await enroll(tx, of)) === null) throw new Refusal('conflict', 'This contact is in the sequence already.');
    const detail = { trigger_id: triggerId };
    const subject = { subjectType: 'contact', subjectId: contactId };
    await writeAudit(tx, identity, requestId, { action: 'sequence.started', ...subject, detail });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    return undefined as never;
  });
}

/** A trigger that an agent may use anywhere. @throws {Refusal} `refused` under `campaign_trigger_id`. */
async function requireUsable(tx: Tx, identity: Identity, id: number): Promise<void> {
  for (const type of ['sms', 'email'] as const) {
    const { visibility } = usableBy(identity, type, undefined);
    const offered = (visibility.offered ?? visibility.seen)(identity);
    const found = await tx.one(sql`select from campaign_triggers r where r.id = ${id} and ${offered}`);
    if (found !== null) return;
  }
  throw refuseField('campaign_trigger_id', 'Campaign trigger not found.');
}

/** @throws {Refusal} `not_found`; `conflict` for a deleted contact; `refused` for a trigger that isn't shown in conversations. */
export function fillText(deps: Deps, identity: Identity, contactId: number, triggerId: number) {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireLiveContact(tx, identity, contactId, false);
    const trigger = await requireConversationTrigger(tx, identity, triggerId);
    const filled = await textOf(tx, trigger, { contactId, userId: identity.userId, at: deps.now() });
    return { data: { id: trigger.id, name: trigger.name, ...filled } };
  });
}
