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

/** Since when a number has opted out of texts; `null`: it has not, or has opted in since. */
export async function withdrawnSince(tx: Tx, number: string): Promise<Date | null> {
  const [last] = await tx.raw<{ kind: string; given_at: Date }>(
    'select kind, given_at from number_consents where number = $1 order by given_at desc, id desc limit 1',
    [number],
  );
  return last?.kind === 'withdrawn' ? last.given_at : null;
}

/** True when the last word of a number was an opt-out. */
export const isWithdrawn = async (tx: Tx, number: string): Promise<boolean> =>
  (await withdrawnSince(tx, number)) !== null;
