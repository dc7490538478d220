import { encode } from 'iconv-lite';
import type { ImportEncoding } from '#contract/imports/rows.contract.ts';
import type { CorpusCase } from './corpus-cases.ts';

type Person = readonly [first: string, last: string, city: string];

/** A list of people in an encoding that nothing in the file names. */
const listed = (name: string, encoding: ImportEncoding, people: readonly Person[], delimiter = ','): CorpusCase => ({
  name,
  content: encode(
    [['First Name', 'Last Name', 'City'], ...people].map((cells) => `${cells.join(delimiter)}\r\n`).join(''),
    encoding,
  ),
  result: {
    encoding,
    delimiter,
    header_row: 1,
    contacts: people.map(([first_name, last_name, city]) => ({ first_name, last_name, city })),
    others: [],
  },
});

const JAPANESE: Person[] = [
  ['太郎', '山田', '東京都'],
  ['花子', '佐藤', '大阪府'],
  ['一郎', '鈴木', '名古屋市'],
];
const RUSSIAN: Person[] = [
  ['Иван', 'Петров', 'Москва'],
  ['Анна', 'Смирнова', 'Казань'],
];
const SPANISH: Person[] = [
  ['José', 'Núñez', 'Mayagüez'],
  ['María', 'Peña', 'San Germán'],
];
const FRENCH: Person[] = [
  ['François', 'Lefèvre', 'Besançon'],
  ['Zoé', 'Gauthier', 'Orléans'],
];

export const encodingCases: CorpusCase[] = [
  listed('shift-jis.csv', 'shift_jis', JAPANESE),
  listed('euc-jp.csv', 'euc-jp', JAPANESE),
  listed('gb18030.csv', 'gb18030', [
    ['小明', '王', '北京市'],
    ['娜', '李', '上海市'],
    ['伟', '张', '广州市'],
  ]),
  listed('big5.csv', 'big5', [
    ['小明', '王', '臺北市'],
    ['美玲', '陳', '高雄市'],
    ['志明', '林', '臺中市'],
  ]),
  listed('euc-kr.csv', 'euc-kr', [
    ['민수', '김', '서울특별시'],
    ['영희', '이', '부산광역시'],
    ['지훈', '박', '대구광역시'],
  ]),
  listed('koi8-r.csv', 'koi8-r', RUSSIAN, ';'),
  listed('windows-1251.csv', 'windows-1251', RUSSIAN, ';'),
  listed('windows-1251-among-others.csv', 'windows-1251', [
    ['Mary-Ann', 'Smith', 'Tampa'],
    ['Сергей', 'Петров', 'Казань'],
    ['Анна', 'Кузнецова', 'Самара'],
    ['Lee', 'Baker', 'Austin'],
  ]),
  listed('windows-1250-polish.csv', 'windows-1250', [
    ['Łukasz', 'Wójcik', 'Łódź'],
    ['Małgorzata', 'Żółć', 'Częstochowa'],
  ]),
  listed('windows-1250-czech.csv', 'windows-1250', [
    ['Jiří', 'Dvořák', 'Plzeň'],
    ['Růžena', 'Němcová', 'Česká Lípa'],
    ['Zdeněk', 'Černý', 'Hradec Králové'],
  ]),
  listed('windows-1250-hungarian.csv', 'windows-1250', [
    ['Zoltán', 'Őry', 'Győr'],
    ['Erzsébet', 'Fűrész', 'Székesfehérvár'],
  ]),
  listed('windows-1252-spanish.csv', 'windows-1252', SPANISH),
  listed('windows-1252-german.csv', 'windows-1252', [
    ['Jürgen', 'Müller', 'Köln'],
    ['Käthe', 'Groß', 'Österbach'],
  ]),
  listed('windows-1252-danish.csv', 'windows-1252', [
    ['Søren', 'Jørgensen', 'Århus'],
    ['Bjørn', 'Ærø', 'Tønder'],
  ]),
  listed('windows-1252-one-name.csv', 'windows-1252', [
    ['Ana', 'Ruiz', 'Waco'],
    ['Renée', 'Lee', 'Waco'],
  ]),
  listed('windows-1252-french.csv', 'windows-1252', FRENCH),
  listed('windows-1252-portuguese.csv', 'windows-1252', [
    ['João', 'Simões', 'São Paulo'],
    ['Conceição', 'Magalhães', 'Brasília'],
  ]),
  listed('macintosh-spanish.csv', 'macintosh', SPANISH),
  listed('macintosh-french.csv', 'macintosh', FRENCH, '\t'),
  listed('cp437-spanish.csv', 'cp437', SPANISH),
  listed('cp437-french.csv', 'cp437', FRENCH, '|'),
  listed('windows-1252-capitals.csv', 'windows-1252', [
    ['JOSÉ', 'NÚÑEZ', 'MAYAGÜEZ'],
    ['MARÍA', 'PEÑA', 'SAN GERMÁN'],
  ]),
];
