import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { RING_TIMEOUT_MS } from '#contract/phone/call.contract.ts';
import AccessToken from 'twilio/lib/jwt/AccessToken.js';
import VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js';
import { signVoiceToken } from '../../server/adapters/voice/twilio-token.ts';
import * as twiml from '../../server/features/phone/twilio/twilio-twiml.ts';

/** Characters that a document must not take for its own, and some that it can't have at all. */
const WILD = `Tom & "Ann" <o'Neil> José 你好\u0007`;
const TAME = WILD.slice(0, -1);
const HEARD = {
  statusCallback: `https://crm.example.com/s?a=1&b=2`,
  statusCallbackEvent: 'ringing answered completed',
};
const ROUTE = { callerId: '+15125550100', after: '/after?x=1&y=2', status: HEARD.statusCallback };

/** What Twilio's own library writes. */
function theirs(write: (response: VoiceResponse) => void): string {
  const response = new VoiceResponse();
  write(response);
  return response.toString();
}

type Heard = Parameters<ReturnType<VoiceResponse['dial']>['number']>[0];
const heard = HEARD as unknown as Heard;
const dial = { callerId: ROUTE.callerId, timeout: RING_TIMEOUT_MS / 1_000, answerOnBridge: true, action: ROUTE.after };

test.each<[string, string, (response: VoiceResponse) => void]>([
  [
    'a call to a number',
    twiml.dialling({ ...ROUTE, to: '+15125550142' }),
    (it) => it.dial(dial).number(heard, '+15125550142'),
  ],
  [
    'a call to an extension',
    twiml.dialling({ ...ROUTE, to: '+15125550142', extension: '45' }),
    (it) => it.dial(dial).number({ ...heard, sendDigits: 'www45' } as Heard, '+15125550142'),
  ],
  [
    'a call to devices',
    twiml.dialling({ ...ROUTE, to: { clients: ['user-7', WILD], callId: 12 } }),
    (it) => {
      const dialled = it.dial(dial);
      for (const identity of ['user-7', TAME]) {
        const client = dialled.client(heard as Parameters<typeof dialled.client>[0]);
        client.identity(identity);
        client.parameter({ name: 'CallId', value: '12' });
      }
    },
  ],
  [
    'a refusal in words',
    twiml.sayingNo(WILD),
    (it) => {
      it.say({ language: 'en-US' }, TAME);
      it.hangup();
    },
  ],
  ['a rejection', twiml.rejecting(), (it) => it.reject()],
  ['a hangup', twiml.hangingUp(), (it) => it.hangup()],
  [
    'a wait',
    twiml.waitingToBeMoved(),
    (it) => {
      it.pause({ length: 5 });
      it.hangup();
    },
  ],
  [
    'an announcement',
    twiml.announcing('https://crm.example.com/d.wav?a=1&b=2', '/next?a=1&b=2'),
    (it) => {
      it.play('https://crm.example.com/d.wav?a=1&b=2');
      it.redirect({ method: 'POST' }, '/next?a=1&b=2');
    },
  ],
  [
    'a room',
    twiml.meeting('call-7'),
    (it) => {
      it.dial().conference({ beep: 'false', endConferenceOnExit: true, waitUrl: '' }, 'call-7');
      it.pause({ length: 5 });
      it.hangup();
    },
  ],
  [
    'a room that reports who enters',
    twiml.meeting('call-7', 'https://crm.example.com/_twilio/joined?call=7'),
    (it) => {
      const reporting = {
        statusCallback: 'https://crm.example.com/_twilio/joined?call=7',
        statusCallbackEvent: ['join' as const],
      };
      it.dial().conference({ beep: 'false', endConferenceOnExit: true, waitUrl: '', ...reporting }, 'call-7');
      it.pause({ length: 5 });
      it.hangup();
    },
  ],
  [
    'a hold',
    twiml.holding('call-7'),
    (it) => it.dial().conference({ beep: 'false', startConferenceOnEnter: false }, 'call-7-hold'),
  ],
])("%s is written as Twilio's own library writes it", (_, ours, write) => {
  expect(ours).toBe(theirs(write));
});

test("a device's token says what Twilio's own library says", async () => {
  const [accountSid, keySid, secret] = [`AC${'1'.repeat(32)}`, `SK${'2'.repeat(32)}`, 'secret'.repeat(6)];
  const outgoing = { sid: `AP${'3'.repeat(32)}`, params: { Agent: 'sealed' } };
  const theirToken = new AccessToken(accountSid, keySid, secret, { identity: 'user-7', ttl: 600 });
  theirToken.addGrant(
    new AccessToken.VoiceGrant({
      incomingAllow: true,
      outgoingApplicationSid: outgoing.sid,
      outgoingApplicationParams: outgoing.params,
    }),
  );
  const theirJwt = theirToken.toJwt();

  const ourJwt = await signVoiceToken(
    { accountSid, apiKeySid: keySid, apiKeySecret: secret },
    { identity: 'user-7', ttlSeconds: 600, outgoing },
  );

  const [ours, expected] = [decodeJwt(ourJwt), decodeJwt(theirJwt)];
  expect(decodeProtectedHeader(ourJwt)).toEqual(decodeProtectedHeader(theirJwt));
  expect({ ...ours, iat: 0, exp: (ours.exp ?? 0) - (ours.iat ?? 0), jti: '' }).toEqual({
    ...expected,
    iat: 0,
    exp: (expected.exp ?? 0) - (expected.iat ?? 0),
    jti: '',
  });
  expect(ours.jti).toMatch(new RegExp(`^${keySid}-`));
});
