import { createHash } from 'node:crypto';
import type { Pool } from '../../server/db/pool.ts';

/**
 * A hash over what an account knows of its contacts that are not deleted: everything but ids, times and versions. `owner` connects as the owner of the schema.
 */
export async function contactsHash(owner: Pool, accountId: number): Promise<string> {
  const { rows } = await owner.query<{ line: string }>(
    `select jsonb_build_array(c.owner_id, c.pool_id, c.first_name, c.last_name, c.phone, c.email, c.address, c.city,
       c.state, c.zip_code, c.dob, c.gender, c.language, c.type, c.category, c.source, c.tag_ids, c.import_row,
       c.api_vendor_id, (select d.captures from data_captures d where d.contact_id = c.id),
       (select jsonb_agg(n.body order by n.body) from notes n where n.contact_id = c.id))::text as line
     from contacts c where c.account_id = $1 and c.deleted_at is null`,
    [accountId],
  );
  const hash = createHash('sha256');
  for (const line of rows.map((row) => row.line).toSorted()) hash.update(`${line}\n`);
  return `${rows.length}:${hash.digest('hex')}`;
}
