import { NEVER } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHAT_TEXTS } from '#contract/chat.contract.ts';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { ChatRun } from '../../src/actors/chat/chat-handle.ts';
import { runChat } from '../../src/actors/chat/run-chat.ts';
import { createRecorder } from '../../src/actors/machines/machines.actors.ts';
import { createApiClient } from '../../src/api/client.ts';
import type { ChatCommand, ChatView } from '../../src/machines/chat/chat-view.ts';
import { aiEmail } from '../../src/store/ai-email.ts';
import { keptChat } from '../../src/actors/chat/kept-chat.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import { aiSearch } from '../../src/store/ai-search.ts';
import { begun, redirect, reply, resumed } from './chat-world.ts';
import { memoryStorage } from './memory-storage.ts';

const USER = { id: 3, identity: [], roles: ['agent'], feature_overrides: [{ feature: 'chat', enabled: true }] };
const PERSON = { ...USER, max_plus_subscription: { active: false } } as unknown as CurrentUser;

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage());
});
afterEach(() => vi.unstubAllGlobals());

type Answer = readonly [status: number, body: unknown];

/** MAX over the real client, in front of a server that answers each path as it is told. */
function around(answers: Readonly<Record<string, Answer>> = {}) {
  const recorder = createRecorder({ now: Date.now, onFrame: (run) => run() });
  const asked: { path: string; body: unknown; key: string | null }[] = [];
  const shown: ChatView[] = [];
  const opened: unknown[] = [];
  const answer: Record<string, Answer> = { '/v1/chat/start_session': [200, begun()], ...answers };
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    const path = new URL(url).pathname;
    const sent: unknown = method === 'GET' ? null : JSON.parse(body as string);
    asked.push({ path, body: sent, key: new Headers(headers).get('idempotency-key') });
    const [status, said] = answer[path] ?? [503, {}];
    return new Response(status === 204 ? null : JSON.stringify(said), { status });
  });
  const api = createApiClient({
    origin: 'https://crm.example',
    identity: () => null,
    onUnauthorized: () => undefined,
    onIdentityChanged: () => undefined,
    onForbidden: () => undefined,
    onProofDue: () => Promise.resolve({ given: false, why: '' }),
  });
  const run = runChat({
    boot: { brand: 'bellwether', app_env: 'demo' },
    api,
    cable: { channel: () => NEVER },
    inspect: recorder.inspect,
    user: PERSON,
    show: (view: ChatView) => void shown.push(view),
    open: (href: string) => void opened.push([href, aiSearch.take(PERSON), aiEmail.take(PERSON)]),
  } as unknown as ChatRun);
  const view = () => shown.at(-1);
  const becomes = (some: Partial<ChatView>) => expect.poll(view, { interval: 2 }).toMatchObject(some);
  const send = (...commands: ChatCommand[]) => commands.forEach((command) => run.send(command));
  return { run, send, view, becomes, asked, opened, answer, recorder };
}

async function talks(answers: Readonly<Record<string, Answer>> = {}) {
  const chat = around(answers);
  chat.send({ type: 'panel.toggle' }, { type: 'chat.start', intent: 'contact_search' });
  await chat.becomes({ place: 'chatting' });
  return chat;
}

const SEND = '/v1/chat/send_message';
const refused = (error: string, errors = {}) => ({ code: 'refused', error, errors, request_id: 'r1' });

test('shows the picker with what this person may ask for', () => {
  const { view } = around();

  expect(view()?.intents.map(({ intent, state }) => [intent, state])).toContainEqual(['customer_support', 'soon']);
});

test('asks what the contract says, with a key that stays for the next try', async () => {
  const { send, becomes, asked, answer } = await talks({ [SEND]: [422, refused('Too long.')] });
  send({ type: 'chat.send', text: 'people in Texas' });
  await becomes({ failure: 'Too long.' });
  answer[SEND] = [200, { assistant_message: reply(2, 'Done.') }];

  send({ type: 'chat.retry' });
  await becomes({ waiting: null, failure: null });

  const [start, first, second] = asked;
  expect(start).toMatchObject({ path: '/v1/chat/start_session', body: { intent_type: 'contact_search' } });
  expect(first).toMatchObject({
    path: SEND,
    body: { session_id: 7, message: 'people in Texas', intent_type: 'contact_search' },
  });
  expect(second).toEqual(first);
});

describe('a message that fails', () => {
  test.each<[string, Answer, string]>([
    ['the text under auth_token', [422, refused('Invalid', { auth_token: ['Sign in again.'] })], 'Sign in again.'],
    ['the error text', [403, refused('Not for you.')], 'Not for you.'],
    ['the words for it, when there is none', [500, 'oops'], CHAT_TEXTS.sendFailed],
    ['the words for an empty answer', [200, {}], CHAT_TEXTS.emptyReply],
  ])('says %s', async (_, answer, text) => {
    const { send, becomes } = await talks({
      [SEND]: answer,
      '/v1/chat/sessions/7/resume': [200, resumed([])],
    });
    send({ type: 'chat.send', text: 'people in Texas' });

    await becomes({ failure: text, canSend: true });
  });

  test('is over when a conflict turns out to be that', async () => {
    const over = resumed([], { session: { ...begun().session, status: 'inactive' } });
    const { send, becomes } = await talks({
      [SEND]: [409, refused('This conversation has ended.')],
      '/v1/chat/sessions/7/resume': [200, over],
    });
    send({ type: 'chat.send', text: 'people in Texas' });

    await becomes({ failure: 'This conversation has ended.', canSend: false, session: over.session });
  });

  test('is over when the server knows no such conversation', async () => {
    const { send, becomes } = await talks({ [SEND]: [404, refused(CHAT_TEXTS.noSession)] });
    send({ type: 'chat.send', text: 'people in Texas' });

    await becomes({ failure: CHAT_TEXTS.noSession, canSend: false });
  });
});

test('stores the search right before the list opens', async () => {
  const message = redirect();
  const metadata = { ...message.metadata, search_payload: { q: 'maria' } };
  const { send, becomes, opened } = await talks({
    [SEND]: [200, { assistant_message: { ...message, metadata } }],
  });
  send({ type: 'chat.send', text: 'maria' });
  await becomes({ leaving: { kind: 'redirect', message: 'message 2', href: '/contacts', secondsLeft: 3 } });
  expect(aiSearch.take(PERSON)).toBeNull();

  send({ type: 'leaving.go' });

  expect(opened).toMatchObject([['/contacts', { q: 'maria' }, null]]);
});

test('stores the draft right before the e-mail page opens', async () => {
  const template_data = { subject: 'Hi', body: 'Dear Ada', purpose: 'service', contact: null } as const;
  const { send, becomes, opened } = await talks({
    [SEND]: [200, { assistant_message: reply(2, 'Here.', { metadata: { template_data } }) }],
  });
  send({ type: 'chat.send', text: 'write to Ada' });
  await becomes({ waiting: null });

  send({ type: 'email.open', message: 'message 2' });

  expect(opened).toEqual([['/admin/email-management/new', null, template_data]]);
});

test('what was typed goes with its conversation, also of one that has ended elsewhere', async () => {
  const typed = () => Object.keys(textDraftsStore.getSnapshot().context.texts);
  for (const key of ['chat:6', 'chat:7', 'note:55']) textDraftsStore.trigger.written({ key, text: 'half' });
  keptChat.write(PERSON, { session: begun().session, place: 'chatting', open: true, pending: null });
  const { send, becomes } = around({
    '/v1/chat/sessions/7/resume': [200, resumed([])],
    '/v1/chat/end_session': [204, null],
  });
  await becomes({ canSend: true });
  expect(typed()).toEqual(['chat:7', 'note:55']);

  send({ type: 'chat.end' });
  await becomes({ place: 'picking' });

  expect(typed()).toEqual(['note:55']);
});

test('starts over for another user in the same tab', () => {
  keptChat.write({ ...PERSON, id: 4 }, { session: begun().session, place: 'chatting', open: true, pending: null });
  const { view, asked } = around();

  expect([view()?.open, view()?.session, asked]).toEqual([false, null, []]);
});

test('sends the search that was changed by hand', async () => {
  const found = reply(2, 'I found 12.', { metadata: { search_payload: ContactsScope.parse({}) } });
  const { send, becomes, asked } = await talks({ [SEND]: [200, { assistant_message: found }] });
  send({ type: 'chat.send', text: 'people in Texas' });
  await becomes({ canSend: true });
  send(
    { type: 'scope.change', message: 'message 2', scope: { q: 'lopez' } },
    { type: 'chat.send', text: 'newest first' },
  );

  await expect.poll(() => asked.at(-1)?.body, { interval: 2 }).toMatchObject({ contacts_scope: { q: 'lopez' } });
});

test('continues after a reload, in this tab only, until the conversation is over', async () => {
  const { run } = await talks();
  run.stop();
  const again = around({
    '/v1/chat/sessions/7/resume': [200, resumed([])],
    '/v1/chat/end_session': [204, null],
  });
  await again.becomes({ open: true, place: 'chatting', session: begun().session });

  again.send({ type: 'chat.end' });
  await again.becomes({ place: 'picking', session: null });
  again.run.stop();

  expect(around().view()).toMatchObject({ open: false, place: 'picking', session: null });
});

test('a conversation that another one takes the place of is ended', async () => {
  const { send, becomes, asked, answer } = await talks({ '/v1/chat/end_session': [503, {}] });
  answer['/v1/chat/start_session'] = [200, begun({ id: 8, intent_type: 'learn_system', status: 'active' })];

  send({ type: 'chat.back' }, { type: 'chat.start', intent: 'learn_system' });
  await becomes({ place: 'chatting' });

  await expect.poll(() => asked.at(-1), { interval: 2 }).toMatchObject({ body: { session_id: 7 } });
});

test('its machines are recorded without a word of what was said', async () => {
  const { send, becomes, recorder } = await talks({
    [SEND]: [200, { assistant_message: { ...redirect(), content: 'Wilhelmina lives in Waco.' } }],
  });
  send({ type: 'chat.send', text: 'Where does Wilhelmina live?' });
  await becomes({ leaving: { kind: 'redirect', message: 'message 2', href: '/contacts', secondsLeft: 3 } });

  const machines = recorder.getSnapshot().live.filter(({ machine }) => machine !== null);
  const told = JSON.stringify(machines.map(({ name, states, events }) => [name, states, events]));

  expect(machines.map(({ name }) => name)).toEqual(['chat', 'departure']);
  expect(told).toContain('chat.send');
  expect(told).not.toMatch(/Wilhelmina|Waco/u);
});
