import type { Pool } from '../../server/db/pool.ts';

/** Takes the database away from a pool. Returns how to bring it back. */
export function takeAway(pool: Pool): () => void {
  const { connect, query } = pool;
  const refused = () =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }));
  Object.assign(pool, { connect: refused, query: refused });
  return () => void Object.assign(pool, { connect, query });
}
