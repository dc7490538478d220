import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listFailedJobs, retryFailedJob, retryFailedJobs } from '#contract/failed-jobs.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';

let it: TestApp;
let admin: Client;
beforeAll(async () => {
  it = await openApp();
  admin = await it.signIn('admin');
});
afterEach(() => it.owner.query('delete from pgboss.job'));
afterAll(() => it.close());

interface Failed {
  readonly accountId?: number;
  readonly jobId?: number;
  readonly name?: string;
  readonly minutesAgo?: number;
}

/** A job as the runner gives it up; returns its id. */
async function fail({ accountId = it.world.accountId, jobId = 7, name = 'bulk.run', minutesAgo = 1 }: Failed = {}) {
  const { rows } = await it.owner.query<{ id: string }>(
    `insert into pgboss.job (name, data, state, singleton_key, created_on, completed_on, output, policy)
     values ($1, $2, 'failed', $3, now() - make_interval(mins => $4), now() - make_interval(mins => $4),
             '{"message": "The storage is full."}', 'exclusive')
     returning id`,
    [name, JSON.stringify({ accountId, jobId, failures: 6 }), String(jobId), minutesAgo],
  );
  return rows[0]?.id ?? '';
}

const queued = async () =>
  (
    await it.owner.query<{ name: string; data: object; state: string }>(
      'select name, data, state from pgboss.job order by singleton_key',
    )
  ).rows;

test("lists the account's failed jobs with their reason, newest first", async () => {
  const older = await fail({ jobId: 7, minutesAgo: 5 });
  const newer = await fail({ jobId: 8, name: 'transfers.run' });
  await fail({ accountId: it.world.otherAccountId, jobId: 9 });

  const { body } = await admin.call(listFailedJobs);

  const job = { reason: 'The storage is full.', attempts: 7, failed_at: expect.any(String) };
  expect(body).toEqual({
    data: [
      { ...job, id: newer, kind: 'transfers.run', subject_id: 8 },
      { ...job, id: older, kind: 'bulk.run', subject_id: 7 },
    ],
    meta: { current_page: 1, limit: 50, total_count: 2, total_pages: 1 },
  });
});

test('a job that was begun again since is not listed', async () => {
  await fail();
  await it.owner.query(
    `insert into pgboss.job (name, data, state, singleton_key) values ('bulk.run', '{}', 'completed', '7')`,
  );

  const { body } = await admin.call(listFailedJobs);

  expect(body.data).toEqual([]);
});

test('retrying puts a job back in its queue as new, once', async () => {
  const id = await fail();

  const [first, second] = await Promise.all([1, 2].map(() => admin.call(retryFailedJob, { params: { jid: id } })));

  expect(new Set([first?.status, second?.status])).toEqual(new Set([204, 404]));
  expect(await queued()).toMatchObject([
    { name: 'bulk.run', data: { accountId: it.world.accountId, jobId: 7 }, state: 'created' },
  ]);
  expect((await queued())[0]?.data).not.toHaveProperty('failures');
  const { rows } = await it.owner.query(`select detail from audit_log where action = 'job.retried'`);
  expect(rows).toEqual([{ detail: { jobs: ['bulk.run 7'] } }]);
});

test("another account's job is not found, and stays", async () => {
  const id = await fail({ accountId: it.world.otherAccountId });

  const { status } = await admin.call(retryFailedJob, { params: { jid: id } });

  expect([status, (await queued()).map(({ state }) => state)]).toEqual([404, ['failed']]);
});

test('retrying all takes more than one batch, and only those of the account', async () => {
  for (let jobId = 1; jobId <= 201; jobId += 1) await fail({ jobId });
  await fail({ accountId: it.world.otherAccountId, jobId: 900 });

  const { body } = await admin.call(retryFailedJobs);

  const states = (await queued()).map(({ state }) => state);
  expect(body).toEqual({ data: { retried: 201 } });
  expect(states.filter((state) => state === 'failed')).toHaveLength(1);
  expect(states.filter((state) => state === 'created')).toHaveLength(201);
});

test('agents may neither see nor retry failed jobs', async () => {
  const id = await fail();
  const agent = await it.signIn('agent');

  const answers = [await agent.call(listFailedJobs), await agent.call(retryFailedJob, { params: { jid: id } })];

  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});
