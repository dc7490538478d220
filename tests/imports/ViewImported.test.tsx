import { expect, test } from 'vitest';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { workPlaces } from '../../src/views/_running/work-places.ts';
import { ViewImported } from '../../src/views/imports/steps/ViewImported.tsx';
import { mount, only, settle } from '../_kit/mount.ts';
import { appAround } from './app-around.tsx';
import { attempt } from './import-fixtures.ts';

const LIST = '/contacts?contact_group=all&search=[{"field":"import_id","op":"is","value":"41"}]';
const UNDO = { removed: 2, put_back: 0, kept: 0 };

async function show(differs: Partial<ImportAttempt>, listed = 111) {
  const { wrap, called } = appAround({ listContacts: { data: [], meta: { total_count: listed } } });
  mount(wrap(<ViewImported attempt={attempt(differs)} />));
  await settle();
  return called;
}

test('a finished import leads to its contacts, as many as the list has', async () => {
  await show({ status: 'done' });

  expect(only('a').textContent).toBe('View 111 contacts');
  expect(decodeURIComponent(only('a').getAttribute('href') ?? '')).toBe(LIST);
});

test.each([
  ['is running', { status: 'processing' }],
  ['was undone', { status: 'undone', undo: UNDO }],
  ['created nothing', { status: 'done', counts: { created: 0, updated: 3, skipped: 0, problems: 0 } }],
] as const)('one that %s leads nowhere and counts nothing', async (_, differs) => {
  expect(await show(differs)).toEqual([]);
  expect(document.querySelector('a')).toBeNull();
});

test('one whose contacts were all deleted since leads nowhere', async () => {
  await show({ status: 'done' }, 0);

  expect(document.querySelector('a')).toBeNull();
});

test('the message of its end leads there as well', () => {
  const { resultOf } = workPlaces.import;
  const done = attempt({ status: 'done', counts: { created: 1, updated: 0, skipped: 0, problems: 0 } });

  expect(resultOf?.(done)?.label).toBe('View 1 contact');
  expect(decodeURIComponent(resultOf?.(done)?.href ?? '')).toBe(LIST);
  expect(resultOf?.(attempt({ status: 'undone', undo: UNDO }))).toBeNull();
});
