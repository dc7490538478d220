import type { Tx } from '../../../db/tx.ts';

/** One cell of a column without a field, as the contact's page lists it. */
export interface Capture {
  readonly label: string;
  readonly value: string;
}

interface Frame {
  readonly accountId: number;
  readonly importId: number;
  readonly now: Date;
}

/** Gives contacts that rows of this import have created what their other columns hold. */
export async function insertCaptures(
  tx: Tx,
  frame: Frame,
  rows: readonly { readonly row: number; readonly captures: readonly Capture[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.raw(
    `insert into data_captures (contact_id, account_id, captures, import_id, updated_at)
     select c.id, $1, fresh.captures, $2, $3
     from jsonb_to_recordset($4::jsonb) as fresh(row int, captures jsonb)
       join contacts c on c.import_id = $2 and c.import_row = fresh.row`,
    [frame.accountId, frame.importId, frame.now, JSON.stringify(rows)],
  );
}

export interface KnownCaptures {
  readonly captures: readonly Capture[];
  readonly version: number;
}

/** Custom fields of contacts, by contact; none for those without a row. */
export async function readCaptures(tx: Tx, contactIds: readonly number[]): Promise<Map<number, KnownCaptures>> {
  if (contactIds.length === 0) return new Map();
  const rows = await tx.raw<KnownCaptures & { contact_id: number }>(
    'select contact_id, captures, version from data_captures where contact_id = any($1::bigint[])',
    [contactIds],
  );
  return new Map(rows.map(({ contact_id, captures, version }) => [contact_id, { captures, version }]));
}

/** Sets what is captured of contacts that still have the version seen (0: none); answers how many had. */
export async function setCaptures(
  tx: Tx,
  frame: Frame,
  rows: readonly { readonly contact_id: number; readonly captures: readonly Capture[]; readonly version: number }[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const done = await tx.raw(
    `insert into data_captures as d (contact_id, account_id, captures, import_id, updated_at)
     select contact_id, $1, captures, $2, $3
     from jsonb_to_recordset($4::jsonb) as fresh(contact_id bigint, captures jsonb, version int)
     on conflict (contact_id) do update set captures = excluded.captures, version = d.version + 1, updated_at = $3
       where d.version = (select version from jsonb_to_recordset($4::jsonb) as seen(contact_id bigint, version int)
                          where seen.contact_id = d.contact_id)
     returning 1`,
    [frame.accountId, frame.importId, frame.now, JSON.stringify(rows)],
  );
  return done.length;
}
