import { act } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Contact } from '#contract/contacts.contract.ts';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { fieldDraftsStore } from '../../src/store/field-drafts.store.ts';
import { ContactPage } from '../../src/views/contacts/page/ContactPage.tsx';
import { click, only } from '../_kit/mount.ts';
import { type Answer, button, calm, contact, openDesk, told } from './contacts-desk.tsx';

beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
  fieldDraftsStore.trigger.reset();
});

const open = (stored: Partial<Contact> = {}, answers: Record<string, Answer> = {}) =>
  openDesk(<ContactPage number={4001} tab="timeline" setTab={() => undefined} />, {
    readContact: { data: contact(stored) },
    ...answers,
  });
const section = (label: string) => only(`section[aria-label="${label}"]`);
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const EMEKA = {
  id: 2,
  number: 4002,
  first_name: 'Emeka',
  last_name: 'Okafor',
  phone: null,
  email: null,
  dob: null,
  type: 'lead',
  owner: { id: 1007, name: 'Dana Whitfield' },
  reasons: ['address', 'phone'],
};

describe('the household', () => {
  const HOME = { address: '2207 Mesquite Bend' };

  test('says what is shared, deleted ones apart', async () => {
    await open(HOME, {
      listHousehold: { data: { members: [EMEKA], deleted: [{ ...EMEKA, id: 3, first_name: 'Ngozi' }] } },
    });

    expect([
      section('Household').querySelector('li .meta')?.textContent,
      section('Household').querySelector('summary')?.textContent,
    ]).toEqual(['Same address, same phone', '1 deleted contact']);
  });

  test('is not asked for when there is nothing to share', async () => {
    const { asked } = await open();

    expect([asked('listHousehold'), document.querySelector('section[aria-label=Household]')]).toEqual([[], null]);
  });

  test('links one of them, and the message takes it back', async () => {
    const { asked, toasts } = await open(HOME, {
      listHousehold: { data: { members: [EMEKA], deleted: [] } },
      updateLinkedContact: { data: contact({ linked_contact: { id: 2, number: 4002, name: 'Emeka Okafor' } }) },
    });
    click(button('Link with Emeka Okafor'));
    await calm();
    expect(toasts[0]?.text).toBe('Linked with Emeka Okafor');
    act(() => toasts[0]?.action?.run());
    await calm();

    expect(asked('updateLinkedContact')).toEqual([
      { params: { id: 1 }, body: { linked_contact_id: 2 } },
      { params: { id: 1 }, body: { linked_contact_id: null } },
    ]);
  });
});

test('a link is taken away by its button', async () => {
  const { asked, toasts } = await open(
    { linked_contact: { id: 2, number: 4002, name: 'Emeka Okafor' } },
    { updateLinkedContact: { data: contact() } },
  );
  click(button('Remove the link with Emeka Okafor'));
  await calm();

  expect([asked('updateLinkedContact')[0], toasts[0]?.text]).toEqual([
    { params: { id: 1 }, body: { linked_contact_id: null } },
    'Link removed',
  ]);
});

describe('a follow-up', () => {
  test.each([
    [0, 'Due today'],
    [1, 'Due tomorrow'],
    [-1, 'Was due yesterday'],
  ])('of day %i says %s', async (days, words) => {
    await open({ follow_up_on: dayFromNow(days) });

    expect(section('Follow-up').querySelector('.section')?.textContent).toBe(words);
  });

  test('that is done has no day any more, and the message brings it back', async () => {
    const day = dayFromNow(0);
    const { asked, toasts } = await open(
      { follow_up_on: day },
      { updateContact: { data: contact({ follow_up_on: null, version: 4 }) } },
    );
    click(button('Done'));
    await calm();

    expect(asked('updateContact')).toEqual([
      { params: { id: 1 }, body: { contact: { follow_up_on: null }, version: 3 } },
    ]);
    expect(toasts[0]).toMatchObject({ text: 'Follow-up done', action: { label: 'Undo' } });
  });
});

describe('the owner', () => {
  test('assigns the contact to the user, and the message undoes it', async () => {
    const { asked, toasts } = await open(
      { owner: { id: 2000, name: 'Priya Raman' } },
      {
        assignToMe: { data: contact() },
        undoAssignToMe: { data: contact({ owner: { id: 2000, name: 'Priya Raman' } }) },
      },
    );
    click(button('Assign to me'));
    await calm();
    expect(toasts[0]?.text).toBe('Transferred from Priya Raman');
    act(() => toasts[0]?.action?.run());
    await calm();

    expect([asked('assignToMe'), asked('undoAssignToMe'), toasts[1]?.text]).toEqual([
      [{ params: { id: 1 } }],
      [{ params: { id: 1 } }],
      'Returned to Priya Raman',
    ]);
  });

  test('isn’t offered for the user’s own contact', async () => {
    await open();

    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
      'Assign to me',
    );
  });
});

describe('the tag New', () => {
  const NEW = { id: 5, name: 'New', color: 'green' } as const;

  test('is taken off by a change of its own when the owner looks', async () => {
    const { asked } = await open({ tags: [NEW] }, { updateContact: { data: contact({ version: 4 }) } });

    expect(asked('updateContact')).toEqual([{ params: { id: 1 }, body: { contact: {} } }]);
  });

  test('stays when someone else views it', async () => {
    const { asked } = await open({ tags: [NEW], owner: { id: 2000, name: 'Priya Raman' } });

    expect(asked('updateContact')).toEqual([]);
  });
});

describe('changes by someone else', () => {
  test('reloads everything about the contact and nothing about others', async () => {
    const { asked } = await open(
      { address: '2207 Mesquite Bend' },
      { listHousehold: { data: { members: [], deleted: [] } } },
    );
    const before = asked('readContact').length;
    await told({ type: 'contact.changed', id: 1 });

    expect([asked('readContact').length - before, asked('listHousehold').length, asked('listStatuses').length]).toEqual(
      [1, 2, 1],
    );
  });

  test('away from one’s sight takes the page away', async () => {
    let answer: Answer = { data: contact() };
    await open({}, { readContact: () => answer as object });
    const { ApiError } = await import('../../src/api/errors.ts');
    answer = new ApiError('notFound', { code: 'not_found', message: 'Contact not found.' });
    await told({ type: 'contact.changed', id: 1 });

    expect(document.body.textContent).toContain('Contact not found');
  });
});
