import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RegistrarAway, RegistrarRefused } from '../../server/adapters/numbers/registrar.ts';
import { twilioRegistrar } from '../../server/adapters/numbers/twilio-registrar.ts';

const SERVICE = `MG${'3'.repeat(32)}`;
const CAMPAIGN = {
  use_case: 'LOW_VOLUME',
  description: 'Reminders of appointments.',
  message_flow: 'Clients agree in writing.',
  samples: ['One.', 'Two.'],
  has_links: true,
  has_phones: false,
} as const;

interface Said {
  readonly status: number;
  readonly body: object;
}

let server: Server;
/** Answers by method and path; absent: 404. */
let said: Record<string, Said | 'nothing'>;
const asked: { readonly call: string; readonly form: string }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((form) => {
      const [path = ''] = (request.url ?? '').split('?');
      const call = `${request.method} ${path}`;
      asked.push({ call, form });
      const answer = said[call] ?? { status: 404, body: { code: 20_404, status: 404 } };
      if (answer === 'nothing') return void request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(answer.status === 204 ? undefined : JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(() => void server.close());
beforeEach(() => {
  asked.length = 0;
  said = {};
});

const registrar = () =>
  twilioRegistrar({
    accountSid: 'AC1',
    authToken: 'token',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });

const BRANDS = '/v1/a2p/BrandRegistrations';
const USA2P = `/v1/Services/${SERVICE}/Compliance/Usa2p`;
const NUMBERS = `/v1/Services/${SERVICE}/PhoneNumbers`;
const profiles = { customerProfileSid: 'BU1', a2pProfileSid: 'BU2' };
const ok = (body: object, status = 200): Said => ({ status, body });
const formOf = (call: string) => [...new URLSearchParams(asked.find((one) => one.call === call)?.form)];

test('a brand is registered once: the one that its profile has is taken over', async () => {
  said[`GET ${BRANDS}`] = ok({ data: [{ sid: 'BN0', a2p_profile_bundle_sid: 'BU9', status: 'APPROVED' }] });
  said[`POST ${BRANDS}`] = ok({ sid: 'BN1', a2p_profile_bundle_sid: 'BU2', status: 'PENDING' }, 201);
  expect(await registrar().registerBrand(profiles)).toEqual({ sid: 'BN1', status: 'PENDING', failure: '' });
  expect(formOf(`POST ${BRANDS}`)).toEqual([
    ['CustomerProfileBundleSid', 'BU1'],
    ['A2PProfileBundleSid', 'BU2'],
  ]);
  said[`GET ${BRANDS}`] = ok({ data: [{ sid: 'BN1', a2p_profile_bundle_sid: 'BU2', status: 'APPROVED' }] });
  asked.length = 0;
  expect(await registrar().registerBrand(profiles)).toMatchObject({ sid: 'BN1', status: 'APPROVED' });
  expect(asked.map(({ call }) => call)).toEqual([`GET ${BRANDS}`]);
});

test('a brand that failed says why', async () => {
  said[`GET ${BRANDS}/BN1`] = ok({
    sid: 'BN1',
    a2p_profile_bundle_sid: 'BU2',
    status: 'FAILED',
    errors: [{ description: 'Tax ID not found.' }],
  });
  expect(await registrar().readBrand({ sid: 'BN1', at: new Date() })).toEqual({
    sid: 'BN1',
    status: 'FAILED',
    failure: 'Tax ID not found.',
  });
});

test('a campaign that failed is removed before the next one, one in review is taken over', async () => {
  const usa2p = (campaign_status: string) => ({ sid: 'QE1', campaign_status, errors: [] });
  said[`GET ${USA2P}`] = ok({ compliance: [usa2p('FAILED')] });
  said[`DELETE ${USA2P}/QE1`] = ok({}, 204);
  said[`POST ${USA2P}`] = ok({ ...usa2p('IN_PROGRESS'), sid: 'QE2' }, 201);
  const wanted = { ...CAMPAIGN, samples: [...CAMPAIGN.samples], serviceSid: SERVICE, brandSid: 'BN1' };
  expect(await registrar().registerCampaign(wanted)).toEqual({ sid: 'QE2', status: 'IN_PROGRESS', errors: [] });
  expect(asked.map(({ call }) => call)).toEqual([`GET ${USA2P}`, `DELETE ${USA2P}/QE1`, `POST ${USA2P}`]);
  expect(formOf(`POST ${USA2P}`)).toEqual([
    ['BrandRegistrationSid', 'BN1'],
    ['Description', 'Reminders of appointments.'],
    ['MessageFlow', 'Clients agree in writing.'],
    ['UsAppToPersonUsecase', 'LOW_VOLUME'],
    ['HasEmbeddedLinks', 'true'],
    ['HasEmbeddedPhone', 'false'],
    ['MessageSamples', 'One.'],
    ['MessageSamples', 'Two.'],
  ]);
  said[`GET ${USA2P}`] = ok({ compliance: [usa2p('VERIFIED')] });
  asked.length = 0;
  expect(await registrar().registerCampaign(wanted)).toMatchObject({ sid: 'QE1', status: 'VERIFIED' });
  expect(asked).toHaveLength(1);
});

test('the errors of a campaign are kept with their numbers', async () => {
  said[`GET ${USA2P}/QE1`] = ok({
    sid: 'QE1',
    campaign_status: 'FAILED',
    errors: [
      { error_code: 30_909, description: 'The call to action could not be verified.', fields: ['MESSAGE_FLOW'] },
    ],
  });
  const campaign = { serviceSid: SERVICE, sid: 'QE1', at: new Date(), said: { ...CAMPAIGN, samples: [] } };
  expect(await registrar().readCampaign(campaign)).toEqual({
    sid: 'QE1',
    status: 'FAILED',
    errors: ['The call to action could not be verified. (Twilio error 30909)'],
  });
});

test('a number goes into the service by its sid', async () => {
  const incoming = '/2010-04-01/Accounts/AC1/IncomingPhoneNumbers.json';
  said[`GET ${incoming}`] = ok({ incoming_phone_numbers: [{ sid: 'PN1' }] });
  said[`POST ${NUMBERS}`] = ok({ sid: 'PN1' }, 201);
  said[`GET ${NUMBERS}`] = ok({ phone_numbers: [{ phone_number: '+15125550142' }] });
  await registrar().registerNumber(SERVICE, '+15125550142');
  expect(formOf(`POST ${NUMBERS}`)).toEqual([['PhoneNumberSid', 'PN1']]);
  expect(await registrar().listNumbers(SERVICE)).toEqual(['+15125550142']);
  said[`POST ${NUMBERS}`] = ok({ code: 21_710 }, 409);
  await expect(registrar().registerNumber(SERVICE, '+1')).rejects.toMatchObject({
    reason: 'The number is in another messaging service at Twilio.',
  });
  said[`GET ${incoming}`] = ok({ incoming_phone_numbers: [] });
  await expect(registrar().registerNumber(SERVICE, '+1')).rejects.toMatchObject({
    reason: 'The number isn’t in the Twilio account.',
  });
});

test.each([
  ['an unknown ID', ok({ code: 20_404 }, 404), RegistrarRefused],
  ['a bad profile', ok({ code: 21_714 }, 400), RegistrarRefused],
  ['too many requests', ok({ code: 20_429 }, 429), RegistrarAway],
  ['wrong credentials', ok({ code: 20_003 }, 401), RegistrarAway],
  ['a broken Twilio', ok({}, 503), RegistrarAway],
  ['no answer', 'nothing' as const, RegistrarAway],
])('%s', async (_what, answer, kind) => {
  said[`GET ${BRANDS}`] = answer;
  await expect(registrar().registerBrand(profiles)).rejects.toThrow(kind);
});
