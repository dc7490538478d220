import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { TOAST_MS, toastsMachine } from '../../src/machines/_toasts/toasts.machine.ts';

function open() {
  const clock = new SimulatedClock();
  const actor = createActor(toastsMachine, { clock }).start();
  const show = (id: string, run?: () => void) =>
    actor.send({
      type: 'toast.show',
      toast: { id, tone: 'good', text: id, ...(run && { action: { label: 'Undo', run } }) },
    });
  /** The clock sets timers that fire on the way from where it stops: a second at a time, as they tick. */
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 1_000) clock.increment(Math.min(left, 1_000));
  };
  return { actor, pass, show, shown: () => actor.getSnapshot().context.toasts.map(({ id }) => id) };
}

describe('a message', () => {
  test('stays for 8 s', () => {
    const { pass, show, shown } = open();
    show('saved');

    pass(TOAST_MS - 1);
    expect(shown()).toEqual(['saved']);

    pass(1);
    expect(shown()).toEqual([]);
  });

  test('keeps its own time beside a later one', () => {
    const { pass, show, shown } = open();
    show('first');
    pass(3_000);
    show('second');

    pass(5_000);
    expect(shown()).toEqual(['second']);

    pass(3_000);
    expect(shown()).toEqual([]);
  });

  test('waits while it is held', () => {
    const { actor, pass, show, shown } = open();
    show('saved');
    pass(7_000);

    actor.send({ type: 'toasts.hold' });
    pass(60_000);
    expect(shown()).toEqual(['saved']);

    actor.send({ type: 'toasts.release' });
    pass(1_000);
    expect(shown()).toEqual([]);
  });

  test('gives way to newer ones above three', () => {
    const { show, shown } = open();

    for (const id of ['a', 'b', 'c', 'd']) show(id);

    expect(shown()).toEqual(['b', 'c', 'd']);
  });

  test('runs its action once and goes', () => {
    const { actor, show, shown } = open();
    let undone = 0;
    show('deleted', () => {
      undone += 1;
    });

    actor.send({ type: 'toast.act', id: 'deleted' });
    actor.send({ type: 'toast.act', id: 'deleted' });

    expect([undone, shown()]).toEqual([1, []]);
  });

  test('goes when dismissed, and all go when cleared', () => {
    const { actor, show, shown } = open();
    for (const id of ['a', 'b', 'c']) show(id);

    actor.send({ type: 'toast.dismiss', id: 'b' });
    expect(shown()).toEqual(['a', 'c']);

    actor.send({ type: 'toasts.clear' });
    expect(shown()).toEqual([]);
  });
});
