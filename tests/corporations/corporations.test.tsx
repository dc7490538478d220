import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { expect, test } from 'vitest';
import type { Corporation } from '#contract/corporations.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ApiError } from '../../src/api/errors.ts';
import { CorporationsPage } from '../../src/views/corporations/CorporationsPage.tsx';
import '../../src/views/_kit/overlays/AlertDialog.tsx';
import '../../src/views/_resource/RecordForm.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const SPONSOR: Corporation = {
  id: 4,
  business_unit_id: null,
  type: 'Sponsor',
  name: 'Silver Oak Life',
  description: '',
  domain_name: '',
  color_1: '#777777',
  color_2: '',
  color_3: '',
  faqs: [
    { question: 'Who?', answer: 'Anyone.' },
    { question: 'Where?', answer: 'Here.' },
  ],
  latest_news: [],
  languages_spoken: ['English'],
  office_hours: [],
  office_address: '',
  city: 'Tampa',
  state: 'FL',
  zip_code: '',
  phone: '',
  email: '',
  facebook: '',
  instagram: '',
  linkedin: '',
  twitter: '',
  google: '',
  youtube: '',
  yelp: '',
  tracking_code: '',
  webpage_active: false,
  user_id: null,
  retired: false,
  logo: null,
  files: [{ id: 9, file_title: 'Directory', file_link: 'https://example.com', file: null, preview_image: null }],
  usage: { products: 2, campaign_triggers: 0, trainings: 0 },
};

const open = async (answers: Record<string, Answer> = {}) => {
  const history = createMemoryHistory({ initialEntries: ['/admin/corporations?edit=4'] });
  const router = createRouter({ routeTree: createRootRoute({ component: CorporationsPage }), history });
  const meta = { current_page: 1, limit: 50, total_count: 1, total_pages: 1 };
  const who = { roles: ['admin'], permissions: permissionsOf([['admin']]) };
  const desk = await openDesk(
    <RouterProvider router={router} />,
    {
      listCorporations: { data: [SPONSOR], meta },
      readCorporation: { data: SPONSOR },
      listOwners: { data: [] },
      updateCorporation: { data: SPONSOR },
      ...answers,
    },
    who,
  );
  await calm();
  await calm();
  return desk;
};
const save = async () => {
  act(() => only<HTMLFormElement>('.side form').requestSubmit());
  await calm();
};

test('shows what uses it, and that its headings are hard to read', async () => {
  await open();
  expect(only('tbody').textContent).toContain('2 products');
  expect(only('[aria-label="Color preview"]').textContent).toContain('Headings 4.4:1, needs 4.5:1');
});

test('questions are added, moved and removed, and only they are sent', async () => {
  const { asked } = await open();
  click(button('Move question 2 up'));
  click(button('Add a question'));
  type(only('input[aria-label="Question of question 3"]'), 'When?');
  type(only('textarea[aria-label="Answer of question 3"]'), 'Now.');
  click(button('Remove question 2'));
  await save();
  expect(asked('updateCorporation')).toEqual([
    {
      params: { id: 4 },
      body: {
        faqs: [
          { question: 'Where?', answer: 'Here.' },
          { question: 'When?', answer: 'Now.' },
        ],
      },
    },
  ]);
});

test('an empty question is refused where it is, before and by the server', async () => {
  const refused = new ApiError('rejected', {
    code: 'refused',
    message: 'Check the fields.',
    fields: { 'faqs.1.answer': ['Enter the answer.'] },
  });
  const { asked } = await open({ updateCorporation: refused });
  type(only('input[aria-label="Question of question 1"]'), ' ');
  await save();
  expect(asked('updateCorporation')).toEqual([]);
  expect(document.querySelector('.rows li:first-child')?.textContent).toContain('Enter the question.');
  type(only('input[aria-label="Question of question 1"]'), 'Who now?');
  await save();
  expect(document.querySelector('.rows li:nth-child(2)')?.textContent).toContain('Enter the answer.');
});

test('a file is removed on its own, after a question', async () => {
  const { asked } = await open();
  click(button('Remove Directory'));
  await calm();
  expect(asked('updateCorporation')).toEqual([]);
  click(button('Remove'));
  await calm();
  expect(asked('updateCorporation')).toEqual([{ params: { id: 4 }, body: { files: [{ id: 9, delete: true }] } }]);
});
