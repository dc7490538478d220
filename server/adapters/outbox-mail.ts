import type { Mailer } from './mail.ts';

/** Keeps mail inside: the outbox page shows it, nothing leaves. */
export const outboxMailer: Mailer = {
  send: async (tx, accountId, { to, subject, text, cc = [], replyTo }) => {
    await tx.raw(
      `insert into outbox_mails (account_id, recipient, subject, text_body, cc, reply_to)
       values ($1, $2, $3, $4, $5, $6)`,
      [accountId, to, subject, text, cc, replyTo?.address ?? ''],
    );
    return null;
  },
};
