import type { CurrentAccount } from '#contract/session.contract.ts';
import type { Tx } from '../../db/tx.ts';

export async function findAccount(tx: Tx, userId: number): Promise<CurrentAccount | null> {
  const rows = await tx.raw<CurrentAccount>(
    `select account_id as id, change_password as "change_password?", paid_user as "paid_user?" from users where id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}
