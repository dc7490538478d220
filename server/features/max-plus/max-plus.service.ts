import type { ManageableUser, MaxPlus, MaxPlusPlan } from '#contract/max-plus.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { offerOf, planName } from '#rules/max-plus/max-plus-change.ts';
import { periodAround } from '#rules/billing/billing-period.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { type Identity, isSelf } from '../../identity.ts';
import { cardRefOf } from '../billing/billing-state.ts';
import type { Asked } from '../billing/choose-plan.service.ts';
import { perform, refusalOf } from '../billing/operations.ts';
import { managerOf } from '../wallets/wallets.service.ts';
import { lockPeople } from './lock-people.ts';
import { candidateOf, manageableOf, maxPlusOf, requirePerson, subscribedOf } from './max-plus-facts.ts';
import type { Decided } from './max-plus-line.ts';
import { applyLines, claimSubscriptions, findManaged, type PersonRow } from './max-plus.sql.ts';
import { tellMaxPlus } from './tell-max-plus.ts';

export const readMaxPlus = (deps: Deps, identity: Identity): Promise<MaxPlus> =>
  withAccount(deps.pool, identity, (tx) => maxPlusOf(deps, tx, identity.userId));

export const listManageable = (deps: Deps, identity: Identity): Promise<ManageableUser[]> =>
  withAccount(deps.pool, identity, async (tx) =>
    (await findManaged(tx, managerOf(identity))).map((row) => manageableOf(row, identity.userId, deps.now())),
  );

interface Wanted {
  readonly plan: MaxPlusPlan;
  /** What the caller has seen. Without it, any price is fine. */
  readonly expected_cents?: number | undefined;
}

/**
 * Chooses a plan for oneself; a repetition with the same key is the same payment.
 * @throws {Refusal} `refused` in words: no card, declined, not possible, or the price has changed since it was shown.
 */
export async function subscribe(deps: Deps, identity: Identity, asked: Asked, wanted: Wanted): Promise<MaxPlus> {
  await change(deps, asked, wanted, async (tx) => [await requirePerson(tx, identity.userId)], refuseOwn);
  return readMaxPlus(deps, identity);
}

const refuseOwn = ([refusal]: readonly Refused[]): Refusal => refuseField('plan', refusal?.reason ?? '');

/**
 * Chooses a plan for people whom the caller manages, with one charge: all of them or none.
 * @throws {Refusal} `refused`, naming everyone it concerns.
 */
export async function bulkSubscribe(
  deps: Deps,
  identity: Identity,
  asked: Asked,
  { user_ids: ids, ...wanted }: Wanted & { readonly user_ids: readonly number[] },
): Promise<ManageableUser[]> {
  requireOwnCard(identity);
  await change(deps, asked, wanted, (tx) => requireManaged(tx, identity, ids), refuseMany);
  const chosen = new Set(ids);
  return (await listManageable(deps, identity)).filter(({ id }) => chosen.has(id));
}

/** A manager's card is charged by the manager alone. @throws {Refusal} `access_denied` */
function requireOwnCard(identity: Identity): void {
  if (identity.depth > 0) throw new Refusal('access_denied', "You can't do this while logged in as another user.");
  if (!isSelf(identity)) throw new Refusal('access_denied', "You can't do this with an API key.");
}

const refuseMany = (refused: readonly Refused[]): Refusal =>
  new Refusal('refused', "No one's plan has changed, and you weren't charged.", {
    fields: { user_ids: refused.map(({ name, reason }) => `${name}: ${reason}`) },
  });

/** @throws {Refusal} `refused` */
async function requireManaged(tx: Tx, identity: Identity, ids: readonly number[]): Promise<PersonRow[]> {
  const wanted = new Set(ids);
  const people = (await findManaged(tx, managerOf(identity))).filter(({ user_id: id }) => wanted.has(id));
  const unknown = wanted.size - people.length;
  if (unknown === 0) return people;
  const who = unknown === 1 ? 'One of these people is' : `${unknown} of these people are`;
  throw refuseField('user_ids', `${who} not an agent whom you manage. You weren't charged.`);
}

interface Refused {
  readonly name: string;
  readonly reason: string;
}

async function change(
  deps: Deps,
  { member, requestId, key }: Asked,
  { plan, expected_cents: expected }: Wanted,
  peopleFor: (tx: Tx) => Promise<PersonRow[]>,
  refuse: (refused: readonly Refused[]) => Refusal,
): Promise<void> {
  const payerId = member.userId;
  const decideLines = async (at: Date) => {
    const people = await withAccount(deps.pool, member, peopleFor);
    const offers = people.map((row) => ({ row, offer: offerOf(candidateOf(row), plan, payerId, at) }));
    const refused = offers.filter(({ offer }) => offer.effect === 'refused');
    if (refused.length > 0) throw refuse(refused.map(({ row, offer }) => ({ name: row.name, reason: offer.refusal })));
    const cents = offers.reduce((sum, { offer }) => sum + offer.due_now_cents, 0);
    requireExpected(cents, expected);
    return { cents, lines: offers.map(({ row, offer }) => lineOf(row, plan, offer.due_now_cents, at)) };
  };
  try {
    await perform(deps, {
      member,
      requestId,
      key,
      decide: async ({ card }) => {
        const at = deps.now();
        const { cents, lines } = await decideLines(at);
        if (cents === 0) {
          await applyFree(deps, { member, requestId, key }, lines, plan);
          return null;
        }
        if (card === null) throw refuseField('payment_method', 'Add a card first, on the Billing page.');
        return { kind: 'maxPlus', isRenewal: false, lines, cents, card: cardRefOf(card), at };
      },
      reserve: async (tx, request) => {
        if (request.kind === 'maxPlus') await reserve(tx, payerId, key, request.lines, request.at);
      },
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

/** @throws {Refusal} `conflict` */
export async function reserve(
  tx: Tx,
  payerId: number,
  key: string,
  lines: readonly Decided[],
  at: Date,
): Promise<void> {
  if (await claimSubscriptions(tx, { key, payerId, at, lines })) return;
  throw new Refusal('conflict', "Someone has just changed this. You weren't charged. Reload, then try again.");
}

/** A change without a charge needs no payment provider. */
const applyFree = (deps: Deps, { member, requestId, key }: Asked, lines: readonly Decided[], plan: MaxPlusPlan) =>
  withAccount(deps.pool, member, async (tx) => {
    const ids = lines.map(({ userId }) => userId);
    await lockPeople(tx, ids);
    await reserve(tx, member.userId, key, lines, deps.now());
    await applyLines(tx, key, lines);
    await tellMaxPlus(tx, { accountId: member.accountId, payerId: member.userId }, ids);
    await writeAudit(tx, { ...member, actorId: member.userId }, requestId, {
      action: 'maxPlus.subscribed',
      subjectType: 'user',
      subjectId: member.userId,
      detail: { user_ids: ids, plan: planName(plan), charged: dollars(0) },
    });
  });

function lineOf(row: PersonRow, plan: MaxPlusPlan, cents: number, at: Date): Decided {
  const own = subscribedOf(row);
  if (own === null) {
    const { end } = periodAround(at, at);
    return {
      userId: row.user_id,
      subscriptionId: null,
      plan,
      nextPlan: null,
      cents,
      periodEndsAt: end,
      seenUntil: null,
    };
  }
  // A cheaper plan begins with the next month: this one is paid for.
  const isCheaper = plan === 'standard' && own.plan === 'premium';
  return {
    userId: row.user_id,
    subscriptionId: row.id,
    plan: isCheaper ? own.plan : plan,
    nextPlan: isCheaper ? plan : null,
    cents,
    periodEndsAt: own.periodEndsAt,
    seenUntil: own.periodEndsAt,
  };
}

function requireExpected(cents: number, expected: number | undefined): void {
  if (expected === undefined || expected === cents) return;
  throw refuseField(
    'expected_cents',
    `The price has changed: ${dollars(cents)} is due now instead of ${dollars(expected)}. You weren't charged.`,
  );
}
