import {
  type CostEstimate,
  REFILL_DEFAULTS,
  type UsagePrice,
  USAGE_TYPES,
  type UsageType,
  type Wallet,
} from '#contract/wallets.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { fromDollars, MICROS, toDollars } from '#rules/wallets/micros.ts';
import { USAGE_PRICES } from '#rules/wallets/usage-prices.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { cardRefOf } from '../billing/billing-state.ts';
import { cardOnFile } from '../billing/charges.ts';
import type { Asked } from '../billing/choose-plan.service.ts';
import { perform, refusalOf } from '../billing/operations.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { AGENCY } from '../ledger/ledger.ts';
import type { Manager } from '../users/managed-people.sql.ts';
import { findWallet, saveSettings } from './wallets.sql.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

/** Those who manage share the agency's wallet. */
export const ownerOf = ({ userId, permissions }: Pick<Identity, 'userId' | 'permissions'>): number =>
  permissions.includes('wallets.manage') ? AGENCY : userId;

export const managerOf = ({ userId, businessUnitId, roles }: Identity): Manager => ({
  userId,
  businessUnitId,
  reach: reachOf(roles),
});

export const monthBefore = (at: Date): Date => new Date(at.getTime() - MONTH_MS);

export async function walletOf(deps: Deps, tx: Tx, identity: Identity): Promise<Wallet> {
  const ownerId = ownerOf(identity);
  const row = await findWallet(tx, ownerId, monthBefore(deps.now()));
  const card = await cardOnFile(tx, identity.userId, deps.payments.provider);
  return {
    balance: toDollars(row.balance),
    held: toDollars(row.held),
    spent: toDollars(row.spent),
    granted: toDollars(row.granted),
    shared: ownerId === AGENCY,
    card: card?.masked ?? null,
    auto_refill_settings: {
      enabled: row.enabled ?? REFILL_DEFAULTS.enabled,
      threshold: toDollars(row.threshold ?? REFILL_DEFAULTS.threshold * MICROS),
      amount: toDollars(row.amount ?? REFILL_DEFAULTS.amount * MICROS),
      paused: row.paused,
    },
  };
}

export const readWallet = (deps: Deps, identity: Identity): Promise<Wallet> =>
  withAccount(deps.pool, identity, (tx) => walletOf(deps, tx, identity));

/**
 * Charges the card on file, once for each key, and adds the amount.
 * @throws {Refusal} `refused` without a card, or when it is declined; `unavailable` while the outcome is unknown.
 */
export async function topUp(
  deps: Deps,
  identity: Identity,
  { member, requestId, key }: Asked,
  { amount, description }: { readonly amount: number; readonly description: string },
): Promise<Wallet> {
  const ownerId = ownerOf(identity);
  try {
    await perform(deps, {
      member,
      requestId,
      key,
      decide: async ({ card }) => {
        if (card === null) throw refuseField('amount', 'Add a card first, on the Billing page.');
        return {
          kind: 'topUp',
          ownerId,
          cents: Math.round(amount * 100),
          description,
          isRefill: false,
          card: cardRefOf(card),
          masked: card.masked,
          at: deps.now(),
        };
      },
    });
  } catch (error) {
    throw refusalOf(error);
  }
  return readWallet(deps, identity);
}

/** @throws {Refusal} `refused` when it is to be on without a card. */
export function updateSettings(
  deps: Deps,
  { identity, requestId }: Caller,
  body: { readonly enabled: boolean; readonly threshold: number; readonly amount: number },
): Promise<Wallet> {
  return withAccount(deps.pool, identity, async (tx) => {
    const card = await cardOnFile(tx, identity.userId, deps.payments.provider);
    if (body.enabled && card === null) throw refuseField('enabled', 'Add a card first, on the Billing page.');
    const [threshold, amount] = [fromDollars(body.threshold), fromDollars(body.amount)];
    await saveSettings(tx, {
      ownerId: ownerOf(identity),
      enabled: body.enabled,
      threshold,
      amount,
      payerId: identity.userId,
      at: deps.now(),
    });
    await writeAudit(tx, identity, requestId, { action: 'wallet.settingsChanged', detail: body });
    return walletOf(deps, tx, identity);
  });
}

/** Micro-dollars for one. */
export function priceOf({ config }: Pick<Deps, 'config'>, usage: UsageType): number {
  const { segmentPrice, picturePrice } = config.textPace;
  const own = usage === 'sms' ? segmentPrice : usage === 'mms' ? picturePrice : null;
  return own === null ? USAGE_PRICES[usage].micros : fromDollars(own);
}

export const usagePricing = (deps: Deps): UsagePrice[] =>
  USAGE_TYPES.map((usage) => ({
    usage_type: usage,
    price: toDollars(priceOf(deps, usage)),
    unit: USAGE_PRICES[usage].unit,
  }));

export function estimate(
  deps: Deps,
  identity: Identity,
  { usageType, quantity }: { readonly usageType: UsageType; readonly quantity: number },
): Promise<CostEstimate> {
  const price = priceOf(deps, usageType);
  return withAccount(deps.pool, identity, async (tx) => {
    const { balance } = await findWallet(tx, ownerOf(identity), monthBefore(deps.now()));
    return {
      usage_type: usageType,
      quantity,
      price: toDollars(price),
      cost: toDollars(price * quantity),
      missing: toDollars(Math.max(0, price * quantity - balance)),
    };
  });
}
