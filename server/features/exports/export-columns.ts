import type { ExportColumn } from '#contract/exports.contract.ts';

/** `phone`: E.164, which stays as it is; the others are typed by the database. */
export type CellKind = 'text' | 'phone' | 'date' | 'number';

interface ColumnSource {
  readonly kind: CellKind;
  /** Expression over the contact `c`. */
  readonly sql: string;
  /** True for an instant; its date is the day in the caller's time zone. */
  readonly isMoment?: true;
}

const text = (column: string): ColumnSource => ({ kind: 'text', sql: `c.${column}` });
const dayOf = (column: string): ColumnSource => ({ kind: 'date', sql: `c.${column}`, isMoment: true });
const nameIn = (table: string, id: string): ColumnSource => ({
  kind: 'text',
  sql: `(select named.name from ${table} named where named.id = c.${id})`,
});
/** As people write it, and imports read it. */
const withExtension = (column: 'phone' | 'phone_2'): string =>
  `c.${column} || coalesce(' ext. ' || c.${column}_ext, '')`;

const phoneType = (column: string): ColumnSource => ({
  kind: 'text',
  sql: `case c.${column} when '2' then 'Mobile' when '9' then 'Other' end`,
});

/** Source of each column. */
export const COLUMN_SOURCES: Readonly<Record<ExportColumn, ColumnSource>> = {
  number: { kind: 'number', sql: 'c.number' },
  first_name: text('first_name'),
  last_name: text('last_name'),
  phone: { kind: 'phone', sql: withExtension('phone') },
  phone_type: phoneType('phone_type'),
  phone_2: { kind: 'phone', sql: withExtension('phone_2') },
  phone_2_type: phoneType('phone_2_type'),
  email: text('email'),
  email_2: text('email_2'),
  company: text('company'),
  address: text('address'),
  city: text('city'),
  state: text('state'),
  zip_code: text('zip_code'),
  dob: { kind: 'date', sql: 'c.dob' },
  gender: text('gender'),
  language: text('language'),
  type: text('type'),
  category: text('category'),
  source: text('source'),
  status: nameIn('statuses', 'status_id'),
  group: nameIn('groups', 'group_id'),
  tags: {
    kind: 'text',
    sql: `(select string_agg(t.name, ', ' order by lower(t.name)) from tags t where t.id = any(c.tag_ids))`,
  },
  owner: {
    kind: 'text',
    sql: `(select trim(u.first_name || ' ' || u.last_name) from users u where u.id = c.owner_id)`,
  },
  pool: nameIn('pools', 'pool_id'),
  follow_up_on: { kind: 'date', sql: 'c.follow_up_on' },
  follow_up_note: text('follow_up_note'),
  notes: {
    kind: 'text',
    sql: String.raw`(select string_agg(n.body, E'\n\n' order by n.id) from notes n where n.contact_id = c.id and n.deleted_at is null)`,
  },
  data_captures: {
    kind: 'text',
    sql: String.raw`(select string_agg((one.value ->> 'label') || ': ' || replace(one.value ->> 'value', E'
', E'
  '), E'
' order by one.place)
      from data_captures d, jsonb_array_elements(d.captures) with ordinality one(value, place) where d.contact_id = c.id)`,
  },
  created_at: dayOf('created_at'),
  last_touch_at: dayOf('last_touch_at'),
  last_call_at: dayOf('last_call_at'),
};
