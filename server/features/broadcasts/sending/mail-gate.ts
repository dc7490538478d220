import { hasEnded } from '#rules/broadcasts/broadcast-status.ts';
import type { BroadcastStatus, RecipientReason } from '#contract/broadcasts/broadcast.contract.ts';
import { RECIPIENT_REASONS } from '#contract/broadcasts/broadcast.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { mayBeReached, recordDecision } from '../../compliance/may-be-reached.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import type { Deliveries } from '../../mail/mail.jobs.ts';
import { removeMessage } from '../../mail/mail.service.ts';
import { PURPOSE } from '../audience/freeze-audience.ts';

interface Queued {
  readonly email_id: number;
  readonly contact_id: number;
  readonly status: BroadcastStatus;
  readonly user_id: number;
  readonly actor_id: number;
}

type Reached = Parameters<typeof mayBeReached>[2];

/**
 * Asks about an e-mail of a broadcast when it leaves the queue, under the lock of its contact: an opt-out commits before that,
 * and stops it, or after the mail server has it. While the broadcast is paused its recipient waits again. `otherwise` is asked
 * about mail of no broadcast.
 */
export const mailGate =
  ({ seal, now }: Pick<Deps, 'seal' | 'now'>, otherwise: Deliveries['leaving']): Deliveries['leaving'] =>
  async (tx, accountId, messageId, mark) => {
    const [seen] = await tx.raw<{ contact_id: number }>(
      'select contact_id from contact_emails where message_id = $1 and broadcast_id is not null',
      [messageId],
    );
    if (seen === undefined) return otherwise(tx, accountId, messageId, mark);
    await lockContacts(tx, [seen.contact_id]);
    const [mail] = await tx.raw<Queued>(
      `select e.id as email_id, e.contact_id, b.status, e.user_id, e.actor_id
       from contact_emails e join broadcasts b on b.id = e.broadcast_id where e.message_id = $1 for no key update of e`,
      [messageId],
    );
    if (mail === undefined) return otherwise(tx, accountId, messageId, mark);
    if (mail.status === 'paused') return wait(tx, messageId, mail);
    if (mail.status !== 'done' && hasEnded(mail)) {
      return keep(tx, messageId, mail, { state: 'stopped', reason: null, detail: 'The broadcast was stopped.' }, now());
    }
    const [contact] = await tx.raw<Reached & { is_deleted: boolean }>(
      `select id, state, city, zip_code, phone, email, email_status, died_on, deleted_at is not null as is_deleted
       from contacts where id = $1`,
      [mail.contact_id],
    );
    if (contact === undefined || contact.is_deleted) {
      return keep(
        tx,
        messageId,
        mail,
        { state: 'held_back', reason: 'deleted', detail: 'This contact was deleted.' },
        now(),
      );
    }
    const decision = await mayBeReached(tx, seal, contact, {
      channel: 'mail',
      purpose: PURPOSE,
      at: now(),
      besides: { emailIds: [mail.email_id] },
    });
    if (decision.allowed) return 'go';
    await recordDecision(tx, { userId: mail.user_id, actorId: mail.actor_id }, mail.contact_id, decision);
    const reason = RECIPIENT_REASONS.find((known) => known === decision.reason) ?? 'withdrawn';
    return keep(tx, messageId, mail, { state: 'held_back', reason, detail: decisionSentence(decision) }, now());
  };

async function wait(tx: Tx, messageId: number, { email_id: emailId }: Queued): Promise<'stay'> {
  await tx.raw(
    `update broadcast_recipients set state = 'waiting', email_id = null, at = null, decision = null where email_id = $1`,
    [emailId],
  );
  await tx.raw('delete from contact_emails where id = $1', [emailId]);
  await removeMessage(tx, messageId);
  return 'stay';
}

interface Kept {
  readonly state: 'stopped' | 'held_back';
  readonly reason: RecipientReason | null;
  readonly detail: string;
}

async function keep(tx: Tx, messageId: number, { email_id: emailId }: Queued, kept: Kept, at: Date): Promise<'stay'> {
  await tx.raw(
    `update contact_emails set status = 'failed', reason = $2, settled_at = $3, message_id = null where id = $1`,
    [emailId, kept.detail, at],
  );
  await tx.raw('update broadcast_recipients set state = $2, reason = $3, detail = $4, at = $5 where email_id = $1', [
    emailId,
    kept.state,
    kept.reason,
    kept.detail,
    at,
  ]);
  await removeMessage(tx, messageId);
  return 'stay';
}
