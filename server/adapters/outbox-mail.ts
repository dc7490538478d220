import type { Config } from '../config.ts';
import { keepable } from './hide-secrets.ts';
import type { Mailer } from './mail.ts';

/** Keeps mail inside: the outbox page shows it, nothing leaves. */
export const outboxMailer = (config: Pick<Config, 'appEnv'>): Mailer => ({
  send: async (tx, accountId, { to, subject, text, secrets, cc = [], replyTo }) => {
    await tx.raw(
      `insert into outbox_mails (account_id, recipient, subject, text_body, cc, reply_to)
       values ($1, $2, $3, $4, $5, $6)`,
      [accountId, to, subject, keepable(text, secrets, config), cc, replyTo?.address ?? ''],
    );
    return null;
  },
});
