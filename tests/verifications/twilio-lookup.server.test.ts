import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LookupPostponed, LookupRefused } from '../../server/adapters/numbers/line-lookup.ts';
import { twilioLineLookup } from '../../server/adapters/numbers/twilio-line-lookup.ts';

const NUMBER = '+15125550142';

interface Said {
  readonly status: number;
  readonly body: object;
}

let server: Server;
let said: Said | 'nothing' = { status: 200, body: {} };
const asked: { url: string; authorization: string | undefined }[] = [];
beforeAll(async () => {
  server = createServer(({ url = '', headers, socket }, response) => {
    asked.push({ url, authorization: headers.authorization });
    if (said === 'nothing') return void socket.destroy();
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => void server.close());
beforeEach(() => {
  asked.length = 0;
});

const lookUp = () =>
  twilioLineLookup({
    accountSid: 'AC1',
    authToken: 'token',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }).lookUp(NUMBER);

/** As Lookup v2 answers with `Fields=line_type_intelligence`. */
const found = (type: string | null, more: { valid?: boolean; error_code?: number | null } = {}): Said => ({
  status: 200,
  body: {
    calling_country_code: '1',
    country_code: 'US',
    phone_number: NUMBER,
    national_format: '(512) 555-0142',
    valid: more.valid ?? true,
    validation_errors: more.valid === false ? ['INVALID_BUT_POSSIBLE'] : [],
    line_type_intelligence: {
      type,
      carrier_name: 'T-Mobile USA, Inc.',
      mobile_country_code: '310',
      mobile_network_code: '160',
      error_code: more.error_code ?? null,
    },
  },
});
const refused = (status: number, code: number): Said => ({ status, body: { code, message: 'Refused.', status } });

test('asks Lookup v2 for the line type, with the account’s credentials', async () => {
  said = found('mobile');
  expect(await lookUp()).toEqual({ lineType: 'mobile', carrier: 'T-Mobile USA, Inc.' });
  expect(asked).toEqual([
    {
      url: '/v2/PhoneNumbers/%2B15125550142?Fields=line_type_intelligence',
      authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}`,
    },
  ]);
});

test.each([
  ['landline', 'landline'],
  ['fixedVoip', 'voip'],
  ['nonFixedVoip', 'voip'],
  ['tollFree', 'toll_free'],
  ['pager', 'unknown'],
  [null, 'unknown'],
])('%s is %s', async (type, lineType) => {
  said = found(type);
  expect(await lookUp()).toMatchObject({ lineType });
});

test.each([
  ['a number that isn’t valid', found(null, { valid: false }), 'invalid'],
  ['a number that Twilio doesn’t find', refused(404, 20_404), 'invalid'],
  ['a number out of coverage', found(null, { error_code: 60_600 }), 'unreachable'],
])('%s', async (_what, answer, lineType) => {
  said = answer;
  expect(await lookUp()).toMatchObject({ lineType });
});

test('a number that Twilio can’t read is refused for good', async () => {
  said = refused(400, 60_200);
  await expect(lookUp()).rejects.toThrow(LookupRefused);
});

test.each([
  ['too many requests', refused(429, 20_429)],
  ['wrong credentials', refused(401, 20_003)],
  ['a broken Twilio', { status: 503, body: {} }],
  ['no answer', 'nothing' as const],
])('%s: later', async (_what, answer) => {
  said = answer;
  await expect(lookUp()).rejects.toThrow(LookupPostponed);
});
