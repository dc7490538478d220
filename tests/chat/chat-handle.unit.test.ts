import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { ChatRun } from '../../src/actors/chat/chat-handle.ts';
import { createChat } from '../../src/actors/chat/chat.actors.ts';
import type { ChatView } from '../../src/machines/chat/chat-view.ts';
import { chatKept } from '../../src/store/chat-kept.ts';
import { memoryStorage } from './memory-storage.ts';

const USER = {
  id: 1,
  identity: [],
  permissions: ['chat.use'],
  roles: ['agent'],
  max_plus_subscription: { active: false },
  feature_overrides: [{ feature: 'chat', enabled: true }],
} as unknown as CurrentUser;
const BOOT = { brand: 'bellwether', app_env: 'demo' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  vi.stubGlobal('dispatchEvent', vi.fn());
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The handle, what the late part was given and asked, and how it is started. */
function around() {
  const given: ChatRun[] = [];
  const asked: unknown[] = [];
  const stop = vi.fn();
  const load = vi.fn(() =>
    Promise.resolve((run: ChatRun) => {
      given.push(run);
      return { send: (command: unknown) => void asked.push(command), stop };
    }),
  );
  const told = vi.fn();
  const { chat, actor } = createChat({ boot: BOOT, tell: told } as never, load);
  const start = (user = USER) => createActor(actor, { input: { user } }).start();
  return { chat, start, given, asked, stop, load, told };
}

test('loads on first use, then runs the requests in order', async () => {
  const { chat, start, asked, load } = around();
  start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([chat.isThere.get(), load.mock.calls.length]).toEqual([true, 0]);

  chat.send({ type: 'panel.toggle' });
  chat.send({ type: 'chat.start', intent: 'learn_system' });
  await vi.advanceTimersByTimeAsync(0);
  chat.send({ type: 'chat.back' });

  expect(load).toHaveBeenCalledOnce();
  expect(asked).toEqual([
    { type: 'panel.toggle' },
    { type: 'chat.start', intent: 'learn_system' },
    { type: 'chat.back' },
  ]);
});

test('loads on its own when a conversation was open before a reload', async () => {
  chatKept({ safeParse: () => ({}) }).write(USER, { session: { id: 7 } });
  const { start, load } = around();
  start();

  await vi.advanceTimersByTimeAsync(499);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);

  expect(load).toHaveBeenCalledOnce();
});

test("doesn't load for another user's conversation", async () => {
  chatKept({ safeParse: () => ({}) }).write({ ...USER, id: 2 }, { session: { id: 7 } });
  const { start, load } = around();
  start();
  await vi.advanceTimersByTimeAsync(60_000);

  expect(load).not.toHaveBeenCalled();
});

test('ignores requests of users without MAX', async () => {
  const { chat, start, asked, load } = around();
  chat.send({ type: 'panel.toggle' });
  start({ ...USER, permissions: [] } as unknown as CurrentUser).stop();
  start();
  await vi.advanceTimersByTimeAsync(60_000);

  expect([asked, load.mock.calls.length]).toEqual([[], 0]);
});

test('shows nothing of a user who has left', async () => {
  const { chat, start, given, stop } = around();
  const session = start();
  chat.send({ type: 'panel.toggle' });
  await vi.advanceTimersByTimeAsync(0);
  const shown = { open: true } as ChatView;
  given[0]?.show(shown);
  expect(chat.view.get()).toBe(shown);

  session.stop();

  expect([chat.view.get(), chat.isThere.get(), stop.mock.calls.length]).toEqual([null, false, 1]);
});

test('starts over for the next user', async () => {
  const { chat, start, given, load } = around();
  start().stop();
  const next = { ...USER, id: 2 } as CurrentUser;
  start(next);

  chat.send({ type: 'panel.toggle' });
  await vi.advanceTimersByTimeAsync(0);

  expect(load).toHaveBeenCalledOnce();
  expect(given.map(({ user }) => user)).toEqual([next]);
});

test('a part that does not come says so, and is asked for again by the next click', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { chat, start, asked, load, told } = around();
  load.mockRejectedValueOnce(new Error('away'));
  start();
  chat.send({ type: 'panel.toggle' });
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toHaveBeenCalledOnce();
  expect(told.mock.calls).toEqual([['bad', "Couldn't load MAX. Try again."]]);

  chat.send({ type: 'panel.toggle' });
  await vi.advanceTimersByTimeAsync(0);

  expect(asked).toEqual([{ type: 'panel.toggle' }]);
});

test.each([
  ['may not talk with it', { ...USER, permissions: [] }],
  ['does not have the feature', { ...USER, feature_overrides: [] }],
])("doesn't exist for a user who %s", async (_, user) => {
  const { chat, start, load } = around();
  start(user as unknown as CurrentUser);

  chat.send({ type: 'panel.toggle' });
  await vi.advanceTimersByTimeAsync(5_000);

  expect([chat.isThere.get(), load.mock.calls.length]).toEqual([false, 0]);
});

test('opens pages with the given router', async () => {
  const { chat, start, given } = around();
  const opened: string[] = [];
  const end = chat.openBy((href) => opened.push(href));
  start();
  chat.send({ type: 'panel.toggle' });
  await vi.advanceTimersByTimeAsync(0);

  given[0]?.open('/contacts/42');
  end();
  given[0]?.open('/contacts/43');

  expect(opened).toEqual(['/contacts/42']);
});
