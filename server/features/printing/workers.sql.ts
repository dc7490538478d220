import type { WorkersStatus } from '#contract/printing.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { RUNNER_NAME } from '../../jobs/runner.ts';

/**
 * The current print queue. A process counts as a worker as long as its connections are open, so a dead one doesn't
 * count.
 */
export async function readQueue(tx: Tx): Promise<WorkersStatus> {
  const [row] = await tx.raw<WorkersStatus>(
    `select (select count(distinct application_name) from pg_stat_activity
        where datname = current_database() and starts_with(application_name, $1)) as workers,
       count(*) filter (where state in ('created', 'retry')) as waiting,
       count(*) filter (where state = 'active') as running,
       floor(extract(epoch from now() - min(created_on) filter (where state in ('created', 'retry'))))::int as oldest_waiting_s
     from pgboss.job where name = 'printing.run' and state in ('created', 'retry', 'active')`,
    [RUNNER_NAME],
  );
  return row ?? { workers: 0, waiting: 0, running: 0, oldest_waiting_s: null };
}
