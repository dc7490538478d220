import { type ActorRefFrom, assign, enqueueActions, raise, type SnapshotFrom, sendTo, setup } from 'xstate';
import { tonesOf } from './dialled.ts';
import { type LeadershipFact, leadershipMachine, leadershipViewOf } from './leadership.machine.ts';
import type { Busy, DeviceProblem, LineView, PhoneCommand, PhoneView } from './line-view.ts';
import { lineMachine, lineViewOf } from './line.machine.ts';
import type { LineInput } from './line-setup.ts';
import { contactNumberOf, NO_LINE, NO_VIEW } from './line-facts.ts';
import { panelMachine, panelViewOf } from './panel.machine.ts';
import { phonePorts, type SharedCommand, type SharedView, type TabsFact } from './phone-ports.ts';
import { screenPopMachine } from './screen-pop.machine.ts';

interface PhoneContext extends PhoneInput {
  readonly view: PhoneView;
  /** The last view sent to other tabs. `null`: none yet. */
  readonly told: SharedView | null;
  /** The incoming call that is answered in this tab, until its contact is open. `null`: none. */
  readonly answered: string | null;
}

const busyOf = ({ call, incoming }: LineView): Busy | null => {
  if (call !== null) return 'call';
  return incoming.length > 0 ? 'ring' : null;
};

const BROKEN: DeviceProblem = { kind: 'unable', step: 'dialer', reason: 'unknown' };

const isAbout = ({ call, incoming }: LineView, key: string): boolean =>
  call?.key === key || incoming.some((one) => one.key === key);

/** Unchanged: the same object, so that nothing renders again. */
const sameOr = <Value>(known: Value, next: Value): Value =>
  JSON.stringify(known) === JSON.stringify(next) ? known : next;

/**
 * The phone of one tab: root of its actors, for as long as one person works. The tab that leads runs the line, and tells
 * the others how it looks; they show the same, and pass on what is asked. `context.view` is all that views know.
 *
 *   line: undecided ─gained→ leading ⇄ following
 */
export const phoneMachine = setup({
  types: {
    children: {} as {
      leadership: 'leadership';
      line: 'line';
      panel: 'panel';
      screenPop: 'screenPop';
      tabs: 'tabs';
    },
    input: {} as PhoneInput,
    context: {} as PhoneContext,
    events: {} as PhoneCommand | LeadershipFact | TabsFact | PhoneSignal,
  },
  actors: {
    ...phonePorts,
    leadership: leadershipMachine,
    line: lineMachine,
    panel: panelMachine,
    screenPop: screenPopMachine,
  },
  actions: {
    /** Opens `/contacts/{number}` in this tab. */
    openContact: (_scope, _params: { number: number }) => undefined,
    showLine: enqueueActions(({ context, enqueue }, params: { line: LineView }) => {
      const [before, line] = [context.view.line, sameOr(context.view.line, params.line)];
      if (line === before) return;
      enqueue.assign({ view: { ...context.view, line } });
      enqueue.sendTo('panel', { type: 'line.changed', line });
      if (busyOf(before) !== busyOf(line)) {
        enqueue.sendTo('leadership', { type: 'leadership.busied', busy: busyOf(line) });
      }
      const { answered } = context;
      if (answered !== null && !isAbout(line, answered)) enqueue.assign({ answered: null });
      if (line.call === null || line.call.key !== answered || line.call.stage !== 'active') return;
      enqueue.assign({ answered: null });
      const number = contactNumberOf(line.call);
      if (number !== null) enqueue.raise({ type: 'phone.reached', number });
    }),
    /** Every call that has begun to ring here, as soon as it is known who has the number: colleagues are no contacts. */
    callForPops: enqueueActions(({ context, enqueue }, { line }: { line: LineView }) => {
      const known = context.view.line.incoming.filter(({ lookedUp }) => lookedUp).map(({ key }) => key);
      for (const { key, from, lookedUp, call } of line.incoming) {
        const isFromOutside = lookedUp && !call?.inside;
        if (isFromOutside && !known.includes(key)) enqueue.sendTo('screenPop', { type: 'pop.called', number: from });
      }
    }),
    show: assign({
      view: ({ context }, params: Partial<Omit<PhoneView, 'line'>>) =>
        sameOr(context.view, { ...context.view, ...params }),
    }),
    tellTabs: enqueueActions(({ context: { view, told }, enqueue }) => {
      const shown = { line: view.line, pops: view.pops };
      if (told?.line === shown.line && told.pops === shown.pops) return;
      enqueue.assign({ told: shown });
      enqueue.sendTo('tabs', { type: 'tabs.tell', shown });
    }),
    noteAnswer: assign({ answered: (_, params: { key: string }) => params.key }),
  },
  guards: {
    typesTones: ({ context }) => context.view.panel.view === 'inCallKeypad',
    dismissesPop: (_, params: { command: SharedCommand }) => params.command.type === 'phone.dismissPop',
  },
}).createMachine({
  id: 'phone',
  context: ({ input }) => ({ ...input, answered: null, view: NO_VIEW, told: null }),
  initial: 'undecided',
  invoke: [
    {
      id: 'panel',
      src: 'panel',
      onSnapshot: { actions: { type: 'show', params: ({ event }) => ({ panel: panelViewOf(event.snapshot) }) } },
      onError: {},
    },
    { id: 'tabs', src: 'tabs', onError: {} },
    {
      id: 'leadership',
      src: 'leadership',
      input: ({ self }) => ({ phone: self }),
      onSnapshot: {
        actions: { type: 'show', params: ({ event }) => ({ leadership: leadershipViewOf(event.snapshot) }) },
      },
      onError: {},
    },
  ],
  on: {
    'leadership.gained': '.leading',
    'phone.reached': { actions: { type: 'openContact', params: ({ event }) => event } },
    'panel.type': [
      {
        guard: 'typesTones',
        actions: raise(({ event }) => ({ type: 'line.sendDigits', digits: tonesOf(event.text) })),
      },
      { actions: sendTo('panel', ({ event }) => event) },
    ],
    'panel.call': {
      actions: raise(({ context, event }) => ({ ...event, type: 'line.dial', number: context.view.panel.typed })),
    },
    'panel.toggle': { actions: sendTo('panel', ({ event }) => event) },
    'panel.show': { actions: sendTo('panel', ({ event }) => event) },
    'panel.toggleAside': { actions: sendTo('panel', ({ event }) => event) },
    'panel.erase': { actions: sendTo('panel', ({ event }) => event) },
    'phone.takeOver': { actions: sendTo('leadership', { type: 'leadership.takeOver' }) },
  },
  states: {
    /** No tab is known to lead yet. */
    undecided: { on: { 'leadership.lost': 'following' } },
    leading: {
      entry: assign({ told: null }),
      invoke: [
        {
          id: 'screenPop',
          src: 'screenPop',
          input: ({ context }) => context,
          onSnapshot: {
            actions: [{ type: 'show', params: ({ event }) => ({ pops: event.snapshot.context.blocked }) }, 'tellTabs'],
          },
          onError: {},
        },
        {
          id: 'line',
          src: 'line',
          input: ({ context }) => context,
          onSnapshot: {
            actions: [
              { type: 'callForPops', params: ({ event }) => ({ line: lineViewOf(event.snapshot) }) },
              { type: 'showLine', params: ({ event }) => ({ line: lineViewOf(event.snapshot) }) },
              'tellTabs',
            ],
          },
          onError: 'broken',
        },
      ],
      on: {
        'leadership.lost': 'following',
        'line.answer': {
          actions: [{ type: 'noteAnswer', params: ({ event }) => event }, sendTo('line', ({ event }) => event)],
        },
        'line.*': { actions: sendTo('line', ({ event }) => event) },
        'phone.dismissPop': {
          actions: sendTo('screenPop', ({ event: { number } }) => ({ type: 'pop.dismiss', number })),
        },
        'tabs.greeted': { actions: [assign({ told: null }), 'tellTabs'] },
        'tabs.passed': [
          {
            guard: { type: 'dismissesPop', params: ({ event }) => event },
            actions: sendTo('screenPop', ({ event }) => ({ ...event.command, type: 'pop.dismiss' })),
          },
          { actions: sendTo('line', ({ event }) => event.command) },
        ],
      },
    },
    following: {
      entry: sendTo('tabs', { type: 'tabs.greet' }),
      on: {
        'tabs.told': {
          actions: [
            { type: 'show', params: ({ event }) => ({ pops: event.shown.pops }) },
            { type: 'showLine', params: ({ event }) => event.shown },
          ],
        },
        'line.answer': {
          actions: [
            { type: 'noteAnswer', params: ({ event }) => event },
            sendTo('tabs', ({ event }) => ({ type: 'tabs.pass', command: event })),
          ],
        },
        'line.*': { actions: sendTo('tabs', ({ event }) => ({ type: 'tabs.pass', command: event })) },
        'phone.dismissPop': { actions: sendTo('tabs', ({ event }) => ({ type: 'tabs.pass', command: event })) },
      },
    },
    /** The line fell apart: a bug of ours. Its calls are gone. */
    broken: {
      entry: [
        {
          type: 'showLine',
          params: {
            line: { ...NO_LINE, device: { ...NO_LINE.device, status: 'failed', problem: BROKEN } },
          },
        },
        'tellTabs',
      ],
      on: { 'line.retry': 'leading', 'leadership.lost': 'following' },
    },
  },
});

export interface PhoneInput extends LineInput {
  readonly isAdmin: boolean;
}

/** The contact of the call that was answered in this tab can be opened. */
type PhoneSignal = { type: 'phone.reached'; number: number };

export type PhoneActor = ActorRefFrom<typeof phoneMachine>;

export const phoneViewOf = ({ context }: SnapshotFrom<typeof phoneMachine>): PhoneView => context.view;
