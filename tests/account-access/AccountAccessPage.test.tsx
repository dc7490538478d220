import { act } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { AccountAccessPage } from '../../src/views/account-access/AccountAccessPage.tsx';
import { button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const THEA = {
  id: 7,
  name: 'Thea Lindqvist',
  username: 'thea',
  agency: { name: 'Meridian', number: 'A-100' },
  role: 'relationship_manager',
  active: true,
  granted_at: '2026-11-20T15:00:00.000Z',
  granted_by: 'Renata Ibarra',
};
const MAY = { permissions: ['settings.manage'] };

// Lazy parts: the first test would otherwise wait for them.
beforeAll(() => import('../../src/views/account-access/GrantDialog.tsx'));

test('Undo gives the access again that was removed', async () => {
  const desk = await openDesk(
    <AccountAccessPage />,
    { listAccountAccess: { data: [THEA] }, removeAccountAccess: {}, grantAccountAccess: { data: THEA } },
    MAY,
  );
  await calm();
  click(button('Remove access of Thea Lindqvist'));
  await calm();
  act(() => desk.toasts[0]?.action?.run());
  await calm();

  expect(desk.asked('removeAccountAccess')).toEqual([{ params: { id: 7 } }]);
  expect(desk.asked('grantAccountAccess')).toEqual([{ body: { username: 'thea', agency_number: 'A-100' } }]);
});

test('an empty list says what access means, and its button opens the form', async () => {
  const desk = await openDesk(
    <AccountAccessPage />,
    { listAccountAccess: { data: [] }, grantAccountAccess: { data: THEA } },
    MAY,
  );
  await calm();
  expect(only('.empty').textContent).toContain('act as your users');
  click(only<HTMLButtonElement>('.empty button'));
  await calm();
  type(only<HTMLInputElement>('[role=dialog] [name=username]'), 'thea');
  type(only<HTMLInputElement>('[role=dialog] [name=agency_number]'), 'A-100');
  only<HTMLFormElement>('[role=dialog] form').requestSubmit();
  await calm();

  expect(desk.asked('grantAccountAccess')).toEqual([{ body: { username: 'thea', agency_number: 'A-100' } }]);
});
