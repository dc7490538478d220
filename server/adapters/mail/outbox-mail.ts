import type { Config } from '../../config.ts';
import type { Tx } from '../../db/tx.ts';
import { keepable } from '../hide-secrets.ts';
import { CALENDAR_FILE, type Mailer } from './mail.ts';

/** How a simulated inbox behaves, by a word in its address, such as `bounce`; others answer or not, each always the same. */
export type InboxHabit = 'answers' | 'silent' | 'slow' | 'full' | 'bounces' | 'complains';
const WORDS: readonly (readonly [string, InboxHabit])[] = [
  ['bounce', 'bounces'],
  ['full', 'full'],
  ['spam', 'complains'],
  ['slow', 'slow'],
  ['silent', 'silent'],
  ['reply', 'answers'],
];

/** One of so many inboxes without such a word answers. Ours. */
const ANSWERING = 4;

export function habitOfInbox(address: string): InboxHabit {
  const name = address.slice(0, address.lastIndexOf('@')).toLowerCase();
  const said = WORDS.find(([word]) => name.split(/[^a-z]+/).includes(word));
  if (said !== undefined) return said[1];
  const sum = Buffer.from(name).reduce((total, byte) => total + byte, 0);
  return sum % ANSWERING === 0 ? 'answers' : 'silent';
}

/** Milliseconds until a mail arrives; a slow inbox takes its time. Ours. */
const ARRIVES_MS = 2_000;
const SLOW_MS = 90_000;

/**
 * Keeps mail inside: the outbox page shows it, nothing leaves. Where mail comes in from simulated inboxes, they take that
 * of the log (`server/features/mail/inbound/simulated-inboxes.ts`).
 */
export const outboxMailer = (
  config: Pick<Config, 'appEnv' | 'inboundMail'>,
  now: () => Date = () => new Date(),
): Mailer => ({
  send: async (tx, accountId, { to, subject, text, secrets, cc = [], replyTo, attachment, calendar, logged }) => {
    const file = attachment?.name ?? (calendar === undefined ? '' : CALENDAR_FILE);
    await tx.raw(
      `insert into outbox_mails (account_id, recipient, subject, text_body, cc, reply_to, attachment)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [accountId, to, subject, keepable(text, secrets, config), cc, replyTo?.address ?? '', file],
    );
    if (logged !== undefined && config.inboundMail?.secret === null) {
      await arrive(tx, accountId, { emailId: logged.emailId, to, at: now() });
    }
    return null;
  },
});

async function arrive(
  tx: Tx,
  accountId: number,
  { emailId, to, at }: { readonly emailId: number; readonly to: string; readonly at: Date },
): Promise<void> {
  const arrives = new Date(at.getTime() + (habitOfInbox(to) === 'slow' ? SLOW_MS : ARRIVES_MS));
  await tx.raw(
    `insert into simulated_mails (email_id, account_id, recipient, step, step_at, created_at)
     values ($1, $2, $3, 'arrives', $4, $5)
     on conflict (email_id) do update set recipient = $3, step = 'arrives', step_at = $4`,
    [emailId, accountId, to, arrives, at],
  );
}
