import { createPool, type Pool } from '../../server/db/pool.ts';
import { withAccount } from '../../server/db/tx.ts';
import {
  AGENCY,
  capture,
  giveAgain,
  hold,
  InsufficientFunds,
  post,
  release,
  spendOf,
  takeBack,
} from '../../server/features/ledger/ledger.ts';

/** What could be wrong with the books, each 0 in a sound ledger. */
export interface Books {
  readonly transfers: number;
  /** Sum of all entries, and transfers whose entries don't sum to zero. */
  readonly sum: number;
  readonly unequal: number;
  /** Wallets and held money below zero. */
  readonly negative: number;
  /** Ledger accounts whose balance or version their entries don't prove, and entries whose running balance is wrong. */
  readonly unproven: number;
  readonly broken: number;
  /** Owners whose held money isn't the rest of their open holds. */
  readonly unheld: number;
}

/** Reads every account past row-level security. */
export async function booksOf(owner: Pool): Promise<Books> {
  const { rows } = await owner.query<Books>(`
    select (select count(*) from ledger_transfers)::int as transfers,
      (select coalesce(sum(amount), 0) from ledger_entries)::float8 as sum,
      (select count(*) from (select from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id group by t.id
         having coalesce(sum(e.amount), 1) <> 0 or sum(e.amount) filter (where e.amount > 0) <> min(t.amount)) x)::int as unequal,
      (select count(*) from ledger_accounts where balance < 0 and kind in ('wallet', 'held'))::int as negative,
      (select count(*) from (select from ledger_accounts a left join ledger_entries e on e.ledger_account_id = a.id
         group by a.id having coalesce(sum(e.amount), 0) <> a.balance or count(e.id) <> a.version) x)::int as unproven,
      (select count(*) from (select e.balance, sum(e.amount) over (partition by e.ledger_account_id order by e.version) as ran
         from ledger_entries e) x where ran <> balance)::int as broken,
      (select count(*) from (select from ledger_accounts a left join ledger_holds h on h.account_id = a.account_id
         and h.owner_id = a.owner_id where a.kind = 'held' group by a.id
         having a.balance <> coalesce(sum(h.amount - h.captured - h.released), 0)) x)::int as unheld`);
  const [books] = rows;
  if (books === undefined) throw new Error('no books');
  return books;
}

export const SOUND = { sum: 0, unequal: 0, negative: 0, unproven: 0, broken: 0, unheld: 0 } as const;

export const OPERATIONS = [
  'topUp',
  'spend',
  'hold',
  'capture',
  'release',
  'allocate',
  'reclaim',
  'refund',
  'dispute',
  'winDispute',
  'retry',
] as const;

export interface Step {
  readonly operation: (typeof OPERATIONS)[number];
  /** Choose an owner, another one, and an amount. */
  readonly one: number;
  readonly other: number;
  readonly amount: number;
  /** The process dies before its commit. */
  readonly dies: boolean;
}

class Killed extends Error {}

/** What a worker remembers of its own steps. */
export interface Worker {
  readonly name: string;
  readonly pool: Pool;
  steps: number;
  lastKey: string;
}

export const workerOf = (name: string, url: string, role: string): Worker => ({
  name,
  pool: createPool({ url, role, max: 1, onError: () => undefined }),
  steps: 0,
  lastKey: `${name}-1`,
});

/** Makes one step as its own transaction. Refusals are a part of life; everything else is thrown. */
export async function take(worker: Worker, accountId: number, users: readonly number[], step: Step): Promise<string> {
  const owners = [AGENCY, ...users];
  const ownerId = owners[step.one % owners.length] ?? AGENCY;
  const userId = users[step.other % users.length] ?? AGENCY;
  const { amount, operation } = step;
  const at = new Date();
  worker.steps += 1;
  const key = operation === 'retry' ? worker.lastKey : `${worker.name}-${worker.steps}`;
  if (operation !== 'retry') worker.lastKey = key;
  const about = { description: operation, key };
  try {
    return await withAccount(worker.pool, { accountId }, async (tx) => {
      const openHold = async () =>
        (
          await tx.raw<{ id: number }>(
            'select id from ledger_holds where closed_at is null and owner_id = $1 order by id offset $2 limit 1',
            [ownerId, step.other % 3],
          )
        )[0]?.id;
      /** One of the transfers of a kind, if there is one. */
      const someOf = async (kind: 'top_up' | 'dispute') =>
        (
          await tx.raw<{ key: string; amount: number }>(
            `select key, amount::float8 as amount from ledger_transfers where kind = $1
             order by id offset $2 % greatest((select count(*) from ledger_transfers where kind = $1), 1) limit 1`,
            [kind, step.other],
          )
        )[0];
      const moves: Record<Step['operation'], () => Promise<unknown>> = {
        dispute: async () => {
          const paid = await someOf('top_up');
          if (paid === undefined) return;
          const back = { paidBy: paid.key, key: `dispute:${paid.key}`, amount: paid.amount, description: operation };
          await takeBack(tx, back, at);
        },
        winDispute: async () => {
          const taken = await someOf('dispute');
          if (taken === undefined) return;
          await giveAgain(tx, { takenBy: taken.key, key: `won:${taken.key}`, description: operation }, at);
        },
        topUp: () =>
          post(
            tx,
            {
              ...about,
              kind: 'top_up',
              legs: [
                { kind: 'card', ownerId, amount: -amount },
                { kind: 'wallet', ownerId, amount },
              ],
            },
            at,
          ),
        spend: () => post(tx, spendOf({ ...about, ownerId, usage: 'sms', amount }), at),
        retry: () => post(tx, spendOf({ ...about, ownerId, usage: 'sms', amount }), at),
        refund: () =>
          post(
            tx,
            {
              ...about,
              kind: 'refund',
              legs: [
                { kind: 'revenue', ownerId, usage: 'sms', amount: -amount },
                { kind: 'wallet', ownerId, amount },
              ],
            },
            at,
          ),
        hold: () => hold(tx, { ...about, ownerId, amount, subject: { type: 'broadcast', id: worker.steps } }, at),
        capture: async () => {
          const holdId = await openHold();
          if (holdId !== undefined)
            await capture(tx, { ...about, holdId, usage: 'sms', amount: Math.ceil(amount / 3) }, at);
        },
        release: async () => {
          const holdId = await openHold();
          if (holdId !== undefined) await release(tx, holdId, at);
        },
        allocate: () =>
          post(
            tx,
            {
              ...about,
              kind: 'allocate',
              legs: [
                { kind: 'wallet', ownerId: AGENCY, amount: -2 * amount },
                ...[userId, users[(users.indexOf(userId) + 1) % users.length] ?? userId].map((to) => ({
                  kind: 'wallet' as const,
                  ownerId: to,
                  amount,
                })),
              ],
            },
            at,
          ),
        reclaim: () =>
          post(
            tx,
            {
              ...about,
              kind: 'reclaim',
              legs: [
                { kind: 'wallet', ownerId: userId, amount: -amount },
                { kind: 'wallet', ownerId: AGENCY, amount },
              ],
            },
            at,
          ),
      };
      await moves[operation]();
      if (step.dies) throw new Killed();
      return 'done';
    });
  } catch (error) {
    if (error instanceof Killed) return 'killed';
    if (error instanceof InsufficientFunds) return 'short';
    if (operation === 'retry' && error instanceof Error && error.message.includes('belongs to another transfer'))
      return 'refused';
    throw error;
  }
}
