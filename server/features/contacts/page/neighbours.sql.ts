import type { Tx } from '../../../db/tx.ts';
import type { SearchScope } from '../list/list-contacts.sql.ts';

interface Places {
  /** From 1. `null`: not among those that are counted. */
  position: number | null;
  /** One more than are counted when there are more. */
  counted: number;
}

/** Position of a contact among the first `most` of a scope, and their number. */
export async function findPlace(tx: Tx, asked: SearchScope, id: number, most: number): Promise<Places> {
  const rows = await tx.prepared<Places>(
    `select max(place) filter (where listed.id = $3) as position, count(*)::int as counted
     from select_contact_ids($1, $2) with ordinality as listed(id, place)`,
    [JSON.stringify(asked), most + 1, id],
  );
  return rows[0] ?? { position: null, counted: 0 };
}

export interface Around extends Places {
  /** Numbers of contacts. */
  previous: number | null;
  next: number | null;
}

/** Position of a contact among the first `most` of a scope, with its neighbors. */
export async function findAround(tx: Tx, asked: SearchScope, id: number, most: number): Promise<Around> {
  const [row] = await tx.prepared<Around>(
    `with listed as materialized (
       select id, place from select_contact_ids($1, $2) with ordinality as listed(id, place)
     ), own as (select place from listed where id = $3)
     select (select place from own)::int as position, (select count(*) from listed)::int as counted,
       (select c.number from listed l join contacts c on c.id = l.id where l.place = (select place from own) - 1) as previous,
       (select c.number from listed l join contacts c on c.id = l.id where l.place = (select place from own) + 1) as next`,
    [JSON.stringify(asked), most + 1, id],
  );
  return row ?? { previous: null, next: null, position: null, counted: 0 };
}
