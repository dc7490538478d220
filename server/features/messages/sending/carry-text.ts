import type { BroadcastStatus } from '#contract/broadcasts/broadcast.contract.ts';
import type { Decision } from '#contract/compliance.contract.ts';
import { movesOn, type ToldStatus } from '#rules/messages/text-status.ts';
import { allowedUntil, mayBeReached, recordDecision, refusalOf } from '../../compliance/may-be-reached.ts';
import { TextPostponed, TextRefused, type TextToSend, type TakenText } from '../../../adapters/texts/text-line.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Seal } from '../../../seal.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { heldReason } from './held-words.ts';
import { mediaOf } from './media-links.ts';
import { lockOwnersOf, recordTextConsent } from '../incoming/opt-out.ts';
import { reachedBy } from './reached-by.ts';
import { findBroadcastStatus } from './broadcast-texts.sql.ts';
import { tellText } from '../tell-texts.ts';
import { changeText, findText, lockNumber, lockText, type TextChange, type TextRow } from '../texts.sql.ts';

export type CarryUse = Pick<Deps, 'pool' | 'now' | 'textLine' | 'log' | 'jobs' | 'config' | 'seal'>;

interface Named {
  readonly accountId: number;
  readonly textId: number;
}

/**
 * Hands a text to the carrier in two transactions. The first marks it: a process that dies afterwards leaves a text that
 * is looked up (`settleText`) before it could be sent again. The second locks the number and the contact while it asks
 * whether the text may be sent and the carrier takes it: an opt-out commits either before that, and stops it, or after.
 * @throws when the carrier takes nothing at the moment: the job is repeated.
 */
export async function carryText(use: CarryUse, { accountId, textId }: Named): Promise<void> {
  const claimedAt = await withAccount(use.pool, { accountId }, (tx) => claim(use, tx, accountId, textId));
  if (claimedAt === null) return;
  const after = await withAccount(use.pool, { accountId }, (tx) => send(use, tx, { accountId, textId }, claimedAt));
  if (after instanceof TextPostponed) throw after;
  if (after === 'opted_out') await noteCarrierOptOut(use, { accountId, textId });
}

/** A locked text that is ours to move on, with its number and contact; `null`: gone. */
async function lockWhole(tx: Tx, textId: number): Promise<TextRow | null> {
  const seen = await findText(tx, textId);
  if (seen === null) return null;
  await lockNumber(tx, seen.to_number);
  await lockContacts(tx, seen.contact_id === null ? [] : [seen.contact_id]);
  const text = await lockText(tx, textId);
  // A merge changed its contact before it was locked: the next try sees it.
  return text?.contact_id === seen.contact_id ? text : null;
}

/** Marks a text as on its way; `null`: it has to wait, or is another's. */
async function claim({ now }: CarryUse, tx: Tx, accountId: number, textId: number): Promise<Date | null> {
  const text = await lockWhole(tx, textId);
  const at = now();
  if (text === null) return null;
  const isDue = text.status === 'held' && text.held_until !== null && text.held_until <= at;
  if (text.status !== 'queued' && !isDue) return null;
  if (await keptByBroadcast(tx, accountId, text)) return null;
  const blocked = fileProblem(text);
  if (blocked === 'checking') return null;
  if (blocked !== null) {
    await change(tx, accountId, textId, { status: 'failed', reason: blocked });
    return null;
  }
  await change(tx, accountId, textId, { status: 'sending', claimed_at: at, held_until: null });
  return at;
}

/** Holds a text whose broadcast is paused, and cancels one whose broadcast has ended. False: it may go. */
async function keptByBroadcast(
  tx: Tx,
  accountId: number,
  { id, broadcast_id: broadcastId }: TextRow,
): Promise<boolean> {
  if (broadcastId === null) return false;
  const status = await findBroadcastStatus(tx, broadcastId);
  if (status === 'sending') return false;
  await change(tx, accountId, id, keptChange(status));
  return true;
}

/** What becomes of a text whose broadcast doesn't send at the moment. */
export const keptChange = (status: BroadcastStatus | null): TextChange =>
  status === 'paused'
    ? { status: 'held', reason: 'The broadcast is paused.', held_until: null, claimed_at: null }
    : { status: 'canceled', reason: 'The broadcast was stopped.', held_until: null, claimed_at: null };

/** Why a file keeps a text; `checking`: not known yet. `null`: none does. */
function fileProblem({ attachments }: TextRow): string | null {
  const bad = attachments.find(
    ({ file_state: state, is_deleted: isDeleted }) => isDeleted || state === 'infected' || state === 'refused',
  );
  if (bad !== undefined) return `Not sent: ${bad.is_deleted ? 'its file was deleted.' : bad.file_failure}`;
  return attachments.some(({ file_state: state }) => state === 'checking') ? 'checking' : null;
}

async function send(
  use: CarryUse,
  tx: Tx,
  { accountId, textId }: Named,
  claimedAt: Date,
): Promise<TextPostponed | 'opted_out' | null> {
  const text = await lockWhole(tx, textId);
  const isMine = text?.status === 'sending' && text.claimed_at?.getTime() === claimedAt.getTime();
  if (text === null || !isMine) return null;
  if (await keptByBroadcast(tx, accountId, text)) return null;
  const at = use.now();
  const gone = text.automatic === null ? await whyGone(tx, text) : null;
  if (gone !== null) {
    await change(tx, accountId, textId, { status: 'canceled', reason: gone, claimed_at: null });
    return null;
  }
  const decision = text.automatic === null ? await decideNow(tx, use.seal, text, at) : null;
  if (decision !== null && !decision.allowed) {
    await stop(tx, accountId, text, decision);
    return null;
  }
  if (decision !== null) await keepDecision(tx, text, decision);
  const decided = decision === null ? {} : { decision };
  try {
    const until =
      decision === null ? null : await allowedUntil(tx, use.seal, await reachedOf(tx, text), asked(text, at));
    const taken = await use.textLine.send(tx, { ...toSend(use, text, at), validForS: validFor(until, at) });
    await change(tx, accountId, textId, { ...takenChange(taken, at), ...decided });
    return null;
  } catch (error) {
    if (error instanceof TextRefused) {
      const { code, reason, optedOut } = error;
      await change(tx, accountId, textId, { status: 'failed', reason, error_code: code, ...decided });
      return optedOut ? 'opted_out' : null;
    }
    if (error instanceof TextPostponed) {
      await change(tx, accountId, textId, {
        status: 'queued',
        reason: 'The carrier is busy. It goes out as soon as possible.',
      });
      return error;
    }
    // An error of the database rolls all of this back; the text stays marked, and is looked up.
    use.log.warn({ err: error, text: textId }, 'the answer of a carrier was lost');
    await change(tx, accountId, textId, { status: 'unconfirmed', reason: UNCONFIRMED, ...decided });
    return null;
  }
}

/** Reason why a text has no recipient any more, one sentence; `null`: it has. */
async function whyGone(tx: Tx, { contact_id: contactId, to_number: number }: TextRow): Promise<string | null> {
  if (contactId === null) return null;
  const [contact] = await tx.raw<{ is_deleted: boolean; has_number: boolean }>(
    `select deleted_at is not null as is_deleted, $2 = any(array[phone, phone_2]) is true as has_number
     from contacts where id = $1`,
    [contactId, number],
  );
  if (contact === undefined || contact.is_deleted) return 'Not sent. This contact was deleted.';
  return contact.has_number ? null : 'Not sent. This contact has another number now.';
}

export const UNCONFIRMED = "The carrier didn't answer. Checking whether the text left.";

export const takenChange = ({ sid, status, code, reason }: TakenText, at: Date): TextChange => ({
  status,
  reason,
  error_code: code,
  sid,
  ...(status !== 'failed' && { sent_at: at }),
  ...(status === 'delivered' && { delivered_at: at }),
});

/** Seconds that a text may spend at the carrier: it must not arrive at night. Twilio takes 1 to 36,000. */
export const validFor = (until: Date | null, at: Date): number | null =>
  until === null ? null : Math.max(1, Math.min(36_000, Math.floor((until.getTime() - at.getTime()) / 1_000)));

type Reached = Parameters<typeof mayBeReached>[2];

const asked = ({ id, purpose }: TextRow, at: Date) =>
  ({ channel: 'text', purpose, at, besides: { textIds: [id] } }) as const;

/** Recipient of a text. */
async function reachedOf(tx: Tx, { contact_id: contactId, to_number: phone }: TextRow): Promise<Reached> {
  const [contact] =
    contactId === null
      ? []
      : await tx.raw<Reached>(
          'select id, state, city, zip_code, phone, email, email_status, died_on from contacts where id = $1',
          [contactId],
        );
  return reachedBy(contact ?? null, phone);
}

/** Decides if a text may be sent at this moment. */
const decideNow = async (tx: Tx, seal: Seal, text: TextRow, at: Date): Promise<Decision> =>
  mayBeReached(tx, seal, await reachedOf(tx, text), asked(text, at));

async function keepDecision(
  tx: Tx,
  { contact_id: contactId, user_id: userId, actor_id: actorId }: TextRow,
  decision: Decision,
) {
  if (contactId === null || userId === null) return;
  await recordDecision(tx, { userId, actorId: actorId ?? userId }, contactId, decision);
}

/** It may not be sent any more, or not yet. */
async function stop(tx: Tx, accountId: number, text: TextRow, decision: Decision): Promise<void> {
  await keepDecision(tx, text, decision);
  await change(tx, accountId, text.id, stopChange(decision, text));
}

/** What becomes of a text that may not be sent. Beyond the limit of a day, a broadcast leaves a person out; a sequence waits. */
export function stopChange(
  decision: Decision,
  { broadcast_id: broadcastId }: Pick<TextRow, 'broadcast_id'>,
): TextChange {
  const isLeftOut = decision.reason === 'daily_limit' && broadcastId !== null;
  const isLater = decision.next_at !== null && !isLeftOut;
  return {
    status: isLater ? 'held' : 'canceled',
    reason: isLater ? heldReason(decision) : `Not sent. ${refusalOf(decision)}`,
    held_until: !isLater || decision.next_at === null ? null : new Date(decision.next_at),
    claimed_at: null,
    decision,
  };
}

export const toSend = (use: CarryUse, text: TextRow, at: Date): TextToSend => ({
  id: text.id,
  accountId: text.account_id,
  from: text.from_number,
  to: text.to_number,
  body: text.body,
  media: mediaOf(use.config, text, at),
  validForS: null,
});

async function change(tx: Tx, accountId: number, textId: number, changed: TextChange): Promise<void> {
  await changeText(tx, textId, changed);
  await tellText(tx, accountId, textId);
}

/** The carrier knows an opt-out that we do not: it counts here, too. */
export const noteCarrierOptOut = ({ pool, now }: CarryUse, { accountId, textId }: Named) =>
  withAccount(pool, { accountId }, async (tx) => {
    const text = await findText(tx, textId);
    if (text === null) return;
    const owners = await lockOwnersOf(tx, text.to_number);
    await recordTextConsent(tx, owners, {
      accountId,
      number: text.to_number,
      kind: 'withdrawn',
      evidence: 'The carrier reports an opt-out of this number.',
      textId,
      source: 'other',
      who: null,
      at: now(),
    });
  });

/**
 * Looks up a text whose carrier has not answered. It is sent again only once the carrier can't have it any more.
 */
export async function settleText(use: CarryUse, { accountId, textId }: Named): Promise<void> {
  await withAccount(use.pool, { accountId }, async (tx) => {
    const text = await lockWhole(tx, textId);
    if (text === null || (text.status !== 'sending' && text.status !== 'unconfirmed')) return;
    const at = use.now();
    const claimedAt = text.claimed_at ?? text.created_at;
    const found = await use.textLine.find(tx, toSend(use, text, at), claimedAt);
    if (found !== null) {
      await change(tx, accountId, textId, takenChange(found, at));
    } else if (at.getTime() - claimedAt.getTime() >= use.textLine.settlesMs) {
      await change(tx, accountId, textId, { status: 'queued', claimed_at: null });
      await use.jobs.enqueue(tx, 'texts.send', { accountId, textId }, String(textId));
    } else if (text.status === 'sending') {
      await change(tx, accountId, textId, { status: 'unconfirmed', reason: UNCONFIRMED });
    }
  });
}

/** What a carrier tells of a text. */
export interface ToldText {
  readonly sid: string;
  readonly status: ToldStatus;
  readonly code: number | null;
  /** One sentence, with `failed`. */
  readonly reason: string;
}

/** Takes word of a carrier about a text: late, repeated or out of order, it never moves the text back. */
export async function noteTold(use: CarryUse, { accountId, textId }: Named, told: ToldText): Promise<void> {
  await withAccount(use.pool, { accountId }, async (tx) => {
    const text = await lockWhole(tx, textId);
    if (text === null || text.direction === 'in' || text.status === 'refused') return;
    if (text.sid !== null && text.sid !== told.sid) return;
    if (!movesOn(text.status, told.status)) return;
    const at = use.now();
    await change(tx, accountId, textId, {
      status: told.status,
      reason: told.reason,
      error_code: told.code,
      sid: told.sid,
      ...(told.status !== 'failed' && text.sent_at === null && { sent_at: at }),
      ...(told.status === 'delivered' && { delivered_at: at }),
    });
  });
}
