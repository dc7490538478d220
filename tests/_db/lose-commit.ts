import type { Pool, PoolClient } from '../../server/db/pool.ts';

/** Commits the first transaction with such a statement, and loses the answer. Returns how to end it. */
export function loseCommitAfter(pool: Pool, statement: string): () => void {
  const connect = pool.connect.bind(pool) as (...all: unknown[]) => Promise<PoolClient>;
  let lost = false;
  const query = async (client: PoolClient, ask: PoolClient['query'], turn: { meant: boolean }, all: unknown[]) => {
    turn.meant ||= typeof all[0] === 'string' && all[0].includes(statement);
    const answer = await (ask as (...all: unknown[]) => Promise<unknown>).apply(client, all);
    if (all[0] !== 'commit' || !turn.meant || lost) return answer;
    lost = true;
    throw new Error('Connection terminated unexpectedly');
  };
  const watched = async (...all: unknown[]) => {
    // The pool itself calls back.
    if (all.length > 0) return connect(...all);
    const client = await connect();
    const { query: ask, release } = client;
    const turn = { meant: false };
    return Object.assign(client, {
      query: (...all: unknown[]) => query(client, ask, turn, all),
      release: (broken?: Error) => {
        Object.assign(client, { query: ask, release });
        client.release(broken);
      },
    });
  };
  Object.assign(pool, { connect: watched });
  return () => void Object.assign(pool, { connect });
}
