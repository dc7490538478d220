import { Gauge } from 'prom-client';
import type { Pool } from '../db/pool.ts';
import { database, registry } from './instruments.ts';

type Ended = Parameters<Parameters<Pool['connect']>[0]>;

let observed: Pool | null = null;

// The registry keeps it.
void new Gauge({
  name: 'db_pool_connections',
  help: 'Connections to PostgreSQL: open, idle, and requests waiting for one.',
  labelNames: ['state'],
  registers: [registry],
  collect() {
    if (observed === null) return;
    this.set({ state: 'total' }, observed.totalCount);
    this.set({ state: 'idle' }, observed.idleCount);
    this.set({ state: 'waiting' }, observed.waitingCount);
  },
});

/** Measures how long each wait for a connection takes; a pool's own queries take theirs by the same way. */
export function observePool(pool: Pool): Pool {
  observed = pool;
  const connect = pool.connect.bind(pool);
  const timed = (done: (...ended: Ended) => void): void => {
    const begun = performance.now();
    connect((...ended) => {
      database.wait.observe((performance.now() - begun) / 1_000);
      done(...ended);
    });
  };
  const promised = () =>
    new Promise((resolve, reject) => timed((error, client) => (error ? reject(error) : resolve(client))));
  pool.connect = ((done?: (...ended: Ended) => void) => (done ? timed(done) : promised())) as Pool['connect'];
  return pool;
}
