import type { FastifyBaseLogger } from 'fastify';
import { followChannel, type OwnConnection } from '../../db/follow-channel.ts';
import type { Pool } from '../../db/pool.ts';
import type { PublishedEvent, PubSub } from './pub-sub.ts';

const CHANNEL = 'numbered_events';

/** Events that one read brings. Ours. */
const PAGE = 500;

/**
 * Carries events between the web processes of one database. A notification holds only the sequence of the last event;
 * each process reads on from its own position, so that no lost notification or connection loses or repeats an event.
 * The publishing process receives its own events without that round trip.
 * @throws when the database can't be reached now; later losses recover on their own.
 */
export async function startNotifyPubSub({ pool, log }: { pool: Pool; log: FastifyBaseLogger }): Promise<PubSub> {
  const listeners = new Set<(events: readonly PublishedEvent[]) => void>();
  /** Sequence of the last event that the listeners have. */
  let cursor = await readHead(pool);
  /** `null` while the line is down. */
  let line: OwnConnection | null = null;

  const pass = (events: readonly PublishedEvent[]) => {
    const last = events.at(-1);
    if (last === undefined || last.sequence <= cursor) return;
    const fresh = events[0]?.sequence === cursor + 1 ? events : events.filter((event) => event.sequence > cursor);
    cursor = last.sequence;
    for (const listener of listeners) {
      try {
        listener(fresh);
      } catch (error) {
        log.error({ err: error }, 'a listener of events failed');
      }
    }
  };

  const follower = followChannel({
    pool,
    log,
    channel: CHANNEL,
    heeds: (last) => Number(last) > cursor,
    enter: async (connection, lost) => {
      // It only reads and notifies, and the lock of NOTIFY is the cluster's: nothing waits for the disk.
      await connection.query('set synchronous_commit = off');
      line = connection;
      // A database that was restored to an earlier day counts on from there.
      cursor = Math.min(cursor, await readHead(connection));
      lost.addEventListener('abort', () => {
        line = null;
      });
    },
    drain: async (connection) => {
      for (;;) {
        const page = await connection.query<PublishedEvent>({
          name: 'read_events',
          text: 'select sequence, stream, epoch, "offset", body from read_events($1, $2)',
          values: [cursor, PAGE],
        });
        pass(page.rows);
        if (page.rows.length < PAGE) return;
      }
    },
  });

  return {
    publish: async (events) => {
      const [first, last] = [events[0], events.at(-1)];
      if (first === undefined || last === undefined) return;
      // With a hole before the first one, the read below brings everything in order.
      if (first.sequence <= cursor + 1) pass(events);
      else follower.wake();
      await line?.query('select pg_notify($1, $2)', [CHANNEL, String(last.sequence)]);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      listeners.clear();
      await follower.close();
    },
  };
}

async function readHead(line: Pick<Pool | OwnConnection, 'query'>): Promise<number> {
  const { rows } = await line.query<{ sequence: number }>('select last_event_sequence() as sequence');
  return rows[0]?.sequence ?? 0;
}
