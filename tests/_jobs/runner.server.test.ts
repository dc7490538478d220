import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const enqueue = (importId: number, after: () => void = () => undefined) =>
  withAccount(database.appPool, { accountId: 1 }, async (tx) => {
    await queue.enqueue(tx, 'imports.run', { accountId: 1, importId }, String(importId));
    after();
  });

/** Runs jobs here, and tells which came. */
async function work(run: (importId: number, signal: AbortSignal) => Promise<void> = () => Promise.resolve()) {
  const came: number[] = [];
  const runner: Runner = await startRunner(
    createRunnerBoss(database.url, log),
    {
      'imports.run': ({ importId }, signal) => {
        came.push(importId);
        return run(importId, signal);
      },
    },
    log,
  );
  return { came, stop: runner.stop };
}

const statesOf = async (importId: number): Promise<string[]> => {
  const { rows } = await database.pool.query<{ state: string }>(
    'select state::text from pgboss.job where singleton_key = $1 order by created_on',
    [String(importId)],
  );
  return rows.map(({ state }) => state);
};

/** A worker in a process of its own that has taken its first job. */
async function holdingWorker(importId: number): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'holding-worker.ts'), {
    env: { ...process.env, DATABASE_URL: database.url },
  });
  await once(child, 'message');
  await enqueue(importId);
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

  test('starts within 200 ms of its commit', async () => {
    const { came, stop } = await work();
    await expect.poll(() => came, { interval: 10, timeout: 5_000 }).toContain(2);

    const before = Date.now();
    await enqueue(3);
    await expect.poll(() => came, { interval: 5 }).toContain(3);

    expect(Date.now() - before).toBeLessThan(200);
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
    await expect.poll(() => statesOf(4)).toEqual(['completed']);
    await stop();
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
