import { NEVER, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { Cable } from '../../src/realtime/cable.ts';
import { observeImportBroadcasts } from '../../src/realtime/imports.stream.ts';
import { attempt, row } from './import-fixtures.ts';

/** A cable with one channel, and what the stream makes of its bodies. */
function listen() {
  const bodies$ = new Subject<unknown>();
  const asked: unknown[] = [];
  const rejected: unknown[] = [];
  const cable: Cable = {
    channel: (name, params) => {
      asked.push([name, params]);
      return bodies$;
    },
    reject: (name, body) => rejected.push([name, body]),
    freshness$: NEVER,
  };
  const facts: unknown[] = [];
  const subscription = observeImportBroadcasts(cable, { import_id: 41 }).subscribe({
    next: (fact) => facts.push(fact),
    error: () => facts.push('error'),
  });
  return { bodies$, asked, rejected, facts, subscription };
}

test('listens to the attempt it is asked for', () => {
  const { asked } = listen();

  expect(asked).toEqual([['ContactsImportChannel', { import_id: 41 }]]);
});

test('passes facts as they are', () => {
  const { bodies$, facts } = listen();
  const progressed = { type: 'import.progressed', import: attempt(), rows: [row(8_412)] };
  const changed = { type: 'import.changed', import: attempt({ status: 'done', version: 8 }) };

  bodies$.next(progressed);
  bodies$.next(changed);

  expect(facts).toEqual([progressed, changed]);
});

test('passes a gap that cannot be filled', () => {
  const { bodies$, facts } = listen();
  const lost = { type: 'stream.lost', stream: 'import:41', epoch: 'e2', offset: 12 };

  bodies$.next(lost);

  expect(facts).toEqual([lost]);
});

test('rejects a body that does not match and carries on', () => {
  const { bodies$, facts, rejected } = listen();
  const odd = { type: 'import.changed', import: { id: 41 } };
  const changed = { type: 'import.changed', import: attempt() };

  bodies$.next(odd);
  bodies$.next(changed);

  expect(rejected).toEqual([['ContactsImportChannel', odd]]);
  expect(facts).toEqual([changed]);
});

test('leaves the channel with its last listener', () => {
  const { bodies$, subscription } = listen();

  subscription.unsubscribe();

  expect(bodies$.observed).toBe(false);
});

test('passes over what a shared stream carries for another channel', () => {
  const { bodies$, facts, rejected } = listen();

  bodies$.next({ type: 'contacts.changed', ids: [1] });

  expect([facts, rejected]).toEqual([[], []]);
});
