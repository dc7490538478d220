import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { act } from 'react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { changed, created, paged, removed, resource } from '#contract/resource.ts';
import { ApiError } from '../../src/api/errors.ts';
import { ListPage } from '../../src/views/_resource/ListPage.tsx';
// Preloads the lazy parts.
import '../../src/views/_resource/RecordForm.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const Office = z.object({ id: z.int(), name: z.string(), city: z.string() });
const Fields = z.strictObject({ name: z.string().check(z.minLength(1, 'Enter a name.')), city: z.string() });

const offices = resource(
  {
    path: '/v1/offices',
    one: 'Office',
    many: 'Offices',
    label: { one: 'office', many: 'offices' },
    subject: 'office',
    access: { read: 'contacts.read', write: 'contacts.write' },
  },
  {
    list: paged(Office, { order: ['name', 'city'] }),
    create: created(Office, Fields),
    update: changed(Office, z.partial(Fields)),
    remove: removed(),
  },
);

const ROWS = [
  { id: 1, name: 'Bay', city: 'Tampa' },
  { id: 2, name: 'Hill', city: 'Austin' },
];
const listed = (rows: readonly object[], total = rows.length) => ({
  data: rows,
  meta: { current_page: 1, limit: 50, total_count: total, total_pages: 1 },
});

const page = () => (
  <ListPage
    of={offices}
    icon={MapPin}
    about="Add the offices your agents work from."
    searched="Name, city"
    nameOf={({ name }) => name}
    values={(office) => office ?? { name: '', city: '' }}
    columns={[
      { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
      { head: 'City', cell: ({ city }) => city, sortBy: 'city', narrow: 'sub' },
    ]}
    fields={({ text }) => (
      <>
        {text('name', 'Name')}
        {text('city', 'City')}
      </>
    )}
  />
);

async function open(address = '/offices', answers: Record<string, Answer> = {}, who: object = {}) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history });
  const desk = await openDesk(<RouterProvider router={router} />, { listOffices: listed(ROWS), ...answers }, who);
  await calm();
  return { ...desk, at: () => router.state.location.searchStr };
}
const input = (name: string) => only<HTMLInputElement>(`.side input[name=${name}]`);
const save = async () => {
  act(() => only<HTMLFormElement>('.side form').requestSubmit());
  await calm();
};

test('a list page asks for its first page, in its order', async () => {
  const { asked } = await open();

  expect(asked('listOffices')).toEqual([{ query: { order_field: 'name', order: 'asc', page: 1, limit: 50 } }]);
  expect([...document.querySelectorAll('tbody td')].map(({ textContent }) => textContent)).toEqual([
    'Bay',
    'Tampa',
    'Hill',
    'Austin',
  ]);
});

test('search, order and page are in the address', async () => {
  const { asked } = await open('/offices?q=bay&order_field=city&order=desc&page=2');

  expect(asked('listOffices')).toEqual([
    { query: { q: 'bay', order_field: 'city', order: 'desc', page: 2, limit: 50 } },
  ]);
});

test('a page past the end says so, and leads back to the first', async () => {
  const { at } = await open('/offices?page=3', { listOffices: listed([], 2) });

  expect(document.body.textContent).toContain('No more offices');
  click(button('Go to the first page'));
  await calm();
  expect(at()).not.toContain('page');
});

test('an order that the list lacks is left out', async () => {
  const { asked } = await open('/offices?order_field=nonsense');

  expect(asked('listOffices')).toMatchObject([{ query: { order_field: 'name' } }]);
});

test('a header turns the order', async () => {
  const { at } = await open();
  click(only('th[aria-sort=ascending] button'));
  await calm();

  expect(at()).toBe('?order_field=name&order=desc');
});

test('the record in the address is open beside the list, and saves what was changed', async () => {
  const { asked, at } = await open('/offices?edit=2', { updateOffice: { data: ROWS[1] } });
  type(input('city'), 'Dallas');
  await save();

  expect(asked('updateOffice')).toEqual([{ params: { id: 2 }, body: { city: 'Dallas' } }]);
  expect(at()).toBe('');
});

test('a new record is added, and the list loads again', async () => {
  const { asked } = await open('/offices?edit=new', { createOffice: { data: ROWS[0] } });
  type(input('name'), 'Harbor');
  await save();

  expect(asked('createOffice')).toEqual([{ body: { name: 'Harbor', city: '' } }]);
  expect(asked('listOffices')).toHaveLength(2);
});

test('a record in use stays, with the reason beside its form', async () => {
  await open('/offices?edit=1', {
    deleteOffice: new ApiError('conflict', { code: 'in_use', message: '3 agents work from this office.' }),
  });
  click(button('Delete'));
  await calm();

  expect(only('.side [role=alert]').textContent).toContain('3 agents work from this office.');
});

test('a deleted record comes back by the message', async () => {
  const { asked, toasts } = await open('/offices?edit=1', { deleteOffice: {}, createOffice: { data: ROWS[0] } });
  click(button('Delete'));
  await calm();
  act(() => toasts[0]?.action?.run());
  await calm();

  expect(asked('createOffice')).toEqual([{ body: { name: 'Bay', city: 'Tampa' } }]);
});

test('without the right to change there is nothing to add or save', async () => {
  await open('/offices?edit=1', {}, { permissions: ['contacts.read'] });

  expect(only<HTMLFieldSetElement>('.side fieldset').disabled).toBe(true);
  expect([...document.querySelectorAll('.btn')].map(({ textContent }) => textContent)).toEqual(['Close']);
});

test('an empty list says what it is for', async () => {
  await open('/offices', { listOffices: listed([]) });

  expect(only('.empty').textContent).toContain('Add the offices your agents work from.');
});
