import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fetchConversations } from '#contract/messages.contract.ts';
import {
  listPhoneNumbers,
  NUMBER_GRACE_DAYS,
  purchasePhoneNumber,
  releasePhoneNumber,
  searchPhoneNumbers,
} from '#contract/numbers.contract.ts';
import { readWallet } from '#contract/wallets.contract.ts';
import { twilioNumberCarrier } from '../../server/adapters/numbers/twilio-number-carrier.ts';
import { twilioVoiceLine } from '../../server/adapters/voice/twilio-voice-line.ts';
import { keepNumbers } from '../../server/features/numbers/keep-numbers.ts';
import { signatureOf } from '../../server/features/phone/twilio/twilio-signature.ts';
import { createSeal } from '../../server/seal.ts';
import { openTwilioStandIn, STAND_IN_SID, STAND_IN_TOKEN, type TwilioStandIn } from '../_adapters/twilio-stand-in.ts';
import { freshKey } from '../billing/billing-desk.ts';
import { openTextDesk, OURS, ROSALIND, type TextDesk } from '../messages/text-desk.ts';

const PUBLIC = 'https://crm.example.com';
const NUMBER = '+15125554001';
const CALLS_ONLY = '+15125554002';
const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;

let twilio: TwilioStandIn;
let it: TextDesk;
beforeAll(async () => {
  twilio = await openTwilioStandIn();
  const voice = { apiKeySid: 'SK1', apiKeySecret: 'key', appSid: 'AP1', publicUrl: PUBLIC };
  const access = { accountSid: STAND_IN_SID, authToken: STAND_IN_TOKEN, baseUrl: twilio.baseUrl };
  const settings = { ...access, from: OURS.agent, voice };
  const seal = createSeal([Buffer.alloc(32, 7)]);
  it = await openTextDesk({
    config: { twilio: settings, appUrl: PUBLIC },
    voiceLine: twilioVoiceLine({ twilio: settings, seal, now: () => new Date() }),
    numberCarrier: twilioNumberCarrier({ twilio: settings, appUrl: PUBLIC }),
  });
});
afterAll(async () => {
  await it.close();
  twilio.close();
});
beforeEach(async () => {
  await it.clear();
  await it.sql('truncate number_orders; delete from phone_numbers where carrier is not null');
  const able = { voice: true, SMS: true, MMS: true };
  twilio.offers.splice(0);
  twilio.offers.push(
    { phone_number: NUMBER, locality: 'Austin', region: 'TX', capabilities: able },
    { phone_number: CALLS_ONLY, locality: null, region: null, capabilities: { ...able, SMS: false, MMS: false } },
  );
  twilio.numbers.clear();
  twilio.sales.splice(0);
  twilio.received.splice(0);
});

const purchase = (phone_number = NUMBER, key = freshKey()) =>
  it.agent.call(purchasePhoneNumber, { body: { phone_number, use_wallet: true }, idempotencyKey: key });
const owned = async () =>
  (await it.agent.call(listPhoneNumbers)).body.data.filter(({ bought }) => bought).map((one) => one.phone_number);
const balance = async () => (await it.agent.call(readWallet)).body.balance;
const post = (path: string, form: Record<string, string>) =>
  fetch(it.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signatureOf(STAND_IN_TOKEN, PUBLIC + path, form),
    },
    body: new URLSearchParams(form),
  });

test('a search asks for the area code and for what the number can do', async () => {
  const { body } = await it.agent.call(searchPhoneNumbers, { query: { area_code: '512', sms: 'true', mms: 'true' } });
  expect(body.data).toEqual([
    { phone_number: NUMBER, locality: 'Austin', region: 'TX', capabilities: ['voice', 'sms', 'mms'] },
  ]);
  expect(twilio.received.at(-1)?.url).toContain('AreaCode=512&SmsEnabled=true&MmsEnabled=true');
  const all = await it.agent.call(searchPhoneNumbers, { query: { area_code: '512' } });
  expect(all.body.data[1]).toEqual({ phone_number: CALLS_ONLY, locality: '', region: '', capabilities: ['voice'] });
});

test('a number is bought with the addresses of its calls and texts, which reach its owner', async () => {
  expect((await purchase()).body.data).toMatchObject({ state: 'bought' });
  expect(twilio.posted()).toEqual([
    {
      path: 'IncomingPhoneNumbers.json',
      form: {
        PhoneNumber: NUMBER,
        FriendlyName: expect.stringMatching(/^order [0-9a-f]{32}$/),
        VoiceUrl: `${PUBLIC}/_twilio/incoming`,
        VoiceMethod: 'POST',
        StatusCallback: `${PUBLIC}/_twilio/status`,
        StatusCallbackMethod: 'POST',
        SmsUrl: `${PUBLIC}/_texts/twilio/incoming`,
        SmsMethod: 'POST',
      },
    },
  ]);
  const called = await post('/_twilio/incoming', { CallSid: `CA${'1'.repeat(32)}`, From: ROSALIND, To: NUMBER });
  expect(await called.text()).toContain(`user-${it.world.people.agent.id}`);
  const id = await it.contact();
  const text = { MessageSid: 'SMin', From: ROSALIND, To: NUMBER, Body: 'Hello', NumMedia: '0' };
  expect((await post('/_texts/twilio/incoming', text)).status).toBe(204);
  const found = (await it.agent.call(fetchConversations, { body: { filter: 'unread' } })).body.data;
  expect(found).toMatchObject([{ contact: { id }, last: { body: 'Hello' } }]);
});

test('texts leave from it, unless it only calls', async () => {
  await purchase();
  await purchase(CALLS_ONLY);
  const contact = await it.contact();
  await it.send({ contact_id: contact, message_from: NUMBER });
  await it.work();
  expect(it.line.taken).toMatchObject([{ from: NUMBER }]);
  const refused = await it.send({ contact_id: contact, message_from: CALLS_ONLY });
  expect(refused.body).toMatchObject({ errors: { message_from: ['This is not one of your numbers.'] } });
});

describe('a purchase that goes wrong', () => {
  test('is refunded when Twilio has sold the number meanwhile (21422)', async () => {
    const before = await balance();
    twilio.sales.push({ status: 400, code: 21_422 });
    const { status, body } = await purchase();
    const sentence = '1-512-555-4001 is no longer available. $2.00 went back to your wallet.';
    expect([status, body]).toMatchObject([409, { errors: { phone_number: [sentence] } }]);
    expect([await balance(), await owned()]).toEqual([before, []]);
  });

  test('is bought once when the answer of Twilio is lost', async () => {
    const before = await balance();
    twilio.sales.push('lost');
    expect((await purchase()).body.data).toMatchObject({ state: 'ordered' });
    await it.later(MINUTE_MS);
    await keepNumbers(it.deps);
    expect([twilio.numbers.size, await owned(), await balance()]).toEqual([1, [NUMBER], (before ?? 0) - 2]);
    expect(twilio.posted()).toHaveLength(1);
  });

  test.each([
    ['too many requests', { status: 429, code: 20_429 }],
    ['a fault of Twilio', { status: 503, code: 20_503 }],
    ['a wrong key', { status: 401, code: 20_003 }],
  ])('waits for the next look after %s', async (_what, refusal) => {
    twilio.sales.push(refusal);
    expect((await purchase()).body.data).toMatchObject({ state: 'ordered' });
    await it.later(MINUTE_MS);
    await keepNumbers(it.deps);
    expect(await owned()).toEqual([NUMBER]);
  });

  test('of a number that the account has for something else is refunded', async () => {
    const before = await balance();
    twilio.numbers.set('PN9', { sid: 'PN9', phone_number: NUMBER, friendly_name: 'The office' });
    expect((await purchase()).status).toBe(409);
    expect([twilio.numbers.size, await owned(), await balance()]).toEqual([1, [], before]);
  });
});

test('a released number is deleted at Twilio after its grace period, also one that is gone there', async () => {
  await purchase();
  await purchase(CALLS_ONLY);
  const [first] = [...twilio.numbers.keys()];
  for (const { id, bought } of (await it.agent.call(listPhoneNumbers)).body.data) {
    if (bought) await it.agent.call(releasePhoneNumber, { params: { id } });
  }
  twilio.numbers.delete(first ?? '');
  await it.later(NUMBER_GRACE_DAYS * DAY_MS - MINUTE_MS);
  await keepNumbers(it.deps);
  expect(twilio.numbers.size).toBe(1);
  await it.later(2 * MINUTE_MS);
  await keepNumbers(it.deps);
  expect([twilio.numbers.size, await owned()]).toEqual([0, []]);
});
