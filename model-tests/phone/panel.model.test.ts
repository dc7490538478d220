import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { NO_LINE } from '../../src/machines/phone/line-facts.ts';
import type { CallView, EndedView, IncomingView, LineView } from '../../src/machines/phone/line-view.ts';
import { panelMachine } from '../../src/machines/phone/panel.machine.ts';
import { type Model, type Move, type Walked, walk } from '../_walk/walk.ts';

const incoming = (key: string) => ({ key }) as IncomingView;
const onCall = (stage: CallView['stage']) => ({ key: 'c1', stage }) as CallView;
const ended = { key: 'c1' } as EndedView;
const line = (some: Partial<LineView>): LineView => ({ ...NO_LINE, ...some });

/** Possible views of the line, and the next ones. */
const LINES: Readonly<Record<string, { readonly line: LineView; readonly next: readonly string[] }>> = {
  'nothing goes on': { line: line({}), next: ['a call rings', 'a call begins'] },
  'a call rings': {
    line: line({ incoming: [incoming('c1')] }),
    next: ['nothing goes on', 'they talk', 'it has ended'],
  },
  'a call begins': { line: line({ call: onCall('quota') }), next: ['the other side rings', 'it has ended'] },
  'the other side rings': { line: line({ call: onCall('ringing') }), next: ['they talk', 'it has ended'] },
  'they talk': {
    line: line({ call: onCall('active') }),
    next: ['another one rings', 'it has ended', 'the tab that leads closes'],
  },
  'another one rings': {
    line: line({ call: onCall('active'), incoming: [incoming('c2')] }),
    next: ['they talk', 'only the other one rings'],
  },
  'only the other one rings': {
    line: line({ incoming: [incoming('c2')], ended }),
    next: ['nothing goes on', 'they talk'],
  },
  'the tab that leads closes': { line: line({}), next: ['a call rings'] },
  'it has ended': { line: line({ ended }), next: ['nothing goes on', 'a call rings', 'a call begins'] },
};
const nameOf = (shown: unknown): string =>
  Object.keys(LINES).find((name) => LINES[name]?.line === shown) ?? 'nothing goes on';

const looks = (name: string): Move => ({
  when: ({ context }) => LINES[nameOf(context.line)]?.next.includes(name) ?? false,
  go: ({ send }) => send({ type: 'line.changed', line: LINES[name]?.line }),
});
const asks = (event: { type: string } & Record<string, unknown>, when?: (s: AnyMachineSnapshot) => boolean): Move => ({
  ...(when && { when }),
  go: ({ send }) => send(event),
});

const isOpen = (snapshot: AnyMachineSnapshot) => snapshot.matches({ place: 'open' });

/** Everything that a person and the line can do to the panel. */
export const panelModel: Model = {
  name: 'panel',
  starts: { fresh: () => ({ machine: panelMachine }) },
  key: ({ context }) => `${nameOf(context.line)} ${context.typed}`,
  always: (snapshot) => {
    const isCalling = ((snapshot.context.line as LineView | null)?.call ?? null) !== null;
    if (snapshot.matches({ view: 'inCallKeypad' }) && !isCalling) throw new Error('tones without a call');
    if (snapshot.matches({ view: 'active' }) && !isCalling) throw new Error('a call that is over');
    const shown = snapshot.context.line as LineView | null;
    if (snapshot.matches({ view: 'incoming' }) && shown?.incoming.length === 0) throw new Error('nothing rings');
    if (snapshot.matches({ view: 'ended' }) && shown?.ended === null) throw new Error('nothing has ended');
    if (snapshot.matches({ place: 'closed' }) && (snapshot.hasTag('audio') || snapshot.hasTag('transfer')))
      throw new Error('an aside of a closed panel');
  },
  moves: {
    ...Object.fromEntries(Object.keys(LINES).map((name) => [name, looks(name)])),
    'the person opens or closes it': asks({ type: 'panel.toggle' }),
    'the person shows the keypad': asks({ type: 'panel.show', view: 'keypad' }),
    'the person shows what was': asks({ type: 'panel.show', view: 'history' }),
    'the person shows the call': asks({ type: 'panel.show', view: 'active' }),
    'the person shows the tones': asks({ type: 'panel.show', view: 'inCallKeypad' }),
    'the person asks for the transfer': asks({ type: 'panel.toggleAside', aside: 'transfer' }, isOpen),
    'the person asks for the audio': asks({ type: 'panel.toggleAside', aside: 'audio' }, isOpen),
    'the person types': asks({ type: 'panel.type', text: '5' }, ({ context }) => context.typed === ''),
    'the person erases': asks({ type: 'panel.erase' }),
  },
};

describe('the panel', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk(panelModel);
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('is open after a call rings or begins', () => {
    const begun = walked.edges.filter(({ move }) => /^(a call rings|a call begins|another one rings)$/u.test(move));
    expect(begun.length).toBeGreaterThan(0);
    expect(begun.filter(({ to }) => !to.includes('"place":"open"'))).toEqual([]);
  });
});
