import { createAtom } from '@xstate/store';
import type { Call } from '#contract/phone/call.contract.ts';
import type { AppActors } from '../../src/actors/root.ts';
import { callObstacle } from '../../src/machines/phone/line-facts.ts';
import type {
  CallView,
  DeviceView,
  EndedView,
  IncomingView,
  LineView,
  PanelView,
  PhoneCommand,
  PhoneView,
} from '../../src/machines/phone/line-view.ts';
import { appAround } from '../imports/app-around.tsx';
import { call as writtenCall, matched, minutes } from './phone-fixtures.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';

/** What stands on a phone in tests of its views, whole and by hand. */

export const device = (some: Partial<DeviceView> = {}): DeviceView => ({
  status: 'ready',
  problem: null,
  microphone: 'granted',
  inputs: [{ id: 'mic', label: 'Headset' }],
  outputs: [{ id: 'ear', label: 'Headset' }],
  input: 'mic',
  output: 'ear',
  numbers: [
    { number: '+18135550117', label: 'Tampa' },
    { number: '+15125550150', label: 'Austin' },
  ],
  callFrom: '+18135550117',
  echoNumber: '+15555550199',
  ...some,
});

/** They talk. */
export const call = (some: Partial<Call> = {}): Call =>
  writtenCall({ status: 'active', answered_at: '2026-11-21T16:05:04Z', version: 3, ...some });

export const callView = (some: Partial<CallView> = {}): CallView => ({
  key: 'c1',
  callId: 31,
  direction: 'outbound',
  number: '+15125550142',
  stage: 'active',
  activeSince: Date.now() - 192_000,
  muted: false,
  held: false,
  passing: false,
  recording: { state: 'off', busy: false, locked: null },
  quality: 'good',
  digits: '',
  extension: null,
  contacts: [matched()],
  contactId: 7,
  call: call(),
  ...some,
});

export const incomingView = (some: Partial<IncomingView> = {}): IncomingView => ({
  key: 'i1',
  callId: 32,
  from: '+15125550167',
  to: '+18135550117',
  contacts: [matched()],
  contactId: 7,
  answering: false,
  lookedUp: true,
  call: null,
  ...some,
});

export const endedView = (some: Partial<EndedView> = {}): EndedView => ({
  key: 'c1',
  callId: 31,
  number: '+15125550142',
  direction: 'outbound',
  end: { kind: 'completed' },
  contactId: null,
  seconds: 402,
  call: call({ status: 'ended', outcome: 'completed', seconds: 402 }),
  ...some,
});

interface Shown {
  line?: Partial<LineView>;
  panel?: Partial<PanelView>;
  leadership?: PhoneView['leadership'];
  pops?: PhoneView['pops'];
}

export const phoneView = ({ line, panel, leadership, pops }: Shown = {}): PhoneView => {
  const facts = { notice: null, device: device(), incoming: [], call: null, ended: null, minutes: minutes(), ...line };
  return {
    line: { ...facts, obstacle: callObstacle(facts) },
    leadership: leadership ?? { here: true, blocked: null },
    panel: { open: true, view: 'keypad', aside: null, typed: '', ...panel },
    pops: pops ?? [],
  };
};

export const withAside = (view: PhoneView, aside: PanelView['aside']): PhoneView => ({
  ...view,
  panel: { ...view.panel, aside },
});

/** The app around the phone: what it shows, what it is asked, and what the server is. */
export function phoneAround(first: PhoneView | null, answers: Readonly<Record<string, unknown>> = {}) {
  const view = createAtom<PhoneView | null>(first);
  const sent: PhoneCommand[] = [];
  const phone = {
    view,
    send: (command: PhoneCommand) => sent.push(command),
    observeLevels: () => () => undefined,
    notices: createAtom('granted' as const),
    askForNotices: () => undefined,
    openBy: () => () => undefined,
  };
  const user = { id: 1001, timezone: 'cst', permissions: ['phone.call'], roles: ['agent'] };
  const session = sessionAtWork(user);
  const { wrap, called } = appAround(
    { fetchHistoricalCalls: { call_history: [] }, fetchAssociatedContacts: { contacts: [] }, ...answers },
    { session, phone: phone as unknown as AppActors['phone'] },
  );
  return { wrap, called, sent, show: (next: PhoneView | null) => view.set(next) };
}
