import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PhoneDock } from '../../src/views/phone/dock/PhoneDock.tsx';
import type { CallEnd, EndedView } from '../../src/machines/phone/line-view.ts';
import { click, mount, only, settle } from '../_kit/mount.ts';
import { endedView, phoneAround, phoneView } from './phone-views.tsx';

beforeAll(() => import('../../src/views/phone/panel/PhonePanel.tsx').then(() => undefined));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => void vi.unstubAllGlobals());

async function open(some: Partial<EndedView>) {
  const ended = endedView({ callId: null, call: null, seconds: 0, ...some });
  const around = phoneAround(phoneView({ line: { ended }, panel: { view: 'ended' } }), {});
  mount(around.wrap(<PhoneDock />));
  for (let load = 0; load < 4; load += 1) await act(settle);
  return around;
}

const refused = (more: object): CallEnd => ({
  kind: 'refused',
  why: { kind: 'refused', text: 'Call blocked until 12:00 PM CT.', ...more },
});
const buttonOf = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === name);

test('a call that is blocked for marketing asks whether it is a service call, and places that', async () => {
  const { sent } = await open({ contactId: 7, end: refused({ mayServe: true }) });
  expect(only('.ended').textContent).toContain('Call blocked until 12:00 PM CT.A service call is allowed now.');
  expect(only('.ph').textContent).toContain('Call blocked');

  const service = buttonOf('Make a service call');
  if (service !== undefined) click(service);
  expect(sent).toEqual([{ type: 'line.dial', number: '+15125550142', contactId: 7, purpose: 'service' }]);
});

test('a call that is blocked for every purpose asks nothing', async () => {
  await open({ end: refused({}) });
  expect(only('.ph').textContent).toContain('Call blocked');
  expect(buttonOf('Make a service call')).toBeUndefined();
});

test('a call that took place has ended', async () => {
  await open({ end: { kind: 'completed' } });
  expect(only('.ph').textContent).toContain('Call ended');
});
