import type { Tx } from '../../../db/tx.ts';

/** An event of a call, recorded once. */
export interface NewEvent {
  /** Unique in the call. */
  readonly key: string;
  readonly kind: string;
  readonly at: Date;
  /** Parts of its sentence. */
  readonly body: Readonly<Record<string, unknown>>;
  /** User who did it; `null`: the line, or the other party. */
  readonly userId: number | null;
}

/** Answers the kinds of those that were not known before. */
export async function insertEvents(tx: Tx, callId: number, events: readonly NewEvent[]): Promise<string[]> {
  const rows = await tx.raw<{ kind: string }>(
    `insert into call_events (account_id, call_id, event_key, kind, body, user_id, at)
     select app_account_id(), $1, e.event_key, e.kind, e.body::jsonb, e.user_id, e.at
     from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
       as e(event_key, kind, body, user_id, at)
     on conflict (call_id, event_key) do nothing returning kind`,
    [
      callId,
      events.map(({ key }) => key),
      events.map(({ kind }) => kind),
      events.map(({ body }) => JSON.stringify(body)),
      events.map(({ userId }) => userId),
      events.map(({ at }) => at),
    ],
  );
  return rows.map(({ kind }) => kind);
}

export interface FoundEvent {
  readonly id: number;
  readonly event_key: string;
  readonly kind: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Number of events whose key has this prefix. */
export async function countEvents(tx: Tx, callId: number, prefix: string): Promise<number> {
  const rows = await tx.prepared<{ total: number }>(
    'select count(*)::int as total from call_events where call_id = $1 and starts_with(event_key, $2)',
    [callId, prefix],
  );
  return rows[0]?.total ?? 0;
}

/** Events of the given kinds, unordered. */
export const findEvents = (tx: Tx, callId: number, kinds: readonly string[]): Promise<FoundEvent[]> =>
  tx.prepared<FoundEvent>(
    'select id, event_key, kind, body, at from call_events where call_id = $1 and kind = any($2::text[])',
    [callId, kinds],
  );

export interface LoggedEvent extends FoundEvent {
  readonly user_id: number | null;
  readonly user_name: string | null;
}

/**
 * The latest events of a call, oldest first; simultaneous ones in order of arrival. Our limit: enough for more than an
 * hour of talk.
 */
export const findLog = (tx: Tx, callId: number): Promise<LoggedEvent[]> =>
  tx.prepared<LoggedEvent>(
    `select e.id, e.event_key, e.kind, e.body, e.at, e.user_id, u.name as user_name
     from (select * from call_events where call_id = $1 order by at desc, id desc limit 1000) e
     left join lateral (select * from names_of_people(array[e.user_id])) u on true
     order by e.at, e.id`,
    [callId],
  );
