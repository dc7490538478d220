import type { Job, PgBoss } from 'pg-boss';

/** The time for which a job keeps its slot. */
export interface Slice {
  /** Aborts once the time is over and another job waits. */
  readonly signal: AbortSignal;
  end(): void;
}

/** Of a job that keeps its slot to its end. */
export const WHOLE: Slice = { signal: new AbortController().signal, end: () => undefined };

const WAITING = `select 1 from pgboss.job where name = $1 and state < 'active' and start_after <= pgboss.job_now() limit 1`;

/** Starts the time of a job. If no other job waits at its end, it starts again. */
export function startSlice(boss: PgBoss, { name }: Pick<Job, 'name'>, ms: number): Slice {
  const slice = new AbortController();
  const timer = setInterval(() => {
    boss
      .getDb()
      .executeSql(WAITING, [name])
      .then(({ rows }) => {
        if (rows.length > 0) slice.abort(new Error('Others wait for the slot.'));
      })
      // Without a database no other job can take the slot.
      .catch(() => undefined);
  }, ms);
  return { signal: slice.signal, end: () => clearInterval(timer) };
}
