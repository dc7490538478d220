import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { backOff } from '#rules/time/back-off.ts';
import type { Pool } from './pool.ts';

/** Milliseconds after which work is looked for without a notification. Ours: what a lost notification may cost. */
const POLL_MS = 1_000;

/** First and longest pause before a lost connection is made again, in ms. Ours. */
const PAUSE_MS = { first: 50, longest: 2_000 } as const;

/** Milliseconds an answer may take before the connection counts as dead. Ours. */
const ANSWER_MS = 10_000;

/** The server drops a peer that vanished without a word, and with it the locks it held, within 10 s. Ours. */
const KEEPALIVE = '-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

export type OwnConnection = pg.Client;

export interface Followed {
  readonly pool: Pool;
  readonly channel: string;
  readonly log: FastifyBaseLogger;
  /** Runs on every new connection, before the first drain; `lost` aborts with the connection. */
  enter(connection: OwnConnection, lost: AbortSignal): Promise<void>;
  /** Processes all pending work. Runs after `enter`, after notifications and once a second, never concurrently. */
  drain(connection: OwnConnection): Promise<void>;
  /** Returns whether a notification with this text is worth a drain; absent: all are. */
  heeds?(text: string): boolean;
}

export interface Follower {
  /** Requests a drain now. */
  wake(): void;
  close(): Promise<void>;
}

/** Follows a NOTIFY channel on its own connection to the database itself, with the settings of the pool; a lost one is replaced. */
export function followChannel(followed: Followed): Follower {
  const over = new AbortController();
  let ring = new AbortController();
  let losses = 0;
  const wake = () => ring.abort();
  const hear = ({ payload = '' }: pg.Notification) => {
    if (followed.heeds?.(payload) ?? true) wake();
  };

  const follow = async (connection: OwnConnection, lost: AbortSignal): Promise<void> => {
    await connection.query(`listen ${pg.escapeIdentifier(followed.channel)}`);
    await followed.enter(connection, lost);
    // Not AbortSignal.any: every signal it creates would stay attached to `lost` for as long as the connection lives.
    lost.addEventListener('abort', wake);
    while (!lost.aborted) {
      ring = new AbortController();
      await followed.drain(connection);
      // Only work that was done ends the growth of the pauses: a line that opens and fails again is no good one.
      losses = 0;
      await pause(POLL_MS, ring.signal);
    }
  };

  const keep = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const lost = new AbortController();
      const connection = connect(followed.pool, lost, hear);
      over.signal.addEventListener('abort', () => lost.abort(), { once: true, signal: lost.signal });
      try {
        await connection.connect();
        await follow(connection, lost.signal);
      } catch (error) {
        if (!over.signal.aborted) followed.log.warn({ err: error, channel: followed.channel }, 'database line lost');
      }
      lost.abort();
      await hangUp(connection);
      await pause(backOff(PAUSE_MS, losses), over.signal);
      losses += 1;
    }
  };

  const kept = keep();
  return {
    wake,
    close: async () => {
      over.abort();
      await kept;
    },
  };
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

function connect(pool: Pool, lost: AbortController, hear: (notification: pg.Notification) => void): OwnConnection {
  const { options, pooled } = pool;
  const connection = new pg.Client({
    ...options,
    // A pooler in transaction mode passes no notifications on and gives locks of a session to anyone.
    ...(pooled && { connectionString: pooled.directUrl }),
    options: `${pooled?.options ?? options.options ?? ''} ${KEEPALIVE}`,
    keepAlive: true,
    query_timeout: ANSWER_MS,
  });
  connection.on('notification', hear);
  connection.on('error', () => lost.abort());
  connection.on('end', () => lost.abort());
  return connection;
}

/** Closes without waiting for a dead connection. */
const hangUp = (connection: OwnConnection) =>
  Promise.race([connection.end().catch(() => undefined), sleep(500, undefined, { ref: false })]);
