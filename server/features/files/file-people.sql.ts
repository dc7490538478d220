import type { Role } from '#contract/access.contract.ts';
import type { Tx } from '../../db/tx.ts';

export async function findOwner(tx: Tx, contactId: number): Promise<number> {
  const [row] = await tx.raw<{ owner_id: number }>('select owner_id from contacts where id = $1', [contactId]);
  return row?.owner_id ?? 0;
}

/** Current identity of a user, for work that continues after their request. `null`: they have no rights anymore. */
export async function findWorker(tx: Tx, id: number) {
  const [row] = await tx.raw<{ business_unit_id: number; roles: Role[] }>(
    'select business_unit_id, roles from users where id = $1 and active',
    [id],
  );
  return row ?? null;
}
