import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import { CONTACT_ORDER_FIELDS, ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { listContacts } from '../../server/features/contacts/list/list-contacts.service.ts';
import { type NewContact, type Office, openOffice } from './office.ts';

const OWNERS = ['agent', 'peer', 'manager', 'far'] as const;
const CITIES = ['Austin', 'Dallas', 'Émile', ''];
const STATES = ['TX', 'AZ', ''];
const FIRST = ['Ana', 'ana', 'Bob', 'Zoë', 'zoe', '', 'Al'];
const LAST = ['Treviño', 'Trevino', 'Kim', 'kim', "O'Brien", 'Abt', ''];

interface Known extends NewContact {
  id: number;
  pool_id: number | null;
}

let office: Office;
const known: Known[] = [];

const pick = <T>(list: readonly T[], seed: number): T => list[seed % list.length] as T;

beforeAll(async () => {
  office = await openOffice();
  for (let i = 0; i < 120; i += 1) {
    const a = (i * 7919) % 104729;
    const pool = a % 5 === 0 ? office.pools.held : undefined;
    const contact: NewContact = {
      owner: pick(OWNERS, a),
      first_name: pick(FIRST, a >> 2),
      last_name: pick(LAST, a >> 4),
      city: pick(CITIES, a >> 3),
      state: pick(STATES, a >> 1),
      created_at: new Date(Date.UTC(2026, 0, 1 + (a % 9))).toISOString(),
      ...(a % 3 === 0 ? { last_touch_at: new Date(Date.UTC(2026, 1, 1 + (a % 5))).toISOString() } : {}),
      ...(a % 4 === 0 ? { follow_up_on: `2026-03-0${1 + (a % 6)}`, company: pick(LAST, a >> 5) } : {}),
      ...(a % 7 === 0 ? { deleted_at: '2026-03-01T00:00:00Z' } : {}),
      ...(pool === undefined ? {} : { pool }),
    };
    known.push({ ...contact, id: await office.add(contact), pool_id: pool ?? null });
  }
});
afterAll(() => office.close());

/** Without accents and capitals. */
const fold = (text = '') => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Sort key of each order, in plain code. */
const KEYS: Record<(typeof CONTACT_ORDER_FIELDS)[number], (contact: Known) => string> = {
  last_name: (contact) => `${fold(contact.last_name)}\u0001${fold(contact.first_name)}`,
  first_name: (contact) => `${fold(contact.first_name)}\u0001${fold(contact.last_name)}`,
  city: (contact) => fold(contact.city),
  state: (contact) => contact.state ?? '',
  created_at: (contact) => contact.created_at ?? '',
  last_touch_at: (contact) => contact.last_touch_at ?? '',
  follow_up_on: (contact) => contact.follow_up_on ?? 'infinity',
  company: (contact) => fold(contact.company),
};

interface Asked {
  group: 'mine' | 'downline' | 'all' | 'deleted';
  username: 'agent' | 'manager' | 'admin';
  order: 'asc' | 'desc';
  field: (typeof CONTACT_ORDER_FIELDS)[number];
  city: string | null;
  word: string | null;
}

const BELOW = { agent: [], manager: ['agent', 'peer'], admin: ['manager', 'agent', 'peer', 'far'] } as const;

/** The list in plain code. */
function expected({ group, username, order, field, city, word }: Asked): number[] {
  const below: readonly string[] = BELOW[username];
  const inGroup = (contact: Known) => {
    if ((contact.deleted_at !== undefined) !== (group === 'deleted')) return false;
    if (group === 'mine') return contact.owner === username;
    if (group === 'downline') return below.includes(contact.owner);
    const held = username === 'agent' && contact.pool_id === office.pools.held;
    return username === 'admin' || contact.owner === username || below.includes(contact.owner) || held;
  };
  const narrowed = (contact: Known) =>
    (city === null || fold(contact.city) === fold(city)) &&
    (word === null ||
      fold(`${contact.first_name} ${contact.last_name} ${contact.city} ${contact.company}`).includes(fold(word)));
  const key = KEYS[field];
  const sorted = known
    .filter((contact) => inGroup(contact) && narrowed(contact))
    .toSorted((a, b) => compare(key(a), key(b)) || a.id - b.id);
  return (order === 'desc' ? sorted.toReversed() : sorted).map((contact) => contact.id);
}

const scopeOf = ({ group, order, field, city, word }: Asked): ContactsScopeInput => ({
  contact_group: group,
  order,
  order_field: field,
  q: word ?? '',
  search: city === null ? [] : [{ field: 'city', value: city, op: 'is' }],
});

const asked: fc.Arbitrary<Asked> = fc.record({
  group: fc.constantFrom('mine', 'downline', 'all', 'deleted'),
  username: fc.constantFrom('agent', 'manager', 'admin'),
  order: fc.constantFrom('asc', 'desc'),
  field: fc.constantFrom(...CONTACT_ORDER_FIELDS),
  city: fc.option(fc.constantFrom('austin', 'emile'), { freq: 3 }),
  word: fc.option(fc.constantFrom('tre', 'ana', 'las'), { freq: 3 }),
});

const idsOf = (rows: readonly ContactRow[]) => rows.map((row) => row.id);

describe('whatever is asked', () => {
  test('the rows, their order and their number are those of a plain sort', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const { data, meta } = await office.list(one.username, { ...scopeOf(one), limit: 200 });

        const ids = expected(one);
        expect([idsOf(data), meta.total_count]).toEqual([ids, ids.length]);
      }),
      { numRuns: 120 },
    );
  });

  test('the cursor walks the whole list, there and back', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 40 }), async (one, limit) => {
        const scope = { ...scopeOf(one), limit };
        const pages: number[][] = [];
        let page = await office.list(one.username, scope);
        pages.push(idsOf(page.data));
        while (page.meta.next_cursor !== null) {
          page = await office.list(one.username, { ...scope, cursor: page.meta.next_cursor });
          pages.push(idsOf(page.data));
        }
        expect(pages.flat()).toEqual(expected(one));
        expect(page.meta.current_page).toBe(pages.length);

        for (const there of pages.slice(0, -1).toReversed()) {
          page = await office.list(one.username, { ...scope, cursor: page.meta.previous_cursor ?? '' });
          expect(idsOf(page.data)).toEqual(there);
        }
        expect([page.meta.current_page, page.meta.previous_cursor]).toEqual([1, null]);
      }),
      { numRuns: 40 },
    );
  });

  test('a page number shows the same rows as the cursor', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 5 }), async (one, page) => {
        const { data } = await office.list(one.username, { ...scopeOf(one), limit: 7, page });

        expect(idsOf(data)).toEqual(expected(one).slice((page - 1) * 7, page * 7));
      }),
      { numRuns: 60 },
    );
  });
});

test.each(['agent', 'manager', 'admin'] as const)(
  'every group of %s by name is that of a plain sort',
  async (username) => {
    for (const group of ['mine', 'downline', 'all', 'deleted'] as const) {
      const one: Asked = { group, username, order: 'asc', field: 'last_name', city: null, word: null };
      const { data, meta } = await office.list(username, { contact_group: group, limit: 200 });

      const ids = expected(one);
      expect([idsOf(data), meta.total_count]).toEqual([ids, ids.length]);
    }
  },
);

test('a cursor page does not count', async () => {
  const first = await office.list('admin', { contact_group: 'all', limit: 10 });
  const second = await office.list('admin', { contact_group: 'all', limit: 10, cursor: first.meta.next_cursor ?? '' });

  expect(second.meta).toMatchObject({ current_page: 2, total_count: null, total_pages: null });
});

test('a new row before the first page moves nothing on the way back', async () => {
  for (const last_name of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) await office.add({ owner: 'outsider', last_name });
  const scope = { limit: 3 };
  const first = await office.list('outsider', scope);
  const second = await office.list('outsider', { ...scope, cursor: first.meta.next_cursor ?? '' });
  await office.add({ owner: 'outsider', last_name: 'a' });
  const back = await office.list('outsider', { ...scope, cursor: second.meta.previous_cursor ?? '' });
  const start = await office.list('outsider', { ...scope, cursor: back.meta.previous_cursor ?? '' });

  const shown = [first, second, back, start].map(({ data }) => data.map((row) => row.last_name).join(''));
  expect(shown).toEqual(['bcd', 'efg', 'bcd', 'abc']);
});

test('a name that is too long for a cursor still leads to the next page', async () => {
  const names = ['字'.repeat(100), '字'.repeat(100), '字'.repeat(100)];
  for (const last_name of names) await office.add({ owner: 'chief', first_name: '名'.repeat(100), last_name });
  const first = await office.list('chief', { limit: 1 });
  const second = await office.list('chief', { limit: 1, cursor: first.meta.next_cursor ?? '' });

  expect(first.meta.next_cursor?.length).toBeLessThanOrEqual(600);
  expect(second.data[0]?.id).toBe((first.data[0]?.id ?? 0) + 1);
});

test.each(['', 'nonsense', Buffer.from('[1,2]').toString('base64url')])('refuses %o as a cursor', async (cursor) => {
  await expect(office.list('agent', { cursor })).rejects.toMatchObject({
    code: 'refused',
    fields: { cursor: [expect.any(String)] },
  });
});

test('refuses the cursor of another order', async () => {
  const { meta } = await office.list('admin', { contact_group: 'all', limit: 5 });
  const turned = office.list('admin', {
    contact_group: 'all',
    limit: 5,
    order: 'desc',
    cursor: meta.next_cursor ?? '',
  });

  await expect(turned).rejects.toMatchObject({ code: 'refused' });
});

test('refuses a jump to a distant page', async () => {
  const jump = office.list('agent', { page: 1_000_000, limit: 200 });

  await expect(jump).rejects.toMatchObject({ code: 'refused', fields: { page: [expect.any(String)] } });
});

test('a list that takes too long is refused with the time to wait', async () => {
  const client = await office.owner.connect();
  await client.query('begin; lock table contacts in access exclusive mode');

  const refusal = await listContacts(office.deps, office.identityOf('agent'), ContactsScope.parse({}), {
    timeoutMs: 200,
  }).catch((error: unknown) => error);
  await client.query('rollback');
  client.release();

  expect(refusal).toMatchObject({ code: 'unavailable', retryAfter: 5 });
});

test('signs of a pattern in a name lead to the next page of a search', async () => {
  for (const owner of ['agent', 'peer']) await office.add({ owner, first_name: 'Sly', last_name: '100%s_%L' });
  const scope = { contact_group: 'all', q: 'sly', limit: 1 } as const;
  const first = await office.list('manager', scope);
  const second = await office.list('manager', { ...scope, cursor: first.meta.next_cursor ?? '' });

  expect([...first.data, ...second.data].map((row) => row.owner.name)).toEqual(['Amy Agent', 'Pia Peer']);
});
