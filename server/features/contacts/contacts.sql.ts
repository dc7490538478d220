import { sql } from 'kysely';
import type { Contact } from '#contract/contacts.contract.ts';
import type { Tag } from '#contract/tags.contract.ts';
import { qb, type Tx } from '../../db/tx.ts';
import type { ContactValues } from './contact-values.ts';
import { SEEN } from './contact-sight.sql.ts';

/** A contact as its row has it, with what hangs on it. */
export interface FoundContact {
  id: number;
  number: number;
  first_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  dob: string | null;
  gender: string | null;
  language: string | null;
  type: string;
  category: string;
  source: string;
  tag_ids: number[];
  tags: Tag[];
  owner_id: number;
  owner_name: string;
  pool_id: number | null;
  pool_name: string | null;
  business_unit_id: number;
  import_id: number | null;
  import_row: number | null;
  file_name: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  last_touch_at: Date | null;
  deleted_at: Date | null;
}

const FIND = `
  select c.id, c.number, c.first_name, c.last_name, c.phone, c.email, c.address, c.city, c.state, c.zip_code, c.dob,
         c.gender, c.language, c.type, c.category, c.source, c.tag_ids, c.owner_id, c.pool_id, c.business_unit_id,
         c.import_id, c.import_row, c.version, c.created_at, c.updated_at, c.last_touch_at, c.deleted_at,
         trim(u.first_name || ' ' || u.last_name) as owner_name, p.name as pool_name, i.file_name,
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) order by lower(t.name))
                   from tags t where t.id = any(c.tag_ids)), '[]') as tags
  from contacts c join users u on u.id = c.owner_id
  left join pools p on p.id = c.pool_id left join imports i on i.id = c.import_id`;

export type SightValues = readonly [reach: string, userId: number, businessUnitId: number];

/** A contact that may be seen; `null` for others and for unknown ones. */
export async function findContact(
  tx: Tx,
  sight: SightValues,
  { by, value }: { by: 'id' | 'number'; value: number },
  lock = false,
): Promise<FoundContact | null> {
  const rows = await tx.raw<FoundContact>(`${FIND} where c.${by} = $4 and ${SEEN}${lock ? ' for update of c' : ''}`, [
    ...sight,
    value,
  ]);
  return rows[0] ?? null;
}

/** Ids of those of `ids` that may be seen and are (not) deleted, with their owners; they are locked, in the order of ids. */
export const lockContacts = (tx: Tx, sight: SightValues, ids: readonly number[], deleted: boolean) =>
  tx.raw<{ id: number; owner_id: number }>(
    `select c.id, c.owner_id from contacts c
     where c.id = any($4::bigint[]) and (c.deleted_at is not null) = $5 and ${SEEN} order by c.id for update of c`,
    [...sight, ids, deleted],
  );

/** Takes the next contact number of the account; others wait for this transaction. */
export async function takeContactNumber(tx: Tx): Promise<number> {
  const rows = await tx.raw<{ number: number }>(
    `update accounts set next_contact_number = next_contact_number + 1 where id = app_account_id()
     returning next_contact_number - 1 as number`,
  );
  if (rows[0] === undefined) throw new Error('there is no account to number a contact in');
  return rows[0].number;
}

export interface NewContact {
  readonly accountId: number;
  readonly businessUnitId: number;
  readonly ownerId: number;
  readonly number: number;
  readonly tagIds: readonly number[];
  readonly values: ContactValues;
  readonly at: Date;
}

export async function insertContact(tx: Tx, contact: NewContact): Promise<number> {
  const row = await tx.one(
    qb
      .insertInto('contacts')
      .values({
        ...contact.values,
        account_id: contact.accountId,
        business_unit_id: contact.businessUnitId,
        owner_id: contact.ownerId,
        number: contact.number,
        tag_ids: [...contact.tagIds],
        created_at: contact.at,
        updated_at: contact.at,
        phone: contact.values.phone ?? null,
        email: contact.values.email ?? null,
        dob: contact.values.dob ?? null,
        gender: contact.values.gender ?? null,
        language: contact.values.language ?? null,
      })
      .returning('id'),
  );
  if (row === null) throw new Error('the new contact has no row');
  return row.id;
}

/** Changes fields or tags and counts the version up. */
export const updateContactRow = (
  tx: Tx,
  id: number,
  changes: ContactValues & { tag_ids?: number[] },
  at: Date,
): Promise<number> =>
  tx.change(
    qb
      .updateTable('contacts')
      .set({ ...changes, updated_at: at, version: sql`version + 1` })
      .where('id', '=', id),
  );

/** Moves contacts to the group deleted, or back with `at` null. */
export const setDeleted = (tx: Tx, ids: readonly number[], at: Date | null, now: Date) =>
  tx.raw('update contacts set deleted_at = $2, updated_at = $3, version = version + 1 where id = any($1::bigint[])', [
    ids,
    at,
    now,
  ]);

/** Notes that somebody was in touch with a contact; that is no new version of it. */
export const touchContact = (tx: Tx, id: number, at: Date) =>
  tx.raw('update contacts set last_touch_at = greatest(last_touch_at, $2) where id = $1', [id, at]);

export const toContact = (row: FoundContact): Contact => ({
  id: row.id,
  number: row.number,
  first_name: row.first_name,
  last_name: row.last_name,
  phone: row.phone,
  email: row.email,
  address: row.address,
  city: row.city,
  state: row.state,
  zip_code: row.zip_code,
  dob: row.dob,
  gender: row.gender as Contact['gender'],
  language: row.language as Contact['language'],
  type: row.type as Contact['type'],
  category: row.category,
  source: row.source,
  tags: row.tags,
  owner: { id: row.owner_id, name: row.owner_name },
  pool: row.pool_id === null || row.pool_name === null ? null : { id: row.pool_id, name: row.pool_name },
  business_unit_id: row.business_unit_id,
  imported:
    row.import_id === null || row.import_row === null
      ? null
      : { import_id: row.import_id, row_number: row.import_row, file_name: row.file_name ?? '' },
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_touch_at: row.last_touch_at?.toISOString() ?? null,
  deleted_at: row.deleted_at?.toISOString() ?? null,
});
