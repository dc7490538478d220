import { Gauge } from 'prom-client';
import type { PgBoss } from 'pg-boss';
import { registry } from './instruments.ts';

const registers = [registry];

const backlog = {
  jobs: new Gauge({
    name: 'jobs_kept',
    help: 'Jobs in the database by state: waiting, active, and given up.',
    labelNames: ['queue', 'state'],
    registers,
  }),
  oldestJob: new Gauge({
    name: 'jobs_oldest_waiting_seconds',
    help: 'Age of the oldest due job that no process has taken.',
    labelNames: ['queue'],
    registers,
  }),
  oldestEvent: new Gauge({
    name: 'events_oldest_unpublished_seconds',
    help: 'Age of the oldest committed event that no relay has numbered: the lag of the cable.',
    registers,
  }),
};

const JOBS = `select name as queue,
    case when state in ('created', 'retry') then 'waiting' when state in ('failed', 'cancelled') then 'given_up' else state::text end as state,
    count(*)::int as count,
    coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry'))), 0)::float8 as age
  from pgboss.job where state <> 'completed' and name not like '\\_\\_%' group by 1, 2`;

const EVENTS = 'select event_lag() as age';

/** Returns a function that reads the waiting work of every account. */
export function backlogReader(boss: PgBoss, queues: readonly string[]): () => Promise<void> {
  return async () => {
    const database = boss.getDb();
    const found = (await database.executeSql(JOBS)).rows as JobsRow[];
    const [events] = (await database.executeSql(EVENTS)).rows as { age: number }[];
    backlog.jobs.reset();
    for (const queue of queues) backlog.oldestJob.set({ queue }, 0);
    for (const { queue, state, count, age } of found) {
      backlog.jobs.set({ queue, state }, count);
      if (state === 'waiting') backlog.oldestJob.set({ queue }, Math.max(0, age));
    }
    backlog.oldestEvent.set(events?.age ?? 0);
  };
}

interface JobsRow {
  queue: string;
  state: string;
  count: number;
  age: number;
}
