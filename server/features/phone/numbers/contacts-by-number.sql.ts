import type { Tx } from '../../../db/tx.ts';

/** Contacts of one number that are named. Ours: more than any household has. */
export const MOST_MATCHES = 20;

export interface MatchRow {
  readonly id: number;
  readonly number: number;
  readonly owner_id: number;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
  /** Fields containing the number; `null`: unknown, or it belonged to a contact merged into this one. */
  readonly phone_type: string | null;
  readonly email: string | null;
  readonly email_status: string;
  readonly died_on: string | null;
  readonly last_talked_at: Date | null;
}

/** `owners` null means everyone in the account. */
const MATCHES = `
  with recursive hits as (
    select id, phone_type, deleted_at, merged_into_id from contacts where account_id = app_account_id() and phone = $1
    union
    select id, phone_2_type, deleted_at, merged_into_id from contacts where account_id = app_account_id() and phone_2 = $1
  ), led as (
    select * from hits
    union
    select c.id, null::text, c.deleted_at, c.merged_into_id from led join contacts c on c.id = led.merged_into_id
  ), found as (
    select id, min(phone_type) as phone_type from led where deleted_at is null and merged_into_id is null group by id
  )
  select c.id, c.number, c.owner_id, trim(c.first_name || ' ' || c.last_name) as name, c.city, c.state, c.zip_code, f.phone_type,
    c.email, c.email_status, c.died_on, t.at as last_talked_at
  from found f join contacts c on c.id = f.id
  left join lateral (
    select max(at) as at from (
      (select answered_at as at from calls where contact_id = c.id and answered_at is not null
        order by created_at desc limit 1)
      union all
      (select at from contact_activities where contact_id = c.id and type = 'call' and deleted_at is null
        order by at desc limit 1)
    ) talks
  ) t on true
  where $2::bigint[] is null or c.owner_id = any($2)
  order by t.at desc nulls last, c.last_touch_at desc nulls last, c.id limit ${MOST_MATCHES}`;

/** Contacts with a number in either of the two fields, last contacted first; for merged ones the survivor. */
export const findMatches = (tx: Tx, number: string, owners: readonly number[] | null): Promise<MatchRow[]> =>
  tx.prepared<MatchRow>(MATCHES, [number, owners]);
