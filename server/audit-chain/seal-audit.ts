import { outsideAccounts, transactionOutside } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type AuditHead, signHead } from './head.ts';

/** Interval between two runs, in ms. Ours: what is written since the last one could still be changed unnoticed. */
export const SEAL_AUDIT_EVERY_MS = 5_000;

/** Rows of one transaction. Ours: a part of a second. */
const ROWS_AT_ONCE = 1_000;

interface Link {
  readonly account_id: number;
  readonly seq: number;
  readonly hash: Buffer;
}

type Ground = Pick<Deps, 'pool' | 'now' | 'seal' | 'log'>;

/**
 * Chains the committed rows of the audit log, signs the last link of each account, and writes the heads of days that are
 * over to the log. A head is marked as written after its line: one that a crash kept from its mark has two equal lines.
 */
export async function sealAudit({ pool, now, seal, log }: Ground): Promise<void> {
  const links = () => outsideAccounts<Link>(pool, 'select * from seal_audit($1)', [ROWS_AT_ONCE]);
  while ((await links()).length > 0);
  const day = now().toISOString().slice(0, 10);
  for (const link of await outsideAccounts<Link>(pool, 'select * from find_unsigned_audit_heads()')) {
    const head = { account_id: link.account_id, day, seq: link.seq, hash: link.hash.toString('hex') };
    await outsideAccounts(pool, 'select keep_audit_head($1, $2, $3, $4, $5)', [
      head.account_id,
      day,
      head.seq,
      link.hash,
      signHead(seal, head),
    ]);
  }
  await transactionOutside(pool, async (tx) => {
    const heads = await tx.raw<AuditHead & { signature: string }>('select * from export_audit_heads($1)', [day]);
    for (const head of heads) log.info({ audit_head: head }, 'audit head of the day');
  });
}
