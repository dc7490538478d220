import { parseDate } from '@internationalized/date';
import type { EventFields, EventScope } from '#contract/events.contract.ts';
import { isEmailAddress } from '#rules/contacts/email-address.ts';
import { hasCount, readRule } from '#rules/events/recurrence-rule.ts';
import { refuseField } from '../../errors.ts';
import type { EventValues } from './event-values.ts';
import type { EventRow } from './events.sql.ts';
import {
  dayBefore,
  fromFirst,
  gapBetween,
  hasEarlier,
  instantOf,
  type Occurrence,
  occurrenceAt,
  ruleFrom,
  type Schedule,
  shifted,
  uncounted,
} from './recurrence.ts';

/** Fields of a body; absent ones stay. */
export type Written = Partial<EventFields>;

/** What a change does: rows as they will be. A new row has no id. */
export interface Plan {
  /** Where the event that was opened begins then, on the clock. */
  readonly start: string;
  readonly update: readonly EventRow[];
  readonly insert: readonly EventValues[];
  readonly remove: readonly number[];
  /** Events taken out of the series that belong to the new one then. */
  readonly follow: readonly EventRow[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MAX_DAYS = 100;

/** Minutes of an event without an end. Ours. */
const DEFAULT_MINUTES = 30;

type Times = Pick<Schedule, 'all_day' | 'start_local' | 'end_local'>;

/** When an event is as fields of a form. */
export const timesOf = ({ all_day: isAllDay, start_local: start, end_local: end }: Times) => ({
  all_day: isAllDay,
  start_date: start.slice(0, 10),
  start_time: isAllDay ? null : start.slice(11),
  end_date: isAllDay ? dayBefore(end) : end.slice(0, 10),
  end_time: isAllDay ? null : end.slice(11),
});

/** Times of a body over those that are stored; without an end, it lasts as long as before. @throws {Refusal} `refused` by field. */
export function readTimes(body: Written, stored: Times | null): Times {
  const before = stored === null ? null : timesOf(stored);
  const pick = <Name extends keyof ReturnType<typeof timesOf>>(name: Name) =>
    body[name] === undefined ? before?.[name] : body[name];
  const day = pick('start_date') ?? '';
  const days =
    stored === null || before === null ? 0 : parseDate(before.end_date).compare(parseDate(before.start_date));
  const last = body.end_date ?? parseDate(day).add({ days }).toString();
  if (last < day) throw refuseField('end_date', 'The last day is before the first one.');
  if (parseDate(last).compare(parseDate(day)) > MAX_DAYS)
    throw refuseField('end_date', `An event lasts at most ${MAX_DAYS} days.`);
  const isAllDay = pick('all_day') ?? pick('start_time') == null;
  if (isAllDay) return { all_day: true, start_local: `${day}T00:00`, end_local: shifted(`${last}T00:00`, DAY_MS) };
  const time = pick('start_time') ?? null;
  if (time === null) throw refuseField('start_time', 'Enter when it starts, or choose all day.');
  const start = `${day}T${time}`;
  const ends = pick('end_time') ?? null;
  const lasts =
    stored === null || stored.all_day ? DEFAULT_MINUTES * MINUTE_MS : gapBetween(stored.start_local, stored.end_local);
  const isEndLeft = ends === null || (body.end_time === undefined && body.end_date === undefined);
  const end = isEndLeft ? shifted(start, lasts) : `${last}T${ends}`;
  if (end <= start) throw refuseField('end_time', 'The end has to be after the start.');
  return { all_day: false, start_local: start, end_local: end };
}

/** @throws {Refusal} `refused` under `zone`. */
export function readZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw refuseField('zone', 'Enter a time zone like America/Chicago.');
  }
}

/** Checks a series and begins it with its first event by the rule. @throws {Refusal} `refused` by field. */
function settled<Row extends EventValues>(row: Row): Row {
  if (row.rule === '') return { ...row, repeat_until: null, excluded: [] };
  if (row.repeat_until !== null && hasCount(row.rule))
    throw refuseField('repeat_until', 'Choose a last day or a number of times, not both.');
  const first = fromFirst(row);
  if (first === null) {
    if (row.repeat_until !== null && row.repeat_until < row.start_local.slice(0, 10))
      throw refuseField('repeat_until', 'The last day is before the first event.');
    throw refuseField('rule', 'No day fits this rule.');
  }
  return { ...row, ...first };
}

const inOrder = (minutes: readonly number[]): number[] => [...new Set(minutes)].toSorted((a, b) => a - b);

/** @throws {Refusal} `refused` under `guests`. */
function readGuests(written: readonly string[]): string[] {
  const guests = [...new Set(written.map((address) => address.trim().toLowerCase()))].filter(
    (address) => address !== '',
  );
  const wrong = guests.find((address) => !isEmailAddress(address));
  if (wrong !== undefined) throw refuseField('guests', `“${wrong}” isn't a valid e-mail address.`);
  return guests;
}

/** Values of a body over those of a row; times are separate. @throws {Refusal} `refused` by field. */
function merged<Row extends EventValues>(row: Row, { rule, zone, repeat_until: until, ...body }: Written): Row {
  const read = rule === undefined ? row.rule : readRule(rule);
  if (read === null) throw refuseField('rule', 'Enter a recurrence rule like FREQ=WEEKLY;BYDAY=MO.');
  return {
    ...row,
    type: body.type ?? row.type,
    title: body.title ?? row.title,
    place: body.place ?? row.place,
    notes: body.notes ?? row.notes,
    contact_id: body.contact_id === undefined ? row.contact_id : body.contact_id,
    reminders: body.reminders === undefined ? row.reminders : body.reminders && inOrder(body.reminders),
    guests: body.guests === undefined ? row.guests : readGuests(body.guests),
    invites_contact: body.invites_contact ?? row.invites_contact,
    rule: read,
    repeat_until: until === undefined ? row.repeat_until : until,
    zone: zone === undefined ? row.zone : readZone(zone),
  };
}

/** A new event. @throws {Refusal} `refused` by field. */
export const newEvent = (body: Written, userId: number, zone: string): EventValues =>
  settled(
    merged(
      {
        user_id: userId,
        contact_id: null,
        series_id: null,
        type: 'appointment',
        title: '',
        place: '',
        notes: '',
        reminders: null,
        guests: [],
        invites_contact: false,
        series_start: null,
        ...readTimes(body, null),
        zone,
        rule: '',
        repeat_until: null,
        excluded: [],
      },
      body,
    ),
  );

interface Target {
  readonly scope: EventScope;
  readonly occurrence: string | undefined;
}

/** The event of a series that is meant. @throws {Refusal} `refused` under `occurrence`. */
function meant(row: EventRow, occurrence: string | undefined): Occurrence {
  const found = occurrence === undefined ? null : occurrenceAt(row, occurrence);
  if (found === null) throw refuseField('occurrence', 'This event of the series is gone. Reload the calendar.');
  return found;
}

/** The series up to the day before one of its events. */
const cut = (row: EventRow, { start_local: start }: Occurrence): EventRow => ({
  ...row,
  rule: uncounted(row.rule),
  repeat_until: dayBefore(start),
});

/** A series whose events are moved like this one; those that it leaves out move along. */
function movedLike(row: EventRow, from: Occurrence, to: Times): EventRow {
  const by = gapBetween(from.start_local, to.start_local);
  const start = shifted(row.start_local, by);
  return {
    ...row,
    all_day: to.all_day,
    start_local: to.all_day ? `${start.slice(0, 10)}T00:00` : start,
    end_local: shifted(to.all_day ? `${start.slice(0, 10)}T00:00` : start, gapBetween(to.start_local, to.end_local)),
    excluded: row.excluded.map((one) => shifted(one, by)),
  };
}

/** Events taken out of a series that is moved: they replace the starts that it leaves out then. */
const takenAlong = (series: EventRow, taken: readonly EventRow[], by: number): EventRow[] =>
  taken.flatMap((one) =>
    one.series_start !== null && series.excluded.includes(one.series_start)
      ? [{ ...one, series_start: shifted(one.series_start, by) }]
      : [],
  );

/** `taken`: events taken out of the series. @throws {Refusal} `refused` by field. */
export function planUpdate(
  row: EventRow,
  taken: readonly EventRow[],
  body: Written,
  { scope, occurrence }: Target,
): Plan {
  const nothing = { update: [], insert: [], remove: [], follow: [] };
  if (row.rule === '') {
    const next = settled({ ...merged(row, body), ...readTimes(body, row) });
    return { ...nothing, start: next.start_local, update: [next] };
  }
  const one = meant(row, occurrence);
  const times = readTimes(body, { all_day: row.all_day, ...one });
  const { start_local: start } = times;
  if (scope === 'one') {
    const { rule: _rule, repeat_until: _until, ...fields } = body;
    const { id: _id, version: _version, ...values } = row;
    const alone = {
      ...values,
      rule: '',
      repeat_until: null,
      excluded: [],
      series_id: row.id,
      series_start: one.start_local,
      ...times,
    };
    const series = { ...row, excluded: [...row.excluded, one.start_local] };
    return { ...nothing, start, update: [series], insert: [settled(merged(alone, fields))] };
  }
  const by = gapBetween(one.start_local, start);
  if (scope === 'all' || !hasEarlier(row, one.start_local)) {
    const moved = settled(movedLike(merged(row, body), one, times));
    return { ...nothing, start, update: [moved, ...(by === 0 ? [] : takenAlong(row, taken, by))] };
  }
  const { id: _id, version: _version, ...values } = row;
  const rest = merged({ ...values, rule: ruleFrom(row, one.start_local) }, body);
  const excluded = row.excluded.filter((left) => left > one.start_local).map((left) => shifted(left, by));
  const follow = takenAlong(row, taken, by).filter(({ series_start: left }) => excluded.includes(left ?? ''));
  return { ...nothing, start, update: [cut(row, one)], insert: [settled({ ...rest, ...times, excluded })], follow };
}

/** `taken`: events taken out of the series. @throws {Refusal} `refused` under `occurrence`. */
export function planRemove(row: EventRow, taken: readonly EventRow[], { scope, occurrence }: Target): Plan {
  const start = occurrence ?? row.start_local;
  const nothing = { update: [], insert: [], follow: [] };
  const whole = { ...nothing, start, remove: [...taken.map(({ id }) => id), row.id] };
  if (row.rule === '' || scope === 'all') return whole;
  const one = meant(row, occurrence);
  if (scope === 'one')
    return { ...whole, update: [{ ...row, excluded: [...row.excluded, one.start_local] }], remove: [] };
  const later = taken.filter(({ start_local: begins, zone }) => instantOf(begins, zone) >= one.starts_at);
  if (!hasEarlier(row, one.start_local) && later.length === taken.length) return whole;
  return { ...whole, update: [cut(row, one)], remove: later.map(({ id }) => id) };
}
