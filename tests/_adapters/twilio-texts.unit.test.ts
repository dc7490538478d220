import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { twilioCarrier } from '../../server/adapters/texts/twilio-texts.ts';
import { openTwilioStandIn, type TwilioStandIn } from './twilio-stand-in.ts';

let twilio: TwilioStandIn;
beforeAll(async () => {
  twilio = await openTwilioStandIn();
});
afterAll(() => twilio.close());
beforeEach(() => twilio.received.splice(0));

const carrier = (authToken = 'token') =>
  twilioCarrier({ accountSid: 'AC1', authToken, from: '+15125550100', baseUrl: twilio.baseUrl });

test('a text is posted as a form to the account, with its credentials', async () => {
  await carrier().carry({ to: '+15125550142', body: '123456 is your code & more' });

  expect(twilio.received).toEqual([
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
