import { act } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { noteDraftsStore } from '../../src/store/note-drafts.store.ts';
import { ContactPage } from '../../src/views/contacts/ContactPage.tsx';
import { click, only, press, type } from '../_kit/mount.ts';
import { type Answer, button, calm, contact, key, openDesk, refused } from './contacts-desk.tsx';

const HOT = { id: 7, name: 'hot', color: 'red' } as const;

beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
  noteDraftsStore.trigger.reset();
});

const open = (answers: Record<string, Answer> = {}, stored = contact({ city: 'Waco', tags: [HOT] })) =>
  openDesk(<ContactPage number={4001} />, { readContact: { data: stored }, ...answers });

const value = (label: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('.edit-value')].find((one) =>
    one.textContent.startsWith(`Edit ${label}: `),
  );
  if (!found) throw new Error(`no value ${label}`);
  return found;
};

async function edit(label: string, typed: string, end = 'Enter') {
  click(value(label));
  type(only<HTMLInputElement>(`.edit input`), typed);
  press(only('.edit input'), end);
  await calm();
}

const write = (text: string) =>
  act(() => {
    const area = only<HTMLTextAreaElement>('textarea');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });

describe('a value that is its own field', () => {
  test('is saved by Enter against the version that is shown', async () => {
    const { asked } = await open({ updateContact: { data: contact({ version: 4 }) } });
    await edit('City', 'Dallas');

    expect(asked('updateContact')).toEqual([{ params: { id: 1 }, body: { contact: { city: 'Dallas' }, version: 3 } }]);
  });

  test('returns to what it was by Escape', async () => {
    const { asked } = await open();
    await edit('City', 'Dallas', 'Escape');

    expect([asked('updateContact'), value('City').textContent]).toEqual([[], 'Edit City: Waco']);
  });

  test('stays with its reason when it is refused, also while other fields are saved and refused', async () => {
    const { asked } = await open({
      updateContact: ({ body }) =>
        JSON.stringify(body).includes('nope')
          ? refused({ email: ['This is no e-mail address.'] })
          : { data: contact({ version: 4 }) },
    });
    await edit('E-mail', 'nope');
    await edit('City', 'Dallas');
    await edit('Source', 'nope either');

    expect([
      value('E-mail').textContent,
      value('E-mail').nextElementSibling?.textContent,
      asked('updateContact').length,
    ]).toEqual(['Edit E-mail: nope', 'This is no e-mail address.', 3]);
  });

  test('waits for the save before it and is then sent with the version of that one', async () => {
    const first = Promise.withResolvers<object>();
    let saves = 0;
    const { asked } = await open({
      updateContact: () => {
        saves += 1;
        return saves === 1 ? first.promise : { data: contact({ version: 5 }) };
      },
    });
    await edit('City', 'Dallas');
    await edit('Source', 'Referral');
    expect(asked('updateContact')).toHaveLength(1);

    first.resolve({ data: contact({ version: 4 }) });
    await calm();
    expect(asked('updateContact')[1]).toMatchObject({ body: { contact: { source: 'Referral' }, version: 4 } });
  });

  test('says what is stored when somebody was faster, keeps what was typed and reads the contact anew', async () => {
    const { asked } = await open({ updateContact: refused({ city: ['It is “Austin” now.'] }, 'contact_changed') });
    await edit('City', 'Dallas');

    expect([
      only('[role=alert]').textContent.includes('Someone else changed this contact'),
      value('City').textContent,
      value('City').nextElementSibling?.textContent,
      asked('readContact').length,
    ]).toEqual([true, 'Edit City: Dallas', 'It is “Austin” now.', 2]);
  });
});

describe('tags', () => {
  test('a cross takes one away', async () => {
    const { asked } = await open();
    click(button('Remove tag hot'));
    await calm();

    expect(asked('updateTagsOfContact')).toEqual([{ body: { contact_id: 1, tag_ids: [] } }]);
  });

  test('a typed name is made a tag and put beside the others', async () => {
    const { asked } = await open({ createTag: { data: { id: 9, name: 'aep', color: 'grey' } } });
    click(button('Add a tag'));
    await calm();
    type(only<HTMLInputElement>('[aria-label="Tag to add"]'), ' aep ');
    act(() => only<HTMLFormElement>('.tags-editor form').requestSubmit());
    await calm();

    expect([asked('createTag'), asked('updateTagsOfContact')]).toEqual([
      [{ body: { name: 'aep' } }],
      [{ body: { contact_id: 1, tag_ids: [7, 9] } }],
    ]);
  });
});

describe('a note', () => {
  test('that is written on while it is saved keeps what was written', async () => {
    await open({
      createNote: () => {
        noteDraftsStore.trigger.written({ contactId: 1, text: 'Call back. She moved.' });
        return {};
      },
    });
    write('Call back.');
    await key('Enter', only('textarea'), { ctrlKey: true });

    expect(noteDraftsStore.getSnapshot().context.texts).toEqual({ 1: 'Call back. She moved.' });
  });

  test('is saved by Ctrl and Enter, and its draft is gone', async () => {
    const { asked } = await open({ createNote: { data: {} } });
    write('Call back.');
    await key('Enter', only('textarea'), { ctrlKey: true });

    expect([asked('createNote'), noteDraftsStore.getSnapshot().context.texts]).toEqual([
      [{ params: { id: 1 }, body: { body: 'Call back.' } }],
      {},
    ]);
  });

  test('is kept when it is refused, and says so', async () => {
    await open({ createNote: refused({}) });
    write('Call back.');
    await key('Enter', only('textarea'), { ctrlKey: true });

    expect([only<HTMLTextAreaElement>('textarea').value, only('.composer output').textContent]).toEqual([
      'Call back.',
      'That does not work. Your note is kept here.',
    ]);
  });
});

test('the way back leads to the list as it was left', async () => {
  contactsStore.trigger.listed({ scope: 'x', href: '/contacts?q=reyes' });
  await open();

  expect(only('.crumbs a').getAttribute('href')).toBe('/contacts?q=reyes');
});

test('a deleted contact is read only and offers to be restored', async () => {
  const { asked } = await open(
    { restoreContacts: { data: { ids: [1] } } },
    contact({ deleted_at: '2026-01-06T10:00:00Z' }),
  );
  click(button('Restore'));
  await calm();

  expect([document.querySelector('.edit-value'), document.querySelector('textarea'), asked('restoreContacts')]).toEqual(
    [null, null, [{ body: { ids: [1] } }]],
  );
});
