import { ContactsScope, type ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { Broadcast, BroadcastChannel, Schedule } from '#contract/broadcasts/broadcast.contract.ts';
import type { sendBroadcastEmail, sendBroadcastSms } from '#contract/broadcasts.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { scheduleFault, startOf } from '#rules/broadcasts/schedule.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { requireCampaignSender } from '../mail/postal-address.ts';
import { ownNumbers } from '../messages/own-numbers.ts';
import { tellBroadcast } from './broadcast-events.ts';
import { type BroadcastRow, toBroadcast } from './broadcast-row.ts';
import { changeBroadcast } from './broadcasts.sql.ts';
import { lockFor } from './broadcasts.service.ts';
import { requireContent } from './draft/content.ts';
import { draftFor, patchOf } from './draft/drafts.service.ts';
import { fundTexts } from './sending/pay-texts.ts';

type Asked = Body<typeof sendBroadcastSms> & Body<typeof sendBroadcastEmail>;

/**
 * Sends a draft, or a new one, now or later.
 * @throws {Refusal} `refused` by field; `conflict` when it is no draft, no one would get it, or another number of people than
 * asked for; `refused` without the money for its texts; `not_found`.
 */
export function sendBroadcast(
  deps: Deps,
  { identity, requestId }: Caller,
  channel: BroadcastChannel,
  asked: Asked,
): Promise<Broadcast> {
  const at = deps.now();
  return withAccount(deps.pool, identity, async (tx) => {
    const draft =
      asked.broadcast_id === undefined
        ? await draftFor(deps, tx, identity, channel, selectionOf(asked))
        : await lockFor(tx, identity, asked.broadcast_id, 'schedule');
    if (draft.channel !== channel) throw refuseField('broadcast_id', 'This broadcast is of the other kind.');
    const patch = await patchOf(deps, tx, identity, draft, contentOf(asked));
    const schedule = scheduleOf(asked, draft);
    const row: BroadcastRow = { ...draft, ...patch, schedule };
    requireAudience(row, asked);
    await requireSendable(tx, row, at);
    const starts = startOf(schedule, at.getTime());
    const isNow = starts <= at.getTime();
    const sent = await changeBroadcast(tx, draft.id, {
      ...patch,
      schedule,
      status: isNow ? 'sending' : 'scheduled',
      scheduled_at: at,
      starts_at: new Date(starts),
      next_at: null,
      ...(isNow && { started_at: at }),
    });
    if (isNow) {
      const named = { accountId: identity.accountId, broadcastId: draft.id };
      await deps.jobs.enqueue(tx, 'broadcasts.run', named, String(draft.id));
    }
    await writeAudit(tx, identity, requestId, {
      action: 'broadcast.scheduled',
      subjectType: 'broadcast',
      subjectId: draft.id,
      detail: { channel, recipients: sent.recipients, starts_at: sent.starts_at?.toISOString() ?? null },
    });
    await tellBroadcast(tx, sent, 'broadcast.changed');
    if (isNow && sent.frozen_at !== null) await fundTexts(deps, tx, identity, sent);
    return toBroadcast(sent);
  });
}

function selectionOf({ ids, all, contacts_scope: scope }: Asked): ContactSelection {
  if (ids !== undefined && all !== true) return { ids };
  if (all === true || scope !== undefined) return { contacts_scope: scope ?? ContactsScope.parse({}) };
  throw new Refusal('conflict', 'Choose contacts first.');
}

const contentOf = ({
  campaign_trigger_id,
  recurrence_campaign_trigger_id: recurrence,
  email_id,
  email_campaign_trigger_id,
  broadcast_id: draft,
}: Asked) => {
  // A new broadcast has the text of the trigger that repeats it, unless another is given.
  const textId = campaign_trigger_id ?? (draft === undefined ? recurrence : undefined);
  return {
    ...(textId !== undefined && { campaign_trigger_id: textId }),
    ...(recurrence !== undefined && { recurrence_campaign_trigger_id: recurrence }),
    ...(email_id !== undefined && { email_id }),
    ...(email_campaign_trigger_id !== undefined && { email_campaign_trigger_id }),
  };
};

/** @throws {Refusal} `refused` without any. */
function scheduleOf({ schedule, send_now: isNow, send_at: sendAt }: Asked, draft: BroadcastRow): Schedule {
  if (schedule !== undefined) return schedule;
  if (isNow === true) return { kind: 'now' };
  if (sendAt !== undefined) return { kind: 'at', send_at: sendAt };
  if (draft.schedule !== null) return draft.schedule;
  throw refuseField('send_at', 'Choose when to send it.');
}

/** @throws {Refusal} `conflict` */
function requireAudience({ frozen_at: frozenAt, recipients }: BroadcastRow, asked: Asked): void {
  // A large one that was never shown is counted when it begins.
  if (frozenAt === null && asked.broadcast_id === undefined) return;
  if (frozenAt === null) throw new Refusal('conflict', 'The audience is still being counted. Try again in a moment.');
  const count = recipients ?? 0;
  if (count === 0) throw new Refusal('conflict', 'No one would get this broadcast.');
  if (asked.recipients === undefined || asked.recipients === count) return;
  throw new Refusal(
    'conflict',
    `${formatCount(count)} people would get it now, instead of ${formatCount(asked.recipients)}. Check the audience again.`,
  );
}

/** @throws {Refusal} `refused` by field; `conflict` without a number to text from, or a postal address. */
async function requireSendable(tx: Tx, row: BroadcastRow, at: Date): Promise<void> {
  requireContent(row);
  const late = row.schedule === null ? null : scheduleFault(row.schedule, at.getTime());
  if (late !== null) throw refuseField('schedule', late);
  if (row.channel === 'text' && (await ownNumbers(tx, row.user_id)).length === 0) {
    throw new Refusal('conflict', "You don't have a number to text from yet.");
  }
  if (row.channel === 'mail') await requireCampaignSender(tx, row.user_id);
}
