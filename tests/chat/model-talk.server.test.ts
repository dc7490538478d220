import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  CHAT_TEXTS,
  type ChatBroadcast,
  sendChatMessage,
  startChatSession,
} from '../../src/api/contract/chat.contract.ts';
import type { Conversation } from '../../server/adapters/assistant/assistant-model.ts';
import { openaiModel } from '../../server/adapters/assistant/openai-model.ts';
import { logOptions } from '../../server/telemetry/log.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { type ModelStandIn, openModelStandIn, type Response } from '../_adapters/model-stand-in.ts';

const HELP = 'learn_system';

let it: TestApp;
let agent: Client;
let standIn: ModelStandIn;
let responses: Response[] = [];
let log = '';

beforeAll(async () => {
  standIn = await openModelStandIn(() => responses.shift() ?? { status: 503, body: 'Overloaded.' });
  const lines = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  // Each message has a model of its own: what failed before says nothing here.
  const assistant = {
    name: 'stand-in',
    converse: (asked: Conversation) => openaiModel(standIn.config).converse(asked),
  };
  it = await openApp({
    assistant,
    config: { assistant: standIn.config },
    log: pino(logOptions('trace', 'web'), lines),
  });
  await it.owner.query(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
     select account_id, 'chat', true, min(id), now() from users group by account_id`,
  );
  agent = await it.signIn('agent');
}, 300_000);

beforeEach(() => it.owner.query('delete from chat_usage; delete from events'));

afterAll(async () => {
  standIn.close();
  await it.close();
});

const LOOKS: readonly Response[] = [
  { text: '', calls: [{ name: 'search_help', input: { question: 'import a list' } }] },
  { text: '', calls: [{ name: 'show_help', input: { slug: 'imports', anchor: '' } }] },
];

async function ask(message: string, answers: readonly Response[]) {
  responses = [...answers];
  const { body: begun } = await agent.call(startChatSession, { body: { intent_type: HELP } });
  const asked = { session_id: begun.session.id, message, intent_type: HELP } as const;
  const { body } = await agent.call(sendChatMessage, { body: asked });
  return body.assistant_message;
}

const told = async () => {
  const { rows } = await it.owner.query<{ body: ChatBroadcast }>('select body from events order by id');
  return rows.map(({ body }) => body);
};

test('a model answers with what a tool shows, and is heard while it does', async () => {
  const message = await ask('How do I import a list?', [...LOOKS, { text: 'Open Imports. It can be undone after.' }]);

  const events = await told();
  expect(message).toMatchObject({
    content: 'Open Imports. It can be undone after.',
    metadata: { answered_by: 'model' },
  });
  expect(message.metadata.sources?.[0]?.href).toMatch(/^\/help\/imports/);
  expect(events[0]).toMatchObject({ type: 'chat.writing', doing: 'Searching the help pages', content: '' });
  expect(events.at(-1)).toMatchObject({
    type: 'chat.replied',
    assistant_message: { id: message.id },
    answers: 'How do I import a list?',
  });
});

test('the rules answer where the model fails, and say so', async () => {
  const { content, metadata } = await ask('How do I import a list?', []);

  expect(content).toMatch(
    /\n\nThe AI model isn't available right now, so this answer comes from MAX's built-in rules\.$/,
  );
  expect(metadata.answered_by).toBe('rules');
});

test('the rules answer where what the model says rests on nothing, and say so', async () => {
  const { content } = await ask('How do I import a list?', [{ text: 'You press the red button.' }]);

  expect(content).toMatch(
    /\n\nThe AI model couldn't back up its answer, so this one comes from MAX's built-in rules\.$/,
  );
});

test('the rules answer where the tokens are used up, and say so', async () => {
  await ask('How do I import a list?', [{ text: 'Which list?', tokens: 200_000 }]);

  const { content } = await ask('How do I import a list?', [{ text: 'Which list?' }]);

  expect(content).toMatch(
    /\n\nYou've used up today's AI model allowance, so this answer comes from MAX's built-in rules\.$/,
  );
});

test('where the rules are at a loss as well, MAX has trouble connecting', async () => {
  expect((await ask('Xyzzy plugh?', [])).content).toBe(CHAT_TEXTS.sendFailed);
});

test('the log says why a model failed, and nothing that was said', async () => {
  log = '';

  await ask('Does Quetzalcoatl have an import?', [...LOOKS, { status: 429, body: 'Quetzalcoatl' }]);

  expect(log).toContain('It answered with status 429.');
  expect(log).not.toMatch(/quetzalcoatl|model-key/i);
});
