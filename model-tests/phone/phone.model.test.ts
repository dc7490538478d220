import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { callMachine } from '../../src/machines/phone/call.machine.ts';
import { deviceMachine } from '../../src/machines/phone/device.machine.ts';
import { leadershipMachine } from '../../src/machines/phone/leadership.machine.ts';
import { NO_LINE } from '../../src/machines/phone/line-facts.ts';
import { lineMachine } from '../../src/machines/phone/line.machine.ts';
import type { CallView, LineView, PhoneView } from '../../src/machines/phone/line-view.ts';
import { panelMachine } from '../../src/machines/phone/panel.machine.ts';
import { phoneMachine } from '../../src/machines/phone/phone.machine.ts';
import { screenPopMachine } from '../../src/machines/phone/screen-pop.machine.ts';
import { call, matched } from '../../tests/phone/phone-fixtures.ts';
import type { HeldPorts } from '../_walk/ports.ts';
import { type Model, type Move, runs, type Walked, walk } from '../_walk/walk.ts';

const breaks = () => {
  throw new Error('a fault of ours');
};

const machine = ({ hold }: HeldPorts, isFaulty: boolean) => {
  const line = lineMachine.provide({
    actors: {
      device: deviceMachine.provide({ actors: { fetchToken: hold('fetchToken') } }),
      call: callMachine.provide({ actors: { findContacts: hold('findContacts') } }),
      readActiveCalls: hold('readActiveCalls'),
      broadcasts: hold('broadcasts'),
    },
  });
  const leadership = leadershipMachine.provide({ actors: { lock: hold('lock') } });
  const screenPop = screenPopMachine.provide({ actors: { openPop: hold('openPop') } });
  const whole = phoneMachine.provide({ actors: { leadership, line, screenPop, tabs: hold('tabs') } });
  if (!isFaulty) return whole;
  return whole.provide({
    actors: {
      leadership: leadership.provide({ actions: { keepReason: breaks } }),
      panel: panelMachine.provide({ actions: { erase: breaks } }),
      screenPop: screenPop.provide({ actions: { dismiss: breaks } }),
    },
  });
};

const input = { now: () => 0, pageAge: () => 0 };
const viewOf = (snapshot: AnyMachineSnapshot): PhoneView => snapshot.context.view;
const childrenOf = (snapshot: AnyMachineSnapshot) =>
  snapshot.children as Readonly<Record<string, AnyActorRef | undefined>>;
const isLeading = (snapshot: AnyMachineSnapshot) => snapshot.matches('leading');

const PARTS = ['panel', 'leadership', 'screenPop', 'line'];
/** All of its parts that there are work. */
const isSound = (snapshot: AnyMachineSnapshot): boolean =>
  PARTS.every((id) => (childrenOf(snapshot)[id]?.getSnapshot().status ?? 'active') === 'active');
const isWhole = (snapshot: AnyMachineSnapshot): boolean => isSound(snapshot) && !snapshot.context.isAdmin;

const does = (event: { type: string } & Record<string, unknown>, when?: Move['when']): Move => ({
  when: (s) => isWhole(s) && (when?.(s) ?? true),
  go: ({ send }) => send(event),
});
/** Failure of a part, where parts fail; a failed one receives no requests. */
const tries = (move: Move): Move => ({ ...move, when: isSound });
/** Something happens to one of its children. */
const at = (child: string, event: { type: string } & Record<string, unknown>, when?: Move['when']): Move => ({
  when: (s) => isSound(s) && childrenOf(s)[child] !== undefined && (when?.(s) ?? true),
  go: (run) => childrenOf(run.actor.getSnapshot())[child]?.send(event),
});

const talks = { key: 'one', stage: 'active', contacts: [matched()], contactId: 7, call: null } as unknown as CallView;
const elsewhere: LineView = { ...NO_LINE, call: talks };
const told = (line: LineView): Move => does({ type: 'tabs.told', shown: { line, pops: [] } });

/** Everything that a person, the other tabs and the parts of the phone can do to the phone of a tab. */
const phoneModel: Model = {
  name: 'phone',
  starts: {
    fresh: (ports) => ({ machine: machine(ports, false), input: { ...input, newKey: () => 'out', isAdmin: false } }),
    'with parts that break': (ports) => ({
      machine: machine(ports, true),
      input: { ...input, newKey: breaks, isAdmin: true },
    }),
  },
  key: (snapshot) => {
    const { line, panel } = viewOf(snapshot);
    // The one whose parts break is an admin's.
    const { isAdmin, answered } = snapshot.context;
    const shown = [answered, line.incoming.length, line.call === null, panel.view === 'inCallKeypad'];
    return JSON.stringify([...shown, isAdmin, isSound(snapshot)]);
  },
  always: (snapshot) => {
    const { line, leadership } = viewOf(snapshot);
    if (snapshot.matches('leading') !== (childrenOf(snapshot)['line'] !== undefined)) {
      throw new Error('a line runs where it should not, or none where it should');
    }
    if (snapshot.matches('leading') && !leadership.here) throw new Error('it leads, and does not say so');
    if (snapshot.matches('following') && leadership.here) throw new Error('it follows, and says that it leads');
    if (snapshot.matches('broken') && line.device.status !== 'failed')
      throw new Error('it is broken, and does not say so');
  },
  moves: {
    'the lock is free': at('leadership', { type: 'lock.granted' }),
    'another tab has the lock': at('leadership', { type: 'lock.held' }),
    'another tab takes the lock': at('leadership', { type: 'lock.lost' }),
    'a call rings': at(
      'line',
      { type: 'voice.rang', key: 'one', sid: 'CA1', from: '+15125550142', to: '+18135550117', callId: 41 },
      (s) => isWhole(s) && viewOf(s).line.incoming.length === 0 && viewOf(s).line.call === null,
    ),
    'its contact is known': at(
      'line',
      { type: 'call.incoming', call: call({ id: 41, version: 2 }), contacts: [matched()] },
      (s) => viewOf(s).line.incoming.length > 0,
    ),
    'it is connected': at('line', { type: 'voice.accepted', key: 'one', sid: 'CA1' }, (s) =>
      viewOf(s).line.incoming.some(({ answering }) => answering),
    ),
    'it has ended': at('line', { type: 'voice.ended', key: 'one', code: null }, (s) => viewOf(s).line.call !== null),
    'the browser blocks the tab of its contacts': {
      when: (s) => isLeading(s) && childrenOf(s)['screenPop']?.getSnapshot().value === 'opening',
      go: ({ ports }) => ports.done('openPop', 'blocked'),
    },
    'the person answers': does(
      { type: 'line.answer', key: 'one' },
      (s) => viewOf(s).line.incoming.length > 0 || s.matches('following'),
    ),
    'the person hangs up': does({ type: 'line.hangUp' }, (s) => !s.matches('undecided')),
    'the person calls': tries(does({ type: 'panel.call' })),
    'the person tries again': tries(does({ type: 'line.retry' })),
    'the person takes over': tries(does({ type: 'phone.takeOver' })),
    'the person puts a card away': tries(does({ type: 'phone.dismissPop', number: '+15125550142' })),
    'the person opens or closes the panel': does({ type: 'panel.toggle' }),
    'the person shows the tones': does({ type: 'panel.show', view: 'inCallKeypad' }),
    'the person types': does({ type: 'panel.type', text: '1' }),
    'the person erases': tries(does({ type: 'panel.erase' })),
    'the person opens the audio': does({ type: 'panel.toggleAside', aside: 'audio' }),
    'another tab shows a call': told(elsewhere),
    'another tab shows nothing': told(NO_LINE),
    'another tab is new': does({ type: 'tabs.greeted' }),
    'another tab passes something on': does({ type: 'tabs.passed', command: { type: 'line.putAway' } }),
    'another tab puts a card away': does({
      type: 'tabs.passed',
      command: { type: 'phone.dismissPop', number: '+15125550142' },
    }),
    'the other tabs cannot be heard': { when: runs('tabs'), go: ({ ports }) => ports.failed('tabs') },
  },
};

describe('the phone of a tab', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(phoneModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('leads only by the lock, and after a fault of ours', () => {
    const led = walked.edges.filter(({ from, to }) => !from.includes('"leading"') && to.includes('"leading"'));
    expect([...new Set(led.map(({ move }) => move))].toSorted()).toEqual([
      'the lock is free',
      'the person tries again',
    ]);
  });
});
