import { createAtom } from '@xstate/store';
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BulkJob } from '#contract/bulk.contract.ts';
// Loaded already when an Undo asks for it.
import '../../src/actors/page-machines.ts';
import { ApiError } from '../../src/api/errors.ts';
import { contactsStore } from '../../src/store/contacts.store.ts';
import type { ContactsSearch } from '../../src/views/contacts/contacts-search.ts';
import { ContactsPage } from '../../src/views/contacts/list/ContactsPage.tsx';
import '../../src/views/contacts/list/ContactBulkBar.tsx';
import '../../src/views/contacts/list/ScopeNameSource.tsx';
import { click, only } from '../_kit/mount.ts';
import { job } from '../bulk/bulk-fixtures.ts';
import type { PhoneView } from '../../src/machines/phone/line-view.ts';
import { NO_PHONE } from '../phone/no-phone.ts';
import { phoneView } from '../phone/phone-views.tsx';
import { type Answer, button, calm, key, openDesk, page, refused, row } from './contacts-desk.tsx';

const ROWS = [row(1), row(2), row(3)];

beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
  Element.prototype.scrollIntoView = () => undefined;
});

async function open(
  search: ContactsSearch = {},
  answers: Record<string, Answer> = { listContacts: page(ROWS) },
  who: object = {},
) {
  const searches: ContactsSearch[] = [];
  const view = (of: ContactsSearch) => <ContactsPage search={of} setSearch={(next) => searches.push(next)} />;
  const desk = await openDesk(view(search), answers, who);
  return { ...desk, searches, search: (next: ContactsSearch) => desk.show(view(next)) };
}

const context = () => contactsStore.getSnapshot().context;
const names = () => [...document.querySelectorAll('tbody a')].map((one) => one.textContent);
const box = (name: string) => only<HTMLInputElement>(`input[aria-label="${name}"]`);

describe('keys', () => {
  test('j and k move over the rows and stay within them', async () => {
    await open();
    const at: (number | null)[] = [];
    for (const name of ['j', 'j', 'j', 'j', 'k', 'k', 'k']) {
      await key(name);
      at.push(context().cursor);
    }

    expect(at).toEqual([1, 2, 3, 3, 2, 1, 1]);
  });

  test('x selects the row that the cursor has just come to, however fast', async () => {
    await open();
    act(() => {
      for (const name of ['j', 'x']) document.dispatchEvent(new KeyboardEvent('keydown', { key: name }));
    });
    await calm();

    expect(context().selected).toEqual([1]);
  });

  test('Enter opens the contact under the cursor', async () => {
    const { opened } = await open();
    await key('j');
    await key('Enter');

    expect(opened).toEqual([{ to: '/contacts/$number', params: { number: '4001' } }]);
  });

  test('c calls the contact under the cursor; Tab passes their number by', async () => {
    const reachable = { ...row(1), phone: '+15125550142' };
    const sent: unknown[] = [];
    const phone = {
      ...NO_PHONE,
      view: createAtom<PhoneView | null>(phoneView()),
      send: (asked: object) => sent.push(asked),
    };
    await openDesk(
      <ContactsPage search={{}} setSearch={() => undefined} />,
      { listContacts: page([reachable]) },
      {},
      phone,
    );
    await key('j');
    await key('c');

    expect(sent).toEqual([{ type: 'line.dial', number: reachable.phone, contactId: 1 }]);
    expect(only<HTMLButtonElement>('[data-contact="1"] .dial-number').tabIndex).toBe(-1);
  });

  test('a slash goes to the search', async () => {
    await open();
    await key('/');

    expect(document.activeElement).toBe(only('input[type=search]'));
  });

  test('Ctrl and A select the page, but not while typing', async () => {
    await open();
    await key('a', only('input[type=search]'), { ctrlKey: true });
    const typed = context().selected;
    await key('a', document.body, { ctrlKey: true });

    expect([typed, context().selected]).toEqual([[], [1, 2, 3]]);
  });

  test('Escape clears the selection', async () => {
    await open();
    await key('j');
    await key('x');
    await key('Escape');

    expect(context().selected).toEqual([]);
  });

  test('are text while typing', async () => {
    await open();
    const field = only('input[type=search]');
    for (const name of ['j', 'x', 'n']) await key(name, field);

    expect([context().cursor, context().selected, document.querySelector('[role=dialog]')]).toEqual([null, [], null]);
  });

  test('keep working after a box was checked', async () => {
    await open();
    click(box('Select Reyes1, Ada'));
    await key('j', box('Select Reyes1, Ada'));

    expect(context().cursor).toBe(2);
  });
});

/** The deletion of one contact, undone if so. */
const deletion = (undo: BulkJob['undo']) =>
  job({
    id: 31,
    change: { action: 'delete' },
    names: [],
    sentence: '',
    status: undo === null ? 'done' : 'undone',
    total: 1,
    done: 1,
    counts: { changed: 1, unchanged: 0, refused: 0 },
    undo,
    version: undo === null ? 2 : 3,
  });
const deleting = (undone: Answer): Record<string, Answer> => ({
  listContacts: page(ROWS),
  deleteContacts: { data: { ids: [1], job: deletion(null), check: null } },
  undoBulkJob: undone,
});

describe('selection', () => {
  test('a click checks the box immediately and counts it', async () => {
    await open();
    click(box('Select Reyes2, Ada'));

    expect([box('Select Reyes2, Ada').checked, only('.bulkbar output').textContent]).toEqual([true, '1 selected']);
  });

  test('Shift selects from the last one to this one', async () => {
    await open();
    click(box('Select Reyes1, Ada'));
    act(() => {
      box('Select Reyes3, Ada').dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
    });

    expect([context().selected, box('Select Reyes3, Ada').checked]).toEqual([[1, 2, 3], true]);
  });

  test('ends when the list means other contacts', async () => {
    const { search } = await open();
    click(box('Select Reyes1, Ada'));
    await search({ contact_group: 'deleted' });

    expect(context().selected).toEqual([]);
  });

  test('deletes, says so, and Undo reverts that change although the bar is gone', async () => {
    const { asked, toasts } = await open({}, deleting({ data: deletion({ put_back: 1, kept: 0 }) }));
    click(box('Select Reyes1, Ada'));
    click(button('Delete'));
    await calm();
    expect([asked('deleteContacts'), document.querySelector('.bulkbar')]).toEqual([[{ body: { ids: [1] } }], null]);

    act(() => toasts[0]?.action?.run());
    await vi.waitFor(() => expect(toasts).toHaveLength(2));
    expect([asked('undoBulkJob'), toasts.map(({ text }) => text)]).toEqual([
      [{ params: { id: 31 } }],
      ['1 contact deleted.', 'Undone: 1 contact restored.'],
    ]);
  });

  test('an undo says what it skipped and leads to the reasons', async () => {
    const { toasts, opened } = await open({}, deleting({ data: deletion({ put_back: 0, kept: 1 }) }));
    click(box('Select Reyes1, Ada'));
    click(button('Delete'));
    await calm();
    act(() => toasts[0]?.action?.run());
    await vi.waitFor(() => expect(toasts).toHaveLength(2));

    expect(toasts[1]).toMatchObject({
      tone: 'warn',
      text: 'Undone: 0 contacts restored, 1 skipped because of later changes.',
      action: { label: 'View' },
    });
    act(() => toasts[1]?.action?.run());
    expect(opened.at(-1)).toEqual({ to: '/contacts/bulk/$id', params: { id: '31' } });
  });

  test('an undo that is refused says why', async () => {
    const refusal = new ApiError('conflict', { code: 'conflict', message: 'The undo period has ended.' });
    const { toasts } = await open({}, deleting(refusal));
    click(box('Select Reyes1, Ada'));
    click(button('Delete'));
    await calm();
    act(() => toasts[0]?.action?.run());
    await vi.waitFor(() => expect(toasts).toHaveLength(2));

    expect(toasts[1]).toMatchObject({ tone: 'bad', text: 'The undo period has ended.' });
  });
});

describe('what is shown', () => {
  test('the bar says the scope with the tag by its name, and its count', async () => {
    await open(
      { search: [{ field: 'tag', value: '7' }] },
      {
        listContacts: page(ROWS, { groups: { mine: 9_031, downline: 0, all: 9_031, deleted: 0 } }),
        listTags: { data: [{ id: 7, name: 'hot', color: 'red' }] },
      },
    );
    await calm();

    expect(only('.scope').textContent).toBe('Mine, tagged hot: 3 of 9,031');
  });

  test('a list that could not be loaded says why and is asked for again', async () => {
    let answer: object = refused({});
    await open({}, { listContacts: () => answer });
    expect(document.body.textContent).toContain("Couldn't load contacts");

    answer = page(ROWS);
    click(button('Try again'));
    await calm();
    expect(names()).toEqual(['Reyes1, Ada', 'Reyes2, Ada', 'Reyes3, Ada']);
  });

  test('rows of an earlier scope never replace ones that failed to load', async () => {
    const { search } = await open(
      {},
      {
        listContacts: (args) => (JSON.stringify(args).includes('zz') ? refused({}) : page(ROWS)),
      },
    );
    await search({ q: 'zz' });

    expect([names(), only('.scope').textContent]).toEqual([[], 'Mine, matching “zz”']);
  });

  const headOf = () => document.querySelector('.close-head')?.textContent;

  test('close matches have their own heading', async () => {
    const rows = [row(1), row(2, { close: true }), row(3, { close: true })];
    const { asked } = await open({ q: 'reies' }, { listContacts: page(rows, { forgiving: true }) });

    const lines = [...document.querySelectorAll('tbody tr')].map((line) => line.querySelector('a, th')?.textContent);
    expect(lines).toEqual(['Reyes1, Ada', 'Close to what you typed:', 'Reyes2, Ada', 'Reyes3, Ada']);
    expect(only('.scope').textContent).toBe('Mine, matching “reies” or close to it: 3');
    expect(asked('listContacts').map(({ body }) => body)).toMatchObject([
      { contacts_scope: { q: 'reies', forgiving: true, limit: 50 }, with_total: false },
      { contacts_scope: { q: 'reies', forgiving: true, limit: 1 } },
    ]);
  });

  test('without an exact match it says so', async () => {
    await open({ q: 'reies' }, { listContacts: page([row(2, { close: true })], { forgiving: true }) });

    expect(headOf()).toBe('No exact match. Close to what you typed:');
  });

  test('without close ones nothing is said of them', async () => {
    await open({ q: 'reyes' });

    expect([headOf(), only('.scope').textContent]).toEqual([undefined, 'Mine, matching “reyes”: 3']);
  });

  test.each([
    ['an agent', {}, {}, []],
    ['whoever opens such an address', { contact_group: 'all_agents' as const }, {}, ['Mine and downline']],
    ['a manager', {}, { roles: ['manager'] }, ['In a workflow']],
  ])('the groups for %s are those that they have', async (_who, search, who, more) => {
    await open(search, { listContacts: page(ROWS) }, who);

    const tabs = [...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent?.replace(/\d+$/, ''));
    expect(tabs).toEqual(['Mine', 'All', 'Deleted', ...more]);
  });

  test('everything that narrows the list has a chip that takes it away', async () => {
    const search = { type: 'client', category: 'medicare', all_downline: true, select_n: 5 } as const;
    const { searches } = await open(search);

    const chips = [...document.querySelectorAll<HTMLElement>('.filters .chip')].filter((chip) =>
      chip.querySelector('.sr'),
    );
    for (const chip of chips) click(chip);

    expect([
      chips.map((chip) => chip.textContent?.replace('Remove filter ', '')),
      searches.map((next) => Object.keys(search).filter((part) => !next[part as keyof typeof next])),
    ]).toEqual([
      ['Mine and downline', 'First 5', 'Type client', 'Category medicare'],
      [['all_downline'], ['select_n'], ['type'], ['category']],
    ]);
  });

  test('a group shows that group alone', async () => {
    const { searches } = await open({ all_downline: true, contact_group: 'all' });
    click(only('[role=tab]:first-child'));

    expect(searches.map(({ all_downline, contact_group }) => [all_downline, contact_group])).toEqual([
      [undefined, 'mine'],
    ]);
  });

  test('an empty result offers to clear the filters', async () => {
    const { searches } = await open({ q: 'zz' }, { listContacts: page([]) });
    click(button('Clear search and filters'));

    expect(searches).toEqual([{ contact_group: 'mine' }]);
  });

  test('an empty book says what it is for', async () => {
    await open({}, { listContacts: page([]) });

    expect(only('.empty h2').textContent).toBe('No contacts yet');
  });
});
