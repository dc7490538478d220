import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** A value shared with a lookalike; kinds and keys are those of `find_lookalikes`. */
export interface SharedKey {
  readonly kind: 'phone' | 'email' | 'name' | 'birth' | 'home';
  readonly key: string;
}

export interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  phone: string | null;
  phone_2: string | null;
  email: string | null;
  email_2: string | null;
  /** `YYYY-MM-DD`. */
  dob: string | null;
  address: string;
  city: string;
  zip_code: string;
}

/** Contacts with each of these keys, at most `most` per position; `place` counts from 0. */
export const findHolders = (tx: Tx, keys: readonly SharedKey[], most: number) =>
  tx.prepared<{ place: number; contact_id: number }>('select place, contact_id from find_lookalikes($1, $2, $3, $4)', [
    keys.map((_key, place) => place),
    keys.map(({ kind }) => kind),
    keys.map(({ key }) => key),
    most,
  ]);

/** Live contacts by their ids, in no order. */
export const findPeople = (tx: Tx, ids: readonly number[]) =>
  tx.prepared<PersonRow>(
    `select id, first_name, last_name, phone, phone_2, email, email_2, dob::text, address, city, zip_code
     from contacts where id = any($1::bigint[]) and deleted_at is null`,
    [ids],
  );

export interface LookalikeRow {
  id: number;
  number: number;
  first_name: string;
  last_name: string;
  phone: string | null;
  phone_2: string | null;
  email: string | null;
  email_2: string | null;
  dob: string | null;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  owner_id: number;
  owner_name: string;
  created_at: Date;
  last_touch_at: Date | null;
}

/** Contacts as far as they are seen, deleted or not, in no order. */
export const findLookalikeRows = (tx: Tx, ids: readonly number[], seen: Seen) =>
  tx.all<LookalikeRow>(
    sql<LookalikeRow>`select c.id, c.number, c.first_name, c.last_name, c.phone, c.phone_2, c.email, c.email_2,
        c.dob::text, c.address, c.city, c.state, c.zip_code, c.owner_id, trim(u.first_name || ' ' || u.last_name) as owner_name, c.created_at, c.last_touch_at
      from contacts c join users u on u.id = c.owner_id where c.id = any(${[...ids]}::bigint[]) and ${seenIn(seen)}`,
  );
