import type { Tx } from '../../../db/tx.ts';
import type { Scrub } from '../attempt.ts';
import type { RowValues } from '../cells/row-values.ts';

/** A person whom a scrub may find. */
export interface ScrubContact {
  readonly id: number;
  readonly owner_id: number;
  readonly version: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly phone_2: string | null;
  readonly email: string | null;
  readonly email_2: string | null;
  readonly dob: string | null;
  readonly tag_ids: number[];
}

/**
 * People in the scope with a phone, e-mail, or last name and birth date from these rows, except those created by this
 * import.
 */
export function findScrubContacts(tx: Tx, scrub: Scrub, importId: number, rows: readonly RowValues[]) {
  const named = rows.filter(({ last_name, dob }) => last_name !== null && dob !== null);
  const distinct = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))];
  return tx.raw<ScrubContact>(
    `select id, owner_id, version, first_name, last_name, phone, phone_2, email, email_2, dob, tag_ids
     from find_scrub_contacts($1::jsonb, $2, $3::text[], $4::text[], $5::text[], $6::date[]) order by id`,
    [
      JSON.stringify(scrub),
      importId,
      distinct(rows.flatMap(({ phone, phone_2 }) => [phone, phone_2])),
      distinct(rows.flatMap(({ email, email_2 }) => [email, email_2]).map((email) => email?.toLowerCase() ?? null)),
      named.map(({ last_name }) => last_name),
      named.map(({ dob }) => dob),
    ],
  );
}

/** Matches of earlier rows' scrubs in this import, by row number. */
export async function findScrubbedRows(
  tx: Tx,
  importId: number,
  rows: readonly number[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  const found = await tx.raw<{ row_number: number; contact_id: number }>(
    `select row_number, contact_id from import_rows where import_id = $1 and row_number = any($2::int[])
       and reason = 'scrubbed'`,
    [importId, [...new Set(rows)]],
  );
  return new Map(found.map(({ row_number, contact_id }) => [row_number, contact_id]));
}

/** Adds tags to contacts that still have the version seen; answers how many had. */
export async function tagContacts(
  tx: Tx,
  contacts: readonly Pick<ScrubContact, 'id' | 'version'>[],
  tagIds: readonly number[],
  now: Date,
): Promise<number> {
  if (contacts.length === 0) return 0;
  const rows = await tx.raw(
    `update contacts c set version = c.version + 1, updated_at = $4,
       tag_ids = c.tag_ids || array(select t from unnest($3::bigint[]) t where t <> all (c.tag_ids))
     from unnest($1::bigint[], $2::int[]) as u(id, version)
     where c.id = u.id and c.version = u.version and c.deleted_at is null
     returning c.id`,
    [contacts.map(({ id }) => id), contacts.map(({ version }) => version), tagIds, now],
  );
  return rows.length;
}
