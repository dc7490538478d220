import type { Tx } from '../../../db/tx.ts';

/** A side of a link, locked. */
export interface LinkSide {
  id: number;
  owner_id: number;
  version: number;
  linked_contact_id: number | null;
}

/** These contacts and their partners, locked in the order of ids, so that two links never wait for each other. */
export const lockLinkSides = (tx: Tx, ids: readonly number[]): Promise<LinkSide[]> =>
  tx.raw<LinkSide>(
    `select id, owner_id, version, linked_contact_id from contacts
     where id = any($1::bigint[]) or id = any(array(select linked_contact_id from contacts where id = any($1::bigint[])))
     order by id for no key update`,
    [ids],
  );

/** Writes one side of a link and increments its version; `null` removes it. */
export const setLink = (tx: Tx, id: number, to: number | null, at: Date) =>
  tx.raw('update contacts set linked_contact_id = $2, updated_at = $3, version = version + 1 where id = $1', [
    id,
    to,
    at,
  ]);
