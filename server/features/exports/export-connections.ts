import type { FastifyInstance } from 'fastify';
import { directUrlOf } from '../../config.ts';
import { APP_ROLE, createPool, type Pool, type PoolClient } from '../../db/pool.ts';
import { confinedTo } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';

/** Milliseconds that one export may take. Ours: a million contacts over a line of one megabit. */
export const MAX_EXPORT_MS = 60 * 60_000;

/**
 * The connections of the exports of a process, made when the first one begins and closed with the app. Exports wait for
 * slow clients, and so take none from short requests, nor from a pooler.
 */
export function exportConnections(app: FastifyInstance, deps: Deps): () => Pool {
  let pool: Pool | null = null;
  app.addHook('onClose', async () => pool?.end());
  return () => {
    pool ??= createPool({
      url: directUrlOf(deps.config) ?? '',
      role: APP_ROLE,
      max: deps.config.database.exportConnections,
      onError: (error) => deps.log.warn({ err: error }, 'a connection of an export broke'),
    });
    return pool;
  };
}

/** Message of the pool when all of its connections are taken. Source: pg-pool. */
const ALL_TAKEN = /^timeout exceeded when trying to connect/;

/** A connection for one export. `null`: all are taken. */
export async function takeConnection(connections: Pool): Promise<PoolClient | null> {
  try {
    return await connections.connect();
  } catch (error) {
    // An unavailable database sends the same message: then there are places left.
    if (error instanceof Error && ALL_TAKEN.test(error.message) && isFull(connections)) return null;
    throw error;
  }
}

const isFull = ({ totalCount, idleCount, options }: Pool) => totalCount >= (options.max ?? 0) && idleCount === 0;

/** Begins a transaction of the account in which nothing moves: what is counted is what is read. */
export async function beginSnapshot(
  client: PoolClient,
  { accountId }: Identity,
  deps: Pick<Deps, 'now'>,
): Promise<void> {
  const ahead = deps.now().getTime() - Date.now();
  await client.query(
    `begin isolation level repeatable read read only;
     ${confinedTo(accountId)};
     set local app.clock_ahead_ms = '${Math.trunc(ahead)}';
     set local statement_timeout = ${MAX_EXPORT_MS}`,
  );
}
