import { randomBytes, randomUUID } from 'node:crypto';
import { canaryOf } from './canaries.ts';
import { type Actor, hashOfToken, type MatrixWorld, type Relation, type Somebody } from './matrix-world.ts';
import type { ResourceSpec } from './resources.ts';
import { RETURNED } from './returned-email.ts';

/** Things that a request can name. */
export interface Thing {
  readonly id: number;
  /** Location of its row. `null` when no one changes it. */
  readonly row: { readonly table: string; readonly id: number } | null;
  /** Its `jid`; absent when it has none. */
  readonly jid?: string;
  /** The contact that it lies in; absent: it lies in none. */
  readonly contactId?: number;
}

export type World = MatrixWorld;

/** Larger than any id. */
const UNKNOWN_ID = 9_000_000_000;
export const UNKNOWN: Thing = { id: UNKNOWN_ID, row: null };

/** Owner of a relation's thing. */
export const ownerOf = (actor: Actor, relation: Relation): Somebody =>
  relation === 'deleted' || relation === 'unknown' ? actor.cast.own : actor.cast[relation];

/** User of a relation. */
export const personOf = (actor: Actor, relation: Relation): Somebody =>
  relation === 'deleted' ? actor.cast.gone : ownerOf(actor, relation);

export const textOf = ({ tenant, key }: Somebody) => canaryOf(tenant, key);

let numbers = 0;
export const nextNumber = () => (numbers += 1);

interface ContactThing extends Thing {
  readonly number: number;
}

export async function insertContact(world: World, actor: Actor, relation: Relation): Promise<ContactThing> {
  const owner = ownerOf(actor, relation);
  const number = 1_000_000 + nextNumber();
  const holder = actor.type === 'pool_holder' ? 'own' : 'pooled';
  const poolId = relation === 'pooled' ? (await pool(world, actor, holder)).id : null;
  const id = await world.one(
    `insert into contacts (account_id, number, business_unit_id, owner_id, pool_id, first_name, last_name, email, address,
                           city, state, category, source, deleted_at)
     values ($1, $2, $3, $4, $5, $6, $6, $6 || '@example.test', $6, $6, $6, $6, $6, case when $7 then now() end)`,
    [owner.accountId, number, owner.unitId, owner.id, poolId, textOf(owner), relation === 'deleted'],
  );
  await world.it.owner.query(
    `with medicare as (
       insert into medicare_facts (contact_id, account_id, plan_name) values ($1, $2, $3)
     ), change as (
       insert into contact_changes (contact_id, account_id, version, field, before, after) values ($1, $2, 0, 'city', $3, $3)
     )
     insert into data_captures (contact_id, account_id, captures)
     values ($1, $2, jsonb_build_array(jsonb_build_object('label', $3::text, 'value', $3::text)))`,
    [id, owner.accountId, textOf(owner)],
  );
  return { id, number, row: { table: 'contacts', id } };
}

/** `held`: under legal hold. */
export async function contact(world: World, actor: Actor, relation: Relation, state = ''): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const made = await insertContact(world, actor, relation);
  if (state === 'held') {
    const reason = textOf(ownerOf(actor, relation));
    await world.it.owner.query('update contacts set held_at = now(), hold_reason = $2 where id = $1', [
      made.id,
      reason,
    ]);
  }
  return made;
}

export async function contactNumber(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { number, row } = await insertContact(world, actor, relation);
  return { id: number, row };
}

/** A note of a contact; a deleted one is gone from a contact that is there. */
export async function note(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  const around = await insertContact(world, actor, relation === 'deleted' || relation === 'unknown' ? 'own' : relation);
  if (relation === 'unknown') return { ...UNKNOWN, contactId: around.id };
  const author = ownerOf(actor, relation);
  const id = await world.one('insert into notes (account_id, contact_id, author_id, body) values ($1, $2, $3, $4)', [
    author.accountId,
    around.id,
    author.id,
    textOf(author),
  ]);
  if (relation === 'deleted') await world.it.owner.query('delete from notes where id = $1', [id]);
  return { id, row: relation === 'deleted' ? null : { table: 'notes', id }, contactId: around.id };
}

/** A row of a contact with a text in one column; a deleted one is kept. */
export const recordIn =
  (table: 'policies' | 'securities', column: string) =>
  async (world: World, actor: Actor, relation: Relation): Promise<Thing> => {
    const there = relation === 'deleted' || relation === 'unknown' ? 'own' : relation;
    const around = await insertContact(world, actor, there);
    if (relation === 'unknown') return { ...UNKNOWN, contactId: around.id };
    const owner = ownerOf(actor, relation);
    const id = await world.one(
      `insert into ${table} (account_id, contact_id, ${column}, notes, deleted_at)
       values ($1, $2, $3, $3, case when $4 then now() end)`,
      [owner.accountId, around.id, textOf(owner), relation === 'deleted'],
    );
    return { id, row: { table, id }, contactId: around.id };
  };

/** A record of a contact, like a note. */
export async function activity(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  const around = await insertContact(world, actor, relation === 'deleted' || relation === 'unknown' ? 'own' : relation);
  if (relation === 'unknown') return { ...UNKNOWN, contactId: around.id };
  const author = ownerOf(actor, relation);
  const id = await world.one(
    `insert into contact_activities (account_id, contact_id, user_id, actor_id, type, body) values ($1, $2, $3, $3, 'call', $4)`,
    [author.accountId, around.id, author.id, textOf(author)],
  );
  if (relation === 'deleted') await world.it.owner.query('delete from contact_activities where id = $1', [id]);
  return { id, row: relation === 'deleted' ? null : { table: 'contact_activities', id }, contactId: around.id };
}

/** A mail to a contact that failed, beside a step of a workflow; as a note. */
export async function email(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  const around = await insertContact(world, actor, relation === 'deleted' || relation === 'unknown' ? 'own' : relation);
  if (relation === 'unknown') return { ...UNKNOWN, contactId: around.id };
  const author = ownerOf(actor, relation);
  await world.it.owner.query(
    `insert into workflow_logs (account_id, contact_id, workflow_name, status, message) values ($1, $2, $3, 'done', $3)`,
    [author.accountId, around.id, textOf(author)],
  );
  const id = await world.one(
    `insert into contact_emails (account_id, contact_id, user_id, actor_id, direction, address, subject, body, status)
     values ($1, $2, $3, $3, 'out', $4, $4, $4, 'failed')`,
    [author.accountId, around.id, author.id, textOf(author)],
  );
  await world.it.owner.query(RETURNED, [id]);
  if (relation === 'deleted') await world.it.owner.query('delete from contact_emails where id = $1', [id]);
  return { id, row: relation === 'deleted' ? null : { table: 'contact_emails', id }, contactId: around.id };
}

/** A consent of a contact, recorded just now by its owner, with a decision based on it. */
export async function consent(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  const around = await insertContact(world, actor, relation === 'deleted' || relation === 'unknown' ? 'own' : relation);
  if (relation === 'unknown') return { ...UNKNOWN, contactId: around.id };
  const author = ownerOf(actor, relation);
  const given = [author.accountId, around.id, author.id, textOf(author)];
  await world.it.owner.query(
    `insert into contact_decisions (account_id, contact_id, channel, purpose, at, allowed, reason, evidence, user_id, actor_id)
     values ($1, $2, 'call', 'service', now(), true, 'consented', jsonb_build_object('text', $4::text), $3, $3)`,
    given,
  );
  const id = await world.one(
    `insert into contact_consents (account_id, contact_id, channel, kind, evidence, source, given_at, user_id, actor_id)
     values ($1, $2, 'call', 'given', $4, 'asked', now(), $3, $3)`,
    given,
  );
  if (relation === 'deleted') await world.it.owner.query('delete from contact_consents where id = $1', [id]);
  return { id, row: relation === 'deleted' ? null : { table: 'contact_consents', id }, contactId: around.id };
}

/** A rule of an account; another one of it has ended. */
export async function complianceRule(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { accountId, id: userId, tenant } = ownerOf(actor, relation);
  const insert = () =>
    world.one(
      `insert into compliance_rules (account_id, rule, jurisdiction, starts_on, value, title, source, created_by)
       values ($1, 'retention', 'US', '2020-01-01', '{"years": 1}', $3, $3, $2)`,
      [accountId, userId, canaryOf(tenant, 'shared')],
    );
  await world.it.owner.query(
    `insert into compliance_rule_ends (account_id, rule_id, ends_on, reason, user_id) values ($1, $2, '2021-01-01', $3, $4)`,
    [accountId, await insert(), canaryOf(tenant, 'shared'), userId],
  );
  const id = await insert();
  return { id, row: { table: 'compliance_rules', id } };
}

/** A file of a contact; the bytes are nowhere, so that only its words can get out. */
export async function file(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  const around = await insertContact(world, actor, relation === 'deleted' || relation === 'unknown' ? 'own' : relation);
  if (relation === 'unknown') return { ...UNKNOWN, contactId: around.id };
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into files (account_id, contact_id, user_id, kind, name, description, type, bytes, file_key, state,
                        created_at, updated_at, deleted_at)
     values ($1, $2, $3, 'file', $4 || '.pdf', $4, 'pdf', 1, 'file-' || $4, 'ready', now(), now(),
             case when $5 then now() end)`,
    [owner.accountId, around.id, owner.id, textOf(owner), relation === 'deleted'],
  );
  return { id, row: { table: 'files', id }, contactId: around.id };
}

/** A ZIP of attachments with an unassigned file. */
export async function attachmentImport(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into attachment_imports (account_id, user_id, actor_id, request_id, file_name, file_bytes, file_key,
                                     with_leads, status, created_at)
     values ($1, $2, $2, '', $3, 1, 'file-' || $3, false, 'queued', now())`,
    [owner.accountId, owner.id, textOf(owner)],
  );
  await world.it.owner.query(
    'insert into attachment_import_entries (account_id, attachment_import_id, name, reason) values ($1, $2, $3, $3)',
    [owner.accountId, id, textOf(owner)],
  );
  return { id, row: { table: 'attachment_imports', id } };
}

/** Tags are the account's: their canary as well. */
export async function pool(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const holder = ownerOf(actor, relation);
  const name = `${textOf(holder)}${nextNumber()}`;
  const id = await world.one('insert into pools (account_id, name) values ($1, $2)', [holder.accountId, name]);
  await world.it.owner.query('insert into pool_holders values ($1, $2, $3)', [holder.accountId, id, holder.id]);
  return { id, row: { table: 'pools', id } };
}

/** A row of a resource of the account; a deleted one is gone. */
export const listRow =
  ({ table, title, required = {}, own }: ResourceSpec) =>
  async (world: World, actor: Actor, relation: Relation): Promise<Thing> => {
    if (relation === 'unknown') return UNKNOWN;
    const owner = ownerOf(actor, relation);
    const name = `${canaryOf(owner.tenant, 'shared')}${nextNumber()}`;
    const values = {
      account_id: owner.accountId,
      [title]: name,
      ...required,
      ...(own !== undefined && { [own]: name }),
    };
    const columns = Object.keys(values);
    const marks = columns.map((_, at) => `$${at + 1}`).join(', ');
    const id = await world.one(`insert into ${table} (${columns.join(', ')}) values (${marks})`, Object.values(values));
    if (relation !== 'deleted') return { id, row: { table, id } };
    await world.it.owner.query(`delete from ${table} where id = $1`, [id]);
    return { id, row: null };
  };

/** As `listRow`; one's own is for one's business unit. */
export const unitRow = (spec: ResourceSpec) => async (world: World, actor: Actor, relation: Relation) => {
  const made = await listRow(spec)(world, actor, relation);
  if (relation === 'own') {
    await world.it.owner.query(`update ${spec.table} set business_unit_id = $2 where id = $1`, [
      made.id,
      actor.cast.own.unitId,
    ]);
  }
  return made;
};

/** A saved view; a deleted one is gone. */
export async function quickFilter(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into quick_filters (account_id, user_id, name, scope) values ($1, $2, $3, jsonb_build_object('q', $4::text))`,
    [owner.accountId, owner.id, `${textOf(owner)}${nextNumber()}`, textOf(owner)],
  );
  if (relation !== 'deleted') return { id, row: { table: 'quick_filters', id } };
  await world.it.owner.query('delete from quick_filters where id = $1', [id]);
  return { id, row: null };
}

/** A favorite list; a deleted one is removed. */
export async function favoriteList(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into favorite_lists (account_id, user_id, kind, name) values ($1, $2, 'contacts', $3)`,
    [owner.accountId, owner.id, `${textOf(owner)}${nextNumber()}`],
  );
  await world.it.owner.query('insert into favorite_items (account_id, list_id, item_id) values ($1, $2, 0)', [
    owner.accountId,
    id,
  ]);
  if (relation !== 'deleted') return { id, row: { table: 'favorite_lists', id } };
  await world.it.owner.query('delete from favorite_lists where id = $1', [id]);
  return { id, row: null };
}

/** A conversation with MAX, one message each way; a deleted one is gone. */
export async function chatSession(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const signer = relation === 'own' ? (actor.signerPerson ?? owner) : owner;
  const id = await world.one(
    `insert into chat_sessions (account_id, user_id, actor_id, intent, welcome)
     values ($1, $2, $3, 'learn_system', jsonb_build_object('content', $4::text, 'timestamp', now(), 'suggestions', '[]'::jsonb))`,
    [owner.accountId, owner.id, signer.id, textOf(owner)],
  );
  await world.it.owner.query(
    `insert into chat_messages (account_id, session_id, message_type, content)
     select $1, $2, type, $3 from unnest('{user,assistant}'::text[]) type`,
    [owner.accountId, id, textOf(owner)],
  );
  if (relation !== 'deleted') return { id, row: { table: 'chat_sessions', id } };
  await world.it.owner.query('delete from chat_sessions where id = $1', [id]);
  return { id, row: null };
}

/** An import with rows in every related table. */
export async function attempt(world: World, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { accountId, id: userId, ...owner } = ownerOf(actor, relation);
  const canary = canaryOf(owner.tenant, owner.key);
  const columns = [{ index: 0, header: canary, samples: [canary], suggestion: null, confidence: 0 }];
  const lastRows = [
    {
      row_number: 1,
      name: canary,
      phone: '',
      outcome: 'problem',
      reason: 'phone_unreadable',
      detail: canary,
      contact_number: null,
    },
  ];
  const ended = state === 'done' || state === 'failed';
  const id = await world.one(
    `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, status, columns, fields,
                          last_rows, done_rows, problems, started_at, finished_at, deleted_at)
     values ($1, $2, $2, $2, $3 || '.csv', 1, $3, $4, $5, '{"0":"last_name"}', $6, $7, $7,
             case when $8 then now() end, case when $9 then now() end, case when $10 then now() end)`,
    [
      accountId,
      userId,
      canary,
      state,
      JSON.stringify(columns),
      JSON.stringify(lastRows),
      state === 'draft' ? 0 : 1,
      state !== 'draft',
      ended,
      relation === 'deleted',
    ],
  );
  await world.it.owner.query(
    `with checked as (
       insert into import_check_rows (account_id, import_id, row_number, reason, message, cells)
       values ($1, $2, 1, 'phone_unreadable', $3, array[$3])
     ), fixed as (
       insert into import_fixes (account_id, import_id, row_number, cells, reason, message)
       values ($1, $2, 1, jsonb_build_object('0', $3::text), 'phone_unreadable', $3)
     )
     insert into import_rows (account_id, import_id, row_number, outcome, reason, message, cells)
     values ($1, $2, 1, 'problem', 'phone_unreadable', $3, array[$3])`,
    [accountId, id, canary],
  );
  return { id, row: { table: 'imports', id } };
}

/** Two contacts that became one; with `deleted` that one is gone. */
export async function merge(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const survivor = await insertContact(world, actor, relation);
  const part = await insertContact(world, actor, relation);
  await world.it.owner.query('update contacts set deleted_at = now(), merged_into_id = $2 where id = $1', [
    part.id,
    survivor.id,
  ]);
  const id = await world.one(
    `insert into merges (account_id, survivor_id, merged_ids, user_id, actor_id, fields, at, kept)
     values ($1, $2, array[$3::bigint], $4, $4, '{}', now(), array[$5])`,
    [owner.accountId, survivor.id, part.id, owner.id, textOf(owner)],
  );
  return { id, row: { table: 'merges', id } };
}

export async function printJob(world: World, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  const jid = String(nextNumber()).padStart(22, '0');
  if (relation === 'unknown') return { ...UNKNOWN, jid };
  const owner = ownerOf(actor, relation);
  const left = await insertContact(world, actor, relation);
  const id = await world.one(
    `insert into print_jobs (account_id, user_id, actor_id, jid, kind, options, selection, sentence, status, total, done, printed,
                             skipped, pages, bytes, file_key, created_at, started_at, finished_at)
     values ($1, $2, $2, $5, 'labels', '{"start_at":1,"per_household":false}',
             '{"ids":[1,2]}', $3, $4, 1, 1, 0, 1, 1, 1, case when $4 = 'complete' then 'print-0000' end, now(), now(),
             case when $4 = 'complete' then now() end)`,
    [owner.accountId, owner.id, textOf(owner), state, jid],
  );
  await world.it.owner.query(
    `insert into print_rows (account_id, job_id, position, contact_id, outcome, reason, unprintable, unprintable_in)
     values ($1, $2, 1, $3, 'skipped', 'other_script', $4, 'name')`,
    [owner.accountId, id, left.id, textOf(owner)],
  );
  return { id, jid, row: { table: 'print_jobs', id } };
}

export async function letterTemplate(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into letter_templates (account_id, user_id, name, body, created_at, updated_at, deleted_at)
     values ($1, $2, $3 || ' ' || $4, $3, now(), now(), case when $5 then now() end)`,
    [owner.accountId, owner.id, textOf(owner), nextNumber(), relation === 'deleted'],
  );
  return { id, row: { table: 'letter_templates', id } };
}

export async function failedJob(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return { ...UNKNOWN, jid: randomUUID() };
  const { accountId } = ownerOf(actor, relation);
  const id = nextNumber();
  const { rows } = await world.it.owner.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, singleton_key, completed_on, output)
     values ('bulk.run', $1, 'failed', $2, now(), '{"message": "The storage is full."}') returning id`,
    [JSON.stringify({ accountId, jobId: id }), String(id)],
  );
  return { id, jid: rows[0]?.id ?? '', row: null };
}

/** A bulk job that changed one contact and left another one alone. */
export async function bulkJob(world: World, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const changed = await insertContact(world, actor, relation);
  const id = await world.one(
    `insert into bulk_jobs (account_id, user_id, actor_id, change, names, selection, sentence, status, frozen, total, done,
                            changed, refused, created_at, started_at, finished_at)
     values ($1, $2, $2, '{"action":"delete"}', array[$3], '{"ids":[1,2]}', $3, $4, true, 2, 2, 1, 1, now(), now(),
             case when $4 = 'done' then now() end)`,
    [owner.accountId, owner.id, textOf(owner), state],
  );
  await world.it.owner.query(
    `insert into bulk_rows (account_id, job_id, position, contact_id, outcome, reason, before, version_after)
     values ($1, $2, 1, $3, 'changed', null, '{"deleted_at":null}', 1), ($1, $2, 2, $3, 'refused', 'deleted', null, null)`,
    [owner.accountId, id, changed.id],
  );
  return { id, row: { table: 'bulk_jobs', id } };
}

/** A transfer to oneself that moved one contact and skipped another one. */
export async function transfer(world: World, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const moved = await insertContact(world, actor, relation);
  const id = await world.one(
    `insert into transfer_attempts (account_id, user_id, actor_id, to_user_ids, selection, sentence, note, status, total, done,
                                    moved, left_alone, by_reason, created_at, started_at, finished_at, updated_at)
     values ($1, $2, $2, array[$2::bigint], '{"ids":[1,2]}', $3, $3, $4, 2, 2, 1, 1, '{"deleted":1}', now(), now(),
             case when $4 = 'complete' then now() end, now())`,
    [owner.accountId, owner.id, textOf(owner), state],
  );
  await world.it.owner.query(
    `with rows as (
       insert into transfer_rows (account_id, transfer_id, position, contact_id, outcome, reason, from_owner_id, from_unit_id,
                                  to_owner_id, at, version_after)
       values ($1, $2, 1, $3, 'moved', null, $4, $5, $4, now(), 1), ($1, $2, 2, $3, 'left', 'deleted', $4, null, $4, now(), null)
     )
     insert into transfer_logs (account_id, transfer_id, at, event, user_id, text) values ($1, $2, now(), 'asked', $4, $6)`,
    [owner.accountId, id, moved.id, owner.id, owner.unitId, textOf(owner)],
  );
  return { id, row: { table: 'transfer_attempts', id } };
}

/** New owner: a new user below the user, so that the contacts change. */
export async function transferTarget(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation !== 'own') return person(world, actor, relation);
  const { accountId, unitId, id: manager } = actor.cast.own;
  const name = textOf(actor.cast.own);
  const id = await world.one(
    `insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name, roles)
     values ($1, $2, $3, $4 || $5, $4 || $5 || '@example.test', '', $4, $4, '{agent}')`,
    [accountId, unitId, manager, name, `receiver${nextNumber()}`],
  );
  return { id, row: null };
}

/** The manifest of a downloaded file. */
export async function exported(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into exports (account_id, business_unit_id, user_id, actor_id, format, selection, sentence, columns, why,
                          confirmed, status, rows, bytes, sha256, created_at, finished_at)
     select account_id, business_unit_id, id, id, 'csv', '{"ids":[1]}', $2, '{first_name}', $2, 1, 'complete', 1, 1, '',
            now(), now() from users where id = $1`,
    [owner.id, textOf(owner)],
  );
  return { id, row: { table: 'exports', id } };
}

/** Events of a recording up to this state. */
const FACTS_OF: Readonly<Record<string, readonly string[]>> = {
  recording: ['announced', 'recordingStarted'],
  paused: ['announced', 'recordingStarted', 'recordingPaused'],
  asking: ['announcing', 'announced'],
};

/** A call in progress, on hold, so that its agent may begin another; `state` is the recording's. */
export async function call(world: World, actor: Actor, relation: Relation, state: string): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into calls (account_id, conversation, sid, line, direction, from_number, to_number, user_id, actor_id, status,
                        held, recording, recording_mode, note, created_at, answered_at)
     values ($1, gen_random_uuid(), 'CA' || replace(gen_random_uuid()::text, '-', ''), 'embedded', 'outbound',
             '+12025550100', '+15125550142', $2, $2, 'active', true, $3, case when $3 = 'asking' then 'consented' else 'announced' end,
             $4, now(), now())`,
    [owner.accountId, owner.id, state, textOf(owner)],
  );
  await world.it.owner.query(
    `with told as (
       insert into call_events (account_id, call_id, event_key, kind, body, at)
       select $1, $2, kind, kind, jsonb_build_object('reason', $4::text, 'agent', null), now() + place * interval '1 ms'
       from unnest($3::text[]) with ordinality as e(kind, place)
     )
     insert into call_recordings (account_id, call_id, recording_key, created_at) values ($1, $2, 'file-' || $4, now())`,
    [owner.accountId, id, ['answered', 'held', ...(FACTS_OF[state] ?? [])], textOf(owner)],
  );
  return { id, row: { table: 'calls', id } };
}

/** The one open request of a user; earlier ones are answered. */
export async function minutesRequest(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  await world.it.owner.query(`update minutes_requests set status = 'declined' where user_id = $1 and status = 'open'`, [
    owner.id,
  ]);
  const id = await world.one(
    `insert into minutes_requests (account_id, user_id, manager_id, minutes, note, created_at)
     select account_id, id, coalesce(manager_id, id), 100, $2, now() from users where id = $1`,
    [owner.id, textOf(owner)],
  );
  return { id, row: { table: 'minutes_requests', id } };
}

/** Vendors are the account's: their canary as well. */
export async function vendor(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { accountId, tenant } = ownerOf(actor, relation);
  const name = `${canaryOf(tenant, 'shared')}${nextNumber()}`;
  const id = await world.one('insert into api_vendors (account_id, vendor_name) values ($1, $2)', [accountId, name]);
  if (relation === 'deleted') await world.it.owner.query('delete from api_vendors where id = $1', [id]);
  return { id, row: relation === 'deleted' ? null : { table: 'api_vendors', id } };
}

/** Saved settings of an import, not shared. */
export async function importSetting(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into import_settings (account_id, user_id, name, headers, fields, deleted_at)
     values ($1, $2, $3 || ' ' || $4, array[$3], '{}', case when $5 then now() end)`,
    [owner.accountId, owner.id, textOf(owner), nextNumber(), relation === 'deleted'],
  );
  return { id, row: { table: 'import_settings', id } };
}

export async function person(_world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { id } = personOf(actor, relation);
  return { id, row: { table: 'users', id } };
}

export async function unit({ unitsOf }: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  return { id: unitsOf[ownerOf(actor, relation).tenant][relation === 'otherUnit' ? 1 : 0], row: null };
}

export async function apiKey(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into api_keys (account_id, user_id, kind, name, prefix, token_hash, scopes, created_at, revoked_at)
     values ($1, $2, 'key', $3, $3, $4, '{contacts.read}', now(), case when $5 then now() end)`,
    [owner.accountId, owner.id, textOf(owner), hashOfToken(randomBytes(32).toString('hex')), relation === 'deleted'],
  );
  return { id, row: { table: 'api_keys', id } };
}

export async function session(world: World, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into sessions (account_id, user_id, token_hash, expires_at, ended_at, user_agent)
     values ($1, $2, $3, now() + interval '2 hours', case when $4 then now() end, $5)`,
    [owner.accountId, owner.id, randomBytes(32), relation === 'deleted', textOf(owner)],
  );
  return { id, row: { table: 'sessions', id } };
}

export async function plan(world: World, _actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const { rows } = await world.it.owner.query<{ id: number }>('select id from plans order by id limit 1');
  return { id: rows[0]?.id ?? 0, row: null };
}
