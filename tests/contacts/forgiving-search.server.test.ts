import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withAccount } from '../../server/db/tx.ts';
import { selectableScope } from '../../server/features/contacts/list/contact-scope.service.ts';
import { ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { type NewContact, type Office, openOffice } from './office.ts';

const BOOK: readonly Omit<NewContact, 'owner'>[] = [
  { first_name: 'John', last_name: 'Smith', phone: '+15125550142', email: 'john.smith@gmail.com', city: 'Austin' },
  { first_name: 'Johnny', last_name: 'Smithson' },
  { first_name: 'Ana', last_name: 'González' },
  { first_name: 'Luis', last_name: 'Gonzalez' },
  { first_name: 'Rosa', last_name: 'Gonzales' },
  { first_name: 'Bob', last_name: "O'Brien" },
  { first_name: 'William', last_name: 'Tell' },
  { first_name: 'Maria', last_name: 'De La Cruz' },
  { first_name: 'Ruth', last_name: 'Delarosa' },
  { first_name: 'Philip', last_name: 'Featherstone', email: 'pf@hotmail.com' },
  { first_name: 'Søren', last_name: 'Kierkegaard', company: 'Zimmermann Roofing' },
  { first_name: 'Shawn', last_name: 'Meyer', phone: '+442071838750' },
];

let office: Office;

beforeAll(async () => {
  office = await openOffice();
  for (const contact of BOOK) await office.add({ owner: 'agent', ...contact });
  await office.add({ owner: 'outsider', first_name: 'Gonzalo', last_name: 'Gonzalex' });
});
afterAll(() => office.close());

const look = async (q: string, scope: ContactsScopeInput = {}) => {
  const { data, meta } = await office.list('agent', { q, forgiving: true, ...scope });
  const nameOf = (row: (typeof data)[number]) => `${row.first_name} ${row.last_name}`;
  return {
    exact: data.filter((row) => !row.close).map(nameOf),
    close: data.filter((row) => row.close).map(nameOf),
    total: meta.total_count,
    forgiving: meta.forgiving ?? false,
  };
};

describe('what is close to the words', () => {
  test.each([
    ['Jon Smyth', ['John Smith']],
    ['Smith Jhon', ['John Smith']],
    ['smiht', ['John Smith', 'Johnny Smithson']],
    ['Smmith', ['John Smith', 'Johnny Smithson']],
    ['Gonzales', ['Ana González', 'Luis Gonzalez']],
    ['Gomzalez', ['Ana González', 'Luis Gonzalez']],
    ['obrien', ["Bob O'Brien"]],
    ['O’Brian', ["Bob O'Brien"]],
    ['bill tell', ['William Tell']],
    ['delacruz', ['Maria De La Cruz']],
    ['De La Rosa', ['Ruth Delarosa']],
    ['Phillip Fetherston', ['Philip Featherstone']],
    ['kirkegard', ['Søren Kierkegaard']],
    ['zimmerman roofing', []],
    ['zimerman', ['Søren Kierkegaard']],
    ['Shaun Mayer', ['Shawn Meyer']],
    ['jonh.smith@gmial.com', ['John Smith']],
    ['pf@hotmial.com', ['Philip Featherstone']],
    ['512-555-0143', ['John Smith']],
    ['(512) 555-0124', ['John Smith']],
  ])('%o finds %o', async (text, close) => {
    expect((await look(text)).close).toEqual(close);
  });

  test.each(['xqwzk', '0199', 'Zz', '%%%', "' or 1=1", '\\', '字字字字', 'a@', '@b', "''''"])(
    'no match for %o',
    async (text) => {
      expect((await look(text)).close).toEqual([]);
    },
  );

  test('is of the own account alone', async () => {
    expect((await look('gonzalex')).close).toEqual(['Rosa Gonzales', 'Ana González', 'Luis Gonzalez']);
  });
});

describe('an exact phone number', () => {
  test.each([
    '512-555-0142 x123',
    '(512) 555-0142 ext. 5',
    '512.555.0142 extension 77',
    '+1 (512) 555-0142',
    '0015125550142',
    '5550142',
  ])('is found as %o', async (text) => {
    expect((await look(text)).exact).toEqual(['John Smith']);
  });

  test.each(['+44 (0)20 7183 8750', '011 44 20 7183 8750', '0044 2071838750'])(
    'from abroad is found as %o',
    async (text) => {
      expect((await look(text)).exact).toEqual(['Shawn Meyer']);
    },
  );
});

test('exact matches come before close ones, and both are counted', async () => {
  expect(await look('gonzalez')).toEqual({
    exact: ['Ana González', 'Luis Gonzalez'],
    close: ['Rosa Gonzales'],
    total: 3,
    forgiving: true,
  });
});

test('without close ones nothing is called forgiving', async () => {
  expect(await look('kierkegaard')).toEqual({
    exact: ['Søren Kierkegaard'],
    close: [],
    total: 1,
    forgiving: false,
  });
});

test('are included only on request', async () => {
  expect((await look('Gomzales', { forgiving: false })).total).toBe(0);
});

test('pages go from exact to close and back', async () => {
  const scope = { q: 'gonzalez', forgiving: true, limit: 1 };
  const pages = [await office.list('agent', scope)];
  for (let next = pages[0]?.meta.next_cursor; next; next = pages.at(-1)?.meta.next_cursor) {
    pages.push(await office.list('agent', { ...scope, cursor: next }));
  }
  const back = await office.list('agent', { ...scope, cursor: pages[2]?.meta.previous_cursor ?? '' });
  const third = await office.list('agent', { ...scope, page: 3 });

  const shown = [...pages, back, third].map(({ data }) => data.map((row) => row.first_name).join());
  expect(shown).toEqual(['Ana', 'Luis', 'Rosa', 'Luis', 'Rosa']);
  expect(pages.map(({ meta }) => meta.forgiving)).toEqual([true, true, true]);
});

test('what is acted on is what is shown, in its order', async () => {
  const scope = ContactsScope.parse({ q: 'gonzalez', forgiving: true, order: 'desc' });
  const { data } = await office.list('agent', scope);
  const ids = await withAccount(office.deps.pool, office.identityOf('agent'), async (tx) => {
    const selectable = await selectableScope(office.deps, tx, office.identityOf('agent'), scope);
    return tx.raw<{ id: number }>('select id from select_contact_ids($1)', [JSON.stringify(selectable)]);
  });

  expect(ids.map(({ id }) => id)).toEqual(data.map((row) => row.id));
});

test('a name that changes is learned', async () => {
  const id = await office.add({ owner: 'peer', first_name: 'Q', last_name: 'Old' });
  await office.owner.query(`update contacts set last_name = 'Wintergreen' where id = $1`, [id]);
  const { data } = await office.list('peer', { q: 'Wintergren', forgiving: true });

  expect(data.map((row) => row.last_name)).toEqual(['Wintergreen']);
});
