import type { Query, Reply } from '#contract/endpoint.ts';
import type { Call } from '#contract/phone/call.contract.ts';
import { HISTORY_CALLS, type fetchCallLogs, type listCalls as ListCalls } from '#contract/phone.contract.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { metaOf } from '../../timeline/timeline.service.ts';
import { findLog } from './call-events.sql.ts';
import { countListed, findListedIds, findRecentIds, mayLookAt } from './call-lists.sql.ts';
import { toLog } from './call-log.ts';
import { findCalls, findOpenCalls } from './calls.sql.ts';
import { callNow } from './own-call.ts';
import { toCall } from './to-call.ts';
import { visibilityValues } from '../../contacts/contact-visibility.ts';

const read = async (tx: Tx, identity: Identity, ids: readonly number[]): Promise<Call[]> =>
  (await findCalls(tx, visibilityValues(identity), ids)).map(toCall);

/** Calls that ring or are in progress for a user, newest first. */
export const listActive = (deps: Deps, identity: Identity): Promise<Call[]> =>
  withAccount(deps.pool, identity, async (tx) => {
    const ids = (await findOpenCalls(tx, identity.userId)).map(({ id }) => id);
    return read(tx, identity, ids);
  });

/** Latest calls of a user, newest first. */
export const listRecent = (deps: Deps, identity: Identity): Promise<Call[]> =>
  withAccount(deps.pool, identity, async (tx) =>
    read(tx, identity, await findRecentIds(tx, identity.userId, HISTORY_CALLS)),
  );

export function listCalls(
  deps: Deps,
  identity: Identity,
  { page, limit, q, direction, outcome, whose }: Query<typeof ListCalls>,
): Promise<Reply<typeof ListCalls>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const visibility = visibilityValues(identity);
    const wanted = { whose, q: q.trim(), direction, outcome };
    const ids = await findListedIds(tx, visibility, wanted, { offset: (page - 1) * limit, limit });
    return {
      data: await read(tx, identity, ids),
      meta: metaOf({ page, limit }, await countListed(tx, visibility, wanted)),
    };
  });
}

/** Details of a call of the user or their downline. @throws {Refusal} `not_found` */
export function readLog(deps: Deps, identity: Identity, id: number): Promise<Reply<typeof fetchCallLogs>['data']> {
  return withAccount(deps.pool, identity, async (tx) => {
    if (!(await mayLookAt(tx, visibilityValues(identity), id))) throw new Refusal('not_found', 'Call not found.');
    const call = await callNow(tx, identity, id);
    return { call, log: toLog(call, await findLog(tx, id)) };
  });
}
