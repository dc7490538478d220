import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string;
  /** Headers and body. */
  readonly source: string;
}

export interface SmtpInbox {
  /** With user and password. */
  readonly url: string;
  readonly received: Received[];
  /** So many mails are turned away for now before one is taken. */
  turnAway(times: number): void;
  close(): Promise<void>;
}

/** A mail server on the loopback that knows one user. */
export async function openSmtpInbox(): Promise<SmtpInbox> {
  const received: Received[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (password === 'pass word') done(null, { user: username ?? '' });
      else done(new Error('Wrong password'));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals -= 1;
          done(Object.assign(new Error('Later, please'), { responseCode: 451 }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const source = Buffer.concat(chunks).toString();
        received.push({ from, to: rcptTo.map(({ address }) => address), user: String(session.user), source });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://sender:pass%20word@127.0.0.1:${port}`,
    received,
    turnAway: (times) => {
      refusals = times;
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
