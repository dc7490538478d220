import type { Tx } from '../../db/tx.ts';

/** Features turned on in the demo, so that newcomers can try everything. */
export const switchOnForDemo = (tx: Tx, accountId: number) =>
  tx.raw(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
     select $1, feature, true, (select min(id) from users where account_id = $1), now()
     from unnest('{phone,chat,regional-manager}'::text[]) as feature`,
    [accountId],
  );
