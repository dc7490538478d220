import type { Tx } from '../../db/tx.ts';

/** The encrypted key of the account, or `null`. */
export async function findSealedKey(tx: Tx): Promise<Buffer | null> {
  const rows = await tx.raw<{ sealed: Buffer }>('select sealed from quote_connections');
  return rows[0]?.sealed ?? null;
}

/** User who connected the account, and when. `null`: not connected. */
export async function findConnection(tx: Tx): Promise<{ by: string; at: Date } | null> {
  const rows = await tx.raw<{ by: string; at: Date }>(
    `select coalesce(p.name, '') as by, c.connected_at as at
     from quote_connections c left join lateral names_of_people(array[c.connected_by]) p on true`,
  );
  return rows[0] ?? null;
}

export interface Connection {
  readonly sealed: Buffer;
  readonly userId: number;
  readonly at: Date;
}

/** In the place of an earlier one. */
export async function keepConnection(tx: Tx, { sealed, userId, at }: Connection): Promise<void> {
  await tx.raw(
    `insert into quote_connections (account_id, sealed, connected_by, connected_at)
     values (app_account_id(), $1, $2, $3)
     on conflict (account_id) do update set sealed = $1, connected_by = $2, connected_at = $3`,
    [sealed, userId, at],
  );
}

/** False: there was none. */
export async function removeConnection(tx: Tx): Promise<boolean> {
  return (await tx.raw('delete from quote_connections returning 1')).length > 0;
}
