import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { createActor, fromEventObservable, fromPromise } from 'xstate';
import type { ImportAttempt, ImportCheck } from '#contract/imports.contract.ts';
import type { ImportChange, ImportFact, ImportReply } from '../../src/machines/imports/import-context.ts';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import { ImportView } from '../../src/views/imports/ImportPage.tsx';
import { click, mount, only, settle } from '../_kit/mount.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';
import { appAround } from './app-around.tsx';
import { attempt, head } from './import-fixtures.ts';

async function show(differs: Partial<ImportAttempt>) {
  const changes: ImportChange[] = [];
  const shown: ImportReply = { import: attempt(differs), head: head(), rows: [] };
  const machine = importMachine.provide({
    actors: {
      importBroadcasts: fromEventObservable(() => new Subject<ImportFact>()),
      readAttempt: fromPromise(() => Promise.resolve(shown)),
      changeImport: fromPromise(({ input }) => {
        changes.push(input.change);
        return Promise.resolve(shown);
      }),
    },
  });
  const actor = createActor(machine, { input: { id: 41 } }).start();
  const user = { id: 1007, timezone: 'est', roles: ['admin'], max_plus_subscription: {}, feature_overrides: [] };
  const { wrap } = appAround({}, { session: sessionAtWork(user) });
  mount(wrap(<ImportView actor={actor} zone="America/New_York" viewerId={1007} />));
  await settle();
  await settle();
  return changes;
}

const check = (differs: Partial<ImportCheck> = {}): ImportCheck => ({
  rows: 12_431,
  good: 12_000,
  planned: { created: 11_000, updated: 1_000 },
  skipped: 400,
  problems: 31,
  by_reason: [
    { reason: 'already_there', field: null, rows: 400 },
    { reason: 'phone_unreadable', field: 'phone', rows: 31 },
  ],
  ...differs,
});
const button = (name: string) => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent === name);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const text = () => document.body.textContent ?? '';
const stats = () => only('.stats').textContent;

test('the review says how many rows will be created, updated, skipped and are problems', async () => {
  await show({ status: 'checked', done_rows: 0, check: check() });

  expect(stats()).toBe(
    'Rows12,431To create11,000new contactsTo update1,000existing contactsTo skip400see reasons belowProblems31correct them below',
  );
  expect(text()).toContain('Existing contact400Skipped');
  expect(button('Import 12,000 rows').getAttribute('aria-disabled')).toBeNull();
  expect(text()).not.toContain('Not counted yet');
});

test('a review without these counts says so, blames nothing, and checks again', async () => {
  const { planned: _, ...corrected } = check();
  const changes = await show({ status: 'checked', done_rows: 0, check: corrected });

  expect(stats()).toContain('Can be imported12,000');
  expect(text()).toContain('Not counted yet');
  expect(text()).not.toContain('A corrected row');

  click(button('Check again'));
  await settle();

  expect(changes).toMatchObject([{ kind: 'check', form: { fields: { '0': 'full_name' } } }]);
});

test('a file of which every row is an existing contact starts when it tags them', async () => {
  const scrubbed = check({
    good: 0,
    planned: { created: 0, updated: 0 },
    skipped: 12_400,
    by_reason: [{ reason: 'scrubbed', field: null, rows: 12_400 }],
  });
  const changes = await show({ status: 'checked', done_rows: 0, check: scrubbed, updated_lead_tags: [3] });
  click(button('Tag 12,400 matches'));
  await settle();

  expect(changes).toEqual([{ kind: 'start' }]);
  expect(text()).not.toContain('No rows can be imported');
});

const done = { status: 'done', done_rows: 12_431, started_at: '2026-11-19T19:04:12Z', check: check() } as const;

test.each([
  ['that came out otherwise says what the review counted', { created: 10_900, updated: 1_000, skipped: 500 }, true],
  ['says nothing of the review when it kept its promise', { created: 11_000, updated: 1_000, skipped: 400 }, false],
])('a finished import %s', async (_, counts, isTold) => {
  await show({ ...done, counts: { ...counts, problems: 31 } });

  expect(text().includes('The review counted 11,000 to create, 1,000 to update, 400 to skip, 31 problems.')).toBe(
    isTold,
  );
});

test('a finished import says nothing of the review once problem rows were retried', async () => {
  await show({ ...done, counts: { created: 11_031, updated: 1_000, skipped: 400, problems: 0 } });

  expect(text()).not.toContain('The review counted');
});
