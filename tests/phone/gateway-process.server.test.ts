import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchCallLogs, fetchDeviceToken, holdCall, startCall } from '#contract/phone.contract.ts';
import { LineAway, LineRefusal, NoSuchCall } from '../../server/adapters/voice/voice-line.ts';
import { createCallLedger } from '../../server/features/phone/calls/call-ledger.ts';
import { passVoiceOn, type VoicePassage } from '../../server/http/voice-upgrade.ts';
import { createGateway, type Gateway } from '../../server/voice/gateway.ts';
import { RecordingShelf } from '../../server/voice/recording/recording-shelf.ts';
import { loadSounds } from '../../server/voice/recording/sounds.ts';
import { voiceKeys, voiceSocket } from '../../server/voice/voice-address.ts';
import { openVoiceServer, type VoiceServer } from '../../server/voice/voice-server.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { VoiceBrowser } from './voice-browser.ts';

const NUMBERS = { agent: '+18135550107', peer: '+18135550108' } as const;
const NOWHERE = `CA${'0'.repeat(32)}`;

let it: TestApp;
let passage: VoicePassage;
let gateway: Gateway;
let voice: VoiceServer;
let agent: Client;
let peer: Client;

/** As `web` and `voice` are composed, over the real socket between them. */
async function openVoice(name: string): Promise<void> {
  const { deps } = it;
  const ledger = createCallLedger(deps);
  const recordings = new RecordingShelf({ folder: `${deps.config.dataDir}/recordings`, ledger, log: deps.log });
  const { now, log } = deps;
  gateway = createGateway({
    name,
    ledger,
    recordings,
    sounds: loadSounds(null),
    voice: deps.config.voice,
    now,
    log,
  });
  voice = await openVoiceServer(
    { path: voiceSocket(deps.config.dataDir) },
    { gateway, keys: voiceKeys(deps.seal), onTrouble: (error) => log.error(error) },
  );
}

beforeAll(async () => {
  it = await openApp();
  const { agent: nora, peer: ben } = it.world.people;
  await it.owner.query(`insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
    select account_id, 'phone', true, min(id), now() from users group by account_id`);
  await it.owner.query(`update users set dialer_enabled = true, dialer_verified_phone_number = '+18135550101'`);
  for (const [person, number] of [
    [nora, NUMBERS.agent],
    [ben, NUMBERS.peer],
  ] as const) {
    await it.owner.query(`insert into phone_numbers (account_id, number, kind, user_id) values ($1, $2, 'agent', $3)`, [
      person.accountId,
      number,
      person.id,
    ]);
  }
  [agent, peer] = await Promise.all([it.signIn('agent'), it.signIn('peer')]);
  passage = passVoiceOn(it.app.server, it.deps);
});
afterAll(async () => {
  passage.close();
  await it.close();
});

const address = () => `${it.url.replace('http', 'ws')}/voice`;

async function browserOf(client: Client): Promise<VoiceBrowser> {
  const browser = await VoiceBrowser.open(address(), { origin: it.url, cookie: client.cookie });
  const { body } = await client.call(fetchDeviceToken);
  await browser.register(body.token);
  return browser;
}

async function startTo(number: string): Promise<number> {
  const { body } = await agent.call(startCall, { body: { phone_number: number, purpose: 'service' } });
  return body.data.id;
}

const kindsOf = async (callId: number): Promise<string[]> =>
  (await agent.call(fetchCallLogs, { body: { call_id: callId } })).body.data.log.map(({ kind }) => kind);

test('a browser is answered 503 while the voice process is away, and commands say so', async () => {
  const headers = { origin: it.url, cookie: agent.cookie };
  await expect(VoiceBrowser.open(address(), headers)).rejects.toThrow('503');
  await expect(it.deps.voiceLine.hangUp(NOWHERE)).rejects.toThrow(LineAway);
});

test('a page of another site is not let in', async () => {
  await expect(VoiceBrowser.open(address(), { origin: 'https://elsewhere.example' })).rejects.toThrow('404');
});

test('a call between two agents goes from the server over the line into the log, and ends when its process dies', async () => {
  await openVoice('first');
  const [nora, ben] = [await browserOf(agent), await browserOf(peer)];
  const callId = await startTo(NUMBERS.peer);
  const own = await nora.dial(callId, NUMBERS.peer);
  const inbound = await ben.accept();
  const { sid } = await nora.answered(own);
  nora.soundOf(sid).say(1);
  // The disclaimer, as the rule of inbound calls has it, or Nora.
  await expect.poll(() => ben.soundOf(inbound).sequences.length).toBeGreaterThan(5);

  // Browsers hear the answer before the log has it, and a call is put on hold by its log.
  await expect.poll(() => kindsOf(callId)).toContain('answered');
  expect((await agent.call(holdCall, { body: { call_id: callId, held: true } })).status).toBe(200);
  await expect.poll(() => kindsOf(callId)).toEqual(['asked', 'dialled', 'ringing', 'answered', 'held']);

  await expect(it.deps.voiceLine.transfer(sid, NUMBERS.agent, null)).rejects.toThrow(LineRefusal);

  // Like a crash: it notifies no one.
  await voice.close();
  nora.close();
  ben.close();
  await createCallLedger(it.deps).endAbandoned(['second']);
  const { call } = (await agent.call(fetchCallLogs, { body: { call_id: callId } })).body.data;
  expect(call).toMatchObject({ status: 'ended', outcome: 'failed' });
});

test('a call that is over is unknown to the line', async () => {
  await openVoice('second');
  await expect(it.deps.voiceLine.hold(NOWHERE, true)).rejects.toThrow(NoSuchCall);
  await gateway.drain(0);
  await voice.close();
});
