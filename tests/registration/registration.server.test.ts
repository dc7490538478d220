import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { showConversation } from '#contract/messages.contract.ts';
import {
  checkTextRegistration,
  readTextRegistration,
  submitBrand,
  submitCampaign,
  type TextRegistration,
} from '#contract/registration.contract.ts';
import { embeddedRegistrar, REVIEW_MS } from '../../server/adapters/numbers/embedded-registrar.ts';
import { type Registrar, RegistrarAway, RegistrarRefused } from '../../server/adapters/numbers/registrar.ts';
import { refreshRegistrations } from '../../server/features/registration/refresh-registration.ts';
import { signatureOf } from '../../server/features/phone/twilio/twilio-signature.ts';
import { STAND_IN_SID, STAND_IN_TOKEN } from '../_adapters/twilio-stand-in.ts';
import { openTextDesk, OURS, type TextDesk } from '../messages/text-desk.ts';

const PUBLIC = 'https://crm.example.com';
const BU = `BU${'1'.repeat(32)}`;
const BRAND = {
  customer_profile_sid: BU,
  a2p_profile_sid: `BU${'2'.repeat(32)}`,
  messaging_service_sid: `MG${'3'.repeat(32)}`,
};
const CAMPAIGN = {
  use_case: 'LOW_VOLUME',
  description: 'Reminders of appointments and answers to questions of clients.',
  message_flow: 'Clients agree in writing on the form that they sign in our office.',
  samples: ['See you on Monday at 9. Reply STOP to opt out.', 'Your policy is ready. Reply STOP to opt out.'],
} as const;

let it: TextDesk;
let asked: string[];
let failing: Partial<Registrar>;
beforeAll(async () => {
  let now = () => new Date();
  const embedded = embeddedRegistrar({ now: () => now() });
  // Answers as the embedded one, unless a test says otherwise.
  const registrar = new Proxy(embedded, {
    get: (target, name: keyof Registrar) => {
      const own = failing[name] ?? target[name];
      if (typeof own !== 'function') return own;
      return (...args: never[]) => {
        asked.push(name);
        return (own as (...given: never[]) => unknown)(...args);
      };
    },
  });
  const twilio = {
    accountSid: STAND_IN_SID,
    authToken: STAND_IN_TOKEN,
    baseUrl: 'http://127.0.0.1:1',
    from: OURS.agent,
    voice: null,
  };
  it = await openTextDesk({
    registrar,
    config: { appEnv: 'production', appUrl: PUBLIC, twilio, allowPlainHttp: true },
  });
  now = it.deps.now;
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.clear();
  await it.sql('truncate text_registrations, number_registrations');
  asked = [];
  failing = {};
});

const read = async (): Promise<TextRegistration> => (await it.admin.call(readTextRegistration, {})).body.data;
const brand = () => it.admin.call(submitBrand, { body: BRAND });
const campaign = (samples: readonly string[] = CAMPAIGN.samples) =>
  it.admin.call(submitCampaign, { body: { ...CAMPAIGN, samples: [...samples] } });
const review = async () => {
  await it.later(REVIEW_MS);
  await refreshRegistrations(it.deps);
};
async function verified(): Promise<void> {
  await brand();
  await review();
  await campaign();
  await review();
}
const error = (answer: { body: unknown }) => (answer.body as { error: string }).error;

describe('a registration', () => {
  test('goes from brand to campaign to numbers, each step by its own', async () => {
    expect(await read()).toMatchObject({ brand: null, campaign: null, enforced: true, version: 0 });
    expect((await campaign()).status).toBe(409);
    expect((await brand()).body.data).toMatchObject({ brand: { status: 'PENDING', ...BRAND } });
    expect((await brand()).status).toBe(409);
    await refreshRegistrations(it.deps);
    expect((await read()).brand?.status).toBe('IN_REVIEW');
    expect(error(await campaign())).toBe('The brand isn’t approved yet.');
    await review();
    expect((await read()).brand?.status).toBe('APPROVED');
    expect((await campaign()).body.data).toMatchObject({ campaign: { status: 'IN_PROGRESS', said: CAMPAIGN } });
    await review();
    const done = await read();
    expect(done.campaign?.status).toBe('VERIFIED');
    expect(done.numbers.map(({ number, state }) => [number, state])).toEqual(
      Object.values(OURS)
        .toSorted()
        .map((number) => [number, 'registered']),
    );
    expect((await campaign()).status).toBe(409);
  });

  test('a campaign that fails says why, keeps what was said, and is submitted again', async () => {
    await brand();
    await review();
    await campaign(['See you on Monday at 9 in our office.', 'Your policy is ready for you.']);
    await review();
    expect((await read()).campaign).toMatchObject({
      status: 'FAILED',
      errors: [expect.stringContaining('no opt-out wording')],
      said: { samples: ['See you on Monday at 9 in our office.', 'Your policy is ready for you.'] },
    });
    expect((await campaign()).body.data.campaign).toMatchObject({ status: 'IN_PROGRESS', errors: [] });
  });

  test('a brand that fails or is suspended is submitted again', async () => {
    await brand();
    for (const status of ['FAILED', 'SUSPENDED'] as const) {
      failing.readBrand = ({ sid }) => Promise.resolve({ sid, status, failure: 'Tax ID not found.' });
      await it.admin.call(checkTextRegistration, {});
      expect((await read()).brand).toMatchObject({ status });
      expect((await brand()).body.data).toMatchObject({ brand: { status: 'PENDING' }, campaign: null });
    }
  });

  test('a refusal and an absence of the registrar store nothing and say so', async () => {
    failing.registerBrand = () => Promise.reject(new RegistrarRefused('Twilio doesn’t have this ID.'));
    expect(error(await brand())).toBe('Twilio doesn’t have this ID.');
    failing.registerBrand = () => Promise.reject(new RegistrarAway('away'));
    expect((await brand()).status).toBe(503);
    expect(await read()).toMatchObject({ brand: null });
  });

  test('one number that fails says why and holds up no other', async () => {
    failing.registerNumber = (_service, number) =>
      number === OURS.agent
        ? Promise.reject(new RegistrarRefused('The number isn’t in the Twilio account.'))
        : Promise.resolve();
    await verified();
    expect((await read()).numbers).toMatchObject([
      { number: OURS.agent, state: 'failed', reason: 'The number isn’t in the Twilio account.' },
      { number: OURS.peer, state: 'registered' },
      { number: OURS.manager, state: 'registered' },
    ]);
    const contact = await it.contact();
    expect(error(await it.send({ contact_id: contact, purpose: 'service' }))).toBe(
      "Your number isn't registered for business texts yet. The number isn’t in the Twilio account. Ask your administrator.",
    );
  });

  test('is for administrators', async () => {
    expect((await it.manager.call(readTextRegistration, {})).status).toBe(403);
    expect((await it.agent.call(submitBrand, { body: BRAND })).status).toBe(403);
  });
});

describe('in production with Twilio', () => {
  const cannotSend = async (contact: number) =>
    (await it.agent.call(showConversation, { query: { contact_id: contact } })).body.data.cannot_send;

  test('a number sends texts once its campaign is verified, and the reason has the next step before', async () => {
    const contact = await it.contact();
    const steps: string[] = [];
    const look = async () => {
      const sent = await it.send({ contact_id: contact, purpose: 'service' });
      expect([sent.status, error(sent)]).toEqual([409, await cannotSend(contact)]);
      steps.push(error(sent).replace(/^.*registration\. /, ''));
    };
    await look();
    await brand();
    await look();
    await review();
    await look();
    await campaign();
    await look();
    expect(steps).toEqual([
      'An administrator has to register the brand first.',
      'Carriers are reviewing the brand.',
      'An administrator has to register the campaign next.',
      'Carriers are reviewing the campaign.',
    ]);
    await review();
    expect(await cannotSend(contact)).toBe('');
    expect((await it.send({ contact_id: contact, purpose: 'service' })).status).toBe(200);
  });

  test('a toll-free number needs no campaign, and elsewhere no number does', async () => {
    const contact = await it.contact();
    await it.sql('update phone_numbers set number = $1 where number = $2', ['+18005550107', OURS.agent]);
    const free = await it.send({ contact_id: contact, purpose: 'service' });
    await it.sql('update phone_numbers set number = $2 where number = $1', ['+18005550107', OURS.agent]);
    expect(free.status).toBe(200);
    const { config } = it.deps;
    const before = config.appEnv;
    (config as { appEnv: string }).appEnv = 'stage';
    const stage = await it.send({ contact_id: contact, purpose: 'service' });
    (config as { appEnv: string }).appEnv = before;
    expect(stage.status).toBe(200);
  });
});

describe('events of Twilio', () => {
  const post = (body: string, signed: { hash?: string; token?: string } = {}) => {
    const hash = signed.hash ?? createHash('sha256').update(body).digest('hex');
    const path = `/_texts/twilio/events?bodySHA256=${hash}`;
    const signature = signatureOf(signed.token ?? STAND_IN_TOKEN, PUBLIC + path, {});
    const headers = { 'content-type': 'application/json', 'x-twilio-signature': signature };
    return fetch(it.url + path, { method: 'POST', headers, body }).then(({ status }) => status);
  };
  const eventOf = (sid: string) =>
    JSON.stringify([
      {
        specversion: '1.0',
        type: 'com.twilio.messaging.compliance.campaign-registration.campaign-approved',
        data: { brandsid: sid },
      },
    ]);

  test('bring the next look forward, and nothing else', async () => {
    await brand();
    await refreshRegistrations(it.deps);
    const sid = (await read()).brand?.sid ?? '';
    asked = [];
    await refreshRegistrations(it.deps);
    expect(asked).toEqual([]);
    expect(await post(eventOf(sid))).toBe(204);
    await refreshRegistrations(it.deps);
    expect(asked).toEqual(['readBrand']);
    expect(await post(eventOf(`BN${'0'.repeat(32)}`))).toBe(204);
  });

  test('that no one signed, or that were changed, are refused', async () => {
    await brand();
    const body = eventOf((await read()).brand?.sid ?? '');
    expect(await post(body, { token: 'other' })).toBe(403);
    expect(await post(body, { hash: createHash('sha256').update('other').digest('hex') })).toBe(403);
  });
});

test('a registration that can’t be looked at holds up no other', async () => {
  await brand();
  failing.readBrand = () => Promise.reject(new RegistrarAway('away'));
  await refreshRegistrations(it.deps);
  expect((await read()).brand?.status).toBe('PENDING');
  failing = {};
  await review();
  expect((await read()).brand?.status).toBe('APPROVED');
});
