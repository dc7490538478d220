import type { Page } from 'playwright-core';
import { callFrom } from '../../model-tests/session/two-factor-person.ts';
import { after, page, type Place, press } from './place.ts';

const calls = page('/calls', '/calls', '.calls tbody a');

/** The pages of calls. */
export const CALLS: Readonly<Record<string, Place>> = {
  calls,
  'calls of everybody below': page('/calls', '/calls?whose=downline', '.calls tbody a', 'manager'),
  'no call that fits': page('/calls', '/calls?q=zzqqzz', '.empty'),
  'what happened in a call': {
    ...after(calls, async (tab) => {
      await tab.locator('.calls tbody a').nth(1).click();
      await tab.locator('.call-log li').first().waitFor();
    }),
    route: '/calls/$id',
  },
  'no such call': page('/calls/$id', '/calls/99999999', '.empty'),
};

/** A call outlives its page: that of the place before is ended, or the next one couldn't begin. */
async function endCalls(tab: Page): Promise<void> {
  const path = '/v1/dialer/fetch_active_calls';
  const { call_list: calls } = await callFrom<{ call_list: { id: number }[] }>(tab, 'POST', path, {});
  for (const { id } of calls) await callFrom(tab, 'POST', '/v1/dialer/hangup_call', { call_id: id });
}

const exportsPage = page('/exports', '/exports', '.drop, .empty');
const quiet: Place = {
  ...exportsPage,
  go: async (tab, visitors) => {
    await endCalls(tab);
    await exportsPage.go(tab, visitors);
  },
};
const phone = after(quiet, async (tab) => {
  await tab.getByRole('button', { name: /^Phone, /u }).click();
  await tab.locator('.phone-float .pad, .phone-float .blocked').waitFor();
});
const soundOfPhone = after(phone, async (tab) => {
  await tab.getByRole('button', { name: 'Microphone and speaker' }).click();
  await tab.getByRole('button', { name: 'Test call' }).waitFor();
});
const onCall = after(soundOfPhone, async (tab, visitors) => {
  await press('Test call')(tab, visitors);
  await tab.locator('.phone-float .timer').waitFor();
});

/** The phone, above any page. */
export const PHONE: Readonly<Record<string, Place>> = {
  'the keypad of the phone': after(phone, async (tab) => {
    await tab.getByLabel('Number', { exact: true }).fill('512');
    await tab.locator('.phone-float .pf', { hasText: 'at least 9 digits' }).waitFor();
  }),
  'the last calls of the phone': after(phone, async (tab) => {
    await tab.getByRole('tab', { name: 'Recent' }).click();
    await tab.locator('.phone-float .hist li').first().waitFor();
  }),
  'the sound of the phone': soundOfPhone,
  'a call': onCall,
  'the keypad of a call': after(onCall, async (tab) => {
    await tab.getByRole('button', { name: 'Keypad', exact: true }).click();
    await tab.locator('.phone-float .sent').waitFor({ state: 'attached' });
  }),
  'a call that ended': after(onCall, async (tab) => {
    await tab.getByRole('button', { name: 'End call' }).click();
    await tab.getByRole('button', { name: 'Call again' }).waitFor();
  }),
};
