import { dayStillRunning } from '#rules/time/days.ts';
import { outsideAccounts, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { changeErasure } from './erasures.sql.ts';
import { findKeptRecordings, forgetKeptRecordings } from './expired-evidence.sql.ts';
import { deleteKeys } from './subject-keys.sql.ts';

/**
 * Ends the evidence of erased people when no law keeps any of it: deletes its recordings, its rows, and the key that
 * encrypted it. That key's deletion also makes the reason of the erasure unreadable.
 */
export async function removeExpiredEvidence(deps: Pick<Deps, 'pool' | 'storage' | 'now' | 'log'>): Promise<void> {
  const found = await outsideAccounts<{ account_id: number; erasure_id: number }>(
    deps.pool,
    'select account_id, erasure_id from find_expired_evidence($1)',
    [dayStillRunning(deps.now())],
  );
  for (const { account_id: accountId, erasure_id: id } of found) {
    // Bytes go before the rows that name them.
    const keys = await withAccount(deps.pool, { accountId }, (tx) => findKeptRecordings(tx, id));
    for (const key of keys) await deps.storage.remove(key);
    await withAccount(deps.pool, { accountId }, async (tx) => {
      await changeErasure(tx, id, { evidence: null, kept: {}, kept_until: null, reason: null });
      await forgetKeptRecordings(tx, id);
      await deleteKeys(tx, 'erasure', [id]);
    });
    deps.log.info({ erasure: id }, 'evidence of an erased contact removed');
  }
}
