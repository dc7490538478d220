import type { Broadcast, BroadcastChannel } from '#contract/broadcasts/broadcast.contract.ts';
import type { openSmsGroup, updateBroadcast as UpdateBroadcast } from '#contract/broadcasts.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { scheduleFault } from '#rules/broadcasts/schedule.ts';
import { capital } from '#rules/words/capital.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { openedSelection, sealedSelection, sentenceOf } from '../../bulk/selection.ts';
import type { Caller } from '../../contacts/contacts.service.ts';
import { thawAudience } from '../audience/audience.sql.ts';
import { tellBroadcast } from '../broadcast-events.ts';
import { dropFileOf } from './broadcast-picture.ts';
import { type BroadcastRow, toBroadcast } from '../broadcast-row.ts';
import {
  type BroadcastPatch,
  changeBroadcast,
  findBroadcast,
  insertBroadcast,
  removeBroadcast,
} from '../broadcasts.sql.ts';
import { lockFor } from '../broadcasts.service.ts';
import { requireTrigger, takeEmail, takeEmailOf } from './content.ts';
import { freeze, requireContacts } from '../audience/freeze-audience.ts';

type Group = Body<typeof openSmsGroup>;

/**
 * A draft for a selection, with its audience; or the audience of a draft, counted again.
 * @throws {Refusal} `refused` by field, `conflict` for an empty selection or another status, `not_found`.
 */
export function openGroup(
  deps: Deps,
  { identity, requestId }: Caller,
  channel: BroadcastChannel,
  { broadcast_id: id, selection }: Group,
): Promise<Broadcast> {
  return withAccount(deps.pool, identity, async (tx) => {
    if (id === undefined) {
      if (selection === undefined) throw new Refusal('conflict', 'Choose contacts first.');
      const made = await draftFor(deps, tx, identity, channel, selection);
      await note(tx, { identity, requestId }, 'broadcast.drafted', made);
      return toBroadcast(made);
    }
    const row = await lockFor(tx, identity, id, 'edit');
    if (row.channel !== channel) throw refuseField('broadcast_id', 'This broadcast is of the other kind.');
    const counted = await recount(deps, tx, identity, row, selection);
    await note(tx, { identity, requestId }, 'broadcast.counted', counted);
    return toBroadcast(counted);
  });
}

const note = (
  tx: Tx,
  { identity, requestId }: Caller,
  action: string,
  { id, channel, matched, recipients }: BroadcastRow,
) =>
  writeAudit(tx, identity, requestId, {
    action,
    subjectType: 'broadcast',
    subjectId: id,
    detail: { channel, matched, recipients },
  });

const KIND: Readonly<Record<BroadcastChannel, string>> = { text: 'Text', mail: 'E-mail' };

/** Characters of a name that is made of a selection. Ours: a line of the list. */
const NAME_MAX = 80;

/** A new draft, with its audience unless that takes long. */
export async function draftFor(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  channel: BroadcastChannel,
  selection: ContactSelection,
): Promise<BroadcastRow> {
  const { matched, isFrozenLater } = await requireContacts(deps, tx, identity, selection);
  const sentence = await sentenceOf(tx, identity, selection);
  const to = sentence === '' ? `${matched} chosen contacts` : capital(sentence);
  const id = await insertBroadcast(
    tx,
    {
      userId: identity.userId,
      actorId: identity.actorId,
      channel,
      name: `${KIND[channel]}: ${to}`.slice(0, NAME_MAX),
      selection: sealedSelection(deps.seal, selection),
      sentence,
    },
    deps.now(),
  );
  return settle(deps, tx, identity, id, isFrozenLater);
}

async function recount(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  row: BroadcastRow,
  selection: ContactSelection | undefined,
): Promise<BroadcastRow> {
  const meant = selection ?? openedSelection(deps.seal, row.selection);
  const { isFrozenLater } = await requireContacts(deps, tx, identity, meant);
  if (selection !== undefined) {
    await changeBroadcast(tx, row.id, {
      selection: sealedSelection(deps.seal, selection),
      sentence: await sentenceOf(tx, identity, selection),
    });
  }
  return settle(deps, tx, identity, row.id, isFrozenLater);
}

async function settle(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  id: number,
  isFrozenLater: boolean,
): Promise<BroadcastRow> {
  const row = await findBroadcast(tx, id);
  if (row === null) throw new Error(`Broadcast ${id} is gone.`);
  if (!isFrozenLater) {
    const frozen = await freeze(deps, tx, identity, row);
    await tellBroadcast(tx, frozen, 'broadcast.changed');
    return frozen;
  }
  await thawAudience(tx, id);
  const waiting = await changeBroadcast(tx, id, { frozen_at: null, matched: null, recipients: null, left_out: [] });
  await deps.jobs.enqueue(tx, 'broadcasts.run', { accountId: identity.accountId, broadcastId: id }, String(id));
  await tellBroadcast(tx, waiting, 'broadcast.changed');
  return waiting;
}

type Change = Body<typeof UpdateBroadcast>;

/** @throws {Refusal} `refused` by field, `conflict` unless it is a draft of this version, `not_found`. */
export function updateBroadcast(
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  { version, ...change }: Change,
): Promise<Broadcast> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await lockFor(tx, identity, id, 'edit');
    if (version !== undefined && version !== row.version) {
      throw new Refusal('conflict', 'This draft was changed in another window. Reload the page.');
    }
    const patch = await patchOf(deps, tx, identity, row, change);
    const changed = await changeBroadcast(tx, id, { ...patch, updated_at: deps.now() });
    if (changed.campaign_file_id !== row.campaign_file_id) await dropFileOf(tx, row);
    await writeAudit(tx, identity, requestId, {
      action: 'broadcast.updated',
      subjectType: 'broadcast',
      subjectId: id,
      detail: { fields: Object.keys(change) },
    });
    await tellBroadcast(tx, changed, 'broadcast.changed');
    return toBroadcast(changed);
  });
}

/** Columns of a change of content, recurrence or schedule. @throws {Refusal} `refused` by field. */
export async function patchOf(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  identity: Identity,
  row: BroadcastRow,
  change: Omit<Change, 'version'>,
): Promise<BroadcastPatch> {
  const { name, subject, body, format, schedule, remove_file: isFileRemoved } = change;
  requireKind(row, change);
  const fault = schedule === undefined || schedule === null ? null : scheduleFault(schedule, now().getTime());
  if (fault !== null) throw refuseField('schedule', fault);
  return {
    ...(await takenFrom(tx, identity, change)),
    ...(await recurrenceOf(tx, identity, change.recurrence_campaign_trigger_id)),
    ...(name !== undefined && { name: cleanLine(name) }),
    ...(subject !== undefined && { subject: cleanLine(subject) }),
    ...(body !== undefined && { body: cleanText(body) }),
    ...(format !== undefined && { format }),
    ...(schedule !== undefined && { schedule }),
    ...(isFileRemoved === true && { campaign_file_id: null }),
  };
}

const OF_MAIL = ['email_id', 'email_campaign_trigger_id', 'subject', 'format'] as const;
const OF_TEXT = ['campaign_trigger_id', 'recurrence_campaign_trigger_id'] as const;

function requireKind({ channel }: BroadcastRow, change: Omit<Change, 'version'>): void {
  const strange = (channel === 'text' ? OF_MAIL : OF_TEXT).find(
    (field) => change[field] !== undefined && change[field] !== null,
  );
  if (strange !== undefined) {
    throw refuseField(strange, channel === 'text' ? 'Texts have no such field.' : 'E-mail has no such field.');
  }
}

async function takenFrom(tx: Tx, identity: Identity, change: Omit<Change, 'version'>): Promise<BroadcastPatch> {
  const { campaign_trigger_id: textId, email_id: emailId, email_campaign_trigger_id: emailTriggerId } = change;
  if (textId !== undefined) {
    const trigger = await requireTrigger(tx, identity, { id: textId, type: 'sms', field: 'campaign_trigger_id' });
    return { body: trigger.body, template_id: trigger.id, campaign_file_id: trigger.campaign_file_id };
  }
  if (emailTriggerId !== undefined) return takeEmailOf(tx, identity, { triggerId: emailTriggerId, emailId });
  if (emailId !== undefined)
    return { ...(await takeEmail(tx, identity, emailId)), email_trigger_id: null, campaign_file_id: null };
  return {};
}

async function recurrenceOf(
  tx: Tx,
  identity: Identity,
  id: number | null | undefined,
): Promise<Pick<BroadcastPatch, 'recurrence' | 'recurrence_trigger_id'>> {
  if (id === undefined) return {};
  if (id === null) return { recurrence: 'none', recurrence_trigger_id: null };
  const field = 'recurrence_campaign_trigger_id';
  const trigger = await requireTrigger(tx, identity, { id, type: 'sms', field });
  if (trigger.recurrence === 'none') throw refuseField(field, 'This campaign trigger does not repeat.');
  return { recurrence: trigger.recurrence, recurrence_trigger_id: id };
}

/** @throws {Refusal} `not_found`, `conflict` unless it is a draft. */
export function deleteBroadcast(deps: Deps, { identity, requestId }: Caller, id: number): Promise<void> {
  return withAccount(deps.pool, identity, async (tx) => {
    const row = await lockFor(tx, identity, id, 'delete');
    await removeBroadcast(tx, id);
    await dropFileOf(tx, row);
    await writeAudit(tx, identity, requestId, {
      action: 'broadcast.deleted',
      subjectType: 'broadcast',
      subjectId: id,
      detail: { channel: row.channel, recipients: row.recipients },
    });
  });
}
