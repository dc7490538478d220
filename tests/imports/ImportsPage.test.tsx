import { act } from 'react';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { AppActors } from '../../src/actors/root.ts';
import { runningMachines } from '../../src/machines/_running/kinds.ts';
import type { WorkFact } from '../../src/machines/_running/running-work.machine.ts';
import type { ImportsSearch } from '../../src/views/imports/imports-search.ts';
import { ImportsPage } from '../../src/views/imports/list/ImportsPage.tsx';
import { click, mount, only, settle } from '../_kit/mount.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';
import { appAround } from './app-around.tsx';
import { attempt } from './import-fixtures.ts';

async function show(listed: readonly ImportAttempt[], search: ImportsSearch = {}) {
  const own$ = new Subject<WorkFact<ImportAttempt>>();
  const running = createActor(
    runningMachines.import.provide({
      actors: {
        ownBroadcasts: fromEventObservable(() => own$),
        listRunning: fromPromise(() => Promise.resolve<readonly ImportAttempt[]>([])),
      },
    }),
    { input: { user: { id: 1007 } } },
  ).start();
  const meta = { current_page: 1, limit: 50, total_count: listed.length, total_pages: 1 };
  const { wrap, called } = appAround(
    { listImportAttempts: { data: listed, meta } },
    {
      session: sessionAtWork({ id: 1007, timezone: 'est', roles: ['agent'] }, { import: running }),
      boot: { brand: 'bellwether' } as AppActors['boot'],
    },
  );
  const searches: ImportsSearch[] = [];
  mount(wrap(<ImportsPage search={search} setSearch={(next) => searches.push(next)} />));
  await settle();
  await settle();
  return { called, searches, hear: (work: ImportAttempt) => act(() => own$.next({ type: 'work.told', work })) };
}

const lines = () => [...document.querySelectorAll('.attempts tbody tr')].map((line) => line.textContent);
const tab = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent === name);
  if (!found) throw new Error(`no tab ${name}`);
  return found;
};

test('invites to the first import where there is none', async () => {
  await show([]);

  expect(document.body.textContent).toContain('No imports yet');
  expect(document.querySelector('.imports-filters')).toBeNull();
});

test('lists attempts with their counts', async () => {
  await show([attempt({ status: 'failed', started_at: '2026-01-05T15:04:00Z' })]);

  expect(lines()).toEqual(['tx_aep_leads_nov.csvDana WhitfieldFailed12,431View 6,918 contacts1,1023316101/05/2026']);
});

test('the count of created contacts leads to them while they are there', async () => {
  await show([
    attempt({ id: 41, status: 'done' }),
    attempt({ id: 40, status: 'undone', undo: { removed: 6_918, put_back: 0, kept: 0 } }),
  ]);

  const links = [...document.querySelectorAll('.attempts a')].filter((link) => link.textContent?.startsWith('View'));
  expect(links.map((link) => decodeURIComponent(link.getAttribute('href') ?? ''))).toEqual([
    '/contacts?contact_group=all&search=[{"field":"import_id","op":"is","value":"41"}]',
  ]);
});

test('moves what runs in place', async () => {
  const { hear } = await show([attempt()]);

  hear(attempt({ version: 8, done_rows: 12_000 }));

  expect(only('.attempts [role="progressbar"]').getAttribute('aria-valuenow')).toBe('12000');
});

test('shows an import that began after the list was read', async () => {
  const { hear } = await show([attempt({ id: 40, status: 'failed' })]);

  hear(attempt({ id: 41, file_name: 'new.csv' }));

  expect(lines()[0]).toContain('new.csv');
});

test('keeps an import that runs out of a list of others', async () => {
  const { hear } = await show([attempt({ id: 40, status: 'failed' })], { tab: 'failed' });

  hear(attempt({ id: 41, file_name: 'new.csv' }));

  expect(lines()).toHaveLength(1);
});

test('narrows by tab and forgets the page', async () => {
  const { searches } = await show([attempt()], { tab: 'failed', page: 3, filter_by: 'user', filter_value: 'Dana' });

  click(tab('Finished'));

  expect(searches).toEqual([{ tab: 'finished', filter_by: 'user', filter_value: 'Dana' }]);
});

test('asks the server for the group and the filter of the address', async () => {
  const { called } = await show([attempt()], { tab: 'failed', filter_by: 'user', filter_value: 'Dana' });

  expect(called).toEqual([
    {
      name: 'listImportAttempts',
      args: expect.objectContaining({
        query: { tab: 'failed', filter_by: 'user', filter_value: 'Dana', page: 1, limit: 50 },
      }),
    },
  ]);
});

test('clears a filter by its chip', async () => {
  const { searches } = await show([attempt()], { filter_by: 'file_name', filter_value: 'leads' });

  click(only('.chip'));

  expect(searches).toEqual([{}]);
});
