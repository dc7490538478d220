import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { LiveOverview } from '#contract/live.contract.ts';
import { LIVE_REFRESH_MS, type LiveFact, liveMachine } from '../../src/machines/live/live.machine.ts';
import { mergeAttempt, mergeChange, mergeOverview } from '../../src/machines/live/merge-overview.ts';
import { sending } from '../broadcasts/broadcast-fixtures.ts';
import { job } from '../bulk/bulk-fixtures.ts';
import { attempt } from '../imports/import-fixtures.ts';

const overview = (differs: Partial<LiveOverview> = {}): LiveOverview => ({
  running: [attempt()],
  changes: [],
  transfers: [],
  prints: [],
  broadcasts: [],
  verifications: [],
  finished_today: [],
  people: [],
  throughput: [],
  finished_count: 3,
  finished_rows: 100,
  problem_rows: 2,
  ...differs,
});
const heard = () => new Promise((resolve) => setImmediate(resolve));

function watch() {
  const clock = new SimulatedClock();
  const facts$ = new Subject<LiveFact>();
  const reads: PromiseWithResolvers<LiveOverview>[] = [];
  const changes: PromiseWithResolvers<ImportAttempt>[] = [];
  const held = <Output>(list: PromiseWithResolvers<Output>[]) => {
    const pending = Promise.withResolvers<Output>();
    list.push(pending);
    return pending.promise;
  };
  const machine = liveMachine.provide({
    actors: {
      readOverview: fromPromise(() => held(reads)),
      changeRunning: fromPromise(() => held(changes)),
      downlineBroadcasts: fromEventObservable(() => facts$),
    },
  });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, facts$, reads, changes, context: () => actor.getSnapshot().context };
}

describe('the overview', () => {
  test('is read again for what no broadcast tells', async () => {
    const { clock, reads } = watch();
    reads[0]?.resolve(overview());
    await heard();

    clock.increment(LIVE_REFRESH_MS - 1);
    expect(reads).toHaveLength(1);

    clock.increment(1);
    expect(reads).toHaveLength(2);
  });

  test('is read immediately after a gap', async () => {
    const { facts$, reads } = watch();
    reads[0]?.resolve(overview());
    await heard();

    facts$.next({ type: 'stream.lost', stream: 'live:1002', epoch: 'e', offset: 1 });

    expect(reads).toHaveLength(2);
  });

  test('does not go back behind what was heard while it was read', async () => {
    const { clock, context, facts$, reads } = watch();
    reads[0]?.resolve(overview());
    await heard();
    clock.increment(LIVE_REFRESH_MS);
    facts$.next({ type: 'import.progressed', import: attempt({ version: 9, done_rows: 9_000 }), rows: [] });

    reads[1]?.resolve(overview());
    await heard();

    expect(context().overview?.running[0]?.version).toBe(9);
  });

  test('follows a broadcast below while it is sent or paused, not while it is scheduled', async () => {
    const { context, facts$, reads } = watch();
    reads[0]?.resolve(overview());
    await heard();
    const shown = () => context().overview;
    facts$.next({ type: 'broadcast.changed', broadcast: sending({ status: 'scheduled', version: 2 }) });
    expect(shown()?.broadcasts).toEqual([]);

    facts$.next({ type: 'broadcast.progressed', broadcast: sending({ version: 3 }) });
    facts$.next({ type: 'broadcast.changed', broadcast: sending({ status: 'paused', version: 4 }) });
    expect(shown()?.broadcasts.map(({ status }) => status)).toEqual(['paused']);

    facts$.next({ type: 'broadcast.changed', broadcast: sending({ status: 'stopped', version: 5 }) });
    expect(shown()?.broadcasts).toEqual([]);
  });

  test('follows a bulk change below from its first word to its end', async () => {
    const { context, facts$, reads } = watch();
    reads[0]?.resolve(overview());
    await heard();
    const changes = () => context().overview?.changes.map(({ id, done }) => [id, done]);

    facts$.next({ type: 'bulk.changed', job: job({ done: 0, version: 2 }) });
    expect(changes()).toEqual([[51, 0]]);

    facts$.next({ type: 'bulk.progressed', job: job({ done: 2_000, version: 3 }) });
    expect(changes()).toEqual([[51, 2_000]]);

    facts$.next({ type: 'bulk.changed', job: job({ status: 'done', version: 4 }) });
    expect(changes()).toEqual([]);
  });

  test('stays when the server is out of reach', async () => {
    const { actor, clock, context, reads } = watch();
    reads[0]?.resolve(overview());
    await heard();
    clock.increment(LIVE_REFRESH_MS);

    reads[1]?.reject({ kind: 'offline' });
    await heard();

    expect(actor.getSnapshot().hasTag('unreachable')).toBe(false);
    expect(context().overview).toEqual(overview());
  });

  test('that never came says so until it is asked for again', async () => {
    const { actor, reads } = watch();
    reads[0]?.reject({ kind: 'offline' });
    await heard();
    expect(actor.getSnapshot().hasTag('unreachable')).toBe(true);

    actor.send({ type: 'live.reload' });
    reads[1]?.resolve(overview());
    await heard();

    expect(actor.getSnapshot().hasTag('unreachable')).toBe(false);
  });
});

describe('a command', () => {
  test('names the import that it is under way for, one at a time', async () => {
    const { actor, changes, context } = watch();

    actor.send({ type: 'live.pause', id: 41 });
    actor.send({ type: 'live.resume', id: 42 });

    expect(context().askedFor).toBe(41);
    expect(changes).toHaveLength(1);
  });

  test('shows what it came to', async () => {
    const { actor, changes, context, reads } = watch();
    reads[0]?.resolve(overview());
    await heard();
    actor.send({ type: 'live.pause', id: 41 });

    changes[0]?.resolve(attempt({ status: 'pausing', version: 8 }));
    await heard();

    expect(context()).toMatchObject({ askedFor: null, overview: { running: [{ status: 'pausing' }] } });
  });
});

describe('merging', () => {
  test('adds a new import before the others', () => {
    const next = mergeAttempt(overview(), attempt({ id: 50, status: 'queued' }));

    expect(next.running.map(({ id }) => id)).toEqual([50, 41]);
  });

  test('ignores a copy that is older than the known one', () => {
    const known = overview({ running: [attempt({ version: 7, done_rows: 500 })] });

    expect(mergeAttempt(known, attempt({ version: 6, done_rows: 400 }))).toEqual(known);
  });

  test('counts an import that ends once', () => {
    const done = attempt({ status: 'done', version: 8 });
    const once = mergeAttempt(overview(), done);
    const twice = mergeAttempt(once, { ...done, version: 9 });

    expect(once).toMatchObject({ running: [], finished_count: 4, finished_rows: 8_512, problem_rows: 63 });
    expect(twice).toMatchObject({ finished_count: 4, finished_rows: 8_512, problem_rows: 63 });
  });

  test('takes a deleted attempt out', () => {
    const known = overview({ running: [], finished_today: [attempt({ status: 'done' })] });

    expect(mergeAttempt(known, attempt({ status: 'done', deleted_at: 'x', version: 8 })).finished_today).toEqual([]);
  });

  test('brings a finished import back among what runs when it is tried again', () => {
    const known = overview({ running: [], finished_today: [attempt({ status: 'done' })] });
    const next = mergeAttempt(known, attempt({ status: 'queued', version: 8 }));

    expect([next.running.length, next.finished_today.length]).toEqual([1, 0]);
    expect(mergeAttempt(next, attempt({ status: 'done', version: 9 }))).toMatchObject({
      finished_count: known.finished_count,
      finished_rows: known.finished_rows,
      problem_rows: known.problem_rows,
    });
  });

  test('keeps the newer copy of a bulk change, whether it was read or heard', () => {
    const known = overview({ changes: [job({ version: 7, done: 4_000 })] });

    expect(mergeChange(known, job({ version: 6, done: 2_000 }))).toEqual(known);
    expect(mergeOverview(known, overview({ changes: [job({ version: 6, done: 2_000 })] })).changes).toEqual(
      known.changes,
    );
    expect(mergeOverview(known, overview()).changes).toEqual([]);
  });

  test("drops what a new reading doesn't have", () => {
    expect(mergeOverview(overview(), overview({ running: [] })).running).toEqual([]);
  });
});
