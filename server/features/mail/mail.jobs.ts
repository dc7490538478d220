import type { CampaignMark } from '../../adapters/mail/mail.ts';
import { type Message, messageOwner } from '../../adapters/mail/queued-messages.ts';
import { type MailCarrier, smtpCarrier } from '../../adapters/mail/smtp-mail.ts';
import { TwilioRefusal } from '../../adapters/twilio-rest.ts';
import { type TextCarrier, twilioCarrier } from '../../adapters/texts/twilio-texts.ts';
import type { Config } from '../../config.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import { claimMessage, dropMessages, findMessage, findWaiting, releaseMessage, removeMessage } from './mail.sql.ts';

/** `null`: none of this kind leaves the house. */
export interface Carriers {
  readonly mail: MailCarrier | null;
  readonly text: TextCarrier | null;
}

type Use = Pick<Deps, 'pool' | 'seal' | 'log' | 'now'>;

/** Subscribers of a message log learn the outcome within the transaction. */
export interface Deliveries {
  /**
   * Decides if campaign mail may leave now. `go`: it leaves once this transaction has committed; `stay`: the subscriber has
   * removed it from the queue.
   */
  leaving(tx: Tx, accountId: number, messageId: number, mark: CampaignMark): Promise<'go' | 'stay'>;
  sent(tx: Tx, accountId: number, messageId: number): Promise<void>;
  /** It may have left: its attempt has no known end, and isn't repeated. */
  unsure(tx: Tx, accountId: number, messageId: number, reason: string): Promise<void>;
  /** One attempt failed; another follows. */
  waits(tx: Tx, accountId: number, messageId: number, reason: string): Promise<void>;
  /** Refused permanently. */
  failed(tx: Tx, accountId: number, messageId: number, reason: string): Promise<void>;
}

/** The reason of mail whose attempt has no known end. */
const UNSURE = "May have been sent. The connection ended before the mail server's answer was saved.";

/**
 * Hands messages over after their commit. Other mail may go out twice where a process dies in between, under the same
 * Message-ID, and none is lost. Campaign mail goes out once at most: it is claimed first, and one that is found claimed is
 * in doubt (decision 132).
 */
export function mailJobs({ pool, seal, log, now }: Use, carriers: Carriers, deliveries?: Deliveries): JobHandlers {
  const send = async ({ accountId, messageId }: JobData['messages.send']): Promise<void> => {
    const inAccount = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withAccount(pool, { accountId }, work);
    const waiting = await inAccount((tx) => findMessage(tx, messageId));
    if (waiting === null) return;
    const message = JSON.parse(seal.open(waiting.sealed, messageOwner(accountId))) as Message;
    const mark = message.kind === 'mail' ? message.campaign : undefined;
    const isCampaign = mark !== undefined && deliveries !== undefined;
    const end = (how: (tx: Tx) => Promise<void> | undefined): Promise<void> =>
      inAccount(async (tx) => {
        await removeMessage(tx, messageId);
        await how(tx);
      });
    const leaveInDoubt = () => end((tx) => deliveries?.unsure(tx, accountId, messageId, UNSURE));

    if (isCampaign) {
      if (waiting.handed_at !== null) return leaveInDoubt();
      // Contacts are locked before their messages. The opt-out that comes after this commit is too late by seconds.
      const isOurs = await inAccount(
        async (tx) =>
          (await deliveries.leaving(tx, accountId, messageId, mark)) === 'go' && claimMessage(tx, messageId, now()),
      );
      if (!isOurs) return;
    }
    try {
      await carry(carriers, message);
    } catch (error) {
      if (isForGood(error)) {
        await end((tx) => deliveries?.failed(tx, accountId, messageId, reasonOf(error)));
        log.warn({ accountId, messageId, err: error }, 'message refused for good');
        return;
      }
      if (isCampaign && isUnsure(error)) {
        log.warn({ accountId, messageId, err: error }, 'campaign mail may have left');
        return leaveInDoubt();
      }
      await inAccount(async (tx) => {
        await releaseMessage(tx, messageId);
        await deliveries?.waits(tx, accountId, messageId, reasonOf(error));
      });
      throw error;
    }
    await end((tx) => deliveries?.sent(tx, accountId, messageId));
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

/**
 * True when a connection that stood broke without an answer: the mail server may have taken the mail. nodemailer names the
 * command `CONN` then, whatever it was.
 */
const isUnsure = (error: unknown): boolean => {
  const { code, responseCode, message, syscall = '' } = error as SmtpError & Partial<NodeJS.ErrnoException>;
  if (responseCode !== undefined) return false;
  const isSilent = code === 'ETIMEDOUT' && message === 'Timeout';
  return isSilent || ['read', 'write'].includes(syscall) || /closed unexpectedly/i.test(message ?? '');
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
export const carriersOf = ({ smtp, twilio }: Pick<Config, 'smtp' | 'twilio'>, storage: Deps['storage']): Carriers => ({
  mail: smtp === null ? null : smtpCarrier(smtp, storage),
  text: twilio === null ? null : twilioCarrier(twilio),
});
