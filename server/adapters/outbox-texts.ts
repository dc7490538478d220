import type { Texter } from './texts.ts';

/** Keeps texts inside: the outbox page shows them, nothing leaves. */
export const outboxTexter: Texter = {
  send: async (tx, accountId, { to, body }) => {
    await tx.raw('insert into outbox_texts (account_id, recipient, body) values ($1, $2, $3)', [accountId, to, body]);
  },
};
