import { expect, test } from 'vitest';
import { MAX_TOASTS, TOAST_MS, TOAST_TICK_MS, toastsMachine } from '../../src/machines/_toasts/toasts.machine.ts';
import { type Model, walk } from '../_walk/walk.ts';

const show = (id: string) => ({ type: 'toast.show', toast: { id, tone: 'good', text: id } });

const toastsModel: Model = {
  name: 'toasts',
  starts: { fresh: () => ({ machine: toastsMachine }) },
  key: ({ context }) =>
    JSON.stringify(context.toasts.map(({ leftMs }: { leftMs: number }) => leftMs > 3 * TOAST_TICK_MS)),
  moves: {
    'something is told': { go: ({ send }) => send(show('a')) },
    'the first is dismissed': { go: ({ send }) => send({ type: 'toast.dismiss', id: 'a' }) },
    'the action of the first is pressed': { go: ({ send }) => send({ type: 'toast.act', id: 'a' }) },
    'the pointer comes': { go: ({ send }) => send({ type: 'toasts.hold' }) },
    'the pointer goes': { go: ({ send }) => send({ type: 'toasts.release' }) },
    'everything is cleared': { go: ({ send }) => send({ type: 'toasts.clear' }) },
    'time passes': {
      go: ({ clock }) => {
        for (let ms = 0; ms < TOAST_MS; ms += TOAST_TICK_MS) clock.increment(TOAST_TICK_MS);
      },
    },
  },
  always: (snapshot) => {
    expect(snapshot.context.toasts.length).toBeLessThanOrEqual(MAX_TOASTS);
    expect(snapshot.matches('empty')).toBe(snapshot.context.toasts.length === 0);
  },
};

test('the messages are walked through every state and transition', async () => {
  expect((await walk(toastsModel)).missing).toEqual({ states: [], transitions: [] });
});
