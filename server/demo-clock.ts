import { isTryout } from '#rules/access/tryout.ts';
import type { Config } from './config.ts';
import type { Pool, PoolClient } from './db/pool.ts';

/** Lead of the demo clock over the real one when a process starts, in ms; set by the supervisor. */
export const CLOCK_VARIABLE = 'DEMO_CLOCK_AHEAD_MS';

/** Message of the supervisor when the clock moves. */
export interface ClockMessage {
  readonly type: 'demo.clock';
  readonly aheadMs: number;
}

/** Source of this process's instants. */
export interface Clock {
  now(): Date;
  /** Milliseconds ahead of the real time; below 0 it is behind. */
  aheadMs(): number;
  /** Defaults of columns in this pool's statements follow the clock as well. */
  drive(pool: Pool): Pool;
}

const REAL: Clock = { now: () => new Date(), aheadMs: () => 0, drive: (pool) => pool };

/** The clock of the machine; in demo and development moved by what the supervisor says. */
export function followClock({ appEnv }: Pick<Config, 'appEnv'>): Clock {
  if (!isTryout(appEnv)) return REAL;
  let ahead = Number(process.env[CLOCK_VARIABLE] ?? 0);
  process.on('message', (message: Partial<ClockMessage>) => {
    if (message.type === 'demo.clock') ahead = message.aheadMs ?? 0;
  });
  return movedClock(() => ahead);
}

/** A clock that is ahead by what `aheadMs` says. */
export const movedClock = (aheadMs: () => number): Clock => ({
  now: () => new Date(Date.now() + aheadMs()),
  aheadMs,
  drive: (pool) => drive(pool, aheadMs),
});

/** `clock_now()` of the database reads the setting; it precedes whatever the borrower of a connection runs. */
function drive(pool: Pool, aheadMs: () => number): Pool {
  const known = new WeakMap<PoolClient, number>();
  pool.on('acquire', (client) => {
    const ahead = aheadMs();
    if (pool.pooled) {
      pool.pooled.settings.set('app.clock_ahead_ms', String(Math.trunc(ahead)));
      return;
    }
    if ((known.get(client) ?? 0) === ahead) return;
    known.set(client, ahead);
    client.query(`set app.clock_ahead_ms = '${Math.trunc(ahead)}'`).catch(() => undefined);
  });
  return pool;
}
