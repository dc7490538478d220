import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { type Picked, pickedIds } from '../bulk/selection.ts';
import { type Seen, seenIn } from '../contacts/contact-visibility.sql.ts';

/** A contact with what decides whether they may be called. */
export interface CallableRow {
  id: number;
  number: number;
  name: string;
  phone: string | null;
  about: string;
  state: string;
  city: string;
  zip_code: string;
  email: string | null;
  email_status: string;
  died_on: string | null;
}

/** The first of them that are seen and aren't deleted, in their order. */
export const findCallable = (tx: Tx, picked: Picked, seen: Seen, most: number) =>
  tx.all<CallableRow>(
    sql<CallableRow>`select c.id, c.number, coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.phone, c.email, '') as name,
        c.phone, c.follow_up_note as about, c.state, c.city, c.zip_code, c.email, c.email_status, c.died_on
      from (${pickedIds(picked)}) picked join contacts c on c.id = picked.id
      where c.deleted_at is null and ${seenIn(seen)} order by picked.place limit ${most}`,
  );
