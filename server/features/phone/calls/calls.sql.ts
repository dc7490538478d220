import type {
  CallOutcome,
  CallStatus,
  Disposition,
  Inside,
  RecordingMode,
  RecordingState,
} from '#contract/phone/call.contract.ts';
import type { RuleCited } from '#contract/compliance/rule-cited.contract.ts';
import type { Purpose } from '#contract/compliance.contract.ts';
import type { Pool } from '../../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../../db/tx.ts';
import { seenAs, type VisibilityValues } from '../../contacts/contact-visibility.sql.ts';

/** One side of a call, as its row has it. */
export interface CallRow {
  readonly id: number;
  readonly account_id: number;
  readonly conversation: string;
  readonly sid: string | null;
  readonly line: 'embedded' | 'twilio';
  readonly direction: 'inbound' | 'outbound';
  readonly from_number: string;
  readonly to_number: string;
  readonly user_id: number | null;
  readonly actor_id: number | null;
  readonly contact_id: number | null;
  readonly caller_city: string;
  readonly caller_state: string;
  readonly purpose: Purpose;
  /** True for the echo line, which uses no minutes. */
  readonly echo: boolean;
  readonly status: CallStatus;
  readonly outcome: CallOutcome | null;
  readonly reason: string;
  readonly held: boolean;
  readonly recording: RecordingState;
  readonly recording_mode: RecordingMode;
  readonly recording_asks: boolean;
  readonly recording_rule: RuleCited | null;
  readonly recording_seconds: number;
  readonly recording_agreed: boolean | null;
  readonly note: string;
  readonly note_id: number | null;
  readonly disposition: Disposition | null;
  readonly consent_id: number | null;
  readonly gateway: string | null;
  /** When the agent asked to hang up; `null`: they didn't. */
  readonly hung_up_at: Date | null;
  /** Since when the other party of a carrier's call waits for its agent, on the clock of the database; `null`: it doesn't. */
  readonly away_since: Date | null;
  /** The leg by which the agent rejoined last; `null`: they have their first one. */
  readonly agent_leg: string | null;
  /** The number to which this agent passed the other side on; `null`: to none. */
  readonly passed_to: string | null;
  readonly passed_outcome: CallOutcome | null;
  /** Party that this side talks with since its own transfer; `null`: unchanged. */
  readonly other_number: string | null;
  readonly created_at: Date;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
  readonly seconds: number;
  readonly version: number;
}

/** A call with its related data, as visible to a user. */
export interface FoundCall extends CallRow {
  /** `null`: it rings for several, or no one answered. */
  readonly user_name: string | null;
  /** `null`: none, or one that this person may not see. */
  readonly contact: { readonly id: number; readonly number: number; readonly name: string } | null;
  /** `null`: without a contact. */
  readonly contact_city: string | null;
  readonly contact_state: string | null;
  readonly file_id: number | null;
  readonly keep_until: string | null;
  /** Users of the account with the other party's number and with the transfer target's; `null`: none. */
  readonly inside: Inside | null;
  readonly passed_inside: Inside | null;
  readonly echo_instead: boolean;
  /** Reason why the last transfer came back to this agent; `null`: it didn't. */
  readonly passed_back: CallOutcome | null;
  /** Milliseconds that the other party has waited for the agent; `null`: it doesn't. */
  readonly away_ms: number | null;
  /** Of the number that was called. */
  readonly extension: string | null;
}

/** Columns of a `CallRow`, of the alias `k`. */
const CALL = `k.id, k.account_id, k.conversation, k.sid, k.line, k.direction, k.from_number, k.to_number, k.user_id,
  k.actor_id, k.contact_id, k.caller_city, k.caller_state, k.purpose, k.echo, k.status, k.outcome, k.reason,
  k.held, k.recording, k.recording_mode, k.recording_asks, k.recording_rule, k.recording_seconds,
  k.recording_agreed, k.note, k.note_id, k.disposition, k.consent_id, k.gateway, k.hung_up_at, k.away_since, k.agent_leg,
  k.passed_to, k.passed_outcome, k.other_number, k.created_at, k.answered_at, k.ended_at, k.seconds, k.version`;

const OTHER = `coalesce(k.other_number, case k.direction when 'inbound' then k.from_number else k.to_number end)`;

/** User of the account with a number, for the alias of a lateral join. */
const insideOf = (number: string) => `left join lateral (
    select jsonb_build_object('kind', case p.kind when 'agent' then 'colleague' else p.kind end,
      'name', case p.kind when 'agent' then w.name when 'echo' then 'Test call' else p.label end) as who
    from phone_numbers p left join lateral (select * from names_of_people(array[p.user_id])) w on true
    where p.number = ${number})`;

/** $1 to $3 are the visibility values of the current user. */
const FOUND = `select ${CALL}, n.name as user_name, r.file_id, r.keep_until, i.who as inside, pi.who as passed_inside,
    exists (select from call_events e where e.call_id = k.id and e.event_key = 'dialled' and e.body ? 'says') as echo_instead,
    case when k.passed_to is not null then (select e.body->>'outcome' from call_events e
      where e.call_id = k.id and e.kind in ('transferred', 'returned') order by e.at desc, e.id desc limit 1) end as passed_back,
    case when k.status = 'active' and k.away_since is not null then least((extract(epoch from now() - k.away_since) * 1000)::bigint, 1000000)::int
      end as away_ms,
    case when c.id is not null then jsonb_build_object('id', c.id, 'number', c.number,
      'name', trim(c.first_name || ' ' || c.last_name)) end as contact, c.city as contact_city, c.state as contact_state,
    case when k.direction = 'outbound' then case k.to_number when c.phone then c.phone_ext when c.phone_2 then c.phone_2_ext end
      end as extension
  from calls k
  left join contacts c on c.id = k.contact_id and ${seenAs('c')}
  left join lateral (select * from names_of_people(array[k.user_id])) n on true
  ${insideOf(OTHER)} i on true
  ${insideOf('k.passed_to')} pi on true
  left join lateral (select file_id, keep_until from call_recordings r where r.call_id = k.id order by r.id desc limit 1) r on true`;

export async function findCall(tx: Tx, visibility: VisibilityValues, id: number): Promise<FoundCall | null> {
  const rows = await tx.prepared<FoundCall>(`${FOUND} where k.id = $4`, [...visibility, id]);
  return rows[0] ?? null;
}

/** Newest first. */
export const findCalls = (tx: Tx, visibility: VisibilityValues, ids: readonly number[]): Promise<FoundCall[]> =>
  tx.prepared<FoundCall>(`${FOUND} where k.id = any($4::bigint[]) order by k.id desc`, [...visibility, ids]);

export async function readCall(tx: Tx, id: number): Promise<CallRow | null> {
  const rows = await tx.prepared<CallRow>(`select ${CALL} from calls k where k.id = $1`, [id]);
  return rows[0] ?? null;
}

/**
 * Like `readCall`, locked until the transaction ends, with all sides of its conversation; before them their contacts,
 * and those that the call may get.
 */
export async function lockCall(tx: Tx, id: number, contactIds: readonly number[] = []): Promise<CallRow | null> {
  const rows = await tx.prepared<CallRow>(`select ${CALL} from lock_call($1, $2::bigint[]) k`, [id, contactIds]);
  return rows[0] ?? null;
}

export interface NewCall
  extends Pick<
    CallRow,
    | 'conversation'
    | 'sid'
    | 'line'
    | 'direction'
    | 'from_number'
    | 'to_number'
    | 'user_id'
    | 'actor_id'
    | 'contact_id'
    | 'caller_city'
    | 'caller_state'
    | 'purpose'
    | 'echo'
    | 'recording_mode'
    | 'recording_asks'
    | 'recording_rule'
    | 'gateway'
  > {
  readonly at: Date;
}

export async function insertCall(tx: Tx, { at, ...call }: NewCall): Promise<number> {
  const values = { ...call, recording_rule: jsonOf(call.recording_rule), created_at: at };
  const columns = Object.keys(values);
  const rows = await tx.raw<{ id: number }>(
    `insert into calls (account_id, ${columns.join(', ')})
     values (app_account_id(), ${columns.map((_, place) => `$${place + 1}`).join(', ')}) returning id`,
    Object.values(values),
  );
  if (rows[0] === undefined) throw new Error('the new call has no row');
  return rows[0].id;
}

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** Changed columns; the version follows by itself. */
export type CallPatch = Partial<Omit<CallRow, 'id' | 'account_id' | 'conversation' | 'created_at' | 'version'>>;

/** Answers the call as it is then. */
export async function changeCall(tx: Tx, id: number, patch: CallPatch): Promise<CallRow> {
  const entries = Object.entries(patch).map(
    ([column, value]) => [column, column === 'recording_rule' ? jsonOf(value as object | null) : value] as const,
  );
  const sets = entries.map(([column], place) => `${column} = $${place + 2}`);
  const rows = await tx.raw<CallRow>(
    `update calls set ${[...sets, 'version = version + 1'].join(', ')} where id = $1 returning *`,
    [id, ...entries.map(([, value]) => value)],
  );
  if (rows[0] === undefined) throw new Error(`Call ${id} is gone.`);
  return rows[0];
}

export const insertRings = (tx: Tx, callId: number, userIds: readonly number[]) =>
  tx.raw(
    `insert into call_rings (account_id, call_id, user_id) select app_account_id(), $1, id from unnest($2::bigint[]) id`,
    [callId, userIds],
  );

/** Users whom an inbound call rings or rang. */
export async function findRings(tx: Tx, callId: number): Promise<number[]> {
  const rows = await tx.prepared<{ user_id: number }>(
    'select user_id from call_rings where call_id = $1 order by user_id',
    [callId],
  );
  return rows.map(({ user_id: userId }) => userId);
}

/** Users whom an inbound call rang until it was over: they neither took nor declined it. */
export async function findMissing(tx: Tx, callId: number): Promise<number[]> {
  const rows = await tx.raw<{ user_id: number }>(
    `select user_id from call_rings where call_id = $1 and outcome = 'missed' order by user_id`,
    [callId],
  );
  return rows.map(({ user_id: userId }) => userId);
}

export const changeRings = (tx: Tx, callId: number, outcomes: ReadonlyMap<number, string>) =>
  tx.raw(
    `update call_rings r set outcome = o.outcome from unnest($2::bigint[], $3::text[]) as o(user_id, outcome)
     where r.call_id = $1 and r.user_id = o.user_id and r.outcome <> o.outcome`,
    [callId, [...outcomes.keys()], [...outcomes.values()]],
  );

/** A user's open calls: their own, and those that ring for them. Oldest first. */
export async function findOpenCalls(tx: Tx, userId: number): Promise<CallRow[]> {
  return tx.prepared<CallRow>(
    `select ${CALL} from calls k where k.user_id = $1 and k.status <> 'ended'
     union
     select ${CALL} from call_rings r join calls k on k.id = r.call_id
     where r.user_id = $1 and r.outcome = 'ringing' and k.user_id is null and k.status <> 'ended'
     order by id`,
    [userId],
  );
}

/** Serializes a user's new calls: the next one waits for this transaction. */
export const lockCaller = (tx: Tx, userId: number) =>
  tx.raw('select from users where id = $1 for no key update', [userId]);

/** Duplicate reports of the same carrier call wait for the first. */
export const lockSid = (tx: Tx, sid: string) => tx.raw('select pg_advisory_xact_lock(hashtextextended($1, 0))', [sid]);

export async function findCallBySid(tx: Tx, sid: string): Promise<{ readonly callId: number } | null> {
  const rows = await tx.prepared<{ callId: number }>(
    'select id as "callId" from calls where sid = $1 or first_sid = $1',
    [sid],
  );
  return rows[0] ?? null;
}

/** `null` when there is no such call. */
export async function findAccountOfCall(pool: Pool, id: number): Promise<number | null> {
  const rows = await outsideAccounts<{ account_id: number | null }>(
    pool,
    'select find_account_of_call($1) as account_id',
    [id],
  );
  return rows[0]?.account_id ?? null;
}

/** Abandoned calls: of voice processes that are not alive (`null`: of none), and calls never dialed. */
export const findAbandoned = (pool: Pool, alive: readonly string[] | null, askedBefore: Date) =>
  outsideAccounts<{ account_id: number; call_id: number; dialled: boolean }>(
    pool,
    'select account_id, call_id, dialled from find_abandoned_calls($1, $2)',
    [alive, askedBefore],
  );

/** Sides of a conversation that talk with a number of this one: they are transferred when its agent leaves. */
export async function findTalkingWith(tx: Tx, { id, conversation }: CallRow, number: string): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    `select k.id from calls k where k.conversation = $1 and k.id <> $2 and k.status = 'active' and ${OTHER} = $3`,
    [conversation, id, number],
  );
  return rows.map((row) => row.id);
}

/**
 * Sides of a conversation that wait for the outcome of a transfer to a number: the transferring and the transferred
 * one.
 */
export async function findPassedTo(tx: Tx, conversation: string, number: string): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    'select id from calls where conversation = $1 and passed_outcome is null and $2 in (passed_to, other_number)',
    [conversation, number],
  );
  return rows.map((row) => row.id);
}

/** Name of the account's user with a number; empty: none. */
export async function nameOfNumber(tx: Tx, number: string): Promise<string> {
  const rows = await tx.prepared<{ who: Inside | null }>(
    `select i.who from (select $1::text as number) n ${insideOf('n.number')} i on true`,
    [number],
  );
  return rows[0]?.who?.name ?? '';
}
