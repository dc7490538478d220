import { expect, test } from 'vitest';
import { fieldOfHeader, suggestMapping } from '#rules/imports/column-mapping.ts';
import { POLICY_FIELD_WORDS } from '#rules/imports/policy-field-words.ts';

/** Suggested fields of a file with a column of names and these columns, by header. */
const suggested = (columns: Readonly<Record<string, string>>) => {
  const all = Object.entries({ 'First Name': 'Ana', ...columns });
  const found = suggestMapping(all.map(([header, sample]) => ({ header, samples: sample === '' ? [] : [sample] })));
  return Object.fromEntries(all.slice(1).map(([header], index) => [header, found[index + 1]?.field ?? null]));
};

test('columns of a policy are known by their headers and samples', () => {
  expect(
    suggested({
      Carrier: 'Aetna',
      'Plan Name': 'Plan G',
      'Policy #': 'AET-100',
      'Line of Business': 'Medicare Supplement',
      'Policy Status': 'Active',
      'Monthly Premium': '$120.50',
      'Payment Mode': 'Monthly',
      'Effective Date': '1/1/2024',
    }),
  ).toEqual({
    Carrier: 'policy_carrier',
    'Plan Name': 'policy_plan',
    'Policy #': 'policy_number',
    'Line of Business': 'policy_type',
    'Policy Status': 'policy_status',
    'Monthly Premium': 'policy_premium',
    'Payment Mode': 'policy_premium_mode',
    'Effective Date': 'policy_effective_on',
  });
});

test.each([
  ['Insurance company', 'Aetna', 'policy_carrier'],
  ['Versicherer', 'Allianz', 'policy_carrier'],
  ['Compagnie d’assurance', 'AXA', 'policy_carrier'],
  ['Aseguradora', 'Mapfre', 'policy_carrier'],
  ['Deal - Insurance Carrier', 'Aetna', 'policy_carrier'],
  ['Policy Plan Name', 'Plan G', 'policy_plan'],
  ['Insurance Co.', 'Aetna', 'policy_carrier'],
  ['Ins. Company', 'Aetna', 'policy_carrier'],
  ['Insurance provider', 'Aetna', 'policy_carrier'],
])('a header that says that it is about insurance is enough: %s', (header, sample, field) => {
  expect(suggested({ [header]: sample })).toEqual({ [header]: field });
});

test.each([
  [{ Versicherer: 'Allianz', Beitrag: '45,20', Versicherungsbeginn: '01.02.2024', Policennummer: 'A 7' }],
  [{ Assureur: 'AXA', 'Prime mensuelle': '45,20', "Date d'effet": '01/02/2024', 'Numéro de police': 'A 7' }],
  [{ Aseguradora: 'Mapfre', 'Prima mensual': '45.20', 'Fecha efectiva': '01/02/2024', 'Número de póliza': 'A 7' }],
  [{ Gesellschaft: 'Allianz', Jahresbeitrag: '200', Versicherungsbeginn: '01.02.2024', Versicherungsnummer: 'A 7' }],
  [{ Compagnie: 'AXA', Cotisation: '45,20', 'Date d’effet': '01/02/2024', 'N° de police': 'A 7' }],
  [{ Aseguradora: 'Mapfre', Prima: '45.20', 'Fecha de efecto': '01/02/2024', 'N.º de póliza': 'A 7' }],
  [{ Carrier: 'Aetna', Prem: '45.20', 'Policy Effective Dt': '1/1/2024', 'Policy No.': 'A 7' }],
  [
    {
      'Deal - Carrier': 'Aetna',
      'Deal - Premium': '45.20',
      'Deal - Effective Date': '2024-02-01',
      'Deal - Policy No': '7',
    },
  ],
])('headers of other languages and products: %j', (columns) => {
  expect(Object.values(suggested(columns))).toEqual([
    'policy_carrier',
    'policy_premium',
    'policy_effective_on',
    'policy_number',
  ]);
});

test.each([
  ['Carrier 2', 'Premium 2'],
  ['Policy 2 Carrier', 'Policy 2 Premium'],
  ['Policy #2 Carrier', 'Policy #2 Premium'],
  ['Second Policy Carrier', '2nd Policy Premium'],
  ['Carrier (2)', 'Premium (2)'],
  ['policy2_carrier', 'policy2_premium'],
  ['2nd policy carrier', 'Policy 2: Premium'],
])('numbered columns are another policy: %s', (carrier, premium) => {
  expect(suggested({ Carrier: 'Aetna', 'Policy Number': 'A1', [carrier]: 'Humana', [premium]: '20' })).toEqual({
    Carrier: 'policy_carrier',
    'Policy Number': 'policy_number',
    [carrier]: 'policy_2_carrier',
    [premium]: 'policy_2_premium',
  });
});

test('the number of a policy may stand behind it', () => {
  expect(suggested({ 'Carrier 2': 'Aetna', 'Policy # 2': 'A7' })).toEqual({
    'Carrier 2': 'policy_2_carrier',
    'Policy # 2': 'policy_2_number',
  });
});

test('nothing is a policy without evidence', () => {
  expect(suggested({ Carrier: 'Aetna' })).toEqual({ Carrier: null });
  expect(
    suggested({ Plan: 'Gold', 'Effective Date': '1/1/2024', Number: '7', Type: 'Client', Status: 'Active' }),
  ).toEqual({ Plan: null, 'Effective Date': null, Number: null, Type: 'type', Status: 'status' });
  expect(suggested({ Carrier: 'T-Mobile', 'Effective Date': '1/1/2024' })).toMatchObject({ Carrier: null });
  expect(suggested({ Premium: '45.20', 'Effective Date': '1/1/2024' })).toEqual({
    Premium: null,
    'Effective Date': null,
  });
  expect(suggested({ 'Insurance Company': 'Aetna', Premium: 'Yes', 'Premium 2025': '45' })).toEqual({
    'Insurance Company': 'policy_carrier',
    Premium: null,
    'Premium 2025': null,
  });
  expect(suggested({ 'Carrier 9': 'Aetna', 'Premium 9': '45.20' })).toEqual({ 'Carrier 9': null, 'Premium 9': null });
});

test('columns of policies take none from other fields', () => {
  const others = {
    Company: 'Acme',
    Status: 'Active',
    Type: 'Lead',
    Source: 'Web',
    'Part A Effective Date': '3/1/2012',
    MBI: '1EG4TE5MK73',
    Phone: '512-555-0142',
  };
  expect(suggested({ ...others, Carrier: 'Aetna', Premium: '45.20' })).toEqual({
    ...suggested(others),
    Carrier: 'policy_carrier',
    Premium: 'policy_premium',
  });
});

test('the headers of the template lead to their fields', () => {
  const headers = Object.entries(POLICY_FIELD_WORDS);
  const found = suggestMapping([
    { header: 'Name', samples: [] },
    ...headers.map(([, header]) => ({ header, samples: [] })),
  ]);
  expect(found.slice(1).map(({ field }) => field)).toEqual(headers.map(([field]) => field));
});

test('Zoho and other products with known headers bring policies in columns of their own', () => {
  const zoho = ['Record Id', 'Lead Owner', 'First Name', 'Last Name', 'Email', 'Phone', 'Lead Source', 'Lead Status'];
  const found = suggestMapping(
    [...zoho, 'Insurance Carrier', 'Policy No'].map((header) => ({
      header,
      samples: header === 'Policy No' ? ['7'] : [],
    })),
  );
  expect(found.slice(-2).map(({ field }) => field)).toEqual(['policy_carrier', 'policy_number']);
});

test('no header of a policy names another field for certain', () => {
  for (const header of ['Carrier', 'Plan', 'Premium', 'Effective', 'Mode', 'Ramo', 'Prime', 'Prima', 'Branche'])
    expect(fieldOfHeader(header).confidence).toBeLessThan(0.9);
});
