import { act } from 'react';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { runningMachines } from '../../src/machines/_running/kinds.ts';
import type { WorkFact } from '../../src/machines/_running/running-work.machine.ts';
import { BroadcastsPage } from '../../src/views/broadcasts/BroadcastsPage.tsx';
import type { BroadcastsSearch } from '../../src/views/broadcasts/broadcasts-search.ts';
import { mount, only, settle } from '../_kit/mount.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';
import { appAround } from '../imports/app-around.tsx';
import { broadcast, sending } from './broadcast-fixtures.ts';

async function show(listed: readonly Broadcast[] | Error, search: BroadcastsSearch = {}) {
  const own$ = new Subject<WorkFact<Broadcast>>();
  const running = createActor(
    runningMachines.broadcast.provide({
      actors: {
        ownBroadcasts: fromEventObservable(() => own$),
        listRunning: fromPromise(() => Promise.resolve<readonly Broadcast[]>([])),
      },
    }),
    { input: { user: { id: 1007 } } },
  ).start();
  const meta = { current_page: 1, limit: 50, total_count: listed instanceof Error ? 0 : listed.length, total_pages: 1 };
  const user = { id: 1007, timezone: 'est', downline_count: 0 };
  const { wrap, called } = appAround(
    { listBroadcasts: listed instanceof Error ? listed : { data: listed, meta } },
    { session: sessionAtWork(user, { broadcast: running }) },
  );
  const searches: BroadcastsSearch[] = [];
  mount(wrap(<BroadcastsPage search={search} setSearch={(next) => searches.push(next)} start={null} />));
  await settle();
  await settle();
  return { called, searches, hear: (work: Broadcast) => act(() => own$.next({ type: 'work.told', work })) };
}

const lines = () => [...document.querySelectorAll('.broadcasts tbody tr')].map((line) => line.textContent);

test('invites to the first broadcast where there is none', async () => {
  await show([]);

  expect(document.body.textContent).toContain('No broadcasts yet');
  expect(document.querySelector('.broadcast-filters')).toBeNull();
});

test('offers to clear filters that nothing matches', async () => {
  await show([], { status: 'failed' });

  expect(document.body.textContent).toContain('No broadcasts match');
  expect(document.querySelector('.broadcast-filters')).not.toBeNull();
});

test('says what failed and what is kept', async () => {
  await show(new ApiError('conflict', { code: 'conflict', message: 'Try again in a moment.' }));

  expect(document.body.textContent).toContain("Couldn't load broadcasts");
  expect(document.body.textContent).toContain('Scheduled broadcasts are sent in the background.');
});

test('lists what was sent and what is to go; a draft leads to its first step', async () => {
  await show([
    broadcast({ id: 72, name: 'Draft one', updated_at: '2026-01-05T15:04:00Z' }),
    sending({ status: 'paused', started_at: '2026-01-05T15:04:00Z', starts_at: '2026-01-05T15:04:00Z' }),
  ]);

  expect(lines()).toEqual([
    'Draft oneTextMine, state FL or TX, tagged aep-2026Draft01/05/2026',
    'AEP reminder text, wave 2TextMine, state FL or TX, tagged aep-2026Paused1,18885201/05/2026',
  ]);
  const hrefs = [...document.querySelectorAll('.broadcasts tbody a')].map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['/broadcasts/72/audience', '/broadcasts/71']);
});

test('moves what is sent in place', async () => {
  const { hear } = await show([sending()]);
  const { progress } = sending();
  hear(sending({ version: 12, progress: { ...progress, delivered: 2_000, waiting: 4 } }));

  expect(only('.broadcasts [role="progressbar"]').getAttribute('aria-valuenow')).toBe('2035');
});

test('narrows by channel and state, from the first page', async () => {
  const { searches } = await show([sending()], { page: 3, q: 'aep' });
  const choose = (label: string, value: string) =>
    act(() => {
      const field = [...document.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent === label);
      if (field === undefined) throw new Error(`no field ${label}`);
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
  choose('Channel', 'mail');
  choose('State', 'done');

  expect(searches).toEqual([
    { q: 'aep', channel: 'mail' },
    { q: 'aep', status: 'done' },
  ]);
});
