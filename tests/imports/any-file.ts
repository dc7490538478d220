import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { encode } from 'iconv-lite';
import { IMPORT_ENCODINGS, type ImportEncoding, type ImportField } from '#contract/imports/rows.contract.ts';
import type { DateOrder } from '#rules/time/plain-date.ts';
import { type Contact, contactsIn, isIn } from './any-contact.ts';
import { makeOds, makeOldWorkbook } from './document-makers.ts';
import { type Cell, makeWorkbook } from './workbook-maker.ts';

/** Ways to write the values of one file. */
interface Manner {
  readonly date: Exclude<keyof typeof DATES, 'serial'> | 'serial';
  readonly phone: number;
  readonly email: number;
  readonly state: number;
  readonly word: number;
  readonly header: number;
  readonly isZipNumber: boolean;
}

/** A file, and what it was made of. */
export interface AnyFile {
  readonly contacts: readonly Contact[];
  readonly columns: readonly ImportField[];
  readonly manner: Manner;
  /** `null`: a workbook. */
  readonly encoding: ImportEncoding | null;
  readonly delimiter: string;
  readonly layout: Layout | Book;
  readonly bytes: () => Buffer | Promise<Buffer>;
}

type Content = Pick<AnyFile, 'contacts' | 'columns' | 'manner'>;

const MONTHS = {
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  es: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'septiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  fr: [
    'janvier',
    'fevrier',
    'mars',
    'avril',
    'mai',
    'juin',
    'juillet',
    'aout',
    'septembre',
    'octobre',
    'novembre',
    'decembre',
  ],
  de: [
    'Januar',
    'Februar',
    'Maerz',
    'April',
    'Mai',
    'Juni',
    'Juli',
    'August',
    'September',
    'Oktober',
    'November',
    'Dezember',
  ],
} as const;

const nameOf = (names: readonly string[], month: string) => names[Number(month) - 1] ?? '';

type Written = (year: string, month: string, day: string) => string;
const short = (part: string) => String(Number(part));

/** Dates as programs and people of several countries write them. */
export const DATES = {
  iso: (y, m, d) => `${y}-${m}-${d}`,
  isoWithTime: (y, m, d) => `${y}-${m}-${d} 00:00:00`,
  isoInstant: (y, m, d) => `${y}-${m}-${d}T00:00:00.000Z`,
  compact: (y, m, d) => `${y}${m}${d}`,
  yearFirstSlashes: (y, m, d) => `${y}/${short(m)}/${short(d)}`,
  us: (y, m, d) => `${m}/${d}/${y}`,
  usShort: (y, m, d) => `${short(m)}/${short(d)}/${y}`,
  usTwoDigits: (y, m, d) => `${short(m)}/${short(d)}/${y.slice(2)}`,
  usDashes: (y, m, d) => `${m}-${d}-${y}`,
  usWithTime: (y, m, d) => `${short(m)}/${short(d)}/${y} 12:00:00 AM`,
  dots: (y, m, d) => `${d}.${m}.${y}`,
  dotsTwoDigits: (y, m, d) => `${d}.${m}.${y.slice(2)}`,
  dotsSpaced: (y, m, d) => `${short(d)}. ${short(m)}. ${y}`,
  daySlashes: (y, m, d) => `${d}/${m}/${y}`,
  dayDashes: (y, m, d) => `${d}-${m}-${y}`,
  english: (y, m, d) => `${nameOf(MONTHS.en, m)} ${short(d)}, ${y}`,
  englishShort: (y, m, d) => `${short(d)} ${nameOf(MONTHS.en, m).slice(0, 3)} ${y}`,
  oracle: (y, m, d) => `${d}-${nameOf(MONTHS.en, m).slice(0, 3).toUpperCase()}-${y.slice(2)}`,
  spanish: (y, m, d) => `${short(d)} de ${nameOf(MONTHS.es, m)} de ${y}`,
  french: (y, m, d) => `${short(d)} ${nameOf(MONTHS.fr, m)} ${y}`,
  german: (y, m, d) => `${short(d)}. ${nameOf(MONTHS.de, m)} ${y}`,
} as const satisfies Record<string, Written>;

/** The order of day and month that a reader has to know; `null`: such a date has one reading. */
export const orderOf = (date: string): DateOrder | null =>
  date.startsWith('us') ? 'month_first' : /^(dots|day)/.test(date) ? 'day_first' : null;

/** A US number in E.164 as lists have it. */
const PHONES: readonly ((area: string, office: string, line: string) => string)[] = [
  (a, o, l) => `(${a}) ${o}-${l}`,
  (a, o, l) => `${a}-${o}-${l}`,
  (a, o, l) => `${a}.${o}.${l}`,
  (a, o, l) => `+1 ${a} ${o} ${l}`,
  (a, o, l) => `1${a}${o}${l}`,
  (a, o, l) => `${a}${o}${l}`,
  (a, o, l) => `${a}${o}${l}.0`,
];
const EXTENSIONS = [' x', ' ext. ', 'x', ' extension ', ' ext ', ', ext. ', ';ext='];
const EMAILS = [
  (e: string) => e,
  (e: string) => `mailto:${e}`,
  (e: string) => `A Name <${e}>`,
  (e: string) => `<${e}>`,
];
const STATES: Readonly<Record<string, readonly string[]>> = {
  TX: ['TX', 'Texas', 'texas', 'Tx.'],
  NY: ['NY', 'New York', 'new york', 'N.Y.'],
  CA: ['CA', 'California', 'CALIFORNIA', 'Calif.'],
  DC: ['DC', 'District of Columbia', 'dc', 'D.C.'],
  PR: ['PR', 'Puerto Rico', 'pr', 'P.R.'],
};
const WORDS: Readonly<Record<string, readonly string[]>> = {
  male: ['male', 'M', 'Male'],
  female: ['female', 'F', 'Female'],
  other: ['other', 'X', 'Other'],
  english: ['english', 'en', 'English'],
  spanish: ['spanish', 'es-MX', 'Español'],
  korean: ['korean', 'ko', 'Korean'],
  lead: ['lead', 'Lead', 'Prospect'],
  client: ['client', 'Clients', 'Customer'],
  recruit: ['recruit', 'RECRUIT', 'Candidate'],
};
const HEADERS: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  first_name: ['First Name', 'first_name', 'FIRST NAME', 'Nombre'],
  last_name: ['Last Name', 'last_name', 'LAST NAME', 'Apellidos'],
  phone: ['Phone', 'phone', 'PHONE', 'Telefono'],
  phone_2: ['Second Phone', 'phone_2', 'PHONE 2', 'Alternate Phone'],
  email: ['Email', 'email', 'E-MAIL', 'Correo'],
  company: ['Company', 'company', 'COMPANY', 'Empresa'],
  address: ['Address', 'address', 'STREET ADDRESS', 'Direccion'],
  city: ['City', 'city', 'CITY', 'Ciudad'],
  state: ['State', 'state', 'STATE', 'Estado'],
  zip_code: ['Zip', 'zip_code', 'ZIP CODE', 'Codigo Postal'],
  dob: ['DOB', 'dob', 'DATE OF BIRTH', 'Fecha de Nacimiento'],
  gender: ['Gender', 'gender', 'SEX', 'Sexo'],
  language: ['Language', 'language', 'LANGUAGE', 'Idioma'],
  type: ['Contact Type', 'contact_type', 'CONTACT TYPE', 'Type'],
  category: ['Category', 'category', 'CATEGORY', 'Segment'],
  source: ['Source', 'source', 'LEAD SOURCE', 'Source'],
  follow_up_on: ['Follow-up', 'follow_up_on', 'FOLLOW UP', 'Follow Up Date'],
  notes: ['Notes', 'notes', 'COMMENTS', 'Notas'],
};

const pick = <T>(choices: readonly T[], index: number): T => choices[index % choices.length] as T;

const extensionOf = (field: ImportField, contact: Contact): string | undefined =>
  field === 'phone' || field === 'phone_2' ? contact[`${field}_ext`] : undefined;

function phoneWritten(value: string, extension: string | undefined, manner: Manner): string {
  const number = pick(PHONES, manner.phone)(value.slice(2, 5), value.slice(5, 8), value.slice(8));
  if (extension === undefined) return number;
  return number.replace(/\.0$/, '') + pick(EXTENSIONS, manner.phone + manner.email) + extension;
}

/** A value as a cell of text has it. */
function written(field: ImportField, contact: Contact, encoding: ImportEncoding | null, manner: Manner): string {
  const value = contact[field] ?? '';
  if (value === '') return '';
  if (field === 'dob' || field === 'follow_up_on') {
    const [year = '', month = '', day = ''] = value.split('-');
    return manner.date === 'serial' ? value : DATES[manner.date](year, month, day);
  }
  if (field === 'phone' || field === 'phone_2') return phoneWritten(value, extensionOf(field, contact), manner);
  if (field === 'email') return pick(EMAILS, manner.email)(value);
  if (field === 'state') return pick(STATES[value] ?? [value], manner.state);
  if (field === 'zip_code' && manner.isZipNumber) return value.replace(/^0{1,2}(?=\d{3,4}$)/, '');
  if (field === 'gender' || field === 'language' || field === 'type') {
    const word = pick(WORDS[value] ?? [value], manner.word);
    return encoding === null || isIn(encoding)(word) ? word : value;
  }
  return value;
}

const headersOf = (columns: readonly ImportField[], { header }: Manner) =>
  columns.map((field) => pick(HEADERS[field] ?? [field], header));

interface Layout {
  readonly delimiter: string;
  readonly newline: string;
  readonly quotes: 'needed' | 'all';
  readonly ends: boolean;
  readonly names: boolean;
  readonly mark: boolean;
  readonly title: readonly string[];
}

function csvOf(file: Content, encoding: ImportEncoding, layout: Layout): Buffer {
  const { columns, contacts, manner } = file;
  const { delimiter, newline, quotes } = layout;
  const quoted = (cell: string) =>
    quotes === 'all' || cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const line = (cells: readonly string[]) => cells.map(quoted).join(delimiter);
  const lines = [
    ...(layout.names ? [`sep=${delimiter}`] : []),
    ...layout.title,
    line(headersOf(columns, manner)),
    ...contacts.map((contact) =>
      line(columns.map((field) => written(field, contact, encoding, manner).replaceAll('\n', newline))),
    ),
  ];
  const text = lines.join(newline) + (layout.ends ? newline : '');
  return encode(text, encoding, { addBOM: layout.mark && encoding.startsWith('utf') });
}

interface Book {
  readonly is1904: boolean;
  readonly strings: 'shared' | 'inline' | 'rich' | 'formula';
  readonly format: number;
  readonly areNumbers: boolean;
  readonly gap: number;
  readonly kind: 'xlsx' | 'xls' | 'xml' | 'ods';
}

/** Formats of cells: dates, then a phone, then a ZIP code. */
const FORMATS = [
  'm/d/yyyy',
  'dd.mm.yyyy',
  'yyyy\\-mm\\-dd;@',
  '[$-409]d\\-mmm\\-yy',
  '[$-F800]dddd\\, mmmm dd\\, yyyy',
  '(000) 000-0000',
  '00000',
];
const [PHONE_FORMAT, ZIP_FORMAT] = [5, 6];

/** The number of a day in the two systems of Excel. */
const serialOf = (day: string, is1904: boolean) =>
  (Date.parse(`${day}T00:00:00Z`) - Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30)) / 86_400_000;

function cellOf(field: ImportField, contact: Contact, book: Book, manner: Manner): Cell {
  const value = contact[field];
  if (value === undefined) return null;
  const isDate = field === 'dob' || field === 'follow_up_on';
  if (isDate && manner.date === 'serial') {
    const number = serialOf(value, book.is1904);
    // Days before its first one are texts in a workbook.
    return number > 60 || (book.is1904 && number >= 0) ? { number, format: book.format } : value;
  }
  const isPhone = (field === 'phone' || field === 'phone_2') && extensionOf(field, contact) === undefined;
  if (book.areNumbers && isPhone) return { number: Number(value.slice(2)), format: PHONE_FORMAT };
  if (book.areNumbers && field === 'zip_code' && value.length === 5) {
    return { number: Number(value), format: ZIP_FORMAT };
  }
  const text = written(field, contact, null, manner);
  return book.strings === 'shared' ? text : { text, as: book.strings };
}

async function bookOf({ columns, contacts, manner }: Content, book: Book): Promise<Buffer> {
  const { is1904, kind } = book;
  const rows = [
    ...Array.from({ length: book.gap }, () => null),
    headersOf(columns, manner),
    ...contacts.map((contact) => columns.map((field) => cellOf(field, contact, book, manner))),
  ];
  const made = { is1904, formats: FORMATS, sheets: [{ name: 'Contacts', rows }] };
  if (kind === 'xlsx') return makeWorkbook(made);
  return kind === 'ods' ? makeOds(made.sheets, made) : makeOldWorkbook(made, kind === 'xls' ? 'biff8' : 'xlml');
}

const manner = (dates: readonly Manner['date'][]): fc.Arbitrary<Manner> =>
  fc.record({
    date: fc.constantFrom(...dates),
    phone: fc.nat(6),
    email: fc.nat(3),
    state: fc.nat(3),
    word: fc.nat(2),
    header: fc.nat(3),
    isZipNumber: fc.boolean(),
  });

/** Columns of a file, in any order. A name and a phone are there; others may be missing. */
const columnsOf = fc
  .tuple(
    fc.subarray(Object.keys(HEADERS).filter((field) => !/^(first_name|phone)$/.test(field)) as ImportField[]),
    fc.nat(),
  )
  .chain(([some]) =>
    fc.shuffledSubarray([...some, 'first_name', 'phone'] as ImportField[], { minLength: some.length + 2 }),
  );

const TEXT_DATES = Object.keys(DATES) as (keyof typeof DATES)[];

/** Texts in all encodings, separators, line ends, ways to quote and to write dates. */
export const anyText = (
  today: string,
  encodings: readonly ImportEncoding[] = IMPORT_ENCODINGS,
  odd?: readonly string[],
): fc.Arbitrary<AnyFile> =>
  fc.constantFrom(...encodings).chain((encoding) =>
    fc
      .record({
        contacts: contactsIn(encoding, today, odd),
        columns: columnsOf,
        manner: manner(TEXT_DATES),
        layout: fc.record({
          delimiter: fc.constantFrom(',', ';', '\t', '|'),
          newline: fc.constantFrom('\n', '\r\n', '\r'),
          quotes: fc.constantFrom('needed', 'all'),
          ends: fc.boolean(),
          names: fc.boolean(),
          mark: fc.boolean(),
          title: fc.constantFrom([], [], ['My clients'], ['My clients', '']),
        }) satisfies fc.Arbitrary<Layout>,
      })
      .map((file) => ({
        ...file,
        encoding,
        delimiter: file.layout.delimiter,
        bytes: () => csvOf(file, encoding, file.layout),
      })),
  );

/** Workbooks of all kinds and both date systems, with dates as numbers and as texts. */
export const anyWorkbook = (
  today: string,
  kinds: readonly Book['kind'][] = ['xlsx', 'xls', 'xml', 'ods'],
): fc.Arbitrary<AnyFile> =>
  fc
    .record({
      contacts: contactsIn('utf-8', today),
      columns: columnsOf,
      manner: manner([...TEXT_DATES, ...TEXT_DATES.map(() => 'serial' as const)]),
      layout: fc.record({
        is1904: fc.boolean(),
        strings: fc.constantFrom('shared', 'inline', 'rich', 'formula'),
        format: fc.nat(4),
        areNumbers: fc.boolean(),
        gap: fc.nat(2),
        kind: fc.constantFrom(...kinds),
      }) satisfies fc.Arbitrary<Book>,
    })
    .map((file) => ({ ...file, encoding: null, delimiter: ',', bytes: () => bookOf(file, file.layout) }));

/** The same file, compressed. */
export const zipped = (files: fc.Arbitrary<AnyFile>): fc.Arbitrary<AnyFile> =>
  fc
    .tuple(files, fc.boolean())
    .map(([file, isZipped]) => (isZipped ? { ...file, bytes: async () => gzipSync(await file.bytes()) } : file));

/** Fields by name, so that two contacts can be compared. */
export const inOrder = (contact: object): Contact =>
  Object.fromEntries(Object.entries(contact).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Contacts as an import of the file must find them: fields of its columns. */
export const wanted = ({ contacts, columns }: AnyFile): Contact[] =>
  contacts.map((contact) => {
    const fields = [...columns, ...columns.map((field) => `${field}_ext` as keyof Contact)];
    return inOrder(Object.fromEntries(fields.flatMap((field) => (contact[field] ? [[field, contact[field]]] : []))));
  });
