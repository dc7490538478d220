import { type Colleague, COLLEAGUES_MAX } from '#contract/phone/colleagues.contract.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { type ColleagueRow, findColleagues } from './colleagues.sql.ts';

/** A page that is open asks at least this often, in ms. Ours, as on the live page. */
const PRESENT_MS = 5 * 60_000;

/** People with a number that takes calls, for a transfer; `q` is looked for in their names. */
export function listColleagues(deps: Deps, identity: Identity, q: string): Promise<Colleague[]> {
  const now = deps.now();
  return withAccount(deps.pool, identity, async (tx) => {
    const since = new Date(now.getTime() - PRESENT_MS);
    return (await findColleagues(tx, { userId: identity.userId, q, now, since, most: COLLEAGUES_MAX })).map(
      colleagueOf,
    );
  });
}

const colleagueOf = ({ id, name, number, is_online: isOnline, on_call: onCall }: ColleagueRow): Colleague => ({
  id,
  name,
  number,
  presence: onCall ? 'on_call' : isOnline ? 'available' : 'away',
});
