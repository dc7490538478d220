import type { AgentWallet, Wallet } from '#contract/wallets.contract.ts';
import { formatBalance, formatMicros, fromDollars, toDollars } from '#rules/wallets/micros.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { AGENCY, InsufficientFunds, post } from '../ledger/ledger.ts';
import type { Transfer } from '../ledger/transfer.ts';
import { managerOf, monthBefore, walletOf } from './wallets.service.ts';
import { findManaged, type PersonWalletRow } from './wallets.sql.ts';

export const listAgentWallets = (deps: Deps, identity: Identity): Promise<AgentWallet[]> =>
  withAccount(deps.pool, identity, async (tx) =>
    (await findManaged(tx, managerOf(identity), monthBefore(deps.now()))).map(({ id, name, ...row }) => ({
      user_id: id,
      name,
      balance: toDollars(row.balance),
      held: toDollars(row.held),
      granted: toDollars(Math.min(row.granted, row.balance)),
      spent: toDollars(row.spent),
    })),
  );

/** The people who are named, all of them managed by who asks. @throws {Refusal} `refused` */
async function requirePeople(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  ids: readonly number[],
): Promise<PersonWalletRow[]> {
  const wanted = new Set(ids);
  const people = (await findManaged(tx, managerOf(identity), monthBefore(deps.now()))).filter(({ id }) =>
    wanted.has(id),
  );
  const unknown = wanted.size - people.length;
  if (unknown > 0) {
    const who = unknown === 1 ? 'One of these people is' : `${unknown} of these people are`;
    throw refuseField('user_ids', `${who} not an agent whom you manage. No money has moved.`);
  }
  return people;
}

/**
 * Gives each person the amount from the agency's wallet, all or none; a second click with the same key gives nothing.
 * @throws {Refusal} `refused` by field.
 */
export function allocate(
  deps: Deps,
  { identity, requestId }: Caller,
  { user_ids: ids, amount }: { readonly user_ids: readonly number[]; readonly amount: number },
): Promise<Wallet> {
  return withAccount(deps.pool, identity, async (tx) => {
    const people = await requirePeople(deps, tx, identity, ids);
    const each = fromDollars(amount);
    const transfer: Transfer = {
      kind: 'allocate',
      key: `allocate:${requestId}`,
      userId: identity.userId,
      description: `Allocated ${formatMicros(each)}`,
      legs: [
        { kind: 'wallet', ownerId: AGENCY, amount: -each * people.length },
        ...people.map(({ id }) => ({ kind: 'wallet' as const, ownerId: id, amount: each })),
      ],
    };
    await post(tx, transfer, deps.now()).catch((error: unknown) => {
      if (!(error instanceof InsufficientFunds)) throw error;
      throw refuseField(
        'amount',
        `The agency's wallet is ${formatMicros(error.missing)} short of ${formatMicros(each * people.length)}. Top it up, or give less.`,
      );
    });
    const detail = { user_ids: people.map(({ id }) => id), each: formatMicros(each) };
    await writeAudit(tx, identity, requestId, { action: 'wallet.allocated', detail });
    return walletOf(deps, tx, identity);
  });
}

/**
 * Returns unspent money from the wallets of people to the agency, all or none.
 * @throws {Refusal} `refused` with the name of everyone from whom nothing can be taken.
 */
export function reclaim(
  deps: Deps,
  { identity, requestId }: Caller,
  { user_ids: ids }: { readonly user_ids: readonly number[] },
): Promise<Wallet> {
  return withAccount(deps.pool, identity, async (tx) => {
    const people = await requirePeople(deps, tx, identity, ids);
    const back = people.map(({ id, balance, granted }) => ({ id, amount: Math.min(balance, granted) }));
    const empty = people.filter((_, index) => back[index]?.amount === 0);
    if (empty.length > 0)
      throw new Refusal('refused', 'No money has moved.', { fields: { user_ids: empty.map(refusalFor) } });
    const total = back.reduce((sum, { amount }) => sum + amount, 0);
    const { outcome } = await post(
      tx,
      {
        kind: 'reclaim',
        key: `reclaim:${requestId}`,
        userId: identity.userId,
        description: 'Reclaimed',
        legs: [
          ...back.map(({ id, amount }) => ({ kind: 'wallet' as const, ownerId: id, amount: -amount })),
          { kind: 'wallet', ownerId: AGENCY, amount: total },
        ],
      },
      deps.now(),
    );
    if (outcome === 'not_granted') throw new Refusal('conflict', 'Someone has just spent. Try again.');
    const detail = { user_ids: people.map(({ id }) => id), total: formatMicros(total) };
    await writeAudit(tx, identity, requestId, { action: 'wallet.reclaimed', detail });
    return walletOf(deps, tx, identity);
  });
}

const refusalFor = ({ name, balance, held }: PersonWalletRow): string => {
  if (held > 0) return `${name}: the rest is on hold.`;
  return balance > 0
    ? `${name}: the ${formatBalance(balance)} left is their own money.`
    : `${name}: the wallet is empty.`;
};
