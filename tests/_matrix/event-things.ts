import type { Question, Verdict } from './kinds.ts';
import type { Actor, MatrixWorld, Relation } from './matrix-world.ts';
import { ownerOf, textOf, type Thing, UNKNOWN } from './things.ts';

/** An event in somebody's calendar. */
async function calendarEvent(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const id = await world.one(
    `insert into calendar_events (account_id, user_id, type, title, place, notes, start_local, end_local, zone, starts_at, ends_at,
       over_at, created_at, updated_at)
     values ($1, $2, 'call', $3, $3, $3, '2026-03-05T09:00', '2026-03-05T10:00', 'America/Chicago', '2026-03-05T15:00Z',
       '2026-03-05T16:00Z', '2026-03-05T16:00Z', now(), now())`,
    [owner.accountId, owner.id, textOf(owner)],
  );
  return { id, row: { table: 'calendar_events', id } };
}

/** A change that can be undone: an event was given another title. */
async function eventChange(world: MatrixWorld, actor: Actor, relation: Relation): Promise<Thing> {
  if (relation === 'unknown') return UNKNOWN;
  const owner = ownerOf(actor, relation);
  const event = await calendarEvent(world, actor, relation);
  const id = await world.one(
    `insert into calendar_event_changes (account_id, user_id, actor_id, acting_as_id, action, type, title, before, after, at)
     select account_id, user_id, user_id, user_id, 'changed', type, title, jsonb_build_array(to_jsonb(e)),
       jsonb_build_object(id::text, version), now()
     from calendar_events e where id = $1 and account_id = $2`,
    [event.id, owner.accountId],
  );
  return { id, row: { table: 'calendar_event_changes', id } };
}

const FOREIGN: readonly Relation[] = ['otherAccount', 'assigned', 'unknown'];
const relations: readonly Relation[] = ['own', 'downline', 'peer', 'upline', 'otherUnit', ...FOREIGN];

/** As contacts: the caller's own and those of their downline, and of their unit or account where the role reaches so far. */
export function eventVerdict({ actor, relation }: Question): Verdict {
  if (FOREIGN.includes(relation) && !(relation === 'assigned' && actor.tenant === 'z')) return 'absent';
  if (relation === 'own' || relation === 'downline' || actor.visibility === 'account') return 'open';
  return actor.visibility === 'unit' && (relation === 'peer' || relation === 'upline') ? 'open' : 'absent';
}

export const EVENT_KINDS = {
  calendarEvent: { relations, verdict: eventVerdict, make: calendarEvent },
  eventChange: { relations, verdict: eventVerdict, make: eventChange },
} as const;
