import { act } from 'react';
import { expect, test } from 'vitest';
import { type AnyActorRef, createActor, createMachine, setup, SimulatedClock } from 'xstate';
import { createRecorder } from '../../src/actors/machines/machines.actors.ts';
import type { MachinesSeen } from '../../src/views/_base/machines/machines-seen.ts';
import { MachinesView } from '../../src/views/machines/MachinesPage.tsx';
import { click, mount, only, press, type } from '../_kit/mount.ts';

const NOON = Date.parse('2026-11-19T17:00:00Z');

/** A gate with a latch. */
const latchMachine = createMachine({ id: 'latch', initial: 'loose', states: { loose: {} } });
const gateMachine = setup({ actors: { latch: latchMachine } }).createMachine({
  id: 'gate',
  initial: 'shut',
  states: { shut: { on: { 'gate.open': 'open' } }, open: { on: { 'gate.close': 'shut' } } },
  invoke: { src: 'latch', onError: {} },
});

function open() {
  const clock = new SimulatedClock();
  const recorder = createRecorder({ now: () => NOON + clock.now(), onFrame: (run) => run() });
  const copied: { seen: MachinesSeen; now: number | undefined }[] = [];
  const ran = createActor(gateMachine, { clock, inspect: recorder.inspect }).start();
  ran.send({ type: 'gate.open' });
  ran.stop();
  const gate = createActor(gateMachine, { clock, inspect: recorder.inspect }).start();
  const view = () => (
    <MachinesView
      seen={recorder.getSnapshot()}
      now={NOON + clock.now()}
      zone="America/New_York"
      textOf={(seen, now) => {
        copied.push({ seen, now });
        return 'the report';
      }}
    />
  );
  const show = mount(view());
  const happen = (what: (gate: AnyActorRef) => void, ms = 0) =>
    act(() => {
      what(gate);
      clock.increment(ms);
      show(view());
    });
  return { happen, copied };
}

const rows = () => [...document.querySelectorAll('.tree-row')].map((row) => row.textContent);
const row = (name: string) => document.querySelector(`.tree-row[aria-label^="${name},"]`) as HTMLElement;
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLElement;
const lit = () => [...document.querySelectorAll('.lit')].map((state) => state.getAttribute('data-state'));
const title = () => only('.machine-side > h2').textContent;
const state = () => document.querySelector('.machine-side dd')?.textContent;
const eventRows = () =>
  [...document.querySelectorAll('.events tbody tr')].map((tr) => [...tr.children].map((td) => td.textContent?.trim()));

test('shows what runs as a tree, with state and time in it, and what ended lately', () => {
  const { happen } = open();
  happen(() => undefined, 3_000);

  expect(rows()).toEqual(['Gateshut3 s', 'Latchloose3 s', 'Gatestopped in open3 s ago']);
  expect([row('Gate').getAttribute('aria-level'), row('Latch').getAttribute('aria-level')]).toEqual(['1', '2']);
});

test('shows state, chart and events of the machine that is chosen, as they change', () => {
  const { happen } = open();
  happen((gate) => gate.send({ type: 'gate.open' }), 2_000);

  expect(title()).toBe('Gate');
  expect(state()).toBe('open for 2 s');
  expect(lit()).toContain('gate.open');
  expect(eventRows()).toEqual([
    ['12:00:00.000', 'gate.open', 'open'],
    ['12:00:00.000', 'started', 'shut'],
  ]);

  happen((gate) => gate.send({ type: 'gate.close', id: 7, name: 'Dana' }));

  expect(state()).toBe('shut for 0 s');
  expect(lit()).toContain('gate.shut');
  expect(eventRows()[0]).toEqual(['12:00:02.000', 'gate.close id: 7, name', 'shut']);
});

test('the keys choose another machine', () => {
  open();
  act(() => row('Gate').focus());
  press(row('Gate'), 'ArrowDown');

  expect(title()).toBe('Latch');
});

test('while it is paused nothing moves, and the text tells what is shown', async () => {
  const { happen, copied } = open();
  click(button('Pause'));
  happen((gate) => gate.send({ type: 'gate.open' }), 5_000);
  expect(state()).toBe('shut for 0 s');

  await act(async () => click(button('Copy as text')));
  expect(copied[0]?.seen.live[0]?.states).toEqual([{ path: 'shut', since: NOON }]);
  expect(copied[0]?.now).toBe(NOON);

  click(button('Resume'));
  expect(state()).toBe('open for 5 s');
});

test('the filter keeps machines of that name and what leads to them', () => {
  open();

  type(only<HTMLInputElement>('input[type=search]'), 'lat');
  expect(rows()).toEqual(['Gateshut0 s', 'Latchloose0 s']);

  type(only<HTMLInputElement>('input[type=search]'), 'nothing');
  expect([rows(), only('.none').textContent]).toEqual([[], 'No machines match.']);
});

test('text that no clipboard takes can be copied by hand', async () => {
  open();
  await act(async () => click(button('Copy as text')));

  expect(only<HTMLTextAreaElement>('textarea').value).toBe('the report');
});
