import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { heldPorts } from '../../model-tests/_walk/ports.ts';
import { batchPrintMachine } from '../../src/machines/printing/batch-print.machine.ts';
import type { PrintWish } from '../../src/machines/printing/print-context.ts';
import { printWork } from '../../src/machines/printing/print-work.ts';
import { print } from './print-fixtures.ts';

const settle = () => new Promise((resolve) => void setImmediate(resolve));

/** A print whose ports answer when the test says so. */
function open() {
  const ports = heldPorts();
  let keys = 0;
  const newKey = () => `key-${(keys += 1)}`;
  const machine = batchPrintMachine.provide({ actors: { startPrint: ports.hold('startPrint') } });
  const actor = createActor(machine, { input: { newKey } }).start();
  return {
    actor,
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

test('a print says once where it is followed', async () => {
  const { actor, asks, ends, now } = open();
  const started: string[] = [];
  actor.on('print.started', ({ jid }) => started.push(jid));
  asks(LABELS);
  await ends('startPrint', print());

  expect([started, now().status]).toEqual([[print().jid], 'done']);
});

test.each([
  ['queued', 'running', ['cancel']],
  ['working', 'running', ['cancel']],
  ['cancelling', 'running', []],
  ['cancelled', 'ended', []],
  ['complete', 'ended', []],
  ['failed', 'ended', []],
] as const)('a print that is %s is work that is %s and offers %j', (status, stage, offered) => {
  const job = print({ status });
  const commands = (['pause', 'resume', 'cancel', 'undo'] as const).filter((command) => printWork.offers(job, command));

  expect([printWork.stageOf(job), commands]).toEqual([stage, offered]);
});
