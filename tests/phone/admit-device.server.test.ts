import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_IDLE_MIN, signOut } from '#contract/session.contract.ts';
import { sealVoiceToken } from '../../server/adapters/voice/embedded-token.ts';
import type { VoiceAgent } from '../../server/adapters/voice/voice-line.ts';
import { channelOf } from '../../server/cable/channels.ts';
import type { Identity } from '../../server/identity.ts';
import type { Client } from '../_api/app.ts';
import { type CallDesk, NUMBERS, openCallDesk } from './call-desk.ts';

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
});
afterAll(() => it.close());

const HOUR_MS = 3_600_000;
const IDLE_MS = SESSION_IDLE_MIN * 60_000;

/** A user who has just signed in. */
async function candidate(): Promise<{ client: Client; agent: VoiceAgent }> {
  const client = await it.signIn('agent');
  const [session] = await it.sql<{ id: number }>('select max(id) as id from sessions where user_id = $1', [
    it.idOf('agent'),
  ]);
  return { client, agent: { ...it.agentOf('agent'), sessionId: session?.id ?? 0 } };
}

const tokenOf = (agent: VoiceAgent, ms = HOUR_MS) =>
  sealVoiceToken(it.deps.seal, agent, new Date(it.deps.now().getTime() + ms));

const isStillIn = async (agent: VoiceAgent) => (await it.ledger.stillIn([agent])).has(agent.sessionId);

describe('a device', () => {
  test('comes onto the line with the token of a live session, and as long as it holds', async () => {
    const { agent } = await candidate();
    expect([
      await it.ledger.admit(tokenOf(agent)),
      await it.ledger.admit(tokenOf(agent, -1_000)),
      await it.ledger.admit(`${tokenOf(agent)}x`),
      await it.ledger.admit(tokenOf({ ...agent, userId: it.idOf('peer') })),
    ]).toEqual([
      { agent, ttlSeconds: expect.closeTo(3_600, -2) as number },
      { refused: 'expired' },
      { refused: 'invalid' },
      { refused: 'invalid' },
    ]);
  });

  test('comes onto no line while its user owes something, and stays on it when that begins', async () => {
    const { agent } = await candidate();
    await it.sql('update users set change_password = true where id = $1', [agent.userId]);

    const owing = [await it.ledger.admit(tokenOf(agent)), await isStillIn(agent)];
    await it.sql('update users set change_password = false where id = $1', [agent.userId]);

    expect(owing).toEqual([{ refused: 'invalid' }, true]);
    expect(await it.ledger.admit(tokenOf(agent))).toMatchObject({ agent });
  });

  test('goes with its session', async () => {
    const { client, agent } = await candidate();
    const before = await isStillIn(agent);
    await client.call(signOut);
    expect([before, await isStillIn(agent)]).toEqual([true, false]);
  });

  test('goes when its session sleeps, and stays while somebody talks', async () => {
    const { agent } = await candidate();
    const talking = await it.talk(NUMBERS.echo);
    it.advance(0.6 * IDLE_MS);
    const early = await isStillIn(agent);
    it.advance(0.6 * IDLE_MS);
    const late = await isStillIn(agent);
    await it.note(talking.id, { kind: 'ended', outcome: 'completed', by: 'agent', reason: '', seconds: null });
    it.advance(IDLE_MS + 1);
    expect([early, late, await isStillIn(agent)]).toEqual([true, true, false]);
  });

  test('is counted for its person', async () => {
    await it.ledger.noteDevices(it.agentOf('peer'), 2);
    expect((await it.told('peer')).at(-1)).toEqual({ type: 'device.changed', registered: 2 });
  });
});

test('ConvergeOneChannel is the stream of who may call', async () => {
  const channel = channelOf('ConvergeOneChannel');
  const identity = { userId: 7, permissions: ['phone.call'] } as unknown as Identity;
  expect([
    await channel?.subscribe(it.deps, identity, {}),
    await channel?.subscribe(it.deps, { ...identity, permissions: [] }, {}),
    await channel?.subscribe(it.deps, identity, { audience: 'downline' }),
    await channel?.subscribe(
      it.deps,
      { ...identity, permissions: ['phone.call', 'live.watch'] },
      { audience: 'downline' },
    ),
  ]).toEqual([['user:7'], null, null, ['live:7']]);
});
