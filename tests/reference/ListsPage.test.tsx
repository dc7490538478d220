import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { expect, test } from 'vitest';
// Preloads the lazy parts.
import '../../src/views/_resource/RecordForm.tsx';
import { tabPage } from '../../src/views/_base/routes/page-parts.tsx';
import { LIST_TABS } from '../../src/views/reference/list-tabs.ts';
import { ListsPage } from '../../src/views/reference/ListsPage.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const placed = (id: number, name: string, position: number, more: object = {}) => ({
  id,
  name,
  position,
  color: 'blue',
  business_unit_id: null,
  active: true,
  used: 0,
  ...more,
});
const FIRST = { agentflow_status_group: { id: 1, name: 'First contact' } };
const AFTER = { agentflow_status_group: { id: 2, name: 'After the sale' } };
const POOL = { id: 3, name: 'Shelf', holders: [{ id: 9, name: 'Ana Ruiz' }] };

const ANSWERS: Record<string, Answer> = {
  listAdminStatuses: {
    data: [placed(1, 'New', 0), placed(2, 'Quoted', 1), placed(3, 'Sent', 2), placed(4, 'Client', 4)],
  },
  listAdminAgentflowStatuses: {
    data: [
      placed(4, 'Call', 0, FIRST),
      placed(5, 'Visit', 1, FIRST),
      placed(6, 'Welcome', 0, AFTER),
      placed(7, 'Review', 1, AFTER),
    ],
  },
  listTags: { data: [{ id: 8, name: 'Hot', color: 'red' }] },
  listPools: { data: [{ id: 3, name: 'Shelf' }] },
  readPool: { data: POOL },
  listAdminOwners: { data: [...POOL.holders, { id: 10, name: 'Ben Ode' }] },
  listUserPlaces: { data: { business_units: [], leaders: [] } },
};

const Page = tabPage('/admin/lists', LIST_TABS, ListsPage);

async function open(address: string, answers: Record<string, Answer> = {}) {
  const history = createMemoryHistory({ initialEntries: [`/admin/lists${address}`] });
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history });
  const may = { permissions: ['contacts.read', 'contacts.write', 'reference.manage'] };
  const desk = await openDesk(<RouterProvider router={router} />, { ...ANSWERS, ...answers }, may);
  await calm();
  return { ...desk, at: () => router.state.location.searchStr };
}
const input = (name: string) => only<HTMLInputElement>(`.side [name=${name}]`);
const choose = (name: string, value: string) =>
  act(() => {
    const select = only<HTMLSelectElement>(`.side select[name=${name}]`);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
const save = async () => {
  act(() => only<HTMLFormElement>('.side form').requestSubmit());
  await calm();
};
const press = async (name: string) => {
  click(button(name));
  await calm();
};
const buttons = () =>
  [...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? one.textContent);

test('a new status goes to the end of its list', async () => {
  const { asked } = await open('?edit=new', { createAdminStatus: { data: placed(9, 'Won', 5) } });
  type(input('name'), 'Won');
  await save();

  expect(asked('createAdminStatus')).toEqual([{ body: { name: 'Won', color: 'grey', position: 5, active: true } }]);
});

test('a row says its color in words, beside a dot of that color', async () => {
  await open('?tab=tags');

  expect(only('tbody .lists-color').textContent).toBe('Red');
  expect(only('tbody .dot').style.background).toBe('var(--bad-mark)');
});

test('a row that moves trades places with its neighbor', async () => {
  const { asked } = await open('', { updateAdminStatus: {} });
  await press('Move Quoted up');

  expect(asked('updateAdminStatus')).toEqual([
    { params: { id: 2 }, body: { position: 0 } },
    { params: { id: 1 }, body: { position: 1 } },
    { params: { id: 4 }, body: { position: 3 } },
  ]);
  expect(button('Move New up').disabled).toBe(true);
  expect(button('Move Client down').disabled).toBe(true);
});

test('an agentflow status moves within its group', async () => {
  const { asked } = await open('?tab=agentflow', { updateAdminAgentflowStatus: {} });
  await press('Move Review up');

  expect(asked('updateAdminAgentflowStatus')).toEqual([
    { params: { id: 7 }, body: { position: 0 } },
    { params: { id: 6 }, body: { position: 1 } },
  ]);
  expect(button('Move Welcome up').disabled).toBe(true);
});

test('rows do not move past rows that a search hides', async () => {
  await open('?q=quo');

  expect(document.querySelectorAll('tbody tr')).toHaveLength(1);
  expect(buttons().filter((name) => name?.startsWith('Move'))).toEqual([]);
});

test('the group of an agentflow status is changed by its id', async () => {
  const { asked } = await open('?tab=agentflow&edit=5', {
    listAdminAgentflowStatusGroups: {
      data: [FIRST, AFTER].map(({ agentflow_status_group: group }) => ({ ...group, active: true })),
    },
    updateAdminAgentflowStatus: {},
  });
  expect(input('agentflow_status_group_id').value).toBe('1');
  choose('agentflow_status_group_id', '2');
  await save();

  expect(asked('updateAdminAgentflowStatus')).toEqual([{ params: { id: 5 }, body: { agentflow_status_group_id: 2 } }]);
});

test('a tag is named in the body of its change, and cannot be deleted', async () => {
  const { asked } = await open('?tab=tags&edit=8', { updateTag: {} });
  expect(buttons()).not.toContain('Delete');
  choose('color', 'green');
  await save();

  expect(asked('updateTag')).toEqual([{ body: { id: 8, color: 'green' } }]);
});

test('holders of a pool are added and removed', async () => {
  const { asked } = await open('?tab=pools&edit=3', { updatePool: {} });
  choose('holder_ids', '10');
  await press('Remove Ana Ruiz');
  await save();

  expect(asked('updatePool')).toEqual([{ params: { id: 3 }, body: { holder_ids: [10] } }]);
});

test('a deleted pool comes back with its holders', async () => {
  const { asked, toasts } = await open('?tab=pools&edit=3', { deletePool: {}, createPool: {} });
  await press('Delete');
  act(() => toasts[0]?.action?.run());
  await calm();

  expect(asked('createPool')).toEqual([{ body: { name: 'Shelf', holder_ids: [9] } }]);
});

test('another list opens without the record and the search of the last one', async () => {
  const { at } = await open('?tab=tags&q=hot&edit=8');
  await press('Pools');

  expect(at()).toBe('?tab=pools');
  expect(document.querySelector('.side')).toBeNull();
});
