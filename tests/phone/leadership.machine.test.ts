import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { leadershipViewOf, TAKE_OVER_PATIENCE_MS } from '../../src/machines/phone/leadership.machine.ts';
import { ear } from './phone-fixtures.ts';
import { phoneWorld } from './phone-world.ts';

function open() {
  const world = phoneWorld();
  const phone = ear();
  const actor = createActor(world.machines.leadership, { clock: world.clock, input: { phone: phone.actor } }).start();
  return { ...world, actor, view: () => leadershipViewOf(actor.getSnapshot()), heard: phone.heard };
}

function followed() {
  const tab = open();
  tab.lock({ type: 'lock.held' });
  return tab;
}

describe('the first tab', () => {
  test('leads, and says so', () => {
    const { lock, view, heard } = open();
    lock({ type: 'lock.granted' });

    expect([view(), heard]).toEqual([{ here: true, blocked: null }, [{ type: 'leadership.gained' }]]);
  });

  test('gives the phone away when asked, once the other one takes it', () => {
    const { lock, locks, view, heard } = open();
    lock({ type: 'lock.granted' });
    lock({ type: 'lock.asked' });
    expect([locks, view().here]).toEqual([[{ type: 'lock.agree' }], true]);
    lock({ type: 'lock.lost' });

    expect([view().here, heard.at(-1)]).toEqual([false, { type: 'leadership.lost' }]);
  });
});

describe('another tab', () => {
  test('leads as soon as the first one closes', () => {
    const { lock, view } = followed();
    lock({ type: 'lock.granted' });

    expect(view().here).toBe(true);
  });

  test('is told why it cannot have the phone', () => {
    const { actor, lock, locks, view } = followed();
    actor.send({ type: 'leadership.takeOver' });
    lock({ type: 'lock.refused', reason: 'call' });

    expect([locks, view()]).toEqual([[{ type: 'lock.ask' }], { here: false, blocked: 'call' }]);
  });

  test('takes it from one that does not answer', () => {
    const { actor, clock, locks } = followed();
    actor.send({ type: 'leadership.takeOver' });
    clock.increment(TAKE_OVER_PATIENCE_MS - 1);
    expect(locks).toEqual([{ type: 'lock.ask' }]);
    clock.increment(1);

    expect(locks).toEqual([{ type: 'lock.ask' }, { type: 'lock.steal' }]);
  });
});
