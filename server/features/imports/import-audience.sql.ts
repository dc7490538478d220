import type { Tx } from '../../db/tx.ts';

/** Whether an import is the user's own or of somebody below them. */
export async function isImportWithin(tx: Tx, importId: number, userId: number): Promise<boolean> {
  const rows = await tx.raw(
    `select from imports i join user_tree t on t.descendant_id = i.user_id
     where i.id = $1 and t.ancestor_id = $2`,
    [importId, userId],
  );
  return rows.length > 0;
}
