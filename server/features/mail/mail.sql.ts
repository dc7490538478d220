import type { OutboxMail, OutboxText } from '#contract/mail.contract.ts';
import type { Pool } from '../../db/pool.ts';
import { outsideAccounts, type Tx } from '../../db/tx.ts';

type MailRow = Omit<OutboxMail, 'created_at'> & { created_at: Date };

/** Newest first. */
export const selectMails = (tx: Tx, limit: number, offset: number) =>
  tx.raw<MailRow>(
    `select id, recipient as "to", subject, text_body as text, attachment, created_at
     from outbox_mails order by id desc limit $1 offset $2`,
    [limit, offset],
  );

export async function countMails(tx: Tx): Promise<number> {
  const rows = await tx.raw<{ total: number }>('select count(*)::int as total from outbox_mails');
  return rows[0]?.total ?? 0;
}

type TextRow = Omit<OutboxText, 'created_at'> & { created_at: Date };

/** Newest first. */
export const selectTexts = (tx: Tx, limit: number, offset: number) =>
  tx.raw<TextRow>(
    `select id, recipient as "to", body as text, created_at from outbox_texts order by id desc limit $1 offset $2`,
    [limit, offset],
  );

export async function countTexts(tx: Tx): Promise<number> {
  const rows = await tx.raw<{ total: number }>('select count(*)::int as total from outbox_texts');
  return rows[0]?.total ?? 0;
}

interface WaitingMessage {
  readonly sealed: Buffer;
  /** An attempt began and its end was never noted. `null`: none. */
  readonly handed_at: Date | null;
}

/** A message in transit. `null`: handed over. */
export async function findMessage(tx: Tx, id: number): Promise<WaitingMessage | null> {
  const rows = await tx.raw<WaitingMessage>('select sealed, handed_at from outgoing_messages where id = $1', [id]);
  return rows[0] ?? null;
}

/** Notes that a message goes to the mail server now. False: another worker has it, or it waits no more. */
export const claimMessage = async (tx: Tx, id: number, at: Date): Promise<boolean> =>
  (
    await tx.raw('update outgoing_messages set handed_at = $2 where id = $1 and handed_at is null returning id', [
      id,
      at,
    ])
  ).length > 0;

/** It has certainly not left. */
export const releaseMessage = (tx: Tx, id: number) =>
  tx.raw('update outgoing_messages set handed_at = null where id = $1', [id]);

export const removeMessage = (tx: Tx, id: number) => tx.raw('delete from outgoing_messages where id = $1', [id]);

/** Messages of every account that no carrier took, oldest first. */
export const findWaiting = (pool: Pool, before: Date) =>
  outsideAccounts<{ account_id: number; id: number }>(pool, 'select account_id, id from find_waiting_messages($1)', [
    before,
  ]);

export const dropMessages = (pool: Pool, before: Date) =>
  outsideAccounts(pool, 'select drop_stale_messages($1)', [before]);
