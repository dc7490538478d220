import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Lead } from '../../server/features/public-pages/lead.ts';
import { openLeadJournal } from '../../server/features/public-pages/lead-journal.ts';
import { createSeal } from '../../server/seal.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bellwether-journal-'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true });
});

const lead = (key: string): Lead => ({
  key,
  at: 0,
  host: 'agent-page.localhost',
  language: 'en',
  to: { accountId: 1, userId: 1 },
  page: { of: 'agent', host: '', name: 'agent-page' },
  entered: {
    first_name: 'Wendell',
    last_name: 'Arnold',
    phone: '407-555-0183',
    email: '',
    zip_code: '',
    topic: '',
    message: '',
    agent: '',
  },
  consents: [],
  proof: 'unproven',
  puzzle: null,
  address: '203.0.113.7',
  browser: '',
});

/** A journal whose deliveries the test answers, in their order. */
function openJournal() {
  const asked: PromiseWithResolvers<boolean>[] = [];
  const deliver = () => {
    const answer = Promise.withResolvers<boolean>();
    asked.push(answer);
    return answer.promise;
  };
  const journal = openLeadJournal({
    dir,
    seal: createSeal([Buffer.alloc(32, 7)]),
    log: pino({ level: 'silent' }),
    deliver,
  });
  const asks = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count));
  return { journal, asked, asks };
}

test('what failed while a long round was under way is tried again after it', async () => {
  const { journal, asked, asks } = openJournal();
  await journal.keep(lead('a'.repeat(64)));
  await journal.keep(lead('b'.repeat(64)));
  const round = journal.start();
  await asks(2);
  asked[0]?.reject(new Error('away'));
  // The time to try again comes before the round has ended.
  await vi.advanceTimersByTimeAsync(60_000);
  asked[1]?.resolve(true);
  await round;

  await vi.advanceTimersByTimeAsync(60_000);
  await asks(3);
  asked[2]?.resolve(true);

  await vi.waitFor(() => expect(readdirSync(dir)).toEqual([]));
  await journal.close();
});
