import { ACTIVITY_TYPES, type ActivityType } from '#contract/timeline/activities.contract.ts';
import type { TimelineEntry, TimelineKind } from '#contract/timeline.contract.ts';
import { thingsOfKind } from '#rules/contacts/timeline-kind.ts';
import { recordOf } from '../../audit.ts';
import type { Tx } from '../../db/tx.ts';
import type { TimelinePlace } from './timeline-cursor.ts';

export interface FoundEntry extends TimelinePlace {
  readonly actor_id: number | null;
  readonly actor: string | null;
  readonly acting_as_id: number | null;
  readonly acting_as: string | null;
  readonly what: TimelineEntry['what'];
}

/** The source of texts in a page of a thread. */
export const TEXTS_RANK = 13;

/** A table with events of contacts. In `from`, $1 is the contact; `actions` replaces the audit log's rows. */
interface Source {
  /** Breaks ties of time; lower ones are older. */
  readonly rank: number;
  readonly kinds: readonly TimelineKind[];
  readonly from: string;
  readonly at: string;
  readonly id: string;
  /** User who signed in, and as whom they acted. */
  readonly people: readonly [actor: string, actingAs: string];
  readonly what: string;
  /** Rows that another source shows, unless only this kind is requested. */
  readonly toldElsewhere?: string;
}

const KIND_OF_ACTIVITY: Readonly<Record<ActivityType, TimelineKind>> = {
  call: 'calls',
  no_answer: 'calls',
  voicemail: 'calls',
  do_not_call: 'calls',
  text: 'texts',
  mail: 'mails',
  meeting: 'meetings',
  visit: 'meetings',
};
export const kindOfActivity = (type: ActivityType): TimelineKind => KIND_OF_ACTIVITY[type];

/** Actions with a table of their own. */
const TOLD_BY_TABLES = [
  'contact.created',
  'contact.assigned',
  'contact.assigned_to_me',
  'note.created',
  'activity.logged',
  'email.sent',
  'email.recorded',
  'text.sent',
];

/** Values that a row of audit_log replaced; the tags of a contact have a row of their own. */
const CHANGES = `coalesce((
  select jsonb_agg(jsonb_build_object('field', k.field, 'from', k.before, 'to', k.after) order by k.field)
  from contact_changes k where k.contact_id = $1 and k.record = ${recordOf('t.detail')}
    and k.version = coalesce(t.detail ->> 'record_version', t.detail ->> 'version')::int
    and case t.action when 'contact.updated' then k.field <> 'tag_ids'
      when 'contact.tagged' then k.field = 'tag_ids'
      else t.action in ('policy.updated', 'security.updated', 'contact.held', 'contact.released') end), '[]')`;

/** Names of the changed fields in rows of audit_log, without values. */
const FIELDS = `case when jsonb_typeof(detail -> 'fields') = 'array' then detail -> 'fields'
  when detail ? 'field' then jsonb_build_array(detail -> 'field') else '[]' end`;

const CONSENT = `jsonb_build_object('kind', e.kind, 'channel', e.channel, 'purpose', e.purpose)`;

/** Entry of the ledger that a row of audit_log recorded or retracted. */
const RECORDED = `case when t.action like 'consent.%' then (
  select ${CONSENT} from contact_consents e where e.id = (t.detail ->> 'consent_id')::bigint) end`;

/** Name of the policy or security that a row of audit_log is about. */
const ABOUT = `coalesce(case
  when t.detail ? 'policy_id' then (
    select concat_ws(' ', nullif(p.carrier, ''), nullif(p.plan_name, '')) from policies p where p.id = (t.detail ->> 'policy_id')::bigint)
  when t.detail ? 'security_id' then (select s.company from securities s where s.id = (t.detail ->> 'security_id')::bigint)
end, '')`;

const ownerWhat = (reason: string, from: string, to: string) => `jsonb_build_object('of', 'owner', 'reason', ${reason},
  'from', coalesce((select name from names_of_people(array[${from}])), ''),
  'to', coalesce((select name from names_of_people(array[${to}])), ''))`;

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const SOURCES: readonly Source[] = [
  {
    rank: 0,
    kinds: ['changes'],
    from: `from contacts t left join imports i on i.id = t.import_id
      left join lateral (select a.actor_id, a.acting_as_id from audit_log a
        where a.subject_type = 'contact' and a.subject_id = $1 and a.action = 'contact.created'
        order by a.at limit 1) made on true where t.id = $1`,
    at: 't.created_at',
    id: 't.id',
    people: ['coalesce(i.actor_id, made.actor_id)', 'coalesce(i.user_id, made.acting_as_id)'],
    what: `jsonb_build_object('of', 'origin', 'import', case when i.id is not null then jsonb_build_object(
      'id', i.id, 'file_name', i.file_name, 'row_number', i.header_row + t.import_row) end)`,
    toldElsewhere: 'exists (select from webpage_leads w where w.contact_id = t.id and w.is_new)',
  },
  {
    rank: 1,
    kinds: ['changes'],
    from: `from import_rows t join imports i on i.id = t.import_id where t.contact_id = $1 and t.outcome = 'updated'`,
    at: 'coalesce(i.started_at, i.created_at)',
    // Rows have no id of their own.
    id: '(i.id * 4194304 + t.row_number)',
    people: ['i.actor_id', 'i.user_id'],
    what: `jsonb_build_object('of', 'import', 'id', i.id, 'file_name', i.file_name, 'row_number', i.header_row + t.row_number,
      'undone', i.status in ('undoing', 'undone'), 'changes', coalesce((
        select jsonb_agg(jsonb_build_object('field', k.field, 'from', k.before, 'to', k.after) order by k.field)
        from contact_changes k where k.contact_id = $1 and k.record = '' and k.version = t.version_after
          and t.before ? k.field), '[]'))`,
  },
  {
    rank: 2,
    kinds: ['changes'],
    from: `from bulk_rows t join bulk_jobs b on b.id = t.job_id where t.contact_id = $1 and t.outcome = 'changed'`,
    at: 'b.created_at',
    id: 'b.id',
    people: ['b.actor_id', 'b.user_id'],
    what: `jsonb_build_object('of', 'bulk', 'id', b.id, 'action', b.change ->> 'action', 'mode', b.change ->> 'mode',
      'names', b.names, 'changed', t.version_after is not null or t.consent_ids is null, 'consents', coalesce((
        select jsonb_agg(${CONSENT} order by e.id) from contact_consents e where e.id = any(t.consent_ids)), '[]'), 'alone', b.total = 1, 'undone', b.status in ('undoing', 'undone') and t.kept is null)`,
  },
  {
    rank: 3,
    kinds: ['changes'],
    from: 'from contact_owner_changes t where t.contact_id = $1',
    at: 't.created_at',
    id: 't.id',
    people: ['t.actor_id', 't.acting_as_id'],
    what: ownerWhat('t.reason', 't.from_owner_id', 't.to_owner_id'),
  },
  {
    rank: 4,
    kinds: ['notes'],
    from: 'from notes t where t.contact_id = $1 and t.deleted_at is null',
    at: 't.created_at',
    id: 't.id',
    people: ['coalesce(t.actor_id, t.author_id)', 't.author_id'],
    what: `jsonb_build_object('of', 'note', 'id', t.id, 'body', t.body, 'edited', t.updated_at > t.created_at, 'pinned', t.pinned)`,
    toldElsewhere: 'exists (select from calls k where k.note_id = t.id)',
  },
  {
    rank: 5,
    kinds: ['calls', 'texts', 'mails', 'meetings'],
    from: 'from contact_activities t where t.contact_id = $1 and t.deleted_at is null and t.type = any($3)',
    at: 't.at',
    id: 't.id',
    people: ['t.actor_id', 't.user_id'],
    what: `jsonb_build_object('of', 'activity', 'id', t.id, 'type', t.type, 'body', t.body,
      'direction', t.direction)`,
  },
  {
    rank: 6,
    kinds: ['mails'],
    from: 'from contact_emails t where t.contact_id = $1',
    at: 't.at',
    id: 't.id',
    people: [
      `case when t.status <> 'received' then t.actor_id end`,
      `case when t.status <> 'received' then t.user_id end`,
    ],
    what: `jsonb_build_object('of', 'mail', 'id', t.id, 'direction', t.direction, 'subject', t.subject, 'body', t.body,
      'status', t.status, 'reason', t.reason, 'sender_verified', t.sender_verified)`,
  },
  {
    rank: 7,
    kinds: ['workflows'],
    from: 'from workflow_logs t where t.contact_id = $1',
    at: 't.at',
    id: 't.id',
    people: ['null::bigint', 'null::bigint'],
    what: `jsonb_build_object('of', 'workflow', 'workflow', t.workflow_name, 'step', t.step, 'status', t.status, 'message', t.message)`,
  },
  {
    rank: 8,
    kinds: ['notes', 'texts', 'mails', 'files', 'policies', 'workflows', 'changes'],
    from: `from audit_log t where t.account_id = app_account_id() and t.subject_type = 'contact' and t.subject_id = $1
      and t.action <> all($4) and ($5::text[] is null or split_part(t.action, '.', 1) = any($5))
      and split_part(t.action, '.', 1) <> all($6)
      -- A change of one contact by its job, which source 2 tells.
      and not (t.action like 'contacts.%' and t.detail ? 'job_id')`,
    at: 't.at',
    id: 't.id',
    people: ['t.actor_id', 't.acting_as_id'],
    what: `jsonb_build_object('of', 'action', 'action', t.action, 'fields', ${FIELDS}, 'changes', ${CHANGES}, 'consent', ${RECORDED}, 'about', ${ABOUT})`,
  },
  {
    rank: 9,
    kinds: ['changes'],
    from: `from transfer_rows t join transfer_attempts a on a.id = t.transfer_id where t.contact_id = $1 and t.outcome = 'moved'`,
    at: 't.at',
    id: 't.transfer_id',
    people: ['a.actor_id', 'a.user_id'],
    what: ownerWhat(`'transferred'`, 't.from_owner_id', 't.to_owner_id'),
  },
  {
    rank: 10,
    kinds: ['changes'],
    from: `from transfer_rows t where t.contact_id = $1 and t.outcome = 'moved' and t.put_back_at is not null`,
    at: 't.put_back_at',
    id: 't.transfer_id',
    people: ['t.put_back_actor_id', 't.put_back_by_id'],
    what: ownerWhat(`'put_back'`, 't.to_owner_id', 't.from_owner_id'),
  },
  {
    rank: 11,
    kinds: ['mails'],
    from: `from print_rows t join print_jobs p on p.id = t.job_id where t.contact_id = $1 and t.outcome = 'printed'`,
    at: 'p.finished_at',
    id: 'p.id',
    people: ['p.actor_id', 'p.user_id'],
    what: `jsonb_build_object('of', 'print', 'id', p.id, 'jid', p.jid, 'kind', p.kind)`,
  },
  {
    rank: 12,
    kinds: ['calls'],
    from: 'from calls t where t.contact_id = $1',
    at: 't.created_at',
    id: 't.id',
    people: ['t.actor_id', 't.user_id'],
    what: `jsonb_build_object('of', 'call', 'id', t.id, 'direction', t.direction, 'outcome', t.outcome, 'seconds', t.seconds,
      'echo_instead', exists (
        select from call_events e where e.call_id = t.id and e.event_key = 'dialled' and e.body ? 'says'),
      'note', case when t.note_id is null then t.note else coalesce(
        (select n.body from notes n where n.id = t.note_id and n.deleted_at is null), '') end,
      'disposition', t.disposition, 'file_id', (
        select r.file_id from call_recordings r join files f on f.id = r.file_id and f.deleted_at is null
        where r.call_id = t.id order by r.id desc limit 1))`,
  },
  {
    rank: TEXTS_RANK,
    kinds: ['texts'],
    from: `from text_messages t where t.contact_id = $1 and t.status <> 'refused'`,
    at: 't.created_at',
    id: 't.id',
    people: ['t.actor_id', 't.user_id'],
    what: `jsonb_build_object('of', 'text', 'id', t.id, 'direction', t.direction, 'status', t.status, 'reason', t.reason,
      'body', t.body, 'automatic', t.automatic is not null)`,
  },
  {
    rank: 15,
    kinds: ['meetings'],
    from: 'from calendar_event_changes t where t.contact_id = $1 and t.undone_at is null',
    at: 't.at',
    id: 't.id',
    people: ['t.actor_id', 't.acting_as_id'],
    what: `jsonb_build_object('of', 'event', 'id', t.id, 'action', t.action, 'type', t.type, 'title', t.title,
      'from_at', ${utc('t.from_at')}, 'to_at', ${utc('t.to_at')})`,
  },
  {
    rank: 16,
    kinds: ['meetings'],
    from: `from soa_events t where t.contact_id = $1 and t.kind <> 'viewed'`,
    at: 't.at',
    id: 't.id',
    people: ['t.actor_id', 't.acting_as_id'],
    what: `jsonb_build_object('of', 'soa', 'id', t.soa_request_id, 'action', t.kind, 'way', coalesce(t.detail ->> 'way', ''),
      'language', coalesce(t.detail ->> 'language', ''))`,
  },
  {
    rank: 17,
    kinds: ['changes'],
    from: 'from webpage_leads t where t.contact_id = $1',
    at: 't.received_at',
    id: 't.id',
    people: ['null::bigint', 'null::bigint'],
    what: `jsonb_build_object('of', 'lead', 'id', t.id, 'topic', t.entered ->> 'topic', 'message', t.entered ->> 'message',
      'agreed', coalesce((select jsonb_agg(b -> 'box') from jsonb_array_elements(t.consents) b where (b ->> 'given')::boolean), '[]'),
      'proven', t.proof = 'proven', 'language', t.language)`,
  },
];

/** Older than the place: `at` bounds the walk of the index, the rest settles ties. */
const behind = ({ rank, at, id }: Source): string =>
  `and ${at} <= $7::timestamptz and (${at} < $7::timestamptz or ${rank} < $8::int or (${rank} = $8::int and ${id} < $9::bigint))`;

function branch(source: Source, isFirst: boolean, isAll: boolean): string {
  const { rank, at, id, people, what, from, toldElsewhere } = source;
  const untold = isAll && toldElsewhere !== undefined ? `and not ${toldElsewhere}` : '';
  return `(select ${at} as at, ${rank} as source, ${id} as id, ${people[0]} as actor_id, ${people[1]} as acting_as_id,
    ${what} as what ${from} ${untold} ${isFirst ? '' : behind(source)} order by ${at} desc, ${id} desc limit $2)`;
}

/** Each source gives as many rows as the page has, by its own index; the newest of all of them are the page. */
function textOf(wanted: readonly Source[], { isFirst, isAll }: { isFirst: boolean; isAll: boolean }): string {
  return `with given as (select $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz, $8::int, $9::bigint),
  found as (
    select * from (${wanted.map((source) => branch(source, isFirst, isAll)).join(' union all ')}) entries
    order by at desc, source desc, id desc limit $2
  ), names as (
    select * from names_of_people(array(select actor_id from found union select acting_as_id from found))
  )
  select to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, f.source, f.id, f.what,
    f.actor_id, a.name as actor, f.acting_as_id, b.name as acting_as
  from found f left join names a on a.id = f.actor_id left join names b on b.id = f.acting_as_id
  order by f.at desc, f.source desc, f.id desc`;
}

export interface TimelineWanted {
  readonly contactId: number;
  /** Absent: all. */
  readonly kind: TimelineKind | undefined;
  /** `null`: from the top. */
  readonly after: TimelinePlace | null;
  readonly limit: number;
}

export const findTimeline = (tx: Tx, { contactId, kind, after, limit }: TimelineWanted): Promise<FoundEntry[]> => {
  const wanted = SOURCES.filter(({ kinds }) => kind === undefined || kinds.includes(kind));
  const types = ACTIVITY_TYPES.filter((type) => kind === undefined || KIND_OF_ACTIVITY[type] === kind);
  const things = kind === undefined ? { allBut: [] } : thingsOfKind(kind);
  return tx.raw<FoundEntry>(textOf(wanted, { isFirst: after === null, isAll: kind === undefined }), [
    contactId,
    limit,
    types,
    TOLD_BY_TABLES,
    'only' in things ? things.only : null,
    'allBut' in things ? things.allBut : [],
    after?.at ?? null,
    after?.source ?? null,
    after?.id ?? null,
  ]);
};

/** What was said with a contact, by whichever way: calls, e-mails, what users logged of them, and texts. */
const SAID_RANKS: readonly number[] = [5, 6, 12, TEXTS_RANK];

/** The ledger of consents, without what a text of the thread says itself. A timeline has it from the audit log. */
const CONSENTS: Source = {
  rank: 14,
  kinds: [],
  from: `from contact_consents t where t.contact_id = $1 and t.kind <> 'retracted' and t.channel <> 'share'
    and not (t.source = 'text' and t.user_id is null and exists (select from text_messages m where m.contact_id = $1
      and m.created_at = t.given_at and m.direction = 'in' and m.asks in ('opt_out', 'opt_in')))`,
  at: 't.given_at',
  id: 't.id',
  people: ['t.actor_id', 't.user_id'],
  what: `jsonb_build_object('of', 'consent', 'kind', t.kind, 'channel', t.channel, 'purpose', t.purpose, 'source', t.source,
    'evidence', t.evidence, 'retracted', exists (select from contact_consents r where r.retracts_id = t.id))`,
};
const SAID_TYPES = ACTIVITY_TYPES.filter((type) => ['calls', 'mails'].includes(KIND_OF_ACTIVITY[type]));

/** The same of a thread: texts, with calls, e-mails and consents as lines between them. */
export const findSaid = (tx: Tx, { contactId, after, limit }: Omit<TimelineWanted, 'kind'>): Promise<FoundEntry[]> => {
  const wanted = [...SOURCES.filter(({ rank }) => SAID_RANKS.includes(rank)), CONSENTS];
  const text = textOf(wanted, { isFirst: after === null, isAll: false });
  const place = [after?.at ?? null, after?.source ?? null, after?.id ?? null];
  return tx.prepared<FoundEntry>(text, [contactId, limit, SAID_TYPES, [], null, [], ...place]);
};
