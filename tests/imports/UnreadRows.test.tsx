import { act } from 'react';
import { expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import { Subject } from 'rxjs';
import type { ImportFact, ImportReply } from '../../src/machines/imports/import-context.ts';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import { ImportView } from '../../src/views/imports/ImportPage.tsx';
import { mount, only, settle } from '../_kit/mount.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';
import { appAround } from './app-around.tsx';
import { attempt, head } from './import-fixtures.ts';

async function showImported(answers = {}) {
  const imported = attempt({
    status: 'done',
    done_rows: 12_431,
    counts: { created: 12_431, updated: 0, skipped: 0, problems: 0 },
    unread_rows: 2,
    check: {
      ...attempt().check!,
      unread: { rows: 2, by_reason: [{ reason: 'phone_unreadable', field: 'phone', cells: 2 }] },
    },
  });
  const machine = importMachine.provide({
    actors: {
      importBroadcasts: fromEventObservable(() => new Subject<ImportFact>()),
      readAttempt: fromPromise(() => Promise.resolve<ImportReply>({ import: imported, head: head(), rows: [] })),
    },
  });
  const actor = createActor(machine, { input: { id: 41 } }).start();
  const user = { id: 1007, timezone: 'est', roles: ['admin'], max_plus_subscription: {}, feature_overrides: [] };
  const { wrap } = appAround(answers, { session: sessionAtWork(user) });
  mount(wrap(<ImportView actor={actor} zone="America/New_York" viewerId={1007} />));
  await settle();
  await settle();
}

test('imported rows with unread cells offer their corrections and their download', async () => {
  await showImported();

  const text = document.body.textContent ?? '';
  expect(text).toContain("2 rows were imported without cells that can't be read.");
  expect(text).toContain('Apply corrections');
  expect(only('button[aria-label="Fix only Invalid phone"]').textContent).toBe('Fix');
  expect(only('a[download]').getAttribute('aria-label')).toBe('Download 2 problem rows as CSV');
});

test('of an imported row only the unread cells are edited', async () => {
  const unread = [
    { index: 1, field: 'phone', reason: 'phone_unreadable', message: 'Phone "ask" is not a phone number.' },
  ] as const;
  const row = {
    row_number: 8,
    reason: 'phone_unreadable',
    field: 'phone',
    message: 'Phone "ask" is not a phone number.',
    cells: ['Sandoval, Hector', 'ask', '', 'A-17'],
    fix: null,
    is_good: false,
    unread,
  };
  const meta = { current_page: 1, limit: 100, total_count: 1, total_pages: 1 };
  await showImported({ listProblemRows: { data: [row], meta } });
  act(() => only('button[aria-label="Fix only Invalid phone"]').click());
  await settle();

  const edits = (cell: string) => {
    const target = only<HTMLElement>(`.grid-cell[aria-label^="${cell}"]`);
    act(() => void target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
    return document.querySelector(`input[aria-label="${cell}"]`) !== null;
  };
  expect([edits('Full name of row 9'), edits('Cell of row 9')]).toEqual([false, true]);
});
