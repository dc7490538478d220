import type { Body, Query } from '#contract/endpoint.ts';
import { type CalendarEvent, type EventChange, events, MAX_SERIES } from '#contract/events.contract.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { ancestorsOf, userStream } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { tellChange } from '../../resource/resource.service.ts';
import type { Caller } from '../../resource/table.ts';
import { visibilityValues } from '../contacts/contact-visibility.ts';
import { requireContact } from '../contacts/contacts.service.ts';
import { ownZone } from '../profile/own-day.ts';
import { changedMeanwhile } from '../records/change-contact.ts';
import { newEvent, type Plan, planRemove, planUpdate, type Written } from './event-plan.ts';
import type { EventValues } from './event-values.ts';
import { eventOf } from './event-wire.ts';
import { calendarOf, changeableUsers } from './events.service.ts';
import * as sql from './events.sql.ts';
import { findFamilies } from './feed/feed.sql.ts';
import { type InviteWords, lockInvited, tellGuests } from './invitations/tell-guests.ts';
import { firstOf, instantOf, nextOccurrence, occurrenceAt, overAt } from './recurrence.ts';

type Use = Parameters<typeof tellGuests>[0];

const unknown = () => new Refusal('not_found', 'Event not found.');

/** Instants that follow from the values of a row. */
const derived = (row: EventValues): sql.Derived => ({
  starts_at: instantOf(row.start_local, row.zone),
  ends_at: instantOf(row.end_local, row.zone),
  over_at: overAt(row),
});

/** What a change is about, for history and audit. */
interface Told {
  readonly action: EventChange;
  readonly row: EventValues;
  readonly from: Date | null;
  readonly to: Date | null;
  /** Absent: the usual words of an invitation. */
  readonly words?: InviteWords | undefined;
}

interface Stored {
  readonly changeId: number;
  /** Why the contact got no invitation. */
  readonly notInvited: string | null;
  readonly inserted: readonly number[];
}

/** @throws {Refusal} `refused` under `rule` when a calendar has too many series: each is expanded whenever it is shown. */
async function requireFewSeries(tx: Tx, userId: number, now: Date): Promise<void> {
  if ((await sql.countSeries(tx, userId, now)) > MAX_SERIES)
    throw refuseField('rule', `A calendar holds up to ${MAX_SERIES} repeating events. End one of them first.`);
}

/** Writes what a plan says, with history, audit and events. */
async function carryOut(tx: Tx, deps: Use, caller: Caller, plan: Plan, told: Told): Promise<Stored> {
  const { identity, requestId } = caller;
  const now = deps.now();
  const touched = [...plan.update, ...plan.follow].map(({ id }) => id).concat(plan.remove);
  const before = (await sql.keepRows(tx, touched)).map(({ row }) => row);
  const invited = await findFamilies(tx, touched);
  const after: Record<string, number> = {};
  const change = async (row: sql.EventRow) => {
    await sql.updateEvent(tx, row, derived(row), now);
    after[row.id] = row.version + 1;
  };
  for (const row of plan.update) await change(row);
  const inserted: number[] = [];
  for (const values of plan.insert) {
    const id = await sql.insertEvent(tx, values, derived(values), now);
    after[id] = 1;
    inserted.push(id);
  }
  for (const row of plan.follow) await change({ ...row, series_id: inserted[0] ?? row.series_id });
  if (plan.remove.length > 0) await sql.deleteEvents(tx, plan.remove);
  if ([...plan.update, ...plan.insert].some(({ rule }) => rule !== ''))
    await requireFewSeries(tx, told.row.user_id, now);
  for (const id of plan.remove) after[id] = 0;
  const { row, action, from, to } = told;
  const changeId = await sql.insertChange(tx, {
    userId: row.user_id,
    contactId: row.contact_id,
    actorId: identity.actorId,
    actingAsId: identity.userId,
    action,
    type: row.type,
    title: row.title,
    fromAt: from,
    toAt: to,
    before,
    after,
    at: now,
  });
  const id = touched[0] ?? inserted[0] ?? 0;
  await note(tx, { identity, requestId }, AUDITED[action], { id, userId: row.user_id, changeId });
  const notInvited = await tellGuests(
    deps,
    tx,
    caller,
    invited,
    await findFamilies(tx, [...touched, ...inserted]),
    told.words,
  );
  return { changeId, inserted, notInvited };
}

const AUDITED = { created: 'created', moved: 'updated', changed: 'updated', deleted: 'deleted' } as const;

interface Noted {
  readonly id: number;
  /** In whose calendar. */
  readonly userId: number;
  readonly changeId: number;
}

/** Leaves an audit row, and tells everyone who may look at the calendar. */
async function note(tx: Tx, { identity, requestId }: Caller, what: string, { id, userId, changeId }: Noted) {
  await writeAudit(tx, identity, requestId, {
    action: `event.${what}`,
    subjectType: 'event',
    subjectId: id,
    detail: { change_id: changeId, calendar_of: userId },
  });
  const people = [userId, identity.userId, ...(await ancestorsOf(tx, userId))];
  await tellChange(tx, identity.accountId, events, id, new Set(people.map(userStream)));
}

/** @throws {Refusal} `refused` under `contact_id` unless the current user sees the contact. */
async function requireLinked(tx: Tx, identity: Identity, contactId: number | null | undefined): Promise<void> {
  if (contactId === null || contactId === undefined) return;
  await requireContact(tx, identity, contactId).catch((error: unknown) => {
    if (error instanceof Refusal) throw refuseField('contact_id', error.message);
    throw error;
  });
}

/** The event of a row that begins so on the clock, else the next one, else the first. */
async function shown(tx: Tx, identity: Identity, id: number, start: string): Promise<CalendarEvent> {
  const row = await sql.findEvent(tx, visibilityValues(identity), id);
  if (row === null) throw new Error(`the event ${id} is gone`);
  const one = occurrenceAt(row, start) ?? nextOccurrence(row, instantOf(start, row.zone)) ?? firstOf(row);
  return eventOf(row, one, true);
}

export interface Done {
  readonly data: CalendarEvent;
  readonly meta: { readonly change_id: number; readonly not_invited: string | null };
}

const metaOf = ({ changeId, notInvited }: Stored): Done['meta'] => ({ change_id: changeId, not_invited: notInvited });

/** @throws {Refusal} `refused` by field, `not_found` for a calendar out of reach. */
export function createEvent(
  deps: Deps,
  caller: Caller,
  body: Body<typeof events.create>,
  words?: InviteWords,
): Promise<Done> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    const { downline_user_id: whose, ...fields } = body;
    const userId = await calendarOf(tx, identity, whose);
    await requireLinked(tx, identity, fields.contact_id);
    if (fields.invites_contact === true) await lockInvited(tx, [], [fields.contact_id]);
    const { start, ...stored } = await addEvent(deps, tx, caller, { fields: fields as Written, userId, words });
    return { data: await shown(tx, identity, stored.inserted[0] ?? 0, start), meta: metaOf(stored) };
  });
}

interface Added {
  readonly fields: Written;
  /** In whose calendar; the caller's right to it is checked before. */
  readonly userId: number;
  readonly words?: InviteWords | undefined;
}

/** Adds an event to a calendar, within a transaction. @throws {Refusal} `refused` by field. */
export async function addEvent(deps: Use, tx: Tx, caller: Caller, { fields, userId, words }: Added) {
  const row = newEvent(fields, userId, await ownZone(tx, userId));
  const to = instantOf(row.start_local, row.zone);
  const plan = { start: row.start_local, update: [], insert: [row], remove: [], follow: [] };
  const stored = await carryOut(tx, deps, caller, plan, { action: 'created', row, from: null, to, words });
  return { ...stored, start: plan.start };
}

/** An event with those taken out of its series, locked. @throws {Refusal} `not_found`. */
async function requireOwn(tx: Tx, identity: Identity, id: number) {
  const [row, ...taken] = await sql.lockEvents(tx, id, await changeableUsers(tx, identity));
  if (row === undefined || row.id !== id) throw unknown();
  return { row, taken };
}

/** @throws {Refusal} `refused` by field, `not_found`, `contact_changed` after a concurrent change. */
export function updateEvent(
  deps: Deps,
  caller: Caller,
  id: number,
  { scope, occurrence, version, ...body }: Body<typeof events.update>,
  words?: InviteWords,
): Promise<Done> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    await lockInvited(tx, [id], [body.contact_id]);
    const { row, taken } = await requireOwn(tx, identity, id);
    if (version !== undefined && version < row.version)
      throw changedMeanwhile('this event', { title: ['The event was changed.'] });
    if (body.contact_id !== row.contact_id) await requireLinked(tx, identity, body.contact_id);
    const plan = planUpdate(row, taken, body as Written, { scope, occurrence });
    const next = plan.insert[0] ?? plan.update[0] ?? row;
    const from = instantOf(occurrence ?? row.start_local, row.zone);
    const to = instantOf(plan.start, next.zone);
    const action = to.getTime() === from.getTime() ? 'changed' : 'moved';
    const stored = await carryOut(tx, deps, caller, plan, { action, row: next, from, to, words });
    return { data: await shown(tx, identity, stored.inserted[0] ?? id, plan.start), meta: metaOf(stored) };
  });
}

/** @throws {Refusal} `not_found`, `refused` under `occurrence`. */
export function removeEvent(
  deps: Deps,
  caller: Caller,
  id: number,
  { scope, occurrence }: Query<typeof events.remove>,
  words?: InviteWords,
): Promise<Pick<Done, 'meta'>> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    await lockInvited(tx, [id], []);
    const { row, taken } = await requireOwn(tx, identity, id);
    const plan = planRemove(row, taken, { scope, occurrence });
    const from = instantOf(occurrence ?? row.start_local, row.zone);
    return { meta: metaOf(await carryOut(tx, deps, caller, plan, { action: 'deleted', row, from, to: null, words })) };
  });
}

/** Puts back what a change replaced. @throws {Refusal} `not_found`, `conflict` when an event was changed since. */
export function undoChange(deps: Deps, caller: Caller, id: number): Promise<void> {
  const { identity } = caller;
  return withAccount(deps.pool, identity, async (tx) => {
    await lockInvited(tx, await sql.idsOfChange(tx, id), await sql.invitedBefore(tx, id));
    const change = await sql.lockChange(tx, id, await changeableUsers(tx, identity));
    if (change === null) throw new Refusal('not_found', 'Change not found.');
    if (change.undone_at !== null) return;
    const ids = Object.keys(change.after).map(Number);
    const now = new Map((await sql.lockVersions(tx, ids)).map((row) => [row.id, row.version]));
    if (ids.some((one) => (now.get(one) ?? 0) !== change.after[one]))
      throw new Refusal('conflict', `“${change.title}” was changed since, so this can't be undone.`);
    const kept = new Set(change.before.map((row) => row.id));
    const invited = await findFamilies(tx, ids);
    await sql.restoreEvents(tx, change.before, deps.now());
    await sql.deleteEvents(
      tx,
      ids.filter((one) => !kept.has(one)),
    );
    await sql.markUndone(tx, id, deps.now());
    await tellGuests(deps, tx, caller, invited, await findFamilies(tx, ids));
    await note(tx, caller, 'undone', { id: ids[0] ?? 0, userId: change.user_id, changeId: id });
  });
}
