import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { twilioCarrier } from '../../server/adapters/twilio-texts.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly form: Record<string, string>;
}

/** Speaks Twilio's Messages resource: 201 with the message, 401 and 400 with its numbered errors. */
const received: Received[] = [];
const standIn = createServer((request, response) => {
  void answer(request).then(({ status, body }) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
});

async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const { method, url, headers } = request;
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  received.push({ method, url, authorization: headers.authorization, form });
  const expected = `Basic ${Buffer.from('AC1:token').toString('base64')}`;
  if (headers.authorization !== expected) return { status: 401, body: { code: 20003, message: 'Authenticate' } };
  if (!/^\+\d{8,15}$/.test(form['To'] ?? '')) {
    return { status: 400, body: { code: 21211, message: `The 'To' number ${form['To']} is not valid.` } };
  }
  return { status: 201, body: { sid: 'SM1', status: 'queued' } };
}

let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((listening) => standIn.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
});
afterAll(() => {
  standIn.close();
});
beforeEach(() => received.splice(0));

const carrier = (authToken = 'token') => twilioCarrier({ accountSid: 'AC1', authToken, from: '+15125550100', baseUrl });

test('a text is posted as a form to the account, with its credentials', async () => {
  await carrier().carry({ to: '+15125550142', body: '123456 is your code & more' });

  expect(received).toEqual([
    {
      method: 'POST',
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}`,
      form: { To: '+15125550142', From: '+15125550100', Body: '123456 is your code & more' },
    },
  ]);
});

test('a refusal throws with its number, and neither the phone nor the text', async () => {
  await expect(carrier().carry({ to: '555', body: 'secret' })).rejects.toThrow(
    /^Twilio refused a text: status 400, code 21211\.$/,
  );
});

test('wrong credentials throw', async () => {
  await expect(carrier('wrong').carry({ to: '+15125550142', body: 'x' })).rejects.toThrow('status 401, code 20003');
});

test('a carrier that is away throws', async () => {
  const away = twilioCarrier({ accountSid: 'AC1', authToken: 't', from: '+1', baseUrl: 'http://127.0.0.1:1' });

  await expect(away.carry({ to: '+15125550142', body: 'x' })).rejects.toThrow();
});
