import type {
  AuthorizationProblem,
  AuthorizationType,
  SyncConflict,
  SyncedCalendar,
} from '#contract/integrations.contract.ts';
import type { Tx } from '../../db/tx.ts';

export interface AuthorizationRow {
  readonly id: number;
  readonly account_id: number;
  readonly user_id: number;
  readonly type: AuthorizationType;
  readonly sample: boolean;
  readonly name: string;
  readonly status: 'connected' | 'needs_you' | 'disconnected';
  readonly sealed: Buffer | null;
  readonly link: string | null;
  readonly problem: AuthorizationProblem | null;
  readonly problem_text: string;
  readonly failures: number;
  readonly last_synced_at: Date | null;
  readonly due_at: Date | null;
  readonly retry_at: Date | null;
  readonly events_read: number;
  readonly events_written: number;
  readonly connected_at: Date;
}

export interface ShownAuthorization extends AuthorizationRow {
  readonly calendars: number;
  readonly calendars_synced: number;
  readonly events_waiting: number;
}

const COLUMNS = `id, account_id, user_id, type, sample, name, status, sealed, link, problem, problem_text, failures, last_synced_at,
  due_at, retry_at, events_read, events_written, connected_at`;

const SHOWN = `select ${COLUMNS.split(', ')
  .map((name) => `a.${name.trim()}`)
  .join(', ')},
    (select count(*)::int from authorization_calendars c where c.authorization_id = a.id) as calendars,
    (select count(*)::int from authorization_calendars c where c.authorization_id = a.id and c.synced) as calendars_synced,
    (select count(*)::int from authorization_calendars c join calendar_links l on l.calendar_id = c.id
       left join calendar_events e on e.id = l.event_id
     where c.authorization_id = a.id and c.synced and c.writable and not l.cancelled
       and (e.id is null or e.version <> l.local_version)) as events_waiting
  from authorizations a`;

/** Connected integrations of a user, by name. */
export const findShown = (tx: Tx, userId: number): Promise<ShownAuthorization[]> =>
  tx.raw(`${SHOWN} where a.user_id = $1 and a.status <> 'disconnected' order by a.type, a.id`, [userId]);

/** One of a user's connected integrations. */
export async function findOne(tx: Tx, userId: number, id: number): Promise<ShownAuthorization | null> {
  const [row] = await tx.raw<ShownAuthorization>(
    `${SHOWN} where a.user_id = $1 and a.id = $2 and a.status <> 'disconnected'`,
    [userId, id],
  );
  return row ?? null;
}

export async function lockRow(tx: Tx, id: number): Promise<AuthorizationRow | null> {
  const [row] = await tx.raw<AuthorizationRow>(`select ${COLUMNS} from authorizations where id = $1 for update`, [id]);
  return row ?? null;
}

/** Claims an integration for one pass; `null`: another process is at it, or it isn't connected anymore. */
export async function lease(tx: Tx, id: number, at: Date, until: Date): Promise<AuthorizationRow | null> {
  const [row] = await tx.raw<AuthorizationRow>(
    `update authorizations set leased_until = $3 where id = $1 and status = 'connected'
       and (leased_until is null or leased_until <= $2) returning ${COLUMNS}`,
    [id, at, until],
  );
  return row ?? null;
}

export interface PassEnd {
  readonly status: 'connected' | 'needs_you';
  readonly problem: AuthorizationProblem | null;
  readonly problemText: string;
  readonly failures: number;
  /** `null`: not synced this time. */
  readonly syncedAt: Date | null;
  readonly dueAt: Date | null;
  readonly retryAt: Date | null;
  readonly read: number;
  readonly written: number;
}

/** Ends a pass, unless the integration was disconnected during it: then the answer is empty. A look that was requested in that time stays due. */
export const endPass = (tx: Tx, id: number, begun: Date, end: PassEnd) =>
  tx.raw<{ id: number }>(
    `update authorizations set leased_until = null, status = $3, problem = $4, problem_text = $5, failures = $6,
       last_synced_at = coalesce($7, last_synced_at), due_at = case when due_at > $2 then due_at else $8 end, retry_at = $9,
       events_read = events_read + $10, events_written = events_written + $11
     where id = $1 and status = 'connected' returning id`,
    [
      id,
      begun,
      end.status,
      end.problem,
      end.problemText,
      end.failures,
      end.syncedAt,
      end.dueAt,
      end.retryAt,
      end.read,
      end.written,
    ],
  );

export const storeSealed = (tx: Tx, id: number, sealed: Buffer) =>
  tx.raw('update authorizations set sealed = $2 where id = $1', [id, sealed]);

export interface Connected {
  readonly userId: number;
  readonly type: AuthorizationType;
  readonly sample: boolean;
  readonly remoteAccount: string;
  readonly name: string;
  readonly link: string | null;
  readonly at: Date;
  /** True: its calendars are read from now on. */
  readonly synced: boolean;
}

/** Connects an account at a provider; one that was connected before is the same row, with its events. */
export async function connect(tx: Tx, one: Connected): Promise<number> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into authorizations (account_id, user_id, type, sample, remote_account, name, link, connected_at, due_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, case when $8 then $7::timestamptz end)
     on conflict (user_id, type, remote_account, sample) do update set name = excluded.name, link = excluded.link,
       status = 'connected', problem = null, problem_text = '', failures = 0, retry_at = null, ended_at = null,
       connected_at = case when authorizations.status = 'disconnected' then excluded.connected_at else authorizations.connected_at end,
       due_at = excluded.due_at
     returning id`,
    [one.userId, one.type, one.sample, one.remoteAccount, one.name, one.link, one.at, one.synced],
  );
  if (row === undefined) throw new Error('the new integration is not there');
  return row.id;
}

/** Ends an integration and forgets its secret. What links its events stays for the day it is connected again. */
export const disconnect = async (tx: Tx, id: number, at: Date) => {
  await tx.raw(
    `update authorizations set status = 'disconnected', sealed = null, due_at = null, retry_at = null, problem = null,
       problem_text = '', ended_at = $2 where id = $1`,
    [id, at],
  );
  await tx.raw(
    `update authorization_calendars set target = false, cursor = null, watch_id = null, watch_resource = null, watch_hash = null,
       watch_until = null where authorization_id = $1`,
    [id],
  );
};

export const makeDue = (tx: Tx, id: number, at: Date) =>
  tx.raw('update authorizations set due_at = $2, retry_at = null where id = $1', [id, at]);

/** Other integrations of a kind that a new one takes the place of. */
export const othersOf = (tx: Tx, userId: number, type: AuthorizationType, besides: number) =>
  tx.raw<{ id: number }>(
    `select id from authorizations where user_id = $1 and type = $2 and id <> $3 and status <> 'disconnected' order by id`,
    [userId, type, besides],
  );

export interface StateRow {
  readonly sealed: Buffer;
  readonly redirect_uri: string;
}

export const insertState = (
  tx: Tx,
  state: {
    readonly hash: Buffer;
    readonly userId: number;
    readonly sessionId: number;
    readonly type: AuthorizationType;
    readonly sealed: Buffer;
    readonly redirectUri: string;
    readonly expiresAt: Date;
  },
) =>
  tx.raw(
    `insert into authorization_states (state_hash, account_id, user_id, session_id, type, sealed, redirect_uri, expires_at)
     values ($1, app_account_id(), $2, $3, $4, $5, $6, $7)`,
    [state.hash, state.userId, state.sessionId, state.type, state.sealed, state.redirectUri, state.expiresAt],
  );

/** Uses up a sign-in that its own session has begun. `null`: there is none. */
export async function takeState(
  tx: Tx,
  state: {
    readonly hash: Buffer;
    readonly userId: number;
    readonly sessionId: number;
    readonly type: AuthorizationType;
    readonly at: Date;
  },
): Promise<StateRow | null> {
  const [row] = await tx.raw<StateRow>(
    `delete from authorization_states where state_hash = $1 and user_id = $2 and session_id = $3 and type = $4 and expires_at > $5
     returning sealed, redirect_uri`,
    [state.hash, state.userId, state.sessionId, state.type, state.at],
  );
  return row ?? null;
}

export const findCalendars = (tx: Tx, id: number): Promise<SyncedCalendar[]> =>
  tx.raw(
    `select c.id, c.name, c.is_primary as "primary", c.writable, c.synced, c.target,
       (select count(*)::int from calendar_links l where l.calendar_id = c.id and l.event_id is not null) as events
     from authorization_calendars c where c.authorization_id = $1 order by c.is_primary desc, c.name, c.id`,
    [id],
  );

export async function findConflicts(tx: Tx, id: number, since: Date, most: number): Promise<SyncConflict[]> {
  const rows = await tx.raw<Omit<SyncConflict, 'at'> & { at: Date }>(
    `select id, at, title, kept, lost from calendar_conflicts where authorization_id = $1 and at >= $2
     order by at desc, id desc limit $3`,
    [id, since, most],
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** Chooses which calendars sync; one that is switched on is read from the start. */
export const chooseCalendars = (tx: Tx, id: number, calendars: readonly number[]) =>
  tx.raw(
    `update authorization_calendars set synced = id = any($2), target = target and id = any($2),
       cursor = case when synced then cursor end
     where authorization_id = $1 and synced <> (id = any($2))`,
    [id, calendars],
  );

/** One calendar of a user takes new events, or none. */
export const chooseTarget = async (tx: Tx, userId: number, calendarId: number | null) => {
  await tx.raw(
    `update authorization_calendars c set target = false from authorizations a
     where a.id = c.authorization_id and a.user_id = $1 and c.target and c.id is distinct from $2`,
    [userId, calendarId],
  );
  if (calendarId !== null)
    await tx.raw('update authorization_calendars set target = true, synced = true where id = $1 and not target', [
      calendarId,
    ]);
};

export const hasTarget = async (tx: Tx, userId: number): Promise<boolean> =>
  (
    await tx.raw(
      `select from authorization_calendars c join authorizations a on a.id = c.authorization_id
       where a.user_id = $1 and c.target and a.status <> 'disconnected' limit 1`,
      [userId],
    )
  ).length > 0;

/** Domains of the agency, and those that are served; and whether it has its own CSG key. */
export async function findServerState(tx: Tx): Promise<{ live: number; total: number; csg: boolean }> {
  const [row] = await tx.raw<{ live: number; total: number; csg: boolean }>(
    `select (count(*) filter (where status in ('verified', 'failing')))::int as live, count(*)::int as total,
       exists (select from quote_connections) as csg from custom_domains`,
  );
  return row ?? { live: 0, total: 0, csg: false };
}
