import fc from 'fast-check';
import { encode } from 'iconv-lite';
import type { ImportEncoding, ImportField } from '#contract/imports/rows.contract.ts';
import { unmarkFormula } from '#rules/imports/formula-mark.ts';
import { decodeText } from '../../server/features/imports/file/decode-text.ts';

/** A contact as an import must find it; absent: an empty cell. An extension is in the cell of its phone. */
export type Contact = Partial<Record<ImportField | 'phone_ext' | 'phone_2_ext', string>>;

/** People's words in the languages of an encoding: first names, last names, towns. */
type Pool = readonly [first: string, last: string, city: string];

const pool = (first: string, last: string, city: string): Pool => [first, last, city];

const PLAIN = pool('Ana Bo John Mary-Ann Lee', "O'Neil Smith Ruiz Baker", 'Waco Austin Tampa Mobile');
const WESTERN = pool(
  'José María Zoé Jürgen André',
  'Núñez Peña Müller Lefèvre Gauthier',
  'Mayagüez Köln Orléans Besançon',
);
const POLISH = pool('Łukasz Małgorzata Zdeněk Růžena', 'Wójcik Żółć Dvořák Němcová', 'Łódź Częstochowa Plzeň');
const RUSSIAN = pool('Иван Анна Сергей Ольга', 'Петров Смирнова Кузнецов', 'Москва Казань Самара');
const GREEK = pool('Γιώργος Μαρία Ελένη', 'Παπαδόπουλος Νικολάου', 'Αθήνα Πάτρα');
const TURKISH = pool('Ayşe Çağrı İbrahim', 'Yılmaz Şahin Öztürk', 'İstanbul Eskişehir');
const HEBREW = pool('משה שרה דוד', 'כהן לוי', 'חיפה אילת');
const ARABIC = pool('محمد فاطمة علي', 'حسن سالم', 'دمشق بيروت');
const JAPANESE = pool('太郎 花子 一郎', '山田 佐藤 鈴木', '東京都 大阪府 名古屋市');
const CHINESE = pool('小明 美玲 志明', '王 陳 林', '臺北市 高雄市 臺中市');
const KOREAN = pool('민수 영희 지훈', '김 이 박', '서울특별시 부산광역시');

const POOLS: Readonly<Record<ImportEncoding, readonly Pool[]>> = {
  'utf-8': [PLAIN, WESTERN, POLISH, RUSSIAN, GREEK, TURKISH, HEBREW, ARABIC, JAPANESE, CHINESE, KOREAN],
  'utf-16le': [PLAIN, WESTERN, POLISH, RUSSIAN, JAPANESE],
  'utf-16be': [PLAIN, WESTERN, POLISH, RUSSIAN, JAPANESE],
  'windows-1252': [PLAIN, WESTERN],
  'windows-1250': [PLAIN, POLISH],
  'windows-1251': [PLAIN, RUSSIAN],
  'windows-1253': [PLAIN, GREEK],
  'windows-1254': [PLAIN, TURKISH],
  'windows-1255': [PLAIN, HEBREW],
  'windows-1256': [PLAIN, ARABIC],
  'koi8-r': [PLAIN, RUSSIAN],
  macintosh: [PLAIN, WESTERN],
  cp437: [PLAIN, pool('José María Zoé', 'Núñez Peña Müller', 'Mayagüez Orléans')],
  cp850: [PLAIN, WESTERN],
  shift_jis: [PLAIN, JAPANESE],
  'euc-jp': [PLAIN, JAPANESE],
  gb18030: [PLAIN, pool('小明 志强 丽华', '王 李 张', '北京市 上海市 广州市')],
  big5: [PLAIN, CHINESE],
  'euc-kr': [PLAIN, KOREAN],
};

/** Characters that break files, and some that only few encodings have. */
export const ODD: readonly string[] = [
  '"',
  "'",
  ',',
  ';',
  '|',
  '\t',
  '=',
  '+',
  '-',
  '@',
  ':',
  '/',
  '#',
  '&',
  '<',
  'a',
  'Z',
  '7',
  ' ',
  'é',
  'ß',
  '€',
  '–',
  '名',
  '😀',
];

/** True for texts that an encoding has. */
export const isIn = (encoding: ImportEncoding) => (text: string) =>
  decodeText(encode(text, encoding), encoding) === text;

const word = (words: string) => fc.constantFrom(...words.split(' '));
const digits = (count: number) =>
  fc.integer({ min: 0, max: 10 ** count - 1 }).map((value) => String(value).padStart(count, '0'));
const dayBetween = (first: string, last: string) =>
  fc
    .date({ min: new Date(first), max: new Date(last), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
/** One mark before a formula is the export's own and is taken away. */
const withoutMark = (text: string): string => (unmarkFormula(text) === text ? text : withoutMark(unmarkFormula(text)));
const maybe = (value: fc.Arbitrary<string>) => fc.option(value, { nil: undefined, freq: 3 });

/** Free text of a cell, as it is once it was trimmed. */
function textOf(odd: readonly string[], encoding: ImportEncoding) {
  const chars = odd.filter(isIn(encoding));
  return fc
    .string({ unit: fc.constantFrom(...chars), minLength: 1, maxLength: 14 })
    .map((text) => withoutMark(text.trim()))
    .filter((text) => text.trim() === text && text !== '');
}

/** Contacts that a file in this encoding can hold, each with a phone and an e-mail address of its own. */
export function contactsIn(encoding: ImportEncoding, today: string, odd = ODD): fc.Arbitrary<Contact[]> {
  const text = textOf(odd, encoding);
  const year = Number(today.slice(0, 4));
  const contact = fc.constantFrom(...POOLS[encoding]).chain(([first, last, city]) =>
    fc.record({
      first_name: word(first),
      last_name: word(last),
      city: maybe(word(city)),
      company: maybe(text),
      address: maybe(text.map((street) => `12 ${street}`)),
      category: maybe(text),
      source: maybe(text),
      notes: maybe(textOf([...odd, '\n'], encoding)),
      state: maybe(fc.constantFrom('TX', 'NY', 'CA', 'DC', 'PR')),
      zip_code: maybe(
        fc.oneof(
          digits(4).map((last4) => `0${last4}`),
          digits(5),
          digits(4).map((plus) => `78701-${plus}`),
        ),
      ),
      dob: maybe(dayBetween(`${year - 99}-01-01`, `${year - 1}-12-31`)),
      follow_up_on: maybe(dayBetween(`${year}-01-01`, `${year + 9}-12-31`)),
      gender: maybe(fc.constantFrom('male', 'female', 'other')),
      language: maybe(fc.constantFrom('english', 'spanish', 'korean')),
      type: maybe(fc.constantFrom('lead', 'client', 'recruit')),
      phone_ext: maybe(fc.constantFrom('0', '007', '45', '1234567')),
    }),
  );
  return fc.array(contact, { minLength: 1, maxLength: 8 }).map((people) =>
    people.map((each, index) => ({
      ...(Object.fromEntries(Object.entries(each).filter(([, value]) => value !== undefined)) as Contact),
      phone: `+1512555${String(1000 + index * 7)}`,
      email: `person.${index}@example.com`,
      ...(index % 3 === 0 && { phone_2: `+1737555${String(2000 + index)}` }),
      ...(index % 6 === 0 && { phone_2_ext: '9' }),
    })),
  );
}
