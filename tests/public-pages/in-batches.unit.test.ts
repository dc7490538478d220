import { expect, test } from 'vitest';
import { type Ended, inBatches } from '../../server/features/public-pages/in-batches.ts';

/** Work whose batches the test ends. */
function openBatches() {
  const asked: { readonly batch: readonly string[]; readonly end: PromiseWithResolvers<readonly Ended<string>[]> }[] =
    [];
  const put = inBatches<string, string>({
    laneOf: (one) => one[0],
    most: 2,
    work: (batch) => {
      const end = Promise.withResolvers<readonly Ended<string>[]>();
      asked.push({ batch, end });
      return end.promise;
    },
  });
  const doneAt = (at: number) => asked[at]?.end.resolve((asked[at]?.batch ?? []).map((done) => ({ done })));
  return { put, asked, doneAt, batches: () => asked.map(({ batch }) => batch) };
}

test('what comes while a batch of its lane is under way goes together into the next ones', async () => {
  const { put, batches, doneAt } = openBatches();
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map(put);
  expect(batches()).toEqual([['a1'], ['b1']]);
  doneAt(0);
  expect(await all[0]).toBe('a1');
  expect(batches()).toEqual([['a1'], ['b1'], ['a2', 'a3']]);
  doneAt(2);
  expect(await Promise.all([all[1], all[2]])).toEqual(['a2', 'a3']);
  expect(batches().at(-1)).toEqual(['a4']);
  for (const at of [1, 3]) doneAt(at);
  expect(await Promise.all(all)).toHaveLength(5);
  void put('a5');
  expect(batches().at(-1)).toEqual(['a5']);
});

test('each has its own end, and a batch that throws holds up no other', async () => {
  const { put, asked, doneAt } = openBatches();
  const all = ['a1', 'a2', 'a3', 'a4'].map((one) => put(one).catch((error: unknown) => (error as Error).message));
  asked[0]?.end.reject(new Error('away'));
  expect(await all[0]).toBe('away');
  asked[1]?.end.resolve([{ done: 'a2' }, { error: new Error('broken') }]);
  expect(await Promise.all([all[1], all[2]])).toEqual(['a2', 'broken']);
  doneAt(2);
  expect(await all[3]).toBe('a4');
});
