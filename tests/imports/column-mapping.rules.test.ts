import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { suggestMapping } from '#rules/imports/column-mapping.ts';
import { markFormula, unmarkFormula } from '#rules/imports/formula-mark.ts';
import { foldName, splitFullName } from '#rules/contacts/person-name.ts';
import { toState } from '#rules/places/us-states.ts';

const suggest = (...columns: [header: string, ...samples: string[]][]) =>
  suggestMapping(columns.map(([header, ...samples]) => ({ header, samples }))).map(({ field, confidence }) => [
    field,
    confidence,
  ]);

describe('a suggested mapping', () => {
  test('is sure where header and samples agree', () => {
    expect(suggest(['E-Mail', 'a@b.co'], ['Cell Phone', '512-555-0142'], ['DOB', '1/4/1962'])).toEqual([
      ['email', 1],
      ['phone', 1],
      ['dob', 1],
    ]);
  });

  test("doubts a header whose samples don't match", () => {
    expect(suggest(['Phone', 'call later', 'ask'])).toEqual([['phone', 0.54]]);
  });

  test('finds a field inside a longer header', () => {
    expect(suggest(['Best Home Phone Number', '512-555-0142'])).toEqual([['phone', 0.7]]);
  });

  test('goes by the samples when the header says nothing', () => {
    expect(suggest(['Column 1', 'a@b.co', 'c@d.org'])).toEqual([['email', 0.7]]);
  });

  test.each([
    [
      'Vorname,Nachname,Telefonnummer,Straße,PLZ,Ort,Geb.-Datum,Bemerkungen',
      'first_name,last_name,phone,address,zip_code,city,dob,notes',
    ],
    ['Nachname,Name', 'last_name,full_name'],
    ['Vorname,Name,Handy,E-Mail-Adresse,Firma', 'first_name,last_name,phone,email,company'],
    [
      'Prénom,Nom,Téléphone portable,Courriel,Adresse,Code postal,Ville,Né le',
      'first_name,last_name,phone,email,address,zip_code,city,dob',
    ],
    [
      'Nombres,Apellidos,Teléfono móvil,Correo electrónico,Domicilio,Población,Provincia,Fecha nac.',
      // Not the state: MA is Málaga there.
      'first_name,last_name,phone,email,address,city,,dob',
    ],
    [
      'Person - Name,Person - Phone - Mobile,Person - Email - Work,Person - Organization',
      'full_name,phone,email,company',
    ],
    [
      'Contact Owner,First Name,Last Name,Account Name,Mailing Street,Mailing Zip',
      ',first_name,last_name,company,address,zip_code',
    ],
    ['Fst Name,Lst Name,Ph #,Addr,Zip Cd,Birth Dt', 'first_name,last_name,phone,address,zip_code,dob'],
  ])('knows headers of other countries and programs: %s', (headers, fields) => {
    const mapping = suggest(...headers.split(',').map((header): [string] => [header]));

    expect(mapping.map(([field]) => field ?? '').join(',')).toBe(fields);
  });

  test('gives a field to one column, the surest', () => {
    expect(suggest(['Phone', 'none yet'], ['Mobile', '512-555-0142'])).toEqual([
      [null, 0],
      ['phone', 1],
    ]);
  });

  test('takes a second phone whose empty cells are masks, or whose numbers a spreadsheet wrote', () => {
    expect(suggest(['Phone', '512-555-0142'], ['Second Phone', '737-555-0100', '(   )    -', '() -'])).toEqual([
      ['phone', 1],
      ['phone_2', 1],
    ]);
    expect(suggest(['Phone', '5125550142.0'], ['Second Phone', '7375550100.0'])).toEqual([
      ['phone', 1],
      ['phone_2', 1],
    ]);
  });

  test('prefers first and last name to the full name', () => {
    expect(suggest(['First Name', 'Ana'], ['Last Name', 'Ruiz'], ['Name', 'Ana Ruiz'])).toEqual([
      ['first_name', 1],
      ['last_name', 1],
      [null, 0],
    ]);
  });
});

describe('a name in one cell', () => {
  test.each([
    ['Ana Ruiz', 'Ana', 'Ruiz'],
    ['Ruiz, Ana María', 'Ana María', 'Ruiz'],
    ['Mr. Earl van der Berg', 'Earl', 'van der Berg'],
    ['Ana María de la Cruz', 'Ana María', 'de la Cruz'],
    ['Roy Smith Jr.', 'Roy', 'Smith Jr.'],
    ['Smith, Jr.', 'Smith', 'Jr.'],
    ['Madonna', 'Madonna', ''],
  ])('%s is split', (written, first_name, last_name) => {
    expect(splitFullName(written)).toEqual({ first_name, last_name });
  });

  test('is compared without accents, capitals and punctuation', () => {
    expect([foldName('O’Brien'), foldName("O'BRIEN"), foldName('Núñez-Gil')]).toEqual(['obrien', 'obrien', 'nunezgil']);
  });
});

test('a state becomes two letters in any common form', () => {
  expect(['TX', 'texas', 'N.Y.', 'district of columbia', 'Ontario'].map(toState)).toEqual([
    'TX',
    'TX',
    'NY',
    'DC',
    'Ontario',
  ]);
});

describe('the mark before a formula', () => {
  test('is put on and taken off without a loss, whatever the text', () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', 'a', ' ', '😀') });

    fc.assert(fc.property(text, (cell) => unmarkFormula(markFormula(cell)) === cell));
  });

  test('precedes everything that a spreadsheet would execute', () => {
    expect(['=1', '+1', '-1', '@a', '\ta', '＝1', "'a", 'a=1'].map(markFormula)).toEqual([
      "'=1",
      "'+1",
      "'-1",
      "'@a",
      "'\ta",
      "'＝1",
      "''a",
      'a=1',
    ]);
  });
});
