import { act } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import { CONTACT_COLUMNS, type ContactColumn, contactsStore } from '../../src/store/contacts.store.ts';
import type { ContactsSearch } from '../../src/views/contacts/contacts-search.ts';
import '../../src/views/contacts/list/ColumnsForm.tsx';
import '../../src/views/contacts/list/FilterForm.tsx';
import '../../src/views/contacts/list/ListCells.tsx';
import { ContactsPage } from '../../src/views/contacts/list/ContactsPage.tsx';
import { click, only, type } from '../_kit/mount.ts';
import { button, calm, openDesk, page, row } from './contacts-desk.tsx';

beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
  Element.prototype.scrollIntoView = () => undefined;
});

/** Shows these columns and no others. */
function show(...columns: readonly ContactColumn[]): void {
  for (const column of CONTACT_COLUMNS)
    if (contactsStore.getSnapshot().context.columns.includes(column) !== columns.includes(column))
      contactsStore.trigger.columnToggled({ column });
}

async function open(differs: Partial<ContactRow> = {}, search: ContactsSearch = {}) {
  const searches: ContactsSearch[] = [];
  const view = <ContactsPage search={search} setSearch={(next) => searches.push(next)} />;
  const desk = await openDesk(view, { listContacts: page([row(1, differs)]) });
  /** What the calls for the rows ask for besides; the other calls count. */
  const extras = () =>
    desk
      .asked('listContacts')
      .map(({ body }) => body as { with_total?: boolean; with?: string[] })
      .filter((body) => body.with_total === false)
      .map((body) => body.with);
  return { ...desk, searches, extras };
}

const cell = (column: ContactColumn) => only(`tbody .col-${column}`);
const heads = () => [...document.querySelectorAll('thead th')].map((one) => one.textContent).slice(2);
const today = dayIn('America/New_York', Date.now());

test.each([
  ["the user's own contacts: no", {}, false],
  ['all contacts: yes', { contact_group: 'all' }, true],
  ['the downline as well: yes', { all_downline: true }, true],
] as const)('the owner is a column and offered as one in a list of %s', async (_, search, isThere) => {
  await open({}, search);
  click(button('Columns'));
  await calm();

  const choices = [...document.querySelectorAll('.choice-list label')].map((one) => one.textContent);
  expect([heads().includes('Owner'), choices.includes('Owner')]).toEqual([isThere, isThere]);
});

describe('the server is asked for what the shown columns need:', () => {
  test('for nothing by default', async () => {
    const { extras } = await open();
    expect(extras()).toEqual([undefined]);
  });

  test('for a plan once, though two columns show it, and for more with the next column', async () => {
    show('plan', 'carrier', 'age');
    const { extras } = await open();
    click(button('Columns'));
    await calm();
    const consent = [...document.querySelectorAll('label')].find((one) => one.textContent === 'Consent');
    click(consent?.querySelector('input') ?? only('none'));
    await calm();

    expect([extras(), heads()]).toEqual([
      [['plan'], ['plan', 'consent']],
      ['Age', 'Plan', 'Carrier', 'Consent'],
    ]);
  });
});

describe('a cell shows', () => {
  test('age and birth date', async () => {
    show('age', 'dob');
    const dob = `${Number(today.slice(0, 4)) - 65}-01-01`;
    await open({ dob });
    expect([cell('age').textContent, cell('dob').textContent]).toEqual(['65', formatPlainDate(dob)]);
  });

  test('the next step with its time and note', async () => {
    show('follow_up_on');
    await open({ next_step: { on: today, time: '14:30', note: 'Ask about the doctor' } });
    expect([heads(), cell('follow_up_on').textContent]).toEqual([['Next step'], 'Today 2:30 PM Ask about the doctor']);
    expect(document.querySelector('.is-due')).toBeNull();
  });

  test('one that is overdue', async () => {
    show('follow_up_on');
    const on = plusDays(today, -5);
    await open({ next_step: { on, time: null, note: '' } });
    expect(only('.is-due').textContent).toBe(formatPlainDate(on));
  });

  test('the plan with its carrier, unless that has a column', async () => {
    show('plan');
    await open({ plan: { type: 'part_d', carrier: 'Humana' } });
    expect(cell('plan').textContent).toBe('Part D Humana');
    act(() => show('plan', 'carrier'));
    await calm();
    expect([cell('plan').textContent, cell('carrier').textContent]).toEqual(['Part D', 'Humana']);
  });

  test.each([
    [{ given: ['call', 'text'], stopped: [] }, 'Call, text', 'Call, text'],
    [{ given: ['mail'], stopped: ['call', 'text'] }, 'Do Not Call · E-mail', 'Do Not Call or Text · E-mail'],
    [{ given: ['text'], stopped: ['call', 'mail'] }, 'Do Not Call, E-mail · Text', 'Do Not Call or E-mail · Text'],
    [{ given: [], stopped: ['mail'] }, 'Do Not E-mail', 'Do Not E-mail'],
    [{ given: [], stopped: ['call', 'text', 'mail'] }, 'Do Not Contact', 'Do Not Call, Text or E-mail'],
    [{ given: [], stopped: [] }, 'None on file', undefined],
  ] satisfies [ContactRow['consent'], string, string | undefined][])('consent %j', async (consent, words, whole) => {
    show('consent');
    await open({ consent });
    const titled = cell('consent').querySelector<HTMLElement>('[title]');
    expect([cell('consent').textContent.trim(), titled?.title]).toEqual([words, whole]);
  });

  test('nothing while it is not known', async () => {
    show('plan', 'consent', 'follow_up_on', 'age');
    await open();
    expect([cell('plan'), cell('consent'), cell('follow_up_on'), cell('age')].map((one) => one.textContent)).toEqual([
      '',
      '',
      '',
      '',
    ]);
  });
});

describe('a filter', () => {
  const choose = async (label: string, value: string) => {
    act(() => {
      const field = [...document.querySelectorAll<HTMLSelectElement>('.filter-form select')].find(
        (one) => one.labels[0]?.textContent === label,
      );
      if (field === undefined) throw new Error(`no field ${label}`);
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await calm();
  };
  const openForm = async () => {
    const desk = await open();
    click(button('Filter'));
    await calm();
    return desk;
  };

  test('of age takes a number of years', async () => {
    const { searches } = await openForm();
    await choose('Field', 'age');
    await choose('Condition', 'over');
    type(only<HTMLInputElement>('.filter-form input'), 'old');
    click(only('.filter-form button[type=submit]'));
    expect([searches, only('.filter-form button[type=submit]').title]).toEqual([
      [],
      'Enter a number of years, like 65.',
    ]);
    type(only<HTMLInputElement>('.filter-form input'), '64');
    click(only('.filter-form button[type=submit]'));
    expect(searches).toEqual([{ search: [{ field: 'age', value: '64', op: 'over' }] }]);
  });

  test('of consent offers the channels', async () => {
    const { searches } = await openForm();
    await choose('Field', 'opt_out');
    await choose('Value', 'text');
    click(only('.filter-form button[type=submit]'));
    expect(searches).toEqual([{ search: [{ field: 'opt_out', value: 'text' }] }]);
  });

  test.each(['Texas', 'tx', 'TX'])('of a state offers their names and takes %s', async (typed) => {
    const { searches } = await openForm();
    const input = only<HTMLInputElement>('.filter-form input');
    const offered = [...(input.list?.options ?? [])].map(({ value, textContent }) => [value, textContent]);
    expect(offered).toHaveLength(56);
    expect(offered).toContainEqual(['Texas', 'TX']);
    expect(offered).toContainEqual(['US Virgin Islands', 'VI']);
    type(input, typed);
    click(only('.filter-form button[type=submit]'));
    expect(searches).toEqual([{ search: [{ field: 'state', value: 'TX' }] }]);
  });
});
