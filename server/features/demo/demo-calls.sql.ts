import type { Tx } from '../../db/tx.ts';
import type { CalledContact, DemoCall } from './demo-calls.ts';

/** Contacts with a phone whom their owners touched recently and may call, latest first. */
export const findCalled = (
  tx: Tx,
  accountId: number,
  most: { readonly userId: number; readonly calls: number },
  others: number,
) =>
  tx.raw<CalledContact>(
    `select id, owner_id, phone, type, last_touch_at from (
       select c.*, row_number() over (partition by c.owner_id order by c.last_touch_at desc, c.id) as place
       from contacts c
       where c.account_id = $1 and c.phone is not null and c.last_touch_at is not null and c.deleted_at is null
         and not exists (select from contact_consents k where k.contact_id = c.id and k.kind in ('withdrawn', 'do_not_call'))
     ) c
     where place <= case when owner_id = $2 then $3::int else $4::int end order by owner_id, place`,
    [accountId, most.userId, most.calls, others],
  );

interface Event {
  readonly sid: string;
  readonly key: string;
  readonly kind: string;
  readonly body: object;
  readonly user_id: number | null;
  readonly at: Date;
}

/** Calls in chronological order with their ring groups, events, and notes with contacts. */
export async function insertDemoCalls(
  tx: Tx,
  accountId: number,
  calls: readonly DemoCall[],
  events: readonly Event[],
): Promise<void> {
  await tx.raw(
    `insert into calls (account_id, conversation, sid, line, direction, from_number, to_number, user_id, actor_id,
       contact_id, caller_city, caller_state, purpose, status, outcome, note, disposition, created_at, answered_at,
       ended_at, seconds)
     select $1, conversation, sid, 'embedded', direction, from_number, to_number, user_id, user_id, contact_id,
       caller_city, caller_state, purpose, 'ended', outcome, note, disposition, created_at, answered_at, ended_at, seconds
     from json_to_recordset($2) as c(conversation uuid, sid text, direction text, from_number text, to_number text,
       user_id bigint, contact_id bigint, caller_city text, caller_state text, purpose text, outcome text, note text,
       disposition text, created_at timestamptz, answered_at timestamptz, ended_at timestamptz, seconds int)
     order by created_at, sid`,
    [accountId, JSON.stringify(calls)],
  );
  await tx.raw(
    `insert into call_rings (account_id, call_id, user_id, outcome)
     select $1, c.id, r.user_id, r.outcome from json_to_recordset($2) as r(sid text, user_id bigint, outcome text)
     join calls c on c.sid = r.sid`,
    [accountId, JSON.stringify(calls.flatMap(({ sid, rings }) => rings.map((ring) => ({ sid, ...ring }))))],
  );
  await tx.raw(
    `insert into call_events (account_id, call_id, event_key, kind, body, user_id, at)
     select $1, c.id, e.key, e.kind, e.body, e.user_id, e.at
     from json_to_recordset($2) as e(sid text, key text, kind text, body jsonb, user_id bigint, at timestamptz)
     join calls c on c.sid = e.sid order by e.at, c.id, e.kind`,
    [accountId, JSON.stringify(events)],
  );
  await tx.raw(
    `with fresh as (
       insert into notes (account_id, contact_id, author_id, actor_id, body, created_at, updated_at)
       select account_id, contact_id, user_id, user_id, note, ended_at, ended_at from calls
       where account_id = $1 and note <> '' and contact_id is not null order by id
       returning id, contact_id, created_at)
     update calls c set note_id = f.id from fresh f
     where c.account_id = $1 and c.note <> '' and c.contact_id = f.contact_id and c.ended_at = f.created_at`,
    [accountId],
  );
  await tx.raw(
    `update contacts c set last_touch_at = k.ended_at from calls k
     where k.account_id = $1 and c.id = k.contact_id and c.last_touch_at < k.ended_at`,
    [accountId],
  );
}

export interface DemoRecording {
  readonly sid: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly peaks: readonly Uint8Array[];
  readonly announcedAt: Date;
  /** The compliance rule that sets the retention; `null` for none. */
  readonly kept: { readonly rule: object; readonly until: string } | null;
}

/** A recording as a file of its contact, with its facts. */
export const insertDemoRecording = (tx: Tx, accountId: number, recording: DemoRecording) =>
  tx.raw(
    `with call as (
       update calls set recording = 'kept', recording_seconds = $6 where sid = $2
       returning id, account_id, contact_id, user_id, ended_at
     ), file as (
       insert into files (account_id, contact_id, user_id, kind, name, description, type, bytes, file_key, state,
                          created_at, updated_at)
       select account_id, contact_id, user_id, 'call', $4, $11, 'wav', $5, $3, 'ready', ended_at, ended_at from call
       returning id
     )
     insert into call_recordings (account_id, call_id, file_id, recording_key, bytes, seconds, peaks, announced_at,
                                  retention_rule, keep_until, created_at)
     select $1, call.id, file.id, $3, $5, $6, $7::bytea[], $8, $9, $10, call.ended_at from call, file`,
    [
      accountId,
      recording.sid,
      recording.key,
      recording.name,
      recording.bytes,
      recording.seconds,
      recording.peaks.map((peaks) => Buffer.from(peaks)),
      recording.announcedAt,
      recording.kept === null ? null : JSON.stringify(recording.kept.rule),
      recording.kept?.until ?? null,
      recording.description,
    ],
  );
