import { beforeEach, describe, expect, test } from 'vitest';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { ContactPage } from '../../src/views/contacts/page/ContactPage.tsx';
import { scopeOfList } from '../../src/views/contacts/page/use-neighbours.ts';
import { click, only } from '../_kit/mount.ts';
import { button, calm, contact, key, openDesk } from './contacts-desk.tsx';

beforeEach(() => {
  localStorage.clear();
  contactsStore.trigger.reset();
});

const AROUND = { previous: 4000, next: 4002, position: 3, total: 214 };
const to = (number: number, search: object = {}) => ({
  to: '/contacts/$number',
  params: { number: String(number) },
  search,
  replace: true,
});
const open = (around: object = AROUND, tab: 'timeline' | 'notes' = 'timeline') =>
  openDesk(<ContactPage number={4001} tab={tab} setTab={() => undefined} />, {
    readContact: { data: contact() },
    findNeighbours: { data: around },
  });

describe('the steps through the list', () => {
  test('request the list the user came from, without its page', async () => {
    contactsStore.trigger.listed({ scope: 'x', href: '/contacts?q=reyes&contact_group=all&page=3' });
    const { asked } = await open();

    expect([asked('findNeighbours'), only('.contact-steps .meta').textContent]).toEqual([
      [{ params: { id: 1 }, body: { contacts_scope: { q: 'reyes', contact_group: 'all', forgiving: true } } }],
      '3 of 214',
    ]);
  });

  test.each([
    ['j', {}, 4002],
    ['k', {}, 4000],
    ['ArrowDown', { altKey: true }, 4002],
    ['ArrowUp', { altKey: true }, 4000],
  ])('lead on by %s', async (name, more, number) => {
    const { opened } = await open();
    await key(name, document.body, more);

    expect(opened).toEqual([to(number)]);
  });

  test('lead on by their buttons and keep the tab', async () => {
    const { opened } = await open(AROUND, 'notes');
    click(button('Next contact'));
    await calm();

    expect(opened).toEqual([to(4002, { tab: 'notes' })]);
  });

  test('end with the list', async () => {
    const { opened } = await open({ previous: null, next: null, position: 1, total: 1 });
    await key('j');
    click(button('Previous contact'));

    expect([opened, button('Next contact').getAttribute('aria-disabled')]).toEqual([[], 'true']);
  });

  test('do nothing while typing', async () => {
    const { opened } = await open();
    const [phone] = document.querySelectorAll<HTMLElement>('.edit-value');
    if (phone) click(phone);
    await key('j', only('.edit input'));

    expect(opened).toEqual([]);
  });

  test('leave the row of the list on the contact that was looked at last', async () => {
    await open();

    expect(contactsStore.getSnapshot().context.cursor).toBe(1);
  });
});

test.each([
  ['/contacts', {}],
  ['/contacts?contact_group=nonsense&q=reyes', { q: 'reyes' }],
  [
    `/contacts?search=${encodeURIComponent('[{"field":"city","value":"Waco"}]')}&cursor=abc&limit=20`,
    { search: [{ field: 'city', value: 'Waco' }] },
  ],
])('the scope of the list %s is %o', (href, scope) => {
  expect(scopeOfList(href)).toEqual(scope);
});
