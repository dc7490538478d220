import { sql } from 'kysely';
import type { Contact } from '#contract/contacts.contract.ts';
import type { Tag } from '#contract/contacts/tag.contract.ts';
import { qb, type Tx } from '../../db/tx.ts';
import type { ContactValues } from './change/contact-values.ts';
import { SEEN, seenAs, type VisibilityValues } from './contact-visibility.sql.ts';

type Marked = NonNullable<Contact['status']>;

/** A contact as stored, with its child records. */
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
  company: string;
  phone_type: string | null;
  phone_2: string | null;
  phone_2_type: string | null;
  phone_ext: string | null;
  phone_2_ext: string | null;
  email_2: string | null;
  status_id: number | null;
  agentflow_status_id: number | null;
  group_id: number | null;
  follow_up_on: string | null;
  follow_up_time: string | null;
  follow_up_note: string;
  linked_contact_id: number | null;
  status: Marked | null;
  agentflow_status: Marked | null;
  group_name: string | null;
  linked_contact: { id: number; number: number; name: string } | null;
  email_status: string;
  email_check: string;
  email_checked_at: Date | null;
  tag_ids: number[];
  tags: Tag[];
  owner_id: number;
  owner_name: string;
  pool_id: number | null;
  pool_name: string | null;
  business_unit_id: number;
  import_id: number | null;
  import_row: number | null;
  died_on: string | null;
  /** `null`: no legal hold. */
  held_at: Date | null;
  hold_reason: string;
  held_by: { id: number; name: string } | null;
  file_name: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  last_touch_at: Date | null;
  deleted_at: Date | null;
  merged_into_id: number | null;
  /** Contact it was merged into; `null` for none, or one that the caller can't see. */
  merged_into: { id: number; number: number; name: string } | null;
}

const COLUMNS = `c.id, c.number, c.first_name, c.last_name, c.phone, c.email, c.address, c.city, c.state, c.zip_code, c.dob,
         c.gender, c.language, c.type, c.category, c.source, c.company, c.phone_type, c.phone_2, c.phone_2_type, c.email_2,
         c.phone_ext, c.phone_2_ext,
         c.status_id, c.agentflow_status_id, c.group_id, c.follow_up_on, c.follow_up_time, c.follow_up_note, c.linked_contact_id,
         c.email_status, c.email_check, c.email_checked_at, c.tag_ids, c.owner_id, c.pool_id, c.business_unit_id,
         c.import_id, c.import_row, c.died_on, c.held_at, c.hold_reason, c.version, c.created_at, c.updated_at, c.last_touch_at, c.deleted_at,
         c.merged_into_id, trim(u.first_name || ' ' || u.last_name) as owner_name, p.name as pool_name, i.file_name, g.name as group_name,
         case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'color', s.color) end as status,
         case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name, 'color', f.color) end as agentflow_status,
         (select jsonb_build_object('id', h.id, 'name', trim(h.first_name || ' ' || h.last_name))
          from users h where h.id = c.held_by_id) as held_by,
         (select jsonb_build_object('id', l.id, 'number', l.number, 'name', trim(l.first_name || ' ' || l.last_name))
          from contacts l where l.id = c.linked_contact_id and ${seenAs('l')}) as linked_contact,
         (select jsonb_build_object('id', m.id, 'number', m.number, 'name', trim(m.first_name || ' ' || m.last_name))
          from contacts m where m.id = c.merged_into_id and ${seenAs('m')}) as merged_into,
         coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) order by lower(t.name))
                   from tags t where t.id = any(c.tag_ids)), '[]') as tags`;

const FROM = `from contacts c join users u on u.id = c.owner_id
  left join pools p on p.id = c.pool_id left join imports i on i.id = c.import_id
  left join groups g on g.id = c.group_id left join statuses s on s.id = c.status_id
  left join agentflow_statuses f on f.id = c.agentflow_status_id`;

const FIND = `select ${COLUMNS} ${FROM}`;

/** A visible contact; `null` for others and unknown ones. */
export async function findContact(
  tx: Tx,
  visibility: VisibilityValues,
  { by, value }: { by: 'id' | 'number'; value: number },
  lock = false,
): Promise<FoundContact | null> {
  const rows = await tx.prepared<FoundContact>(
    `${FIND} where c.${by} = $4 and ${SEEN}${lock ? ' for no key update of c' : ''}`,
    [...visibility, value],
  );
  return rows[0] ?? null;
}

/** The same with more columns of the contact `c`, in the same round trip. */
export async function findContactWith<More>(
  tx: Tx,
  visibility: VisibilityValues,
  { by, value }: { by: 'id' | 'number'; value: number },
  more: string,
): Promise<(FoundContact & More) | null> {
  const rows = await tx.prepared<FoundContact & More>(
    `select ${COLUMNS}, ${more} ${FROM} where c.${by} = $4 and ${SEEN}`,
    [...visibility, value],
  );
  return rows[0] ?? null;
}

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
  /** The API key that brings it; the contact is a lead of the key's vendor. */
  readonly keyId?: number | undefined;
  /** The vendor itself, where it is known. */
  readonly vendorId?: number;
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
        phone_2: contact.values.phone_2 ?? null,
        email_2: contact.values.email_2 ?? null,
        gender: contact.values.gender ?? null,
        language: contact.values.language ?? null,
        api_vendor_id:
          contact.vendorId ??
          (contact.keyId === undefined ? null : sql`(select api_vendor_id from api_keys where id = ${contact.keyId})`),
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

/**
 * Records a touch of a contact, which is no new version. Returns the contact in the form that events need.
 */
export const touchContact = (tx: Tx, id: number, at: Date) =>
  tx.raw<{ id: number; owner_id: number }>(
    'update contacts set last_touch_at = greatest(last_touch_at, $2) where id = $1 returning id, owner_id',
    [id, at],
  );

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
  company: row.company,
  phone_type: row.phone_type as Contact['phone_type'],
  phone_2: row.phone_2,
  phone_2_type: row.phone_2_type as Contact['phone_2_type'],
  phone_ext: row.phone_ext,
  phone_2_ext: row.phone_2_ext,
  email_2: row.email_2,
  status_id: row.status_id,
  agentflow_status_id: row.agentflow_status_id,
  group_id: row.group_id,
  follow_up_on: row.follow_up_on,
  follow_up_time: row.follow_up_time,
  follow_up_note: row.follow_up_note,
  status: row.status,
  agentflow_status: row.agentflow_status,
  group: row.group_id === null || row.group_name === null ? null : { id: row.group_id, name: row.group_name },
  linked_contact: row.linked_contact,
  email_status: row.email_status as Contact['email_status'],
  email_check: row.email_check,
  email_checked_at: row.email_checked_at?.toISOString() ?? null,
  tags: row.tags,
  owner: { id: row.owner_id, name: row.owner_name },
  pool: row.pool_id === null || row.pool_name === null ? null : { id: row.pool_id, name: row.pool_name },
  business_unit_id: row.business_unit_id,
  imported:
    row.import_id === null || row.import_row === null
      ? null
      : { import_id: row.import_id, row_number: row.import_row, file_name: row.file_name ?? '' },
  died_on: row.died_on,
  legal_hold:
    row.held_at === null
      ? null
      : { reason: row.hold_reason, placed_by: row.held_by, placed_at: row.held_at.toISOString() },
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_touch_at: row.last_touch_at?.toISOString() ?? null,
  deleted_at: row.deleted_at?.toISOString() ?? null,
  ...(row.merged_into === null ? {} : { merged_into: row.merged_into }),
});
