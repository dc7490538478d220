import type { CorpusCase } from './corpus-cases.ts';

/** A list whose second column holds dates. `field`: what the column must become; `null`: nothing. */
const listed = (
  name: string,
  header: string,
  dates: readonly string[],
  field: 'dob' | 'follow_up_on' | null,
): CorpusCase => ({
  name,
  content: `Full Name,${header},Phone\n${dates.map((date, row) => `Ana Ruiz ${'ABCDEF'[row]},${date},512-555-014${row}\n`).join('')}`,
  result: { mapping: { 'Full Name': 'full_name', ...(field && { [header]: field }), Phone: 'phone' } },
});

const OLD = ['03/14/1947', '11/30/1951', '06/02/1958'];
const NEW = ['03/14/2024', '11/30/2025', '06/02/2026'];

export const birthColumnCases: CorpusCase[] = [
  listed('connected-on.csv', 'Connected on', ['14 Mar 2019', '30 Nov 2021', '02 Jun 2024'], null),
  listed('opt-in-time.csv', 'Opt-in time', ['2026-03-14 12:00:05', '2026-04-01 09:10:00'], null),
  listed('created.csv', 'Created', NEW, null),
  listed('created-at.csv', 'CreatedAt', OLD, null),
  listed('wedding.csv', 'Anniversary', OLD, null),
  listed('spouse.csv', 'Spouse birthday', OLD, null),
  listed('unknown-header-of-new-dates.csv', 'Geänderter Wert', NEW, null),
  listed('unknown-header-of-old-dates.csv', 'D.N.', OLD, 'dob'),
  listed('born.csv', 'Born', NEW, 'dob'),
  listed('birthday-in-german.csv', 'Geburtsdatum', ['14.03.1947', '30.11.1951'], 'dob'),
  listed('birthday-of-children.csv', 'Birthday', NEW, 'dob'),
  {
    name: 'no-header-with-birth-dates.csv',
    content: 'Ana,Ruiz,ana@example.com,03/14/1947\nBo,Lee,bo@example.com,11/30/1951\n',
    result: { header_row: 0, mapping: { 'Column 3': 'email', 'Column 4': 'dob' } },
  },
  {
    name: 'no-header-with-new-dates.csv',
    content: 'Ana,Ruiz,ana@example.com,03/14/2025\nBo,Lee,bo@example.com,11/30/2024\n',
    result: { header_row: 0, mapping: { 'Column 3': 'email' } },
  },
];
