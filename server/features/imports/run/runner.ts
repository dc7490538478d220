import type { Tx } from '../../../db/tx.ts';
import type { Caller } from '../../../resource/table.ts';
import { type CallerRow, identityOf } from '../../bulk/caller.ts';
import type { AttemptRow } from '../attempt.ts';

/** The user whose import runs, as they are now, and who signed in for them. */
export async function readRunner(tx: Tx, { id, account_id }: Pick<AttemptRow, 'id' | 'account_id'>): Promise<Caller> {
  const found = await tx.raw<CallerRow & { actor_id: number }>(
    `select u.id as user_id, u.business_unit_id, u.roles, u.active, i.actor_id
     from imports i join users u on u.id = i.user_id where i.id = $1`,
    [id],
  );
  const identity = { ...identityOf({ account_id }, found), actorId: found[0]?.actor_id ?? 0 };
  return { identity, requestId: `import:${id}` };
}
