import type { ErasureStep } from './erasure-step.ts';
import type { Tx } from '../../db/tx.ts';

export type Counts = Readonly<Record<string, number>>;

export interface ErasureRow {
  readonly id: number;
  readonly account_id: number;
  readonly contact_id: number;
  readonly contact_number: number;
  readonly user_id: number;
  readonly user: string | null;
  readonly actor_id: number;
  readonly request_id: string;
  readonly reason: Buffer | null;
  readonly status: 'running' | 'done' | 'refused';
  readonly step: ErasureStep;
  readonly cursor: number;
  readonly failure: string;
  readonly identifiers: Buffer | null;
  readonly erased: Counts;
  readonly evidence: Buffer | null;
  readonly kept: Counts;
  readonly kept_until: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

const FIND = `select e.id, e.account_id, e.contact_id, e.contact_number, e.user_id, e.actor_id, e.request_id, e.reason,
    e.status, e.step, e.cursor, e.failure, e.identifiers, e.erased, e.evidence, e.kept, e.kept_until, e.created_at,
    e.finished_at, (select name from names_of_people(array[e.user_id])) as "user"
  from erasures e`;

export async function findErasure(tx: Tx, id: number): Promise<ErasureRow | null> {
  const [row] = await tx.raw<ErasureRow>(`${FIND} where e.account_id = app_account_id() and e.id = $1`, [id]);
  return row ?? null;
}

/** Like `findErasure`, locked, if it is still running. */
export async function lockRunning(tx: Tx, id: number): Promise<ErasureRow | null> {
  const [row] = await tx.raw<ErasureRow>(`${FIND} where e.id = $1 and e.status = 'running' for update of e`, [id]);
  return row ?? null;
}

/** Erasures of the account, newest first. */
export const findErasures = (tx: Tx, most: number): Promise<ErasureRow[]> =>
  tx.raw(`${FIND} where e.account_id = app_account_id() order by e.id desc limit $1`, [most]);

/** The erasure of a contact that runs or is done. */
export async function findOfContact(tx: Tx, contactId: number): Promise<ErasureRow | null> {
  const [row] = await tx.raw<ErasureRow>(
    `${FIND} where e.account_id = app_account_id() and e.contact_id = $1 and e.status <> 'refused'`,
    [contactId],
  );
  return row ?? null;
}

/** Returns true while a contact is being erased. */
export async function isBeingErased(tx: Tx, contactId: number): Promise<boolean> {
  const rows = await tx.raw(`select from erasures where contact_id = $1 and status = 'running'`, [contactId]);
  return rows.length > 0;
}

export interface NewErasure {
  readonly contactId: number;
  readonly contactNumber: number;
  readonly userId: number;
  readonly actorId: number;
  readonly requestId: string;
  readonly at: Date;
}

export async function insertErasure(tx: Tx, fresh: NewErasure): Promise<number> {
  const { contactId, contactNumber, userId, actorId, requestId, at } = fresh;
  const [row] = await tx.raw<{ id: number }>(
    `insert into erasures (account_id, contact_id, contact_number, user_id, actor_id, request_id, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6) returning id`,
    [contactId, contactNumber, userId, actorId, requestId, at],
  );
  if (row === undefined) throw new Error('the erasure has no row');
  return row.id;
}

export interface ErasurePatch {
  readonly status?: ErasureRow['status'];
  readonly step?: ErasureStep;
  readonly cursor?: number;
  readonly failure?: string;
  readonly reason?: Buffer | null;
  readonly identifiers?: Buffer | null;
  readonly erased?: Counts;
  readonly evidence?: Buffer | null;
  readonly kept?: Counts;
  readonly kept_until?: string | null;
  readonly finished_at?: Date;
}

const JSON_COLUMNS = ['erased', 'kept'];

export async function changeErasure(tx: Tx, id: number, patch: ErasurePatch): Promise<void> {
  const entries = Object.entries(patch);
  const sets = entries.map(([column], place) => `${column} = $${place + 2}`).join(', ');
  const values = entries.map(([column, value]) => (JSON_COLUMNS.includes(column) ? JSON.stringify(value) : value));
  await tx.raw(`update erasures set ${sets} where id = $1`, [id, ...values]);
}

const WHOLE = `with recursive whole as (
  select id from contacts where id = $1 union select c.id from contacts c join whole on c.merged_into_id = whole.id)`;

/** The contact with those that were merged into it, by id: they are one person. Empty: it is gone. */
export async function findWhole(tx: Tx, contactId: number): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>(`${WHOLE} select id from whole order by id`, [contactId]);
  return rows.map((row) => row.id);
}

/** Contacts that link to these. */
export async function findLinked(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.raw<{ id: number }>('select id from contacts where linked_contact_id = any($1)', [ids]);
  return rows.map((row) => row.id);
}

export const findOwners = (tx: Tx, ids: readonly number[]): Promise<{ id: number; owner_id: number }[]> =>
  tx.raw('select id, owner_id from contacts where id = any($1) order by id', [ids]);

interface Erased {
  readonly ids: readonly number[];
  readonly keptRecordings: readonly number[];
  /** Of the person alone, E.164. */
  readonly numbers: readonly string[];
}

export const eraseContacts = (tx: Tx, erasureId: number, { ids, keptRecordings, numbers }: Erased) =>
  tx.raw('select erase_contacts($1, $2, $3, $4)', [erasureId, ids, keptRecordings, numbers]);

/** A contact as the erasure checks it. */
export interface Checked {
  readonly held_at: Date | null;
  readonly merged_into_id: number | null;
}

export const findChecked = (tx: Tx, ids: readonly number[]): Promise<(Checked & { readonly id: number })[]> =>
  tx.raw('select id, held_at, merged_into_id from contacts where id = any($1) order by id', [ids]);

/** Work on these contacts that has to end first, in words. */
export async function findBusy(tx: Tx, ids: readonly number[]): Promise<'call' | 'import' | null> {
  const [row] = await tx.raw<{ busy: 'call' | 'import' | null }>(
    `select case
       when exists (select from calls where contact_id = any($1) and ended_at is null) then 'call'
       when exists (select from contacts c join imports i on i.id = c.import_id
         where c.id = any($1) and i.started_at is not null and (i.finished_at is null or i.status = 'undoing'))
         then 'import' end as busy`,
    [ids],
  );
  return row?.busy ?? null;
}

/** Takes the contact out of every list; the job removes the rows. */
export const deleteContact = (tx: Tx, id: number, at: Date) =>
  tx.raw(
    `update contacts set deleted_at = coalesce(deleted_at, $2), updated_at = $2, version = version + 1 where id = $1`,
    [id, at],
  );

/** Rows of these contacts, by kind. */
export async function countRows(tx: Tx, ids: readonly number[]): Promise<Counts> {
  const parts = Object.entries(COUNTED).map(([kind, text]) => `(${text})::int as ${kind}`);
  const [row] = await tx.raw<Counts>(`select ${parts.join(', ')}`, [ids]);
  return row ?? {};
}

const of = (table: string, more = '') => `select count(*) from ${table} where contact_id = any($1) ${more}`;

/** Kinds of records that an erasure removes. */
const COUNTED: Readonly<Record<string, string>> = {
  contacts: 'select count(*) from contacts where id = any($1)',
  notes: of('notes'),
  activities: of('contact_activities'),
  emails: of('contact_emails'),
  texts: of('text_messages'),
  files: of(
    'files',
    'and removed_at is null and not exists (select from call_recordings r where r.file_id = files.id)',
  ),
  recordings: `select count(*) from call_recordings r join calls k on k.id = r.call_id
    where k.contact_id = any($1) and r.recording_key is not null`,
  calls: of('calls'),
  policies: of('policies'),
  securities: of('securities'),
  sensitive: `select (${of('sealed_fields')}) + (${of('rx_details')}) + (${of('medicare_facts')}) + (${of('data_captures')})`,
  consents: of('contact_consents'),
  decisions: of('contact_decisions'),
  scopes_of_appointment: of('soa_requests'),
  requests: of('webpage_leads'),
  changes: of('contact_changes'),
  imported_rows: `select count(*) from import_rows where contact_id = any($1) and outcome in ('created', 'updated')`,
  printed: of('print_rows', `and outcome = 'printed'`),
};
