import { act } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { permissionsOf } from '#rules/access/permissions.ts';
import { contactsStore } from '../../src/store/contacts.store.ts';
import type { ContactsSearch } from '../../src/views/contacts/contacts-search.ts';
import '../../src/views/_kit/overlays/Menu.tsx';
import '../../src/views/contacts/list/ContactBulkBar.tsx';
import { ContactsPage } from '../../src/views/contacts/list/ContactsPage.tsx';
import '../../src/views/contacts/list/FilterForm.tsx';
import { button, calm, openDesk, page, row } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
  Element.prototype.scrollIntoView = () => undefined;
});

const ADMIN = { roles: ['admin'], permissions: permissionsOf([['admin']]) };

async function open(search: ContactsSearch = {}) {
  const searches: ContactsSearch[] = [];
  const desk = await openDesk(
    <ContactsPage search={search} setSearch={(next) => searches.push(next)} />,
    { listContacts: page([row(1), row(2), row(3)]) },
    ADMIN,
  );
  return { ...desk, searches };
}

describe('the filter of possible duplicates', () => {
  test('is chosen with what they share', async () => {
    const { searches } = await open({ q: 'lee' });
    click(button('Filter'));
    await calm();
    act(() => {
      const field = only<HTMLSelectElement>('.filter-form > :first-child select');
      field.value = 'duplicates';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    click(only('.filter-form label.check-line:nth-of-type(2) input'));
    click(button('Add filter'));

    expect(searches).toEqual([{ q: 'lee', duplicate: { is_duplicate: true, last_name: true } }]);
  });

  test('is a chip that removes it', async () => {
    const { searches } = await open({ duplicate: { is_duplicate: true, last_name: true } });
    const chip = only('.contact-filters .chip:not(.add)');
    expect(chip.textContent).toBe('Remove filter Possible duplicates with the same last name');
    click(chip);

    expect(searches).toEqual([{ duplicate: undefined }]);
  });

  test('is beside the way to all groups', async () => {
    await open();

    expect(document.querySelector('a[href="/contacts/duplicates"]')?.textContent).toBe('Duplicates');
  });
});

describe('what is chosen in the list', () => {
  const menu = async (ids: readonly number[]) => {
    const desk = await open();
    act(() => contactsStore.trigger.added({ ids: [...ids] }));
    await calm();
    click(button('More'));
    await calm();
    const entry = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) =>
      textContent.startsWith('Merge…'),
    );
    return { ...desk, entry };
  };

  test('merges on a page of its own', async () => {
    const { entry, opened } = await menu([1, 3]);
    if (entry) click(entry);
    await calm();

    expect(opened).toEqual([{ to: '/contacts/merge', search: { ids: '1,3' } }]);
  });

  test('does not merge alone, and says why', async () => {
    const { entry } = await menu([1]);

    expect([entry?.textContent, entry?.getAttribute('aria-disabled')]).toEqual(['Merge…Choose 2 to 10', 'true']);
  });
});
