import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import { APP_ROLE } from '../db/pool.ts';
import type { Tx } from '../db/tx.ts';
import { carriedCause } from '../telemetry/cause.ts';
import type { JobQueue } from './job-queue.ts';
import { optionsOf } from './requeue.ts';

export interface SendingQueue extends JobQueue {
  close(): Promise<void>;
}

/** Sends jobs without running any: for processes that answer requests. @throws when the database can't be reached. */
export async function startSendingQueue(url: string, log: FastifyBaseLogger): Promise<SendingQueue> {
  const boss = new PgBoss({
    connectionString: url,
    options: `-c role=${APP_ROLE}`,
    application_name: 'bellwether-queue',
    max: 1,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue'));
  await boss.start();
  return { ...jobQueueOf(boss), close: () => boss.stop({ graceful: false }) };
}

/** State of the newest job of a key in these queues. */
const NEWEST = `select state::text as state from pgboss.job where name = any($1) and singleton_key = $2
  order by created_on desc limit 1`;

/** Jobs go in through the caller's transaction, so that one exists exactly when the change does. */
export function jobQueueOf(boss: PgBoss): JobQueue {
  const queue: JobQueue = {
    enqueue: async (tx, name, data, key) => {
      const cause = carriedCause();
      const queued = cause === undefined ? data : { ...data, cause };
      await boss.send(name, queued, { ...optionsOf(data, key), db: databaseOf(tx) });
    },
    resume: async (tx, name, data, key, siblings = []) => {
      const [newest] = await tx.raw<{ state: string }>(NEWEST, [[name, ...siblings], key]);
      if (newest?.state !== 'failed') await queue.enqueue(tx, name, data, key);
    },
  };
  return queue;
}

const databaseOf = (tx: Tx) => ({
  // pg-boss declares its rows as anything.
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.raw<never>(text, values) }),
});
