import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import type { RunningAsked, WorkFact } from '../../src/machines/_running/running-work.machine.ts';
import { runningMachines } from '../../src/machines/_running/kinds.ts';
import { complete, transfer } from '../transfers/transfer-fixtures.ts';

const PLACE = { stream: 'user:1007', epoch: 'e', offset: 3 };
const settle = () => new Promise((done) => setImmediate(done));

async function open(first: readonly TransferAttempt[]) {
  const facts$ = new Subject<WorkFact<TransferAttempt>>();
  const lists: (PromiseWithResolvers<readonly TransferAttempt[]> & { asked: RunningAsked<TransferAttempt> })[] = [];
  const machine = runningMachines.transfer.provide({
    actors: {
      listRunning: fromPromise<readonly TransferAttempt[], RunningAsked<TransferAttempt>>(({ input: asked }) => {
        const waiting = { ...Promise.withResolvers<readonly TransferAttempt[]>(), asked };
        lists.push(waiting);
        return waiting.promise;
      }),
      ownBroadcasts: fromEventObservable(() => facts$),
    },
  });
  const actor = createActor(machine, { input: { user: { id: 1007 } } });
  const settled: TransferAttempt[] = [];
  actor.on('work.settled', ({ work }) => settled.push(work));
  actor.start();
  const answer = async (works: readonly TransferAttempt[]) => {
    lists.at(-1)?.resolve(works);
    await settle();
  };
  await answer(first);
  return {
    lists,
    settled,
    answer,
    lose: () => facts$.next({ type: 'stream.lost', ...PLACE }),
    tell: (work: TransferAttempt) => facts$.next({ type: 'work.told', work }),
    running: () => Object.values(actor.getSnapshot().context.running).map(({ id, version }) => [id, version]),
  };
}

test('keeps what has begun and moved while the list was read', async () => {
  const { answer, lose, tell, running } = await open([transfer()]);
  lose();
  tell(transfer({ version: 9 }));
  tell(transfer({ id: 62, version: 1 }));

  await answer([transfer({ version: 8 })]);

  expect(running()).toEqual([
    [61, 9],
    [62, 1],
  ]);
});

test('does not run again what was told to be over while the list was read', async () => {
  const { answer, lose, tell, running, settled } = await open([transfer()]);
  lose();
  tell(complete());

  await answer([transfer({ version: 8 })]);

  expect([running(), settled]).toEqual([[], [complete()]]);
});

test('tells of what has ended in a gap', async () => {
  const { lists, answer, lose, running, settled } = await open([transfer()]);
  lose();

  await answer([complete()]);

  expect([lists[1]?.asked, running(), settled]).toEqual([{ userId: 1007, known: [transfer()] }, [], [complete()]]);
});

test('forgets what is gone', async () => {
  const { answer, lose, running, settled } = await open([transfer()]);
  lose();

  await answer([]);

  expect([running(), settled]).toEqual([[], []]);
});

test('lists again after a gap, for this person', async () => {
  const { lists, lose } = await open([transfer()]);

  lose();

  expect(lists.map(({ asked }) => asked)).toEqual([
    { userId: 1007, known: [] },
    { userId: 1007, known: [transfer()] },
  ]);
});

test('tells of an end once, and not of what it never knew to run', async () => {
  const { tell, running, settled } = await open([transfer()]);

  tell(complete());
  tell(complete());
  tell(transfer({ id: 63, status: 'complete', version: 3 }));

  expect([running(), settled]).toEqual([[], [complete()]]);
});
