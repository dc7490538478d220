import type { Purpose } from '#contract/compliance.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** What mail of a campaign has beyond other mail. */
export interface CampaignMark {
  /** In the e-mail log. */
  readonly emailId: number;
  /** Asked again before it leaves. */
  readonly purpose: Purpose;
  /** Where one click unsubscribes (RFC 8058). */
  readonly unsubscribeUrl: string;
}

/** What comes back of an e-mail of the log names it. */
export interface LoggedMark {
  readonly emailId: number;
  /** Where mail servers return it. */
  readonly returnPath: string;
  /** With its brackets. */
  readonly messageId: string;
  /** The mail that it answers, with its brackets. Absent: none. */
  readonly inReplyTo?: string;
}

/** A file of the storage that goes along. */
export interface MailAttachment {
  readonly key: string;
  /** With its extension. */
  readonly name: string;
  readonly mime: string;
}

/** An appointment for the calendar of the recipient (RFC 6047). */
export interface MailCalendar {
  readonly method: 'REQUEST' | 'CANCEL';
  /** RFC 5545, with the same method. */
  readonly content: string;
}

/** Its name as a file. */
export const CALENDAR_FILE = 'invite.ics';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Parts of the text that let a reader in: links' tokens and codes. An outbox outside of the demo hides them. */
  readonly secrets?: readonly string[];
  /** The same with marks. Absent: the text is all there is. */
  readonly html?: string;
  readonly cc?: readonly string[];
  /** Absent: none. */
  readonly attachment?: MailAttachment;
  /** Absent: none. */
  readonly calendar?: MailCalendar;
  /** The recipient is waiting for it: a code or a link. */
  readonly urgent?: true;
  /** Reply-to address. Absent: the sender. */
  readonly replyTo?: { readonly name: string; readonly address: string };
  /** With its brackets; the same in every attempt, so that receivers recognize a repetition. Absent: that of the log. */
  readonly messageId?: string;
  /** Present: mail of the log, where mail comes in. */
  readonly logged?: LoggedMark;
  /** Present: mail of a campaign. */
  readonly campaign?: CampaignMark;
}

/** Takes mail in the transaction of the change that causes it; it leaves after commit, or stays inside. */
export interface Mailer {
  /** Answers the id under which it waits. `null`: it has arrived already. */
  send(tx: Tx, accountId: number, mail: Mail): Promise<number | null>;
}
