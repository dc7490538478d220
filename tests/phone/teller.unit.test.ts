import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { CallFact } from '../../server/features/phone/calls/call-facts.ts';
import { createTeller, type Happened } from '../../server/voice/teller.ts';

const ENDED: Happened = { kind: 'ended', outcome: 'completed', by: 'agent', reason: '', seconds: null };

/** The notes of a ledger that fails so many times, and how long the teller has waited for it. */
async function tell(happened: Happened, failures: number) {
  const noted: CallFact[] = [];
  const waited: number[] = [];
  let left = failures;
  const teller = createTeller({
    ledger: {
      note: (_, fact) => {
        left -= 1;
        if (left >= 0) return Promise.reject(new Error('the database is away'));
        noted.push(fact);
        return Promise.resolve();
      },
    },
    now: () => new Date('2026-11-21T16:00:00Z'),
    log: pino({ level: 'silent' }),
    wait: (ms) => Promise.resolve(waited.push(ms)),
  });
  teller.tell(12, happened);
  await teller.settled();
  return { noted: noted.map(({ key }) => key), waited };
}

test('a fact that is not noted in a while is lost', async () => {
  expect(await tell({ kind: 'ringing' }, 6)).toEqual({ noted: [], waited: [200, 1_000, 3_000, 10_000, 30_000] });
});

test('an end is told until it is noted', async () => {
  const { noted, waited } = await tell(ENDED, 20);
  expect([noted, waited.length, waited.at(-1)]).toEqual([['line-1-ended'], 20, 30_000]);
});
