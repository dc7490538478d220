import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Mail, Mailer } from './mail.ts';
import type { Text, Texter } from '../texts/texts.ts';

/** A mail or a text on its way out. */
export type Message = ({ readonly kind: 'mail' } & Mail) | ({ readonly kind: 'text' } & Text);

type Use = Pick<Deps, 'seal' | 'jobs' | 'now'> & { readonly config?: Pick<Deps['config'], 'smtp'> };

/** Messages carry codes and links: what they say is sealed, for their account. */
export const messageOwner = (accountId: number): string => `message:${accountId}`;

/** Keeps a message with its change, by the id it answers; a job hands it over after the commit (`mail.jobs.ts`). */
async function keep({ seal, jobs, now }: Use, tx: Tx, accountId: number, message: Message): Promise<number> {
  const sealed = seal.seal(JSON.stringify(message), messageOwner(accountId));
  const rows = await tx.raw<{ id: number }>(
    'insert into outgoing_messages (account_id, kind, sealed, created_at) values ($1, $2, $3, $4) returning id',
    [accountId, message.kind, sealed, now()],
  );
  const messageId = rows[0]?.id ?? 0;
  const name = message.urgent === true ? 'messages.sendCode' : 'messages.send';
  await jobs.enqueue(tx, name, { accountId, messageId }, String(messageId));
  return messageId;
}

export const queuedMailer = (use: Use): Mailer => ({
  send: (tx, accountId, mail) => {
    const domain =
      use.config?.smtp?.from
        .split('@')
        .at(-1)
        ?.replace(/[>\s].*$/, '') ?? 'localhost';
    return keep(use, tx, accountId, { messageId: `<${randomUUID()}@${domain}>`, ...mail, kind: 'mail' });
  },
});

export const queuedTexter = (use: Use): Texter => ({
  send: async (tx, accountId, text) => {
    await keep(use, tx, accountId, { kind: 'text', ...text });
  },
});
