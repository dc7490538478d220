import type { ManageableUser, MaxPlus } from '#contract/max-plus.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { managerOf } from '../wallets/wallets.service.ts';
import { lockPeople } from './lock-people.ts';
import { manageableOf, maxPlusOf, requirePerson } from './max-plus-facts.ts';
import { endSubscriptions, findManaged, markCancelled, type PersonRow } from './max-plus.sql.ts';
import { tellMaxPlus } from './tell-max-plus.ts';

/** @throws {Refusal} `conflict` without a subscription; `refused` when the agency pays for it. */
export const cancelOwn = (deps: Deps, caller: Caller): Promise<MaxPlus> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const { userId } = caller.identity;
    await lockPeople(tx, [userId]);
    const row = await requirePerson(tx, userId);
    if (row.id === null) throw new Refusal('conflict', noneOf(row, 'You have'));
    if (row.payer_id !== userId) {
      throw new Refusal('refused', 'Your agency pays for Max Plus. Ask your manager to cancel it.');
    }
    await cancel(deps, tx, caller, row);
    return maxPlusOf(deps, tx, userId);
  });

/** @throws {Refusal} `refused` for someone whom the caller does not manage, or who pays for it themselves. */
export const cancelForUser = (deps: Deps, caller: Caller, userId: number): Promise<ManageableUser> =>
  withAccount(deps.pool, caller.identity, async (tx) => {
    const { identity } = caller;
    await lockPeople(tx, [userId]);
    const row = await requireManaged(tx, identity, userId);
    if (row.id === null) throw new Refusal('conflict', noneOf(row, `${row.name} has`));
    if (row.payer_id === userId)
      throw refuseField('user_id', `${row.name} pays for Max Plus. Only they can cancel it.`);
    await cancel(deps, tx, caller, row);
    return manageableOf(await requireManaged(tx, identity, userId), identity.userId, deps.now());
  });

const noneOf = ({ max_plus_plan: plan }: PersonRow, who: string): string =>
  plan === null
    ? `${who} no Max Plus subscription to cancel.`
    : `${who} Max Plus free of charge. An administrator can take it away.`;

async function requireManaged(tx: Tx, identity: Identity, userId: number): Promise<PersonRow> {
  const row = (await findManaged(tx, managerOf(identity))).find(({ user_id: id }) => id === userId);
  if (row === undefined) throw refuseField('user_id', 'This is not an agent whom you manage.');
  return row;
}

/** At the end of the paid month; immediately when the month is unpaid. A second cancellation changes nothing. */
async function cancel(
  { now }: Deps,
  tx: Tx,
  { identity, requestId }: Caller,
  { id, user_id: userId, payer_id: payerId, status, failures }: PersonRow,
): Promise<void> {
  if (id === null || status === 'cancelled') return;
  const at = now();
  const isDone = failures === 0 ? await markCancelled(tx, id, at) : (await endSubscriptions(tx, [id], at)).length > 0;
  if (!isDone) throw new Refusal('in_progress', 'A payment for it is in progress.', { retryAfter: 1 });
  await tellMaxPlus(tx, { accountId: identity.accountId, payerId }, [userId]);
  await writeAudit(tx, identity, requestId, {
    action: 'maxPlus.canceled',
    subjectType: 'user',
    subjectId: userId,
  });
}
