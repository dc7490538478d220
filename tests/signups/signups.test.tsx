import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, type FunctionComponent } from 'react';
import { expect, test } from 'vitest';
import type { ManagedSignup } from '#contract/signups.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { LicensingTab } from '../../src/views/signups/LicensingTab.tsx';
import { SignupsRoute } from '../../src/views/signups/SignupsPage.tsx';
import '../../src/views/signups/SignupDialog.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const SIGNUP: ManagedSignup = {
  id: 4,
  status: 'draft',
  first_name: 'Amy',
  last_name: 'Agent',
  email: 'amy@example.com',
  phone: '+15125550142',
  address: '',
  city: '',
  state: '',
  zip_code: '',
  npn: '1234567',
  resident_state: 'TX',
  licensed_states: ['LA', 'TX'],
  lines: ['medicare'],
  eo_carrier: '',
  eo_policy_number: '',
  eo_expires_on: null,
  carriers: [],
  ahip_year: 2026,
  heard_from: '',
  upline: '',
  submitted_at: null,
  updated_at: '2026-11-18T20:00:00Z',
  medicare: { registered: false, plan_year: 2027, since: null, missing: ['submitted', 'certification'] },
  user: { id: 9, name: 'Amy Agent' },
};
const META = { current_page: 1, limit: 50, total_count: 1, total_pages: 1 };

async function open(
  component: FunctionComponent,
  path: string,
  answers: Record<string, Answer> = {},
  who: object = {},
) {
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: createRootRoute({ component }), history });
  const desk = await openDesk(
    <RouterProvider router={router} />,
    {
      listSignups: { data: [SIGNUP], meta: META },
      readSignup: { data: SIGNUP },
      fetchSignup: { data: SIGNUP },
      saveSignup: { data: { ...SIGNUP, status: 'submitted' } },
      readMedicareRegistered: { data: SIGNUP.medicare },
      ...answers,
    },
    { roles: ['admin'], permissions: permissionsOf([['admin']]), identity: [{}], ...who },
  );
  await calm();
  await calm();
  return desk;
}
const licensing = (answers: Record<string, Answer> = {}, who: object = {}) =>
  open(LicensingTab, '/account/profile?tab=licensing', answers, who);
const check = (label: string) => {
  const box = [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith(label));
  act(() => box?.querySelector<HTMLElement>('input, button')?.click());
};
const submitForm = async () => {
  click(button('Save'));
  await calm();
};

test('an agent sees what is missing for Medicare, and submits their draft', async () => {
  const { asked, toasts } = await licensing();
  expect(only('.note').textContent).toContain("You're not registered to sell Medicare plans for 2027");
  expect(only('.signup-needs').textContent).toBe('Submit your signup.Complete the AHIP certification for 2027.');

  click(button('Continue signup'));
  await calm();
  check('My answers are complete');
  await calm();
  await submitForm();

  expect(asked('saveSignup')).toMatchObject([
    { body: { npn: '1234567', licensed_states: ['LA', 'TX'], submit: true } },
  ]);
  expect(toasts.map(({ text }) => text)).toEqual(['Signup submitted']);
});

test('a refusal is shown at its field', async () => {
  await licensing({ saveSignup: refused({ npn: ['Enter your NPN.'] }) });
  click(button('Continue signup'));
  await calm();

  await submitForm();

  expect(only('[role=dialog] input[name=npn]').getAttribute('aria-invalid')).toBe('true');
});

test('no one else writes a signup', async () => {
  await licensing({ fetchSignup: { data: null } }, { identity: [{}, {}] });

  expect(only('.empty button').getAttribute('title')).toBe('Only the user can change their signup.');
});

test('the list is narrowed by the address, and so is its file', async () => {
  const { asked } = await open(SignupsRoute, '/admin/signups?q=amy&medicare=missing&order_field=name&page=2');

  expect(asked('listSignups')).toEqual([
    { query: { q: 'amy', medicare: 'missing', order_field: 'name', order: 'asc', page: 2, limit: 50 } },
  ]);
  expect(only('a[download]').getAttribute('href')).toBe(
    '/v1/admin/signups/export.csv?q=amy&medicare=missing&order_field=name&order=asc',
  );
});

test('a name opens the answers beside the list', async () => {
  const { asked } = await open(SignupsRoute, '/admin/signups?signup=4');

  expect(asked('readSignup')).toEqual([{ params: { id: 4 } }]);
  expect(only('.signup-panel').textContent).toContain('Not registered for Medicare 2027');
  expect(only('tbody a').getAttribute('href')).toBe('/admin/signups?signup=4');
});

test.each([
  ['', 'No signups yet'],
  ['?status=draft', 'No matching signups'],
  ['?page=3', 'No more signups'],
])('says why %s is empty', async (search, title) => {
  await open(SignupsRoute, `/admin/signups${search}`, { listSignups: { data: [], meta: { ...META, total_count: 0 } } });

  expect(only('.empty h2').textContent).toBe(title);
});
