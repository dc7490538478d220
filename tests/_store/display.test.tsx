import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CurrentUser, Display } from '../../src/api/contract/session.contract.ts';
import { keepDisplay } from '../../src/actors/_frame/display.actors.ts';
import { displayHint, displayStore } from '../../src/store/display.store.ts';
import { resetStores } from '../../src/store/reset.ts';
import { openServer } from '../_resource/asked.ts';

const profile: Display = { font_size: 'small', primary_color: 'brand', background: 'default' };

/** The profile has more than display options; only those are shown and saved. */
const whole = { ...profile, dialer_verified_phone_number: '+16565550107', dialer_enabled: true };

function keep() {
  const server = openServer();
  const stop = keepDisplay(server.api, { profile: whole } as CurrentUser);
  /** Waits for so many requests: the contract of the profile loads with the first one. */
  const askedFor = (count: number) => vi.waitFor(() => expect(server.asked.length).toBe(count));
  return { ...server, askedFor, stop };
}

const state = () => displayStore.getSnapshot().context;

beforeEach(() => resetStores());

describe('display options', () => {
  test('are those of the person, also before the next first paint', () => {
    keep().stop();

    expect([state().options, displayHint.read()]).toEqual([profile, profile]);
  });

  test('go to the server when chosen', async () => {
    const { askedFor, last, stop } = keep();

    displayStore.trigger.choose({ chosen: { background: 'dark' } });
    await askedFor(1);
    expect(last().args).toEqual({ body: { ...profile, background: 'dark' } });
    await last().answer({ data: {} });

    await vi.waitFor(() => expect(state()).toEqual({ options: { ...profile, background: 'dark' }, isSaved: true }));
    stop();
  });

  test('chosen during a save go out together after it', async () => {
    const { askedFor, last, stop } = keep();
    displayStore.trigger.choose({ chosen: { background: 'dark' } });
    displayStore.trigger.choose({ chosen: { font_size: 'large' } });
    displayStore.trigger.choose({ chosen: { primary_color: 'green' } });
    await askedFor(1);

    await last().answer({ data: {} });

    await askedFor(2);
    expect(last().args).toEqual({ body: { font_size: 'large', primary_color: 'green', background: 'dark' } });
    stop();
  });

  test('show although they could not be saved', async () => {
    const { askedFor, last, stop } = keep();

    displayStore.trigger.choose({ chosen: { background: 'dark' } });
    await askedFor(1);
    await last().fail(new Error('offline'));

    expect(state()).toEqual({ options: { ...profile, background: 'dark' }, isSaved: false });
    stop();
  });
});
