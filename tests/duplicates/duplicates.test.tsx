import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  DUPLICATES_PAGE_SIZE,
  type DuplicateGroup,
  type Merge,
  type MergePreview,
} from '#contract/duplicates.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ApiError } from '../../src/api/errors.ts';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { ContactPage } from '../../src/views/contacts/page/ContactPage.tsx';
import { NewContactDialog } from '../../src/views/contacts/NewContactDialog.tsx';
import { DuplicatesPage } from '../../src/views/duplicates/DuplicatesPage.tsx';
import { MergePage } from '../../src/views/duplicates/MergePage.tsx';
import { MergesPage } from '../../src/views/duplicates/MergesPage.tsx';
import '../../src/views/duplicates/UnmergeDialog.tsx';
import { HINT_AFTER_MS } from '../../src/views/duplicates/use-hints.ts';
import { type Answer, button, calm, contact, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type as write } from '../_kit/mount.ts';
import { changedPreview, group, MARIA, MARY, merge, preview, THIRD, undone } from './duplicate-fixtures.ts';

const ADMIN = { roles: ['admin'], permissions: permissionsOf([['admin']]) };
const META = { current_page: 1, limit: 50, total_count: 1, total_pages: 1 };

beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
});

const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const radio = (label: string) => only<HTMLInputElement>(`input[aria-label="${label}"]`);

describe('the page of duplicates', () => {
  const open = (groups: readonly DuplicateGroup[], who: object = ADMIN, answers: Record<string, Answer> = {}) =>
    openDesk(
      <DuplicatesPage search={{}} setSearch={() => undefined} />,
      { listDuplicates: { data: groups, meta: { ...META, total_count: groups.length } }, ...answers },
      who,
    );

  test('says why two may be one, and marks what they say differently', async () => {
    await open([group()]);

    expect([texts('.dup-group h2'), texts('.dup-group header p'), texts('tr.differs th')]).toEqual([
      ['Same person'],
      ['Similar name, same phone, same birth date.'],
      ['First namediffers', 'Addressdiffers'],
    ]);
  });

  test('marks no phone that the reason calls the same, and shows both numbers', async () => {
    const second = { ...MARY, first_name: 'Maria', phone: '+12105550143', phone_2: MARIA.phone, city: MARIA.city };
    await open([group({ reasons: ['same_name', 'same_phone'], contacts: [MARIA, second] })]);

    expect([only('.dup-group header p').textContent, texts('tr.differs th')]).toEqual(['Same name, same phone.', []]);
    expect(texts('tr:nth-child(3) td > span:last-child')).toEqual(['1-210-555-0142', '1-210-555-01431-210-555-0142']);
  });

  test('leads to the merge of a group', async () => {
    await open([group()]);

    expect(only('.dup-merge').getAttribute('href')).toBe('/contacts/merge?ids=1,2');
  });

  test('says why a user may not merge', async () => {
    await open([group()], {});

    expect([only('.dup-merge').textContent, only('.dup-merge').getAttribute('aria-disabled')]).toEqual([
      'Merge…, Only for administrators.',
      'true',
    ]);
  });

  test('confirms different people, and its message undoes that', async () => {
    const { asked, toasts } = await open([group()], ADMIN, { dismissDuplicates: {}, restoreDuplicates: {} });
    click(button('Different people: Maria Garza, Mary Garza'));
    await calm();
    act(() => toasts[0]?.action?.run());
    await calm();

    expect([asked('dismissDuplicates'), asked('restoreDuplicates'), toasts[1]?.text]).toEqual([
      [{ body: { ids: [1, 2] } }],
      [{ body: { ids: [1, 2] } }],
      'Undone',
    ]);
  });

  test('is led to the last page when the last group of its page has gone', async () => {
    const turned: unknown[] = [];
    await openDesk(
      <DuplicatesPage search={{ verdict: 'same', page: 3 }} setSearch={(next) => turned.push(next)} />,
      { listDuplicates: { data: [], meta: { ...META, current_page: 3, total_count: DUPLICATES_PAGE_SIZE } } },
      ADMIN,
    );

    expect([turned, document.querySelector('.empty')]).toEqual([[{ verdict: 'same', page: 1 }], null]);
  });

  test('says what the place is for when it is empty', async () => {
    await open([]);

    expect(only('.empty h2').textContent).toBe('No duplicates');
  });
});

describe('the page of a merge', () => {
  const open = (answers: Record<string, Answer> = {}, ids = [1, 2]) =>
    openDesk(<MergePage ids={ids} />, { mergeContacts: (args) => answered(args), ...answers }, ADMIN);
  const answered = (args: Record<string, unknown>, shown: MergePreview = preview()) => {
    const { dry_run } = args['body'] as { dry_run?: boolean };
    return { data: { preview: shown, merge: dry_run ? null : merge() } };
  };

  test('announces the owner of every value', async () => {
    await open();

    expect([
      radio('E-mail: maria@example.com, from Maria Garza').checked,
      radio('E-mail: none, from Mary Garza').checked,
    ]).toEqual([true, false]);
  });

  test('previews the result of each choice', async () => {
    const { asked } = await open({
      mergeContacts: (args) => {
        const { fields } = preview();
        const isChosen = (args['body'] as { fields: { city?: number } }).fields.city === 1;
        const shown = fields.map((choice) => (choice.field === 'city' ? { ...choice, text: 'San Antonio' } : choice));
        return answered(args, preview({ fields: isChosen ? shown : fields }));
      },
    });
    click(radio('City: San Antonio, from Maria Garza'));
    await calm();

    expect([asked('mergeContacts')[1], only('.merge-after dl').textContent]).toEqual([
      { body: { ids: [1, 2], fields: { city: 1 }, dry_run: true } },
      expect.stringContaining('CitySan Antonio'),
    ]);
  });

  test('marks no contact whose value is outvoted, and explains the field', async () => {
    await open({
      mergeContacts: (args) => {
        const values = [
          { contact_id: 1, text: '1-361-555-0150' },
          { contact_id: 2, text: '' },
        ];
        return answered(args, preview({ fields: [{ field: 'phone_2', from_id: 1, text: '1-361-555-0163', values }] }));
      },
    });

    expect([
      radio('Phone 2: 1-361-555-0150, from Maria Garza').checked,
      texts('.merge-choices tbody th').at(-1),
    ]).toEqual([false, 'Phone 2, becomes 1-361-555-0163']);
  });

  test('says what moves', async () => {
    await open();

    expect(texts('.merge-moves li')).toEqual(['3 notes', '1 policy']);
  });

  test('merges what is shown, leads back and can be undone by its message', async () => {
    const { asked, toasts, opened } = await open({ undoMerge: { data: undone(['The city stays Austin.']) } });
    click(button('Merge 2 contacts'));
    await calm();
    act(() => toasts[0]?.action?.run());
    await calm();

    expect(asked('mergeContacts')[1]).toEqual({
      body: {
        ids: [1, 2],
        survivor_id: 1,
        fields: {},
        versions: preview().versions,
      },
    });
    expect([opened, toasts.map(({ text }) => text)]).toEqual([
      [{ to: '/contacts/$number', params: { number: '4001' } }],
      [
        'Mary Garza merged into Maria Garza',
        "Maria Garza and Mary Garza are 2 contacts again. 1 item couldn't be restored",
      ],
    ]);
  });

  test('shows changes made in the meantime, and merges nothing', async () => {
    let calls = 0;
    const { toasts } = await open({
      mergeContacts: (args) => {
        calls += 1;
        if (calls === 2) return new ApiError('conflict', { code: 'contact_changed', message: 'Changed.' });
        return answered(args, calls === 3 ? changedPreview() : preview());
      },
    });
    click(button('Merge 2 contacts'));
    await calm();

    expect([only('.merge-notes .med').textContent, radio('City: Houston, from Mary Garza').checked, toasts]).toEqual([
      'Someone else changed: city',
      true,
      [],
    ]);
  });

  test('leaves one out of three', async () => {
    const { asked } = await open(
      { mergeContacts: (args) => answered(args, preview({ contacts: [MARIA, MARY, THIRD] })) },
      [1, 2, 3],
    );
    click(button('Exclude M. Garza'));
    await calm();

    expect(asked('mergeContacts')[1]).toEqual({ body: { ids: [1, 2], fields: {}, dry_run: true } });
  });

  test('cannot be left while it merges', async () => {
    await open({
      mergeContacts: (args) =>
        (args['body'] as { dry_run?: boolean }).dry_run ? answered(args) : new Promise<object>(() => undefined),
    });
    click(button('Merge 2 contacts'));
    await calm();

    expect(button('Cancel').disabled).toBe(true);
  });

  test('says that it may be done after a lost answer', async () => {
    let isLost = false;
    await open({
      mergeContacts: (args) => {
        if (isLost) return new ApiError('notFound', { code: 'not_found', message: 'Contact not found.' });
        isLost = (args['body'] as { dry_run?: boolean }).dry_run !== true;
        return isLost ? new ApiError('offline', { code: 'unreachable', message: 'x' }) : answered(args);
      },
    });
    click(button('Merge 2 contacts'));
    await calm();
    click(radio('City: San Antonio, from Maria Garza'));
    await calm();

    expect(texts('.keep .soft, .err a')).toEqual([
      "We couldn't confirm the merge. Check Merge history.",
      'Merge history',
    ]);
  });

  test('tries again what could not be loaded', async () => {
    const { asked } = await open({
      mergeContacts: () => new ApiError('server', { code: 'server', message: 'Request failed' }),
    });
    click(button('Try again'));
    await calm();

    expect([asked('mergeContacts').length, only('.err').textContent]).toEqual([
      2,
      expect.stringContaining('Nothing was merged.'),
    ]);
  });
});

describe('the page of merges', () => {
  const open = (merges: readonly Merge[], answers: Record<string, Answer> = {}) =>
    openDesk(<MergesPage />, { listMerges: { data: merges, meta: META }, ...answers }, ADMIN);

  test("unmerges and lists what couldn't be restored", async () => {
    await open([merge()], { undoMerge: { data: undone(['The city stays Austin.']) } });
    click(button('Unmerge: Maria Garza'));
    await calm();
    click(button('Unmerge'));
    await calm();

    expect([only('[role=dialog] h2').textContent, only('[role=dialog] .merge-kept').textContent]).toEqual([
      'Contacts unmerged',
      'The city stays Austin.',
    ]);
  });

  test('offers no more of one that is apart', async () => {
    await open([undone(['The city stays Austin.'])]);

    expect([texts('.merges button'), texts('.merges summary')]).toEqual([[], ["1 item couldn't be restored"]]);
  });
});

describe('a hint while a contact is made', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    return () => vi.useRealTimers();
  });
  const found = (verdict: string, reason: string) => ({ contact: MARIA, verdict, reasons: [reason] });
  const field = (kind: string) => only<HTMLInputElement>(`input[type=${kind}]`);
  const wait = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    await calm();
  };
  const open = (answer: Answer) =>
    openDesk(<NewContactDialog onClose={() => undefined} onCreated={() => undefined} />, { findDuplicates: answer });

  test('comes once the typing has paused, says why, and blocks nothing', async () => {
    const { asked } = await open({ data: [found('same', 'same_phone')] });
    write(field('tel'), '2105550142');
    await wait(HINT_AFTER_MS / 2);
    write(field('tel'), '2105550143');
    await wait(HINT_AFTER_MS / 2);
    expect(asked('findDuplicates')).toEqual([]);
    await wait(HINT_AFTER_MS / 2);

    expect([asked('findDuplicates'), only('.hints .med').textContent, only('[type=submit]').textContent]).toEqual([
      [{ body: { phone: '2105550143' } }],
      'Looks like Maria Garza, San Antonio (same phone)',
      'Create anyway',
    ]);
  });

  test('says of a household that they live together', async () => {
    await open({ data: [found('household', 'same_address')] });
    write(field('email'), 'ana@example.com');
    await wait(HINT_AFTER_MS);

    expect([only('.hints .med').textContent, only('[type=submit]').textContent]).toEqual([
      'Lives with Maria Garza, San Antonio (same address)',
      'Create contact',
    ]);
  });

  test('is not asked for while too little is typed, and fails in silence', async () => {
    const { asked } = await open(new ApiError('server', { code: 'server', message: 'Request failed' }));
    write(field('tel'), '210');
    await wait(HINT_AFTER_MS);
    expect(asked('findDuplicates')).toEqual([]);
    write(field('tel'), '2105550142');
    await wait(HINT_AFTER_MS);

    expect([asked('findDuplicates').length, only('.hints').textContent]).toEqual([1, '']);
  });
});

describe('the page of a contact', () => {
  const open = (answers: Record<string, Answer>, who: object = ADMIN) =>
    openDesk(
      <ContactPage number={4001} tab="timeline" setTab={() => undefined} />,
      { readContactVendor: { data: null }, ...answers },
      who,
    );

  test('says who may be the same person', async () => {
    await open({ readContact: { data: contact() }, listDuplicates: { data: [group()], meta: META } });

    expect(only('.maybe').textContent).toBe(
      'Same personMary Garza of Dana WhitfieldSimilar name, same phone, same birth date.Merge…Different people',
    );
  });

  test('that was merged away leads to the survivor', async () => {
    const { opened, toasts } = await open({
      readContact: { data: contact({ first_name: 'Mary', merged_into: { id: 9, number: 4009, name: 'Maria Garza' } }) },
    });

    expect([opened, toasts.map(({ text }) => text), only('.empty h2').textContent]).toEqual([
      [{ to: '/contacts/$number', params: { number: '4009' }, replace: true }],
      ['Mary Reyes1 merged into Maria Garza'],
      'Merged into Maria Garza',
    ]);
  });

  test('takes apart what was merged into it', async () => {
    await open({
      readContact: { data: contact() },
      listMerges: { data: [merge()], meta: META },
      undoMerge: { data: undone() },
    });
    click(button('Unmerge: Mary Garza'));
    await calm();
    click(button('Unmerge'));
    await calm();

    expect(only('[role=dialog] .dialog-body').textContent).toBe('Maria Garza and Mary Garza are 2 contacts again.');
  });
});
