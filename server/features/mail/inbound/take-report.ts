import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { emitContactsChanged } from '../../contacts/contact-events.ts';
import { lockContacts } from '../../contacts/lock-contacts.sql.ts';
import { tellLines } from '../../messages/tell-lines.ts';
import { optOutOfMail } from '../unsubscribe.service.ts';
import type { Delivery } from './delivery-status.ts';
import * as rows from './mail-events.sql.ts';

/** What a mail server reports about an e-mail of the log: the form into which every provider's report is brought. */
export interface MailReport extends Delivery {
  readonly emailId: number;
  /** Of the report: a repetition changes nothing. */
  readonly providerId: string;
  readonly at: Date;
}

type Use = Pick<Deps, 'pool' | 'now'>;

/** Soft bounces that make an address dead, and the time they count for. */
const SOFT_MOST = 3;
const SOFT_MS = 30 * 24 * 3_600_000;

/** Characters of a server's words, and of a report, at most. Ours. */
const REASON_MAX = 300;
const RAW_MAX = 20_000;

/**
 * Takes a report, once. A hard bounce makes the address dead right away, so does the third soft one in 30 days; a complaint
 * is an opt-out. The e-mail log says what came back. False: it was there already, or the e-mail is gone.
 */
export function takeReport({ pool, now }: Use, accountId: number, report: MailReport): Promise<boolean> {
  return withAccount(pool, { accountId }, async (tx) => {
    const email = await rows.findEmail(tx, report.emailId);
    if (email === null) return false;
    const { address, contact_id: contactId } = email;
    // A complaint does not always say under which address.
    const recipient = report.recipient === '' ? address.toLowerCase() : report.recipient;
    const ids = await rows.findContactsWithEmail(tx, recipient);
    await lockContacts(tx, [...new Set([...ids, contactId])]);
    const reason = report.reason.replaceAll(/\s+/g, ' ').trim().slice(0, REASON_MAX);
    const event = { ...report, recipient, reason, raw: report.raw.slice(0, RAW_MAX) };
    if (!(await rows.insertMailEvent(tx, event))) return false;
    if (report.kind === 'complaint') {
      const evidence = 'Reported an e-mail as spam.';
      await optOutOfMail(tx, { accountId, emailId: email.id, contactId }, { at: now(), evidence });
    } else if (report.kind !== 'delivered') {
      await takeBounce(tx, { accountId, email, ids, at: now() }, event);
    }
    return true;
  });
}

interface Bounced {
  readonly accountId: number;
  readonly email: rows.ReportedEmail;
  /** Contacts with the address. */
  readonly ids: readonly number[];
  readonly at: Date;
}

async function takeBounce(
  tx: Tx,
  { accountId, email, ids, at }: Bounced,
  { recipient, kind, reason, at: reportedAt }: rows.MailEvent,
): Promise<void> {
  const why = reason === '' ? '' : `: ${reason}`;
  const isToContact = recipient === email.address.toLowerCase();
  const returned = isToContact ? `Returned${why}` : `The copy to ${recipient} was returned${why}`;
  const changed = await rows.noteReturned(tx, email.id, { reason: returned, at });
  const softs = kind === 'soft' ? await rows.countSoft(tx, recipient, new Date(reportedAt.getTime() - SOFT_MS)) : 0;
  if (kind === 'hard' || softs >= SOFT_MOST) {
    const check =
      kind === 'hard'
        ? `E-mail was returned${why}`
        : `E-mail was returned ${softs} times in 30 days, the last time${why || ' without a reason'}`;
    changed.push(
      ...(await rows.killAddress(tx, ids, { address: recipient, check: sentence(check), at, unless: reportedAt })),
    );
  }
  const byId = new Map(changed.map((contact) => [contact.id, contact]));
  if (byId.size === 0) return;
  await emitContactsChanged(tx, accountId, [...byId.values()]);
  await tellLines(tx, accountId, email.contact_id, { newAt: null });
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
