import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP_ROLE } from '../../server/db/pool.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { openWorld } from './ledger-world.ts';
import { booksOf, OPERATIONS, SOUND, take, workerOf } from './ledger-desk.ts';

let db: TestDatabase;
let world: { readonly accountId: number; readonly users: readonly number[] };

beforeAll(async () => {
  db = await openDatabase();
  world = await openWorld(db.pool);
});
afterAll(() => db.close());

const step = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  one: fc.nat(20),
  other: fc.nat(20),
  amount: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 50_000_000 })),
  dies: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
});

test('any operations of several workers leave the books sound', async () => {
  const workers = ['a', 'b', 'c', 'd'].map((name) => workerOf(name, db.url, APP_ROLE));
  const outcomes = new Set<string>();
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 10, maxLength: 15 }), { minLength: 4, maxLength: 4 }),
        async (lists) => {
          await Promise.all(
            workers.map(async (worker, index) => {
              for (const one of lists[index] ?? []) outcomes.add(await take(worker, world.accountId, world.users, one));
            }),
          );
          expect(await booksOf(db.pool)).toMatchObject(SOUND);
        },
      ),
      { numRuns: 6, seed: 20_261_128, endOnFailure: true },
    );
  } finally {
    await Promise.all(workers.map(({ pool }) => pool.end()));
  }
  expect([...outcomes].sort()).toEqual(['done', 'killed', 'refused', 'short']);
});
