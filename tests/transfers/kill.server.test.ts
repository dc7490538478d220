import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revertTransfer } from '#contract/transfers.contract.ts';
import { seededRandom } from '../../server/features/demo/seeded-random.ts';
import { workUnderKills } from '../bulk/bulk-kills.ts';
import { openTransferDesk, type TransferDesk } from './transfer-desk.ts';

let it: TransferDesk;
beforeAll(async () => {
  it = await openTransferDesk();
});
afterAll(() => it.close());

test('a transfer and its revert whose workers are killed end like undisturbed ones', { timeout: 300_000 }, async () => {
  await it.many('agent', 2_500);
  await it.sql(`update contacts set deleted_at = '2026-01-01T00:00:00Z' where id % 11 = 0`);
  const before = await it.hash();
  const asked = { to_user_ids: [it.idOf('peer'), it.idOf('manager')] };
  const { id } = await it.ask(asked);
  const plan = { kills: 2, withinMs: 300, random: seededRandom(7).next };
  const program = [join(import.meta.dirname, 'transfer-child.ts'), it.deps.config.databaseUrl ?? ''];
  const worker = [...program, String(it.world.accountId), String(id)];

  const hits = await workUnderKills({ ...plan, worker: [...worker, 'run'] });

  const done = await it.read(id);
  const rows = await it.sql(`select from transfer_rows r join contacts c on c.id = r.contact_id
    where outcome = 'moved' and c.owner_id = to_owner_id and c.version = 2 and version_after = 2`);
  expect([done.status, done.done, done.counts.moved, rows.length]).toEqual(['complete', done.total, 2_273, 2_273]);

  await it.manager.call(revertTransfer, { params: { id } });
  const revertHits = await workUnderKills({ ...plan, kills: 4, withinMs: 80, worker: [...worker, 'revert'] });

  const { put_back, reverted, revert } = await it.read(id);
  expect([put_back, reverted, revert, await it.hash()]).toEqual([{ put_back: 2_273, kept: 0 }, true, false, before]);
  expect([hits > 0, revertHits > 0]).toEqual([true, true]);
});
