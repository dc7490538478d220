import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { dialledOf, extensionOf, tonesOf, typedOf } from '../../src/machines/phone/dialled.ts';
import { NO_LINE } from '../../src/machines/phone/line-facts.ts';
import type { CallView, EndedView, IncomingView, LineView } from '../../src/machines/phone/line-view.ts';
import { panelMachine, panelViewOf } from '../../src/machines/phone/panel.machine.ts';

function open() {
  const actor = createActor(panelMachine).start();
  const shows = (line: Partial<LineView>) => actor.send({ type: 'line.changed', line: { ...NO_LINE, ...line } });
  return { actor, shows, view: () => panelViewOf(actor.getSnapshot()) };
}

const rings = (key: string) => ({ incoming: [{ key } as IncomingView] });
const talks = (key: string) => ({ call: { key, stage: 'active' } as CallView });
const over = (key: string) => ({ ended: { key } as EndedView });

describe('the panel', () => {
  test('opens for a call that rings, also where something else was looked at', () => {
    const { actor, shows, view } = open();
    actor.send({ type: 'panel.show', view: 'history' });
    actor.send({ type: 'panel.toggle' });
    shows(rings('in'));

    expect(view()).toEqual({ open: true, view: 'incoming', aside: null, typed: '' });
  });

  test('opens for a call that is clicked anywhere', () => {
    const { shows, view } = open();
    shows({ call: { key: 'out', stage: 'quota' } as CallView });

    expect(view()).toEqual({ open: true, view: 'active', aside: null, typed: '' });
  });

  test('stays with the conversation when another one rings', () => {
    const { shows, view } = open();
    shows(talks('one'));
    shows({ ...talks('one'), ...rings('two') });

    expect(view().view).toBe('active');
  });

  test('shows what still rings once the conversation is over', () => {
    const { shows, view } = open();
    shows({ ...talks('one'), ...rings('two') });
    shows({ ...over('one'), ...rings('two') });

    expect(view().view).toBe('incoming');
  });

  test('shows how a call ended, and the keypad when that is put away', () => {
    const { shows, view } = open();
    shows(talks('one'));
    shows(over('one'));
    expect(view().view).toBe('ended');
    shows({});

    expect(view().view).toBe('keypad');
  });

  test('can be closed in a call, and stays closed', () => {
    const { actor, shows, view } = open();
    shows(talks('one'));
    actor.send({ type: 'panel.toggle' });
    shows({ ...talks('one'), notice: { kind: 'noCall' } });

    expect(view().open).toBe(false);
  });

  test('shows no call where there is none', () => {
    const { actor, view } = open();
    actor.send({ type: 'panel.show', view: 'inCallKeypad' });

    expect(view().view).toBe('keypad');
  });

  test('shows the keypad when an earlier ending is all that is left of what rang', () => {
    const { shows, view } = open();
    shows(over('one'));
    shows({ ...over('one'), ...rings('two') });
    expect(view().view).toBe('incoming');
    shows(over('one'));

    expect(view().view).toBe('keypad');
  });

  test('shows one aside of a call at a time, until it is pressed again', () => {
    const { actor, shows, view } = open();
    shows(talks('one'));
    const asides = (['transfer', 'audio', 'audio', 'audio', 'transfer', 'transfer'] as const).map((aside) => {
      actor.send({ type: 'panel.toggleAside', aside });
      return view().aside;
    });

    expect(asides).toEqual(['transfer', 'audio', null, 'audio', 'transfer', null]);
  });

  test('puts an aside away with another view, another call, and when it is closed', () => {
    const { actor, shows, view } = open();
    const aside = () => actor.send({ type: 'panel.toggleAside', aside: 'audio' });
    const after = (go: () => void) => {
      aside();
      const before = view().aside;
      go();
      return [before, view().aside];
    };
    const away = ['audio', null];
    expect(after(() => actor.send({ type: 'panel.show', view: 'history' }))).toEqual(away);
    expect(after(() => shows(talks('one')))).toEqual(away);
    expect(after(() => shows(talks('two')))).toEqual(away);
    expect(after(() => actor.send({ type: 'panel.toggle' }))).toEqual(away);
  });

  test('has no transfer without a call', () => {
    const { actor, view } = open();
    actor.send({ type: 'panel.toggleAside', aside: 'transfer' });

    expect(view().aside).toBeNull();
  });

  test('types, pastes and erases', () => {
    const { actor, view } = open();
    for (const text of ['+', '1', ' (512) 555-0142', '#']) actor.send({ type: 'panel.type', text });
    actor.send({ type: 'panel.erase' });

    expect(view().typed).toBe('+1512555014');
  });

  test('keeps a pasted extension, and a key behind it', () => {
    const { actor, view } = open();
    for (const text of ['(512) 555-0142 x4', '5']) actor.send({ type: 'panel.type', text });

    expect(view().typed).toBe('5125550142x45');
  });
});

describe('what is dialled of a text', () => {
  test.each([
    ['0', '0'],
    ['*', '*'],
    ['+', '+'],
    ['#', ''],
    ['b', '2'],
    ['Z', '9'],
    ['1-800-FLOWERS', '18003569377'],
    ['(512) 555-0142', '5125550142'],
    ['tel:+1-512-555-0142', '+15125550142'],
    ['Phone: 512.555.0142 ext. 12', '5125550142'],
    ['512 555 0142 (mobile)', '5125550142'],
    ['5125550142x45', '5125550142'],
    ['Office: 512-555-0142 ext: 45', '5125550142'],
  ])('%j is %j', (text, dialled) => expect(dialledOf(text)).toBe(dialled));

  test.each([
    ['512-555-0100 x45', '5125550100x45', '45'],
    ['(512) 555-0100 Ext. 45', '5125550100x45', '45'],
    ['+1-512-555-0100;ext=045', '+15125550100x045', '045'],
    ['512-555-0100,45', '5125550100x45', '45'],
    ['512-555-0100 extension 45 ', '5125550100x45', '45'],
    ['x', '9', null],
    ['1-800-555-XTRA', '18005559872', null],
  ])('%j keeps its extension: %j', (text, typed, extension) => {
    expect([typedOf(text), extensionOf(text)]).toEqual([typed, extension]);
  });

  test('in a call is # as well, and no +', () => expect(tonesOf('+1#a*')).toBe('1#2*'));
});
