import type { Authentication } from '#rules/emails/sender-verified.ts';
import type { Tx } from '../../../db/tx.ts';

/** True when a mail with this id is in the log. */
export const findAnswer = async (tx: Tx, messageRef: string): Promise<boolean> =>
  (await tx.raw('select from contact_emails where account_id = app_account_id() and message_ref = $1', [messageRef]))
    .length > 0;

interface NewAnswer {
  readonly contactId: number;
  /** The user who is answered, and the one who had signed in as them. */
  readonly userId: number;
  readonly actorId: number;
  readonly address: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string | null;
  readonly messageRef: string;
  readonly answersId: number;
  /** `null`: the receiving server states no results. */
  readonly authentication: Authentication | null;
  readonly verified: boolean;
  readonly at: Date;
}

/** Returns its id; `null`: it is there already. */
export async function insertAnswer(tx: Tx, answer: NewAnswer): Promise<number | null> {
  const rows = await tx.raw<{ id: number }>(
    `insert into contact_emails (account_id, contact_id, user_id, actor_id, direction, address, subject, body, html, status,
       message_ref, answers_id, at, authentication, sender_verified)
     values (app_account_id(), $1, $2, $3, 'in', $4, $5, $6, $7, 'received', $8, $9, $10, $11, $12)
     on conflict (account_id, message_ref) where message_ref is not null do nothing returning id`,
    [
      answer.contactId,
      answer.userId,
      answer.actorId,
      answer.address,
      answer.subject,
      answer.body,
      answer.html,
      answer.messageRef,
      answer.answersId,
      answer.at,
      answer.authentication,
      answer.verified,
    ],
  );
  return rows[0]?.id ?? null;
}

/** Why files of it are not among those of the contact. */
export const noteFiles = (tx: Tx, id: number, reason: string) =>
  tx.raw('update contact_emails set reason = $2 where id = $1', [id, reason]);
