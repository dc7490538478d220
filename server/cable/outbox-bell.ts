import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../db/pool.ts';

/** Milliseconds between two notifications of a process. Ours: unnoticed by people, and 200 commits a second at most. */
const GAP_MS = 5;

/** Channel that the relay listens to. */
export const OUTBOX = 'outbox';

/** Not waiting for the disk: the lock of NOTIFY is the cluster's, and a lost notification costs a second. */
const NOTIFY = `begin; set local synchronous_commit = off; notify ${OUTBOX}; commit`;

interface Bell {
  /** Wakes the relay while it is in this process. */
  relay: (() => void) | null;
  ringing: boolean;
  again: boolean;
}

const bells = new WeakMap<Pool, Bell>();

function bellOf(pool: Pool): Bell {
  const bell = bells.get(pool) ?? { relay: null, ringing: false, again: false };
  bells.set(pool, bell);
  return bell;
}

/** While `lost` has not aborted, the relay is in this process. */
export function answerBell(pool: Pool, wake: () => void, lost: AbortSignal): void {
  const bell = bellOf(pool);
  bell.relay = wake;
  lost.addEventListener('abort', () => {
    if (bell.relay === wake) bell.relay = null;
  });
}

/**
 * Tells the relay of committed events: directly in its own process, otherwise by NOTIFY, outside of the writing
 * transaction and together for commits within a few ms. A failure costs at most a second: the relay polls as well.
 */
export function ringOutbox(pool: Pool): void {
  const bell = bellOf(pool);
  if (bell.relay !== null) bell.relay();
  else if (bell.ringing) bell.again = true;
  else void notify(pool, bell);
}

async function notify(pool: Pool, bell: Bell): Promise<void> {
  bell.ringing = true;
  do {
    bell.again = false;
    await pool.query(NOTIFY).catch(() => undefined);
    await sleep(GAP_MS, undefined, { ref: false });
  } while (bell.again);
  bell.ringing = false;
}
