import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CallView } from '../../src/machines/phone/line-view.ts';
import { PhoneDock } from '../../src/views/phone/dock/PhoneDock.tsx';
import { click, mount, only, settle } from '../_kit/mount.ts';
import { callView, phoneAround, phoneView } from './phone-views.tsx';

beforeAll(() => import('../../src/views/phone/panel/PhonePanel.tsx').then(() => undefined));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => void vi.unstubAllGlobals());

async function open(call: Partial<CallView>) {
  const around = phoneAround(phoneView({ line: { call: callView(call) }, panel: { view: 'active' } }), {});
  mount(around.wrap(<PhoneDock />));
  for (let load = 0; load < 4; load += 1) await act(settle);
  return around;
}

test('a call to an extension says that it was dialed, and dials it again', async () => {
  const { sent } = await open({ extension: { digits: '45', isDialed: true } });
  expect(only('.call-extension output').textContent).toBe('Extension 45 dialed');

  click(only('.call-extension button'));

  expect([only('.call-extension button').textContent, sent]).toEqual(['Send again', [{ type: 'line.sendExtension' }]]);
});

test('before the answer it says what follows, and offers nothing', async () => {
  await open({ stage: 'ringing', extension: { digits: '45', isDialed: false } });

  expect(only('.call-extension').textContent).toBe('Extension 45 is next');
});
