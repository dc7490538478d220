import { act } from 'react';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { LiveOverview } from '#contract/live.contract.ts';
import type { VerificationRun } from '#contract/verifications.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { type LiveFact, liveMachine } from '../../src/machines/live/live.machine.ts';
import { LiveView } from '../../src/views/live/LivePage.tsx';
import { sending } from '../broadcasts/broadcast-fixtures.ts';
import { job } from '../bulk/bulk-fixtures.ts';
import { run } from '../verifications/verification-fixtures.ts';
import { attempt } from '../imports/import-fixtures.ts';
import { click, mount, only, settle } from '../_kit/mount.ts';

/** Nothing done yet. */
const DAY = { on_call_since: null, calls: 0, talk_seconds: 0, policies: 0 } as const;

const overview: LiveOverview = {
  running: [attempt()],
  changes: [],
  transfers: [],
  prints: [],
  broadcasts: [],
  verifications: [],
  finished_today: [],
  people: [
    {
      id: 1007,
      name: 'Dana Whitfield',
      role: 'agent',
      signed_in: true,
      last_seen_at: '2026-11-19T19:05:00Z',
      ...DAY,
      calls: 12,
      talk_seconds: 6_120,
      policies: 2,
    },
    { id: 1008, name: 'Hollis Vance', role: 'agent', signed_in: false, last_seen_at: '2026-11-19T18:00:00Z', ...DAY },
  ],
  throughput: [
    { at: '2026-11-19T19:04:45Z', rows_per_second: 40 },
    { at: '2026-11-19T19:05:00Z', rows_per_second: 84 },
  ],
  finished_count: 0,
  finished_rows: 0,
  problem_rows: 0,
};

async function show(change: (asked: unknown) => Promise<ImportAttempt> = () => new Promise(() => undefined)) {
  const facts$ = new Subject<LiveFact>();
  const asked: unknown[] = [];
  let readings = 0;
  const machine = liveMachine.provide({
    actors: {
      readOverview: fromPromise(() => {
        readings += 1;
        return Promise.resolve(overview);
      }),
      changeRunning: fromPromise(({ input }) => {
        asked.push(input);
        return change(input);
      }),
      changeVerification: fromPromise<
        VerificationRun,
        { readonly id: number; readonly command: 'pause' | 'resume' | 'cancel' }
      >(({ input }) => {
        asked.push(input);
        return Promise.resolve(run({ status: input.command === 'cancel' ? 'cancelled' : 'paused', version: 9 }));
      }),
      pauseSending: fromPromise<Broadcast, { readonly id: number }>(({ input }) => {
        asked.push(input);
        return Promise.resolve(sending({ status: 'paused', version: 9 }));
      }),
      downlineBroadcasts: fromEventObservable(() => facts$),
    },
  });
  const actor = createActor(machine, { clock: new SimulatedClock() }).start();
  mount(<LiveView actor={actor} name="Marcus Ellery" zone="America/New_York" />);
  await settle();
  return { asked, hear: (fact: LiveFact) => act(() => facts$.next(fact)), readings: () => readings };
}

test('says who and what there is below', async () => {
  await show();

  expect(only('.scope').textContent).toBe('Downline of Marcus Ellery: 2 users, 1 running');
  expect(only('.stats').textContent).toBe(
    'Rows per second841 import runningSigned in1of 2 peopleCalls today121 h 42 min talkedPolicies today2writtenFinished today00 rowsProblem rows today00%',
  );
});

test('pauses a broadcast below, which only its sender resumes', async () => {
  const { asked, hear } = await show();
  hear({ type: 'broadcast.progressed', broadcast: sending({ version: 8 }) });
  const { id, name } = sending({});

  click(only(`[aria-label="Pause ${name}"]`));
  await settle();

  expect(asked).toEqual([{ id }]);
  expect(document.querySelector(`[aria-label="Pause ${name}"]`)).toBeNull();
  expect(document.querySelector(`[aria-label="Resume ${name}"]`)).toBeNull();
});

test('pauses, resumes and cancels a verification below', async () => {
  const { asked, hear } = await show();
  hear({ type: 'verification.progressed', run: run({ version: 8 }) });
  const button = (name: string) =>
    document.querySelector(`[aria-label="${name} Verify 300 numbers of Dana Whitfield"]`);
  expect([button('Pause') !== null, button('Resume') !== null, button('Cancel') !== null]).toEqual([true, false, true]);

  click(button('Pause') as HTMLElement);
  await settle();
  expect([button('Pause') !== null, button('Resume') !== null]).toEqual([false, true]);
  hear({ type: 'verification.changed', run: run({ status: 'working', version: 10 }) });
  click(button('Cancel') as HTMLElement);
  await settle();
  hear({ type: 'verification.changed', run: run({ status: 'cancelled', version: 11 }) });

  expect(asked).toEqual([
    { id: 81, command: 'pause' },
    { id: 81, command: 'cancel' },
  ]);
  expect(document.body.textContent).not.toContain('Verify 300 numbers');
});

test('moves a bar with every chunk, without reading again', async () => {
  const { hear, readings } = await show();

  hear({ type: 'import.progressed', import: attempt({ version: 8, done_rows: 10_000, rate: 100 }), rows: [] });

  expect(only('[role="progressbar"]').getAttribute('aria-valuenow')).toBe('10000');
  expect(only('.stats div:first-child dd').textContent).toContain('100');
  expect(readings()).toBe(1);
});

test('shows a bulk change of the downline with a link to its page', async () => {
  const { hear } = await show();

  hear({ type: 'bulk.progressed', job: job() });

  expect(only('.scope').textContent).toContain('2 running');
  expect(only('.job-row a[href="/contacts/bulk/51"]').textContent).toBe('Add the tag hot');
  expect(only('.job-row:last-child').textContent).toBe('Add the tag hotAda Agent4,000 of 12,431Mine, state TX4 s left');
});

test('moves an import that ends to what has finished today', async () => {
  const { hear } = await show();
  const done = { status: 'done', version: 9, done_rows: 12_431, finished_at: '2026-11-19T19:06:00Z' } as const;

  hear({ type: 'import.changed', import: attempt(done) });

  expect(document.body.textContent).toContain('No jobs running.');
  expect(only('.fin tbody').textContent).toBe('tx_aep_leads_nov.csv, 61 problemsDana Whitfield12,4311:402:06 PM');
});

test('lets the supervisor pause what runs', async () => {
  const { asked } = await show();

  click(only('[aria-label="Pause tx_aep_leads_nov.csv"]'));

  expect(asked).toEqual([{ kind: 'pause', id: 41 }]);
  expect(only('[aria-label="Pause tx_aep_leads_nov.csv"]').getAttribute('aria-disabled')).toBe('true');
});

test('says why a pause was refused', async () => {
  await show(() => Promise.reject(new ApiError('conflict', { code: 'conflict', message: 'This import has ended.' })));

  click(only('[aria-label="Pause tx_aep_leads_nov.csv"]'));
  await settle();

  expect(only('.note.bad').textContent).toBe('This import has ended.');
});

test('shows who is signed in, and the others on request', async () => {
  await show();
  expect(document.body.textContent).not.toContain('Hollis Vance');

  click(only('[aria-expanded="false"]'));

  expect([...document.querySelectorAll('.ppl li')].map((line) => line.textContent)).toEqual([
    'DWDana Whitfield12 calls, 1 h 42 min talked, 2 policiesImporting',
    'HVHollis VanceSigned out1 h 5 min',
    '1Hide signed out',
  ]);
});
