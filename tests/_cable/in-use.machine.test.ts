import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { CABLE_IN_USE_MS } from '../../src/api/contract/_cable.contract.ts';
import { inUseMachine } from '../../src/machines/_cable/in-use.machine.ts';

function open() {
  const clock = new SimulatedClock();
  let said = 0;
  const actor = createActor(
    inUseMachine.provide({
      actors: { visibility: fromCallback(() => undefined) },
      actions: { sayInUse: () => (said += 1) },
    }),
    { clock },
  ).start();
  return {
    clock,
    said: () => said,
    show: () => actor.send({ type: 'page.shown' }),
    hide: () => actor.send({ type: 'page.hidden' }),
  };
}

test('a hidden page reports nothing', () => {
  const { clock, said } = open();

  clock.increment(CABLE_IN_USE_MS);

  expect(said()).toBe(0);
});

test('a visible page reports immediately and then every five minutes', () => {
  const { clock, said, show } = open();

  show();
  expect(said()).toBe(1);

  clock.increment(CABLE_IN_USE_MS - 1);
  expect(said()).toBe(1);

  clock.increment(1);
  clock.increment(CABLE_IN_USE_MS);
  expect(said()).toBe(3);
});

test('a page that is shown and hidden again and again says so once in five minutes', () => {
  const { clock, said, show, hide } = open();

  for (let at = 0; at < 4; at += 1) {
    show();
    clock.increment(CABLE_IN_USE_MS / 5);
    hide();
  }

  expect(said()).toBe(1);
});

test('a page that is hidden when its report is due sends it once visible', () => {
  const { clock, said, show, hide } = open();
  show();
  hide();
  clock.increment(2 * CABLE_IN_USE_MS);
  expect(said()).toBe(1);

  show();

  expect(said()).toBe(2);
});
