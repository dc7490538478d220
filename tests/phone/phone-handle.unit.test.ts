import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { DIALER_START_MS } from '#contract/phone/call.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { PhoneRun } from '../../src/actors/phone/phone-handle.ts';
import { createPhone, PHONE_LOADS_MS } from '../../src/actors/phone/phone.actors.ts';
import type { PhoneView } from '../../src/machines/phone/line-view.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  vi.stubGlobal('dispatchEvent', vi.fn());
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const USER = {
  permissions: ['phone.call'],
  roles: ['agent'],
  max_plus_subscription: { active: false },
  feature_overrides: [],
} as unknown as CurrentUser;
const BOOT = { brand: 'bellwether', app_env: 'production' };

/** The handle, what the late part was given and asked, and how it is started. */
function around(boot: object = BOOT) {
  const given: PhoneRun[] = [];
  const asked: unknown[] = [];
  const levels: unknown[] = [];
  const stop = vi.fn();
  const load = vi.fn(() =>
    Promise.resolve((run: PhoneRun) => {
      given.push(run);
      return {
        send: (command: unknown) => void asked.push(command),
        observeLevels: (listener: unknown) => {
          levels.push(listener);
          return () => levels.splice(levels.indexOf(listener), 1);
        },
        stop,
      };
    }),
  );
  const told = vi.fn();
  const { phone, actor } = createPhone({ boot, tell: told } as never, load);
  const start = (user = USER) => createActor(actor, { input: { user } }).start();
  return { phone, start, given, asked, levels, stop, load, told };
}

test('the dialer starts when the specification says', () => expect(PHONE_LOADS_MS).toBe(DIALER_START_MS));

test('loads half a second after the person is there', async () => {
  const { start, load } = around();
  start();

  await vi.advanceTimersByTimeAsync(499);
  expect(load).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);

  expect(load).toHaveBeenCalledOnce();
});

test('says so when a call was asked of it and it does not load, and nothing while nobody asks', async () => {
  vi.stubGlobal('reportError', vi.fn());
  const { phone, start, load, told } = around();
  load.mockRejectedValue(new Error('away'));
  start();
  await vi.advanceTimersByTimeAsync(500);
  expect([load.mock.calls.length, told.mock.calls]).toEqual([1, []]);

  phone.send({ type: 'panel.toggle' });
  await vi.advanceTimersByTimeAsync(0);

  expect(told.mock.calls).toEqual([['bad', "Couldn't load the phone. Try again."]]);
});

test('loads again by itself after a network that was gone, so that calls reach the person', async () => {
  vi.stubGlobal('reportError', vi.fn());
  const { phone, start, load } = around();
  load.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'));
  const running = start();
  await vi.advanceTimersByTimeAsync(500 + 500 + 1_000);
  expect(load).toHaveBeenCalledTimes(3);

  phone.send({ type: 'panel.toggle' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(3);
  running.stop();
});

test('is given up once the server answers without it', async () => {
  vi.stubGlobal('reportError', vi.fn());
  vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
  const { start, load } = around();
  load.mockRejectedValue(new Error('gone'));
  const running = start();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(4);
  running.stop();
});

test('loads no more for a person who left while it could not', async () => {
  vi.stubGlobal('reportError', vi.fn());
  const { start, load } = around();
  load.mockRejectedValue(new Error('away'));
  const running = start();
  await vi.advanceTimersByTimeAsync(500);
  running.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(1);
});

test('does what was asked before it had loaded, in order', async () => {
  const { phone, start, asked } = around();
  start();
  phone.send({ type: 'panel.toggle' });
  phone.send({ type: 'panel.type', text: '5' });
  expect(asked).toEqual([]);

  await vi.advanceTimersByTimeAsync(500);
  phone.send({ type: 'panel.erase' });

  expect(asked).toEqual([{ type: 'panel.toggle' }, { type: 'panel.type', text: '5' }, { type: 'panel.erase' }]);
});

test('what is asked before it has loaded makes it load at once', async () => {
  const { phone, start, load } = around();
  start();

  phone.send({ type: 'panel.toggle' });

  expect(load).toHaveBeenCalledOnce();
});

test('shows nothing until it has loaded, and nothing of a person who has left', async () => {
  const { phone, start, given, stop } = around();
  const session = start();
  const shown = { panel: { open: true } } as PhoneView;
  expect(phone.view.get()).toBeNull();

  await vi.advanceTimersByTimeAsync(500);
  given[0]?.show(shown);
  expect(phone.view.get()).toBe(shown);
  session.stop();

  expect(phone.view.get()).toBeNull();
  expect(stop).toHaveBeenCalledOnce();
});

test('a person who leaves before it has loaded gets none', async () => {
  const { start, given } = around();

  start().stop();
  await vi.advanceTimersByTimeAsync(500);

  expect(given).toEqual([]);
});

test.each([
  ['may not call', BOOT, { ...USER, permissions: [] } as CurrentUser],
  ['has no phone in this deployment', { ...BOOT, app_env: 'stage' }, USER],
])('does not load for somebody who %s', async (_, boot, user) => {
  const { phone, start, load } = around(boot);
  start(user);

  phone.send({ type: 'panel.toggle' });
  await vi.advanceTimersByTimeAsync(5_000);

  expect(load).not.toHaveBeenCalled();
});

test('a meter that was there before goes on when it has loaded', async () => {
  const { phone, start, levels } = around();
  const listener = () => undefined;
  const end = phone.observeLevels(listener);
  start();

  await vi.advanceTimersByTimeAsync(500);
  expect(levels).toEqual([listener]);
  end();

  expect(levels).toEqual([]);
});

test('pages are opened by the router that is there', async () => {
  const { phone, start, given } = around();
  const opened: string[] = [];
  const end = phone.openBy((href) => opened.push(href));
  start();
  await vi.advanceTimersByTimeAsync(500);

  given[0]?.open('/contacts/42');
  end();
  given[0]?.open('/contacts/43');

  expect(opened).toEqual(['/contacts/42']);
});
