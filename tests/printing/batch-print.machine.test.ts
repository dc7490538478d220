import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { heldPorts } from '../../model-tests/_walk/ports.ts';
import { batchPrintMachine, PRINT_GIVE_UP_MS } from '../../src/machines/printing/batch-print.machine.ts';
import type { PrintInput, PrintWish } from '../../src/machines/printing/print-context.ts';
import { print } from './print-fixtures.ts';

const settle = () => new Promise((resolve) => void setImmediate(resolve));

/** A print whose ports answer when the test says so. */
function open(input?: PrintInput) {
  const ports = heldPorts();
  const clock = new SimulatedClock();
  let keys = 0;
  const newKey = () => `key-${(keys += 1)}`;
  const machine = batchPrintMachine.provide({
    actors: {
      startPrint: ports.hold('startPrint'),
      readPrint: ports.hold('readPrint'),
      changeWork: ports.hold('changeWork'),
      workBroadcasts: ports.hold('workBroadcasts'),
    },
  });
  const actor = createActor(machine, { clock, input: input ?? { newKey } }).start();
  return {
    actor,
    clock,
    now: () => actor.getSnapshot(),
    asks: (wish: PrintWish) => actor.send({ type: 'print.ask', wish }),
    fails: async (port: string, error: unknown) => {
      ports.failed(port, error);
      await settle();
    },
    ends: async (port: string, output: unknown) => {
      ports.done(port, output);
      await settle();
    },
  };
}

const LABELS: PrintWish = { selection: { ids: [1, 2] }, print: { kind: 'labels', options: { start_at: 1 } } };
const OFFLINE = { kind: 'offline', message: 'x' };

test('a print whose answer was lost is asked for with the same key, so that nothing prints twice', async () => {
  const { asks, fails, now } = open();
  asks(LABELS);
  await fails('startPrint', OFFLINE);
  asks({ ...LABELS });

  expect([now().value, now().context.order?.key]).toEqual(['starting', 'key-1']);
});

test('another print has a key of its own', async () => {
  const { asks, fails, now } = open();
  asks(LABELS);
  await fails('startPrint', OFFLINE);
  asks({ ...LABELS, print: { kind: 'labels', options: { start_at: 2 } } });

  expect(now().context.order?.key).toBe('key-2');
});

test('a print that was refused has a new key, for the same one answers the same', async () => {
  const { asks, fails, now } = open();
  asks(LABELS);
  await fails('startPrint', { kind: 'rejected', message: 'Nobody.' });
  asks(LABELS);

  expect(now().context.order?.key).toBe('key-2');
});

test('a print that cannot be read says why, and is read again when somebody asks', async () => {
  const { actor, fails, now } = open({ jid: print().jid });
  await fails('readPrint', OFFLINE);
  expect([now().value, now().context.failure?.again]).toEqual([
    expect.objectContaining({ following: expect.objectContaining({ copy: { polling: 'failed' } }) }),
    true,
  ]);

  actor.send({ type: 'print.look' });
  expect(now().matches({ following: { copy: { polling: 'reading' } } })).toBe(true);
});

test.each(['stream.positioned', 'stream.lost'] as const)(
  'a print nobody asks for is asked for after %s',
  async (type) => {
    const { actor, clock, ends, now } = open({ jid: print().jid });
    await ends('readPrint', print());
    clock.increment(PRINT_GIVE_UP_MS);
    expect(now().hasTag('silent')).toBe(true);

    actor.send({ type, stream: 'print:51', epoch: 'e', offset: 3 });
    expect(now().matches({ following: { copy: { polling: 'reading' } } })).toBe(true);
  },
);
