import { stringify } from 'csv-stringify/sync';
import { FIRST_NAMES, LAST_NAMES } from './demo-names.ts';
import { seededRandom, type SeededRandom } from './seeded-random.ts';

/** Lines made at a time. */
const PAGE_ROWS = 1_000;

export const CONTACT_FILE_HEADER = [
  'First Name',
  'Last Name',
  'Phone',
  'Email',
  'Street',
  'City',
  'State',
  'Zip',
  'Date of Birth',
  'Gender',
  'Notes',
] as const;

const CITIES = [
  ['Austin', 'TX', '78701'],
  ['San Antonio', 'Texas', '78205'],
  ['Española', 'NM', '87532'],
  ['Boise', 'ID', '83702'],
  ['Boston', 'Massachusetts', '02108'],
  ['Tampa', 'FL', '33602'],
  ['Fresno', 'CA', '93721'],
  ['Coeur d’Alene', 'ID', '83814'],
] as const;

const STREETS = ['Oak St', 'Mission Rd', 'Lakeview Ave', 'Calle Ocho', 'Prairie Ln', 'St. Mary’s Dr'] as const;
const NOTES = [
  'Met at the fair, "very" interested',
  'Llamar después de las 5',
  'Prefers mornings;\nask for her son',
  '=HYPERLINK is not what she meant',
] as const;

/** Ways in which a row of a real list is broken; each makes it a problem row or one with an unread cell. */
const FAULTS: readonly ((row: string[], random: SeededRandom) => void)[] = [
  (row) => void (row[2] = '555-CALL-ME'),
  (row) => void (row[2] = '12345'),
  (row) => void (row[3] = 'nobody.example.com'),
  (row) => void (row[8] = '02/30/1951'),
  (row) => void (row[8] = '01/14/2199'),
  (row) => void (row[9] = 'yes'),
  (row) => row.splice(7),
  (row) => row.push('left over', 'from another list'),
  (row) => void row.splice(0, 4, '', '', '', ''),
  (row, random) => void (row[5] = 'x'.repeat(101 + random.below(50))),
];

export interface ContactFileOptions {
  readonly rows: number;
  readonly seed: number;
  /** Added to the row's number, which makes its phone: files that do not overlap are of different people; 0 when absent. */
  readonly first?: number;
  /** Share of rows with something wrong; default 0.02. */
  readonly problems?: number;
  /** Share of rows that are an earlier row again; 0.01 when absent. */
  readonly doubles?: number;
}

/**
 * A list of contacts as people send it: accents, apostrophes, quotes, shared landlines, dates and phones in several
 * forms, some rows broken, some twice, some empty. The same options make the same file. Yields text.
 */
export function* contactFile({
  rows,
  seed,
  first = 0,
  problems = 0.02,
  doubles = 0.01,
}: ContactFileOptions): Generator<string> {
  const random = seededRandom(seed);
  const recent: string[][] = [];
  yield stringify([[...CONTACT_FILE_HEADER]]);
  for (let start = 0; start < rows; start += PAGE_ROWS) {
    const page: string[][] = [];
    for (let row = start; row < Math.min(rows, start + PAGE_ROWS); row += 1) {
      if (recent.length > 0 && random.chance(doubles)) page.push([...random.pick(recent)]);
      else if (random.chance(0.001)) page.push(CONTACT_FILE_HEADER.map(() => ''));
      else {
        const fresh = person(first + row, random, recent);
        if (random.chance(problems)) random.pick(FAULTS)(fresh, random);
        else {
          recent.push(fresh);
          if (recent.length > 200) recent.shift();
        }
        page.push(fresh);
      }
    }
    yield stringify(page);
  }
}

/** One row; its number makes the phone, so that no one matches another by chance. */
function person(row: number, random: SeededRandom, recent: readonly string[][]): string[] {
  const first = random.pick(FIRST_NAMES);
  const last = random.pick(LAST_NAMES);
  const [city, state, zip] = random.pick(CITIES);
  const relative = recent.at(-1);
  const phone =
    relative !== undefined && relative[0] !== first && random.chance(0.05) ? (relative[2] ?? '') : phoneOf(row, random);
  const handle = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase();
  return [
    first,
    last,
    phone,
    random.chance(0.8) ? `${handle}${row}@example.com` : '',
    `${1 + random.below(9999)} ${random.pick(STREETS)}`,
    city,
    state,
    zip,
    dateOf(random),
    random.pick(['M', 'F', 'female', 'Male', '']),
    random.chance(0.05) ? random.pick(NOTES) : '',
  ];
}

function phoneOf(row: number, random: SeededRandom): string {
  const digits = String(2_000_000 + row * 7).padStart(7, '2');
  const area = random.pick(['512', '208', '617', '813']);
  const [a, b] = [digits.slice(0, 3), digits.slice(3, 7)];
  return random.pick([`(${area}) ${a}-${b}`, `${area}-${a}-${b}`, `+1${area}${a}${b}`, `1 ${area}.${a}.${b}`]);
}

function dateOf(random: SeededRandom): string {
  const [year, month, day] = [1930 + random.below(70), 1 + random.below(12), 1 + random.below(28)];
  return random.pick([`${month}/${day}/${year}`, `${year}-${pad(month)}-${pad(day)}`, '']);
}

const pad = (value: number) => String(value).padStart(2, '0');
