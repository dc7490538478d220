import { SPEND_TYPES } from '#contract/wallets.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { About, Capture, Hold, LedgerPlace, Transfer } from './transfer.ts';

export interface Posted {
  readonly outcome: 'posted' | 'repeated' | 'short' | 'not_granted';
  readonly transfer_id: number | null;
  /** With `short` and `not_granted`: whose wallet, and by how much. */
  readonly owner_id: number | null;
  readonly missing: number | null;
}

const aboutOf = ({ description, userId, quantity, eventAt }: About, usage?: string) =>
  JSON.stringify({ description, user_id: userId, quantity, event_at: eventAt, usage });

/** The ledger account `l` holds what wallets have spent; what cards paid for is in accounts of its own. */
export const SPENT = `l.kind = 'revenue' and l.usage in (${SPEND_TYPES.map((type) => `'${type}'`).join(', ')})`;

const only = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('the ledger has not answered');
  return row;
};

export const postTransfer = async (tx: Tx, { kind, key, legs, usage, ...about }: Transfer, at: Date): Promise<Posted> =>
  only(
    await tx.prepared<Posted>(
      'select outcome, transfer_id, owner_id, missing from ledger_post($1, $2, $3, $4, $5, $6, $7, $8)',
      [
        kind,
        key,
        legs.map((leg) => leg.kind),
        legs.map((leg) => leg.ownerId),
        legs.map((leg) => leg.usage ?? ''),
        legs.map((leg) => leg.amount),
        aboutOf(about, usage),
        at,
      ],
    ),
  );

export const setAside = async (tx: Tx, { key, ownerId, amount, subject, ...about }: Hold, at: Date) =>
  only(
    await tx.prepared<{ outcome: Posted['outcome']; hold_id: number | null; missing: number | null }>(
      'select outcome, hold_id, missing from ledger_hold($1, $2, $3, $4, $5, $6, $7)',
      [key, ownerId, amount, subject.type, subject.id, aboutOf(about), at],
    ),
  );

export const captureHold = async (tx: Tx, { holdId, key, usage, amount, ...about }: Capture, at: Date) =>
  only(
    await tx.prepared<Pick<Posted, 'outcome' | 'missing'>>(
      'select outcome, missing from ledger_capture($1, $2, $3, $4, $5, $6)',
      [holdId, key, usage, amount, aboutOf(about), at],
    ),
  );

export const releaseHold = async (tx: Tx, holdId: number, at: Date): Promise<number> =>
  only(await tx.prepared<{ left: number }>('select ledger_release($1, $2) as left', [holdId, at])).left;

/** The hold with a key. `null`: there is none. */
export const findHold = async (tx: Tx, key: string): Promise<{ id: number; owner_id: number } | null> =>
  (
    await tx.prepared<{ id: number; owner_id: number }>(
      'select id, owner_id from ledger_holds where account_id = app_account_id() and key = $1',
      [key],
    )
  )[0] ?? null;

/** What a transfer moved, by its key. */
export const findLegs = (tx: Tx, key: string) =>
  tx.prepared<{ kind: LedgerPlace['kind']; owner_id: number; usage: string; amount: number }>(
    `select l.kind, l.owner_id, l.usage, e.amount from ledger_transfers t
     join ledger_entries e on e.transfer_id = t.id join ledger_accounts l on l.id = e.ledger_account_id
     where t.account_id = app_account_id() and t.key = $1 order by l.id`,
    [key],
  );

/** In the order of their wallets, in which money is locked. */
export const findOpenHolds = (tx: Tx, keys: readonly string[]) =>
  tx.prepared<{ id: number }>(
    `select h.id from ledger_holds h
     join ledger_accounts l on l.account_id = h.account_id and l.owner_id = h.owner_id and l.kind = 'wallet'
     where h.account_id = app_account_id() and h.key = any($1::text[]) and h.closed_at is null order by l.id, h.id`,
    [keys],
  );
