import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOffice } from '../contacts/office.ts';

test('server, database and child processes begin at the moment of the tests', async () => {
  const office = await openOffice();
  const child = fork(join(import.meta.dirname, '../demo/clock-child.ts'), {
    env: { ...process.env, APP_ENV: 'stage' },
  });
  await once(child, 'message');
  child.send({ type: 'ask' });
  const [told] = (await once(child, 'message')) as [{ now: number }];
  child.kill();
  const { rows } = await office.deps.pool.query<{ now: Date; clock: Date }>(
    'select now() as now, clock_now() as clock',
  );
  const id = await office.add({ owner: 'agent' });
  const made = await office.owner.query<{ at: Date }>('select created_at as at from contacts where id = $1', [id]);
  const begin = Date.parse(process.env['TEST_NOW'] ?? '2026-11-18T18:00:00Z');

  const instants = [office.deps.now(), rows[0]?.now, rows[0]?.clock, made.rows[0]?.at, new Date(told.now)];
  const minutes = instants.map((at) => Math.floor(((at?.getTime() ?? 0) - begin) / 60_000));
  await office.close();

  expect(minutes).toEqual([0, 0, 0, 0, 0]);
});
