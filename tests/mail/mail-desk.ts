import { readContact } from '#contract/contacts.contract.ts';
import { type ContactEmail, listEmailLogs, sendEmail } from '#contract/timeline/emails.contract.ts';
import { queuedMailer } from '../../server/adapters/mail/queued-messages.ts';
import type { Mail } from '../../server/adapters/mail/mail.ts';
import { readKept } from '../../server/features/mail/inbound/keep-mail.ts';
import { RECEIVE_MAIL_PATH, signMail } from '../../server/features/mail/inbound/inbound.routes.ts';
import { mailJobs } from '../../server/features/mail/mail.jobs.ts';
import { emailDeliveries } from '../../server/features/timeline/email-deliveries.service.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

export const SECRET = 'a secret of at least thirty-two letters';
export const DOMAIN = 'reply.harbor.test';

export interface SentMail {
  readonly contactId: number;
  readonly emailId: number;
  /** As it left. */
  readonly mail: Mail;
}

export interface MailDesk extends Office {
  readonly agent: Client;
  sql<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Sends one e-mail to a new contact, or to this one. */
  sent(more?: { contactId?: number; email?: string; subject?: string; cc?: string[] }): Promise<SentMail>;
  /** Hands a raw mail over, and has a job read it: what became of it. */
  hand(
    raw: string,
    more?: { recipient?: string; secret?: string; seconds?: number; read?: boolean },
  ): Promise<[number, string]>;
  logOf(contactId: number): Promise<ContactEmail[]>;
  /** Moves the clock without ending sessions. */
  later(ms: number): Promise<void>;
  contactOf(id: number): Promise<{ email_status: string; email_check: string }>;
}

/** An office whose mail leaves and comes back. */
export async function openMailDesk(): Promise<MailDesk> {
  const office = await openOffice({ config: { inboundMail: { domain: DOMAIN, secret: SECRET } } });
  office.stopClock();
  Object.assign(office.deps, { mailer: queuedMailer(office.deps) });
  await office.owner.query(`update users set email = username || '@harbor.test'`);
  const agent = await office.signIn('agent');
  const left: Mail[] = [];
  const carry = async (mail: Mail) => void left.push(mail);
  const carriers = { mail: { carry, close: () => undefined }, text: null };
  const run = mailJobs(office.deps, carriers, emailDeliveries(office.deps))['messages.send'];
  const sql = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await office.owner.query<Row & object>(text, [...values])).rows;
  const logOf = async (id: number) => (await agent.call(listEmailLogs, { params: { id } })).body.data;
  const readNewest = async () => {
    const [row] = await sql<{ id: number }>('select id from received_mails order by id desc limit 1');
    const data = { accountId: office.world.accountId, receivedId: row?.id ?? 0 };
    return (await readKept(office.deps, data)) ?? '';
  };
  return {
    ...office,
    agent,
    sql,
    logOf,
    sent: async ({ contactId, email = 'jane@mail.test', subject = 'Two plans', cc = [] } = {}) => {
      const id = contactId ?? (await office.add({ owner: 'agent', first_name: 'Jane', email }));
      const body = { subject, body: 'Side by side.', purpose: 'service', cc } as const;
      const { status } = await agent.call(sendEmail, { params: { id }, body: { ...body, cc: [...cc] } });
      if (status !== 200) throw new Error(`the mail was refused: ${status}`);
      for (const { id: messageId } of await sql<{ id: number }>('select id from outgoing_messages order by id'))
        await run?.({ accountId: office.world.accountId, messageId }, AbortSignal.any([]));
      const mail = left.at(-1);
      if (mail === undefined) throw new Error('no mail has left');
      return { contactId: id, emailId: mail.logged?.emailId ?? 0, mail };
    },
    hand: async (raw, { recipient = '', secret = SECRET, seconds, read = true } = {}) => {
      const bytes = Buffer.from(raw.replaceAll(/\r?\n/g, '\r\n'));
      const at = seconds ?? Math.floor(office.deps.now().getTime() / 1_000);
      const answer = await fetch(office.url + RECEIVE_MAIL_PATH, {
        method: 'POST',
        headers: {
          'content-type': 'message/rfc822',
          'x-mail-recipient': recipient,
          'x-mail-signature': signMail(secret, at, recipient, bytes),
        },
        body: bytes,
      });
      const text = await answer.text();
      const { data } = (text === '' ? {} : JSON.parse(text)) as { data?: { result: string } };
      return [answer.status, data?.result === 'taken' && read ? await readNewest() : (data?.result ?? '')];
    },
    later: async (ms) => {
      office.advance(ms);
      const until = new Date(office.deps.now().getTime() + 24 * 3_600_000);
      await sql('update sessions set last_seen_at = $1, expires_at = $2', [office.deps.now(), until]);
    },
    contactOf: async (id) => (await agent.call(readContact, { params: { id } })).body.data,
  };
}

let ids = 0;

/** A report of a mail server about one recipient (RFC 3464). */
export const bounce = (
  { mail }: Pick<SentMail, 'mail'>,
  {
    status = '5.1.1',
    action = 'failed',
    recipient = mail.to,
    id = `<b${(ids += 1)}@mx.test>`,
    words = '550 User unknown',
  } = {},
): string => `From: MAILER-DAEMON@mx.test
To: ${mail.logged?.returnPath}
Subject: Undelivered Mail Returned to Sender
Message-ID: ${id}
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary="part"

--part
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.
--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.test

Final-Recipient: rfc822; ${recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; ${words}

--part
Content-Type: text/rfc822-headers

Message-ID: ${mail.logged?.messageId}
Subject: ${mail.subject}

--part--
`;

/** A complaint of a mailbox provider (RFC 5965), which knows the mail by its headers alone. */
export const complaint = ({ mail }: Pick<SentMail, 'mail'>): string => `From: feedback@provider.test
To: abuse@harbor.test
Subject: FW: ${mail.subject}
Message-ID: <c${(ids += 1)}@provider.test>
Content-Type: multipart/report; report-type=feedback-report; boundary="part"

--part
Content-Type: text/plain

This is an email abuse report.
--part
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1

--part
Content-Type: message/rfc822

From: Office <office@harbor.test>
Message-ID: ${mail.logged?.messageId}
Subject: ${mail.subject}

Side by side.
--part--
`;
