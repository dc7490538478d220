import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { anyStep, type Ground, openGround, openRun } from './identity-stack.world.ts';

/** Steps in all; `npm run faults:identity` takes 100,000. */
const STEPS = Number(process.env['IDENTITY_STEPS'] ?? 2_000);
const STEPS_A_RUN = 50;

let database: TestDatabase;
let ground: Ground;
beforeAll(async () => {
  database = await openDatabase();
  ground = openGround(database);
});
afterAll(() => database.close());

test('no sequence of steps leads to more than the signer may do, and each is attributed to everybody in the stack', {
  timeout: 60_000 + STEPS * 30,
}, async () => {
  const counts = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: STEPS_A_RUN, maxLength: STEPS_A_RUN }), async (steps) => {
      const run = await openRun(ground);
      for (const step of steps) {
        const outcome = `${step.do} ${await run.take(step)}`;
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
        await run.check();
      }
    }),
    { numRuns: Math.ceil(STEPS / STEPS_A_RUN), endOnFailure: process.env['IDENTITY_STEPS'] !== undefined, ...SEED },
  );

  // The sequences come to where it matters.
  const of = (outcome: string) => ((counts.get(outcome) ?? 0) * 10_000) / STEPS;
  expect(of('actFor depth 1')).toBeGreaterThan(300);
  expect(of('actFor depth 2')).toBeGreaterThan(25);
  expect(of('leave back')).toBeGreaterThan(100);
  expect(of('leave over')).toBeGreaterThan(30);
  expect(of('actFor over')).toBeGreaterThan(500);
});

/** The run of every day is the same each time; a longer one looks elsewhere. */
const SEED = process.env['IDENTITY_STEPS'] === undefined ? { seed: 20_260_302 } : {};
