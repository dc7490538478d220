import type { Tx } from '../../db/tx.ts';

/** Locks people by id, before the records about them (decision 083). */
export const lockPeople = (tx: Tx, ids: readonly number[]) =>
  tx.raw('select 1 from users where id = any($1) order by id for no key update', [ids]);
