import { sql } from 'kysely';
import type { Tx } from '../../../db/tx.ts';
import type { Identity } from '../../../identity.ts';
import { seenBy } from '../../contacts/contact-visibility.ts';
import { seenIn } from '../../contacts/contact-visibility.sql.ts';

/** Custom fields offered, and contacts whose custom fields are looked at. Ours: the newest tell which are in use. */
const OFFERED = 100;
const LOOKED_AT = 2_000;

/** Custom fields of the newest contacts that a user can see, most used first. */
export async function readCustomFields(tx: Tx, identity: Identity): Promise<string[]> {
  const seen = seenIn(await seenBy(tx, identity));
  const found = await tx.all(
    sql<{ label: string }>`select one.label from (
        select d.captures from data_captures d join contacts c on c.id = d.contact_id
        where c.deleted_at is null and ${seen} order by d.contact_id desc limit ${LOOKED_AT}
      ) newest, jsonb_to_recordset(newest.captures) as one(label text)
      group by one.label order by count(*) desc, one.label limit ${OFFERED}`,
  );
  return found.map(({ label }) => label);
}
