import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type ChatIntent, sendChatMessage, startChatSession } from '#contract/chat.contract.ts';
import { readHealth } from '#contract/health.contract.ts';
import { type Client, clientOf } from '../_api/app.ts';
import { signInAs, underAttack } from './attacker.ts';

const url = inject('appUrl');
const bystander = clientOf(url, null);
let user: Client;
beforeAll(async () => {
  user = await signInAs(url, 'agent');
});

/** Milliseconds that a bystander waits at most. Ours: two messages took 32 s. */
const CALM_MS = 800;

/** Sends the messages of one conversation. Returns the statuses. */
async function talk(intent: ChatIntent, ...messages: readonly string[]): Promise<number[]> {
  const { session } = (await user.call(startChatSession, { body: { intent_type: intent } })).body;
  const statuses: number[] = [];
  for (const message of messages) {
    const body = { session_id: session.id, message, intent_type: intent };
    statuses.push((await user.call(sendChatMessage, { body })).status);
  }
  return statuses;
}

describe('MAX answers', () => {
  test.each([
    ['200 open questions and 1,000 letters', ['january 1 '.repeat(200), 'a@'.repeat(1_000)]],
    ['as many questions and words as it takes', ['january 1 '.repeat(4), 'hott zz, '.repeat(30)]],
    ['one endless word', ['a'.repeat(2_000), '’'.repeat(2_000)]],
  ])('and nobody waits: %s', async (_, messages) => {
    const { result, slowest } = await underAttack(
      () => bystander.call(readHealth),
      () => talk('contact_search', ...messages),
    );

    expect(result).toEqual([200, 200]);
    expect(slowest).toBeLessThan(CALM_MS);
  });

  test.each([
    ['contact_search', 'constructor'],
    ['contact_search', 'last 999999999999 years'],
    ['email_creation', `Write to ${'Abcdefghij'.repeat(25)}`],
    ['contact_insight', 'Abcdefghij'.repeat(25)],
  ] as const)('in %s: %s', async (intent, message) => {
    expect(await talk(intent, message)).toEqual([200]);
  });
});
