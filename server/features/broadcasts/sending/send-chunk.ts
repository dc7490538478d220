import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../db/tx.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { emitContactsChanged } from '../../contacts/contact-events.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { seenBy } from '../../contacts/contact-visibility.ts';
import { mayEachBeReached, recordDecision } from '../../compliance/may-be-reached.ts';
import { findCampaignFile } from '../../campaign-triggers/campaign-files.ts';
import { queueCampaignMail } from '../../mail/campaign-mail.ts';
import { requireCampaignSender } from '../../mail/postal-address.ts';
import { takeBroadcastTexts } from '../../messages/sending/broadcast-texts.ts';
import { ownNumbers } from '../../messages/own-numbers.ts';
import { reachedBy } from '../../messages/sending/reached-by.ts';
import type { BroadcastRow } from '../broadcast-row.ts';
import { mergerOf } from '../draft/content.ts';
import { PURPOSE } from '../audience/freeze-audience.ts';
import { type Going, judgeTurn, type Judging, refusedTurn } from './judge-turn.ts';
import { lanesOf, roomIn, takePlaces } from './lanes.sql.ts';
import { findTurns, noteTurns, readTurns, type Turned } from '../audience/recipients.sql.ts';

export type ChunkUse = Pick<Deps, 'config' | 'seal' | 'mailer' | 'textLine' | 'now'>;

/** Recipients that one transaction decides on: their contacts are locked for its time. Ours: about a tenth of a second. */
export const CHUNK_RECIPIENTS = 50;

/** What a chunk has done. */
export interface Chunk {
  /** Recipients that it decided on. */
  readonly done: number;
  /** Texts to hand over after the commit. */
  readonly textIds: readonly number[];
  /** Segments of those texts. */
  readonly segments: number;
  readonly markedAt: Date;
  /** Every lane is full until then; `null`: no lane held anything up. */
  readonly fullUntil: Date | null;
}

export const NOTHING = { done: 0, textIds: [], segments: 0, fullUntil: null } as const;

/**
 * Decides on the next recipients, and takes what goes: texts to hand over, e-mails into the queue of mail. An outcome commits
 * with what it says was taken, so that a process killed anywhere neither loses a recipient nor sends to one twice.
 * @throws {Refusal} `conflict` when the sender has no number any more, or the agency no postal address.
 */
export function sendChunk(use: ChunkUse, tx: Tx, row: BroadcastRow, sender: Identity): Promise<Chunk> {
  return row.channel === 'text' ? sendTexts(use, tx, row, sender) : sendMails(use, tx, row, sender);
}

async function sendTexts(use: ChunkUse, tx: Tx, row: BroadcastRow, sender: Identity): Promise<Chunk> {
  const at = use.now();
  const [from] = await ownNumbers(tx, row.user_id);
  if (from === undefined) throw new Refusal('conflict', 'The sender has no number to text from any more.');
  const lanes = lanesOf(use.config, from.number, at);
  const { room, until } = await roomIn(tx, lanes);
  if (room === 0) return { ...NOTHING, markedAt: at, fullUntil: until };
  const { turned, going } = await judgeNext(use, tx, row, sender, Math.min(CHUNK_RECIPIENTS, room));
  await takePlaces(tx, lanes, going.length);
  const of = {
    broadcastId: row.id,
    userId: row.user_id,
    actorId: row.actor_id,
    from: from.number,
    purpose: PURPOSE,
    carrier: use.textLine.name,
    campaignFileId: row.campaign_file_id,
    at,
  } as const;
  const texts = going.map(({ turn, merged, decision }) => ({
    contactId: turn.contact.id,
    to: turn.target,
    body: merged.text,
    segments: merged.segments?.segments ?? 0,
    decision,
  }));
  const taken = await takeBroadcastTexts(tx, of, texts);
  for (const { turn, merged } of going) {
    const textId = taken.get(turn.contact.id);
    if (textId === undefined) throw new Error('a recipient has no text');
    const segments = merged.segments?.segments ?? 0;
    turned.push({ ...placeOf(turn), state: 'sending', segments, text_id: textId });
  }
  await noteTurns(tx, row.id, turned, at);
  const segments = texts.reduce((sum, text) => sum + text.segments, 0);
  return { done: turned.length, textIds: [...taken.values()], segments, markedAt: at, fullUntil: null };
}

async function sendMails(use: ChunkUse, tx: Tx, row: BroadcastRow, sender: Identity): Promise<Chunk> {
  const at = use.now();
  const { turned, going } = await judgeNext(use, tx, row, sender, CHUNK_RECIPIENTS);
  const named = await requireCampaignSender(tx, row.user_id);
  const file = row.campaign_file_id === null ? null : await findCampaignFile(tx, row.campaign_file_id);
  for (const { turn, merged, decision } of going) {
    const { subject, text, html } = merged;
    const { emailId, messageId } = await queueCampaignMail(use, tx, row.account_id, {
      contactId: turn.contact.id,
      to: turn.target,
      subject,
      text,
      html,
      file,
      purpose: PURPOSE,
      userId: row.user_id,
      actorId: row.actor_id,
      broadcastId: row.id,
      sender: named,
    });
    await recordDecision(tx, { userId: row.user_id, actorId: row.actor_id }, turn.contact.id, decision);
    turned.push({
      ...placeOf(turn),
      state: messageId === null ? 'sent' : 'sending',
      email_id: emailId,
      decision,
    });
  }
  await noteTurns(tx, row.id, turned, at);
  await emitContactsChanged(
    tx,
    row.account_id,
    going.map(({ turn }) => turn.contact),
  );
  return { ...NOTHING, done: turned.length, markedAt: at };
}

/** One who was merged in the meantime is the survivor from now on. */
const placeOf = ({ position, contact_id: frozen, contact }: Going['turn']) => ({
  position,
  ...(contact.id !== frozen && { contact_id: contact.id }),
});

type Allowed = Going & { readonly decision: Awaited<ReturnType<typeof mayEachBeReached>>[number] };

/** Locks the contacts of the next recipients, and asks about each of them. */
async function judgeNext(
  use: ChunkUse,
  tx: Tx,
  row: BroadcastRow,
  sender: Identity,
  limit: number,
): Promise<{ turned: Turned[]; going: Allowed[] }> {
  const at = use.now();
  const next = await findTurns(tx, row.id, { at, limit });
  await lockContacts(tx, [...new Set(next.map(({ contact_id: id }) => id))]);
  const turns = await readTurns(tx, row.id, next, await seenBy(tx, sender));
  const judging: Judging = { row, merge: await mergerOf(tx, row, at), at };
  const judged = turns.map((turn) => judgeTurn(judging, turn));
  const turned = judged.filter((one) => !('merged' in one)) as Turned[];
  const going = judged.filter((one): one is Going => 'merged' in one);
  const decisions = await mayEachBeReached(
    tx,
    use.seal,
    going.map(({ turn }) => (row.channel === 'text' ? reachedBy(turn.contact, turn.target) : turn.contact)),
    { channel: row.channel, purpose: PURPOSE, at },
  );
  const allowed: Allowed[] = [];
  for (const [index, one] of going.entries()) {
    const decision = decisions[index];
    if (decision === undefined) throw new Error('a recipient has no decision');
    if (decision.allowed) {
      allowed.push({ ...one, decision });
      continue;
    }
    const refused = refusedTurn(judging, one, decision);
    if (refused.state === 'held_back') {
      await recordDecision(tx, { userId: row.user_id, actorId: row.actor_id }, one.turn.contact.id, decision);
    }
    turned.push(refused);
  }
  return { turned, going: allowed };
}
