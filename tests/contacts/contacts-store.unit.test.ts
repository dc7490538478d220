import { beforeEach, expect, test } from 'vitest';
import { contactsStore } from '../../src/store/contacts.store.ts';

const context = () => contactsStore.getSnapshot().context;

beforeEach(() => contactsStore.trigger.reset());

test('a second toggle takes a row out of the selection again', () => {
  contactsStore.trigger.toggled({ id: 1 });
  contactsStore.trigger.toggled({ id: 2 });
  contactsStore.trigger.toggled({ id: 1 });

  expect(context().selected).toEqual([2]);
});

test('adding a run keeps every row once', () => {
  contactsStore.trigger.toggled({ id: 2 });
  contactsStore.trigger.added({ ids: [1, 2, 3] });

  expect(context().selected).toEqual([2, 1, 3]);
});

test('a restored column keeps its position', () => {
  contactsStore.trigger.columnToggled({ column: 'phone' });
  contactsStore.trigger.columnToggled({ column: 'phone' });

  expect(context().columns[0]).toBe('phone');
});

test('a selection ends with the scope that it belongs to', () => {
  contactsStore.trigger.listed({ scope: 'mine', order: 'last_name asc', href: '/contacts' });
  contactsStore.trigger.toggled({ id: 1 });
  contactsStore.trigger.listed({ scope: 'mine', order: 'last_name asc', href: '/contacts?page=2' });
  expect(context().selected).toEqual([1]);

  contactsStore.trigger.listed({ scope: 'deleted', order: 'last_name asc', href: '/contacts?contact_group=deleted' });
  expect([context().selected, context().href]).toEqual([[], '/contacts?contact_group=deleted']);
});

test('rows are excluded from a whole scope and included again', () => {
  contactsStore.trigger.toggled({ id: 1 });
  contactsStore.trigger.wholeSelected({ count: 214, n: null, fromEnd: false });
  contactsStore.trigger.removed({ ids: [1, 2, 3] });
  contactsStore.trigger.toggled({ id: 2 });

  expect([context().selected, context().whole]).toEqual([[], { count: 214, n: null, fromEnd: false, without: [1, 3] }]);
});

test('a whole scope is no selection of another one', () => {
  contactsStore.trigger.listed({ scope: 'mine', order: 'last_name asc', href: '/contacts' });
  contactsStore.trigger.wholeSelected({ count: 214, n: 100, fromEnd: true });
  contactsStore.trigger.listed({ scope: 'deleted', order: 'last_name asc', href: '/contacts?contact_group=deleted' });

  expect(context().whole).toBeNull();
});

test('the first contacts are others in another order', () => {
  const listed = { scope: 'mine', href: '/contacts' };
  contactsStore.trigger.listed({ ...listed, order: 'last_name asc' });
  contactsStore.trigger.wholeSelected({ count: 214, n: null, fromEnd: false });
  contactsStore.trigger.listed({ ...listed, order: 'city asc' });
  expect(context().whole?.count).toBe(214);

  contactsStore.trigger.wholeSelected({ count: 100, n: 100, fromEnd: false });
  contactsStore.trigger.listed({ ...listed, order: 'last_name asc' });
  expect(context().whole).toBeNull();
});

test('reset forgets selection, cursor and columns', () => {
  contactsStore.trigger.toggled({ id: 1 });
  contactsStore.trigger.columnToggled({ column: 'type' });
  contactsStore.trigger.reset();

  expect(context()).toEqual({
    selected: [],
    whole: null,
    anchor: null,
    cursor: null,
    columns: ['phone', 'email', 'city', 'state', 'tags', 'owner', 'last_touch_at'],
    scope: '',
    order: '',
    href: '/contacts',
  });
});
