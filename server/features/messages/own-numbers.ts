import type { Tx } from '../../db/tx.ts';

/** Numbers that a user texts from, the one they use first. */
export const ownNumbers = (tx: Tx, userId: number) =>
  tx.prepared<{ number: string; label: string }>(
    `select p.number, p.label from phone_numbers p join users u on u.id = p.user_id where p.user_id = $1
       and p.release_due_at is null and 'sms' = any (p.capabilities)
     order by p.number is distinct from u.dialer_call_from, p.id`,
    [userId],
  );
