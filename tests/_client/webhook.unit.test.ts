import { expect, test } from 'vitest';
import { verifySignature, WebhookError } from '../../client/webhook.ts';
import { freshSecret, signedHeaders } from '../../server/features/webhooks/signature.ts';

const AT = 1_800_000_000;
const BODY = JSON.stringify({ type: 'contact.created', timestamp: '2027-01-15T08:00:00.000Z', data: { id: 7 } });
const [secret, older] = [freshSecret(), freshSecret()];
const headers = signedHeaders([older, secret], { id: 'msg_1', timestamp: AT, body: BODY });
const now = AT * 1000;

const EVENT = { id: 'msg_1', type: 'contact.created', timestamp: '2027-01-15T08:00:00.000Z', data: { id: 7 } };

test.each([
  ['headers of Node.js', headers],
  ['headers of fetch', new Headers(headers)],
])('a signed message is read: %s', async (_, given) => {
  expect(await verifySignature(secret, given, BODY, { now })).toEqual(EVENT);
});

test('either secret fits while one replaces the other', async () => {
  expect(await verifySignature(older, headers, BODY, { now })).toEqual(EVENT);
});

test.each([
  ['another body', secret, headers, BODY.replace('7', '8'), now],
  ['another secret', freshSecret(), headers, BODY, now],
  ['another id', secret, { ...headers, 'webhook-id': 'msg_2' }, BODY, now],
  [
    'another version',
    secret,
    { ...headers, 'webhook-signature': headers['webhook-signature']!.replaceAll('v1,', 'v2,') },
    BODY,
    now,
  ],
  ['no signature', secret, { ...headers, 'webhook-signature': undefined }, BODY, now],
  ['a signature that is no base64', secret, { ...headers, 'webhook-signature': 'v1,*' }, BODY, now],
  ['an old message', secret, headers, BODY, now + 301_000],
  ['a message of the future', secret, headers, BODY, now - 301_000],
  ['a time that is none', secret, { ...headers, 'webhook-timestamp': 'soon' }, BODY, now],
])('a message is refused for %s', async (_, by, given, body, at) => {
  await expect(verifySignature(by, given, body, { now: at })).rejects.toBeInstanceOf(WebhookError);
});

test('how old it may be is for the receiver to say', async () => {
  const late = { now: now + 301_000, toleranceSeconds: 600 };

  expect(await verifySignature(secret, headers, BODY, late)).toEqual(EVENT);
});
