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

test('a column that comes back stands in its own place', () => {
  contactsStore.trigger.columnToggled({ column: 'phone' });
  contactsStore.trigger.columnToggled({ column: 'phone' });

  expect(context().columns[0]).toBe('phone');
});

test('a selection ends with the scope that it belongs to', () => {
  contactsStore.trigger.listed({ scope: 'mine', href: '/contacts' });
  contactsStore.trigger.toggled({ id: 1 });
  contactsStore.trigger.listed({ scope: 'mine', href: '/contacts?page=2' });
  expect(context().selected).toEqual([1]);

  contactsStore.trigger.listed({ scope: 'deleted', href: '/contacts?contact_group=deleted' });
  expect([context().selected, context().href]).toEqual([[], '/contacts?contact_group=deleted']);
});

test('reset forgets selection, cursor and columns', () => {
  contactsStore.trigger.toggled({ id: 1 });
  contactsStore.trigger.columnToggled({ column: 'type' });
  contactsStore.trigger.reset();

  expect(context()).toEqual({
    selected: [],
    cursor: null,
    columns: ['phone', 'email', 'city', 'state', 'tags', 'owner', 'last_touch_at'],
    scope: '',
    href: '/contacts',
  });
});
