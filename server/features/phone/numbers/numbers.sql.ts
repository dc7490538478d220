import type { Tx } from '../../../db/tx.ts';

/** Number of the echo line. `null`: the account has none. */
export const findEchoNumber = async (tx: Tx): Promise<string | null> =>
  (await tx.raw<{ number: string }>(`select number from phone_numbers where kind = 'echo' order by id limit 1`))[0]
    ?.number ?? null;

/** False: the number is not theirs. */
export const chooseNumber = async (tx: Tx, userId: number, number: string): Promise<boolean> =>
  (
    await tx.raw(
      `update users u set dialer_call_from = p.number from phone_numbers p
       where u.id = $1 and p.user_id = u.id and p.number = $2
         and p.release_due_at is null and 'voice' = any (p.capabilities) returning u.id`,
      [userId, number],
    )
  ).length > 0;
