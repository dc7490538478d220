import { textQuota } from '#rules/plans/text-quota.ts';
import { monthAround } from '#rules/plans/plan-month.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import { findPayerOfUsage } from './payer-of-usage.sql.ts';
import { zoneOfUser } from './subscriptions.service.ts';
import { findUsed } from './usage.sql.ts';

/** @throws {Refusal} `refused` when a manager pays, and the license isn't paid or used up. */
export async function requireSegments(tx: Tx, userId: number, at: Date): Promise<void> {
  const { company, manager } = await findPayerOfUsage(tx, 'sms', userId);
  if (company !== null || manager === null) return;
  const since = monthAround(await zoneOfUser(tx, userId), at).start;
  const allowed = textQuota({ ...manager, used: await findUsed(tx, 'sms', userId, since) });
  if (!allowed.allowed) throw new Refusal('refused', allowed.reason, { fields: { message_content: [allowed.reason] } });
}
