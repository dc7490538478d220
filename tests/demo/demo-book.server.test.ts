import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTransferAttempts, listTransferLogs, revertTransfer } from '#contract/transfers.contract.ts';
import { BOOK } from '../../server/features/demo/demo-book.sql.ts';
import { loadDemoBook } from '../../server/features/demo/load-demo-book.ts';
import { openTransferDesk, type TransferDesk } from '../transfers/transfer-desk.ts';

/** More than two chunks of the job. */
const CONTACTS = 4_100;

let desk: TransferDesk;
beforeAll(async () => {
  desk = await openTransferDesk();
  await desk.sql(
    `update users set username = case username when 'agent' then '${BOOK.from}' when 'peer' then '${BOOK.to}' else username end`,
  );
});
afterAll(() => desk.close());

const load = () => loadDemoBook({ ...desk.deps.config, demoBook: CONTACTS }, desk.deps.now());

const transfers = async () => (await desk.manager.call(listTransferAttempts)).body.data;

const holdings = () =>
  desk.sql<{ username: string; contacts: number; numbers: number }>(
    `select u.username, count(*)::int as contacts, count(distinct c.number)::int as numbers
     from contacts c join users u on u.id = c.owner_id where c.source = '${BOOK.source}' group by 1`,
  );

test('users outside the demo world get no book', async () => {
  await load();

  expect(await transfers()).toEqual([]);
});

test('the book exists once, as after its transfer', async () => {
  await desk.sql('update accounts set demo = true where id = $1', [desk.world.accountId]);
  await load();
  await load();

  const all = await transfers();
  expect(
    all.map(({ status, total, counts, reverted, sentence }) => ({ status, total, counts, reverted, sentence })),
  ).toEqual([
    {
      status: 'complete',
      total: CONTACTS,
      counts: { moved: CONTACTS, unchanged: 0, left: 0 },
      reverted: false,
      sentence: `Downline, source ${BOOK.source}`,
    },
  ]);
  expect(await holdings()).toEqual([{ username: BOOK.to, contacts: CONTACTS, numbers: CONTACTS }]);
  const logs = await desk.manager.call(listTransferLogs, { params: { id: all[0]?.id ?? 0 } });
  expect(logs.body.data.map(({ text }) => text)).toEqual([
    'Complete: 4,100 contacts transferred, 0 skipped.',
    'From 4,001: 100 transferred, 0 unchanged, 0 skipped.',
    'From 2,001: 2000 transferred, 0 unchanged, 0 skipped.',
    'From 1: 2000 transferred, 0 unchanged, 0 skipped.',
    'Started with 4,100 contacts.',
    'Transfer of 4,100 contacts requested.',
  ]);
});

test('every contact of the book returns to its former owner', async () => {
  const [{ id } = { id: 0 }] = await transfers();

  await desk.manager.call(revertTransfer, { params: { id }, body: {} });
  await desk.revert(id);

  const { reverted, put_back } = await desk.read(id);
  expect({ reverted, put_back, holdings: await holdings() }).toEqual({
    reverted: true,
    put_back: { put_back: CONTACTS, kept: 0 },
    holdings: [{ username: BOOK.from, contacts: CONTACTS, numbers: CONTACTS }],
  });
});
