import type { CONTACT_TYPES } from '#contract/contacts/scope.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface ContactRow {
  id: number;
  number: number;
  name: string;
  type: (typeof CONTACT_TYPES)[number];
  phone: string | null;
  email: string | null;
  owner_id: number;
  owner_name: string;
}

export interface BornRow extends ContactRow {
  /** `YYYY-MM-DD`. */
  on: string;
  turns: number;
}

export interface FollowUpRow extends ContactRow {
  /** `YYYY-MM-DD`. */
  on: string;
  /** `HH:mm`. */
  time: string | null;
  note: string;
  state: string;
  city: string;
  zip_code: string;
  email_status: string;
  died_on: string | null;
}

const CONTACT = `c.id, c.number, c.type, c.phone, c.email, c.owner_id,
  coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.phone, c.email, '') as name,
  trim(u.first_name || ' ' || u.last_name) as owner_name`;

const OWNED = 'c.account_id = app_account_id() and c.owner_id = any($1::bigint[]) and c.deleted_at is null';

/** Contacts born on one of these days of a year, in the order of the days on which they celebrate. */
export const findBorn = (
  tx: Tx,
  asked: { owners: readonly number[]; days: readonly number[]; dates: readonly string[]; most: number },
): Promise<BornRow[]> =>
  tx.raw(
    `select ${CONTACT}, to_char(d.date, 'YYYY-MM-DD') as on,
            (extract(year from d.date) - extract(year from c.dob))::int as turns
     from unnest($2::smallint[], $3::date[]) with ordinality as d(day, date, place)
     join contacts c on c.birth_day = d.day and ${OWNED}
     join users u on u.id = c.owner_id
     where c.dob < d.date order by d.place, c.sort_key, c.id limit $4`,
    [asked.owners, asked.days, asked.dates, asked.most],
  );

/** Contacts who turn 65 within so many days from today, soonest first. */
export const findTurning65 = (
  tx: Tx,
  asked: { owners: readonly number[]; today: string; days: number; most: number },
): Promise<BornRow[]> =>
  tx.raw(
    `select ${CONTACT}, to_char(t.on, 'YYYY-MM-DD') as on, 65 as turns
     from contacts c join users u on u.id = c.owner_id
     cross join lateral (
       -- A leap day comes in a common year on 1 March.
       select make_date(extract(year from c.dob)::int + 65, 3, 1) as on where c.birth_day = 229 and (extract(year from c.dob)::int + 65) % 4 <> 0
       union all
       select (c.dob + interval '65 years')::date where not (c.birth_day = 229 and (extract(year from c.dob)::int + 65) % 4 <> 0)
     ) t
     where ${OWNED} and c.dob between ($2::date - interval '65 years' - interval '1 day')::date
       and ($2::date - interval '65 years' + make_interval(days => $3 + 1))::date
       and t.on between $2::date and $2::date + $3::int
     order by t.on, c.sort_key, c.id limit $4`,
    [asked.owners, asked.today, asked.days, asked.most],
  );

/** Contacts whose follow-up is due by a day, oldest first, with what decides about calling them. */
export const findFollowUps = (
  tx: Tx,
  asked: { owners: readonly number[]; until: string; most: number },
): Promise<FollowUpRow[]> =>
  tx.raw(
    `select ${CONTACT}, to_char(c.follow_up_on, 'YYYY-MM-DD') as on, c.follow_up_time as time, c.follow_up_note as note,
            c.state, c.city, c.zip_code, c.email_status, c.died_on
     from contacts c join users u on u.id = c.owner_id
     where ${OWNED} and c.follow_up_on <= $2::date order by c.follow_up_on, c.follow_up_time nulls last, c.sort_key, c.id limit $3`,
    [asked.owners, asked.until, asked.most],
  );
