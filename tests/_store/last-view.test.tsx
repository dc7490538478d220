import { beforeEach, expect, test } from 'vitest';
import { type ContactsView, lastView } from '../../src/store/last-view.ts';
import { resetStores } from '../../src/store/reset.ts';
import { firstView } from '../../src/views/contacts/first-view.ts';

beforeEach(() => localStorage.clear());

const person = (id: number, below: number = id) => ({
  id: below,
  identity: [{ user_id: id }] as never,
  admin: false,
  downline_count: 0,
  owns_contacts: true,
});
const view = (): ContactsView => ({
  contact_group: 'all',
  search: [{ field: 'state', op: 'is', value: 'TX' }],
  order_field: 'created_at',
  order: 'desc',
});

test('a user finds the list as they left it, until they sign out', () => {
  lastView.keep(person(7), view());
  expect(firstView(person(7))).toEqual(view());

  resetStores();

  expect(firstView(person(7))).toEqual({});
});

test('another user, and one who is logged in as them, never does', () => {
  lastView.keep(person(7), view());

  expect(firstView(person(8))).toEqual({});
  expect(firstView(person(9, 7))).toEqual({});
});

test('what was searched for and the page are not kept', () => {
  lastView.keep(person(7), { ...view(), q: 'lopez', page: 3, cursor: 'x' });

  expect(firstView(person(7))).toEqual(view());
  expect(JSON.stringify(localStorage)).not.toContain('lopez');
});

test('a filter that names a person or an illness leaves the earlier view', () => {
  lastView.keep(person(7), view());
  lastView.keep(person(7), { search: [{ field: 'last_name', op: 'is', value: 'Lopez' }] });
  lastView.keep(person(7), { search: [{ field: 'prescription', op: 'is', value: 'Metformin' }] });

  expect(firstView(person(7))).toEqual(view());
});

test.each(['nonsense', '[]', '{"of":"7 as 7","view":{"contact_group":"nobody"}}'])(
  'stored %s counts as none',
  (stored) => {
    localStorage.setItem('bellwether.contacts-view.v1', stored);

    expect(firstView(person(7))).toEqual({});
  },
);

test('an administrator or manager without contacts begins with everyone’s, an agent with an empty book', () => {
  const without = { ...person(7), owns_contacts: false };

  expect(firstView({ ...without, admin: true })).toEqual({ contact_group: 'all' });
  expect(firstView({ ...without, downline_count: 2 })).toEqual({ contact_group: 'all' });
  expect(firstView(without)).toEqual({});
  expect(firstView({ ...person(7), admin: true })).toEqual({});
});
