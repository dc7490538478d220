import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOST_MS } from '../../server/features/verifications/run-verification.ts';
import { openVerifyDesk, type VerifyDesk } from './verify-desk.ts';

let it: VerifyDesk;
beforeAll(async () => {
  it = await openVerifyDesk();
});
afterAll(() => it.close());

const NEVER = 1_000_000;

function work(runId: number, lookUps: number, ahead: number) {
  const program = join(import.meta.dirname, 'verify-child.ts');
  const about = [
    it.deps.config.databaseUrl ?? '',
    String(it.world.accountId),
    String(runId),
    String(lookUps),
    String(ahead),
  ];
  return spawn(process.execPath, [program, ...about], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('a run whose worker is killed ends with every number looked up and charged once', {
  timeout: 120_000,
}, async () => {
  const { accountId, businessUnitId, id } = { ...it.world.people.agent };
  await it.sql(
    `insert into contacts (account_id, business_unit_id, owner_id, number, last_name, phone)
     select $1, $2, $3, 400000 + n, 'Many', '+1512555' || (1000 + n) from generate_series(1, 60) n`,
    [accountId, businessUnitId, id],
  );
  const run = await it.buy({ contacts_scope: {} });
  expect(run.total).toBe(60);
  let ahead = 0;
  for (const lookUps of [0, 7, 25]) {
    const worker = work(run.id, lookUps, ahead);
    const exit = once(worker, 'exit');
    await once(worker.stdout, 'data');
    worker.kill('SIGKILL');
    await exit;
    ahead += LOST_MS + 1_000;
    expect(await it.read(run.id)).toMatchObject({ status: 'working' });
  }
  const [code] = await once(work(run.id, NEVER, ahead), 'exit');
  const rows = await it.rows(run.id);
  expect([code, await it.read(run.id)]).toMatchObject([0, { status: 'complete', done: 60, charged_cents: 60 }]);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(60);
  expect(rows.every(({ status, charge_cents: cents }) => status === 'done' && cents === 1)).toBe(true);
});
