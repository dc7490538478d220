import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agreementOf, homeOf, judge, type PersonFacts } from '#rules/contacts/duplicates.ts';

const HOME = '1 elm st\u000178701';
const person = (first_name: string, last_name: string, more: Partial<PersonFacts> = {}): PersonFacts => ({
  first_name,
  last_name,
  phones: [],
  emails: [],
  dob: null,
  home: null,
  ...more,
});
const PHONE = { phones: ['+15125550142'] };
const MAIL = { emails: ['ana@example.com'] };
const BORN = { dob: '1955-03-12' };
const AT = { home: HOME };

type Case = readonly [string, PersonFacts, PersonFacts, string | null];

const verdictOf = (a: PersonFacts, b: PersonFacts) => judge(a, b)?.verdict ?? null;

describe('one person', () => {
  test.each<Case>([
    ['same name and phone', person('Ana', 'Lopez', PHONE), person('ANA', 'López', PHONE), 'same'],
    [
      'same name and e-mail, other capitals',
      person('Ana', 'Lopez', MAIL),
      person('Ana', 'Lopez', { emails: ['ANA@example.com'] }),
      'same',
    ],
    [
      'same name, birthday and address',
      person('Ana', 'Lopez', { ...BORN, ...AT }),
      person('Ana', 'Lopez', { ...BORN, ...AT }),
      'same',
    ],
    [
      'a nickname with birthday and e-mail',
      person('Bob', 'Smith', { ...BORN, ...MAIL }),
      person('Robert', 'Smith', { ...BORN, ...MAIL }),
      'same',
    ],
    [
      'same name, phone and e-mail, one without a birthday',
      person('John', 'Smith', { ...BORN, ...PHONE, ...MAIL }),
      person('John', 'Smith', { ...PHONE, ...MAIL }),
      'same',
    ],
    [
      'a second first name, one birthday and one line',
      person('Maria Jose', 'Lopez', { ...BORN, ...PHONE }),
      person('Maria', 'Lopez', { ...BORN, ...PHONE }),
      'same',
    ],
    [
      'first and last name the other way round',
      person('Nguyen', 'Anh', { ...PHONE, ...MAIL }),
      person('Anh', 'Nguyen', { ...PHONE, ...MAIL }),
      'same',
    ],
    [
      'a suffix that only one writes, with the same birthday',
      person('John', 'Hill Jr.', { ...BORN, ...PHONE }),
      person('John', 'Hill', { ...BORN, ...PHONE }),
      'same',
    ],
  ])('%s', (_title, a, b, verdict) => {
    expect(verdictOf(a, b)).toBe(verdict);
  });
});

describe('likely one person', () => {
  test.each<Case>([
    ['a nickname and the phone', person('Bob', 'Smith', PHONE), person('Robert', 'Smith', PHONE), 'likely'],
    ['a slip in the name and the phone', person('Marie', 'Keller', PHONE), person('Maria', 'Keller', PHONE), 'likely'],
    ['an initial and the e-mail', person('A.', 'Lopez', MAIL), person('Ana', 'Lopez', MAIL), 'likely'],
    [
      'same name and birthday, all else other',
      person('Ana', 'Lopez', { ...BORN, ...PHONE }),
      person('Ana', 'Lopez', { ...BORN, phones: ['+12125550100'] }),
      'likely',
    ],
    ['same name and address', person('Ana', 'Lopez', AT), person('Ana', 'Lopez', AT), 'likely'],
    [
      'a wedding: same birthday and e-mail',
      person('Ana', 'Lopez', { ...BORN, ...MAIL }),
      person('Ana', 'Kim', { ...BORN, ...MAIL }),
      'likely',
    ],
    ['a wedding: same first name and e-mail', person('Ana', 'Lopez', MAIL), person('Ana', 'Kim', MAIL), 'likely'],
    [
      'month and day in the wrong place',
      person('Ana', 'Lopez', { dob: '1955-03-12', ...PHONE }),
      person('Ana', 'Lopez', { dob: '1955-12-03', ...PHONE }),
      'likely',
    ],
    ['only a last name and the phone', person('', 'Lopez', PHONE), person('Ana', 'Lopez', PHONE), 'likely'],
    [
      'nothing but the same name, and nothing against it',
      person('Ana', 'Lopez', PHONE),
      person('Ana', 'Lopez', MAIL),
      'likely',
    ],
  ])('%s', (_title, a, b, verdict) => {
    expect(verdictOf(a, b)).toBe(verdict);
  });
});

describe('people of one family are not surely one person', () => {
  test.each<Case>([
    [
      'a couple that stands as one',
      person('Nancy', 'Lee', { ...PHONE, ...MAIL }),
      person('Robert & Nancy', 'Lee', { ...PHONE, ...MAIL }),
      'likely',
    ],
    [
      'father and son with one name, one without a birthday',
      person('John', 'Smith', { dob: '1950-01-02', ...PHONE, ...AT }),
      person('John', 'Smith', { ...PHONE, ...AT }),
      'likely',
    ],
    [
      'a nickname with phone and e-mail',
      person('Pat', 'Smith', { ...PHONE, ...MAIL }),
      person('Patrick', 'Smith', { ...PHONE, ...MAIL }),
      'likely',
    ],
    [
      'a nickname with birthday and address',
      person('Bob', 'Smith', { ...BORN, ...AT }),
      person('Robert', 'Smith', { ...BORN, ...AT }),
      'likely',
    ],
    [
      'a second first name without a birthday',
      person('Maria', 'Lopez', { ...PHONE, ...MAIL }),
      person('Maria Jose', 'Lopez', { ...PHONE, ...MAIL }),
      'likely',
    ],
  ])('%s', (_title, a, b, verdict) => {
    expect(verdictOf(a, b)).toBe(verdict);
  });
});

describe('a household', () => {
  test.each<Case>([
    ['a couple with one line', person('Ana', 'Lopez', PHONE), person('Luis', 'Lopez', PHONE), 'household'],
    [
      'a couple with one e-mail and one address',
      person('Ana', 'Lopez', { ...MAIL, ...AT }),
      person('Luis', 'Lopez', { ...MAIL, ...AT }),
      'household',
    ],
    [
      'twins',
      person('Tom', 'Kim', { ...BORN, ...AT, ...PHONE }),
      person('Tim', 'Kim', { ...BORN, ...AT, ...PHONE }),
      'household',
    ],
    [
      'father and son by their suffix',
      person('John', 'Hill Sr', { ...AT, ...PHONE }),
      person('John', 'Hill Jr', { ...AT, ...PHONE }),
      'household',
    ],
    ['father and son, one without a suffix', person('John', 'Hill', AT), person('John', 'Hill III', AT), 'household'],
    [
      'one name, another birthday',
      person('John', 'Hill', { dob: '1950-01-02', ...PHONE }),
      person('John', 'Hill', { dob: '1978-06-30', ...PHONE }),
      'household',
    ],
    [
      'a couple of two last names with one address and one phone',
      person('Ana', 'Lopez', { ...AT, ...PHONE }),
      person('Luis', 'Kim', { ...AT, ...PHONE }),
      'household',
    ],
    ['two of one first name at one address', person('Ana', 'Lopez', AT), person('Ana', 'Kim', AT), 'household'],
  ])('%s', (_title, a, b, verdict) => {
    expect(verdictOf(a, b)).toBe(verdict);
  });
});

describe('no one in common', () => {
  test.each<Case>([
    [
      'one name, other phones',
      person('Ana', 'Lopez', PHONE),
      person('Ana', 'Lopez', { phones: ['+12125550100'] }),
      null,
    ],
    ['one birthday and last name', person('Ana', 'Lopez', BORN), person('Luis', 'Lopez', BORN), null],
    ['one phone, other names', person('Ana', 'Lopez', PHONE), person('Luis', 'Kim', PHONE), null],
    [
      'one phone and birthday, other names',
      person('Ana', 'Lopez', { ...PHONE, ...BORN }),
      person('Luis', 'Kim', { ...PHONE, ...BORN }),
      null,
    ],
    ['one phone, and a first name like it', person('Ana', 'Lopez', PHONE), person('Anna', 'Kim', PHONE), null],
    ['one phone, other first names, no last name', person('Ana', '', PHONE), person('Luis', 'Kim', PHONE), null],
    ['a nickname and nothing else', person('Bob', 'Smith'), person('Robert', 'Smith'), null],
    ['one first name', person('Ana', 'Lopez'), person('Ana', 'Kim'), null],
    ['an address without a first name', person('', 'Lopez', AT), person('Ana', 'Lopez', AT), null],
  ])('%s', (_title, a, b, verdict) => {
    expect(verdictOf(a, b)).toBe(verdict);
  });
});

test('says what speaks for it and what against it', () => {
  const a = person('Bob', 'Smith', { ...PHONE, ...AT, dob: '1950-01-02' });
  const b = person('Robert', 'Smith', { ...PHONE, ...AT, dob: '1978-06-30' });
  expect(judge(a, b)).toEqual({
    verdict: 'household',
    reasons: ['similar_name', 'same_phone', 'same_address', 'other_dob'],
  });
});

test('an address is one with a street and a place, without capitals and accents', () => {
  expect(homeOf({ address: '1 Elm St', city: 'Austin', zip_code: '78701-1234' })).toBe('1 elm st\u000178701');
  expect(homeOf({ address: '1 Calle Peña', city: 'San José', zip_code: '' })).toBe('1 calle pena\u0001san jose');
  expect(homeOf({ address: '1 Elm St', city: '', zip_code: '' })).toBeNull();
});

const anybody = () =>
  fc.record({
    first_name: fc.constantFrom('', 'Ana', 'Anna', 'Bob', 'Robert', 'A', 'John Jr', 'Mary Ann', 'Mary', 'Lopez'),
    last_name: fc.constantFrom('', 'Lopez', 'Lopes', 'Ana', 'Hill', 'Hill Sr', 'Lopez-Kim'),
    phones: fc.subarray(['+15125550142', '+12125550100']),
    emails: fc.subarray(['ana@example.com', 'Ana@Example.com', 'b@example.com']),
    dob: fc.constantFrom(null, '1955-03-12', '1955-12-03', '1985-03-12'),
    home: fc.constantFrom(null, HOME, '2 oak\u000178702'),
  });

test('the order of the two does not matter, and another birthday or first name is never the same person', () => {
  fc.assert(
    fc.property(anybody(), anybody(), (a, b) => {
      const judged = judge(a, b);
      expect(judge(b, a)).toEqual(judged);
      const isOther =
        judged?.reasons.includes('other_dob') === true || judged?.reasons.includes('other_first_name') === true;
      expect(isOther && judged?.verdict === 'same').toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

describe('a comparison', () => {
  const text = (...values: string[]) => fc.constantFrom('', ...values);
  const line = fc.constantFrom(null, '+15125550142', '+15125550143');
  const mail = fc.constantFrom(null, 'ana@example.com', 'ANA@example.com', 'rosa@example.com');
  const contact = fc.record({
    first_name: text('Ana', 'ana', 'Rosa'),
    last_name: text('Lopez', 'López', "O'Brien", 'OBrien', 'Lopez Jr.'),
    phone: line,
    phone_2: line,
    email: mail,
    email_2: mail,
    dob: fc.constantFrom(null, '1955-03-12', '1957-03-12'),
    address: text('1 Elm St', '1 ELM st', '2 Elm St'),
    city: text('Waco', 'Austin'),
    zip_code: text('78701', '78701-1234', '78702'),
  });
  type Contact = typeof contact extends fc.Arbitrary<infer One> ? One : never;
  const both = (...values: (string | null)[]) => values.filter((value) => value !== null);
  const factsOf = (one: Contact): PersonFacts => ({
    first_name: one.first_name,
    last_name: one.last_name,
    phones: both(one.phone, one.phone_2),
    emails: both(one.email, one.email_2),
    dob: one.dob,
    home: homeOf(one),
  });
  const SAYS = [
    ['same_phone', ['phone'], 'all'],
    ['same_email', ['email'], 'all'],
    ['same_dob', ['dob'], 'all'],
    ['same_address', ['address'], 'all'],
    ['same_name', ['first_name', 'last_name'], 'all'],
    ['other_first_name', ['first_name'], 'none'],
    ['other_last_name', ['last_name'], 'none'],
    ['other_dob', ['dob'], 'none'],
  ] as const;

  test('never contradicts the reasons of the match', () => {
    fc.assert(
      fc.property(contact, contact, (a, b) => {
        const reasons = judge(factsOf(a), factsOf(b))?.reasons ?? [];
        for (const [reason, fields, agreement] of SAYS) {
          if (!reasons.includes(reason)) continue;
          expect(fields.map((field) => agreementOf([a, b], field))).toEqual(fields.map(() => agreement));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('of three says when only some agree, and leaves out the one without a value', () => {
    const none = {
      first_name: 'Ana',
      last_name: '',
      dob: null,
      email: null,
      email_2: null,
      address: '',
      city: '',
      zip_code: '',
    };
    const at = (phone: string | null, phone_2: string | null = null) => ({ ...none, phone, phone_2 });
    const [one, two] = ['+15125550142', '+15125550143'];

    expect(
      [
        [at(one), at(two, one)],
        [at(one), at(one), at(two)],
        [at(one), at(two)],
        [at(one), at(null)],
      ].map((contacts) => agreementOf(contacts, 'phone')),
    ).toEqual(['all', 'some', 'none', 'all']);
  });
});
