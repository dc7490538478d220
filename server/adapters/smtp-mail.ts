import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../config/services.ts';
import type { Mail } from './mail.ts';

/** Passes a mail to the outgoing server. @throws when refused; a retry may succeed. */
export interface MailCarrier {
  carry(mail: Mail): Promise<void>;
  close(): void;
}

/** Milliseconds until a silent mail server counts as away. Ours. */
const SILENCE_MS = 20_000;

/** Speaks SMTP: `smtp://user:password@host:587`, `smtps://…` with TLS from the start. */
export function smtpCarrier({ url, from }: SmtpConfig): MailCarrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    carry: async ({ to, subject, text, html, cc = [], replyTo }) => {
      // Objects, so that one address stays one address.
      const person = (address: string) => ({ name: '', address });
      const more = { ...(html !== undefined && { html }), ...(replyTo && { replyTo }) };
      await transport.sendMail({ from, to: person(to), cc: cc.map(person), subject, text, ...more });
    },
    close: () => transport.close(),
  };
}
