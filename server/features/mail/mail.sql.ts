import type { OutboxMail } from '#contract/mail.contract.ts';
import type { Tx } from '../../db/tx.ts';

type MailRow = Omit<OutboxMail, 'created_at'> & { created_at: Date };

/** Newest first. */
export const selectMails = (tx: Tx, limit: number, offset: number) =>
  tx.raw<MailRow>(
    `select id, recipient as "to", subject, text_body as text, created_at
     from outbox_mails order by id desc limit $1 offset $2`,
    [limit, offset],
  );

export async function countMails(tx: Tx): Promise<number> {
  const rows = await tx.raw<{ total: number }>('select count(*)::int as total from outbox_mails');
  return rows[0]?.total ?? 0;
}
