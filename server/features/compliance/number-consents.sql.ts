import type { Tx } from '../../db/tx.ts';

export interface NumberConsent {
  readonly kind: 'given' | 'withdrawn';
  readonly evidence: string;
  /** `null`: a person recorded it. */
  readonly textId: number | null;
  readonly userId: number | null;
  readonly actorId: number | null;
  readonly at: Date;
}

/** Records a statement about texts from a number, independent of its owner. */
export const insertNumberConsent = (tx: Tx, number: string, said: NumberConsent) =>
  tx.raw(
    `insert into number_consents (account_id, number, kind, evidence, text_id, user_id, actor_id, given_at, created_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $7)`,
    [number, said.kind, said.evidence, said.textId, said.userId, said.actorId, said.at],
  );

/** True when the last word of a number was an opt-out. */
export async function isWithdrawn(tx: Tx, number: string): Promise<boolean> {
  const rows = await tx.raw<{ kind: string }>(
    'select kind from number_consents where number = $1 order by given_at desc, id desc limit 1',
    [number],
  );
  return rows[0]?.kind === 'withdrawn';
}
