import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { type ReportOrder, reportMachine } from '../../src/machines/reports/report.machine.ts';

interface Asked extends ReportOrder {
  readonly signal: AbortSignal;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

function run() {
  const asked: Asked[] = [];
  const told: string[] = [];
  let keys = 0;
  const machine = reportMachine.provide({
    actors: {
      compute: fromPromise<void, ReportOrder>(
        ({ input, signal }) =>
          new Promise((done, failed) => {
            asked.push({ ...input, signal, done, failed });
          }),
      ),
    },
    actions: { tellChanged: () => void told.push('changed') },
  });
  const actor = createActor(machine, { input: { id: 7, newKey: () => `key-${(keys += 1)}` } });
  actor.start();
  return { actor, asked, told };
}

const settled = () => new Promise((done) => setTimeout(done, 0));

test('a report without numbers is computed when it is read, once', async () => {
  const { actor, asked, told } = run();
  actor.send({ type: 'report.read', isCurrent: false });
  actor.send({ type: 'report.read', isCurrent: false });
  expect(asked).toHaveLength(1);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);

  asked[0]?.done();
  await settled();
  actor.send({ type: 'report.read', isCurrent: true });
  expect(actor.getSnapshot().value).toBe('shown');
  expect(asked).toHaveLength(1);
  expect(told).toEqual(['changed']);
});

test('a report with numbers waits until someone refreshes it; each time has a key of its own', async () => {
  const { actor, asked } = run();
  actor.send({ type: 'report.read', isCurrent: true });
  expect(asked).toHaveLength(0);
  for (const at of [0, 1]) {
    actor.send({ type: 'report.refresh' });
    asked[at]?.done();
    await settled();
  }
  expect(asked.map(({ id, key }) => [id, key])).toEqual([
    [7, 'key-1'],
    [7, 'key-2'],
  ]);
});

test('canceling ends the request, and an answer that comes after it changes nothing', async () => {
  const { actor, asked } = run();
  actor.send({ type: 'report.read', isCurrent: false });
  actor.send({ type: 'report.cancel' });
  expect(asked[0]?.signal.aborted).toBe(true);

  asked[0]?.done();
  await settled();
  expect(actor.getSnapshot().value).toBe('canceled');
  actor.send({ type: 'report.refresh' });
  expect(asked).toHaveLength(2);
});

test('a report that takes too long says so, and can be tried again', async () => {
  const { actor, asked } = run();
  actor.send({ type: 'report.read', isCurrent: false });
  asked[0]?.failed({ kind: 'server', message: 'The report is taking too long.' });
  await settled();
  expect(actor.getSnapshot().value).toBe('failed');
  expect(actor.getSnapshot().context.refusal?.text).toBe('The report is taking too long.');

  actor.send({ type: 'report.refresh' });
  expect(actor.getSnapshot().context.refusal).toBeNull();
});
