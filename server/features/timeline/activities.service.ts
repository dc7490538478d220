import type { Body } from '#contract/endpoint.ts';
import {
  type Activity,
  type ActivityType,
  DIRECTED_TYPES,
  type logActivity as LogActivity,
} from '#contract/timeline/activities.contract.ts';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { type Caller, requireLiveContact, touchContact } from '../contacts/contacts.service.ts';
import { tellLines } from '../messages/tell-lines.ts';
import { isTheirs } from '../contacts/change/notes.service.ts';
import * as rows from './activities.sql.ts';
import { kindOfActivity } from './timeline.sql.ts';

interface ActivityPlace {
  readonly contactId: number;
  readonly activityId: number;
}

/** Seconds that the clock of a browser may be ahead. Ours. */
const AHEAD_S = 60;

/** Earliest time that is more likely meant than mistyped. Ours. */
const EARLIEST = new Date('2000-01-01T00:00:00Z');

/** A call or an e-mail; a text that was logged is none of the thread's. */
const isSaid = (type: ActivityType): boolean => ['calls', 'mails'].includes(kindOfActivity(type));

/** When it happened, at the latest now. @throws {Refusal} `refused` when it is in the future or long ago. */
function whenOf(now: Date, at: string | undefined): Date {
  const said = at === undefined ? now : new Date(at);
  if (said.getTime() > now.getTime() + AHEAD_S * 1000) throw refuseField('at', 'Choose a time in the past.');
  if (said < EARLIEST) throw refuseField('at', 'Choose a year from 2000.');
  return said < now ? said : now;
}

/** @throws {Refusal} `refused` by field, `not_found`, `conflict` when the contact is deleted. */
export function logActivity(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  { type, body, direction, at: said }: Body<typeof LogActivity>,
): Promise<Activity> {
  if (direction !== undefined && !DIRECTED_TYPES.includes(type)) {
    throw refuseField('direction', 'Only a call, a text message or an e-mail has a direction.');
  }
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    const at = whenOf(deps.now(), said);
    const activityId = await rows.insertActivity(tx, {
      contactId,
      userId: identity.userId,
      actorId: identity.actorId,
      type,
      body: cleanText(body),
      direction: direction ?? null,
      at,
      touchBefore: contact.last_touch_at,
    });
    await touchContact(tx, contactId, at);
    await writeAudit(tx, identity, requestId, {
      action: 'activity.logged',
      subjectType: 'contact',
      subjectId: contactId,
      detail: { activity_id: activityId, type },
    });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    await tellLines(tx, identity.accountId, contactId, { newAt: isSaid(type) ? at : null });
    return rows.toActivity(await requireActivity(tx, { contactId, activityId }));
  });
}

/** Takes it back, and the touch with it. @throws {Refusal} `not_found`, `access_denied` when it is another's. */
export async function removeActivity(deps: Deps, caller: Caller, place: ActivityPlace): Promise<void> {
  await move(deps, caller, place, true);
}

/** @throws {Refusal} `not_found`, `access_denied` when it is another's. */
export const restoreActivity = (deps: Deps, caller: Caller, place: ActivityPlace): Promise<Activity> =>
  move(deps, caller, place, false);

function move(deps: Deps, { identity, requestId }: Caller, place: ActivityPlace, away: boolean): Promise<Activity> {
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, place.contactId);
    const activity = await requireActivity(tx, place);
    if (away && activity.deleted_at !== null) throw unknown();
    if (!(await isTheirs(tx, identity, activity.user_id))) {
      throw new Refusal('access_denied', 'Only the user who logged this can remove it.');
    }
    const { contactId, activityId } = place;
    await rows.setActivityDeleted(tx, activityId, away ? deps.now() : null);
    if (away) await rows.untouchContact(tx, contactId, activity.at, activity.touch_before);
    else await touchContact(tx, contactId, activity.at);
    await writeAudit(tx, identity, requestId, {
      action: away ? 'activity.removed' : 'activity.restored',
      subjectType: 'contact',
      subjectId: contactId,
      detail: { activity_id: activityId },
    });
    await emitContactsChanged(tx, identity.accountId, [contact]);
    await tellLines(tx, identity.accountId, contactId, { newAt: null });
    return rows.toActivity(activity);
  });
}

const unknown = () => new Refusal('not_found', 'Entry not found.');

async function requireActivity(tx: Tx, { contactId, activityId }: ActivityPlace): Promise<rows.FoundActivity> {
  const found = await rows.lockActivity(tx, contactId, activityId);
  if (found === null) throw unknown();
  return found;
}
