import type { Body } from '#contract/endpoint.ts';
import type { Activity, logActivity as LogActivity } from '#contract/timeline/activities.contract.ts';
import { cleanText } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { type Caller, requireLiveContact, touchContact } from '../contacts/contacts.service.ts';
import { isTheirs } from '../contacts/change/notes.service.ts';
import * as rows from './activities.sql.ts';

interface ActivityPlace {
  readonly contactId: number;
  readonly activityId: number;
}

/** @throws {Refusal} `not_found`, `conflict` when the contact is deleted. */
export function logActivity(
  deps: Deps,
  { identity, requestId }: Caller,
  contactId: number,
  { type, body }: Body<typeof LogActivity>,
): Promise<Activity> {
  return withAccount(deps.pool, identity, async (tx) => {
    const contact = await requireLiveContact(tx, identity, contactId);
    const at = deps.now();
    const activityId = await rows.insertActivity(tx, {
      contactId,
      userId: identity.userId,
      actorId: identity.actorId,
      type,
      body: cleanText(body),
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
    return rows.toActivity(activity);
  });
}

const unknown = () => new Refusal('not_found', 'Entry not found.');

async function requireActivity(tx: Tx, { contactId, activityId }: ActivityPlace): Promise<rows.FoundActivity> {
  const found = await rows.lockActivity(tx, contactId, activityId);
  if (found === null) throw unknown();
  return found;
}
