import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> };
  readonly raw: string;
}

/** Answers a request; absent means 204. */
export type Manner = (answer: ServerResponse, request: Received, path: string) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** From now on. */
  answer(manner: Manner): void;
  close(): Promise<void>;
}

export const status =
  (code: number, text = '', headers: Record<string, string> = {}): Manner =>
  (answer) =>
    void answer.writeHead(code, headers).end(text);

/** A program of somebody else on this machine, as Standard Webhooks describes it. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let manner: Manner = status(204);
  const server = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const raw = Buffer.concat(parts).toString('utf8');
      const one = { id: String(request.headers['webhook-id']), headers: request.headers, body: JSON.parse(raw), raw };
      received.push(one);
      manner(answer, one, request.url ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer: (next) => {
      manner = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Checks a request by the words of Standard Webhooks, without the code that signs. */
export function isSignedBy(secret: string, { headers, raw }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
  const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(wanted);
}
