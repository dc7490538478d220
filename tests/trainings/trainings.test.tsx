import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { expect, test } from 'vitest';
import type { MyTraining, Training } from '#contract/trainings.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ManageTrainingsPage } from '../../src/views/trainings/ManageTrainingsPage.tsx';
import { MyTrainingsPage } from '../../src/views/trainings/MyTrainingsPage.tsx';
import '../../src/views/_kit/overlays/AlertDialog.tsx';
import '../../src/views/_resource/RecordForm.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const training = (id: number, section: string, more: Partial<Training> = {}): Training => ({
  id,
  section,
  title: `Training ${id}`,
  corporation_id: null,
  for_account_types: [],
  file: null,
  ...more,
});
const ALL = [training(1, 'Start'), training(2, 'Start'), training(3, 'Medicare', { for_account_types: ['agent'] })];
const SECTIONS = [
  { section: 'Start', ids: [1, 2] },
  { section: 'Medicare', ids: [3] },
];

async function open(component: FunctionComponent, path: string, answers: Record<string, Answer>, who: object = {}) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: createRootRoute({ component }), history });
  const desk = await openDesk(<RouterProvider router={router} />, answers, {
    roles: ['admin'],
    permissions: permissionsOf([['admin']]),
    identity: [{}],
    ...who,
  });
  await calm();
  await calm();
  return desk;
}
const manage = (path = '/admin/trainings', answers: Record<string, Answer> = {}) =>
  open(ManageTrainingsPage, path, {
    listTrainings: { data: ALL, meta: { current_page: 1, limit: 50, total_count: 3, total_pages: 1 } },
    listTrainingSections: { data: SECTIONS },
    readTraining: { data: ALL[2] },
    deleteTrainingSection: { data: SECTIONS[0] },
    listTrainingPeople: { data: [], meta: { current_page: 1, limit: 10, total_count: 0, total_pages: 0, done: 0 } },
    ...answers,
  });

test('a training shows who is done, opened it, and did not', async () => {
  const people = [
    { id: 1, name: 'Ada Admin', opened_at: null, done_at: null },
    { id: 2, name: 'Pia Peer', opened_at: '2026-11-04T18:00:00.000Z', done_at: null },
    { id: 3, name: 'Amy Agent', opened_at: '2026-11-04T18:00:00.000Z', done_at: '2026-11-05T18:00:00.000Z' },
  ];
  await manage('/admin/trainings?edit=3', {
    listTrainingPeople: { data: people, meta: { current_page: 1, limit: 10, total_count: 3, total_pages: 1, done: 1 } },
  });

  expect(only('[role="progressbar"]').getAttribute('aria-valuetext')).toBe('1 of 3 done');
  const text = only('[aria-label="Progress"].stack').textContent;
  expect(text).toMatch(/Ada Admin.*Not opened.*Pia Peer.*Opened .*Amy Agent.*Done /s);
});

test.each([
  [
    'no one sees it',
    { data: [], meta: { current_page: 1, limit: 10, total_count: 0, total_pages: 0, done: 0 } },
    /No one/,
  ],
  ['it could not be read', refused({}), /Couldn't load progress.*Try again/s],
])('the progress of a training says that %s', async (_, answer, words) => {
  await manage('/admin/trainings?edit=3', { listTrainingPeople: answer });

  expect(only('[aria-label="Progress"].stack').textContent).toMatch(words);
});

test('a training moves within its section only', async () => {
  const { asked } = await manage();
  expect(button('Move Training 1 up').disabled).toBe(true);
  expect(button('Move Training 2 down').disabled).toBe(true);
  click(button('Move Training 2 up'));
  await calm();
  expect(asked('placeTrainings')).toEqual([{ body: { ids: [2, 1] } }]);
});

test('a section moves with all its trainings, and is deleted after a question that counts them', async () => {
  const { asked, toasts } = await manage('/admin/trainings?section=Start');
  click(button('Move Start right'));
  await calm();
  expect(asked('placeTrainings')).toEqual([{ body: { ids: [3, 1, 2] } }]);

  click(button('Delete section'));
  await calm();
  expect(only('[role="alertdialog"]').textContent).toContain('Delete Start with 2 trainings?');
  expect(asked('deleteTrainingSection')).toEqual([]);
  click(button('Delete 2 trainings'));
  await calm();
  expect(asked('deleteTrainingSection')).toEqual([{ params: { id: 1 } }]);
  toasts.at(-1)?.action?.run();
  await calm();
  expect(asked('restoreTrainings')).toEqual([{ body: { ids: [1, 2] } }]);
});

test('a deleted training is restored by Undo, not added again', async () => {
  const { asked, toasts } = await manage('/admin/trainings?edit=3');
  click(button('Delete'));
  await calm();
  toasts.at(-1)?.action?.run();
  await calm();
  expect([asked('restoreTrainings'), asked('createTraining')]).toEqual([[{ body: { ids: [3] } }], []]);
});

const mine = (id: number, more: Partial<MyTraining> = {}): MyTraining => ({
  id,
  section: id < 3 ? 'Start' : 'Medicare',
  title: `Training ${id}`,
  corporation: null,
  file: null,
  opened_at: null,
  done_at: null,
  ...more,
});
const FILE = { name: 'guide.pdf', bytes: 10, url: '#file' };
const AT = '2026-11-04T18:00:00.000Z';

test('an agent sees the share of each section, and opening records it once', async () => {
  const list = [mine(1, { file: FILE }), mine(2, { file: FILE, opened_at: AT, done_at: AT }), mine(3)];
  const { asked } = await open(MyTrainingsPage, '/trainings', { listMyTrainings: { data: list } });
  expect(only('[role="progressbar"]').getAttribute('aria-valuetext')).toBe('1 of 3 done');
  expect([...document.querySelectorAll('.card > header')].map(({ textContent }) => textContent)).toEqual([
    'Start1 of 2 done',
    'Medicare0 of 1 done',
  ]);

  click(only('[aria-label="Open Training 1"]'));
  click(only('[aria-label="Open Training 2"]'));
  await calm();
  expect(asked('updateTrainingProgress')).toEqual([{ params: { id: 1 }, body: {} }]);
});

test('progress is read-only while logged in as someone else', async () => {
  const list = [mine(1, { file: FILE })];
  const { asked } = await open(
    MyTrainingsPage,
    '/trainings',
    { listMyTrainings: { data: list } },
    { identity: [{}, {}] },
  );
  click(only('[aria-label="Open Training 1"]'));
  click(only('.training-rows button'));
  await calm();
  expect(asked('updateTrainingProgress')).toEqual([]);
});
