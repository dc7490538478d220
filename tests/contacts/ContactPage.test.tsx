import { act } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { fieldDraftsStore } from '../../src/store/field-drafts.store.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import '../../src/views/_kit/overlays/Menu.tsx';
import { ContactPage } from '../../src/views/contacts/page/ContactPage.tsx';
import { click, only, press, type } from '../_kit/mount.ts';
import { type Answer, button, calm, contact, key, openDesk, refused, told } from './contacts-desk.tsx';

const HOT = { id: 7, name: 'hot', color: 'red' } as const;

beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
  textDraftsStore.trigger.reset();
  fieldDraftsStore.trigger.reset();
});

const PAGE = <ContactPage number={4001} tab="timeline" setTab={() => undefined} />;
const drafts = () => fieldDraftsStore.getSnapshot().context.contacts;

const choose = (select: HTMLSelectElement, option: string) =>
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, option);
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });

const open = (answers: Record<string, Answer> = {}, stored = contact({ city: 'Waco', tags: [HOT] })) =>
  openDesk(PAGE, {
    readContact: { data: stored },
    ...answers,
  });

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
          ? refused({ email: ['Invalid e-mail address.'] })
          : { data: contact({ version: 4 }) },
    });
    await edit('E-mail', 'nope');
    await edit('City', 'Dallas');
    await edit('Source', 'nope either');

    expect([
      value('E-mail').textContent,
      value('E-mail').nextElementSibling?.textContent,
      asked('updateContact').length,
    ]).toEqual(['Edit E-mail: nope', 'Invalid e-mail address.', 3]);
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

  test('of a name takes letters and not signs, pasted ones stay', async () => {
    await open({}, contact({ last_name: 'Lopez' }));
    click(value('Last name'));
    const key = (data: string) => {
      const event = new KeyboardEvent('keypress', { key: data, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'which', { value: data.codePointAt(0) });
      act(() => void only('.edit input').dispatchEvent(event));
      return event.defaultPrevented;
    };

    expect([key('ñ'), key('-'), key('@'), key('7')]).toEqual([false, false, true, true]);
  });

  test('is shown as saved while it waits, and goes back with its reason when it is refused', async () => {
    const answer = Promise.withResolvers<object>();
    await open({ updateContact: () => answer.promise });
    await edit('City', 'Dallas');
    const while_waiting = value('City').textContent;
    answer.reject(refused({ city: ['There is no such city.'] }));
    await calm();

    expect([while_waiting, only('.contact-who .soft').textContent, value('City').textContent]).toEqual([
      'Edit City: Dallas',
      'Lead, Waco',
      'Edit City: Dallas',
    ]);
    expect(value('City').nextElementSibling?.textContent).toBe('There is no such city.');
  });

  test('that is cleared can be undone from its message', async () => {
    const { asked, toasts } = await open({ updateContact: { data: contact({ city: '', version: 4 }) } });
    await edit('City', '');
    expect(toasts[0]).toMatchObject({ text: 'City cleared', action: { label: 'Undo' } });
    act(() => toasts[0]?.action?.run());
    await calm();

    expect(asked('updateContact')[1]).toEqual({ params: { id: 1 }, body: { contact: { city: 'Waco' }, version: 4 } });
  });

  test('of a list is saved when it is chosen, Empty for the gender other', async () => {
    const { asked } = await open({ updateContact: { data: contact({ version: 4 }) } });
    const gender = [...document.querySelectorAll('select')].find((one) => one.labels[0]?.textContent === 'Gender');
    if (!gender) throw new Error('no gender');
    choose(gender, 'other');
    await calm();

    expect([[...gender.options].map(({ text }) => text), asked('updateContact')]).toEqual([
      ['Unknown', 'Male', 'Female', 'Empty'],
      [{ params: { id: 1 }, body: { contact: { gender: 'other' }, version: 3 } }],
    ]);
  });

  describe('that is opened again while a save is under way', () => {
    /** City is being saved until `first` says how that ends; what comes after it is saved. */
    const openSaving = async () => {
      const first = Promise.withResolvers<object>();
      let saves = 0;
      const desk = await open({
        updateContact: ({ body }) => {
          saves += 1;
          return saves === 1
            ? first.promise
            : { data: contact({ city: 'Dallas', version: 5, ...Object(body).contact }) };
        },
      });
      await edit('City', 'Dallas');
      return { ...desk, first };
    };

    test("and changed once more is saved over it: the user's own value isn't a conflict", async () => {
      const { asked, first } = await openSaving();
      click(value('City'));
      type(only<HTMLInputElement>('.edit input'), 'Plano');
      first.resolve({ data: contact({ city: 'Dallas', version: 4 }) });
      await calm();
      const note = only('.edit:has(input) .edit-note').textContent;
      press(only('.edit input'), 'Enter');
      await calm();

      expect([note, document.querySelector('.field-conflict'), asked('updateContact')[1]]).toEqual([
        '',
        null,
        { params: { id: 1 }, body: { contact: { city: 'Plano' }, version: 4 } },
      ]);
    });

    test.each(['Enter', 'Escape'])('and left as it was by %s while it waits for its turn is saved', async (end) => {
      const { asked, first } = await openSaving();
      await edit('Source', 'Referral');
      await edit('Source', 'Referral', end);
      first.resolve({ data: contact({ city: 'Dallas', version: 4 }) });
      await calm();

      expect([asked('updateContact')[1], drafts()]).toEqual([
        { params: { id: 1 }, body: { contact: { source: 'Referral' }, version: 4 } },
        {},
      ]);
    });

    test('and given up keeps the reason when that save is refused', async () => {
      const { first } = await openSaving();
      await edit('City', 'Plano', 'Escape');
      const waiting = value('City').textContent;
      first.reject(refused({ city: ['There is no such city.'] }));
      await calm();

      expect([waiting, value('City').textContent, value('City').nextElementSibling?.textContent]).toEqual([
        'Edit City: Dallas',
        'Edit City: Dallas',
        'There is no such city.',
      ]);
    });
  });

  test("of another owner's contact keeps the tag New", async () => {
    const { asked } = await open(
      { updateContact: { data: contact({ version: 4 }) } },
      contact({ owner: { id: 2000, name: 'Priya Raman' } }),
    );
    await edit('City', 'Dallas');

    expect(asked('updateContact')).toMatchObject([{ query: { not_remove_new_tag: 'true' } }]);
  });
});

describe('two people on one field', () => {
  /** The stored contact as the server has it now; the save answers that it is too late. */
  const meet = async (now: Partial<Contact>) => {
    let stored = contact({ city: 'Waco' });
    let saves = 0;
    const desk = await openDesk(PAGE, {
      readContact: () => ({ data: stored }),
      updateContact: () => {
        saves += 1;
        if (saves > 1) return { data: { ...stored, city: 'Dallas', version: 5 } };
        stored = contact({ city: 'Waco', version: 4, ...now });
        return refused({ city: ['Someone changed this to “Austin”.'] }, 'contact_changed');
      },
    });
    await edit('City', 'Dallas');
    return desk;
  };

  test('ask which value stays', async () => {
    await meet({ city: 'Austin' });

    expect([
      only('[role=alert]').textContent,
      [...document.querySelectorAll('.field-conflict dd')].map((one) => one.textContent),
    ]).toEqual(['Someone else changed this field.', ['Dallas', 'Austin']]);
  });

  test('the own one is sent again over the other one', async () => {
    const { asked } = await meet({ city: 'Austin' });
    click(button('Keep yours'));
    await calm();

    expect([asked('updateContact')[1], value('City').textContent]).toEqual([
      { params: { id: 1 }, body: { contact: { city: 'Dallas' }, version: 4 } },
      'Edit City: Dallas',
    ]);
  });

  test('the other one stays and nothing is sent', async () => {
    const { asked } = await meet({ city: 'Austin' });
    click(button('Use theirs'));
    await calm();

    expect([asked('updateContact').length, value('City').textContent, drafts()]).toEqual([1, 'Edit City: Austin', {}]);
  });

  test('are not asked when only other fields were changed: the save goes out again by itself', async () => {
    const { asked } = await meet({ source: 'Referral' });

    expect([asked('updateContact')[1], document.querySelector('.field-conflict')]).toEqual([
      { params: { id: 1 }, body: { contact: { city: 'Dallas' }, version: 4 } },
      null,
    ]);
  });
});

describe('what is typed and not saved', () => {
  test('survives a reload, says so, and is saved like anything else', async () => {
    const { show } = await open();
    click(value('City'));
    type(only<HTMLInputElement>('.edit input'), 'Dall');
    await show(null);
    // Another page of the same browser, later.
    const { asked } = await open({ updateContact: { data: contact({ city: 'Dallas', version: 4 }) } });
    const kept = [value('City').textContent, value('City').nextElementSibling?.textContent];
    await edit('City', 'Dallas');

    expect([kept, asked('updateContact'), drafts()]).toEqual([
      ['Edit City: Dall', 'Not saved yet'],
      [{ params: { id: 1 }, body: { contact: { city: 'Dallas' }, version: 3 } }],
      {},
    ]);
  });

  test('is nothing any more when it was saved after its page was left, whatever is shown first', async () => {
    const saving = Promise.withResolvers<object>();
    const reading = Promise.withResolvers<object>();
    let reads = 0;
    const { show } = await open({
      readContact: () => {
        reads += 1;
        return reads === 1 ? { data: contact({ city: 'Waco' }) } : reading.promise;
      },
      updateContact: () => saving.promise,
    });
    await edit('City', 'Dallas');
    await show(null);
    saving.resolve({ data: contact({ city: 'Dallas', version: 4 }) });
    await show(PAGE);
    reading.resolve({ data: contact({ city: 'Dallas', version: 4 }) });
    await calm();

    expect([value('City').textContent, value('City').nextElementSibling?.textContent, drafts()]).toEqual([
      'Edit City: Dallas',
      '',
      {},
    ]);
  });

  test('reports a choice too, which is saved by its button', async () => {
    fieldDraftsStore.trigger.kept({ contactId: 1, drafts: { language: { typed: 'spanish', base: '' } } });
    const { asked } = await open({ updateContact: { data: contact({ language: 'spanish', version: 4 }) } });
    const speaks = [...document.querySelectorAll('select')].find(
      (one) => one.labels[0]?.textContent === 'Preferred language',
    );
    const kept = [speaks?.value, speaks?.closest('.field')?.querySelector('.meta')?.textContent];
    click(button('Save'));
    await calm();

    expect([kept, asked('updateContact')]).toEqual([
      ['spanish', 'Not saved yetSave'],
      [{ params: { id: 1 }, body: { contact: { language: 'spanish' }, version: 3 } }],
    ]);
  });

  test('is shown as a value of its kind: a day as a day', async () => {
    fieldDraftsStore.trigger.kept({ contactId: 1, drafts: { dob: { typed: '1961-02-03', base: '' } } });
    await open();

    expect(value('Date of birth').textContent).toBe('Edit Date of birth: 02/03/1961');
  });

  test('does nothing when a field is left unchanged, also while someone else changes it', async () => {
    let stored = contact({ city: 'Waco' });
    const { asked } = await open({ readContact: () => ({ data: stored }) });
    click(value('City'));
    stored = contact({ city: 'Austin', version: 4 });
    await told({ type: 'contact.changed', id: 1 });
    press(only('.edit input'), 'Enter');
    await calm();

    expect([asked('updateContact'), drafts(), document.querySelector('.field-conflict')]).toEqual([[], {}, null]);
  });

  test('is gone after Escape', async () => {
    await open();
    await edit('City', 'Dallas', 'Escape');

    expect([drafts(), value('City').textContent]).toEqual([{}, 'Edit City: Waco']);
  });

  test('stays in its field while someone else changes the contact, and the field says so', async () => {
    let stored = contact({ city: 'Waco' });
    await openDesk(PAGE, { readContact: () => ({ data: stored }) });
    click(value('City'));
    type(only<HTMLInputElement>('.edit input'), 'Dallas');
    stored = contact({ city: 'Austin', version: 4 });
    await told({ type: 'contact.changed', id: 1 });

    expect([only<HTMLInputElement>('.edit input').value, only('.edit:has(input) .edit-note').textContent]).toEqual([
      'Dallas',
      'Someone changed this to “Austin”',
    ]);
  });
});

describe('tags', () => {
  const TAGGED = { updateTagsOfContact: { data: contact({ version: 4, tags: [HOT] }) } };

  test('a cross takes one away', async () => {
    const { asked } = await open(TAGGED);
    click(button('Remove tag hot'));
    await calm();

    expect(asked('updateTagsOfContact')).toEqual([{ body: { contact_id: 1, tag_ids: [] } }]);
  });

  test('a typed name is made a tag and put beside the others', async () => {
    const { asked } = await open({ createTag: { data: { id: 9, name: 'aep', color: 'grey' } }, ...TAGGED });
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

  describe('that says not to call', () => {
    const dnc = { id: 9, name: 'Do not call', color: 'grey' };
    const stored = contact({ tags: [HOT, dnc] as never });
    const decided = (reason: string) => ({ data: [{ channel: 'call', allowed: true, reason, next_at: null }] });
    const offer = () => [...document.querySelectorAll('.note')].find((note) => note.textContent.includes('stop calls'));

    test('offers Do Not Call as long as there is none, which is recorded only when it is chosen', async () => {
      const { asked, toasts } = await open(
        { readContactability: decided('allowed'), recordConsent: { data: { id: 5 } } },
        stored,
      );
      expect([asked('recordConsent'), offer()?.textContent]).toEqual([
        [],
        "The tag “Do not call” doesn't stop calls.Record Do Not Call",
      ]);

      click(button('Record Do Not Call'));
      await calm();
      expect([asked('recordConsent'), toasts[0]?.text, toasts[0]?.action?.label]).toMatchObject([
        [{ params: { id: 1 }, body: { kind: 'do_not_call', channel: 'call', evidence: 'Tagged “Do not call”.' } }],
        'Do Not Call recorded',
        'Undo',
      ]);
    });

    test('offers nothing once Do Not Call is recorded', async () => {
      await open({ readContactability: decided('do_not_call') }, stored);

      expect(offer()).toBeUndefined();
    });
  });

  test('a typed name that is refused stays in its field, with the reason', async () => {
    await open({ createTag: refused({}) });
    click(button('Add a tag'));
    await calm();
    type(only<HTMLInputElement>('[aria-label="Tag to add"]'), 'aep');
    act(() => only<HTMLFormElement>('.tags-editor form').requestSubmit());
    await calm();

    expect([only<HTMLInputElement>('[aria-label="Tag to add"]').value, only('.tags-editor .why').textContent]).toEqual([
      'aep',
      'That does not work.',
    ]);
  });
});

describe('a note', () => {
  test('that is written on while it is saved keeps what was written', async () => {
    await open({
      createNote: () => {
        textDraftsStore.trigger.written({ key: 'new-note:1', text: 'Call back. She moved.' });
        return {};
      },
    });
    write('Call back.');
    await key('Enter', only('textarea'), { ctrlKey: true });

    expect(textDraftsStore.getSnapshot().context.texts).toEqual({ 'new-note:1': 'Call back. She moved.' });
  });

  test('is saved by Ctrl and Enter, and its draft is gone', async () => {
    const { asked } = await open({ createNote: { data: {} } });
    write('Call back.');
    await key('Enter', only('textarea'), { ctrlKey: true });

    expect([asked('createNote'), textDraftsStore.getSnapshot().context.texts]).toEqual([
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

describe('the head of the page', () => {
  const heads = () =>
    [...document.querySelectorAll('.doing a, .doing button')].map((one) => one.textContent || one.ariaLabel);

  test('calls first, and deletes from a menu', async () => {
    const { asked } = await open(
      { deleteContacts: { data: { ids: [1], job: null, check: null } } },
      contact({ phone: '+15125550142' }),
    );
    expect([heads(), only('.doing .primary').textContent]).toEqual([['Call', 'More'], 'Call']);
    expect([...document.querySelectorAll('.contact-reach .btn')].map((one) => one.textContent)).not.toContain('Call');

    click(button('More'));
    await calm();
    click(only('[role=menuitem]'));
    await calm();
    expect(asked('deleteContacts')).toEqual([{ body: { ids: [1] } }]);
  });

  test('keeps the focus where Restore takes the place of the menu', async () => {
    let stored = contact();
    const desk = await open({ readContact: () => ({ data: stored }) });
    act(() => button('More').focus());
    stored = contact({ deleted_at: '2026-01-06T10:00:00Z', version: 4 });
    await told({ type: 'contact.changed', id: 1 });
    await desk.show(PAGE);

    expect([heads(), document.activeElement?.textContent]).toEqual([['Restore'], 'Restore']);
  });

  test('says why a contact is not deleted', async () => {
    const { asked } = await open(
      {},
      contact({ legal_hold: { reason: 'Suit', placed_by: null, placed_at: '2026-01-06T10:00:00Z' } as never }),
    );
    click(button('More'));
    await calm();
    const item = only('[role=menuitem]');
    click(item);
    expect([item.textContent, item.getAttribute('aria-disabled'), asked('deleteContacts')]).toEqual([
      'Deleteunder legal hold',
      'true',
      [],
    ]);
  });

  test('has no menu for users who may not delete', async () => {
    await openDesk(PAGE, { readContact: { data: contact() } }, { permissions: ['contacts.read', 'contacts.write'] });
    expect(heads()).toEqual([]);
  });
});

describe('the state', () => {
  test.each(['Texas', 'tx', 'Tex.'])('is saved as two letters for %s', async (typed) => {
    const { asked } = await open({ updateContact: { data: contact({ version: 4 }) } });
    await edit('State', typed);
    expect(asked('updateContact')).toEqual([{ params: { id: 1 }, body: { contact: { state: 'TX' }, version: 3 } }]);
  });

  test('of another country stays, and the list offers those of the US', async () => {
    await open({}, contact({ state: 'Ontario' }));
    expect(value('State').textContent).toBe('Edit State: Ontario');
    click(value('State'));
    const input = only<HTMLInputElement>('.edit input');
    expect([input.value, [...(input.list?.options ?? [])].map((one) => one.value).slice(0, 3)]).toEqual([
      'Ontario',
      ['Alabama', 'Alaska', 'American Samoa'],
    ]);
  });
});

test('a deleted contact is read only and offers to be restored', async () => {
  const { asked } = await open(
    { restoreContacts: { data: { ids: [1], job: null, check: null } } },
    contact({ deleted_at: '2026-01-06T10:00:00Z' }),
  );
  click(button('Restore'));
  await calm();

  expect([document.querySelector('.edit-value'), document.querySelector('textarea'), asked('restoreContacts')]).toEqual(
    [null, null, [{ body: { ids: [1] } }]],
  );
});
