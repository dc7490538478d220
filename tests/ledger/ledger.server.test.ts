import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Tx, withAccount } from '../../server/db/tx.ts';
import { AGENCY, capture, hold, post, release, spendOf } from '../../server/features/ledger/ledger.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { makeWorld } from '../_db/world.ts';
import { booksOf, SOUND } from './ledger-desk.ts';

const at = new Date('2026-11-25T18:00:00Z');
const CENT = 10_000;

let db: TestDatabase;
let accountId: number;
let otherAccountId: number;
let agent: number;
let outsider: number;

beforeAll(async () => {
  db = await openDatabase();
  const world = await makeWorld(db.pool);
  ({ accountId, otherAccountId } = world);
  agent = world.people.agent.id;
  outsider = world.people.outsider.id;
});
afterAll(() => db.close());

const inAccount = <Result>(work: (tx: Tx) => Promise<Result>) => withAccount(db.appPool, { accountId }, work);
const topUp = (key: string, ownerId: number, amount: number) =>
  inAccount((tx) =>
    post(
      tx,
      {
        kind: 'top_up',
        key,
        description: 'Top-up',
        legs: [
          { kind: 'card', ownerId, amount: -amount },
          { kind: 'wallet', ownerId, amount },
        ],
      },
      at,
    ),
  );
const spend = (key: string, ownerId: number, amount: number) =>
  inAccount((tx) => post(tx, spendOf({ key, ownerId, usage: 'sms', amount, description: 'Text', quantity: 1 }), at));
const walletOf = async (ownerId: number) =>
  (
    await db.pool.query<{ balance: number; granted: number }>(
      `select balance, granted from ledger_accounts where account_id = $1 and owner_id = $2 and kind = 'wallet'`,
      [accountId, ownerId],
    )
  ).rows[0];

describe('what the database refuses', () => {
  test('entries that do not sum to zero, changed or removed entries, and a wallet below zero', async () => {
    await topUp('refused', agent, 5 * CENT);
    const [entry] = (
      await db.pool.query<{ transfer_id: number; ledger_account_id: number }>(
        'select * from ledger_entries order by id limit 1',
      )
    ).rows;
    const insert = `insert into ledger_entries (account_id, transfer_id, ledger_account_id, amount, balance, version, kind)
      values ($1, $2, $3, 1, 1, 1000, 'top_up')`;
    const { transfer_id: transfer, ledger_account_id: account } = entry ?? {};
    await expect(db.pool.query(insert, [accountId, transfer, account])).rejects.toThrow('must sum to zero');
    await expect(db.pool.query('update ledger_entries set amount = amount + 1')).rejects.toThrow('never changed');
    await expect(db.pool.query('delete from ledger_entries')).rejects.toThrow('never changed');
    await expect(db.pool.query('update ledger_transfers set amount = 1')).rejects.toThrow('never changed');
    await expect(db.pool.query(`update ledger_accounts set balance = -1 where kind = 'wallet'`)).rejects.toThrow(
      'not_negative',
    );
    await expect(inAccount((tx) => tx.raw('update ledger_accounts set balance = balance'))).rejects.toThrow(
      'permission denied',
    );
    await expect(inAccount((tx) => tx.raw(insert, [accountId, transfer, account]))).rejects.toThrow(
      'permission denied',
    );
  });

  test('a wallet of another agency', async () => {
    await expect(topUp('foreign', outsider, CENT)).rejects.toThrow('must belong to a user of this account');
    expect(
      await withAccount(db.appPool, { accountId: otherAccountId }, (tx) => tx.raw('select from ledger_entries')),
    ).toEqual([]);
  });
});

test('a key moves money once, and stands for one transfer only', async () => {
  await topUp('once', AGENCY, 100 * CENT);
  expect(await topUp('once', AGENCY, 100 * CENT)).toMatchObject({ outcome: 'repeated' });
  expect(await walletOf(AGENCY)).toMatchObject({ balance: 100 * CENT });
  await expect(topUp('once', AGENCY, 200 * CENT)).rejects.toThrow('belongs to another transfer');
});

test('what is missing is named, and nothing has moved', async () => {
  await topUp('missing', AGENCY, 10 * CENT);
  const before = await walletOf(AGENCY);
  await expect(spend('too-much', AGENCY, (before?.balance ?? 0) + 3 * CENT)).rejects.toThrow(
    'The wallet is $0.03 short. Top up the wallet, then try again.',
  );
  expect(await walletOf(AGENCY)).toEqual(before);
});

test('twenty spends at once of a wallet that covers seven: seven go through', async () => {
  const before = (await walletOf(agent))?.balance ?? 0;
  await topUp('seven', agent, 7 * CENT - before);
  const all = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => spend(`seven-${index}`, agent, CENT)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
  expect(await walletOf(agent)).toMatchObject({ balance: 0 });
});

test('a hold is spent in parts, no further than it goes, and the rest comes back once', async () => {
  await topUp('held', agent, 10 * CENT);
  const subject = { type: 'broadcast', id: 7 } as const;
  const asked = { key: 'hold-7', ownerId: agent, amount: 10 * CENT, subject, description: 'Broadcast' };
  const holdId = await inAccount((tx) => hold(tx, asked, at));
  expect(await inAccount((tx) => hold(tx, asked, at))).toBe(holdId);
  expect(await walletOf(agent)).toMatchObject({ balance: 0 });
  const take = (key: string, amount: number) =>
    inAccount((tx) => capture(tx, { holdId, key, usage: 'sms', amount, description: 'Text' }, at));
  expect(await take('c-1', 6 * CENT)).toBe(true);
  expect(await take('c-1', 6 * CENT)).toBe(true);
  expect(await take('c-2', 6 * CENT)).toBe(false);
  expect(await inAccount((tx) => release(tx, holdId, at))).toBe(4 * CENT);
  expect(await inAccount((tx) => release(tx, holdId, at))).toBe(0);
  expect(await walletOf(agent)).toMatchObject({ balance: 4 * CENT });
});

test('what the agency gave is spent first, and only that can be taken back', async () => {
  const legs = (amount: number) => [
    { kind: 'wallet' as const, ownerId: AGENCY, amount: -amount },
    { kind: 'wallet' as const, ownerId: agent, amount },
  ];
  await topUp('agency', AGENCY, 50 * CENT);
  const give = { kind: 'allocate', key: 'give', description: 'Given', legs: legs(20 * CENT) } as const;
  await inAccount((tx) => post(tx, give, at));
  await spend('given-first', agent, 5 * CENT);
  expect(await walletOf(agent)).toEqual({ balance: 19 * CENT, granted: 15 * CENT });
  const back = (key: string, amount: number) =>
    inAccount((tx) => post(tx, { kind: 'reclaim', key, description: 'Taken back', legs: legs(-amount) }, at));
  expect(await back('too-much-back', 16 * CENT)).toMatchObject({
    outcome: 'not_granted',
    owner_id: agent,
    missing: CENT,
  });
  expect(await back('back', 15 * CENT)).toMatchObject({ outcome: 'posted' });
  expect(await walletOf(agent)).toEqual({ balance: 4 * CENT, granted: 0 });
  expect(await booksOf(db.pool)).toMatchObject(SOUND);
});
