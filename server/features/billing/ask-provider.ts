import { type Card, Decline, type Settled } from '../../adapters/payments/payments.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { type Member, readState } from './billing-state.ts';
import type { Operation, Request } from './operations.sql.ts';

/** Outcome at the provider. */
export type Effect =
  | { readonly kind: 'paid'; readonly settled: Settled }
  | { readonly kind: 'charged'; readonly chargeRef: string }
  | { readonly kind: 'refunded'; readonly refundRef: string }
  | { readonly kind: 'marked' }
  | { readonly kind: 'attached'; readonly card: Card }
  | { readonly kind: 'ended' }
  | { readonly kind: 'notYet' };

/** Payments of one month that may fail before the membership ends. Ours. */
export const MAX_FAILURES = 3;

const NO_CARD = 'No card on file.';

/**
 * Performs an operation at the provider; repeating it has no further effect.
 * @throws {Decline} nothing has changed there. @throws {OutcomeUnknown}
 */
export async function askProvider(deps: Deps, member: Member, { request, key }: Operation): Promise<Effect> {
  const { payments } = deps;
  switch (request.kind) {
    case 'plan': {
      const { current } = request;
      const settled =
        current === null
          ? await payments.subscribe({ ...request, key })
          : await payments.changePlan({ ...request, current, key });
      return { kind: 'paid', settled };
    }
    case 'cancel':
      // An unpaid month leaves nothing to wait for.
      if (request.cancelling && request.current.periodEndsAt <= request.at) await payments.end(request);
      else await payments.setCancelling({ ...request, key });
      return { kind: 'marked' };
    case 'card': {
      const { payer } = await withAccount(deps.pool, member, (tx) => readState(tx, member.userId, payments.provider));
      const asked = { userId: member.userId, name: payer.name, email: payer.email, customerRef: payer.customer_ref };
      return { kind: 'attached', card: await payments.attachCard({ payer: asked, method: request.method, key }) };
    }
    case 'topUp':
    case 'numberOrder':
    case 'order': {
      const { chargeRef } = await payments.charge({ ...request, key });
      return { kind: 'charged', chargeRef };
    }
    case 'planOrder': {
      const { card, cents, description } = request;
      if (cents === 0) return { kind: 'charged', chargeRef: `nothing:${key}` };
      if (card === null) throw new Decline(NO_CARD);
      return { kind: 'charged', ...(await payments.charge({ card, cents, description, key })) };
    }
    case 'maxPlus': {
      const { chargeRef } = await payments.charge({ ...request, description: 'Max Plus', key });
      return { kind: 'charged', chargeRef };
    }
    case 'refund':
    case 'numberRefund':
      return { kind: 'refunded', ...(await payments.refund({ ...request, key })) };
    case 'renewal':
      return renew(deps, request, key);
  }
}

/** The last failed payment ends the subscription at the provider before it ends here. */
async function renew({ payments }: Deps, request: Extract<Request, { kind: 'renewal' }>, key: string): Promise<Effect> {
  const { card, current, at, failures } = request;
  try {
    if (card === null) throw new Decline(NO_CARD);
    const settled = await payments.renew({ card, current, at, key });
    return typeof settled === 'string' ? { kind: settled } : { kind: 'paid', settled };
  } catch (error) {
    if (error instanceof Decline && failures + 1 >= MAX_FAILURES) await payments.end({ current });
    throw error;
  }
}
