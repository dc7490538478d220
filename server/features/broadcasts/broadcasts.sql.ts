import { type RawBuilder, sql } from 'kysely';
import type { Progress } from '#contract/broadcasts/broadcast.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';
import type { CallerRow } from '../bulk/caller.ts';
import type { BroadcastRow } from './broadcast-row.ts';

const ROWS = sql`select b.*, trim(u.first_name || ' ' || u.last_name) as user_name,
    case b.channel when 'text' then s.name else e.name end as template_name, g.name as email_trigger_name,
    r.name as recurrence_name,
    case when k.id is not null then jsonb_build_object('id', k.id, 'name', k.name, 'type', k.type, 'bytes', k.bytes) end as file
  from broadcasts b join users u on u.id = b.user_id
  left join campaign_triggers s on b.channel = 'text' and s.id = b.template_id
  left join email_templates e on b.channel = 'mail' and e.id = b.template_id
  left join campaign_triggers g on g.id = b.email_trigger_id
  left join campaign_triggers r on r.id = b.recurrence_trigger_id
  left join campaign_files k on k.id = b.campaign_file_id`;

/** Broadcasts of a user and of everyone below them. */
const visibleTo = (userId: number) =>
  sql`b.user_id in (select descendant_id from user_tree where ancestor_id = ${userId})`;

export const findBroadcast = (tx: Tx, id: number) =>
  tx.one<BroadcastRow>(sql<BroadcastRow>`${ROWS} where b.id = ${id}`);

/** `null`: unknown, or of no one below the viewer. */
export const findVisibleBroadcast = (tx: Tx, id: number, userId: number) =>
  tx.one<BroadcastRow>(sql<BroadcastRow>`${ROWS} where b.id = ${id} and ${visibleTo(userId)}`);

/** Locks a broadcast until the transaction ends, then reads it; any user's with `null`. */
export async function lockBroadcast(tx: Tx, id: number, userId: number | null): Promise<BroadcastRow | null> {
  const whose = userId === null ? sql`true` : visibleTo(userId);
  await tx.all(sql`select from broadcasts b where b.id = ${id} and ${whose} for no key update`);
  return userId === null ? findBroadcast(tx, id) : findVisibleBroadcast(tx, id, userId);
}

export interface BroadcastFilter {
  readonly userId: number;
  readonly mine: boolean;
  readonly running: boolean;
  readonly channel?: string | undefined;
  readonly status?: string | undefined;
  readonly q?: string | undefined;
}

const narrowed = ({ userId, mine, running, channel, status, q }: BroadcastFilter): RawBuilder<unknown> => {
  const conditions = [
    mine ? sql`b.user_id = ${userId}` : visibleTo(userId),
    ...(running ? [sql`b.status in ('scheduled', 'sending', 'paused')`] : []),
    ...(channel === undefined ? [] : [sql`b.channel = ${channel}`]),
    ...(status === undefined ? [] : [sql`b.status = ${status}`]),
    ...(q === undefined || q === '' ? [] : [sql`fold(b.name) like '%' || like_text(fold(${q})) || '%'`]),
  ];
  return sql.join(conditions, sql` and `);
};

export const findBroadcasts = (tx: Tx, filter: BroadcastFilter, { offset, limit }: { offset: number; limit: number }) =>
  tx.all<BroadcastRow>(
    sql<BroadcastRow>`${ROWS} where ${narrowed(filter)} order by b.id desc limit ${limit} offset ${offset}`,
  );

export async function countBroadcasts(tx: Tx, filter: BroadcastFilter): Promise<number> {
  const row = await tx.one<{ total: number }>(
    sql<{ total: number }>`select count(*)::int as total from broadcasts b where ${narrowed(filter)}`,
  );
  return row?.total ?? 0;
}

/** Running broadcasts of a user's downline, newest first. */
export const findBroadcastsBelow = (tx: Tx, userId: number) =>
  tx.all<BroadcastRow>(
    sql<BroadcastRow>`${ROWS} where b.status in ('scheduled', 'sending', 'paused') and ${visibleTo(userId)}
      and b.user_id <> ${userId} order by b.id desc limit 500`,
  );

export interface NewBroadcast {
  readonly userId: number;
  readonly actorId: number;
  readonly channel: BroadcastRow['channel'];
  readonly name: string;
  readonly selection: ContactSelection;
  readonly sentence: string;
}

export async function insertBroadcast(tx: Tx, fresh: NewBroadcast, at: Date): Promise<number> {
  const row = await tx.one<{ id: number }>(
    sql<{
      id: number;
    }>`insert into broadcasts (account_id, user_id, actor_id, channel, name, selection, sentence, created_at, updated_at)
      values (app_account_id(), ${fresh.userId}, ${fresh.actorId}, ${fresh.channel}, ${fresh.name},
        ${JSON.stringify(fresh.selection)}::jsonb, ${fresh.sentence}, ${at}, ${at}) returning id`,
  );
  if (row === null) throw new Error('An insert answered no id.');
  return row.id;
}

/** The next run of a broadcast that has ended: its audience is frozen when it begins. `null`: there is one. */
export async function insertNextRun(
  tx: Tx,
  { id }: Pick<BroadcastRow, 'id'>,
  { schedule, startsAt, at }: { schedule: BroadcastRow['schedule']; startsAt: Date; at: Date },
): Promise<number | null> {
  const row = await tx.one<{ id: number }>(
    sql<{
      id: number;
    }>`insert into broadcasts (account_id, user_id, actor_id, channel, name, status, selection, sentence,
        subject, body, format, template_id, email_trigger_id, campaign_file_id, recurrence_trigger_id, recurrence, follows_id, schedule,
        scheduled_at, starts_at, created_at, updated_at)
      select account_id, user_id, actor_id, channel, name, 'scheduled', selection, sentence, subject, body, format,
        template_id, email_trigger_id, campaign_file_id, recurrence_trigger_id, recurrence, id, ${JSON.stringify(schedule)}::jsonb,
        ${at}, ${startsAt}, ${at}, ${at}
      from broadcasts where id = ${id} on conflict do nothing returning id`,
  );
  return row?.id ?? null;
}

/** Changed columns of a broadcast; the version counts up by itself. */
export type BroadcastPatch = Partial<
  Omit<
    BroadcastRow,
    'id' | 'account_id' | 'user_name' | 'template_name' | 'email_trigger_name' | 'recurrence_name' | 'file'
  >
>;

const JSON_COLUMNS = ['selection', 'schedule', 'left_out', 'progress'];

/** Returns the broadcast as it is then. */
export async function changeBroadcast(tx: Tx, id: number, patch: BroadcastPatch): Promise<BroadcastRow> {
  const sets = Object.entries(patch).map(([column, value]) =>
    JSON_COLUMNS.includes(column) && value !== null
      ? sql`${sql.ref(column)} = ${JSON.stringify(value)}::jsonb`
      : sql`${sql.ref(column)} = ${value}`,
  );
  await tx.change(sql`update broadcasts set ${sql.join([...sets, sql`version = version + 1`])} where id = ${id}`);
  const row = await findBroadcast(tx, id);
  if (row === null) throw new Error(`Broadcast ${id} is gone.`);
  return row;
}

export const removeBroadcast = (tx: Tx, id: number) => tx.change(sql`delete from broadcasts where id = ${id}`);

/** User that the caller acted as, then the user who signed in, if different. */
export const findBroadcastCallers = (tx: Tx, id: number) =>
  tx.all<CallerRow>(sql<CallerRow>`select user_id, business_unit_id, roles, active from find_broadcast_askers(${id})`);

/** Counts its recipients by what became of them. */
export async function countProgress(tx: Tx, id: number): Promise<Progress> {
  const [row] = await tx.raw<Progress>(
    `select coalesce(sum(n) filter (where state in ('waiting', 'later')), 0)::int as waiting,
       coalesce(sum(n) filter (where state = 'sending'), 0)::int as sending,
       coalesce(sum(n) filter (where state = 'sent'), 0)::int as sent,
       coalesce(sum(n) filter (where state = 'delivered'), 0)::int as delivered,
       coalesce(sum(n) filter (where state = 'failed'), 0)::int as failed,
       coalesce(sum(n) filter (where state = 'held_back'), 0)::int as held_back,
       coalesce(sum(n) filter (where state = 'stopped'), 0)::int as stopped,
       (select count(*)::int from broadcast_recipients where broadcast_id = $1 and replied_at is not null) as replied,
       (select count(*)::int from broadcast_recipients where broadcast_id = $1 and opted_out_at is not null) as opted_out,
       coalesce(sum(parts) filter (where state in ('sent', 'delivered')), 0)::int as segments
     from (select state, count(*) as n, sum(segments) as parts from broadcast_recipients
       where broadcast_id = $1 and state <> 'left_out' group by state) counted`,
    [id],
  );
  if (row === undefined) throw new Error('a count has no row');
  return row;
}

// ---- outside of any account ------------------------------------------------

interface OfAccount {
  readonly account_id: number;
  readonly broadcast_id: number;
}

export const findDueBroadcasts = (pool: Pool, at: Date, most: number) =>
  outsideAccounts<OfAccount>(pool, 'select account_id, broadcast_id from find_due_broadcasts($1, $2)', [at, most]);

export const findFollowedBroadcasts = (pool: Pool, since: Date, most: number) =>
  outsideAccounts<OfAccount>(pool, 'select account_id, broadcast_id from find_followed_broadcasts($1, $2)', [
    since,
    most,
  ]);
