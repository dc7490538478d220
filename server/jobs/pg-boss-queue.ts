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

/** Makes a job that waits for its retry due now. */
const HURRY = `update pgboss.job set start_after = pgboss.job_now()
  where name = $1 and singleton_key = $2 and state < 'active' and start_after > pgboss.job_now()`;

const IS_QUEUED = `select from pgboss.job where name = $1 and singleton_key = $2 and state <= 'active'`;

/** Hours until work that was given up is begun again. Our choice: by then its cause may be gone. */
const GIVEN_UP_H = 24;

/** Returns a row if the newest job of a key in these queues was given up within that time. */
const WAS_GIVEN_UP = `select from (
    select state, completed_on from pgboss.job where name = any($1) and singleton_key = $2 order by created_on desc limit 1
  ) newest where state = 'failed' and completed_on > pgboss.job_now() - interval '${GIVEN_UP_H} hours'`;

/** Jobs go in through the caller's transaction, so that one exists exactly when the change does. */
export function jobQueueOf(boss: PgBoss): JobQueue {
  const queue: JobQueue = {
    enqueue: async (tx, name, data, key) => {
      const cause = carriedCause();
      const queued = cause === undefined ? data : { ...data, cause };
      const id = await boss.send(name, queued, { ...optionsOf(data, key), db: databaseOf(tx) });
      if (id === null) await tx.raw(HURRY, [name, key]);
    },
    resume: async (tx, name, data, key, siblings = []) => {
      if ((await tx.raw(IS_QUEUED, [name, key])).length > 0) return true;
      if ((await tx.raw(WAS_GIVEN_UP, [[name, ...siblings], key])).length > 0) return false;
      await queue.enqueue(tx, name, data, key);
      return true;
    },
  };
  return queue;
}

const databaseOf = (tx: Tx) => ({
  // pg-boss declares its rows as anything.
  executeSql: async (text: string, values?: unknown[]) => ({ rows: await tx.raw<never>(text, values) }),
});
