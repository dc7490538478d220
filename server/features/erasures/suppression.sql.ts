import type { ConsentEntry } from '#contract/compliance.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** What the number or address of an erased person stops. */
export interface Suppressed {
  readonly hash: Buffer;
  readonly by: 'phone' | 'email';
  readonly channel: ConsentEntry['channel'];
  readonly kind: ConsentEntry['kind'];
  readonly purpose: ConsentEntry['purpose'];
  readonly since: Date;
}

export const insertSuppressed = (tx: Tx, erasureId: number, { hash, by, channel, kind, purpose, since }: Suppressed) =>
  tx.raw(
    `insert into suppressed_reach (account_id, hash, "by", channel, kind, purpose, since, erasure_id)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [hash, by, channel, kind, purpose, since, erasureId],
  );

export const findSuppressed = (tx: Tx, hashes: readonly Buffer[]): Promise<Suppressed[]> =>
  tx.raw(
    `select hash, "by", channel, kind, purpose, since from suppressed_reach
     where account_id = app_account_id() and hash = any($1::bytea[])`,
    [hashes],
  );
