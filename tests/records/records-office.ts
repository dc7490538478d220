import type { Office } from '../contacts/office.ts';

/** Audit log of a contact, oldest first: action and detail. */
export async function auditOf({ owner }: Office, contactId: number): Promise<[string, Record<string, unknown>][]> {
  const { rows } = await owner.query<{ action: string; detail: Record<string, unknown> }>(
    `select action, detail from audit_log where subject_type = 'contact' and subject_id = $1 order by id`,
    [contactId],
  );
  return rows.map(({ action, detail }) => [action, detail]);
}

/** Events for the owner of contacts that name this one. */
export async function eventsOf({ owner }: Office, contactId: number): Promise<number> {
  const { rows } = await owner.query<{ events: number }>(
    `select count(*)::int as events from events
     where body ->> 'type' = 'contacts.changed' and body -> 'ids' @> to_jsonb($1::bigint)`,
    [contactId],
  );
  return rows[0]?.events ?? 0;
}

/** Moves a contact to the group deleted. */
export const deleteContact = ({ owner }: Office, contactId: number) =>
  owner.query('update contacts set deleted_at = now() where id = $1', [contactId]);
