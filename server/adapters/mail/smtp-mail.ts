import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../config/services.ts';
import { CALENDAR_FILE, type Mail } from './mail.ts';
import type { Storage } from '../storage/storage.ts';

/** Passes a mail to the outgoing server. @throws when refused; a retry may succeed. */
export interface MailCarrier {
  carry(mail: Mail): Promise<void>;
  close(): void;
}

/** Milliseconds until a silent mail server counts as away. Ours. */
const SILENCE_MS = 20_000;

/**
 * Signed headers. nodemailer's own list leaves out List-Unsubscribe-Post, which RFC 8058 wants signed along with
 * List-Unsubscribe.
 */
const SIGNED_HEADERS = [
  'From',
  'Sender',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'Cc',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'In-Reply-To',
  'References',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
].join(':');

/** Speaks SMTP: `smtp://user:password@host:587`, `smtps://…` with TLS from the start. `storage` has the files that mail attaches. */
export function smtpCarrier({ url, from, dkim }: SmtpConfig, storage?: Pick<Storage, 'open'>): MailCarrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dkim !== undefined && {
      dkim: {
        domainName: dkim.domain,
        keySelector: dkim.selector,
        privateKey: dkim.privateKey,
        headerFieldNames: SIGNED_HEADERS,
      },
    }),
  });
  return {
    carry: async ({ to, subject, text, html, cc = [], replyTo, attachment, calendar, campaign, messageId, logged }) => {
      // Objects, so that one address stays one address.
      const person = (address: string) => ({ name: '', address });
      const headers = campaign && {
        'List-Unsubscribe': `<${campaign.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
      if (attachment !== undefined && storage === undefined) throw new Error('No storage to read an attachment from.');
      // Opened before the mail server is asked: without its file nothing has left.
      const content = attachment && (await storage?.open(attachment.key));
      const more = {
        ...(attachment &&
          content && { attachments: [{ filename: attachment.name, contentType: attachment.mime, content }] }),
        ...(html !== undefined && { html }),
        ...(calendar && { icalEvent: { ...calendar, filename: CALENDAR_FILE } }),
        ...(replyTo && { replyTo }),
        ...(headers && { headers }),
        ...(messageId !== undefined && { messageId }),
        ...(logged && {
          envelope: { from: logged.returnPath, to: [to, ...cc] },
          messageId: logged.messageId,
          ...(logged.inReplyTo !== undefined && { inReplyTo: logged.inReplyTo, references: logged.inReplyTo }),
        }),
      };
      await transport.sendMail({ from, to: person(to), cc: cc.map(person), subject, text, ...more });
    },
    close: () => transport.close(),
  };
}
