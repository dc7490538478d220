import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PhoneRun } from '../../src/actors/phone/phone-handle.ts';
import { runPhone } from '../../src/actors/phone/run-phone.ts';
import { NO_LINE } from '../../src/machines/phone/line-facts.ts';
import type { CallView, PhoneView } from '../../src/machines/phone/line-view.ts';

const USER_ID = 1001;

/** Frequencies that sounded, in pairs: a key has two. */
let sounded: number[] = [];

/** The parts of the browser's audio that a key needs. */
class FakeNode {
  readonly gain = { setTargetAtTime: () => undefined };
  constructor(_context: unknown, { frequency }: { frequency?: number } = {}) {
    if (frequency !== undefined) sounded.push(frequency);
  }
  connect = () => undefined;
  start = () => undefined;
  stop = () => undefined;
}
class FakeContext {
  readonly currentTime = 0;
  readonly state = 'running';
  close = () => Promise.resolve();
}

beforeEach(() => {
  sounded = [];
  // Another tab has the phone, and keeps it.
  const request = (_name: string, { ifAvailable = false }: LockOptions, take: (lock: null) => void) =>
    new Promise<void>((resolve) => {
      if (ifAvailable) resolve(take(null));
    });
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('location', { protocol: 'https:', host: 'crm.example' });
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('GainNode', FakeNode);
  vi.stubGlobal('OscillatorNode', FakeNode);
});
afterEach(() => vi.unstubAllGlobals());

test('the keys of the keypad sound here, those of a call by its line', async () => {
  const shown: PhoneView[] = [];
  const user = { id: USER_ID, roles: ['agent'] };
  const phone = runPhone({ user, show: (view: PhoneView) => shown.push(view) } as unknown as PhoneRun);
  const otherTab = new BroadcastChannel(`bellwether.phone.${USER_ID}`);
  const call = { key: 'in', stage: 'active', contacts: [], contactId: null, call: null } as unknown as CallView;
  const isShown = (view: PhoneView['panel']['view']) =>
    expect.poll(() => shown.at(-1)?.panel.view, { interval: 5 }).toBe(view);

  phone.send({ type: 'panel.type', text: '5' });
  expect(sounded).toEqual([770, 1336]);

  otherTab.postMessage({ type: 'tabs.tell', shown: { line: { ...NO_LINE, call }, pops: [] } });
  await isShown('active');
  phone.send({ type: 'panel.show', view: 'inCallKeypad' });
  await isShown('inCallKeypad');
  phone.send({ type: 'panel.type', text: '5' });

  expect(sounded).toEqual([770, 1336]);
  otherTab.close();
  phone.stop();
});
