import type { CampaignMark } from '../../adapters/mail.ts';
import { type Message, messageOwner } from '../../adapters/queued-messages.ts';
import { type MailCarrier, smtpCarrier } from '../../adapters/smtp-mail.ts';
import { TwilioRefusal } from '../../adapters/twilio-rest.ts';
import { type TextCarrier, twilioCarrier } from '../../adapters/twilio-texts.ts';
import type { Config } from '../../config.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { dropMessages, findMessage, findWaiting, removeMessage } from './mail.sql.ts';

/** `null`: none of this kind leaves the house. */
export interface Carriers {
  readonly mail: MailCarrier | null;
  readonly text: TextCarrier | null;
}

type Use = Pick<Deps, 'pool' | 'seal' | 'log'>;

/** Subscribers of a message log learn the outcome within the transaction. */
export interface Deliveries {
  /**
   * Decides if campaign mail may leave now. `go`: it leaves within this transaction, whose locks make an opt-out wait; `stay`:
   * the subscriber has removed it from the queue.
   */
  leaving(tx: Tx, accountId: number, messageId: number, mark: CampaignMark): Promise<'go' | 'stay'>;
  sent(tx: Tx, accountId: number, messageId: number): Promise<void>;
  /** One attempt failed; another follows. */
  waits(tx: Tx, accountId: number, messageId: number, reason: string): Promise<void>;
  /** Refused permanently. */
  failed(tx: Tx, accountId: number, messageId: number, reason: string): Promise<void>;
}

/** Hands messages over after their commit. One may go out twice where a process dies in between, and none is lost. */
export function mailJobs({ pool, seal, log }: Use, carriers: Carriers, deliveries?: Deliveries): JobHandlers {
  const send = async ({ accountId, messageId }: JobData['messages.send']): Promise<void> => {
    const sealed = await withAccount(pool, { accountId }, (tx) => findMessage(tx, messageId));
    if (sealed === null) return;
    const message = JSON.parse(seal.open(sealed, messageOwner(accountId))) as Message;
    const mark = message.kind === 'mail' ? message.campaign : undefined;
    const settle = async (tx: Tx): Promise<void> => {
      await removeMessage(tx, messageId);
      await deliveries?.sent(tx, accountId, messageId);
    };
    try {
      if (mark === undefined || deliveries === undefined) await carry(carriers, message);
      else {
        await withAccount(pool, { accountId }, async (tx) => {
          if ((await deliveries.leaving(tx, accountId, messageId, mark)) === 'stay') return;
          await carry(carriers, message);
          await settle(tx);
        });
        return;
      }
    } catch (error) {
      const isOver = isForGood(error);
      await withAccount(pool, { accountId }, async (tx) => {
        if (isOver) await removeMessage(tx, messageId);
        await deliveries?.[isOver ? 'failed' : 'waits'](tx, accountId, messageId, reasonOf(error));
      });
      if (!isOver) throw error;
      log.warn({ accountId, messageId, err: error }, 'message refused for good');
      return;
    }
    await withAccount(pool, { accountId }, settle);
  };
  return { 'messages.send': send, 'messages.sendCode': send };
}

/** Answer of a mail server, as reported by nodemailer. */
interface SmtpError {
  readonly code?: string;
  readonly response?: string;
  readonly responseCode?: number;
  /** What it replied to. */
  readonly command?: string;
}

/** Twilio's codes for a number that takes no texts, or none of ours. Source: its list of errors. */
const DEAD_NUMBERS: readonly number[] = [21211, 21408, 21610, 21612, 21614];

/** True for a permanent rejection of a recipient or message: a retry would end the same. Source: RFC 5321, 4.2.1. */
const isForGood = (error: unknown): boolean => {
  if (error instanceof TwilioRefusal) return error.code !== null && DEAD_NUMBERS.includes(error.code);
  const { command = '', responseCode = 0 } = error as SmtpError;
  // A refused sender is a fault of the installation, which its operator can correct.
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500 && responseCode < 600;
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
      jobs.resume(tx, 'messages.send', { accountId, messageId }, String(messageId), ['messages.sendCode']),
    );
  }
}

/** Carriers of outgoing messages, as far as the settings name any. */
export const carriersOf = ({ smtp, twilio }: Pick<Config, 'smtp' | 'twilio'>): Carriers => ({
  mail: smtp === null ? null : smtpCarrier(smtp),
  text: twilio === null ? null : twilioCarrier(twilio),
});
