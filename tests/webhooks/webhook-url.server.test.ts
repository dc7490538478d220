import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookEndpoints } from '#contract/webhooks.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let admin: Client;
let number = 0;

beforeAll(async () => {
  office = await openOffice();
  admin = await office.signIn('admin');
});
afterAll(() => office.close());

const add = (url: string, more: object = {}) =>
  admin.call(webhookEndpoints.create, {
    body: { name: `Endpoint ${(number += 1)}`, url, events: ['call.ended'], ...more },
  });
const urlErrors = ({ body }: { body: unknown }) => (body as { errors?: { url?: string[] } }).errors?.url;

const PRIVATE = 'This address is in a private network. Enter one that the internet can reach.';

test.each([
  ['hooks.agency.test', 'Enter an address like https://example.com/hooks.'],
  ['ftp://hooks.agency.test', 'Enter an address like https://example.com/hooks.'],
  ['http://hooks.agency.test', 'Enter an address that begins with https://.'],
  ['https://ana:secret@hooks.agency.test', 'Leave out the user name and password: requests are signed instead.'],
  ['https://hooks.agency.test:8080', 'Only the ports 443 and 8443 are allowed.'],
  ['https://127.0.0.1', PRIVATE],
  ['https://0x7f.1/', PRIVATE],
  ['https://[::1]/', PRIVATE],
  ['https://169.254.169.254/latest/meta-data', PRIVATE],
  ['https://localhost/', PRIVATE],
  ['https://api.localhost/', PRIVATE],
  ['https://intranet/', PRIVATE],
])('%s is refused: %s', async (url, message) => {
  const answer = await add(url);

  expect(answer.status).toBe(422);
  expect(urlErrors(answer)).toEqual([message]);
});

test.each(['https://hooks.agency.test/a?b=1', 'https://hooks.agency.test:8443/', 'https://8.8.8.8/'])(
  '%s is taken',
  async (url) => {
    expect((await add(url)).body.data.url).toBe(url);
  },
);

test('events are kept once each, in their order', async () => {
  const { body } = await add('https://hooks.agency.test', { events: ['order.paid', 'contact.created', 'order.paid'] });

  expect(body.data.events).toEqual(['contact.created', 'order.paid']);
});

test('an account has at most 20 endpoints', async () => {
  const answers = [];
  for (let at = 0; at < 21; at += 1) answers.push(await add('https://hooks.agency.test'));

  expect(answers.at(-1)).toMatchObject({
    status: 409,
    body: { error: 'An agency has at most 20 webhook endpoints. Remove one first.' },
  });
});
