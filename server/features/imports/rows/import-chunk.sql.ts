import type { Tx } from '../../../db/tx.ts';
import type { RowValues } from '../cells/row-values.ts';

/** A contact that may be one of a chunk's people. */
export interface KnownContact {
  id: number;
  number: number;
  version: number;
  owner_id: number;
  first_name: string;
  last_name: string;
  phone: string | null;
  phone_type: string | null;
  phone_2: string | null;
  phone_2_type: string | null;
  phone_ext: string | null;
  phone_2_ext: string | null;
  email: string | null;
  email_2: string | null;
  company: string;
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
  /** The id as text, like `group_id`. */
  status_id: string | null;
  group_id: string | null;
  follow_up_on: string | null;
  follow_up_note: string;
  tag_ids: number[];
  import_id: number | null;
  import_row: number | null;
}

export const CONTACT_COLUMNS = [
  'first_name',
  'last_name',
  'phone',
  'phone_type',
  'phone_2',
  'phone_2_type',
  'phone_ext',
  'phone_2_ext',
  'email',
  'email_2',
  'company',
  'address',
  'city',
  'state',
  'zip_code',
  'dob',
  'gender',
  'language',
  'type',
  'category',
  'source',
  'status_id',
  'group_id',
  'follow_up_on',
  'follow_up_note',
] as const satisfies readonly (keyof RowValues)[];
export type ContactColumn = (typeof CONTACT_COLUMNS)[number];

const TYPES: Partial<Record<ContactColumn, string>> = {
  dob: 'date',
  follow_up_on: 'date',
  status_id: 'bigint',
  group_id: 'bigint',
};
/** The type of a column in the database; a row holds all of them as text. */
export const typeOf = (column: ContactColumn) => TYPES[column] ?? 'text';

const READ = CONTACT_COLUMNS.map((column) => (typeOf(column) === 'bigint' ? `${column}::text as ${column}` : column));

/** Defaults of a new contact's empty cells; other columns become null. */
export const DEFAULTS: Partial<Record<ContactColumn, string>> = {
  first_name: '',
  last_name: '',
  company: '',
  address: '',
  city: '',
  state: '',
  zip_code: '',
  type: 'lead',
  category: '',
  source: '',
  follow_up_note: '',
};

/** Contacts of the owner with one of these phones or lower-case e-mails, each once. */
export function findKnownContacts(tx: Tx, owner: number, phones: readonly string[], emails: readonly string[]) {
  return tx.raw<KnownContact>(
    `select distinct on (id) id, number, version, owner_id, ${READ.join(', ')}, tag_ids, import_id, import_row
     from find_known_contacts($1, $2::text[], $3::text[])`,
    [owner, phones, emails],
  );
}

/** Contacts of these owners that rows of this import created, changed or found, by the number of the row. */
export async function findContactsOfRows(tx: Tx, importId: number, owners: readonly number[], rows: readonly number[]) {
  if (rows.length === 0) return [];
  return tx.raw<KnownContact & { row_number: number }>(
    `select meant.row_number, id, number, version, owner_id, ${READ.join(', ')}, tag_ids, import_id, import_row
     from (
       select import_row as row_number, id as contact_id from contacts where import_id = $1 and import_row = any($2::int[])
       union all
       select row_number, contact_id from import_rows where import_id = $1 and row_number = any($2::int[])
     ) meant join contacts c on c.id = meant.contact_id
     where c.owner_id = any($3::bigint[]) and c.deleted_at is null`,
    [importId, rows, owners],
  );
}

/** Contacts that rows of this import have created, by row. */
export async function findCreated(tx: Tx, importId: number, rows: readonly number[]): Promise<Map<number, number>> {
  const made = await tx.raw<{ id: number; import_row: number }>(
    'select id, import_row from contacts where import_id = $1 and import_row = any($2::int[])',
    [importId, rows],
  );
  return new Map(made.map(({ id, import_row }) => [import_row, id]));
}

export interface NewContact {
  readonly row: number;
  readonly values: RowValues;
  /** Tags that the row names. */
  readonly tagIds: readonly number[];
}

export interface NewContacts {
  readonly accountId: number;
  readonly importId: number;
  readonly authorId: number;
  readonly ownerId: number;
  readonly businessUnitId: number;
  readonly poolId: number | null;
  readonly tagIds: readonly number[];
  /** For created leads; `null` adds no tag. */
  readonly newTagId: number | null;
  readonly apiVendorId: number | null;
  readonly numberBase: number;
  readonly now: Date;
}

const ARRAYS = CONTACT_COLUMNS.map((column, index) => `$${index + 12}::${typeOf(column)}[]`);

/** Place of the rows' own tags, which few files have. */
const ROW_TAGS = CONTACT_COLUMNS.length + 12;

const insertText = (
  hasTags: boolean,
) => `insert into contacts (account_id, business_unit_id, owner_id, pool_id, tag_ids, import_id, created_at,
    updated_at, number, import_row, api_vendor_id, ${CONTACT_COLUMNS.join(', ')})
  select $1, $2, $3, $4, case when type = 'lead' then $11::bigint[] else $5::bigint[] end${hasTags ? ` || own_tags::bigint[]` : ''}, $6, $7, $7, $8::bigint + row, row, $10::bigint, ${CONTACT_COLUMNS.join(', ')}
  from unnest($9::int[], ${ARRAYS.join(', ')}${hasTags ? `, $${ROW_TAGS}::text[]` : ''})
    as fresh(row, ${CONTACT_COLUMNS.join(', ')}${hasTags ? ', own_tags' : ''})`;

/** Creates the contacts of a chunk, with the notes that its notes column made. */
export async function insertContacts(tx: Tx, fresh: readonly NewContact[], frame: NewContacts): Promise<void> {
  if (fresh.length === 0) return;
  const values: unknown[] = [
    frame.accountId,
    frame.businessUnitId,
    frame.ownerId,
    frame.poolId,
    frame.tagIds,
    frame.importId,
    frame.now,
    frame.numberBase,
    `{${fresh.map(({ row }) => row).join(',')}}`,
    frame.apiVendorId,
    leadTags(frame),
    ...CONTACT_COLUMNS.map((column) => textArray(fresh, column)),
  ];
  const hasTags = fresh.some(({ tagIds }) => tagIds.length > 0);
  const insert = insertText(hasTags);
  if (hasTags) values.push(fresh.map((each) => ownTags(each, frame)));
  const notes = fresh.filter(({ values: { notes: body } }) => body !== null);
  if (notes.length === 0) {
    await tx.raw(insert, values);
    return;
  }
  const next = values.length + 1;
  await tx.raw(
    `with made as (${insert} returning id, import_row)
     insert into notes (account_id, contact_id, author_id, body, import_id, created_at, updated_at)
     select $1, made.id, $${next}, note.body, $6, $7, $7
     from made join unnest($${next + 1}::int[], $${next + 2}::text[]) as note(row, body) on note.row = made.import_row
     order by made.import_row`,
    [...values, frame.authorId, notes.map(({ row }) => row), notes.map(({ values: { notes: body } }) => body)],
  );
}

/** Tags of every lead that the import creates. */
export const leadTags = ({ tagIds, newTagId }: NewContacts) =>
  newTagId === null ? tagIds : [...new Set([...tagIds, newTagId])];

/** A row's tags besides those that every new contact gets, as an array literal. */
function ownTags({ tagIds, values: { type } }: NewContact, frame: NewContacts): string {
  const given = type === 'lead' ? leadTags(frame) : frame.tagIds;
  return `{${tagIds.filter((tag) => !given.includes(tag)).join(',')}}`;
}

const NEEDS_ESCAPE = /["\\]/;

/** An array literal: the driver's own way of writing one takes four times as long. */
function textArray(fresh: readonly NewContact[], column: ContactColumn): string {
  const absent = DEFAULTS[column] === undefined ? 'NULL' : `"${DEFAULTS[column]}"`;
  let literal = '{';
  for (const [index, { values }] of fresh.entries()) {
    const value = values[column];
    if (index > 0) literal += ',';
    if (value === null) literal += absent;
    else literal += NEEDS_ESCAPE.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`;
  }
  return `${literal}}`;
}

export interface ContactChange {
  readonly id: number;
  readonly version: number;
  /** An empty extension: none. */
  readonly values: Partial<Record<ContactColumn, string>>;
  readonly tagIds: readonly number[];
}

/** Changes contacts that still have the version seen, and adds their tags; answers how many had. */
export async function updateContacts(tx: Tx, changes: readonly ContactChange[], now: Date): Promise<number> {
  if (changes.length === 0) return 0;
  const sets = CONTACT_COLUMNS.map((column) => {
    const value = `coalesce(u.${column}, c.${column})`;
    return `${column} = ${column.endsWith('_ext') ? `nullif(${value}, '')` : value}`;
  }).join(', ');
  const given = CONTACT_COLUMNS.map((column) => `${column} ${typeOf(column)}`).join(', ');
  const rows = await tx.raw(
    `update contacts c set ${sets}, version = c.version + 1, updated_at = $2,
       tag_ids = c.tag_ids || array(select distinct t from unnest(u.tag_ids) t where t <> all (c.tag_ids))
     from jsonb_to_recordset($1::jsonb) as u(id bigint, version int, tag_ids bigint[], ${given})
     where c.id = u.id and c.version = u.version and c.deleted_at is null
     returning c.id`,
    [
      JSON.stringify(changes.map(({ id, version, values, tagIds }) => ({ ...values, id, version, tag_ids: tagIds }))),
      now,
    ],
  );
  return rows.length;
}

/** Notes of these contacts, as `<contact id>|<body>`. */
export async function readNoteBodies(tx: Tx, contactIds: readonly number[]): Promise<Set<string>> {
  if (contactIds.length === 0) return new Set();
  const rows = await tx.raw<{ contact_id: number; body: string }>(
    'select contact_id, body from notes where contact_id = any($1::bigint[])',
    [contactIds],
  );
  return new Set(rows.map(({ contact_id, body }) => `${contact_id}|${body}`));
}

export async function insertNotes(
  tx: Tx,
  notes: readonly { readonly contactId: number; readonly body: string }[],
  frame: NewContacts,
): Promise<void> {
  if (notes.length === 0) return;
  await tx.raw(
    `insert into notes (account_id, contact_id, author_id, body, import_id, created_at, updated_at)
     select $1, contact_id, $2, body, $3, $4, $4 from unnest($5::bigint[], $6::text[]) as fresh(contact_id, body)`,
    [
      frame.accountId,
      frame.authorId,
      frame.importId,
      frame.now,
      notes.map(({ contactId }) => contactId),
      notes.map(({ body }) => body),
    ],
  );
}

/** Adds what a user has imported now to the supervisor's line; a slot is 15 seconds. */
export async function addThroughput(tx: Tx, accountId: number, userId: number, rows: number, now: Date): Promise<void> {
  await tx.raw(
    `insert into import_throughput as t (account_id, user_id, slot, rows)
     values ($1, $2, date_bin('15 seconds', $3::timestamptz, 'epoch'), $4)
     on conflict (user_id, slot) do update set rows = t.rows + excluded.rows`,
    [accountId, userId, now, rows],
  );
}
