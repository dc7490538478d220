import type { Mailer } from './mail.ts';

/** Keeps mail inside: the outbox page shows it, nothing leaves. */
export const outboxMailer: Mailer = {
  send: async (tx, accountId, { to, subject, text }) => {
    await tx.raw('insert into outbox_mails (account_id, recipient, subject, text_body) values ($1, $2, $3, $4)', [
      accountId,
      to,
      subject,
      text,
    ]);
  },
};
