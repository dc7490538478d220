import type { Config } from '../../config.ts';
import { keepable } from '../hide-secrets.ts';
import type { Texter } from './texts.ts';

/** Keeps texts inside: the outbox page shows them, nothing leaves. */
export const outboxTexter = (config: Pick<Config, 'appEnv'>): Texter => ({
  send: async (tx, accountId, { to, body, secrets }) => {
    await tx.raw('insert into outbox_texts (account_id, recipient, body) values ($1, $2, $3)', [
      accountId,
      to,
      keepable(body, secrets, config),
    ]);
  },
});
