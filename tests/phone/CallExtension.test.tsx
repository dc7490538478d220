import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { CallView, PhoneView } from '../../src/machines/phone/line-view.ts';
import { PhoneDock } from '../../src/views/phone/dock/PhoneDock.tsx';
import { click, mount, only, press, settle, type } from '../_kit/mount.ts';
import { callView, phoneAround, phoneView, withAside } from './phone-views.tsx';

beforeAll(() => import('../../src/views/phone/panel/PhonePanel.tsx').then(() => undefined));
beforeAll(() => import('../../src/views/phone/panel/as-you-type.ts').then(() => undefined));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => void vi.unstubAllGlobals());

const talking = (call: Partial<CallView>) => phoneView({ line: { call: callView(call) }, panel: { view: 'active' } });

async function open(view: PhoneView) {
  const around = phoneAround(view, {});
  mount(around.wrap(<PhoneDock />));
  for (let load = 0; load < 4; load += 1) await act(settle);
  return { ...around, show: (next: PhoneView) => act(() => around.show(next)) };
}

test('a call to an extension says that it was dialed, and dials it again', async () => {
  const { sent } = await open(talking({ extension: { digits: '45', isDialed: true } }));
  expect(only('.call-extension output').textContent).toBe('Extension 45 dialed');

  click(only('.call-extension button'));

  expect([only('.call-extension button').textContent, sent]).toEqual(['Send again', [{ type: 'line.sendExtension' }]]);
});

test('before the answer it says what follows, and offers nothing', async () => {
  await open(talking({ stage: 'ringing', extension: { digits: '45', isDialed: false } }));

  expect(only('.call-extension').textContent).toBe('Extension 45 is next');
});

function paste(label: string, text: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  const clipboardData = { getData: () => text };
  act(() => void only(`[aria-label="${label}"]`).dispatchEvent(Object.assign(event, { clipboardData })));
}

test('the keypad keeps a pasted extension, shows it and deletes it', async () => {
  const { sent, show } = await open(phoneView({}));
  paste('Number', 'Office: (512) 555-0142 x45');
  expect(sent).toEqual([{ type: 'panel.type', text: '5125550142x45' }]);

  show(phoneView({ panel: { typed: '5125550142x45' } }));
  const input = only<HTMLInputElement>('[aria-label="Number"]');
  expect(input.value).toBe('1-512-555-0142 x45');
  type(input, '1-512-555-0142 x4');

  expect(sent.at(-1)).toEqual({ type: 'panel.type', text: '15125550142x4' });
});

test('a transfer on the embedded line says that an extension is no place for it', async () => {
  const { sent } = await open(withAside(talking({}), 'transfer'));
  paste('Transfer to', '512-555-0100 x45');
  press(only('[aria-label="Transfer to"]'), 'Enter');

  expect(only('.transfer').textContent).toContain("You can't transfer to an extension. Use a direct number.");
  expect(sent).toEqual([]);
});
