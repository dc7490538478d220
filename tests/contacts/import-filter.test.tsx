import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { permissionsOf } from '#rules/access/permissions.ts';
import { contactsStore } from '../../src/store/contacts.store.ts';
import type { ContactsSearch } from '../../src/views/contacts/contacts-search.ts';
import '../../src/views/contacts/list/FilterForm.tsx';
import '../../src/views/contacts/list/ScopeNameSource.tsx';
import { ContactsPage } from '../../src/views/contacts/list/ContactsPage.tsx';
import { click, only, type } from '../_kit/mount.ts';
import { button, calm, openDesk, page, row } from './contacts-desk.tsx';

beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
  Element.prototype.scrollIntoView = () => undefined;
});

const IMPORTS = { data: [{ id: 12, file_name: 'facebook_oct.csv' }], meta: { total_count: 1 } };

async function open(search: ContactsSearch = {}, permissions = permissionsOf([['admin']])) {
  const searches: ContactsSearch[] = [];
  await openDesk(
    <ContactsPage search={search} setSearch={(next) => searches.push(next)} />,
    { listContacts: page([row(1)]), listImportAttempts: IMPORTS as never },
    { roles: ['admin'], permissions },
  );
  return searches;
}

test('a chip names the file, and removes it', async () => {
  const searches = await open({ search: [{ field: 'import_id', value: '12' }] });
  await calm();
  const chip = only('.contact-filters .chip:not(.add)');
  expect(chip.textContent).toBe('Remove filter From import facebook_oct.csv');
  click(chip);

  expect(searches).toEqual([{ search: [] }]);
});

test('an older import keeps its number', async () => {
  await open({ search: [{ field: 'import_id', value: '3' }] });
  await calm();

  expect(only('.contact-filters .chip:not(.add)').textContent).toBe('Remove filter From import 3');
});

test('a file is chosen by its name', async () => {
  const searches = await open();
  click(button('Filter'));
  await calm();
  act(() => {
    const field = only<HTMLSelectElement>('.filter-form > :first-child select');
    expect([...field.options].map(({ text }) => text)).toContain('Imported file');
    field.value = 'import_id';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await calm();
  click(button('Add filter'));

  expect(searches).toEqual([{ search: [{ field: 'import_id', value: '12' }] }]);
});

test('a carrier is found by part of its name, and has its chip', async () => {
  const searches = await open({ search: [{ field: 'policy_type', op: 'empty', value: '' }] });
  await calm();
  expect(only('.contact-filters .chip:not(.add)').textContent).toBe('Remove filter Policy none');
  click(button('Filter'));
  await calm();
  act(() => {
    const field = only<HTMLSelectElement>('.filter-form > :first-child select');
    field.value = 'policy_carrier';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  type(only<HTMLInputElement>('.filter-form input'), 'Humana');
  click(button('Add filter'));

  expect(searches).toEqual([
    {
      search: [
        { field: 'policy_type', op: 'empty', value: '' },
        { field: 'policy_carrier', op: 'contains', value: 'Humana' },
      ],
    },
  ]);
});

test('a drug is found by its name, and its chip says who takes it', async () => {
  const searches = await open({ search: [{ field: 'prescription', op: 'empty', value: '' }] });
  await calm();
  expect(only('.contact-filters .chip:not(.add)').textContent).toBe('Remove filter Takes no prescriptions');
  click(button('Filter'));
  await calm();
  act(() => {
    const field = only<HTMLSelectElement>('.filter-form > :first-child select');
    expect([...field.options].map(({ text }) => text)).toContain('Prescription');
    field.value = 'prescription';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  const conditions = [...only<HTMLSelectElement>('.filter-form > :nth-child(2) select').options];
  expect(conditions.map(({ text }) => text)).toEqual(['takes', "doesn't take", 'takes nothing', 'takes anything']);
  type(only<HTMLInputElement>('.filter-form input'), 'Eliquis');
  click(button('Add filter'));

  expect(searches[0]?.search?.[1]).toEqual({ field: 'prescription', value: 'Eliquis' });
});

test('nobody is offered a filter that would be refused', async () => {
  await open(
    {},
    permissionsOf([['admin']]).filter((name) => name !== 'contacts.reveal'),
  );
  click(button('Filter'));
  await calm();

  const field = only<HTMLSelectElement>('.filter-form > :first-child select');
  expect([...field.options].map(({ text }) => text)).not.toContain('Prescription');
});
