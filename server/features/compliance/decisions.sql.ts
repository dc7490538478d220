import type { Channel, Decision, Purpose } from '#contract/compliance.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Identity } from '../../identity.ts';

/** Stores a decision with the row that decided it, when someone acts on it. */
export const insertDecision = (
  tx: Tx,
  { userId, actorId }: Pick<Identity, 'userId' | 'actorId'>,
  contactId: number,
  { channel, purpose, at, allowed, rule, reason, evidence, next_at }: Decision,
) =>
  tx.raw(
    `insert into contact_decisions (account_id, contact_id, channel, purpose, at, allowed, rule_id, reason, evidence,
       next_at, user_id, actor_id)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      contactId,
      channel,
      purpose,
      at,
      allowed,
      rule?.id ?? null,
      reason,
      JSON.stringify(evidence),
      next_at,
      userId,
      actorId,
    ],
  );

/** The same of several contacts. */
export const insertDecisions = (
  tx: Tx,
  { userId, actorId }: Pick<Identity, 'userId' | 'actorId'>,
  decided: readonly { readonly contactId: number; readonly decision: Decision }[],
) =>
  tx.raw(
    `insert into contact_decisions (account_id, contact_id, channel, purpose, at, allowed, rule_id, reason, evidence,
       next_at, user_id, actor_id)
     select app_account_id(), d.* , $2, $3 from jsonb_to_recordset($1::jsonb) as d(contact_id bigint, channel text, purpose text,
       at timestamptz, allowed boolean, rule_id bigint, reason text, evidence jsonb, next_at timestamptz)`,
    [
      JSON.stringify(
        decided.map(({ contactId, decision: { rule, ...decision } }) => ({
          ...decision,
          contact_id: contactId,
          rule_id: rule?.id ?? null,
        })),
      ),
      userId,
      actorId,
    ],
  );

/** Purpose of contacting the contact at that instant. `null`: none, or not recorded. */
export async function findPurpose(tx: Tx, contactId: number, channel: Channel, at: Date): Promise<Purpose | null> {
  const rows = await tx.raw<{ purpose: Purpose }>(
    'select purpose from contact_decisions where contact_id = $1 and channel = $2 and at = $3 and allowed order by id desc limit 1',
    [contactId, channel, at],
  );
  return rows[0]?.purpose ?? null;
}
