import { beforeEach, describe, expect, test } from 'vitest';
import type { CurrentUser, Display } from '../../src/api/contract/session.contract.ts';
import { keepDisplay } from '../../src/actors/_display.actors.ts';
import { displayHint, displayStore } from '../../src/store/display.store.ts';
import { resetStores } from '../../src/store/reset.ts';
import { openServer } from '../_resource/asked.ts';

const profile: Display = { font_size: 'small', primary_color: 'brand', background: 'default' };

/** The profile has more than display options; only those are shown and saved. */
const whole = { ...profile, dialer_verified_phone_number: '+16565550107', dialer_enabled: true };

function keep() {
  const server = openServer();
  const stop = keepDisplay(server.api, { profile: whole } as CurrentUser);
  return { ...server, stop };
}

const state = () => displayStore.getSnapshot().context;

beforeEach(() => resetStores());

describe('display options', () => {
  test('are those of the person, also before the next first paint', () => {
    keep().stop();

    expect([state().options, displayHint.read()]).toEqual([profile, profile]);
  });

  test('go to the server when chosen', async () => {
    const { last, stop } = keep();

    displayStore.trigger.choose({ chosen: { background: 'dark' } });
    expect(last().args).toEqual({ body: { ...profile, background: 'dark' } });
    await last().answer({ data: {} });

    expect(state()).toEqual({ options: { ...profile, background: 'dark' }, isSaved: true });
    stop();
  });

  test('chosen during a save go out together after it', async () => {
    const { asked, last, stop } = keep();
    displayStore.trigger.choose({ chosen: { background: 'dark' } });
    displayStore.trigger.choose({ chosen: { font_size: 'large' } });
    displayStore.trigger.choose({ chosen: { primary_color: 'green' } });
    expect(asked.length).toBe(1);

    await last().answer({ data: {} });

    expect(asked.length).toBe(2);
    expect(last().args).toEqual({ body: { font_size: 'large', primary_color: 'green', background: 'dark' } });
    stop();
  });

  test('show although they could not be saved', async () => {
    const { last, stop } = keep();

    displayStore.trigger.choose({ chosen: { background: 'dark' } });
    await last().fail(new Error('offline'));

    expect(state()).toEqual({ options: { ...profile, background: 'dark' }, isSaved: false });
    stop();
  });
});
