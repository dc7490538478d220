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

async function open(stage: CallView['stage']) {
  const around = phoneAround(phoneView({ line: { call: callView({ stage }) }, panel: { view: 'active' } }), {});
  mount(around.wrap(<PhoneDock />));
  for (let load = 0; load < 4; load += 1) await act(settle);
  return around;
}

const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === name);
const press = (name: string) => click(button(name) ?? document.createElement('b'));

test('a call that waits since the page was loaded again is rejoined or ended', async () => {
  const { sent } = await open('waiting');
  expect([only('.ph').textContent, only('.call-top [role=timer]').textContent]).toEqual([
    'Call waiting for you',
    '03:12',
  ]);

  press('Rejoin call');
  press('End call');

  expect(sent).toEqual([{ type: 'line.rejoin' }, { type: 'line.hangUp' }]);
});

test('until then nothing else can be done with it', async () => {
  const { sent } = await open('rejoining');
  for (const name of ['Mute', 'Hold', 'Transfer']) press(name);
  expect([only('.ctls-said').textContent, sent]).toEqual(['Rejoin the call first.', []]);
});

test('a call that goes on is not rejoined', async () => {
  await open('active');
  expect(button('Rejoin call')).toBeUndefined();
});
