import { setTimeout as sleep } from 'node:timers/promises';
import type { PublishedEvent } from '../adapters/pub-sub/pub-sub.ts';
import { followChannel, type OwnConnection } from '../db/follow-channel.ts';
import type { Deps } from '../deps.ts';
import { cable } from '../telemetry/instruments.ts';
import { answerBell, OUTBOX } from './outbox-bell.ts';

/** Key of the advisory lock that makes one process the relay. Ours. */
const RELAY_LOCK = 4_201_001;

/**
 * Milliseconds between two attempts to become the relay. Our choice: a third of the 3 s in which another takes over.
 */
const TAKE_OVER_MS = 1_000;

/** Events that one call numbers. Ours. */
const PAGE = 500;

export interface Relay {
  close(): Promise<void>;
}

/**
 * Numbers committed events and publishes them. Every web process starts one; the advisory lock lets one at a time work,
 * on the connection that holds the lock, so a relay that has lost it can no longer number. Events that a dying relay
 * has numbered but not published reach the processes by polling.
 */
export function startRelay({ pool, pubSub, log }: Pick<Deps, 'pool' | 'pubSub' | 'log'>): Relay {
  const drain = async (connection: OwnConnection): Promise<void> => {
    for (;;) {
      const { rows } = await connection.query<PublishedEvent>({
        name: 'number_events',
        text: 'select sequence, stream, epoch, "offset", body from number_events($1)',
        values: [PAGE],
      });
      cable.published.inc(rows.length);
      if (rows.length > 0) await pubSub.publish(rows).catch((error: unknown) => log.warn({ err: error }, 'publish'));
      if (rows.length < PAGE) return;
    }
  };
  const enter = async (connection: OwnConnection, lost: AbortSignal): Promise<void> => {
    await becomeRelay(connection, lost);
    if (!lost.aborted) answerBell(pool, () => follower.wake(), lost);
  };
  const follower = followChannel({ pool, log, channel: OUTBOX, enter, drain });
  return follower;
}

async function becomeRelay(connection: OwnConnection, lost: AbortSignal): Promise<void> {
  while (!lost.aborted) {
    const { rows } = await connection.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [RELAY_LOCK]);
    if (rows[0]?.mine === true) return;
    await sleep(TAKE_OVER_MS, undefined, { signal: lost }).catch(() => undefined);
  }
}
