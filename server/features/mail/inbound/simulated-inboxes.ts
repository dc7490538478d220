import { habitOfInbox } from '../../../adapters/mail/outbox-mail.ts';
import { outsideAccounts, type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { mailAddress } from './mail-addresses.ts';
import { receiveMail } from './receive-mail.ts';

/** Milliseconds between two looks at what inboxes do next. Ours. */
export const INBOXES_EVERY_MS = 1_000;
/** E-mails looked at a time. Ours. */
const MOST = 200;
/** Milliseconds that a person takes to write an answer. Ours. */
const WRITES_MS = 12_000;

const ANSWERS = [
  'Thank you, that helps. Can you call me after 4?',
  'Yes, please send me the details.',
  'I need to talk to my daughter first. I will get back to you.',
  'Is my doctor in the network of this plan?',
];

/** Plays the next step of every simulated inbox whose time has come. Returns their number. */
export async function playInboxes(deps: Deps): Promise<number> {
  if (deps.config.inboundMail?.secret !== null || deps.config.smtp !== null) return 0;
  const found = await outsideAccounts<{ account_id: number; email_id: number }>(
    deps.pool,
    'select account_id, email_id from find_simulated_mails($1, $2)',
    [deps.now(), MOST],
  );
  for (const { account_id: accountId, email_id: emailId } of found) {
    // One that fails is played again; the others don't wait for it.
    await play(deps, accountId, emailId).catch((error: unknown) =>
      deps.log.warn({ err: error, email: emailId }, 'a simulated inbox failed'),
    );
  }
  return found.length;
}

interface Step {
  readonly recipient: string;
  readonly step: 'arrives' | 'answers';
  readonly subject: string;
}

async function play(deps: Deps, accountId: number, emailId: number): Promise<void> {
  const [seen] = await withAccount(deps.pool, { accountId }, (tx) =>
    tx.raw<Step>(
      `select s.recipient, s.step, e.subject from simulated_mails s join contact_emails e on e.id = s.email_id
       where s.email_id = $1`,
      [emailId],
    ),
  );
  if (seen === undefined) return;
  const raw = rawOf(deps, emailId, seen);
  if (raw !== null) await receiveMail(deps, { raw: Buffer.from(raw), recipient: '' });
  const isNext = seen.step === 'arrives' && ['answers', 'slow'].includes(habitOfInbox(seen.recipient));
  await withAccount(deps.pool, { accountId }, (tx) => moveOn(tx, emailId, isNext ? deps.now() : null));
}

const moveOn = (tx: Tx, emailId: number, at: Date | null) =>
  at === null
    ? tx.raw('delete from simulated_mails where email_id = $1', [emailId])
    : tx.raw(`update simulated_mails set step = 'answers', step_at = $2 where email_id = $1`, [
        emailId,
        new Date(at.getTime() + WRITES_MS),
      ]);

/** What the inbox sends back, as it would go over the wire; `null`: nothing. */
function rawOf({ config, seal, now }: Deps, emailId: number, { recipient, step, subject }: Step): string | null {
  const domain = config.inboundMail?.domain ?? '';
  const address = (kind: 'b' | 'r' | 'm') => mailAddress(seal, domain, { kind, emailId });
  const habit = habitOfInbox(recipient);
  const headers = (from: string, to: string, title: string) => [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${title}`,
    `Date: ${now().toUTCString()}`,
    `Message-ID: <${step}.${address('m')}>`,
  ];
  if (step === 'answers') {
    const words = ANSWERS[emailId % ANSWERS.length] ?? '';
    const title = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
    const encoded = `=?utf-8?B?${Buffer.from(title.slice(0, 40)).toString('base64')}?=`;
    const sender = recipient.slice(recipient.lastIndexOf('@') + 1);
    const proof = `Authentication-Results: ${domain}; dkim=pass header.d=${sender}; dmarc=pass`;
    const more = [proof, `In-Reply-To: <${address('m')}>`, 'Content-Type: text/plain; charset=utf-8'];
    return [...headers(recipient, address('r'), encoded), ...more, '', words, ''].join('\r\n');
  }
  const server = `MAILER-DAEMON@${recipient.slice(recipient.lastIndexOf('@') + 1)}`;
  const report = (type: string, part: string) =>
    [
      ...headers(server, address('b'), 'Report'),
      `Content-Type: multipart/report; report-type=${type}; boundary="part"`,
      '',
      '--part',
      'Content-Type: text/plain',
      '',
      'A report follows.',
      '--part',
      `Content-Type: message/${type}`,
      '',
      part,
      '--part--',
      '',
    ].join('\r\n');
  if (habit === 'complains') {
    return report('feedback-report', `Feedback-Type: abuse\r\nOriginal-Rcpt-To: ${recipient}\r\n`);
  }
  const [status, words] =
    habit === 'bounces'
      ? ['5.1.1', '550 5.1.1 This mailbox does not exist']
      : ['4.2.2', '452 4.2.2 The mailbox is full'];
  if (habit !== 'bounces' && habit !== 'full') return null;
  return report(
    'delivery-status',
    [
      `Reporting-MTA: dns; ${domain}`,
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      'Action: failed',
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${words}`,
      '',
    ].join('\r\n'),
  );
}
