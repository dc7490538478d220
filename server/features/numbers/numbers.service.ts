import { NUMBER_GRACE_DAYS, type OwnedNumber } from '#contract/numbers.contract.ts';
import { isTollFree } from '#rules/messages/registration.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { nextStep } from '../registration/registration-gate.ts';
import { findOpenOrders } from './number-orders.sql.ts';
import {
  findOwned,
  isBelow,
  keepVerified,
  lockOwned,
  type OwnedRow,
  setReleased,
  setUser,
} from './owned-numbers.sql.ts';
import { orderOf } from './purchase-number.service.ts';

const DAY_MS = 24 * 3_600_000;

const numberOf = (row: OwnedRow, next: string): OwnedNumber => ({
  id: row.id,
  phone_number: row.number,
  label: row.label,
  user: { id: row.user_id, name: row.user_name },
  capabilities: row.capabilities,
  bought: row.carrier !== null,
  released_until: row.release_due_at?.toISOString() ?? null,
  registration: isTollFree(row.number)
    ? { state: 'exempt', reason: '' }
    : { state: row.registration ?? 'waiting', reason: row.registration === null ? next : row.reason },
});

export const listNumbers = (deps: Deps, identity: Identity) =>
  withAccount(deps.pool, identity, async (tx) => {
    const next = await nextStep(tx);
    return {
      data: (await findOwned(tx, identity.userId)).map((row) => numberOf(row, next)),
      meta: { orders: (await findOpenOrders(tx, identity.userId)).map(orderOf) },
    };
  });

interface Changed {
  readonly action: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Changes a number of the caller or their downline. @throws {Refusal} `not_found`, and what `change` throws. */
const changeNumber = (
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  change: (tx: Tx, row: OwnedRow) => Promise<Changed>,
): Promise<OwnedNumber> =>
  withAccount(deps.pool, identity, async (tx) => {
    const row = await lockOwned(tx, identity.userId, id);
    if (row === null) throw new Refusal('not_found', 'Phone number not found.');
    const { action, detail = {} } = await change(tx, row);
    const about = { subjectType: 'user', subjectId: row.user_id, detail: { ...detail, number: row.number } };
    await writeAudit(tx, identity, requestId, { action, ...about });
    const changed = await lockOwned(tx, identity.userId, id);
    if (changed === null) throw new Refusal('not_found', 'Phone number not found.');
    return numberOf(changed, await nextStep(tx));
  });

/** @throws {Refusal} `refused` for someone who isn't in the downline; `conflict` for a released number. */
export const assignNumber = (deps: Deps, caller: Caller, id: number, userId: number): Promise<OwnedNumber> =>
  changeNumber(deps, caller, id, async (tx, row) => {
    if (!(await isBelow(tx, caller.identity.userId, userId))) {
      throw refuseField('user_id', 'Choose yourself or someone in your downline.');
    }
    if (row.release_due_at !== null) throw new Refusal('conflict', 'This number is released. Restore it first.');
    await setUser(tx, id, userId);
    await keepVerified(tx, row.user_id, row.number);
    await keepVerified(tx, userId);
    return { action: 'number.assigned', detail: { from: row.user_id, to: userId } };
  });

/** Stops calls and texts from the number. It stays with its owner until the grace period is over. @throws {Refusal} `conflict` */
export const releaseNumber = (deps: Deps, caller: Caller, id: number): Promise<OwnedNumber> =>
  changeNumber(deps, caller, id, async (tx, { carrier, release_due_at: due }) => {
    if (carrier === null) {
      throw new Refusal('conflict', "This number came with your account and can't be released here.");
    }
    const until = due ?? new Date(deps.now().getTime() + NUMBER_GRACE_DAYS * DAY_MS);
    await setReleased(tx, id, until);
    return { action: 'number.released', detail: { until: until.toISOString() } };
  });

export const restoreNumber = (deps: Deps, caller: Caller, id: number): Promise<OwnedNumber> =>
  changeNumber(deps, caller, id, async (tx) => {
    await setReleased(tx, id, null);
    return { action: 'number.restored' };
  });
