import type { Query, Reply } from '#contract/endpoint.ts';
import type {
  listTransferAttempts,
  listTransferLogs,
  readTransferAttempt,
  TransferAttempt,
} from '#contract/transfers.contract.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { metaOf } from '../timeline/timeline.service.ts';
import { toAttempt } from './transfer-attempt.ts';
import {
  countAttempts,
  findAttempts,
  findAttemptsBelow,
  findVisibleAttempt,
  mayChange,
} from './transfer-attempts.sql.ts';
import { requireAttempt } from './transfer-changes.service.ts';
import { countLogs, findLogs } from './transfer-logs.sql.ts';
import { countRows, findRows } from './transfer-rows.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';

const placeOf = ({ page, limit }: { page: number; limit: number }) => ({ offset: (page - 1) * limit, limit });

export function listAttempts(
  deps: Deps,
  { userId, accountId }: Identity,
  query: Query<typeof listTransferAttempts>,
): Promise<Reply<typeof listTransferAttempts>> {
  return withAccount(deps.pool, { accountId }, async (tx) => {
    const filter = { userId, q: query.q.trim(), running: query.running === 'true' };
    const order = { field: query.order_field, descending: query.order === 'desc' };
    const rows = await findAttempts(tx, filter, order, placeOf(query));
    return { data: rows.map(toAttempt), meta: metaOf(query, await countAttempts(tx, filter)) };
  });
}

/** @throws {Refusal} `not_found` */
export const readStatus = (deps: Deps, identity: Identity, id: number): Promise<TransferAttempt> =>
  withAccount(deps.pool, identity, async (tx) =>
    toAttempt(requireAttempt(await findVisibleAttempt(tx, id, identity.userId))),
  );

/** @throws {Refusal} `not_found` */
export function readAttempt(
  deps: Deps,
  identity: Identity,
  id: number,
  query: Query<typeof readTransferAttempt>,
): Promise<Reply<typeof readTransferAttempt>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = requireAttempt(await findVisibleAttempt(tx, id, identity.userId));
    const isCaller = row.user_id === identity.userId;
    const viewing = { transferId: id, wanted: query.rows, seen: await seenBy(tx, identity), isCaller };
    const may_change = await mayChange(tx, id, identity.userId);
    const contacts = await findRows(tx, viewing, placeOf(query));
    return { data: { attempt: toAttempt(row), contacts, may_change }, meta: metaOf(query, countRows(row, query.rows)) };
  });
}

/** @throws {Refusal} `not_found` */
export function listLogs(
  deps: Deps,
  identity: Identity,
  id: number,
  query: Query<typeof listTransferLogs>,
): Promise<Reply<typeof listTransferLogs>> {
  return withAccount(deps.pool, identity, async (tx) => {
    requireAttempt(await findVisibleAttempt(tx, id, identity.userId));
    const data = (await findLogs(tx, id, placeOf(query))).map(({ user_id, user_name, at, ...log }) => ({
      ...log,
      at: at.toISOString(),
      user: user_id === null ? null : { id: user_id, name: user_name ?? '' },
    }));
    return { data, meta: metaOf(query, await countLogs(tx, id)) };
  });
}

/** Running transfers of a user's downline, newest first, at most 500. */
export const listTransfersBelow = async (tx: Tx, userId: number): Promise<TransferAttempt[]> =>
  (await findAttemptsBelow(tx, userId)).map(toAttempt);
