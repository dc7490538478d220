import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApiKey } from '#contract/api-access.contract.ts';
import {
  CHAT_IDLE_MS,
  type ChatIntent,
  endChatSession,
  resumeChatSession,
  sendChatMessage,
  startChatSession,
} from '#contract/chat.contract.ts';
import { removeExpired } from '../../server/retention/remove-expired.ts';
import { ModelFailure } from '../../server/adapters/assistant/assistant-model.ts';
import { sendMessage } from '../../server/features/chat/send-message.service.ts';
import { endIdleSessions, startSession } from '../../server/features/chat/sessions.service.ts';
import type { Identity } from '../../server/identity.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { signedInAs } from '../_db/identity.ts';

const HELP = 'learn_system';
const DAY_MS = 86_400_000;

let it: TestApp;
let agent: Client;
let peer: Client;
let identity: Identity;
beforeAll(async () => {
  it = await openApp();
  it.stopClock();
  [agent, peer] = [await it.signIn('agent'), await it.signIn('peer')];
  identity = signedInAs(it.world.people.agent, ['agent']);
});
afterAll(() => it.close());

const switchChat = (enabled: boolean) =>
  it.owner.query(
    `insert into feature_flags (account_id, feature, enabled, changed_by, changed_at)
     select account_id, 'chat', $1, min(id), now() from users group by account_id
     on conflict (account_id, feature) do update set enabled = $1`,
    [enabled],
  );
beforeEach(() => switchChat(true));

const start = (client: Client, intent: ChatIntent = HELP) =>
  client.call(startChatSession, { body: { intent_type: intent } });
const open = async (client: Client = agent, intent: ChatIntent = HELP) => (await start(client, intent)).body.session.id;
const send = (
  client: Client,
  session_id: number,
  message: string,
  idempotencyKey?: string,
  intent: ChatIntent = HELP,
) =>
  client.call(sendChatMessage, {
    body: { session_id, message, intent_type: intent },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
const resume = (client: Client, id: number) => client.call(resumeChatSession, { params: { id } });
const saidIn = async (id: number) =>
  (await resume(agent, id)).body.messages.map(({ message_type, content }) => [message_type, content]);

test('a conversation begins with a welcome', async () => {
  const { body } = await start(agent);

  expect(body.session).toEqual({ id: body.session.id, intent_type: HELP, status: 'active' });
  expect(body.welcome_message.content).not.toBe('');
});

test('what is said and what is answered is kept', async () => {
  const id = await open();
  const { body } = await send(agent, id, '  How do I import contacts?  ');

  expect(await saidIn(id)).toEqual([
    ['user', 'How do I import contacts?'],
    ['assistant', body.assistant_message.content],
  ]);
});

test('a blank message is refused', async () => {
  const { status, body } = await send(agent, await open(), '   ');

  expect([status, body]).toMatchObject([422, { errors: { message: ['Enter some text first.'] } }]);
});

test('the answer of a repeated request comes again, and nothing is said twice', async () => {
  const id = await open();
  const first = await send(agent, id, 'How do I print letters?', 'key-of-one-message');
  const again = await send(agent, id, 'How do I print letters?', 'key-of-one-message');

  expect(again.body).toEqual(first.body);
  expect(await saidIn(id)).toHaveLength(2);
});

test('an unanswered message is answered when repeated, and appears once', async () => {
  const id = await open();
  await it.owner.query(
    `with s as (update chat_sessions set answering_since = $2::timestamptz - interval '61 seconds' where id = $1)
     insert into chat_messages (account_id, session_id, message_type, content)
     select account_id, id, 'user', 'How do I merge?' from chat_sessions where id = $1`,
    [id, it.deps.now()],
  );

  expect((await send(agent, id, 'How do I merge?')).status).toBe(200);
  expect((await saidIn(id)).map(([by]) => by)).toEqual(['user', 'assistant']);
});

test("the same key works after an answer that couldn't be stored, and nothing appears twice", async () => {
  const id = await open();
  await it.owner.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
     create trigger fail before insert on chat_messages for each row when (new.message_type = 'assistant') execute function fail()`,
  );
  const first = await send(agent, id, 'How do I undo an import?', 'key-of-a-failure');
  await it.owner.query('drop function fail cascade');
  const again = await send(agent, id, 'How do I undo an import?', 'key-of-a-failure');

  expect([first.status, again.status]).toEqual([500, 200]);
  expect(await saidIn(id)).toEqual([
    ['user', 'How do I undo an import?'],
    ['assistant', again.body.assistant_message.content],
  ]);
});

/** An answer to the agent that is made until `finish`. */
async function slowly(id: number, message: string) {
  const [asked, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const converse = async () => {
    asked.resolve();
    await finished.promise;
    throw new ModelFailure('It is slow.');
  };
  const deps = { ...it.deps, assistant: { name: 'slow', converse } };
  const answer = sendMessage(deps, { identity, requestId: '' }, { session_id: id, message, intent_type: HELP });
  await asked.promise;
  return { answer, finish: finished.resolve };
}

test('an answer that comes after the next message was said is dropped', async () => {
  const id = await open();
  const first = await slowly(id, 'How do I merge?');
  it.advance(60_001);
  const second = await slowly(id, 'How do I export?');

  first.finish();
  await expect(first.answer).rejects.toThrow('The conversation moved on before this answer was ready.');
  expect((await resume(agent, id)).body.answering).toBe(true);

  second.finish();
  const { content } = await second.answer;
  expect(await saidIn(id)).toEqual([
    ['user', 'How do I merge?'],
    ['user', 'How do I export?'],
    ['assistant', content],
  ]);
});

test('a conversation that has ended takes no answer', async () => {
  const id = await open();
  const { answer, finish } = await slowly(id, 'How do I merge?');
  await agent.call(endChatSession, { body: { session_id: id } });

  finish();
  await expect(answer).rejects.toThrow('The conversation moved on before this answer was ready.');
  expect(await saidIn(id)).toEqual([['user', 'How do I merge?']]);
});

test('a model that may take long is waited for', async () => {
  const id = await open();
  const assistant = { baseUrl: '', model: '', apiKey: null, dailyTokens: 1, timeoutMs: 40_000 };
  const deps = { ...it.deps, config: { ...it.deps.config, assistant } };
  await it.owner.query('update chat_sessions set answering_since = $2 where id = $1', [id, it.deps.now()]);
  it.advance(79_999);
  const again = () =>
    sendMessage(deps, { identity, requestId: '' }, { session_id: id, message: 'And?', intent_type: HELP });

  await expect(again()).rejects.toThrow('MAX is still answering your last message.');
  it.advance(1);
  expect((await again()).message_type).toBe('assistant');
});

test('numbers that are kept sealed elsewhere are masked before anything is kept', async () => {
  const id = await open(agent, 'contact_search');
  const message = 'find Medicare number 1EG4-TE5-MK73, SSN 123-45-6789 or ٩٨٧٦ or 4111 1111 1111 1111';
  const { body } = await send(agent, id, message, 'key-of-sealed-numbers', 'contact_search');

  expect((await saidIn(id))[0]?.[1]).toBe('find Medicare number ****-***-MK73, SSN ***-**-6789 or 9876 or ****1111');
  expect(body.assistant_message.content).toMatch(/I don't look people up by Medicare, .* keep only the last digits\.$/);
  const { rows } = await it.owner.query<{ kept: string }>(
    `select (select json_agg(s)::text from chat_sessions s where id = $1)
       || (select json_agg(m)::text from chat_messages m where session_id = $1)
       || (select json_agg(k)::text from idempotency_keys k where key = 'key-of-sealed-numbers')
       || coalesce((select json_agg(e)::text from events e), '') as kept`,
    [id],
  );
  expect(rows[0]?.kept).not.toMatch(/1EG4|TE5|123-45|4111/);
});

test.each(['contact_search', 'email_creation'] as const)('half an emoji is valid in %s', async (intent) => {
  const id = await open(agent, intent);

  expect((await send(agent, id, 'Write to Maria \ud83d about renewal', undefined, intent)).status).toBe(200);
});

test('a search continues from manual edits', async () => {
  const id = await open(agent, 'contact_search');
  const say = (message: string, more: object = {}) =>
    agent.call(sendChatMessage, { body: { session_id: id, message, intent_type: 'contact_search', ...more } });
  await say('people in Texas tagged hot');
  const search = [{ field: 'state', value: 'OH' }];
  const { body } = await say('newest first', { contacts_scope: { search } });

  expect(body.assistant_message.metadata.search_payload).toMatchObject({ search, order_field: 'created_at' });
});

test('a second message waits for the answer of the first', async () => {
  const id = await open();
  await it.owner.query('update chat_sessions set answering_since = $2 where id = $1', [id, it.deps.now()]);
  const { status, body } = await send(agent, id, 'And then?');

  expect([status, body]).toMatchObject([409, { error: 'MAX is still answering your last message.' }]);
  expect((await resume(agent, id)).body.answering).toBe(true);
});

test("hides another user's conversation", async () => {
  const id = await open();
  const answers = [
    await send(peer, id, 'Hello'),
    await resume(peer, id),
    await peer.call(endChatSession, { body: { session_id: id } }),
  ];

  expect(answers.map(({ status, body }) => [status, (body as { error?: string }).error])).toEqual(
    Array(3).fill([404, 'No active session']),
  );
});

test('what has ended takes no message, and ends once', async () => {
  const id = await open();
  const end = () => agent.call(endChatSession, { body: { session_id: id } });

  expect([(await end()).status, (await end()).status, (await send(agent, id, 'Hello')).status]).toEqual([
    204, 204, 409,
  ]);
  expect((await resume(agent, id)).body.session.status).toBe('inactive');
  const { rows } = await it.owner.query(
    `select action from audit_log where subject_type = 'chat_session' and subject_id = $1 order by id`,
    [id],
  );
  expect(rows).toEqual([{ action: 'chat.started' }, { action: 'chat.ended' }]);
});

test('an hour without a word ends a conversation', async () => {
  const id = await open();
  it.advance(CHAT_IDLE_MS + 1);
  [agent, peer] = [await it.signIn('agent'), await it.signIn('peer')];

  expect((await send(agent, id, 'Hello')).status).toBe(409);
  expect((await resume(agent, id)).body.session.status).toBe('inactive');
});

test('a conversation without a word for an hour is ended, and told of, once', async () => {
  const [old, young] = [await open(), await open()];
  const hourAgo = it.deps.now().getTime() - CHAT_IDLE_MS;
  for (const [id, at] of [
    [old, hourAgo - 1],
    [young, hourAgo],
  ]) {
    await it.owner.query('update chat_sessions set spoken_at = to_timestamp($2::numeric / 1000) where id = $1', [
      id,
      at,
    ]);
  }
  await endIdleSessions(it.deps);
  await endIdleSessions(it.deps);

  const { rows } = await it.owner.query(
    `select subject_id as id, actor_id as by,
       (select count(*)::int from events where body = jsonb_build_object('type', 'chat.ended', 'session_id', subject_id)) as told
     from audit_log where action = 'chat.ended' and subject_id = any($1)`,
    [[old, young]],
  );
  expect(rows).toEqual([{ id: old, by: identity.userId, told: 1 }]);
});

test('a conversation keeps to its intent', async () => {
  const id = await open();
  const { status } = await agent.call(sendChatMessage, {
    body: { session_id: id, message: 'Hello', intent_type: 'contact_search' },
  });

  expect(status).toBe(422);
});

test('customer support is still to come', async () => {
  const { status, body } = await start(agent, 'customer_support');

  expect([status, body]).toMatchObject([422, { errors: { intent_type: ['Coming Soon'] } }]);
});

test('without its feature there is no conversation, and none continues', async () => {
  const id = await open();
  await switchChat(false);

  const answers = [await start(agent), await send(agent, id, 'Hello'), await resume(agent, id)];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
});

test.each([
  [['chat.use'], 403],
  [['chat.use', 'contacts.read'], 200],
] as const)('a key that may %s continues with a search: %i', async (scopes, status) => {
  const id = await open(agent, 'contact_search');
  const { body } = await agent.call(createApiKey, { body: { name: `${status}`, scopes: [...scopes] } });
  const headers = { authorization: `Bearer ${body.data.key}` };

  expect((await it.visitor().call(resumeChatSession, { params: { id }, headers })).status).toBe(status);
});

test.each([
  ['contact_search', 403],
  ['contact_insight', 403],
  ['email_creation', 403],
  ['csg_quote', 403],
  ['learn_system', 200],
] as const)('a key that may only ask MAX, asked for %s, answers %i', async (intent, status) => {
  const { body } = await agent.call(createApiKey, { body: { name: `Only MAX, ${intent}`, scopes: ['chat.use'] } });
  const program = it.visitor();
  const headers = { authorization: `Bearer ${body.data.key}` };

  expect((await program.call(startChatSession, { body: { intent_type: intent }, headers })).status).toBe(status);
});

test('what an environment does not have is refused with the reason', async () => {
  const production = { ...it.deps, config: { ...it.deps.config, appEnv: 'production' as const } };

  await expect(startSession(production, { identity, requestId: '' }, 'contact_insight')).rejects.toThrow(
    'Not available in production.',
  );
});

test('a conversation is forgotten 90 days after its last word', async () => {
  const [old, young] = [await open(), await open()];
  await it.owner.query(`update chat_sessions set spoken_at = $2 where id = $1`, [
    old,
    new Date(it.deps.now().getTime() - 91 * DAY_MS),
  ]);
  await removeExpired(it.deps);

  expect([(await resume(agent, old)).status, (await resume(agent, young)).status]).toEqual([404, 200]);
});
