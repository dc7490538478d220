import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openVoiceToken } from '../../server/adapters/voice/embedded-token.ts';
import { twilioVoiceLine } from '../../server/adapters/voice/twilio-voice-line.ts';
import { LineAway, LineRefusal, NoSuchCall } from '../../server/adapters/voice/voice-line.ts';
import { createSeal } from '../../server/seal.ts';
import { openTwilioStandIn, STAND_IN_SID, STAND_IN_TOKEN, type TwilioStandIn } from '../_adapters/twilio-stand-in.ts';

const AGENT = { accountId: 3, userId: 7, actorId: 9, sessionId: 11 };
const NOW = new Date('2026-11-21T17:00:00Z');
const seal = createSeal([Buffer.alloc(32, 5)]);

let twilio: TwilioStandIn;
beforeAll(async () => {
  twilio = await openTwilioStandIn();
});
afterAll(() => twilio.close());
beforeEach(() => {
  twilio.received.splice(0);
  twilio.legs.clear();
  twilio.unrecorded.clear();
});

const line = (baseUrl = twilio.baseUrl) =>
  twilioVoiceLine({
    twilio: {
      accountSid: STAND_IN_SID,
      authToken: STAND_IN_TOKEN,
      from: '+15125550100',
      baseUrl,
      voice: { apiKeySid: 'SK1', apiKeySecret: 'key', appSid: 'AP1', publicUrl: 'https://crm.example.com' },
    },
    seal,
    now: () => NOW,
  });

/** The agent calls a number: their leg came first. */
function outbound(status = 'in-progress'): void {
  leg('CAagent', null, 'client:user-7', '', status);
  leg('CAother', 'CAagent', '+15125550100', '+15125550142', status);
}

/** An outside party calls the agent: the agent's leg was dialed. */
function inbound(): void {
  leg('CAother', null, '+15125550142', '+15125550100');
  leg('CAagent', 'CAother', '+15125550142', 'client:user-7');
}

const leg = (sid: string, parent: string | null, from: string, to: string, status = 'in-progress') =>
  twilio.legs.set(sid, { sid, parent_call_sid: parent, from, to, status });

/** Requests to Twilio: the path, and the new targets of legs. */
const moves = () =>
  twilio.posted().map(({ path, form }) => {
    const { pathname, searchParams } = new URL(form['Url'] ?? 'https://none/-');
    const { once: _once, ...said } = Object.fromEntries(searchParams);
    return [path, pathname, said];
  });

/** Claims of a token, once its signature is verified. */
function readToken(token: string, key: string) {
  const [head = '', body = '', signature] = token.split('.');
  expect(signature).toBe(createHmac('sha256', key).update(`${head}.${body}`).digest('base64url'));
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as {
    readonly [name in 'iss' | 'sub']: string;
  } & {
    readonly exp: number;
    readonly iat: number;
    readonly grants: { readonly voice: { outgoing: { params: object } } };
  };
}

test('a token registers the person, dials through our app, and says sealed for whom', async () => {
  const token = await line().mintToken(AGENT, 3_600);

  const { grants, exp, iat, iss, sub } = readToken(token, 'key');
  expect({ iss, sub, seconds: exp - iat }).toEqual({ iss: 'SK1', sub: STAND_IN_SID, seconds: 3_600 });
  const { Agent } = grants.voice.outgoing.params as { Agent: string };
  expect(grants).toEqual({
    identity: 'user-7',
    voice: { incoming: { allow: true }, outgoing: { application_sid: 'AP1', params: { Agent } } },
  });
  expect(openVoiceToken(seal, Agent)).toEqual({ agent: AGENT, expiresAt: new Date('2026-11-21T18:00:00Z') });
});

describe('recording', () => {
  test('begins on the leg of the agent, one channel a side, and tells us where it stands', async () => {
    inbound();

    await line().record('CAother', 'start');

    expect(twilio.posted()).toEqual([
      {
        path: 'Calls/CAagent/Recordings.json',
        form: {
          RecordingChannels: 'dual',
          RecordingStatusCallback: 'https://crm.example.com/_twilio/recording?of=CAother',
          RecordingStatusCallbackEvent: 'in-progress completed absent',
        },
      },
    ]);
  });

  test.each([
    ['pause', { Status: 'paused', PauseBehavior: 'skip' }],
    ['resume', { Status: 'in-progress' }],
    ['stop', { Status: 'stopped' }],
  ] as const)('%s changes the one that runs', async (action, form) => {
    outbound();

    await line().record('CAagent', action);

    expect(twilio.posted()).toEqual([{ path: 'Calls/CAagent/Recordings/Twilio.CURRENT.json', form }]);
  });
});

test.each([
  ['start', "This call can't be recorded right now."],
  ['stop', "This call isn't recorded."],
] as const)('a call that goes on without a recording is not over: %s is refused', async (action, why) => {
  outbound();
  twilio.unrecorded.add('CAagent');

  await expect(line().record('CAagent', action)).rejects.toThrow(new LineRefusal(why));
});

test('an announcement is heard by both, the dialled leg first, and both meet in one room', async () => {
  outbound();

  await line().announce('CAagent', 'es');

  const said = { of: 'CAagent', room: 'CAagent', language: 'es' };
  expect(moves()).toEqual([
    ['Calls/CAother.json', '/_twilio/announce', { ...said, leg: 'other' }],
    ['Calls/CAagent.json', '/_twilio/announce', { ...said, leg: 'agent' }],
  ]);
});

test('a side on hold waits, and comes back into the room', async () => {
  inbound();

  await line().hold('CAother', true);
  await line().hold('CAother', false);

  const said = { of: 'CAother', room: 'CAother' };
  expect(moves()).toEqual([
    ['Calls/CAagent.json', '/_twilio/room', said],
    ['Calls/CAother.json', '/_twilio/hold', said],
    ['Calls/CAother.json', '/_twilio/room', { ...said, resumed: '1' }],
  ]);
});

test('a transfer sends the other side on, and the agent waits in the room', async () => {
  outbound();

  await line().transfer('CAagent', '+15125550177', '45');

  const said = { of: 'CAagent', room: 'CAagent', agent: 'CAagent' };
  expect(moves()).toEqual([
    ['Calls/CAother.json', '/_twilio/transfer', { ...said, to: '+15125550177', extension: '45' }],
    ['Calls/CAagent.json', '/_twilio/wait', said],
  ]);
});

test('hanging up ends both legs, and says so where they were over', async () => {
  outbound();

  await line().hangUp('CAagent');
  await expect(line().hangUp('CAagent')).rejects.toThrow(NoSuchCall);

  expect([...twilio.legs.values()].map(({ status }) => status)).toEqual(['completed', 'completed']);
});

test('leaving ends the leg of the agent alone, and says so where it was over', async () => {
  outbound();

  await line().leave('CAagent');
  await expect(line().leave('CAagent')).rejects.toThrow(NoSuchCall);

  expect([...twilio.legs.values()].map(({ sid, status }) => [sid, status])).toEqual(
    expect.arrayContaining([
      ['CAagent', 'completed'],
      ['CAother', 'in-progress'],
    ]),
  );
});

test('the side of an agent who was called by another is controlled by its own leg', async () => {
  leg('CAcaller', null, 'client:user-8', '');
  leg('CAagent', 'CAcaller', '+15125550100', 'client:user-7');

  await line().record('CAagent', 'start');

  expect(twilio.posted().map(({ path }) => path)).toEqual(['Calls/CAagent/Recordings.json']);
});

test.each([
  ['was never there', () => undefined],
  ['is over', () => outbound('completed')],
  ['rings', () => leg('CAagent', null, 'client:user-7', '', 'ringing')],
])('a call that %s cannot be held', async (_, make) => {
  make();

  await expect(line().hold('CAagent', true)).rejects.toThrow(NoSuchCall);
});

test('a carrier that is away or refuses says so without the call', async () => {
  await expect(line('http://127.0.0.1:1').hangUp('CAagent')).rejects.toThrow(new LineAway("Twilio isn't responding."));
});
