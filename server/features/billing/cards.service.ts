import type { BillingInfo, CardSetUp } from '#contract/billing.contract.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { currentOf, type Member, readState } from './billing-state.ts';
import { readBilling } from './billing.service.ts';
import type { Asked } from './choose-plan.service.ts';
import { settleDue } from './keep-billing.ts';
import { perform, refusalOf } from './operations.ts';

const stateOf = (deps: Deps, member: Member) =>
  withAccount(deps.pool, member, (tx) => readState(tx, member.userId, deps.payments.provider));

/** @throws {Refusal} `refused` where no payments are set up. */
export async function startCardSetUp(deps: Deps, member: Member, requestId: string): Promise<CardSetUp> {
  const { payer } = await stateOf(deps, member);
  const { name, email, customer_ref: customerRef } = payer;
  const setUp = await deps.payments
    .beginCard({ userId: member.userId, name, email, customerRef })
    .catch((error: unknown) => Promise.reject(refusalOf(error)));
  await withAccount(deps.pool, member, (tx) =>
    writeAudit(tx, { ...member, actorId: member.userId }, requestId, { action: 'billing.cardBegun' }),
  );
  return setUp;
}

/** Puts a card in the place of the one before; a month that is not paid is charged to it. @throws {Refusal} `refused` */
export async function connectCard(deps: Deps, { member, requestId, key }: Asked, method: string): Promise<BillingInfo> {
  const { card: before } = await stateOf(deps, member);
  try {
    await perform(deps, { member, requestId, key, decide: async () => ({ kind: 'card', method, at: deps.now() }) });
    await settleDue(deps, member, requestId);
  } catch (error) {
    throw refusalOf(error);
  }
  if (before !== null && before.method_ref !== method) {
    await deps.payments
      .detachCard(before.method_ref)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a replaced card stays at the payment provider'));
  }
  return readBilling(deps, member);
}

/**
 * At the end of the paid month; immediately when the month is unpaid. @throws {Refusal} `conflict` without a
 * membership.
 */
export async function cancelSubscription(deps: Deps, { member, requestId, key }: Asked): Promise<BillingInfo> {
  try {
    await perform(deps, {
      member,
      requestId,
      key,
      decide: async ({ membership }) => {
        if (membership === null) throw new Refusal('conflict', 'You have no membership to cancel.');
        if (membership.status === 'cancelled') return null;
        return { kind: 'cancel', current: currentOf(membership), cancelling: true, at: deps.now() };
      },
    });
    await settleDue(deps, member, requestId);
  } catch (error) {
    throw refusalOf(error);
  }
  return readBilling(deps, member);
}
