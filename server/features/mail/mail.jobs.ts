import { type Message, messageOwner } from '../../adapters/queued-messages.ts';
import { type MailCarrier, smtpCarrier } from '../../adapters/smtp-mail.ts';
import { type TextCarrier, twilioCarrier } from '../../adapters/twilio-texts.ts';
import type { Config } from '../../config.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { dropMessages, findMessage, findWaiting, removeMessage } from './mail.sql.ts';

/** `null`: none of this kind leaves the house. */
export interface Carriers {
  readonly mail: MailCarrier | null;
  readonly text: TextCarrier | null;
}

type Use = Pick<Deps, 'pool' | 'seal'>;

/** Subscribers of a message log learn the outcome within the transaction. */
export interface Deliveries {
  sent(tx: Tx, accountId: number, messageId: number): Promise<void>;
  /** One attempt failed; another follows. */
  waits(tx: Tx, accountId: number, messageId: number, reason: string): Promise<void>;
  /** Refused permanently. Returns whether the fault is the message's: others are still tried. */
  failed(tx: Tx, accountId: number, messageId: number, reason: string): Promise<boolean>;
}

/** Hands messages over after their commit. One may go out twice where a process dies in between, and none is lost. */
export const mailJobs = ({ pool, seal }: Use, carriers: Carriers, deliveries?: Deliveries): JobHandlers => ({
  'messages.send': async ({ accountId, messageId }) => {
    const sealed = await withAccount(pool, { accountId }, (tx) => findMessage(tx, messageId));
    if (sealed === null) return;
    const message = JSON.parse(seal.open(sealed, messageOwner(accountId))) as Message;
    try {
      await carry(carriers, message);
    } catch (error) {
      if (deliveries === undefined) throw error;
      const isOver = await withAccount(pool, { accountId }, (tx) => note(deliveries, tx, accountId, messageId, error));
      if (isOver) return;
      throw error;
    }
    await withAccount(pool, { accountId }, async (tx) => {
      await removeMessage(tx, messageId);
      await deliveries?.sent(tx, accountId, messageId);
    });
  },
});

/** Notifies the owner of a message that it wasn't accepted. Returns true when retrying is pointless. */
async function note(
  deliveries: Deliveries,
  tx: Tx,
  accountId: number,
  messageId: number,
  error: unknown,
): Promise<boolean> {
  const reason = reasonOf(error);
  if (isForGood(error) && (await deliveries.failed(tx, accountId, messageId, reason))) {
    await removeMessage(tx, messageId);
    return true;
  }
  await deliveries.waits(tx, accountId, messageId, reason);
  return false;
}

/** Answer of a mail server, as reported by nodemailer. */
interface SmtpError {
  readonly code?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** True for a permanent rejection of a recipient or message. Source: RFC 5321, 4.2.1. */
const isForGood = (error: unknown): boolean => {
  const { code, responseCode = 0 } = error as SmtpError;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500 && responseCode < 600;
};

const reasonOf = (error: unknown): string => {
  const { response } = error as SmtpError;
  return response === undefined ? "Couldn't reach the mail server." : `Mail server reply: ${response}`;
};

/** @throws when the message was not taken. */
async function carry({ mail, text }: Carriers, message: Message): Promise<void> {
  const carrier = message.kind === 'mail' ? mail : text;
  if (carrier === null) throw new Error(`A ${message.kind} waits, and the settings name nobody to carry it.`);
  if (message.kind === 'mail') await mail?.carry(message);
  else await text?.carry(message);
}

/** Milliseconds between two checks for queued messages. Our choice: beyond a job's own retries. */
export const WAITING_EVERY_MS = 10 * 60_000;
/** A message that waits for so long has a job no more, in ms. */
const WAITS_MS = 10 * 60_000;
/** Age in ms at which a message is obsolete. Our choice. */
const STALE_MS = 24 * 3_600_000;

/** Gives messages that no carrier took another job, and drops what is stale. */
export async function resumeMessages({ pool, jobs, now }: Pick<Deps, 'pool' | 'jobs' | 'now'>): Promise<void> {
  const at = now().getTime();
  await dropMessages(pool, new Date(at - STALE_MS));
  for (const { account_id: accountId, id: messageId } of await findWaiting(pool, new Date(at - WAITS_MS))) {
    await withAccount(pool, { accountId }, (tx) =>
      jobs.enqueue(tx, 'messages.send', { accountId, messageId }, String(messageId)),
    );
  }
}

/** Carriers of outgoing messages, as far as the settings name any. */
export const carriersOf = ({ smtp, twilio }: Pick<Config, 'smtp' | 'twilio'>): Carriers => ({
  mail: smtp === null ? null : smtpCarrier(smtp),
  text: twilio === null ? null : twilioCarrier(twilio),
});
