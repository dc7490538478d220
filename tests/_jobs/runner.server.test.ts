import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withAccount } from '../../server/db/tx.ts';
import { type SendingQueue, startSendingQueue } from '../../server/jobs/pg-boss-queue.ts';
import { createRunnerBoss, type Runner, startRunner } from '../../server/jobs/runner.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
let queue: SendingQueue;
beforeAll(async () => {
  database = await openDatabase();
  queue = await startSendingQueue(database.url, log);
});
afterAll(async () => {
  await queue.close();
  await database.close();
});

const enqueue = (jobId: number, after: () => void = () => undefined, accountId = 1) =>
  withAccount(database.appPool, { accountId }, async (tx) => {
    await queue.enqueue(tx, 'bulk.run', { accountId, jobId }, String(jobId));
    after();
  });
const enqueueFor = (accountId: number, jobId: number) => enqueue(jobId, undefined, accountId);

/** Runners that a failed test would leave to take the jobs of the next one. */
const running = new Set<() => Promise<void>>();
afterEach(async () => {
  for (const stop of running) await stop();
});

/** Runs jobs here, and tells which came. */
async function work(
  run: (jobId: number, signal: AbortSignal) => Promise<void> = () => Promise.resolve(),
  sliceMs?: number,
) {
  const came: number[] = [];
  const runner: Runner = await startRunner(
    createRunnerBoss(database.url, log),
    {
      'bulk.run': ({ jobId }, signal) => {
        came.push(jobId);
        return run(jobId, signal);
      },
    },
    log,
    sliceMs,
  );
  const stop = async () => {
    running.delete(stop);
    await runner.stop();
  };
  running.add(stop);
  return { came, stop };
}

/** A busy computer needs its time; nothing here says how fast anything is. */
const WAIT = { interval: 20, timeout: 30_000 };

const forget = () => database.pool.query('delete from pgboss.job');

const statesOf = async (jobId: number): Promise<string[]> => {
  const { rows } = await database.pool.query<{ state: string }>(
    'select state::text from pgboss.job where singleton_key = $1 order by created_on',
    [String(jobId)],
  );
  return rows.map(({ state }) => state);
};

/** A worker in a process of its own that has taken its first job. */
async function holdingWorker(jobId: number): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'holding-worker.ts'), {
    env: { ...process.env, DATABASE_URL: database.url },
  });
  await once(child, 'message');
  await enqueue(jobId);
  await once(child, 'message');
  return child;
}

describe('a job', () => {
  test('exists exactly when the change does', async () => {
    const failed = enqueue(1, () => {
      throw new Error('the change failed');
    });
    await expect(failed).rejects.toThrow('the change failed');
    expect(await statesOf(1)).toEqual([]);

    await enqueue(1);
    expect(await statesOf(1)).toEqual(['created']);
  });

  test('is unique per key', async () => {
    await enqueue(2);
    await enqueue(2);

    expect(await statesOf(2)).toEqual(['created']);
  });

  test('starts on its commit, before the next look', async () => {
    const { came, stop } = await work();
    await expect.poll(() => came, { interval: 10, timeout: 5_000 }).toContain(2);

    await enqueue(3);
    // The next look is 2 s away.
    await expect.poll(() => came, { interval: 5, timeout: 1_900 }).toContain(3);
    await stop();
  });

  test('that fails is tried again', async () => {
    let tries = 0;
    const { came, stop } = await work(async () => {
      tries += 1;
      if (tries === 1) throw new Error('not this time');
    });

    await enqueue(4);
    await expect.poll(() => came, { interval: 20, timeout: 5_000 }).toEqual([4, 4]);
    await expect.poll(() => statesOf(4)).toEqual(['completed', 'completed']);
    await stop();
  });

  test.each(['40P01', '40001', '55P03'])(
    "that gives way to another transaction (%s) goes on, and that doesn't count as its failure",
    async (code) => {
      let tries = 0;
      const { came, stop } = await work(async () => {
        tries += 1;
        if (tries <= 4) throw Object.assign(new Error('somebody has the rows'), { code });
      });

      await enqueue(5);
      await expect.poll(() => came, WAIT).toEqual([5, 5, 5, 5, 5]);
      // As failures they would have made jobs of their own, and the third waits a minute.
      await expect.poll(() => statesOf(5), WAIT).toEqual(['completed']);
      await stop();
      await forget();
    },
  );

  test('that never gets the rows fails in the end', async () => {
    let tries = 0;
    const { stop } = await work(async () => {
      tries += 1;
      throw Object.assign(new Error('somebody has the rows'), { code: '40P01' });
    });

    await enqueue(5);
    await expect.poll(() => statesOf(5), WAIT).toEqual(['completed', 'created']);
    expect(tries).toBe(11);
    await stop();
    await forget();
  });

  test("without a database retries soon, and that doesn't count as its failure", async () => {
    let tries = 0;
    const { came, stop } = await work(async () => {
      tries += 1;
      if (tries <= 2) throw Object.assign(new Error('nobody is there'), { code: 'ECONNREFUSED' });
    });

    await enqueue(6);
    // Two pauses of 2 s; as failures they would be 2 and 10.
    await expect.poll(() => came, { interval: 20, timeout: 9_000 }).toEqual([6, 6, 6]);
    await stop();
  });

  test('of a process that stops goes back to the queue, and runs elsewhere', async () => {
    const { came, stop } = await work(
      (_, signal) => new Promise((done) => signal.addEventListener('abort', () => done())),
    );
    await enqueue(5);
    await expect.poll(() => came).toEqual([5]);

    await stop();
    expect(await statesOf(5)).toEqual(['retry']);

    const other = await work();
    await expect.poll(() => other.came, { timeout: 5_000 }).toEqual([5]);
    await other.stop();
  });

  test('of a killed worker runs again within 15 s', async () => {
    const child = await holdingWorker(6);
    const { came, stop } = await work();

    child.kill('SIGKILL');

    await expect.poll(() => came, { interval: 100, timeout: 15_000 }).toContain(6);
    await stop();
  });
});

/** Work that ends when it is asked to. */
const untilAsked = (_: number, signal: AbortSignal) =>
  new Promise<void>((done) => signal.addEventListener('abort', () => done()));

describe('a slot', () => {
  test('is free for others while a failed job waits for its retry', async () => {
    const { came, stop } = await work(async (jobId) => {
      if (jobId < 23) throw new Error('never');
    });
    await enqueueFor(1, 21);
    await enqueueFor(2, 22);
    await expect.poll(() => came.length, WAIT).toBeGreaterThanOrEqual(4);

    await enqueueFor(3, 23);
    await expect.poll(() => came, WAIT).toContain(23);

    expect([await statesOf(21), await statesOf(22)].map((states) => states.at(-1))).toEqual(['created', 'created']);
    await stop();
    await forget();
  });

  test('is left for other accounts, however much one of them has to do', async () => {
    const { came, stop } = await work(untilAsked);
    await enqueueFor(1, 31);
    await expect.poll(() => came, WAIT).toEqual([31]);
    await enqueueFor(1, 32);

    await enqueueFor(2, 33);
    await expect.poll(() => came, WAIT).toEqual([31, 33]);
    await stop();
    await forget();
  });

  test('goes round among long jobs, each at a safe point', async () => {
    const { came, stop } = await work(untilAsked, 50);
    for (const accountId of [1, 2, 3]) await enqueueFor(accountId, 40 + accountId);

    await expect.poll(() => came.filter((jobId) => jobId === 43).length, WAIT).toBeGreaterThanOrEqual(2);
    await expect.poll(() => came.filter((jobId) => jobId === 41).length, WAIT).toBeGreaterThanOrEqual(2);
    await stop();
    await forget();
  });
});

describe('a job that waits for its retry', () => {
  test('is due now when a user asks for it, and not when a chore does', async () => {
    await enqueue(61);
    await database.pool.query(`update pgboss.job set start_after = start_after + interval '12 hours'`);
    const { came, stop } = await work();

    await withAccount(database.appPool, { accountId: 1 }, (tx) =>
      queue.resume(tx, 'bulk.run', { accountId: 1, jobId: 61 }, '61'),
    );
    const { rows } = await database.pool.query('select from pgboss.job where start_after > pgboss.job_now()');
    await enqueue(61);
    await expect.poll(() => came, WAIT).toEqual([61]);

    expect(rows).toHaveLength(1);
    await stop();
    await forget();
  });
});

describe('a job that was given up', () => {
  const giveUp = async (jobId: number): Promise<void> => {
    await enqueue(jobId);
    // As if all retries but the last had been made.
    await database.pool.query(`update pgboss.job set data = data || '{"failures": 6}' where state = 'created'`);
    const { stop } = await work(async () => {
      throw new Error('the storage is full');
    });
    await expect.poll(async () => (await statesOf(jobId)).at(-1), WAIT).toBe('failed');
    await stop();
  };

  test('is kept with its reason, and begun again after a day or when a user asks for it', async () => {
    await giveUp(51);
    const { rows } = await database.pool.query<{ output: unknown }>(
      `select output from pgboss.job where singleton_key = '51' and state = 'failed'`,
    );
    const resume = () =>
      withAccount(database.appPool, { accountId: 1 }, (tx) =>
        queue.resume(tx, 'bulk.run', { accountId: 1, jobId: 51 }, '51'),
      );

    expect(rows).toEqual([{ output: { message: 'the storage is full' } }]);
    await resume();
    expect((await statesOf(51)).at(-1)).toBe('failed');
    await database.pool.query(`update pgboss.job set completed_on = completed_on - interval '25 hours'`);
    await resume();
    expect((await statesOf(51)).at(-1)).toBe('created');
    await database.pool.query(`delete from pgboss.job where state = 'created'`);
    await enqueue(51);
    expect((await statesOf(51)).at(-1)).toBe('created');
    await forget();
  });

  test('is resumed where its job was lost', async () => {
    await withAccount(database.appPool, { accountId: 1 }, (tx) =>
      queue.resume(tx, 'bulk.run', { accountId: 1, jobId: 52 }, '52'),
    );

    expect(await statesOf(52)).toEqual(['created']);
  });
});
