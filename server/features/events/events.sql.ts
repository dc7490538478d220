import type { EventChange, EventType } from '#contract/events.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { SEEN, type VisibilityValues } from '../contacts/contact-visibility.sql.ts';
import type { EventValues } from './event-values.ts';

export interface EventRow extends EventValues {
  readonly id: number;
  readonly version: number;
}

/** Instants that follow from the schedule. */
export interface Derived {
  readonly starts_at: Date;
  readonly ends_at: Date;
  /** `null`: it repeats without an end. */
  readonly over_at: Date | null;
}

/** A contact as the current user sees it, and the names of users. */
export interface ShownRow extends EventRow {
  readonly user_name: string;
  readonly contact: {
    readonly id: number;
    readonly number: number;
    readonly name: string;
    readonly phone: string | null;
    readonly state: string;
    readonly city: string;
    readonly zip_code: string;
  } | null;
}

const VALUES = [
  'user_id',
  'contact_id',
  'series_id',
  'type',
  'title',
  'place',
  'notes',
  'all_day',
  'start_local',
  'end_local',
  'zone',
  'rule',
  'repeat_until',
  'excluded',
  'reminders',
  'guests',
  'invites_contact',
  'series_start',
] as const satisfies readonly (keyof EventValues)[];
const DERIVED = ['starts_at', 'ends_at', 'over_at'] as const satisfies readonly (keyof Derived)[];
const COLUMNS = [...VALUES, ...DERIVED];

const SELECT = `select e.id, e.version, ${VALUES.map((name) => `e.${name}`).join(', ')},
    (select name from names_of_people(array[e.user_id])) as user_name,
    case when c.id is not null then json_build_object('id', c.id, 'number', c.number,
      'name', coalesce(nullif(btrim(c.first_name || ' ' || c.last_name), ''), c.phone, c.email, 'No name'), 'phone', c.phone,
      'state', c.state, 'city', c.city, 'zip_code', c.zip_code) end as contact
  from calendar_events e
  left join contacts c on c.id = e.contact_id and c.deleted_at is null and ${SEEN}`;

export interface Wanted {
  readonly userId: number;
  readonly from: Date;
  readonly to: Date;
  readonly types: readonly string[] | null;
  /** Text in title, place, notes or the contact's name; empty: all events. */
  readonly q: string;
  readonly most: number;
}

/** Events of a calendar that may touch a span of time, series as one row. */
export const findEvents = (
  tx: Tx,
  visibility: VisibilityValues,
  { userId, from, to, types, q, most }: Wanted,
): Promise<ShownRow[]> =>
  tx.raw(
    `${SELECT} where e.user_id = $4 and e.over_at > $5 and e.starts_at < $6 and ($7::text[] is null or e.type = any($7))
       and ($8 = '' or position(lower($8) in lower(concat_ws(' ', e.title, e.place, e.notes, c.first_name, c.last_name))) > 0)
     order by e.starts_at, e.id limit $9`,
    [...visibility, userId, from, to, types, q, most],
  );

/** Events with a contact, in whose calendars they are. */
export const findContactEvents = (
  tx: Tx,
  visibility: VisibilityValues,
  { contactId, from, to, most }: { contactId: number; from: Date; to: Date; most: number },
): Promise<ShownRow[]> =>
  tx.raw(
    `${SELECT} where e.contact_id = $4 and e.over_at > $5 and e.starts_at < $6 order by e.starts_at desc, e.id limit $7`,
    [...visibility, contactId, from, to, most],
  );

export async function findEvent(tx: Tx, visibility: VisibilityValues, id: number): Promise<ShownRow | null> {
  const [row] = await tx.raw<ShownRow>(`${SELECT} where e.id = $4`, [...visibility, id]);
  return row ?? null;
}

/** An event of these users with those taken out of it, locked; `users` null: everyone. The first is the event itself. */
export async function lockEvents(tx: Tx, id: number, users: readonly number[] | null): Promise<EventRow[]> {
  return tx.raw<EventRow>(
    `select id, version, ${VALUES.join(', ')} from calendar_events
     where (id = $1 or series_id = $1) and ($2::bigint[] is null or user_id = any($2))
     order by (id = $1) desc, id for update`,
    [id, users],
  );
}

const valuesOf = (values: EventValues, derived: Derived): unknown[] => [
  ...VALUES.map((name) => values[name]),
  derived.starts_at,
  derived.ends_at,
  derived.over_at ?? 'infinity',
];

export async function insertEvent(tx: Tx, values: EventValues, derived: Derived, at: Date): Promise<number> {
  const places = COLUMNS.map((_, place) => `$${place + 2}`).join(', ');
  const [row] = await tx.raw<{ id: number }>(
    `insert into calendar_events (account_id, created_at, updated_at, remind_at, remind_after, ${COLUMNS.join(', ')})
     values (app_account_id(), $1, $1, $1, $1, ${places}) returning id`,
    [at, ...valuesOf(values, derived)],
  );
  if (row === undefined) throw new Error('the new event is not there');
  return row.id;
}

export const updateEvent = (tx: Tx, row: EventRow, derived: Derived, at: Date) =>
  tx.raw(
    `update calendar_events set version = version + 1, updated_at = $2, remind_at = $2,
       ${COLUMNS.map((name, place) => `${name} = $${place + 3}`).join(', ')} where id = $1`,
    [row.id, at, ...valuesOf(row, derived)],
  );

/** Series of a calendar that aren't over. */
export async function countSeries(tx: Tx, userId: number, now: Date): Promise<number> {
  const [row] = await tx.raw<{ count: number }>(
    `select count(*)::int as count from calendar_events where user_id = $1 and over_at > $2 and rule <> ''`,
    [userId, now],
  );
  return row?.count ?? 0;
}

export const deleteEvents = (tx: Tx, ids: readonly number[]) =>
  tx.raw('delete from calendar_events where id = any($1)', [ids]);

/** Whole rows, as `restoreEvents` takes them. */
export const keepRows = (tx: Tx, ids: readonly number[]): Promise<{ row: { id: number; version: number } }[]> =>
  tx.raw('select to_jsonb(e) as row from calendar_events e where id = any($1) order by series_id nulls first, id', [
    ids,
  ]);

/** Puts rows back as they were, as a new version; without contacts that are gone. */
export const restoreEvents = (tx: Tx, rows: readonly unknown[], at: Date) =>
  tx.raw(
    `insert into calendar_events (id, account_id, version, created_at, updated_at, remind_at, remind_after, ${COLUMNS.join(', ')})
     select r.id, app_account_id(), r.version + 1, r.created_at, $2, $2, $2,
       ${COLUMNS.map((name) =>
         name === 'contact_id'
           ? 'case when exists (select from contacts c where c.id = r.contact_id) then r.contact_id end'
           : // Rows that were kept before these columns have none.
             name === 'guests'
             ? `coalesce(r.guests, '{}')`
             : name === 'invites_contact'
               ? 'coalesce(r.invites_contact, false)'
               : `r.${name}`,
       ).join(', ')}
     from jsonb_populate_recordset(null::calendar_events, $1) r order by r.series_id nulls first, r.id
     on conflict (id) do update set version = calendar_events.version + 1, updated_at = $2, remind_at = $2,
       ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [JSON.stringify(rows), at],
  );

export interface NewChange {
  readonly userId: number;
  readonly contactId: number | null;
  readonly actorId: number;
  readonly actingAsId: number;
  readonly action: EventChange;
  readonly type: EventType;
  readonly title: string;
  readonly fromAt: Date | null;
  readonly toAt: Date | null;
  readonly before: readonly unknown[];
  /** Versions by id as the change left them; 0: the row is gone. */
  readonly after: Readonly<Record<string, number>>;
  readonly at: Date;
}

export async function insertChange(tx: Tx, change: NewChange): Promise<number> {
  const [row] = await tx.raw<{ id: number }>(
    `insert into calendar_event_changes (account_id, user_id, contact_id, actor_id, acting_as_id, action, type, title, from_at, to_at,
       before, after, at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      change.userId,
      change.contactId,
      change.actorId,
      change.actingAsId,
      change.action,
      change.type,
      change.title,
      change.fromAt,
      change.toAt,
      JSON.stringify(change.before),
      JSON.stringify(change.after),
      change.at,
    ],
  );
  if (row === undefined) throw new Error('the change of an event is not there');
  return row.id;
}

export interface ChangeRow {
  readonly id: number;
  readonly user_id: number;
  readonly title: string;
  readonly before: readonly { readonly id: number }[];
  readonly after: Readonly<Record<string, number>>;
  readonly undone_at: Date | null;
}

export async function lockChange(tx: Tx, id: number, users: readonly number[] | null): Promise<ChangeRow | null> {
  const [row] = await tx.raw<ChangeRow>(
    `select id, user_id, title, before, after, undone_at from calendar_event_changes
     where id = $1 and ($2::bigint[] is null or user_id = any($2)) for update`,
    [id, users],
  );
  return row ?? null;
}

/** Events that a change is about, not locked. */
export const idsOfChange = async (tx: Tx, id: number): Promise<number[]> =>
  (
    await tx.raw<{ id: number }>(
      'select k.key::bigint as id from calendar_event_changes c, jsonb_each(c.after) k where c.id = $1',
      [id],
    )
  ).map((row) => row.id);

/** Contacts that events invited before a change, as far as they are there. */
export const invitedBefore = async (tx: Tx, id: number): Promise<number[]> =>
  (
    await tx.raw<{ id: number }>(
      `select distinct x.id from calendar_event_changes c, jsonb_array_elements(c.before) r
         join contacts x on x.id = (r->>'contact_id')::bigint
       where c.id = $1 and (r->>'invites_contact')::boolean`,
      [id],
    )
  ).map((row) => row.id);

/** Versions by id, locked; ids that are gone are absent. */
export const lockVersions = (tx: Tx, ids: readonly number[]) =>
  tx.raw<{ id: number; version: number }>(
    'select id, version from calendar_events where id = any($1) order by id for update',
    [ids],
  );

export const markUndone = (tx: Tx, id: number, at: Date) =>
  tx.raw('update calendar_event_changes set undone_at = $2 where id = $1', [id, at]);

export interface FoundChange {
  readonly id: number;
  readonly at: Date;
  readonly action: EventChange;
  readonly type: EventType;
  readonly title: string;
  readonly from_at: Date | null;
  readonly to_at: Date | null;
  readonly by: { readonly id: number; readonly name: string };
  readonly undone: boolean;
  readonly may_undo: boolean;
}

/** Changes of a calendar since a time, newest first. */
export const findChanges = (tx: Tx, userId: number, since: Date, most: number): Promise<FoundChange[]> =>
  tx.raw(
    `select k.id, k.at, k.action, k.type, k.title, k.from_at, k.to_at, k.undone_at is not null as undone,
       json_build_object('id', k.actor_id, 'name', coalesce((select name from names_of_people(array[k.actor_id])), '')) as by,
       k.undone_at is null and not exists (
         select from jsonb_each_text(k.after) v left join calendar_events e on e.id = v.key::bigint
         where coalesce(e.version, 0) <> v.value::int) as may_undo
     from calendar_event_changes k where k.user_id = $1 and k.at >= $2 order by k.at desc, k.id desc limit $3`,
    [userId, since, most],
  );
