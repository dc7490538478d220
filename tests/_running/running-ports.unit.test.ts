import { NEVER } from 'rxjs';
import { expect, test } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { runningPorts } from '../../src/actors/_running/running.actors.ts';
import { ApiError } from '../../src/api/errors.ts';
import { complete, transfer } from '../transfers/transfer-fixtures.ts';

/** Response for two known ones that the list no longer has. */
function ask(read: (work: TransferAttempt) => Promise<TransferAttempt>) {
  const { listRunning } = runningPorts(async () => ({
    list: () => Promise.resolve([transfer({ id: 63 })]),
    read,
    broadcasts: () => NEVER,
    workOf: ({ transfer: work }: { type: string; transfer: TransferAttempt }) => work,
  }));
  const input = { userId: 1007, known: [transfer(), transfer({ id: 62 })] };
  return toPromise(createActor(listRunning, { input }).start());
}

const failure = (kind: 'notFound' | 'offline') => new ApiError(kind, { code: kind, message: 'x' });

test('answers how what it no longer lists has ended, without what is gone', async () => {
  const answer = ask(({ id }) => (id === 61 ? Promise.resolve(complete()) : Promise.reject(failure('notFound'))));

  expect(await answer).toEqual([transfer({ id: 63 }), complete()]);
});

test('answers nothing when one cannot be read', async () => {
  await expect(ask(() => Promise.reject(failure('offline')))).rejects.toThrow('x');
});
