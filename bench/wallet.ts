// Spends a second from one wallet and from 1,000, against a bare transaction that updates two rows; and the price of a
// page of a statement of 1,000,000 entries, against its first one. All in one run, in turn.
import type { Pool } from '../server/db/pool.ts';
import { withAccount } from '../server/db/tx.ts';
import { post, spendOf } from '../server/features/ledger/ledger.ts';
import { listTransactions } from '../server/features/wallets/statement.service.ts';
import { WALLET_PAGE } from '../src/api/contract/wallets.contract.ts';
import { signedInAs } from '../tests/_db/identity.ts';
import { openFaultsGround } from './faults-ground.ts';
import { median, printRatios, printTable } from './measure.ts';

const WALLETS = 1_000;
const ENTRIES = Number(process.argv[2] ?? 1_000_000);
/** Clients at a time: texts of a broadcast and of several agents. */
const CLIENTS = 8;
const SECONDS = 3;
const ROUNDS = 5;
const PAGES = 60;

const ground = await openFaultsGround();
const { owner, deps, world, close } = ground;
const { accountId } = world;
const user = world.people.agent;
const identity = signedInAs(user, ['agent']);

/** The same rows without anything that a ledger promises. */
const fill = async (): Promise<number[]> => {
  await owner.query('create table bare (id int primary key, balance bigint not null) with (fillfactor = 50)');
  await owner.query(`insert into bare select g, 0 from generate_series(0, ${WALLETS * 2 + 1}) g`);
  await owner.query('grant select, update on bare to bellwether_app');
  const { rows } = await owner.query<{ id: number }>(
    `insert into users (account_id, business_unit_id, username, email, password_hash, first_name, last_name, number, roles)
     select account_id, business_unit_id, 'wallet' || g, 'wallet' || g || '@bench.test', password_hash, 'W', 'W', '', roles
     from users, generate_series(1, $2) g where id = $1 returning id`,
    [user.id, WALLETS],
  );
  const ids = [user.id, ...rows.map(({ id }) => id)];
  for (const ownerId of ids) {
    const legs = [
      { kind: 'card', ownerId, amount: -1_000_000_000_000 },
      { kind: 'wallet', ownerId, amount: 1_000_000_000_000 },
    ] as const;
    await withAccount(deps.pool, { accountId }, (tx) =>
      post(tx, { kind: 'top_up', key: `first-${ownerId}`, description: 'Top-up', legs }, deps.now()),
    );
  }
  return ids.slice(1);
};

let keys = 0;
const spend = (ownerId: number) =>
  withAccount(deps.pool, { accountId }, (tx) =>
    post(
      tx,
      spendOf({ ownerId, key: `spend-${(keys += 1)}`, usage: 'sms', quantity: 1, amount: 7_900, description: 'Text' }),
      deps.now(),
    ),
  );

async function bare(pool: Pool, place: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'less',
      text: 'update bare set balance = balance - 7900 where id = $1',
      values: [place],
    });
    await client.query({
      name: 'more',
      text: 'update bare set balance = balance + 7900 where id = $1',
      values: [place + WALLETS + 1],
    });
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Transactions a second of clients that work side by side. */
async function rate(work: () => Promise<unknown>): Promise<number> {
  const ends = performance.now() + SECONDS * 1_000;
  let done = 0;
  const client = async () => {
    for (; performance.now() < ends; done += 1) await work();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (done / (performance.now() - began)) * 1_000;
}

/** Entries as the ledger writes them, many at a time. Only the bench may: the triggers are off in its session. */
const lengthen = (ownerId: number) =>
  owner.query(
    `with l as (select * from ledger_accounts where owner_id = $1 and kind = 'wallet'),
     r as (select * from ledger_accounts where owner_id = $1 and kind = 'revenue'),
     made as (
       insert into ledger_transfers (account_id, kind, key, amount, usage, quantity, description, event_at, created_at)
       select l.account_id, 'spend', 'long-' || g, 7900, 'sms', 1, 'Text', now(), now() from l, generate_series(1, $2::int) g
       returning id, account_id, substr(key, 6)::int as n
     ), entries as (
       insert into ledger_entries (account_id, transfer_id, ledger_account_id, amount, balance, version, kind)
       select m.account_id, m.id, l.id, -7900, l.balance - 7900 * m.n, l.version + m.n, 'spend' from made m, l
       union all
       select m.account_id, m.id, r.id, 7900, r.balance + 7900 * m.n, r.version + m.n, 'spend' from made m, r
       returning 1
     )
     update ledger_accounts a set version = a.version + $2::int,
       balance = a.balance + case a.kind when 'wallet' then -7900 else 7900 end * $2::bigint
     where a.owner_id = $1 and a.kind in ('wallet', 'revenue')`,
    [ownerId, ENTRIES],
  );

async function pageTime(page: number): Promise<number> {
  const began = performance.now();
  const { transactions } = await listTransactions(deps, identity, { page, per_page: WALLET_PAGE, filter: 'all' });
  if (transactions.length !== WALLET_PAGE) throw new Error(`page ${page} has ${transactions.length} lines`);
  return performance.now() - began;
}

try {
  const wallets = await fill();
  let turn = 0;
  const next = () => (turn += 1) % WALLETS;
  const runs = [
    { name: 'bare, two rows', work: () => bare(deps.pool, 0), rates: [] as number[] },
    { name: 'spends, one wallet', work: () => spend(user.id), rates: [] as number[] },
    { name: 'bare, 1,000 pairs', work: () => bare(deps.pool, 1 + next()), rates: [] as number[] },
    { name: 'spends, 1,000 wallets', work: () => spend(wallets[next()] ?? 0), rates: [] as number[] },
  ] as const;
  for (const { work } of runs) await rate(work);
  for (let round = 0; round < ROUNDS; round += 1) for (const { work, rates } of runs) rates.push(await rate(work));

  await lengthen(user.id);
  await owner.query('vacuum (analyze) ledger_entries, ledger_transfers, ledger_accounts');
  const last = Math.floor(ENTRIES / WALLET_PAGE);
  const pages = [1, Math.floor(last / 2), last].map((page) => ({ page, times: [] as number[] }));
  for (const { page } of pages) await pageTime(page);
  for (let round = 0; round < PAGES; round += 1) for (const { page, times } of pages) times.push(await pageTime(page));

  printTable([
    ...runs.map(({ name, rates }) => ({ what: name, 'a second': Math.round(median(rates)), 'p50 ms': '' })),
    ...pages.map(({ page, times }) => ({ what: `statement, page ${page}`, 'a second': '', 'p50 ms': median(times) })),
  ]);
  const [two, hot, pairs, spread] = runs.map(({ rates }) => median(rates));
  const [first, middle, end] = pages.map(({ times }) => median(times));
  const ratio = (a = Number.NaN, b = Number.NaN) => a / b;
  printRatios([
    { name: 'spends of one wallet', value: ratio(hot, two), limit: 0.5, better: 'higher' },
    { name: 'spends of 1,000 wallets', value: ratio(spread, pairs), limit: 0.6, better: 'higher' },
    { name: 'page in the middle', value: ratio(middle, first), limit: 1.5, better: 'lower' },
    { name: 'last page', value: ratio(end, first), limit: 1.5, better: 'lower' },
  ]);
} finally {
  await close();
}
